/** The numbers of an event: who has which, and which are free. */
import { numberKey } from '../pilots/checks/duplicates.ts'
import { fullName, type Pilot } from '../pilots/pilot.ts'
import type { PilotId } from '../pilots/pilot-id.ts'
import { visible } from '../text/names.ts'
import { type Entry, entriesIn, maxEntryNumber } from './entry.ts'

/** The numbers of an event, and who has each. */
export class Numbers {
  #owners = new Map<string, Pilot>()
  /** The next number to try after each taken one, so that the taken ones are not walked again for each of 8,000 riders. */
  #onward = new Map<string, number>()

  constructor(
    entered: readonly Pilot[],
    private readonly event: string,
  ) {
    for (const rider of entered) for (const entry of entriesIn(rider, this.event)) this.take(rider, entry)
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
   * Returns an entry with the next number that is free, if it has none or another rider has it. Where that is too long, the
   * number is the first free one without letters.
   */
  nextFree<Wanted extends Omit<Entry, 'at'>>(rider: Pilot, wanted: Wanted): Wanted {
    const { number = '' } = wanted
    if (number !== '' && !this.problem(rider, wanted)) return wanted
    const above = this.#freeAbove(rider, wanted, number)
    return { ...wanted, number: above.length > maxEntryNumber ? this.#freeAbove(rider, wanted, '') : above }
  }

  #freeAbove(rider: Pilot, { modalidad }: Pick<Entry, 'modalidad'>, number: string): string {
    const { value, textOf } = counterOf(number)
    const passed: string[] = []
    let next = value + 1
    for (;;) {
      const entry = { modalidad, number: textOf(next) }
      const place = `${modalidad} ${entry.number}`
      const onward = this.#onward.get(place)
      if (onward === undefined && !this.problem(rider, entry)) break
      passed.push(place)
      next = onward ?? next + 1
    }
    for (const place of passed) this.#onward.set(place, next)
    return textOf(next)
  }

  /** Says who has the number of an entry, if it is another rider. */
  problem(
    rider: Pilot,
    entry: Pick<Entry, 'modalidad' | 'number'>,
  ): { reason: string; other: PilotId } | undefined {
    const place = numberPlaceOf(entry)
    const owner = place === undefined ? undefined : this.#owners.get(place)
    if (!owner || owner.id === rider.id) return undefined
    const { number = '', modalidad } = entry
    return { reason: `El número ${number} de ${modalidad} lo tiene ${fullName(owner)}`, other: owner.id }
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
    const numbers = this.#numbers.get(event) ?? new Numbers(this.others, event)
    this.#numbers.set(event, numbers)
    return numbers
  }
}

function withoutNumber({ number: _number, ...entry }: Entry): Entry {
  return entry
}

/** Returns a text that equal numbers of one modalidad share, regardless of case and of zeros before them. */
export function numberPlaceOf({
  modalidad,
  number,
}: Pick<Entry, 'modalidad' | 'number'>): string | undefined {
  const key = numberKey(number)
  return key === undefined ? undefined : `${modalidad} ${key}`
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
 * Returns the free numbers next to a number, which are written as it is: with its letters, and with zeros before it.
 * Without a number, `above` is the first free one.
 * @example nearestFree('M-009', takenNumbers(['M-10'])) // { below: 'M-008', above: 'M-011' }
 */
export function nearestFree(number: string, taken: TakenNumbers): { below?: string; above?: string } {
  const { value, textOf } = counterOf(number)
  const find = (step: 1 | -1) => {
    for (let next = value + step; next > 0; next += step)
      if (!isTaken(textOf(next), taken)) return textOf(next)
    return undefined
  }
  const [below, above] = [find(-1), find(1)]
  return { ...(below !== undefined && { below }), ...(above !== undefined && { above }) }
}

/** Reads a number that is counted on as it is written: the value is 9 for `M-009`, and `textOf` returns `M-010` for 10. */
function counterOf(number: string): { value: number; textOf: (value: number) => string } {
  const [, before = '', digits = '', after = ''] = /^(\D*)(\d{1,9})(\D*)$/.exec(number.trim()) ?? []
  const length = digits.startsWith('0') ? digits.length : 0
  return {
    value: Number(digits),
    textOf: (value) => `${before}${String(value).padStart(length, '0')}${after}`,
  }
}
