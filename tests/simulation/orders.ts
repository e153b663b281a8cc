/** The orders that people give on a simulated day, and what each of them means for what the desk knows. */
import { type Desk, type Known, type Payment, phone, type Rider, type Thing } from './desk.ts'
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

const lists = [
  ...[
    '/api?list=all',
    '/api/passages',
    '/api/passages/summary',
    '/api/till/report',
    '/api/removed',
    '/api/report',
  ],
  ...[
    '/api/gate/roster',
    '/api/applications',
    '/api/backups',
    '/api/export?format=csv',
    '/api/passages/export',
  ],
  ...[
    '/api/chips',
    '/api/till',
    '/api/till/owing',
    '/api/imports',
    '/api/entries/pending',
    '/api/day',
    '/api/clubs',
  ],
]

export const orders: Record<string, Order> = {
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

  edit: {
    weight: 3,
    work: aboutRider(async (desk, { id }, random) => {
      const [record] = (await desk.ask('GET', `/api?list=${id}`)).data
      if (!record) return 'gone'
      const form = { ...JSON.parse(String(record.data_driver)), club: `Club ${random.below(5)}` }
      const photo = random.chance(0.3) ? { _img: Buffer.from(`photo ${random.below(100)}`) } : {}
      return (await desk.send('/api', { id_driver: id, data_driver: JSON.stringify(form), ...photo })).status
    }),
  },

  enter: {
    weight: 6,
    work: aboutRider(async (desk, { id }, random) => {
      const order = { event: desk.event, ids: [id], modalidades: [random.pick(['MOTOCROSS', 'RALLY'])] }
      return (await desk.ask('POST', '/api/entries', order)).status
    }),
  },

  pay: {
    weight: 9,
    work: aboutRider(async (desk, rider, random) => {
      const earlier = desk.payments.length > 0 && random.chance(0.15) ? random.pick(desk.payments) : undefined
      const second = earlier?.riders[1]
      const riders = second ? [second] : random.chance(0.3) ? [rider, desk.aRider(random) ?? rider] : [rider]
      const parts: { rider: string; owed: number; cents: number }[] = []
      for (const { id } of new Set(riders)) {
        const [record] = (await desk.ask('GET', `/api?list=${id}`)).data
        const owed = Number(record?.owed ?? 0)
        if (owed > 0) parts.push({ rider: id, owed, cents: random.chance(0.2) ? owed / 2 : owed })
      }
      if (parts.length === 0) return 'owes nothing'
      const cents = parts.reduce((sum, part) => sum + part.cents, 0)
      // Some orders have an identifier that others follow from.
      const id = earlier ? `${earlier.id}${random.pick([' 2', ' -'])}` : `orden-${desk.newNumber()}`
      const payment: Payment = { id, riders, cents, known: 'gone' }
      desk.payments.push(payment)
      // A flag is one letter where letters are counted, and two where the journal is read.
      const reference = random.chance(0.05) ? '🏁'.repeat(50) : ''
      const order = { event: desk.event, id, parts, means: 'Efectivo', reference }
      const send = () => desk.ask('POST', '/api/payments', order)
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
      const order = { event: desk.event, id: `orden-${desk.newNumber()}`, reason: 'Error' }
      const { status } = await desk.ask('POST', `/api/payments/${random.pick(paid).id}/void`, order)
      return String(status)
    },
  },

  charge: {
    weight: 1,
    work: aboutRider(async (desk, { id }) => {
      const order = { event: desk.event, id: `orden-${desk.newNumber()}`, price: 'lic', cents: 5000 }
      return (await desk.ask('POST', `/api/pilots/${id}/charges`, order)).status
    }),
  },

  scan: {
    weight: 10,
    work: aboutRider(async (desk, rider, random) => {
      const hex = random.bytes(16).toString('hex')
      const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
      const at = new Date(desk.machine.world.time).toISOString()
      const direction = random.pick(['in', 'out'])
      const passages = [{ id, scanned: rider.id, gate: 'Puerta principal', direction, at }]
      const scan = { id, known: 'gone' as Known }
      desk.scans.push(scan)
      const send = () => desk.ask('POST', '/api/passages', { passages })
      const reply = await desk.learn(scan, 'stored', send)
      if (random.chance(0.1)) await send()
      return reply.status
    }),
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
    async work(desk, random) {
      // Whoever has just applied often withdraws.
      const applied = desk.riders.filter(({ known, applied }) => known === 'stored' && applied)
      const rider = applied.length > 0 && random.chance(0.5) ? random.pick(applied) : desk.aRider(random)
      if (!rider) return undefined
      for (const payment of desk.payments) if (payment.riders.includes(rider)) payment.known = 'maybe'
      rider.erasedFrom = desk.machine.world.now
      const order = { document: String(rider.dni) }
      const send = () => desk.ask('POST', `/api/pilots/${rider.id}/erase`, order)
      const { status, error = '' } = await desk.learn(rider, 'erased', () =>
        send().catch(async () => {
          // The desk asks again, and may learn that nobody has this code any more.
          await desk.pause(5000)
          const again = await send()
          return { ...again, isDone: again.isDone || again.status === 404 }
        }),
      )
      if (error.includes('si la persona sigue ahí, repítalo')) forget(rider)
      rider.isInArchives = error.includes('ya no está en los datos, pero quedó en copias')
      if (rider.isInArchives) rider.known = 'erased'
      return `${rider.name} ${status}`
    },
  },

  apply: {
    weight: 2,
    async work(desk, random) {
      const known = random.chance(0.5) ? desk.aRider(random) : undefined
      const { form } = desk.newRider()
      const { tiposangre: _, ...values } = known ? { ...form, name: known.name, dni: known.dni } : form
      const id = random.bytes(16).toString('base64url')
      const application = JSON.stringify({ values, language: 'es' })
      // While the answer is on its way, nobody knows when the application was stored.
      if (known) known.applied = Number.POSITIVE_INFINITY
      const { status } = await desk.send('/api/applications', { id, code: desk.code, application }, phone)
      if (known) known.applied = desk.machine.world.now
      return String(status)
    },
  },

  refuse: {
    weight: 1,
    async work(desk, random) {
      const waiting = (await desk.ask('GET', '/api/applications')).data
      if (waiting.length === 0) return undefined
      const { id } = random.pick(waiting)
      return String(
        (await desk.ask('POST', `/api/applications/${id}/refuse`, { reason: 'Falta la licencia' })).status,
      )
    },
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
      const { code, err } = await desk.run(['restore', path, '--force'])
      // What came after the backup may be gone, and what was removed since may be back.
      for (const thing of [...desk.riders, ...desk.payments, ...desk.scans] as Thing[])
        if (thing.known !== 'erased' && (!stored.has(thing) || thing.known !== 'stored'))
          thing.known = 'maybe'
      desk.undoable.clear()
      return `${path} ${code} ${code === 0 ? '' : err.trim()}`
    },
  },

  import: {
    weight: 1,
    async work(desk) {
      const made = Array.from({ length: 3 }, () => desk.newRider())
      const riders = made.map(({ dni, name }): Rider => ({ id: '', dni, name, known: 'maybe' }))
      desk.riders.push(...riders)
      const rows = made.map(({ form }) =>
        Object.values(form)
          .map((cell) => `"${cell}"`)
          .join(','),
      )
      const csv = Buffer.from([Object.keys(made[0]?.form ?? {}).join(','), ...rows].join('\n'))
      const reply = await desk.ask('POST', '/api/import', csv, { type: 'application/octet-stream' })
      if (reply.isDone) await settle(desk, riders, true)
      else for (const rider of riders) rider.known = 'gone'
      const change = Number(reply.data[0]?.change)
      if (reply.isDone && change) desk.undoable.set(change, riders)
      return String(reply.status)
    },
  },

  merge: {
    weight: 1,
    rewrites: true,
    work: (desk) => alone(desk, () => merge(desk)),
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
      return String((await desk.run(random.pick([['list'], ['doctor'], ['passages'], ['till']]))).code)
    },
  },

  read: {
    weight: 10,
    reads: true,
    async work(desk, random) {
      const path = random.pick(lists)
      return `${path} ${(await desk.ask('GET', path)).status}`
    },
  },
}

