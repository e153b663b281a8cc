/** The orders that people give on a simulated day, and what each of them means for what the desk knows. */
import { type CallName, calls } from '#domain/api/calls'
import type { TillReport } from '#domain/till/schemas'
import { withVersion } from '../support/versions.ts'
import { type Desk, forget, type Known, type Payment, type Reply, type Rider } from './desk.ts'
import { listOf, type Request, requestOf, spoil } from './generated.ts'
import type { Random } from './world/world.ts'

export interface Order {
  /** How often the order is given, beside the others. */
  weight: number
  /** True if the order changes nothing. */
  reads?: true
  /** True if the order writes the files of the kiosk anew. */
  rewrites?: true
  /** Does the work, and returns how it ended. */
  work: (desk: Desk, random: Random) => Promise<string | undefined>
}

/** Returns an order about a rider who is stored for certain. */
const aboutRider =
  (work: (desk: Desk, rider: Rider, random: Random) => Promise<unknown>): Order['work'] =>
  async (desk, random) => {
    const rider = desk.aRider(random)
    return rider && `${rider.name} ${await work(desk, rider, random)}`
  }

/** Returns an order about an application that waits. */
const aboutApplication =
  (work: (desk: Desk, id: string) => Promise<string>): Order['work'] =>
  async (desk, random) => {
    const waiting = (await desk.ask('GET', '/api/applications')).data
    return waiting.length === 0 ? undefined : work(desk, String(random.pick(waiting).id))
  }

/** The calls that need no order of their own to know what follows from them. */
const plainCalls = (Object.keys(calls) as CallName[]).filter(
  (name) =>
    !/^(POST \/terminal|GET \/(terminal|api\/changes)|POST \/api$|POST \/api\/(merges|import|payments|events)|DELETE \/api\/(events|merges|pilots))|(restore|erase|remove|revoke)$/.test(
      name,
    ),
)
const readingCalls = plainCalls.filter((name) => name.startsWith('GET'))

/** The lists that orders change more often: most of these orders are refused, since their items are few. */
const weights: Readonly<Record<string, number>> = { categories: 3, reserved: 3 }

/** Orders about one list each, such as `chips`: all calls that change it. */
const plainOrders: Record<string, Order> = {}
for (const list of new Set(plainCalls.map(listOfCall))) {
  const changing = plainCalls.filter((name) => listOfCall(name) === list && !readingCalls.includes(name))
  if (changing.length > 0)
    plainOrders[`change ${list}`] = {
      weight: weights[list] ?? 1,
      work: (desk, random) => plain(desk, random, changing),
    }
}

function listOfCall(name: CallName): string {
  return listOf(name.split(' ')[1] ?? '')
}

