/**
 * The status of a credential: the only decision whether it is valid, expired, suspended or revoked. It is never stored: a
 * stored end would have to be written anew for every new rule.
 */
import type { FieldName } from '../pilots/fields.ts'
import { isIncomplete, missingNames, missingText } from '../pilots/incomplete.ts'
import type { Pilot, StoredDraft } from '../pilots/pilot.ts'
import { formatDate, midnightOf, today } from '../text/date.ts'
import { describeSuspension, isSuspendedOn, termsLabels } from './terms.ts'
import { earliestIssue, lastDayOf, ruleOf, type ValidityRule, type ValidityRules } from './validity-rules.ts'

/** The word for each status, as people read it. */
export const statusTexts = {
  valid: 'VIGENTE',
  expired: 'VENCIDA',
  suspended: 'SUSPENDIDA',
  incomplete: 'INCOMPLETO',
  revoked: 'ANULADA',
} as const

export type StatusKind = keyof typeof statusTexts

/** The kinds that a stored pilot can have; a revoked code belongs to no pilot. */
export const pilotStatuses = ['valid', 'expired', 'suspended', 'incomplete'] as const satisfies StatusKind[]
export type PilotStatus = (typeof pilotStatuses)[number]

export interface Status {
  kind: StatusKind
  /** The last valid day or, of a suspension, its last day: `YYYY-MM-DD`. A suspension without an end has none. */
  until?: string
  /** True if the medical certificate, and not the licence, gives `until`. */
  isMedical?: true
  /** True if the insurance policy, and not the licence, gives `until`. */
  isInsurance?: true
  /** The reason of a suspension. Only staff may see it. */
  reason?: string
  /** The fields that an incomplete pilot lacks, who has no credential until the desk completes them. */
  missing?: FieldName[]
  /** The time of a revocation: ISO 8601, UTC. */
  at?: string
}

/** The pilot's properties from which the status follows. */
export type Dated = Pick<Pilot, 'licencia' | 'since' | 'terms' | 'poliza_hasta' | 'card'>

/** The same of a whole pilot, who may be incomplete. */
type Whole = StoredDraft & Dated

interface EarlyEnd {
  /** The property of a status that this day gives. */
  mark: 'isMedical' | 'isInsurance'
  /** The words for what ends, with `el` or `su` before them. */
  words: string
  dayOf(pilot: Dated): string | null | undefined
}

/** The last days that a pilot may have, and that end the validity if they come before the last day of the licence. */
const earlyEnds: readonly EarlyEnd[] = [
  {
    mark: 'isMedical',
    words: 'certificado médico',
    dayOf: ({ terms }) => terms?.medical,
  },
  {
    mark: 'isInsurance',
    words: 'seguro',
    dayOf: ({ poliza_hasta: day }) => day,
  },
]

/** The rules, and the day as `YYYY-MM-DD`, by which a status is decided. */
export interface StatusBasis {
  rules: ValidityRules
  day: string
}

/** The condition that a listed pilot has a status. */
export interface StatusFilter extends StatusBasis {
  kind: PilotStatus
}

/**
 * Returns a function that decides the kind of a pilot's status. It is for many pilots. An incomplete pilot has no
 * credential, a suspension outweighs an expiry, and the pilot's own last day outweighs the rule.
 */
export function statusKinds({ rules, day }: StatusBasis): (pilot: Whole) => PilotStatus {
  const overdue = new Map<string, (pilot: Dated) => boolean>()
  return (pilot) => {
    const { licencia, card, terms: { until, suspension } = {} } = pilot
    if (licencia === undefined || isIncomplete(pilot)) return 'incomplete'
    if (suspension && isSuspendedOn(suspension, day)) return 'suspended'
    if (earlyEnds.some(({ dayOf }) => (dayOf(pilot) ?? day) < day)) return 'expired'
    if (until !== undefined) return until < day ? 'expired' : 'valid'
    const isOver = overdue.get(licencia) ?? overdueBy(ruleOf(rules, licencia), day)
    overdue.set(licencia, isOver)
    // A card of an earlier version may end today: see `lastDayOf`. Few cards do, so that this is fast.
    const isShown = card?.until === day && licenceEnd(pilot, rules, day) === day
    return isOver(pilot) && !isShown ? 'expired' : 'valid'
  }
}

/**
 * Turns a rule around: compares the issue with the earliest one that is still valid on the day. A pilot who was stored
 * before registrations had a time counts as issued on `day`.
 */