async function register(desk: Desk, random: Random, { dni, name, form }: ReturnType<Desk['newRider']>) {
  const rider: Rider = { id: '', dni, name, known: 'gone' }
  desk.riders.push(rider)
  const photo = random.chance(0.3) ? { _img: Buffer.from(`photo of ${name}`) } : {}
  const reply = await desk.learn(rider, 'stored', async () => {
    const answer = await desk.send('/api', { data_driver: JSON.stringify(form), ...photo })
    if (answer.isDone) rider.id = String(answer.data[0]?.id_driver)
    return answer
  })
  return `${name} ${reply.status}`
}

/** Notes the receipt of a payment. No name of a receipt is ever given to two orders. */
function note(desk: Desk, payment: Payment, receipt: unknown): void {
  if (!receipt) return
  const { letter, number } = receipt as { letter: string; number: number }
  payment.name = `${letter}-${number}`
  const other = desk.receipts.get(payment.name) ?? payment.id
  if (other !== payment.id)
    desk.faults.push(`the receipt ${payment.name} was given to ${other} and ${payment.id}`)
  desk.receipts.set(payment.name, payment.id)
}

/** Nobody knows any more whether something is stored, unless it is gone for ever. */
function forget(thing: Thing): void {
  if (thing.known !== 'erased') thing.known = 'maybe'
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
async function settle(desk: Desk, riders: readonly Rider[], isFirst: boolean): Promise<void> {
  for (const rider of riders) {
    const [found] = (await desk.ask('GET', `/api?list=all&search=${rider.name}`)).data
    if (found) rider.id = String(found.id_driver)
    if (rider.known === 'maybe' && (found || isFirst)) rider.known = 'stored'
  }
}

/** Merges the backup of the other desk. */
async function merge(desk: Desk): Promise<string> {
  desk.other ??= await otherDesk(desk)
  if (!desk.other) return 'the other desk could not write its backup'
  const { path, riders } = desk.other
  const { content } = desk.machine.disk.need(path, 'open')
  const upload = await desk.ask('POST', '/api/merges', content, { type: 'application/gzip' })
  if (!upload.isDone) return `upload ${upload.status} ${upload.error}`
  const isFirst = riders.every(({ known }) => known === 'gone')
  for (const rider of riders) forget(rider)
  const reply = await desk.ask('POST', `/api/merges/${upload.data[0]?.id}`, { prefer: 'this' })
  if (reply.isDone) await settle(desk, riders, isFirst)
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
