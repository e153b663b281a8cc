/**
 * Random orders for the money of two desks, and what has to hold after each of them: every acknowledged payment is there
 * once, the numbers of receipts follow one another at each desk, and the balances are the sums of the lines.
 */
import { hostname } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { PilotosError } from '#domain/errors'
import { eventsOf, openEvent } from '#domain/events/events'
import type { Pilot } from '#domain/pilots/pilot'
import { owedIn } from '#domain/till/charging'
import { newTill } from '#domain/till/event-till'
import { type Charge, standing, sumOf } from '#domain/till/lines'
import type { TillBasis, TillOrder } from '#domain/till/orders'
import { partsOf } from '#domain/till/receipts'
import { tillReport } from '#domain/till/report'
import { mergeDesk, readOtherBackup } from '../../server/merge/merge.ts'
import { undoImportOrMerge } from '../../server/merge/undo.ts'
import { readBackup } from '../../server/store/backup/backup.ts'
import { restoreBackup } from '../../server/store/backup/restore.ts'
import { writeBackup } from '../../server/store/backup/write-backup.ts'
import type { OpenStores, ServedStores } from '../../server/store/shared/stores.ts'
import { stopClock } from './clock.ts'
import { aDraft } from './pilots.ts'
import { randomIntegers } from './random.ts'
import type { Place } from './random-orders.ts'
import { prices } from './till.ts'

/** The payments that a desk knows by their identifiers: the number of the receipt, and the sum of all parts. */
type Known = Map<string, { name: string; cents: number }>

const modalidades = ['MOTOCROSS', 'RALLY', 'ENDURO CROSS']

class TillDesk {
  stores!: OpenStores
  known: Known = new Map()
  /** The last number that was given. */
  last = 0
  /** The state that was known when the backup was made. */
  #saved?: { known: Known; path: string }
  #made = 0

  constructor(
    readonly place: Place,
    readonly letter: string,
    readonly random: (below: number) => number,
  ) {}

  async open(): Promise<void> {
    this.stores = await this.place.open()
  }

  /** Prepares the prices of the event. */
  async begin(): Promise<void> {
    const till = { ...newTill('PE'), prices, chips: [{ code: '401', label: '1', rented: true }] }
    const { id, ...event } = eventsOf((await this.stores.settings.read()).events)[0]
    const receipts = { [`mesa-${this.letter}`]: this.letter }
    await this.stores.settings.change({ events: { [id]: { ...event, till } }, receipts })
    await this.register()
  }

  async basis(): Promise<TillBasis> {
    const events = eventsOf((await this.stores.settings.read()).events)
    return { event: events[0], events, letter: this.letter, drawer: this.one('ana', 'luis') }
  }

  one<Value>(...values: readonly Value[]): Value {
    return values[this.random(values.length)] as Value
  }

  async rider(): Promise<Pilot> {
    const { pilots } = await this.stores.pilots.list({ order: 'asc' })
    if (pilots.length > 0) return this.one(...pilots)
    // All riders of the restored backup were erased since.
    await this.register()
    return this.rider()
  }

