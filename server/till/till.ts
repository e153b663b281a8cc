/** The till of the open event, and the letter of the receipts of this machine. */
import { hostname } from 'node:os'
import type { PartOf } from '#domain/api/calls'
import type { Settings } from '#domain/desk/settings'
import { InvalidError, MalformedError, PilotosError } from '#domain/errors'
import type { RaceEvent } from '#domain/events/event'
import { asStored, eventsOf, openEvent, requiredEvent, requireOpenEvent } from '#domain/events/events'
import type { Pilot } from '#domain/pilots/pilot'
import { authorAt } from '#domain/staff/roles'
import { visible } from '#domain/text/names'
import { fold } from '#domain/text/text'
import type { TillInfo } from '#domain/till/calls'
import { withCharges } from '#domain/till/charging'
import {
  type EventTill,
  meansOf,
  openShift,
  type Shift,
  type ShiftKey,
  shiftsMatch,
  tillOf,
  withShift,
} from '#domain/till/event-till'
import { type Charge, type Payment, usualMeans } from '#domain/till/lines'
import type { TillDesk } from '#domain/till/orders'
import { priceProblems, storedPrices } from '#domain/till/price'
import { givesReceipts, partsOf } from '#domain/till/receipts'
import { type DrawerReport, drawersOf } from '#domain/till/report'
import type { Events } from '../settings/race-events.ts'
import type { OpenSettings } from '../store/documents/settings.ts'
import type { PendingState } from '../store/shared/store.ts'
import type { Stores } from '../store/shared/stores.ts'
import { parts } from '../store/shared/versions.ts'

type Count = NonNullable<Shift['closed']> & Pick<DrawerReport, 'expected' | 'float'>

const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))

export class Till {
  constructor(
    private readonly settings: OpenSettings,
    private readonly events: Pick<Events, 'open' | 'required'>,
    private readonly stores: Pick<Stores, 'pilots'>,
    private readonly machine = hostname(),
  ) {}

  get current(): EventTill {
    return tillOf(this.events.open)
  }

  /** Returns who gives an order, and in which event. */
  deskOf(event: string, author: string): TillDesk {
    return { event: { id: event }, drawer: this.#drawerOf(author), machine: this.machine }
  }

  /** The letter of this machine. Undefined until somebody chooses it, also for a folder that was copied. */
  get letter(): string | undefined {
    return this.settings.current.receipts?.[this.machine]
  }

  /** Returns the name of the drawer of an author: «esta laptop» would be another one at another desk. */
  #drawerOf(author: string): string {
    return authorAt(this.machine, author) ?? author
  }

  async describe(author: string, id = 'open'): Promise<TillInfo> {
    const { letter } = this
    const event = this.events.required(id)
    const current = tillOf(event)
    // The prices may be others once the riders are there.
    const version = this.settings.versionOf(parts.prices(event.id))
    const drawer = this.#drawerOf(author)
    const { pilots } = await this.stores.pilots.list()
    const { used, isOwnSpent } = this.#usedLetters(pilots, this.settings.current)
    const isUsable = letter !== undefined && !isOwnSpent
    const shift = isUsable ? openShift(current.shifts, { letter, drawer }) : undefined
    return {
      event: event.id,
      version,
      currency: current.currency,
      prices: current.prices.map((price) => ({ ...price })),
      means: meansOf(current),
      letter: isUsable ? letter : null,
      letters: letters.filter((one) => !used.has(one)),
      drawer,
      float: shift && current.shifts.includes(shift) ? shift.float : null,
    }
  }

