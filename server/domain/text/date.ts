/** Calendar dates, stored as `YYYY-MM-DD` (ISO 8601) and displayed as `DD/MM/YYYY`, and moments. */
import { fold } from './text.ts'

/** Writes `1994-02-28` as `28/02/1994`. Any other text stays as it is. */
export function formatDate(iso: string): string {
  return iso.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1')
}

/** Returns true if the value is a day of the calendar, as `YYYY-MM-DD`. */
export function isCalendarDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const [year, month, day] = [Number(value.slice(0, 4)), Number(value.slice(5, 7)), Number(value.slice(8))]
  return isDayOf(year, month, day)
}

/** Returns true if the Gregorian calendar has the day. Does not use `Date`, which takes several times as long. */
function isDayOf(year: number, month: number, day: number): boolean {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const last = month === 2 && !isLeap ? 28 : (longestMonths[month - 1] ?? 0)
  return day >= 1 && day <= last
}

/** The number of days of each month in a leap year. */
const longestMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Returns the day that is a number of days after another one, within the years 0 to 9999; both are `YYYY-MM-DD`. */
export function addDays(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  const year = at.getUTCFullYear()
  if (year > 9999) return '9999-12-31'
  return year < 0 ? '0000-01-01' : at.toISOString().slice(0, 10)
}

/**
 * Returns the day that is a number of months after another one, both as `YYYY-MM-DD`. A month that is too short gives its
 * last day.
 * @example addMonths('2026-03-31', -1) // '2026-02-28'
 */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const target = year * 12 + month - 1 + months
  const [toYear, toMonth] = [Math.floor(target / 12), (((target % 12) + 12) % 12) + 1]
  const lasts = [date, 30, 29, 28].filter((last) => last <= date && isDayOf(toYear, toMonth, last))
  return isoDay(toYear, toMonth, lasts[0] ?? 28)
}

/** Returns the age of a person on a day, in whole years. Both days are `YYYY-MM-DD`. */
export function ageOn(birthday: string, day: string): number {
  const hasHadBirthday = day.slice(5) >= birthday.slice(5)
  return Number(day.slice(0, 4)) - Number(birthday.slice(0, 4)) - (hasHadBirthday ? 0 : 1)
}

/** Returns true if the value is a date and time that `Date.parse` can read, such as ISO 8601 in UTC. */
export function isMoment(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value))
}

/** Formats a date and time (ISO 8601) in this machine's time zone: `28/02/1994, 09:05`. */
export function formatMoment(iso: string): string {
  const at = new Date(iso)
  const [hours, minutes] = [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0'))
  return `${formatDay(iso)}, ${hours}:${minutes}`
}

/** Formats the day of a date and time (ISO 8601) in this machine's time zone: `28/02/1994`. */
export function formatDay(iso: string): string {
  return formatDate(today(new Date(iso)))
}

/**
 * Returns the day, as `YYYY-MM-DD`, and the time of a date and time (ISO 8601) where the clock is some minutes ahead of UTC:
 * by default, in this machine's time zone.
 * @example localTime('2026-11-22T04:30:00Z', -300) // { day: '2026-11-21', clock: '23:30' }
 */
export function localTime(
  iso: string,
  ahead = -new Date(iso).getTimezoneOffset(),
): { day: string; clock: string } {
  const local = new Date(Date.parse(iso) + ahead * 60_000).toISOString()
  return { day: local.slice(0, 10), clock: local.slice(11, 16) }
}

/** Returns the current day in this machine's time zone, as `YYYY-MM-DD`. */
export function today(now = new Date()): string {
  return isoDay(now.getFullYear(), now.getMonth() + 1, now.getDate())
}

/** Returns the midnight at which the current day began in this machine's time zone. */
export function startOfDay(now = new Date()): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate())
}

/** Returns the midnight at which a day, as `YYYY-MM-DD`, begins in this machine's time zone, or some days later. */
export function midnightOf(day: string, later = 0): Date {
  const [year, month, date] = day.split('-').map(Number)
  return new Date(Number(year), Number(month) - 1, Number(date) + later)
}

/** Returns true if a day, as `YYYY-MM-DD`, is after today. Compares the year first, which usually decides. */
export function isFuture(day: string, now = new Date()): boolean {
  return Number(day.slice(0, 4)) >= now.getFullYear() && day > today(now)
}

