/** The desk of a simulated day: its machine, its kiosk, and what the people there know. */
import { orderHeader } from '#domain/api/call'
import { noWaiver } from '#domain/waivers/waiver'
import { listOf, type Request, Seen } from './generated.ts'
import { DatabaseServer } from './world/database.ts'
import { Disk } from './world/disk.ts'
import { type Answer, ask, connectionError, type Machine, Program } from './world/program.ts'
import type { Random, World } from './world/world.ts'

const folder = '/data'
const address = 'postgres://mesa@base/pilotos'
const port = 4780
/** The address of a phone in the Wi-Fi. */
const phone = '192.168.1.77'

const categories = [
  { modalidad: 'MOTOCROSS', name: 'MX1' },
  { modalidad: 'RALLY', name: 'Motos', numbers: '1-99' },
]
const reserved = [{ number: '7', modalidad: 'RALLY', for: 'Ana' }]
const prices = [
  { id: 'todos', kind: 'entry', label: 'Inscripción', cents: 8000 },
  { id: 'chip', kind: 'chip', label: 'Alquiler de chip', cents: 2000 },
  { id: 'lic', kind: 'extra', label: 'Licencia', cents: 5000 },
]

const chips = ['111', '222', '333'].map((code) => ({ code, label: code.slice(1), rented: code !== '333' }))

/** `maybe`: an answer was lost, or a restore went back to before it, so that nobody knows. */
export type Known = 'stored' | 'gone' | 'maybe' | 'erased'

export interface Thing {
  known: Known
  /** How often something else, such as a restore, has left open whether it is stored. */
  doubts?: number
  /** The number of orders about it that are not answered yet. */
  orders?: number
}

/** Nobody knows any more whether something is stored, unless it is gone for ever. */
export function forget(thing: Thing): void {
  if (thing.known === 'erased') return
  thing.known = 'maybe'
  thing.doubts = (thing.doubts ?? 0) + 1
}

export interface Rider extends Thing {
  id: string
  dni: number
  /** A name that nothing else contains. */
  name: string
  /** The time of the world at which an application with the name was acknowledged last. */
  applied?: number
  /** The time of the world at which the erasure began. */
  erasedFrom?: number
  /** True if the erasure could not reach the archives, which the next start of the kiosk does. */
  isInArchives?: boolean
}

export interface Payment extends Thing {
  id: string
  riders: readonly Rider[]
  cents: number
  /** The number of restores that had begun or ended before. */
  restores: number
  /** The letter and the number of the receipt. */
  name?: string
}

/**
 * The disk is full, its files are held, or it breaks; answers of the network are lost or come twice; the database restarts,
 * or loses connections.
 */
export type Trouble = 'full' | 'held' | 'broken' | 'network' | 'away' | 'unsteady'

export interface Reply {
  status: number
  body: Buffer
  /** True if the kiosk has acknowledged the order. */
  isDone: boolean
  data: Record<string, unknown>[]
  error?: string
  /** True if the order may be done although it was refused: it has come twice, or a disk has failed. */
  isOpen: boolean
}

/** The calls of the disk that decide what a power cut leaves. */
const lasting = ['rename', 'unlink', 'fsync']

const person = { name: 'person' }

/** Prepares the machines of a day: one with a folder or, `isShared`, two with a database. */
export function openDay(world: World, { isShared = false } = {}): Desk {
  const database = isShared
    ? new DatabaseServer(world, ({ stack }) => desk.faults.push(String(stack)))
    : undefined
  const machineOf = (name: string): Machine => {
    const disk = new Disk()
    for (const path of [folder, '/tmp', '/home', '/home/mesa', '/usb']) disk.create(path, 'folder')
    if (world.seed % 10 === 0 && !isShared) addDecided(disk, world)
    disk.sync(disk.root)
    for (const path of [folder, '/home', '/home/mesa']) disk.sync(disk.need(path, 'open'))
    return {
      ...{ world, disk, database, name, servers: new Map(), processes: new Set() },
      // Another program, such as an antivirus, holds files open for a moment.
      faults: (call) => {
        if (lasting.includes(call)) desk.onLasting()
        if (desk.trouble === 'held' && ['rename', 'unlink'].includes(call) && world.random.chance(0.3))
          return 'EBUSY'
        return desk.trouble === 'broken' && call !== 'close' && world.random.chance(0.05) ? 'EIO' : undefined
      },
    }
  }
  const desk = new Desk([machineOf('mesa-a'), ...(isShared ? [machineOf('mesa-b')] : [])])
  return desk
}

