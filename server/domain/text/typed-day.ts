/** Reads and completes the days of the past or of the future that a person writes: a year of two digits is of this century. */
import { formatDate } from './date.ts'
import { parseDate, parseShortYear } from './date-parser.ts'

/** The earliest day that a person can mean: an earlier year has a typing error. */
const earliest = '1900-01-01'

/**
 * Returns a typed day as `YYYY-MM-DD`, or undefined if the text is no day.
 * @example readDay('311226') // '2026-12-31'
 */
export function readDay(text: string): string | undefined {
  const day = text.trim().replace(/^(\d\d)(\d\d)(\d\d)$/, '$1/$2/$3')
  return parseDate(day, earliest) ?? parseShortYear(day)?.find((one) => one.startsWith('20'))
}

/** Writes a day as DD/MM/YYYY. Returns any other text unchanged. */
export function completedDay(text: string): string {
  const day = readDay(text)
  return day ? formatDate(day) : text
}