/** Returns a day of the calendar as `YYYY-MM-DD`. */
function isoDay(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/**
 * Reads `1994-02-28`, `28/02/1994`, `28-2-1994`, `28021994`, `28-feb-1994` or `28 de febrero de 1994`, to which
 * databases and spreadsheets may add midnight. Eight digits begin with the year only if they cannot begin with the day.
 * Returns undefined if the text is not a day of the calendar from `earliest` on.
 * @example parseDate('5 de marzo del 1994') // '1994-03-05'
 */
export function parseDate(text: string, earliest = ''): string | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  if (iso) return notBefore(earliest, calendarDay(iso[1], iso[2], iso[3]))
  const spanish = /^(\d{1,2})[/._ -](\d{1,2})[/._ -](\d{4})$/.exec(text)
  if (spanish) return notBefore(earliest, calendarDay(spanish[3], spanish[2], spanish[1]))
  if (/^\d{8}$/.test(text)) return parseEightDigits(text, earliest)
  const written = writtenDate(text)
  if (written?.year.length !== 4) return undefined
  return notBefore(earliest, calendarDay(written.year, written.month, written.day))
}

/**
 * Reads a date whose year has two digits, such as `28/02/94` or `28-feb-94`: returns its days of the 20th and of the
 * 21st century. Returns undefined if the text is not such a date, or not a day of either century.
 */
export function parseShortYear(text: string): string[] | undefined {
  const written = writtenDate(text)
  if (written?.year.length !== 2) return undefined
  const days = ['19', '20'].flatMap(
    (century) => calendarDay(`${century}${written.year}`, written.month, written.day) ?? [],
  )
  return days.length > 0 ? days : undefined
}

/** Reads a day as Excel counts it, with five digits: `25569` is 01/01/1970. Returns undefined for any other text. */
export function parseSerial(text: string): string | undefined {
  const serial = /^([1-9]\d{4})(?:\.0+)?$/.exec(text)
  // Excel counts a 29 February 1900, which did not exist: from March 1900 on, day 0 is 30/12/1899.
  return serial ? new Date(Date.UTC(1899, 11, 30 + Number(serial[1]))).toISOString().slice(0, 10) : undefined
}

/** The orders of the parts of a date of numbers, by the words that people write: 17/07/65, 07/17/65, 65-07-17, 65-17-07. */
export const dateOrders = ['dia-mes', 'mes-dia', 'anio-mes', 'anio-dia'] as const

export type DateOrder = (typeof dateOrders)[number]

/** The orders as people read them. */
export const orderTexts: Record<DateOrder, string> = {
  'dia-mes': 'día/mes',
  'mes-dia': 'mes/día',
  'anio-mes': 'año/mes/día',
  'anio-dia': 'año/día/mes',
}

export function isYearFirst(order: DateOrder): boolean {
  return order === 'anio-mes' || order === 'anio-dia'
}

/** A date of numbers, as it is read in one order. */
export interface DateReading {
  order: DateOrder
  /** The date with the name of its month, so that its parts cannot be exchanged: `5-abr-1994`. */
  text: string
}

/**
 * Returns the readings of a date of numbers: two for `04/05/1994`, one for `04/25/1994`, and four for `04-05-06`, whose
 * year may be first. Returns none for a text that is no date of three numbers, or none of the calendar.
 */
export function readingsOf(text: string): readonly DateReading[] {
  return dateForms.flatMap((form) => {
    const [, first = '', second = '', third = '', rest = ''] = form.exec(text) ?? []
    if (first === '') return []
    return [
      ...namedMonth('dia-mes', { year: third, month: second, day: first }, rest),
      ...namedMonth('mes-dia', { year: third, month: first, day: second }, rest),
      ...namedMonth('anio-mes', { year: first, month: second, day: third }, rest),
      ...namedMonth('anio-dia', { year: first, month: third, day: second }, rest),
    ]
  })
}

/** The forms of a date of three numbers: with separators, or with eight or six digits. */
const dateForms = [
  /^\s*(\d{4}|\d{1,2})[/._ -](\d{1,2})[/._ -](\d{4}|\d{1,2})(?!\d)(.{0,30})$/,
  /^\s*(\d\d)(\d\d)((?:19|20)\d\d)\s*$/,
  /^\s*((?:19|20)\d\d)(\d\d)(\d\d)\s*$/,
  /^\s*(\d\d)(\d\d)(\d\d)\s*$/,
]

