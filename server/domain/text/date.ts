/** Calendar dates: kept as `YYYY-MM-DD` (ISO 8601), shown and typed as `DD/MM/YYYY`. */

/**
 * Reads `1994-02-28`, `28/02/1994`, `28-2-1994` or `28021994`, and the midnight that databases add; undefined where
 * that is no day of a calendar.
 */
export function parseDate(text: string): string | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/.exec(text)
  if (iso) return calendarDay(iso[1], iso[2], iso[3])
  const spanish = /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4})$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text)
  return spanish ? calendarDay(spanish[3], spanish[2], spanish[1]) : undefined
}

/** `1994-02-28` as `28/02/1994`; anything else as it is. */
export function formatDate(iso: string): string {
  return iso.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1')
}

/** Whether a value is a moment that can be shown, such as ISO 8601 in UTC. */
export function isMoment(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value))
}

/** A moment (ISO 8601) on this machine's clock: `28/02/1994, 09:05`. */
export function formatMoment(iso: string): string {
  const at = new Date(iso)
  const [hours, minutes] = [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0'))
  return `${formatDay(iso)}, ${hours}:${minutes}`
}

/** The day of a moment (ISO 8601) on this machine's calendar: `28/02/1994`. */
export function formatDay(iso: string): string {
  return formatDate(today(new Date(iso)))
}

/** Today on this machine's calendar, as `YYYY-MM-DD`. */
export function today(now = new Date()): string {
  return isoDay(now.getFullYear(), now.getMonth() + 1, now.getDate())
}

/** Midnight of this machine's day. */
export function startOfDay(now = new Date()): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate())
}

/** Whether a day, as `YYYY-MM-DD`, is after today; for most the year alone says it. */
export function isFuture(day: string, now = new Date()): boolean {
  return Number(day.slice(0, 4)) >= now.getFullYear() && day > today(now)
}

function calendarDay(year = '', month = '', day = ''): string | undefined {
  const [y, m, d] = [Number(year), Number(month), Number(day)]
  return m >= 1 && m <= 12 && d >= 1 && d <= daysOf(y, m) ? isoDay(y, m, d) : undefined
}

/** How many days a month has, in the Gregorian calendar. */
function daysOf(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
}

function isoDay(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