export const orders: Record<string, Order> = {
  ...plainOrders,

  register: {
    weight: 10,
    work: (desk, random) => register(desk, random, desk.newRider()),
  },

  /** Registers an erased person again, with the clock as it is, or as it was before somebody corrected it. */
  again: {
    weight: 2,
    async work(desk, random) {
      const erased = desk.riders.filter(({ known }) => known === 'erased')
      if (erased.length === 0) return undefined
      const before = random.pick(erased)
      desk.riders.splice(desk.riders.indexOf(before), 1)
      if (random.chance(0.5)) desk.machine.world.clock -= 3_600_000
      return register(desk, random, desk.formOf(before.dni))
    },
  },

  /** Registers somebody with a value that is none. */
  mistake: {
    weight: 1,
    async work(desk, random) {
      const { name, form } = desk.newRider()
      spoil(random, form)
      const { status, isOpen } = await desk.send('/api', { data_driver: JSON.stringify(form) })
      if ([400, 422].includes(status) && !isOpen) desk.refused.add(name)
      return `${JSON.stringify(form)} ${status}`
    },
  },

  edit: {
    weight: 3,
    work: aboutRider(async (desk, { id }, random) => {
      const [record] = (await desk.ask('GET', `/api?list=${id}`)).data
      if (!record) return 'gone'
      const form = { ...JSON.parse(String(record.data_driver)), club: `Club ${random.below(5)}` }
      const photo = random.chance(0.3) ? { _img: Buffer.from(`photo ${random.below(100)}`) } : {}
      const version = random.chance(0.5) ? String(record.version) : undefined
      const parts = { id_driver: id, data_driver: JSON.stringify(form), version, ...photo }
      return (await desk.send('/api', parts)).status
    }),
  },

  enter: {
    weight: 6,
    work: aboutRider(async (desk, rider, random) => (await enter(desk, rider, random)).status),
  },

  pay: {
    weight: 9,
    work: aboutRider(async (desk, rider, random) => {
      // Some orders have the identifier of another line of an earlier one, whose rider pays again.
      const shared = desk.payments.filter(({ known, riders }) => known === 'stored' && riders.length > 1)
      const earlier = shared.length > 0 && random.chance(0.2) ? random.pick(shared) : undefined
      const other = random.chance(0.3) ? desk.aRider(random) : undefined
      const payers = new Set(earlier ? earlier.riders.slice(1) : [rider, other ?? rider])
      const parts = await owedParts(desk, payers, random)
      if (parts.length === 0) return 'owes nothing'
      const cents = parts.reduce((sum, part) => sum + part.cents, 0)
      const riders = [...payers].filter(({ id }) => parts.some((part) => part.rider === id))
      const id = earlier ? `${earlier.id} 2` : `orden-${desk.newNumber()}`
      const payment: Payment = { id, riders, cents, known: 'gone', restores: desk.restores }
      desk.payments.push(payment)
      // A flag is one letter where letters are counted, and two where the journal is read.
      const reference = random.chance(0.05) ? '🏁'.repeat(50) : ''
      const order = { event: desk.event, parts, means: random.pick(['Efectivo', 'Yape']), reference }
      const send = () => desk.insist(() => desk.ask('POST', '/api/payments', order, { id }))
      const reply = await desk.learn(payment, 'stored', async () => {
        const answer = await send()
        note(desk, payment, answer.data[0]?.payment)
        return answer
      })
      if (reply.isDone && random.chance(0.2)) note(desk, payment, (await send()).data[0]?.payment)
      return `${cents} ${payment.name ?? reply.status}`
    }),
  },

  void: {
    weight: 1,
    async work(desk, random) {
      const paid = desk.payments.filter(({ known }) => known === 'stored')
      if (paid.length === 0) return undefined
      const order = { event: desk.event, reason: 'Error' }
      const { status } = await desk.ask('POST', `/api/payments/${random.pick(paid).id}/void`, order)
      return String(status)
    },
  },

  charge: {
    weight: 1,
    work: aboutRider(async (desk, rider) => (await charge(desk, rider)).status),
  },

  scan: {
    weight: 10,
    work: aboutRider(async (desk, rider, random) => {
      const hex = random.bytes(16).toString('hex')
      const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
      const at = new Date(desk.machine.world.time).toISOString()
      const direction = random.pick(['in', 'out'])
      const passage = { id, scanned: rider.id, gate: 'Puerta principal', direction, at }
      const scan = { id, known: 'gone' as Known }
      desk.scans.push(scan)
      if (random.chance(0.3)) {
        desk.queue.push({ scan, passage: { ...passage, offline: true, admitted: true } })
        return 'waits'
      }
      const send = () => desk.insist(() => desk.ask('POST', '/api/passages', { passages: [passage] }))
      const reply = await desk.learn(scan, 'stored', send)
      if (random.chance(0.1)) await send()
      return reply.status
    }),
  },

  /** The phone at the gate sends what it has kept. */
  sync: {
    weight: 2,
    async work(desk) {
      const waiting = [...desk.queue]
      if (waiting.length === 0) return undefined
      const passages = waiting.map(({ passage }) => passage)
      const sent = desk.insist(() => desk.ask('POST', '/api/passages', { passages }))
      await Promise.all(waiting.map(({ scan }) => desk.learn(scan, 'stored', () => sent)))
      const { isDone, status } = await sent
      if (!isDone) return String(status)
      desk.queue.splice(0, desk.queue.length, ...desk.queue.filter((one) => !waiting.includes(one)))
      return `${waiting.length} passages ${status}`
    },
  },

  sign: {
    weight: 3,
    work: aboutRider(async (desk, rider, random) => {
      const [waiver] = (await desk.ask('GET', '/api/waiver')).data
      if (!waiver) return 'nothing to sign'
      const signature = { rider, known: 'gone' as Known }
      desk.signatures.push(signature)
      const at = new Date(desk.machine.world.time).toISOString()
      const order = { hash: waiver.hash, paper: true, ...(random.chance(0.3) && { at, offline: true }) }
      const send = () => desk.ask('POST', `/api/pilots/${rider.id}/waiver`, order)
      return (await desk.learn(signature, 'stored', () => desk.insist(send))).status
    }),
  },

  /** Closes the shift of a drawer. */
  close: {
    weight: 1,
    async work(desk) {
      const [report] = (await desk.ask('GET', '/api/till/report')).data as unknown as TillReport[]
      const open = report?.drawers.find(({ closed }) => !closed)
      if (!open) return 'no drawer'
      const { letter, drawer, shift, float, expected } = open
      const order = { event: desk.event, letter, drawer, shift, float, expected, counted: expected }
      return String((await desk.ask('POST', '/api/till/close', order)).status)
    },
  },

  /** Opens the next event. */
  event: {
    weight: 1,
    async work(desk, random) {
      if (!random.chance(0.3)) return undefined
      const { event } = desk
      const order = {
        name: 'Otra',
        place: '',
        first: '',
        last: '',
        modalidades: ['MOTOCROSS', 'RALLY'],
        checks: [],
        demand: 'nothing',
      }
      const reply = await desk.ask('POST', `/api/events?after=${event}`, order)
      if (reply.isDone) desk.event = String(reply.data[0]?.id)
      return `${reply.status} ${reply.error ?? ''}`
    },
  },

  revoke: {
    weight: 1,
    work: aboutRider(async (desk, rider) => {
      const reply = await desk.ask('POST', `/api/pilots/${rider.id}/revoke`)
      if (reply.isDone) rider.id = String(reply.data[0]?.id_driver)
      return reply.status
    }),
  },

  remove: {
    weight: 1,
    work: aboutRider(async (desk, rider) => {
      const reply = await desk.learn(rider, 'gone', () => desk.ask('DELETE', `/api/pilots/${rider.id}`))
      return reply.status
    }),
  },

  erase: {
    weight: 3,
    rewrites: true,
    work: aboutRider(async (desk, rider, random) => {
      // Some have just applied for the next event.
      if (random.chance(0.3)) await apply(desk, random, rider)
      for (const payment of desk.payments) if (payment.riders.includes(rider)) forget(payment)
      for (const one of [...desk.charges, ...desk.signatures]) if (one.rider === rider) forget(one)
      const from = desk.machine.world.now
      let isLost = false
      const document = String(rider.dni)
      const isCommand = random.chance(0.25)
      const send = () =>
        isCommand
          ? desk.command(['erase', document, '--yes'])
          : desk.ask('POST', `/api/pilots/${rider.id}/erase`, { document })
      const { status, error = '' } = await desk.learn(rider, 'erased', () =>
        send().catch(async () => {
          isLost = true
          // The desk asks again, and may learn that nobody has this code any more.
          await desk.pause(5000)
          const again = await send()
          return { ...again, isDone: again.isDone || again.status === 404 }
        }),
      )
      // Somebody else may have erased her long before, and she has applied since.
      if (status === 200 || isLost) rider.erasedFrom = from
      if (/si la persona sigue ahí, repítalo|puede quedar una solicitud suya/.test(error)) forget(rider)
      rider.isInArchives = error.includes('ya no está en los datos, pero quedó en copias')
      if (rider.isInArchives) rider.known = 'erased'
      return `${status} ${error}`
    }),
  },

  apply: {
    weight: 2,
    work: (desk, random) => apply(desk, random, random.chance(0.5) ? desk.aRider(random) : undefined),
  },

  /** Registers somebody who has applied. */
  approve: {
    weight: 2,
    work: aboutApplication(async (desk, id) => {
      const reply = await desk.ask('GET', `/api/applications/${id}`)
      const { values, version } = (reply.data[0] ?? {}) as {
        values?: Record<string, unknown>
        version?: number
      }
      const dni = Number(values?.dni)
      if (!values || desk.riders.some((rider) => rider.dni === dni)) return `of a rider ${reply.status}`
      const name = String(values.name)
      const { status } = await sendNew(desk, dni, name, {
        data_driver: JSON.stringify({ tiposangre: 'O+', ...values }),
        application: id,
        application_version: String(version),
      })
      return `${name} ${status}`
    }),
  },

  refuse: {
    weight: 1,
    work: aboutApplication(async (desk, id) => {
      const order = { reason: 'Falta la licencia' }
      return String((await desk.ask('POST', `/api/applications/${id}/refuse`, order)).status)
    }),
  },

  backup: {
    weight: 2,
    async work(desk, random) {
      const stored = desk.stored()
      const path = `/usb/copia-${desk.newNumber()}.tar.gz`
      if (random.chance(0.5)) {
        const { code } = await desk.run(['backup', path])
        if (code !== 0) return `command ${code}`
      } else {
        const { isDone, status, body } = await desk.ask('POST', '/api/backups')
        if (!isDone) return String(status)
        const { disk } = desk.machine
        if (disk.used() + body.length > disk.capacity) return 'the stick is full'
        disk.write(disk.create(path, 'file'), 0, body)
      }
      desk.copies.push({ path, stored })
      return path
    },
  },

  restore: {
    weight: 1,
    rewrites: true,
    async work(desk, random) {
      if (desk.copies.length === 0) return undefined
      const { path, stored } = random.pick(desk.copies)
      desk.restores += 1
      const { code, err } = await desk.run(['restore', path, '--force'])
      desk.restores += 1
      desk.firstReceipt = Number.POSITIVE_INFINITY
      // Things that came after the backup may be gone, and those that were removed since may be back.
      for (const thing of desk.things) if (!stored.has(thing) || thing.known !== 'stored') forget(thing)
      desk.undoable.clear()
      return `${path} ${code} ${code === 0 ? '' : err.trim()}`
    },
  },

  import: {
    weight: 1,
    async work(desk, random) {
      const made = Array.from({ length: 3 }, () => desk.newRider())
      const riders = made.map(({ dni, name }): Rider => ({ id: '', dni, name, known: 'maybe' }))
      desk.riders.push(...riders)
      const { restores } = desk
      const file = Buffer.from(JSON.stringify(made.map(({ form }) => form)))
      const reply = random.chance(0.3)
        ? await desk.command(['import', '-'], { input: String(file) })
        : await desk.ask('POST', '/api/import', file, { type: 'application/octet-stream' })
      if (reply.isDone) await settle(desk, riders, { isFirst: true, restores })
      else if (!reply.isOpen) for (const rider of riders) rider.known = 'gone'
      const change = Number(reply.data[0]?.change)
      if (reply.isDone && change) desk.undoable.set(change, riders)
      return String(reply.status)
    },
  },

  merge: {
    weight: 1,
    rewrites: true,
    work: (desk, random) => alone(desk, () => merge(desk, random)),
  },

  undo: {
    weight: 1,
    rewrites: true,
    work: (desk, random) =>
      alone(desk, async () => {
        if (desk.undoable.size === 0) return undefined
        const change = random.pick([...desk.undoable.keys()])
        for (const rider of desk.undoable.get(change) ?? []) forget(rider)
        desk.undoable.delete(change)
        const reply = await desk.ask('POST', '/api/import/undo', { change })
        return `${change} ${reply.status} ${reply.error ?? ''}`
      }),
  },

  day: {
    weight: 1,
    async work(desk) {
      return String((await desk.ask('POST', '/api/day')).status)
    },
  },

  command: {
    weight: 1,
    reads: true,
    async work(desk, random) {
      return String(
        (
          await desk.run(
            random.pick([
              ['list'],
              ['doctor'],
              ['call', 'GET /api/passages'],
              ['call', 'GET /api/till/report'],
            ]),
          )
        ).code,
      )
    },
  },

  read: {
    weight: 10,
    reads: true,
    async work(desk, random) {
      return plain(desk, random, readingCalls)
    },
  },
}

