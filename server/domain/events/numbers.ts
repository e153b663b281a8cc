/** The numbers of an event: who has which, and which are free. */
import { addTo } from '../groups.ts'
import { fullName, type Pilot } from '../pilots/pilot.ts'
import type { PilotId } from '../pilots/pilot-id.ts'
import { maxEntryNumber } from '../stored/limits.ts'
import { today } from '../text/date.ts'
import { numberKey, visible } from '../text/names.ts'
import { categoryOf, numberProblem, rangesOf } from './categories/category.ts'
import { nextInRanges, type Range } from './categories/ranges.ts'
import { type Entry, entriesIn } from './entry.ts'
import type { RaceEvent } from './event.ts'
import {
  describeReserved,
  entriesOfReserved,
  finderOfReserved,
  isReservedFor,
  type ReservedNumber,
  reservedOn,
} from './reserved/reserved.ts'

/** The parts of an entry that its number depends on. */
export type Numbered = Pick<Entry, 'modalidad' | 'category' | 'number'>

/** The numbers of an event, and who has each. */
export class Numbers {
  #owners = new Map<string, Pilot>()
  /** The next number to try after each taken one, so that the taken ones are not walked again for each of 8,000 riders. */
  #onward = new Map<string, number | undefined>()

  #findReserved: ReturnType<typeof finderOfReserved>
  #reservedAt = new Map<string | undefined, ReservedNumber[]>()