function overdueBy(rule: ValidityRule, day: string): (pilot: Dated) => boolean {
  if (rule.kind === 'date') return () => rule.date < day
  const earliest = rule.kind === 'days' ? earliestIssue(rule, day) : `${day.slice(0, 4)}-01-01`
  const midnight = midnightOf(earliest).toISOString()
  return ({ since = midnight, terms }) =>
    terms?.issued === undefined ? since < midnight : terms.issued < earliest
}

/** Returns the counts of the statuses of no pilot. */
export function noStatuses(): Record<PilotStatus, number> {
  return { valid: 0, expired: 0, suspended: 0, incomplete: 0 }
}

/** Returns the number of pilots with each status. */
export function countStatuses(pilots: readonly Whole[], basis: StatusBasis): Record<PilotStatus, number> {
  const counts = noStatuses()
  const kindOf = statusKinds(basis)
  for (const pilot of pilots) counts[kindOf(pilot)] += 1
  return counts
}

/** Returns the status of a stored pilot on a day, as `YYYY-MM-DD`. */
export function statusOf(pilot: Whole, rules: ValidityRules, day: string): Status {
  const kind = statusKinds({ rules, day })(pilot)
  if (kind === 'incomplete') return { kind, missing: missingNames(pilot) }
  if (kind === 'suspended') {
    const { to, reason } = pilot.terms?.suspension ?? {}
    return { kind, ...(to && { until: to }), ...(reason && { reason }) }
  }
  return { kind, ...endOf(pilot, rules, day) }
}

/** Returns the last valid day: the earliest of the licence's, or the pilot's own, and of `earlyEnds`. */
export function endOf(
  pilot: Dated,
  rules: ValidityRules,
  day: string,
): { until: string } & Pick<Status, EarlyEnd['mark']> {
  let end: { until: string } = { until: licenceEnd(pilot, rules, day) }
  for (const { mark, dayOf } of earlyEnds) {
    const until = dayOf(pilot)
    if (until && until < end.until) end = { until, [mark]: true }
  }
  return end
}

/** Returns true if a pilot has a last day besides the licence's, as far as the reader of the record may see. */
export function mayEndEarly(pilot: Dated): boolean {
  return earlyEnds.some(({ dayOf }) => dayOf(pilot))
}

/** Returns what gives the last day instead of the licence, such as `certificado médico`. Both words take `el` and `su`. */
export function earlyEndOf(status: Status): string | undefined {
  return earlyEnds.find(({ mark }) => status[mark])?.words
}

/** Returns the pilot's own last day, or the one that the rule of the licence gives. */
export function licenceEnd(pilot: Dated, rules: ValidityRules, day: string): string {
  const { licencia, terms, card } = pilot
  if (terms?.until) return terms.until
  // An incomplete pilot may have no licence, and no credential that ends.
  if (licencia === undefined) return day
  return lastDayOf(ruleOf(rules, licencia), issuedOn(pilot, day), card?.until)
}

/**
 * Returns the day of issue, as `YYYY-MM-DD` where the laptop is. A pilot who was stored before registrations had a
 * time counts as issued on `day`.
 */
export function issuedOn({ since, terms }: Dated, day: string): string {
  return terms?.issued ?? (since === undefined ? day : today(new Date(since)))
}

/**
 * Describes a status in one line, such as `VIGENTE hasta 31/12/2026` or `INCOMPLETO: falta DNI`. Never contains the reason
 * of a suspension.
 */
export function describeStatus({ kind, until, missing }: Status): string {
  const word = statusTexts[kind]
  if (missing) return `${word}: ${missingText(missing)}`
  if (!until) return word
  return kind === 'expired' ? `${word} el ${formatDate(until)}` : `${word} hasta ${formatDate(until)}`
}

/** Describes the terms of a credential, as pairs of a label and a text. */
export function termsLines(pilot: Whole, { rules, day }: StatusBasis): [string, string][] {
  const { until, medical, suspension } = pilot.terms ?? {}
  return [
    ['Credencial', describeStatus(statusOf(pilot, rules, day))],
    [termsLabels.issued, formatDate(issuedOn(pilot, day))],
    ...(until ? [pair(termsLabels.until, formatDate(until))] : []),
    ...(medical ? [pair(termsLabels.medical, formatDate(medical))] : []),
    ...(suspension ? [pair(termsLabels.suspension, describeSuspension(suspension))] : []),
  ]
}

function pair(label: string, text: string): [string, string] {
  return [label, text]
}
