/** The status of a credential: the only decision whether it is valid, expired, suspended or revoked. */
import type { Pilot } from '../pilot/pilot.ts'
import { formatDate, today } from '../text/date.ts'
import { lastDayOf, ruleOf, type ValidityRules } from './rules.ts'
import { isSuspendedOn } from './terms.ts'

/** The word for each status, as people read it. */
export const statusTexts = {
  valid: 'VIGENTE',
  expired: 'VENCIDA',
  suspended: 'SUSPENDIDA',
  revoked: 'ANULADA',
} as const

export type StatusKind = keyof typeof statusTexts

/** The kinds that a stored pilot can have; a revoked code belongs to no pilot. */
export const pilotStatuses = ['valid', 'expired', 'suspended'] as const satisfies StatusKind[]
export type PilotStatus = (typeof pilotStatuses)[number]

export interface Status {
  kind: StatusKind
  /** The last valid day or, of a suspension, its last day: `YYYY-MM-DD`. A suspension without an end has none. */
  until?: string
  /** True if the medical certificate, and not the licence, gives `until`. */
  isMedical?: true
  /** The reason of a suspension. Only staff may see it. */
  reason?: string
  /** The time of a revocation: ISO 8601, UTC. */
  at?: string
}

/** The pilot's properties from which the status follows. */
export type Dated = Pick<Pilot, 'licencia' | 'since' | 'terms'>

/** Returns the status of a stored pilot on a day, as `YYYY-MM-DD`. A suspension outweighs an expiry. */
export function statusOf(pilot: Dated, rules: ValidityRules, day: string): Status {
  const { suspension } = pilot.terms ?? {}
  if (suspension && isSuspendedOn(suspension, day)) {
    const { to, reason } = suspension
    return { kind: 'suspended', ...(to && { until: to }), ...(reason && { reason }) }
  }
  const { until, isMedical } = endOf(pilot, rules, day)
  return { kind: day <= until ? 'valid' : 'expired', until, ...(isMedical && { isMedical }) }
}

/** Returns the last valid day: the earliest of the licence's, or the pilot's own, and the medical certificate's. */
export function endOf(pilot: Dated, rules: ValidityRules, day: string): { until: string; isMedical?: true } {
  const { medical } = pilot.terms ?? {}
  const licence = licenceEnd(pilot, rules, day)
  return medical !== undefined && medical < licence ? { until: medical, isMedical: true } : { until: licence }
}

/** Returns the pilot's own last day, or the one that the rule of the licence gives. */
export function licenceEnd(pilot: Dated, rules: ValidityRules, day: string): string {
  return pilot.terms?.until ?? lastDayOf(ruleOf(rules, pilot.licencia), issuedOn(pilot, day))
}

/**
 * Returns the day of issue, as `YYYY-MM-DD` where the laptop is. A pilot who was stored before registrations had a
 * time counts as issued on `day`.
 */
export function issuedOn({ since, terms }: Dated, day: string): string {
  return terms?.issued ?? (since === undefined ? day : today(new Date(since)))
}

/** Describes a status in one line, such as `VIGENTE hasta 31/12/2026`. Never contains the reason of a suspension. */
export function describeStatus({ kind, until }: Status): string {
  const word = statusTexts[kind]
  if (!until) return word
  return kind === 'expired' ? `${word} el ${formatDate(until)}` : `${word} hasta ${formatDate(until)}`
}
