/** The till of the open event, and the letter of the receipts of this machine. */
import { hostname } from 'node:os'
import { InvalidError, MalformedError, PilotosError } from '#domain/errors'
import type { RaceEvent } from '#domain/events/event'
import { authorAt } from '#domain/staff/roles'
import { visible } from '#domain/text/names'
import { fold } from '#domain/text/text'
import type { PriceInfo, TillInfo } from '#domain/till/calls'
import {
  type EventTill,
  isSameShift,
  meansOf,
  newTill,
  openShift,
  type Shift,
  type ShiftKey,
  withShift,
} from '#domain/till/event-till'
import { usualMeans } from '#domain/till/lines'
import { type Currency, formatMoney } from '#domain/till/money'
import type { TillBasis, TillOrder } from '#domain/till/orders'
import { priceProblems, storedPrices } from '#domain/till/price'
import { givesReceipts, partsOf } from '#domain/till/receipts'
import { type DrawerReport, drawersOf } from '#domain/till/report'
import type { OpenSettings } from '../store/documents/settings.ts'
import type { Stores } from '../store/shared/stores.ts'
import { createMutex } from '../workers/turns.ts'
import type { Events } from './race-events.ts'

type Count = NonNullable<Shift['closed']> & Pick<DrawerReport, 'expected' | 'float'>

export interface GivenPrices {
  currency: Currency
  prices: readonly PriceInfo[]
  means: readonly string[]
  /** The prices that the edit began with, each as JSON, and the means. */
  base?: readonly string[]
}

const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))

export class Till {
  /** Drawers are closed one after the other, and orders wait for that: no count knows what is paid meanwhile. */
  readonly #closing = createMutex()

  constructor(
    private readonly settings: OpenSettings,
    private readonly events: Pick<Events, 'open' | 'all' | 'required' | 'requireOpen' | 'changeTill'>,
    private readonly stores: Pick<Stores, 'pilots'>,
    private readonly machine = hostname(),
  ) {}

  get current(): EventTill {
    return tillOf(this.events.open)
  }

