/** The words and the keys of the desk about applications. */
import { formatMoment } from '../text/date.ts'
import { keyboardReadings } from '../text/keyboard-layouts.ts'

/** Reads a turn that is typed, or the address that the QR of a phone has. Returns undefined for any other text. */
export function readTurn(text: string): number | undefined {
  for (const reading of keyboardReadings(text.trim())) {
    const [, turn] = /^(?:.*[?&]turno=)?0*([1-9]\d{0,2})$/i.exec(reading) ?? []
    if (turn) return Number(turn)
  }
  return undefined
}

/** Returns how long somebody has waited, such as `12 min`. `at` is ISO 8601. */
export function waitText(at: string, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(at)) / 60_000))
  if (minutes < 1) return 'Ahora'
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/**
 * Reads the hour of today at which the reception closes, such as `18:30`: returns its moment (ISO 8601), an empty text
 * for none, or undefined if it is no hour or is over.
 */
export function closingMoment(text: string, now: Date): string | undefined {
  if (text.trim() === '') return ''
  const [, hours, minutes = '0'] = /^(\d{1,2})(?:[:.h ]?(\d\d))?$/.exec(text.trim()) ?? []
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined
  const at = new Date(now.getFullYear(), now.getMonth(), now.getDate(), Number(hours), Number(minutes))
  return at > now ? at.toISOString() : undefined
}

/** Returns the hour of a moment that is not over, such as `18:30`; empty for any other. */
export function hourText(moment: string, now: Date): string {
  return moment > now.toISOString() ? formatMoment(moment).slice(-5) : ''
}