function isOfConnection(error: unknown): boolean {
  return /ECONN/.test(String((error as { code?: string }).code))
}

/** Puts into the folder as many applications as there are turns, or almost: the desk has decided on all of them today. */
function addDecided(disk: Disk, world: World): void {
  const at = new Date(world.time - 3_600_000).toISOString()
  const turn = 999 - world.random.below(3)
  const applications = Array.from({ length: turn }, (_, index) => ({
    id: String(index).padStart(22, '0'),
    ...{ device: phone, draft: { name: 'Ana', lastname: 'Quispe' }, photo: null, language: 'es' },
    ...{ turn: index + 1, at, outcome: { refused: 'Falta la licencia' } },
  }))
  const file = disk.create(`${folder}/applications.json`, 'file')
  disk.write(file, 0, Buffer.from(JSON.stringify({ turn, applications })))
  disk.sync(file)
}

export class Desk {
  readonly told: string[] = []
  readonly faults: string[] = []
  readonly riders: Rider[] = []
  readonly payments: Payment[] = []
  readonly scans: (Thing & { id: string })[] = []
  readonly charges: (Thing & { id: string; rider: Rider; event: string })[] = []
  readonly signatures: (Thing & { rider: Rider })[] = []
  /** The scans that a phone at the gate keeps until it sends them. */
  readonly queue: { scan: Thing; passage: object }[] = []
  /** The values that answers have shown. */
  readonly seen = new Seen()
  /** Texts of requests that were refused: nothing with them is stored. */
  readonly refused = new Set<string>()
  /** The names of receipts that were ever given, with their orders. */
  readonly receipts = new Map<string, string>()
  /** The number from which on the receipts of the letter A have no gaps: that of the first payment since the last restore. */
  firstReceipt = 1
  /** The backups on the stick, with what was stored for certain when each of them began. */
  readonly copies: { path: string; stored: ReadonlySet<Thing> }[] = []
  /** The numbers of imports and merges that can be undone, with the riders that they brought. */
  readonly undoable = new Map<number, Rider[]>()
  event = ''
  code = ''
  /** The kiosks, in the order of their machines. */
  readonly kiosks: Program[] = []
  /** The backup of another desk, once somebody has brought it. */
  other?: { path: string; riders: Rider[] }
  isMerging = false
  /** The number of restores that have begun, and of those that have ended. */
  restores = 0
  /** True once an order has begun that writes the files of the kiosk anew. */
  isRewriting = false
  /** Is called before each call of `lasting`. */
  onLasting = () => {}
  /** The trouble with the disk or the network at the moment. */
  trouble?: Trouble
  #troubles = 0
  #kiosks = 0
  #made = 0
  /** The numbers of orders that are not answered, by what they say. */
  #keys = new Map<string, number>()
  #keysMade = 0

  constructor(readonly machines: readonly Machine[]) {}

  /** The machine at which people give commands. */
  get machine(): Machine {
    return this.machines[0] as Machine
  }

  /** The place of the data. */
  get data(): string {
    return this.machine.database ? address : folder
  }

  /** The folders with all files of the data. */
  get files(): [disk: Disk, folder: string][] {
    return this.machines.map(({ disk, database }) => [disk, database ? '/home/mesa' : folder])
  }

  /** Waits, in milliseconds of the world. */
  pause(delay: number): Promise<void> {
    return new Promise((resolve) => this.machine.world.after(person, 'pause', delay, resolve))
  }

  /** Lets the world go on until some work has ended. */
  async until<Result>(work: Promise<Result>): Promise<Result> {
    let outcome: { value: Result } | { error: unknown } | undefined
    work.then(
      (value) => {
        outcome = { value }
      },
      (error) => {
        outcome = { error }
      },
    )
    const hasEnded = await this.machine.world.run(() => outcome !== undefined)
    if (!hasEnded || !outcome) throw new Error('something waits for ever')
    if ('error' in outcome) throw outcome.error
    return outcome.value
  }

  /** Starts the kiosk of a machine, and waits until it is open. Somebody starts it again whom it asks to repeat that. */
  async open(index = 0, starts = 1): Promise<void> {
    this.#kiosks += 1
    const kiosk = new Program(this.machines[index] as Machine, `kiosk ${this.#kiosks}`, 'server.cjs')
    this.kiosks[index] = kiosk
    const options = ['--port', String(port), '--no-open', '--no-https', '--country-code', '51']
    let failure: unknown
    kiosk.run(['serve', '--data', this.data, ...options]).catch((error) => {
      failure = error
    })
    for (let waits = 0; waits < 4000; waits += 1) {
      if (kiosk.out.includes('Para cerrarlo')) {
        for (const rider of this.riders) rider.isInArchives = false
        return
      }
      if (kiosk.isDead && / repita$/.test(kiosk.err.trim()) && starts < 5) return this.open(index, starts + 1)
      if (kiosk.isDead || failure) throw new Error(`the kiosk does not start: ${kiosk.err} ${failure ?? ''}`)
      await this.pause(25)
    }
    throw new Error(`the kiosk is not open after 100 s: ${kiosk.err}`)
  }