  /** Returns the letters that are taken, and whether that of this machine gives no receipt any more. */
  #usedLetters(riders: readonly Pilot[], { events: stored, receipts = {} }: Settings) {
    const events = eventsOf(stored)
    const parts = partsOf(riders, events)
    const spent = events.flatMap(({ till }) => Object.keys(till?.spent ?? {}))
    const own = receipts[this.machine]
    return {
      used: new Set([...parts.map(({ payment }) => payment.letter), ...spent, ...Object.values(receipts)]),
      isOwnSpent: own !== undefined && !givesReceipts(own, parts, events),
    }
  }

  /** @throws PilotosError if another machine has the letter */
  chooseLetter(letter: string, by?: string): Promise<void> {
    return this.settings.decide((settings, state) => {
      const { used, isOwnSpent } = this.#usedLetters(state.all(), settings)
      if (used.has(letter) && (letter !== settings.receipts?.[this.machine] || isOwnSpent))
        throw new PilotosError('conflict', `Otra laptop ya tiene la letra ${letter}: elija otra`)
      const event = openEvent(settings.events)
      const till = tillOf(event)
      // Another laptop that begins with a backup of this one knows by the event that the letter is taken.
      const events = asStored({ ...event, till: { ...till, spent: { [letter]: 0, ...till.spent } } })
      return { some: { events, receipts: { [this.machine]: letter } }, result: undefined }
    }, by)
  }

  /**
   * Changes the prices of the open event, and charges all riders by them: see `withCharges`. Resolves to the number of
   * riders who are charged. @throws InvalidError, PilotosError if somebody has changed them since
   */
  changePrices(
    id: string,
    { currency, prices: given, means, version, anew }: Omit<PartOf<'PUT /api/till', 'body'>, 'event'>,
    by: string,
  ): Promise<number> {
    const prices = storedPrices(given)
    const note = { at: new Date().toISOString(), by: this.#drawerOf(by) }
    const decide = (settings: Settings, state: PendingState) => {
      const open = requireOpenEvent(eventsOf(settings.events), id)
      const till = tillOf(open)
      const next = { ...till, currency, prices, means: otherMeans(means) }
      const problems = priceProblems(prices, open.categories, [...open.modalidades, ...modalidadesOf(till)])
      if (Object.keys(problems).length > 0) throw new InvalidError(problems)
      const riders = state.all()
      if (currency !== till.currency && isCurrencyInUse(till, linesOf(riders, open.id)))
        throw new InvalidError({ currency: 'Ya hay cobros: la moneda de este evento no cambia más' })
      const priced = { ...open, till: next }
      const charged = riders.map((rider) => withCharges(rider, priced, note, { anew }))
      const put = charged.filter((rider, index) => rider !== riders[index])
      return { some: { events: asStored(priced) }, put, result: put.length }
    }
    return this.settings.decide(decide, by, { part: parts.prices(id), version })
  }

  /**
   * Says how much cash a drawer has at the beginning of its shift.
   * @throws PilotosError without a letter, and if money was taken already: then only admins correct it
   */
  async setFloat(event: string, author: string, float: number, isAdmin: boolean): Promise<void> {
    const drawer = this.#drawerOf(author)
    await this.#change(
      event,
      (till, { id }, state) => {
        const letter = state.shared.settings.receipts?.[this.machine]
        if (letter === undefined)
          throw new PilotosError('conflict', 'Elija antes la letra de los recibos de esta laptop')
        const shift = openShift(till.shifts, { letter, drawer })
        if (!isAdmin && linesOf(state.all(), id).some((line) => 'means' in line && shiftsMatch(shift, line)))
          throw new PilotosError(
            'forbidden',
            'Ya cobró en este turno: ese monto lo corrige un administrador al cerrar su caja',
          )
        return { ...till, shifts: withShift(till.shifts, { ...shift, float }) }
      },
      { by: author },
    )
  }

  /**
   * Closes a shift. What is paid later belongs to the next one. `expected` is what the desk saw that should be there, and
   * `float` the cash at the beginning, which the count may correct.
   * @throws PilotosError if it is closed already, or if something else should be there now
   */
  close(event: string, key: ShiftKey, { expected, float, ...count }: Count): Promise<void> {
    const closed = { ...count, by: authorAt(this.machine, count.by) }
    const decide = (till: EventTill, { id }: RaceEvent, state: PendingState) => {
      const parts = partsOf(state.all(), eventsOf(state.shared.settings.events))
      const lines = parts.flatMap(({ payment }) => (payment.event === id ? [payment] : []))
      const means = new Set([...meansOf(till), ...lines.map((line) => line.means)])
      const unknown = Object.keys({ ...expected, ...closed.counted }).find((name) => !means.has(name))
      if (unknown !== undefined)
        throw new MalformedError(`«${unknown}» no es una forma de pago de este evento`)
      const drawer = drawersOf(lines, till.shifts).find((one) => shiftsMatch(one, key))
      if (!drawer) throw new PilotosError('not-found', `${key.drawer} no tiene una caja abierta`)
      const { expected: now, closed: earlier, ...shift } = drawer
      if (earlier)
        throw new PilotosError('conflict', `La caja de ${key.drawer} ya se cerró: cargue la página otra vez`)
      const isSame = (name: string) => (now[name] ?? 0) === (expected[name] ?? 0)
      if (!Object.keys({ ...now, ...expected }).every(isSame))
        throw new PilotosError(
          'conflict',
          `Mientras tanto cambió lo que debe haber en la caja de ${key.drawer}: revise la cuenta y ciérrela otra vez`,
        )
      return { ...till, shifts: withShift(till.shifts, { ...shift, float, closed }) }
    }
    return this.#change(event, decide, { isOver: true, by: count.by })
  }

  /**
   * Changes the till of the open event or, with `isOver`, of one that may be over.
   * @throws PilotosError if another event is open, InvalidError
   */
  async #change(
    id: string,
    decide: (till: EventTill, event: RaceEvent, state: PendingState) => EventTill,
    { isOver = false, by }: { isOver?: boolean; by?: string } = {},
  ): Promise<void> {
    await this.settings.changeEvents((stored, state) => {
      const event = (isOver ? requiredEvent : requireOpenEvent)(eventsOf(stored), id)
      return asStored({ ...event, till: decide(tillOf(event), event, state) })
    }, by)
  }

  /** Changes the chips of the open event. */
  changeChips(
    event: string,
    decide: (chips: EventTill['chips'], riders: readonly Pilot[]) => EventTill['chips'],
    by?: string,
  ): Promise<void> {
    return this.#change(
      event,
      (till, _event, state) => ({ ...till, chips: decide(till.chips, state.all()) }),
      { by },
    )
  }
}

/** Returns the charges and the payments of an event. */
function linesOf(riders: readonly Pilot[], event: string): (Charge | Payment)[] {
  const lines = riders.flatMap(({ charges = [], payments = [] }) => [...charges, ...payments])
  return lines.filter((line) => line.event === event)
}

function isCurrencyInUse({ currency, erased, shifts }: EventTill, lines: readonly (Charge | Payment)[]) {
  return shifts.length > 0 || [...lines, ...erased].some((line) => line.currency === currency)
}

/** Returns the means that are none of the usual ones, each once, however it is written. */
function otherMeans(given: readonly string[]): string[] {
  const byKey = new Map(given.map(visible).map((name) => [fold(name), name]))
  for (const name of ['', ...usualMeans]) byKey.delete(fold(name))
  return [...byKey.values()]
}

function modalidadesOf({ prices }: EventTill): string[] {
  return prices.flatMap(({ modalidad }) => (modalidad === undefined ? [] : [modalidad]))
}