/** Sends a request of one of some calls. */
async function plain(desk: Desk, random: Random, names: readonly CallName[]): Promise<string> {
  const request = requestOf(random.pick(names), random, desk.seen, random.chance(0.35))
  await freshen(desk, random, request)
  const { status } = await desk.request(request)
  const body = JSON.stringify(request.body ?? '').slice(0, 150)
  return `${request.method} ${request.path.slice(0, 80)} ${body} ${status}`
}

/** Gives most edits and removals the version of now, as that of a page which was loaded just before. */
async function freshen(desk: Desk, random: Random, request: Request): Promise<void> {
  const { method, path, body } = request
  const [url = '', isRemoval] = path.split('?version=')
  const isEdit = typeof body === 'object' && body !== null && 'version' in body
  if (!(isEdit || isRemoval) || random.chance(0.3)) return
  const rest: { version?: unknown } = isEdit ? { ...body } : {}
  delete rest.version
  const read = async (path: string) => ({ data: (await desk.ask('GET', path)).data })
  const now = await withVersion(read, { method: isRemoval ? 'PUT' : method, url, body: rest })
  if (isEdit) Object.assign(body, now)
  else request.path = `${url}?version=${encodeURIComponent(String(now.version))}`
}

/** Sends an application of a rider or of somebody new. */
async function apply(desk: Desk, random: Random, known?: Rider): Promise<string> {
  const { form } = known ? desk.formOf(known.dni) : desk.newRider()
  const { tiposangre: _, ...values } = form
  const id = random.bytes(16).toString('base64url')
  const application = JSON.stringify({ values, language: 'es' })
  // While the answer is on its way, nobody knows when the application was stored.
  if (known) known.applied = Number.POSITIVE_INFINITY
  const parts = { id, code: desk.code, application }
  const from = `192.168.1.${random.below(200)}`
  const { status } = await desk.insist(() => desk.send('/api/applications', parts, from))
  if (known) known.applied = desk.machine.world.now
  return String(status)
}

