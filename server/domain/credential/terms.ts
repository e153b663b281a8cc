/** The terms of a credential, which are the dates and the suspension from which its status follows, and its printed card. */
import { formatDate, isCalendarDay } from '../text/date.ts'
import { isObject } from '../text/text.ts'

/** All days are `YYYY-MM-DD`, where the laptop is, and the last day of a period belongs to it. */
export interface Terms {
  /** The day of the last renewal. A credential that was never renewed is issued on the day of its registration. */
  issued?: string
  /** The last day that this pilot has instead of the day that the rule of the licence gives. */
  until?: string
  /** The last day of the medical certificate. */
  medical?: string
  suspension?: Suspension
}

export interface Suspension {
  /** The first day. */
  from: string
  /** The last day; a suspension without one lasts until it is lifted. */
  to?: string
  /** The reason, which only staff see. */
  reason: string
}

/** The properties that are days. */
export const dayNames = ['issued', 'until', 'medical'] as const satisfies (keyof Terms)[]

/** The names of the terms, as people read them. */
export const termsLabels = {
  issued: 'Emitida',
  until: 'Válida hasta',
  medical: 'Certificado médico hasta',
  suspension: 'Suspendida',
} as const satisfies Record<keyof Terms, string>

/** The greatest length of the reason of a suspension. */
export const maxReasonLength = 200

export const reasonTooLong = `El motivo tiene hasta ${maxReasonLength} letras`

/** Returns true from the first day of a suspension to its last day. */
export function isSuspendedOn({ from, to }: Suspension, day: string): boolean {
  return from <= day && (to === undefined || day <= to)
}

/** Returns true after the last day of a suspension. */
export function isSuspensionOver({ to }: Suspension, day: string): boolean {
  return to !== undefined && to < day
}

/** Describes a suspension, such as `desde 01/05/2026 hasta 10/05/2026: Pago pendiente`. */
export function describeSuspension({ from, to, reason }: Suspension): string {
  const days = `desde ${formatDate(from)}${to ? ` hasta ${formatDate(to)}` : ''}`
  return reason ? `${days}: ${reason}` : days
}

/** Returns true if the day of issue is the only new term, and the pilot has no own last day any more. */
export function isRenewal(before: Terms = {}, after: Terms = {}): boolean {
  const textOf = ({ suspension }: Terms) => suspension && describeSuspension(suspension)
  return (
    after.issued !== undefined &&
    after.issued !== before.issued &&
    after.until === undefined &&
    after.medical === before.medical &&
    textOf(after) === textOf(before)
  )
}

/** Returns true for stored terms with days of the calendar, and a suspension that does not end before it begins. */
export function areTerms(value: unknown): value is Terms {
  return (
    isObject(value) &&
    [value.issued, value.until, value.medical].every(isDayOrAbsent) &&
    (value.suspension === undefined || isSuspension(value.suspension))
  )
}

function isSuspension(value: unknown): value is Suspension {
  return (
    isObject(value) &&
    isCalendarDay(value.from) &&
    isDayOrAbsent(value.to) &&
    (value.to === undefined || String(value.to) >= value.from) &&
    typeof value.reason === 'string'
  )
}

function isDayOrAbsent(value: unknown): boolean {
  return value === undefined || isCalendarDay(value)
}

/** The mark of a pilot whose credential was printed. */
export interface IssuedCard {
  /** The time at which the card was last printed: ISO 8601, UTC. */
  at: string
  /** The public address that its QR carries, without a slash at the end. */
  address: string
  /** The last day on the card, `YYYY-MM-DD`. Cards from before it was recorded have none. */
  until?: string
  /** True if the pilot has other data since than the card shows: see `withCardOf`. */
  outdated?: boolean
}