  /**
   * Returns what an order needs. Of an event that is over, debts are paid and money is given back, and nothing is charged.
   * @throws PilotosError, NotFoundError
   */
  basis(id: string, author: string, { kind }: Pick<TillOrder, 'kind'>): TillBasis {
    const { letter, events } = this
    const event = laterKinds.has(kind) ? events.required(id) : events.requireOpen(id)
    return {
      ...{ event, events: events.all, drawer: this.#drawerOf(author) },
      ...(letter !== undefined && { letter }),
    }
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
    const drawer = this.#drawerOf(author)
    const { used, isOwnSpent } = await this.#usedLetters()
    const isUsable = letter !== undefined && !isOwnSpent
    const shift = isUsable ? openShift(current.shifts, { letter, drawer }) : undefined
    return {
      event: event.id,
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
  async #usedLetters(): Promise<{ used: Set<string>; isOwnSpent: boolean }> {
    const { pilots } = await this.stores.pilots.list()
    const parts = partsOf(pilots, this.events.all)
    const spent = this.events.all.flatMap(({ till }) => Object.keys(till?.spent ?? {}))
    const chosen = Object.values(this.settings.current.receipts ?? {})
    return {
      used: new Set([...parts.map(({ payment }) => payment.letter), ...spent, ...chosen]),
      isOwnSpent: this.letter !== undefined && !givesReceipts(this.letter, parts, this.events.all),
    }
  }

  /** @throws PilotosError if another machine has the letter */
  async chooseLetter(letter: string): Promise<void> {
    const { used, isOwnSpent } = await this.#usedLetters()
    if (used.has(letter) && (letter !== this.letter || isOwnSpent))
      throw new PilotosError('conflict', `Otra laptop ya tiene la letra ${letter}: elija otra`)
    // Another laptop that begins with a backup of this one knows by the event that the letter is taken.
    await this.events.changeTill(this.events.open.id, (till) => ({
      ...till,
      spent: { [letter]: 0, ...till.spent },
    }))
    await this.settings.change({ receipts: { [this.machine]: letter } })
  }

  /** @throws InvalidError, PilotosError if the prices are not those of `base` any more */
  async changePrices(event: string, { currency, prices: given, means, base }: GivenPrices): Promise<void> {
    const prices = storedPrices(given)
    const { pilots } = await this.stores.pilots.list()
    const lines = pilots.flatMap(({ charges, payments }) => [...(charges ?? []), ...(payments ?? [])])
    const its = lines.filter((line) => line.event === event)
    await this.events.changeTill(event, (till, open) => {
      const next = { ...till, currency, prices, means: otherMeans(means) }
      const before = partsOfPrices(till)
      // An earlier attempt of this change may be stored.
      if (base && !isSameList(base, before) && !isSameList(partsOfPrices(next), before)) {
        const changed = pricesText(till, base)
        const text = 'Otra persona cambió los precios mientras tanto'
        throw new PilotosError('conflict', changed ? `${text}: ${changed}` : text)
      }
      const problems = priceProblems(prices, open.categories, [...open.modalidades, ...modalidadesOf(till)])
      if (Object.keys(problems).length > 0) throw new InvalidError(problems)
      const hasLines = [...its, ...till.erased].some((line) => line.currency === till.currency)
      const isInUse = hasLines || till.shifts.length > 0
      if (isInUse && currency !== till.currency)
        throw new InvalidError({ currency: 'Ya hay cobros: la moneda de este evento no cambia más' })
      return next
    })
  }

  /**
   * Says how much cash a drawer has at the beginning of its shift.
   * @throws PilotosError without a letter, and if money was taken already: then only admins correct it
   */
  async setFloat(event: string, author: string, float: number, isAdmin: boolean): Promise<void> {
    const { letter } = this
    const drawer = this.#drawerOf(author)
    if (letter === undefined)
      throw new PilotosError('conflict', 'Elija antes la letra de los recibos de esta laptop')
    const { pilots } = await this.stores.pilots.list()
    const lines = pilots.flatMap(({ payments = [] }) => payments)
    await this.events.changeTill(event, (till) => {
      const shift = openShift(till.shifts, { letter, drawer })
      if (!isAdmin && lines.some((line) => line.event === event && isSameShift(shift, line)))
        throw new PilotosError(
          'forbidden',
          'Ya cobró en este turno: ese monto lo corrige un administrador al cerrar su caja',
        )
      return { ...till, shifts: withShift(till.shifts, { ...shift, float }) }
    })
  }

  /**
   * Closes a shift. What is paid later belongs to the next one. `expected` is what the desk saw that should be there, and
   * `float` the cash at the beginning, which the count may correct.
   * @throws PilotosError if it is closed already, or if something else should be there now
   */
  close(event: string, key: ShiftKey, count: Count): Promise<void> {
    return this.#closing(() => this.#close(event, key, count))
  }

  /** Resolves once no drawer is being closed. */
  idle(): Promise<void> {
    return this.#closing(async () => {})
  }

  async #close(event: string, key: ShiftKey, { expected, float, ...count }: Count): Promise<void> {
    const closed = { ...count, by: authorAt(this.machine, count.by) }
    // What was decided before belongs to the shift.
    await this.stores.pilots.settled()
    const { pilots } = await this.stores.pilots.list()
    const parts = partsOf(pilots, this.events.all).filter(({ payment }) => payment.event === event)
    const lines = parts.map(({ payment }) => payment)
    const change = (till: EventTill) => {
      const means = new Set([...meansOf(till), ...lines.map((line) => line.means)])
      const unknown = Object.keys({ ...expected, ...closed.counted }).find((name) => !means.has(name))
      if (unknown !== undefined)
        throw new MalformedError(`«${unknown}» no es una forma de pago de este evento`)
      const drawer = drawersOf(lines, till.shifts).find((one) => isSameShift(one, key))
      if (!drawer) throw new PilotosError('not-found', `${key.drawer} no tiene una caja abierta`)
      const { expected: now, closed: earlier, ...shift } = drawer
      // An earlier attempt of this change may be stored.
      if (earlier?.at === closed.at) return till
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
    await this.events.changeTill(event, change, { isOver: true })
  }

  /** Changes the chips of the open event. */
  changeChips(event: string, decide: (chips: EventTill['chips']) => EventTill['chips']): Promise<void> {
    return this.events.changeTill(event, (till) => ({ ...till, chips: decide(till.chips) }))
  }
}

function tillOf({ till, country }: RaceEvent): EventTill {
  return till ?? newTill(country)
}

/** The orders that an event which is over takes. */
const laterKinds: ReadonlySet<TillOrder['kind']> = new Set(['pay', 'void', 'refund', 'return', 'printed'])

/** Returns the means that are none of the usual ones, each once, however it is written. */
function otherMeans(given: readonly string[]): string[] {
  const byKey = new Map(given.map(visible).map((name) => [fold(name), name]))
  for (const name of ['', ...usualMeans]) byKey.delete(fold(name))
  return [...byKey.values()]
}

/** Returns what two edits of the prices can differ in. */
function partsOfPrices(till: EventTill): string[] {
  return [...till.prices.map((price) => JSON.stringify(price)), ...meansOf(till)]
}

/** Returns the prices and the means that an edit did not begin with, as people read them. */
function pricesText({ currency, prices, means }: EventTill, base: readonly string[]): string {
  const others = prices.filter((price) => !base.includes(JSON.stringify(price)))
  const words = others.map(({ label, modalidad, cents }) =>
    [label, modalidad, formatMoney(cents, currency)].filter(Boolean).join(' '),
  )
  return [...words, ...means.filter((name) => !base.includes(name))].join(', ')
}

function modalidadesOf({ prices }: EventTill): string[] {
  return prices.flatMap(({ modalidad }) => (modalidad === undefined ? [] : [modalidad]))
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