  /** Ends the kiosk of a machine in one of three ways, and starts it again. */
  async restart(how: 'power' | 'kill' | 'stop', index = this.#any()): Promise<void> {
    const [kiosk, machine] = [this.kiosks[index] as Program, this.machines[index] as Machine]
    if (how === 'stop') {
      kiosk.signal('SIGTERM')
      for (let waits = 0; waits < 2000 && !kiosk.isDead; waits += 1) await this.pause(25)
      if (!kiosk.isDead) this.faults.push(`the kiosk does not stop: ${kiosk.err}`)
    }
    if (how === 'power') for (const one of [...machine.processes]) one.end()
    kiosk.end()
    if (how === 'power') machine.disk.cutPower(machine.world.random)
    for (const line of kiosk.err.split('\n'))
      if (/Algo falló/.test(line)) this.faults.push(`${kiosk.name}: ${line}`)
    await this.open(index)
  }

  /** Returns the index of a machine. */
  #any(): number {
    return this.machines.length === 1 ? 0 : this.machine.world.random.below(this.machines.length)
  }

  /** Waits for the next rewrite, and then for some calls of `lasting`. */
  afterCalls(count: number): Promise<void> {
    this.isRewriting = false
    let left = count
    return new Promise((resolve) => {
      this.onLasting = () => {
        if (this.isRewriting) left -= 1
        if (left < 0) resolve()
      }
    })
  }

  /** Makes the disk, the network or the database bad for some seconds. */
  async disturb(trouble: Trouble, duration: number): Promise<void> {
    const { disk, database } = this.machine
    this.trouble = trouble
    this.#troubles += 1
    if (trouble === 'full') disk.capacity = disk.used() + this.machine.world.random.below(3000)
    if (database) {
      database.isAway = trouble === 'away'
      database.isUnsteady = trouble === 'unsteady'
      if (database.isAway) database.loseSessions()
    }
    await this.pause(duration)
    disk.capacity = Number.POSITIVE_INFINITY
    if (database) database.isAway = database.isUnsteady = false
    await this.pause(5000)
    this.trouble = undefined
  }

  /** Returns a function that returns true if an order that begins now may have failed by a trouble, however late it fails. */
  #watchTroubles(): () => boolean {
    const before = this.#troubles
    const isTroubled = this.trouble !== undefined || (this.machine.database?.late ?? 0) > 0
    return () => isTroubled || this.#troubles !== before
  }

  /** Prepares the day: an event with categories and prices, a letter, and the reception for riders' own phones. */
  async prepare(): Promise<void> {
    const [{ id = '', opened_at: _from, closed_at: _until, ...event } = {}] = (
      await this.ask('GET', '/api/events')
    ).data
    this.event = String(id)
    await this.ask('PUT', `/api/events/${id}`, { ...event, name: 'Copa', categories, reserved })
    await this.ask('GET', `/api/reserved/${id}`)
    const [{ version } = {}] = (await this.ask('GET', '/api/till')).data
    const till = { event: this.event, version, currency: 'PEN', prices, means: ['Yape'] }
    await this.ask('PUT', '/api/till', till)
    await this.ask('PUT', '/api/till/letter', { letter: 'A' })
    const [reception] = (await this.ask('PUT', '/api/reception', { is_open: true })).data
    this.code = new URL(String(reception?.url)).searchParams.get('c') ?? ''
    await this.ask('POST', '/api/chips', { event: this.event, chips })
    await this.ask('PUT', '/api/waiver', { text: 'Corro bajo mi responsabilidad.', version: noWaiver })
    await this.ask('PUT', '/api/till/float', { event: this.event, float: 10_000 })
  }

  /** Sends a request to a kiosk as its laptop, or from another address. What is uploaded stays at the first one. */
  async ask(
    method: string,
    path: string,
    body?: unknown,
    {
      from = '127.0.0.1',
      type = 'application/json',
      at = path.startsWith('/api/merges') ? 0 : this.#any(),
      id = '',
    } = {},
  ): Promise<Reply> {
    const machine = this.machines[at] as Machine
    const bytes =
      body === undefined ? undefined : Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
    const said = `${method} ${path} ${bytes}`
    const key = method === 'GET' ? undefined : id || this.#idOf(said)
    const order = {
      ...{ method, path, from, key },
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(bytes && { 'content-type': type }),
        ...(key && { [orderHeader]: key }),
      },
      ...(bytes && { body: bytes }),
    }
    const mayFail = this.#watchTroubles()
    const { answer, isAgain } = await this.#sendAs(this.#fate(machine), machine, order)
    if (answer.status < 500) this.#keys.delete(said)
    const reply = this.#reply(method, path, answer)
    if (reply.status >= 500 && reply.status !== 503 && !mayFail())
      this.faults.push(`${method} ${path}: ${reply.status} ${reply.body}`)
    const isOfMoney = /\/(payments|refund|charges|lend)$/.test(path)
    if (reply.isDone && isOfMoney && machine.world.random.chance(0.2)) await this.#sendOther(machine, order)
    const isUnknown = reply.status === 500 || /no se sabe si se guardó/.test(reply.error ?? '')
    return { ...reply, isOpen: !reply.isDone && (isAgain || isUnknown) }
  }

  #fate({ world: { random } }: Machine) {
    const isBad = this.trouble === 'network' && random.chance(0.4)
    return isBad ? random.pick(['lost', 'unanswered', 'late', 'twice'] as const) : 'sent'
  }

  /** Sends an order that the network loses, delays or doubles. The answer of an order with an identifier can be asked again. */
  async #sendAs(fate: string, machine: Machine, order: Parameters<typeof ask>[3] & { key?: string }) {
    const { random } = machine.world
    if (fate === 'lost') throw connectionError()
    if (fate === 'late') await this.pause(random.below(600_000))
    const again = fate === 'twice' && ask(machine, person, port, order)
    const answer = await ask(machine, person, port, order)
    if (again) await again
    if (fate !== 'unanswered') return { answer, isAgain: again !== false }
    if (!order.key || random.chance(0.5)) throw connectionError()
    const second = await ask(machine, person, port, order)
    const isRefused = second.status >= 400 && second.status < 500 && ![404, 410].includes(second.status)
    if (answer.status < 300 && isRefused)
      this.faults.push(
        `${order.method} ${order.path}, sent again: ${answer.status}, then ${second.status} ${second.body}`,
      )
    return { answer: second, isAgain: true }
  }

  /** Sends the identifier of an order that is done with another content. */
  async #sendOther(machine: Machine, order: Parameters<typeof ask>[3]): Promise<void> {
    const body = Buffer.from(String(order.body).replace(/(cents|owed|deposit)":(\d)/, '$1":9$2'))
    const { status } = await ask(machine, person, port, { ...order, body })
    const isOther = !body.equals(Buffer.from(String(order.body)))
    if (status < 300 && isOther) this.faults.push(`${order.path}, sent again with another content: ${status}`)
  }

  /** Returns the identifier of an order, which is the same until it is answered. Half of the forms of riders have none. */
  #idOf(said: string): string | undefined {
    const number = this.#keys.get(said) ?? ++this.#keysMade
    this.#keys.set(said, number)
    return number % 2 === 1 || !said.startsWith('POST /api ') ? `pedido-${number}-de-la-mesa` : undefined
  }

  /** Sends a request that follows from a definition. */
  async request({ method, path, body, type, mark }: Request): Promise<Reply> {
    const reply = await this.ask(method, path, body, { type })
    if (reply.status >= 400 && reply.status < 500 && !reply.isOpen) this.refused.add(mark)
    return reply
  }

  /** Sends a form. */
  send(path: string, parts: Record<string, string | Buffer | undefined>, from?: string): Promise<Reply> {
    const boundary = '----frontera'
    const bytes = Object.entries(parts).flatMap(([name, value]) => {
      if (value === undefined) return []
      const file = Buffer.isBuffer(value) ? '; filename="a.jpg"\r\nContent-Type: image/jpeg' : ''
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`
      return [Buffer.from(head), Buffer.from(value as string), Buffer.from('\r\n')]
    })
    const body = Buffer.concat([...bytes, Buffer.from(`--${boundary}--\r\n`)])
    return this.ask('POST', path, body, { from, type: `multipart/form-data; boundary=${boundary}` })
  }

  #reply(method: string, path: string, { status, body, headers }: Answer): Omit<Reply, 'isOpen'> {
    const isJson = String(headers['content-type']).includes('json')
    const json = isJson && body.length > 0 ? JSON.parse(String(body)) : undefined
    this.machine.world.trace(`${method} ${path} ${status} ${body.length}`)
    if (status < 300 && json) this.seen.note(json.data, listOf(path))
    return { status, body, isDone: status < 300, data: json?.data ?? [], error: json?.error }
  }

  /** Runs a command beside the kiosk. One that dies with the power returns 137. */
  async run(
    args: readonly string[],
    { input, folder = this.data }: { input?: string; folder?: string } = {},
  ) {
    this.#made += 1
    const bundle = args[0] === 'call' ? 'server.cjs' : 'commands.cjs'
    const command = new Program(this.machine, `${args[0]} ${this.#made}`, bundle, { input })
    const code = await Promise.race([
      command.run([...args, '--data', folder]),
      new Promise<number>((resolve) => command.events.once('ended', resolve)),
    ])
    if (/algo falló/i.test(command.err)) this.faults.push(`${args.join(' ')}: ${command.err}`)
    return { code, out: command.out, err: command.err }
  }

  /** Gives an order as a command. One that fails may have done a part of it. */
  async command(args: readonly string[], options?: { input: string }): Promise<Reply> {
    const { code, err } = await this.run(args, options)
    const isDone = code === 0
    return {
      status: isDone ? 200 : 500,
      body: Buffer.alloc(0),
      isDone,
      isOpen: !isDone,
      data: [],
      error: err,
    }
  }

  /** Gives an order, and notes it. A connection that breaks is no fault. */
  async give(name: string, work: () => Promise<string | undefined>): Promise<void> {
    const index = this.told.push(name) - 1
    try {
      const outcome = await work()
      this.told[index] = `${name}${outcome === undefined ? '' : `: ${outcome}`}`
    } catch (error) {
      if (!isOfConnection(error)) throw error
      this.told[index] = `${name}: no answer`
    }
  }

  /** Sends an order whose answer may be lost: until it has arrived, nobody knows if it was done. */
  async learn(thing: Thing, to: Known, work: () => Promise<Reply>): Promise<Reply> {
    const { known: before, doubts } = thing
    thing.known = 'maybe'
    thing.orders = (thing.orders ?? 0) + 1
    const reply = await work().finally(() => {
      thing.orders = (thing.orders ?? 1) - 1
    })
    const isDoubted = thing.doubts !== doubts && !(reply.isDone && to === 'erased')
    // Meanwhile, something else may have happened to it, such as an erasure. A refusal says nothing of what another order,
    // which waits for its answer, does to it.
    const isKnown = !isDoubted && !reply.isOpen && (reply.isDone || thing.orders === 0)
    if (thing.known === 'maybe' && isKnown) thing.known = reply.isDone ? to : before
    return reply
  }

  /** Sends an order again and again, as a page does, until it is answered. */
  async insist(send: () => Promise<Reply>): Promise<Reply> {
    for (let tries = 1; ; tries += 1)
      try {
        return await send()
      } catch (error) {
        if (!isOfConnection(error) || tries === 4) throw error
        await this.pause(500 * tries)
      }
  }

  newNumber(): number {
    this.#made += 1
    return this.#made
  }

  newRider() {
    return this.formOf(40_000_000 + this.newNumber())
  }

  /** Returns the form of the only rider with a document. */
  formOf(dni: number): { dni: number; name: string; form: Record<string, unknown> } {
    const number = dni - 40_000_000
    const letters = [...String(dni * 7919)].map((digit) => 'bcdfghjklm'[Number(digit)])
    const name = `Zq${letters.join('')}`
    const form = {
      ...{ name, lastname: 'Quispe', email: `r${number}@ejemplo.org`, celular: 987_000_000 + number, dni },
      ...{ fechanac: '1994-02-28', nlicencia: `FM-${number}`, npiloto: String(number), licencia: 'Anual' },
      ...{ modalidad: 'MOTOCROSS', club: 'Cóndor', tiposangre: 'O+', participacion: 'Debutante' },
    }
    return { dni, name, form }
  }

  /** Returns a rider who is stored for certain, if there is one. */
  aRider(random: Random): Rider | undefined {
    const all = this.riders.filter(({ known }) => known === 'stored')
    return all.length === 0 ? undefined : random.pick(all)
  }

  /** All of which the desk knows something. */
  get things(): Thing[] {
    return [...this.riders, ...this.payments, ...this.scans, ...this.charges, ...this.signatures]
  }

  /** Returns all that is stored for certain. */
  stored(): ReadonlySet<Thing> {
    return new Set(this.things.filter(({ known }) => known === 'stored'))
  }
}
