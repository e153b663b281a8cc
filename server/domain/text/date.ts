/** Calendar dates, stored as `YYYY-MM-DD` (ISO 8601) and displayed as `DD/MM/YYYY`, and moments. */

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
export function isDayOf(year: number, month: number, day: number): boolean {
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
export function isoDay(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
