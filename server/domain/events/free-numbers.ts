/** The numbers that are taken in a modalidad of an event, and the free ones next to a number. */
import { numberKey } from '../pilots/checks/duplicates.ts'

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
  const [, before = '', digits = '', after = ''] = /^(\D*)(\d{1,9})(\D*)$/.exec(number.trim()) ?? []
  const length = digits.startsWith('0') ? digits.length : 0
  const find = (step: 1 | -1) => {
    for (let next = Number(digits) + step; next > 0; next += step) {
      const text = `${before}${String(next).padStart(length, '0')}${after}`
      if (!isTaken(text, taken)) return text
    }
    return undefined
  }
  const [below, above] = [find(-1), find(1)]
  return { ...(below !== undefined && { below }), ...(above !== undefined && { above }) }
}