  /** `day` is the day of the order, `YYYY-MM-DD`. */
  constructor(
    entered: readonly Pilot[],
    private readonly event: Pick<RaceEvent, 'id' | 'categories' | 'reserved'>,
    day = today(),
  ) {
    const reserved = reservedOn(event.reserved, day)
    this.#findReserved = finderOfReserved(reserved)
    for (const one of reserved)
      for (const entry of entriesOfReserved(one, event.categories))
        addTo(this.#reservedAt, numberPlaceOf(entry), one)
    for (const rider of entered) for (const entry of entriesIn(rider, event.id)) this.take(rider, entry)
  }

  take(rider: Pilot, entry: Entry): void {
    const place = numberPlaceOf(entry)
    if (place !== undefined && !this.#owners.has(place)) this.#owners.set(place, rider)
  }

  /** Frees the number of an entry that the rider has no longer. */
  release(rider: Pilot, entry: Entry): void {
    const place = numberPlaceOf(entry)
    if (place === undefined || this.#owners.get(place)?.id !== rider.id) return
    this.#owners.delete(place)
    this.#onward.clear()
  }

  /**
   * Returns an entry with the next number of its category that is free, if it has none or cannot have its own. Where that
   * is too long, the number is the first free one without letters. Where none is free, the entry stays as it is.
   */
  nextFree<Wanted extends Numbered>(rider: Pilot, wanted: Wanted): Wanted {
    const { number = '' } = wanted
    if (number !== '' && !this.problem(rider, wanted)) return wanted
    const above = this.#freeAbove(rider, wanted, number)
    const isFit = above !== undefined && above.length <= maxEntryNumber
    const free = isFit ? above : this.#freeAbove(rider, wanted, '')
    return free === undefined ? wanted : { ...wanted, number: free }
  }

  #freeAbove(rider: Pilot, { modalidad, category }: Numbered, number: string): string | undefined {
    const { value, textOf, nextTo } = counterOf(number, rangesOf(categoryOf(this.event, { category })))
    const passed: string[] = []
    let next = nextTo(value, 1)
    while (next !== undefined) {
      const entry = { modalidad, category, number: textOf(next) }
      const place = `${groupOf(entry)} ${entry.number}`
      const isKnown = this.#onward.has(place)
      if (!isKnown && !this.problem(rider, entry)) break
      passed.push(place)
      next = isKnown ? this.#onward.get(place) : nextTo(next, 1)
    }
    for (const place of passed) this.#onward.set(place, next)
    return next === undefined ? undefined : textOf(next)
  }

  /** Returns the reserved numbers of a rider in a modalidad. */
  reservedFor(rider: Pilot, modalidad: string): ReservedNumber[] {
    return this.#findReserved(rider).filter((one) => one.modalidad === modalidad)
  }

  /**
   * Says why a rider cannot have the number of an entry: its category has others, another rider has it, or it is reserved
   * for another person.
   */
  problem(rider: Pilot, entry: Numbered): { reason: string; other?: PilotId } | undefined {
    const { number = '', modalidad } = entry
    const category = categoryOf(this.event, entry)
    const reason = numberProblem(category, number)
    if (reason !== undefined) return { reason }
    const place = numberPlaceOf(entry)
    if (place === undefined) return undefined
    const named = `El número ${number} de ${category?.name ?? modalidad}`
    const owner = this.#owners.get(place)
    if (owner?.id === rider.id) return undefined
    if (owner) return { reason: `${named} lo tiene ${fullName(owner)}`, other: owner.id }
    const reserved = this.#reservedAt.get(place) ?? []
    const [other] = reserved.some((one) => isReservedFor(rider, one)) ? [] : reserved
    return other && { reason: `${named} está reservado ${describeReserved(other)}` }
  }

  /** Says who races with the number that a rider, who is not entered, prefers in the own modalidad. */
  racerOf(rider: Pilot): string | undefined {
    const { id, categories } = this.event
    const { modalidad = '' } = rider
    const number = entriesIn(rider, id).length > 0 ? undefined : ownNumber(rider)
    const own = categories.filter((one) => one.modalidad === modalidad)
    for (const category of [undefined, ...own]) {
      const racer = this.#owners.get(numberPlaceOf({ modalidad, category: category?.id, number }) ?? '')
      if (racer) return `lo usa ${fullName(racer)} en ${category?.name ?? modalidad}`
    }
    return undefined
  }
}

/** Lets removed riders come back: an entry whose number another rider has by now comes back without it. */
export class ReturningEntries {
  #numbers = new Map<string, Numbers>()

  /** `others` are all riders with an entry in an event of those who come back. */
  constructor(private readonly others: readonly Pilot[]) {}

  bring(rider: Pilot): Pilot {
    if (!rider.entries) return rider
    const entries = rider.entries.map((entry) => {
      const numbers = this.#numbersOf(entry.event)
      if (numbers.problem(rider, entry)) return withoutNumber(entry)
      numbers.take(rider, entry)
      return entry
    })
    return { ...rider, entries }
  }

  #numbersOf(event: string): Numbers {
    const numbers =
      this.#numbers.get(event) ?? new Numbers(this.others, { id: event, categories: [], reserved: [] })
    this.#numbers.set(event, numbers)
    return numbers
  }
}

function withoutNumber({ number: _number, ...entry }: Entry): Entry {
  return entry
}

/** Returns a text that equal numbers of one category share, regardless of case and of zeros before them. */
export function numberPlaceOf(entry: Numbered): string | undefined {
  const key = numberKey(entry.number)
  return key === undefined ? undefined : `${groupOf(entry)} ${key}`
}

/** Returns a text that the entries share of which no two have one number. */
export function groupOf({ modalidad, category = '' }: Pick<Entry, 'modalidad' | 'category'>): string {
  return `${modalidad}\n${category}`
}

/** Returns the number that a rider has at first. A text such as `S/N` is none. */
export function ownNumber({ npiloto }: Pick<Pilot, 'npiloto'>): string | undefined {
  const number = visible(npiloto ?? '')
  return numberKey(number) === undefined ? undefined : number
}

/** The keys of taken numbers: see `numberKey`. */
export type TakenNumbers = ReadonlySet<string>

export function takenNumbers(numbers: Iterable<string>): TakenNumbers {
  return new Set([...numbers].flatMap((number) => numberKey(number) ?? []))
}

export function isTaken(number: string, taken: TakenNumbers): boolean {
  const key = numberKey(number)
  return key !== undefined && taken.has(key)
}

/**
 * Returns the free numbers of some ranges next to a number, which are written as it is: with its letters, and with zeros
 * before it. Without a number, `above` is the first free one.
 * @example nearestFree('M-009', takenNumbers(['M-10'])) // { below: 'M-008', above: 'M-011' }
 */
export function nearestFree(
  number: string,
  taken: TakenNumbers,
  ranges: readonly Range[] = [],
): { below?: string; above?: string } {
  const { value, textOf, nextTo } = counterOf(number, ranges)
  const find = (step: 1 | -1) => {
    let next = nextTo(value, step)
    while (next !== undefined && isTaken(textOf(next), taken)) next = nextTo(next, step)
    return next === undefined ? undefined : textOf(next)
  }
  const [below, above] = [find(-1), find(1)]
  return { ...(below !== undefined && { below }), ...(above !== undefined && { above }) }
}

/**
 * Reads a number that is counted on within ranges as it is written: the value is 9 for `M-009`, and `textOf` returns
 * `M-010` for 10. A number in ranges has no letters.
 */
function counterOf(number: string, ranges: readonly Range[]) {
  const [, before = '', digits = '', after = ''] = /^(\D*)(\d{1,9})(\D*)$/.exec(number.trim()) ?? []
  const length = digits.startsWith('0') ? digits.length : 0
  const [prefix, suffix] = ranges.length > 0 ? ['', ''] : [before, after]
  return {
    value: Number(digits),
    textOf: (value: number) => `${prefix}${String(value).padStart(length, '0')}${suffix}`,
    nextTo: (value: number, step: 1 | -1) => nextInRanges(ranges, value, step),
  }
}
