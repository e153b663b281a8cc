/** The terms of a credential, which are the dates and the suspension from which its status follows, and its printed card. */
import type { IssuedCard, Suspension, Terms } from '../stored/fact-shapes.ts'
import { maxReasonLength } from '../stored/limits.ts'
import { formatDate } from '../text/date.ts'

export type { IssuedCard, Suspension, Terms }

/** The properties that are days. */
export const dayNames = ['issued', 'until', 'medical'] as const satisfies (keyof Terms)[]

/** The names of the terms, as people read them. */
export const termsLabels = {
  issued: 'Emitida',
  until: 'Válida hasta',
  medical: 'Certificado médico hasta',
  suspension: 'Suspendida',
} as const satisfies Record<keyof Terms, string>

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
