/** The till of the open event, and the letter of the receipts of this machine. */
import { hostname } from 'node:os'
import { InvalidError, PilotosError } from '#domain/errors'
import type { RaceEvent } from '#domain/events/event'
import { visible } from '#domain/text/names'
import type { PriceInfo, TillInfo } from '#domain/till/calls'
import { type EventTill, meansOf, newTill, openShift, type Shift, withShift } from '#domain/till/event-till'
import { usualMeans } from '#domain/till/lines'
import type { Currency } from '#domain/till/money'
import type { TillBasis } from '#domain/till/orders'
import { priceProblems, storedPrices } from '#domain/till/price'
import { clashingLetters, partsOf } from '#domain/till/receipts'
import type { OpenSettings } from '../store/documents/settings.ts'
import type { Stores } from '../store/shared/stores.ts'
import type { Events } from './race-events.ts'

export interface GivenPrices {
  currency: Currency
  prices: readonly PriceInfo[]
  means: readonly string[]
  /** The prices that the edit began with, each as JSON. */
  base?: readonly string[]
}

const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))

export class Till {
  constructor(
    private readonly settings: OpenSettings,
    private readonly events: Pick<Events, 'open' | 'all' | 'requireOpen' | 'changeTill'>,
    private readonly stores: Pick<Stores, 'pilots'>,
    private readonly machine = hostname(),
  ) {}

  get current(): EventTill {
    const { till, country } = this.events.open
    return till ?? newTill(country)
  }

  /** Returns what an order needs, which has to be for the open event. @throws PilotosError */
  basis(event: string, drawer: string): TillBasis {
    const { letter } = this
    return {
      ...{ event: this.events.requireOpen(event), events: this.events.all, drawer },
      ...(letter !== undefined && { letter }),
    }
  }

  /** The letter of this machine. Undefined until somebody chooses it, also for a folder that was copied. */
  get letter(): string | undefined {
    const { receipts } = this.settings.current
    return receipts?.machine === this.machine ? receipts.letter : undefined
  }

  async describe(drawer: string): Promise<TillInfo> {
    const { current, letter } = this
    const { used, clashing } = await this.#usedLetters()
    const isUsable = letter !== undefined && !clashing.has(letter)
    const shift = isUsable ? openShift(current.shifts, { letter, drawer }) : undefined
    return {
      event: this.events.open.id,
      currency: current.currency,
      prices: current.prices.map((price) => ({ ...price })),
      means: meansOf(current),
      letter: isUsable ? letter : null,
      letters: letters.filter((one) => !used.has(one)),
      drawer,
      float: shift && current.shifts.includes(shift) ? shift.float : null,
    }
  }

  async #usedLetters(): Promise<{ used: Set<string>; clashing: Set<string> }> {
    const { pilots } = await this.stores.pilots.list()
    const parts = partsOf(pilots, this.events.all)
    const spent = this.events.all.flatMap(({ till }) => Object.keys(till?.spent ?? {}))
    return {
      used: new Set([...parts.map(({ payment }) => payment.letter), ...spent]),
      clashing: clashingLetters(parts),
    }
  }

  /** @throws PilotosError if receipts of another machine have the letter */
  async chooseLetter(letter: string): Promise<void> {
    const { used, clashing } = await this.#usedLetters()
    if (used.has(letter) && (letter !== this.letter || clashing.has(letter)))
      throw new PilotosError('conflict', `Otra laptop ya dio recibos con la letra ${letter}: elija otra`)
    await this.settings.change({ receipts: { letter, machine: this.machine } })
  }

  /** @throws InvalidError, PilotosError if the prices are not those of `base` any more */
  async changePrices(event: string, { currency, prices: given, means, base }: GivenPrices): Promise<void> {
    const prices = storedPrices(given)
    const { pilots } = await this.stores.pilots.list()
    const lines = pilots.flatMap(({ charges, payments }) => [...(charges ?? []), ...(payments ?? [])])
    const currencies = new Set(lines.filter((line) => line.event === event).map((line) => line.currency))
    await this.events.changeTill(event, (till, open) => {
      const before = till.prices.map((price) => JSON.stringify(price))
      const after = prices.map((price) => JSON.stringify(price))
      // An earlier attempt of this change may be stored.
      if (base && !isSameList(base, before) && !isSameList(after, before))
        throw new PilotosError('conflict', 'Otra persona cambió los precios mientras tanto')
      const problems = priceProblems(prices, open.categories, [...open.modalidades, ...modalidadesOf(till)])
      if (Object.keys(problems).length > 0) throw new InvalidError(problems)
      const others = means.map(visible).filter((one) => one !== '' && !usualMeans.includes(one))
      const isInUse = currencies.has(till.currency) || till.shifts.length > 0
      if (isInUse && currency !== till.currency)
        throw new InvalidError({ currency: 'Ya hay cobros: la moneda de este evento no cambia más' })
      return { ...till, currency, prices, means: [...new Set(others)] }
    })
  }

  /** Says how much cash a drawer has at the beginning of its shift. @throws PilotosError without a letter */
  async setFloat(event: string, drawer: string, float: number): Promise<void> {
    const { letter } = this
    if (letter === undefined)
      throw new PilotosError('conflict', 'Elija antes la letra de los recibos de esta laptop')
    await this.events.changeTill(event, (till) => {
      const shift = openShift(till.shifts, { letter, drawer })
      return { ...till, shifts: withShift(till.shifts, { ...shift, float }) }
    })
  }

  /** Closes a shift. What is paid later belongs to the next one. @throws PilotosError if it is closed already */
  async close(
    event: string,
    { letter, drawer, shift }: Omit<Shift, 'float' | 'closed'>,
    closed: NonNullable<Shift['closed']>,
  ): Promise<void> {
    await this.events.changeTill(event, (till) => {
      const open = openShift(till.shifts, { letter, drawer })
      // An earlier attempt of this change may be stored.
      if (till.shifts.some((one) => one.shift === shift && one.closed?.at === closed.at)) return till
      if (open.shift !== shift)
        throw new PilotosError('conflict', `La caja de ${drawer} ya se cerró: cargue la página otra vez`)
      return { ...till, shifts: withShift(till.shifts, { ...open, closed }) }
    })
    // What was decided before belongs to the shift.
    await this.stores.pilots.settled()
  }

  /** Changes the chips of the open event. */
  async changeChips(
    event: string,
    decide: (chips: EventTill['chips'], event: RaceEvent) => EventTill['chips'],
  ): Promise<void> {
    await this.events.changeTill(event, (till, open) => ({ ...till, chips: decide(till.chips, open) }))
  }
}

function modalidadesOf({ prices }: EventTill): string[] {
  return prices.flatMap(({ modalidad }) => (modalidad === undefined ? [] : [modalidad]))
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