/**
 * Writes a date so that its parts cannot be exchanged. Returns undefined if the text cannot have the order.
 * @example withNamedMonth('04/05/1994', 'mes-dia') // '5-abr-1994'
 */
export function withNamedMonth(text: string, order: DateOrder): string | undefined {
  return readingsOf(text).find((reading) => reading.order === order)?.text
}

/** Returns the reading of three numbers in one order, or nothing if they cannot have it. */
function namedMonth(order: DateOrder, { year, month, day }: WrittenDate, rest: string): DateReading[] {
  const name = monthNames[Number(month) - 1]?.[0]
  const isYear = year.length === 2 || year.length === 4
  // The days of a leap year are possible: whether the year has one is a matter of the rule of the field.
  if (!name || !isYear || month.length > 2 || day.length > 2 || !isDayOf(2000, Number(month), Number(day)))
    return []
  return [{ order, text: `${Number(day)}-${name.slice(0, 3)}-${year}${rest}` }]
}

/** Reads `28021994`, or `19940228` if the digits cannot begin with the day. */
function parseEightDigits(digits: string, earliest: string): string | undefined {
  const dayFirst = calendarDay(digits.slice(4), digits.slice(2, 4), digits.slice(0, 2))
  const yearFirst = calendarDay(digits.slice(0, 4), digits.slice(4, 6), digits.slice(6))
  return notBefore(earliest, dayFirst) ?? notBefore(earliest, yearFirst)
}

interface WrittenDate {
  /** The year, with two or four digits. */
  year: string
  month: string
  day: string
}

/**
 * Matches midnight: at the place of the day, where the offset says nothing, or in UTC, as programs of America (UTC-1 to
 * UTC-10) write it. Also matches noon in UTC, which is the same day nearly everywhere.
 */
const midnight = new RegExp(
  String.raw`(?:T|,? )(?:0?0:00(?::00(?:\.0+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?|12:00(?::00)? ?a\.? ?m\.?|` +
    String.raw`(?:0[1-9]|1[02]):00(?::00(?:\.0+)?)?(?:Z|\+00:?00))$`,
  'i',
)

const numericDates = [
  /^(?<day>\d{1,2})[/._ -](?<month>\d{1,2})[/._ -](?<year>\d{4}|\d{2})$/,
  /^(?<year>\d{4})[/._ -](?<month>\d{1,2})[/._ -](?<day>\d{1,2})$/,
]

const namedMonthDates = [
  /^(?<day>\d{1,2})[\s._/-]*(?:de\s+)?(?<month>[a-z]{3,10})[\s._,/-]*(?:del?\s+)?(?<year>\d{4}|\d{2})$/,
  /^(?<month>[a-z]{3,10})[\s./-]*(?<day>\d{1,2})[\s.,/-]+(?:del?\s+)?(?<year>\d{4})$/,
]

/** Splits a date with separators or with the name of its month. Does not check its numbers. */
function writtenDate(text: string): WrittenDate | undefined {
  const day = text.replace(midnight, '')
  const numeric = firstMatch(numericDates, day)
  if (numeric) return numeric
  const named = firstMatch(namedMonthDates, fold(day))
  return named && { ...named, month: String(monthOf(named.month)) }
}

function firstMatch(patterns: RegExp[], text: string): WrittenDate | undefined {
  for (const pattern of patterns) {
    const { year, month, day } = pattern.exec(text)?.groups ?? {}
    if (year && month && day) return { year, month, day }
  }
  return undefined
}

/** The names of the months in Spanish and English. */
const monthNames = [
  ['enero', 'january'],
  ['febrero', 'february'],
  ['marzo', 'march'],
  ['abril', 'april'],
  ['mayo', 'may'],
  ['junio', 'june'],
  ['julio', 'july'],
  ['agosto', 'august'],
  ['setiembre', 'septiembre', 'september'],
  ['octubre', 'october'],
  ['noviembre', 'november'],
  ['diciembre', 'december'],
]

/** Returns the number of the month with a name that begins with these three or more letters, or 0 without one. */
function monthOf(letters: string): number {
  return monthNames.findIndex((names) => names.some((name) => name.startsWith(letters))) + 1
}

function notBefore(earliest: string, day: string | undefined): string | undefined {
  return day !== undefined && day >= earliest ? day : undefined
}

function calendarDay(year = '', month = '', day = ''): string | undefined {
  const [y, m, d] = [Number(year), Number(month), Number(day)]
  return isDayOf(y, m, d) ? isoDay(y, m, d) : undefined
}

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
