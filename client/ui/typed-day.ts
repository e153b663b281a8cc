/** Reads and completes the days that a person types, of this century where the year has two digits. */
import { formatDate } from '#domain/text/date'
import { parseDate, parseShortYear } from '#domain/text/date-parser'

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