/** Returns what riders pay of what they owe, all or a part. Most pay when they are entered. */
async function owedParts(desk: Desk, riders: Iterable<Rider>, random: Random) {
  const parts: { rider: string; owed: number; cents: number }[] = []
  for (const rider of riders) {
    const way = random.next()
    if (way < 0.5) await enter(desk, rider, random)
    else if (way < 0.7) await charge(desk, rider)
    const [record] = (await desk.ask('GET', `/api?list=${rider.id}`)).data
    const owed = Number(record?.owed ?? 0)
    if (owed > 0) parts.push({ rider: rider.id, owed, cents: random.chance(0.2) ? owed / 2 : owed })
  }
  return parts
}

function charge(desk: Desk, rider: Rider): Promise<Reply> {
  const { event } = desk
  const one = { id: `orden-${desk.newNumber()}`, rider, event, known: 'gone' as Known }
  const order = { event, price: 'lic', cents: 5000 }
  desk.charges.push(one)
  const send = () => desk.ask('POST', `/api/pilots/${rider.id}/charges`, order, { id: one.id })
  return desk.learn(one, 'stored', () => desk.insist(send))
}

function enter(desk: Desk, { id }: Rider, random: Random): Promise<Reply> {
  const order = { event: desk.event, ids: [id], modalidades: [random.pick(['MOTOCROSS', 'RALLY'])] }
  return desk.ask('POST', '/api/entries', order)
}

