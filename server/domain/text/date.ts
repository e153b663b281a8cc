/** Calendar dates: stored as `YYYY-MM-DD` (ISO 8601), displayed and typed as `DD/MM/YYYY`. */

/**
 * Reads `1994-02-28`, to which databases may add midnight, `28/02/1994`, `28-2-1994` or `28021994`. Returns undefined
 * if the text is not a day of the calendar.
 */
export function parseDate(text: string): string | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/.exec(text)
  if (iso) return calendarDay(iso[1], iso[2], iso[3])
  const spanish = /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4})$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text)
  return spanish ? calendarDay(spanish[3], spanish[2], spanish[1]) : undefined
}

/** Writes `1994-02-28` as `28/02/1994`. Any other text stays as it is. */
export function formatDate(iso: string): string {
  return iso.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1')
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

/** Returns true if a day, as `YYYY-MM-DD`, is after today. Compares the year first, which usually decides. */
export function isFuture(day: string, now = new Date()): boolean {
  return Number(day.slice(0, 4)) >= now.getFullYear() && day > today(now)
}

function calendarDay(year = '', month = '', day = ''): string | undefined {
  const [y, m, d] = [Number(year), Number(month), Number(day)]
  return m >= 1 && m <= 12 && d >= 1 && d <= daysOf(y, m) ? isoDay(y, m, d) : undefined
}

/** Returns the number of days in a month of the Gregorian calendar. */
function daysOf(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
}

function isoDay(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
