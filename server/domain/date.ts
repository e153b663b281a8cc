/** Calendar dates: kept as `YYYY-MM-DD` (ISO 8601), shown and typed as `DD/MM/YYYY`. */

/** Reads `1994-02-28`, `28/02/1994`, `28-2-1994` or `28021994`; undefined where that is no day of a calendar. */
export function parseDate(text: string): string | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  if (iso) return calendarDay(iso[1], iso[2], iso[3])
  const spanish = /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4})$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text)
  return spanish ? calendarDay(spanish[3], spanish[2], spanish[1]) : undefined
}

/** `1994-02-28` as `28/02/1994`; anything else as it is. */
export function formatDate(iso: string): string {
  return iso.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1')
}

/** Today on this machine's calendar, as `YYYY-MM-DD`. */
export function today(now = new Date()): string {
  return isoDay(now.getFullYear(), now.getMonth() + 1, now.getDate())
}

function calendarDay(year = '', month = '', day = ''): string | undefined {
  const text = isoDay(Number(year), Number(month), Number(day))
  const date = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text ? undefined : text
}

function isoDay(year: number, month: number, day: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