  #id(): string {
    this.#made += 1
    return `${this.letter}-orden-${this.#made}`
  }

  /** Gives an order, and notes the receipt that it made. */
  async give(order: TillOrder): Promise<void> {
    const { event, drawer } = await this.basis()
    const desk = { event, drawer, machine: `mesa-${this.letter}` }
    const { payment } = await this.stores.pilots.changeTill(order, desk, 'ana')
    if (!payment || this.known.has(payment.receipt)) return
    this.last += 1
    const name = `${payment.letter}-${payment.number}`
    if (name !== `${this.letter}-${this.last}`)
      throw new Error(`${name} is not the receipt after ${this.last}`)
    this.known.set(payment.receipt, { name, cents: await this.#centsOf(payment.receipt) })
  }

  async #centsOf(id: string): Promise<number> {
    const { pilots } = await this.stores.pilots.list()
    const parts = pilots.flatMap(({ payments = [] }) => payments).filter(({ receipt }) => receipt === id)
    return parts.reduce((sum, { cents }) => sum + cents, 0)
  }

  async owed(rider: Pilot): Promise<number> {
    const { event } = await this.basis()
    return owedIn(rider, event, new Date().toISOString()) ?? 0
  }

  async register(): Promise<void> {
    const { id } = await this.stores.pilots.register(aDraft({ npiloto: 'S/N' }))
    await this.enter(id)
  }

  async enter(id?: string): Promise<void> {
    const ids = [(id ?? (await this.rider()).id) as Pilot['id']]
    const { event } = await this.basis()
    const chosen = modalidades.filter(() => this.random(2) === 0)
    const order = {
      kind: 'enter',
      ids,
      modalidades: chosen.length > 0 ? chosen : ['RALLY'],
      number: null,
    } as const
    await this.stores.pilots.changeEntries(order, event, 'ana')
  }

  async withdraw(): Promise<void> {
    const { event } = await this.basis()
    const order = { kind: 'withdraw', ids: [(await this.rider()).id] } as const
    await this.stores.pilots.changeEntries(
      { ...order, modalidad: this.one(...modalidades, undefined) },
      event,
      'ana',
    )
  }

  async pay(): Promise<void> {
    const riders = new Map<string, Pilot>()
    for (let left = 1 + this.random(3); left > 0; left -= 1) {
      const rider = await this.rider()
      riders.set(rider.id, rider)
    }
    const parts = await Promise.all(
      [...riders.values()].map(async (rider) => {
        const owed = (await this.owed(rider)) + this.one(0, 0, 0, 0, 100)
        return { rider: rider.id, owed, cents: this.one(owed, owed, Math.ceil(owed / 3)) }
      }),
    )
    const due = parts.filter(({ owed }) => owed > 0)
    const order = {
      kind: 'pay',
      id: this.#id(),
      parts: due.length > 0 ? due : parts,
      means: this.one('Efectivo', 'Transferencia'),
    } as const
    await this.give(order)
    if (this.random(3) === 0) await this.give(order)
  }

  async refund(): Promise<void> {
    const { pilots } = await this.stores.pilots.list()
    for (const rider of pilots) {
      const owed = await this.owed(rider)
      if (owed < 0)
        return this.give({ kind: 'refund', id: this.#id(), rider: rider.id, owed, means: 'Efectivo' })
    }
  }

  async void(): Promise<void> {
    const payment = this.one(...this.known.keys())
    if (payment !== undefined) await this.give({ kind: 'void', id: this.#id(), payment, reason: 'Error' })
  }

  /** Gives a payment the number of its transfer. Two desks may know two numbers of one payment. */
  async reference(): Promise<void> {
    const payment = this.one(...this.known.keys())
    if (payment !== undefined)
      await this.give({ kind: 'reference', payment, reference: this.one('OP-1', 'OP-2') })
  }

  async charge(): Promise<void> {
    const cents = this.one(5000, 5000, 4000)
    await this.give({ kind: 'charge', id: this.#id(), rider: (await this.rider()).id, price: 'lic', cents })
  }

  async uncharge(): Promise<void> {
    const rider = await this.rider()
    const line = this.one<Charge | undefined>(...standing(rider.charges ?? []))
    const exemption = this.one({ reason: 'Invitado', owed: await this.owed(rider) }, { reason: 'Juez' }, {})
    if (line) await this.give({ kind: 'uncharge', rider: rider.id, charges: [line.id], ...exemption })
  }

  async lend(): Promise<void> {
    await this.give({
      kind: 'lend',
      id: this.#id(),
      rider: (await this.rider()).id,
      chip: '401',
      deposit: 3000,
    })
  }

  async return(): Promise<void> {
    await this.give({ kind: 'return', chip: '401' })
  }

  async remove(): Promise<void> {
    const { id } = await this.rider()
    await this.stores.pilots.remove(id)
    await this.stores.pilots.undoRemove(id)
  }

  async erase(): Promise<void> {
    const { pilots } = await this.stores.pilots.list()
    if (pilots.length > 6) await this.stores.erasures.erase([(await this.rider()).id])
  }

  async reopen(): Promise<void> {
    await this.stores.close()
    await this.open()
  }

  async backUp(): Promise<void> {
    const path = join(this.place.backups, `${this.letter}.tar.gz`)
    await writeBackup(this.stores, path)
    this.#saved = { known: new Map(this.known), path }
  }

  /** Brings an earlier state back: what was paid since is not there any more, and its numbers are not given again. */
  async restore(): Promise<void> {
    if (!this.#saved) return
    const before = this.known
    await restoreBackup(this.stores, await readBackup(this.#saved.path))
    const { events } = await this.basis()
    this.known = new Map(this.#saved.known)
    // The amounts of those who were erased since stay in the till.
    for (const { payment } of partsOf([], events)) {
      const one = before.get(payment.receipt)
      if (one) this.known.set(payment.receipt, { ...one, cents: Number.NaN })
    }
  }

  async merge(other: TillDesk, isUndone: boolean): Promise<void> {
    const path = join(this.place.backups, 'otra.tar.gz')
    await writeBackup(other.stores, path)
    const data = { ...(await readOtherBackup(path)), desk: 'Otra mesa' }
    const choices = { prefer: 'this' as const, eraseToo: true }
    const order = { choices, by: 'jefa', folder: this.place.backups }
    const { change = 0 } = await mergeDesk(this.stores, data, order)
    const before = this.known
    this.known = new Map([...other.known, ...before])
    if (!isUndone) return
    await undoImportOrMerge(this.stores, change, { by: 'jefa', folder: this.place.backups })
    this.known = before
  }

  /** Returns what does not hold. */
  async faults(): Promise<string[]> {
    const { event, events } = await this.basis()
    const { pilots } = await this.stores.pilots.list()
    const now = new Date().toISOString()
    const report = tillReport(pilots, event, now)
    const faults: string[] = []
    const sums = new Map<string, number>()
    const names = new Map<string, string>()
    for (const { payment } of partsOf(pilots, events)) {
      sums.set(payment.receipt, (sums.get(payment.receipt) ?? 0) + payment.cents)
      const name = `${payment.letter}-${payment.number}`
      if ((names.get(name) ?? payment.receipt) !== payment.receipt) faults.push(`${name} was given twice`)
      names.set(name, payment.receipt)
    }
    for (const [id, { name, cents }] of this.known)
      if (!sums.has(id) || (!Number.isNaN(cents) && sums.get(id) !== cents))
        faults.push(`${name} has ${sums.get(id)} of ${cents}`)
    for (const id of sums.keys()) if (!this.known.has(id)) faults.push(`${id} was never acknowledged`)
    const total = [...sums.values()].reduce((sum, cents) => sum + cents, 0)
    if (report.paid !== total) faults.push(`the report has ${report.paid} of ${total}`)
    const drawers = report.drawers.flatMap(({ expected }) => Object.values(expected))
    if (drawers.reduce((sum, cents) => sum + cents, 0) !== total) faults.push('the drawers have another sum')
    for (const { id, charges = [] } of pilots)
      if (sumOf(charges) !== sumOf(standing(charges))) faults.push(`what ${id} is charged does not stand`)
    const balances = pilots.map((rider) => owedIn(rider, event, now) ?? 0)
    const owed = balances.reduce((sum, cents) => sum + cents, 0)
    if (owed !== report.charged - report.exempt - report.paid) faults.push(`the balances are ${owed}`)
    return faults
  }
}

const weights = {
  ...{ register: 4, enter: 4, withdraw: 2, pay: 10, refund: 3, void: 3, charge: 3, uncharge: 3, lend: 2 },
  reference: 2,
  ...{ return: 2, remove: 1, erase: 1, reopen: 1, backUp: 2, restore: 1 },
} as const satisfies Partial<Record<keyof TillDesk, number>>
const kinds = Object.entries(weights).flatMap(([kind, weight]) =>
  Array.from({ length: weight }, () => kind as keyof typeof weights),
)

/** Gives random orders to two desks, which merge each other. Returns the first fault, with the orders until then. */
export async function firstTillFault(one: Place, other: Place, seed: number, steps: number) {
  stopClock()
  const random = randomIntegers(seed)
  const desks = [new TillDesk(one, 'A', random), new TillDesk(other, 'B', random)] as const
  const orders: string[] = []
  for (const desk of desks) {
    await desk.open()
    await desk.begin()
  }
  try {
    for (let step = 0; step < steps; step += 1) {
      // Histories of two desks are joined by their times.
      vi.setSystemTime(Date.now() + 61_000)
      const index = random(2)
      const [desk, second] = [desks[index] as TillDesk, desks[1 - index] as TillDesk]
      const kind = random(16) === 0 ? 'merge' : (kinds[random(kinds.length)] as keyof typeof weights)
      orders.push(`${desk.letter} ${kind}`)
      try {
        await (kind === 'merge' ? desk.merge(second, random(4) === 0) : desk[kind]())
      } catch (error) {
        if (!(error instanceof PilotosError)) throw error
        orders.push(`  ${error.message}`)
      }
      const faults = await desk.faults()
      if (faults.length > 0) return { faults, orders }
    }
  } finally {
    for (const { stores } of desks) await stores.close()
  }
  return undefined
}

/** The work that takes the last payment, that of a rider, away from what the riders have. */
const losses = {
  erasure: ({ erasures }: ServedStores, rider: Pilot) => erasures.erase([rider.id]),
  restore: async (stores: ServedStores, _rider: Pilot, backup: string) =>
    restoreBackup(stores, await readBackup(backup)),
}

/**
 * Gives two receipts, of which the second one is lost by an erasure or a restore, and one more in the moment in which the
 * desk `payer` knows of the loss. Returns the names of all receipts afterwards.
 */
export async function receiptsBeside(
  loss: keyof typeof losses,
  stores: ServedStores,
  backups: string,
  payer = stores,
): Promise<string[]> {
  const { id: event, ...first } = openEvent((await payer.settings.read()).events)
  await payer.settings.change({
    events: { [event]: { ...first, till: { ...newTill('PE'), prices } } },
    receipts: { [hostname()]: 'A' },
  })
  const riders: Pilot[] = []
  for (const _ of ['ana', 'eva', 'luz']) riders.push(await stores.pilots.register(aDraft({ npiloto: 'S/N' })))
  const ids = riders.map(({ id }) => id)
  const order = { kind: 'enter', ids, modalidades: ['RALLY'], number: null } as const
  await stores.pilots.changeEntries(order, { id: event }, 'ana')
  const pay = ({ id: rider }: Pilot) => {
    const part = { rider, owed: 8000, cents: 8000 }
    const id = `orden-${rider}`
    const payment = { kind: 'pay', id, parts: [part], means: 'Efectivo' } as const
    return payer.pilots.changeTill(payment, { event: { id: event }, drawer: 'ana' }, 'ana')
  }
  const [ana, eva, luz] = riders as [Pilot, Pilot, Pilot]
  await pay(ana)
  const path = join(backups, 'antes.tar.gz')
  await writeBackup(stores, path)
  await pay(eva)
  const paid = new Promise((resolve) => {
    const unsubscribe = payer.pilots.subscribe(() => {
      unsubscribe()
      resolve(pay(luz))
    })
  })
  await losses[loss](stores, eva, path)
  await paid
  const { pilots } = await stores.pilots.list()
  const [till] = eventsOf((await stores.settings.read()).events)
  return tillReport(pilots, till, new Date().toISOString()).receipts.map(({ name }) => name)
}