async function register(desk: Desk, random: Random, { dni, name, form }: ReturnType<Desk['newRider']>) {
  const photo = random.chance(0.3) ? { _img: Buffer.from(`photo of ${name}`) } : {}
  const reply = await sendNew(desk, dni, name, { data_driver: JSON.stringify(form), ...photo })
  if (reply.status === 422) desk.refused.add(name)
  return `${name} ${reply.status} ${reply.error ?? ''}`
}

/** Sends the form of a new rider. */
function sendNew(desk: Desk, dni: number, name: string, form: Parameters<Desk['send']>[1]) {
  const rider: Rider = { id: '', dni, name, known: 'gone' }
  desk.riders.push(rider)
  return desk.learn(rider, 'stored', async () => {
    const answer = await desk.send('/api', form)
    if (answer.isDone) rider.id = String(answer.data[0]?.id_driver)
    return answer
  })
}

/** Notes the receipt of a payment. No name of a receipt is ever given to two orders. */
function note(desk: Desk, payment: Payment, receipt: unknown): void {
  if (!receipt) return
  const { letter, number } = receipt as { letter: string; number: number }
  payment.name = `${letter}-${number}`
  if (letter === 'A' && payment.restores === desk.restores && !desk.receipts.has(payment.name))
    desk.firstReceipt = Math.min(desk.firstReceipt, number)
  const other = desk.receipts.get(payment.name) ?? payment.id
  if (other !== payment.id)
    desk.faults.push(`the receipt ${payment.name} was given to ${other} and ${payment.id}`)
  desk.receipts.set(payment.name, payment.id)
}

/** Merges and their undoing follow one another here: what each of them leaves is known only then. */
async function alone(desk: Desk, work: () => Promise<string | undefined>): Promise<string | undefined> {
  if (desk.isMerging) return 'somebody merges'
  desk.isMerging = true
  try {
    return await work()
  } finally {
    desk.isMerging = false
  }
}

/** Looks up the riders whom an order has brought for the first time, or perhaps brought again. */
async function settle(
  desk: Desk,
  riders: readonly Rider[],
  { isFirst, restores }: { isFirst: boolean; restores: number },
): Promise<void> {
  for (const rider of riders) {
    const { doubts } = rider
    const [found] = (await desk.ask('GET', `/api?list=all&search=${rider.name}`)).data
    if (found) rider.id = String(found.id_driver)
    // A restore that ends while the answer is on its way may have taken the rider away again.
    const isThere = (found && rider.doubts === doubts) || (isFirst && restores === desk.restores)
    if (rider.known === 'maybe' && isThere && !rider.orders) rider.known = 'stored'
  }
}

/** Merges the backup of the other desk. */
async function merge(desk: Desk, random: Random): Promise<string> {
  desk.other ??= await otherDesk(desk)
  if (!desk.other) return 'the other desk could not write its backup'
  const { path, riders } = desk.other
  const { content } = desk.machine.disk.need(path, 'open')
  const { restores } = desk
  const isFirst = riders.every(({ known }) => known === 'gone')
  if (random.chance(0.3)) {
    for (const rider of riders) forget(rider)
    const { isDone, status, error } = await desk.command(['merge', path, '--prefer', 'this'])
    if (isDone) await settle(desk, riders, { isFirst, restores })
    return `command ${status} ${error}`
  }
  const upload = await desk.ask('POST', '/api/merges', content, { type: 'application/gzip' })
  if (!upload.isDone) return `upload ${upload.status} ${upload.error}`
  for (const rider of riders) forget(rider)
  const reply = await desk.ask('POST', `/api/merges/${upload.data[0]?.id}`, { prefer: 'this' })
  // A merge that would do something else than the desk has seen is shown anew.
  if (reply.data[0]?.stored === false) return 'shown anew'
  if (reply.isDone) await settle(desk, riders, { isFirst, restores })
  const change = Number(reply.data[0]?.change)
  if (reply.isDone && change) desk.undoable.set(change, riders)
  return `${reply.status} ${reply.error ?? ''}`
}

/** Brings the backup of another desk, which has riders of its own. */
async function otherDesk(desk: Desk): Promise<Desk['other']> {
  const { disk } = desk.machine
  const folder = `/usb/otra-${desk.newNumber()}`
  const path = `${folder}.tar.gz`
  disk.create(folder, 'folder')
  const made = Array.from({ length: 3 }, () => desk.newRider())
  const input = JSON.stringify(made.map(({ form }) => form))
  for (const args of [
    ['import', '-'],
    ['backup', path],
  ]) {
    const { code, err } = await desk.run(args, { folder, input })
    if (code === 137 || desk.trouble) return undefined
    if (code !== 0) throw new Error(err)
  }
  const riders = made.map(({ dni, name }): Rider => ({ id: '', dni, name, known: 'gone' }))
  desk.riders.push(...riders)
  return { path, riders }
}
