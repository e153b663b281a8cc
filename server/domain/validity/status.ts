/**
 * The status of a credential: the only decision whether it is valid, expired, suspended or revoked. It consists of
 * comparisons of texts, which a database makes too, to filter and count many pilots.
 */
import type { Pilot } from '../pilot/pilot.ts'
import { addDays, formatDate, midnightOf, today } from '../text/date.ts'
import { lastDayOf, ruleOf, type ValidityRule, type ValidityRules } from './rules.ts'

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

/** The rules, and the day as `YYYY-MM-DD`, by which a status is decided. */
export interface StatusBasis {
  rules: ValidityRules
  day: string
}

/** The condition that a listed pilot has a status. */
export interface StatusFilter extends StatusBasis {
  kind: PilotStatus
}

/** The days and the time of registration that decide a status, by their names in a database. */
type StatusDates = Partial<
  Record<
    'since' | 'issued' | 'valid_until' | 'medical_until' | 'suspended_from' | 'suspended_to',
    string | undefined
  >
>

/** A comparison of texts in ISO 8601. A pilot without the date meets only `absent`. */
export interface DateComparison {
  name: keyof StatusDates
  sign: '<' | '<=' | '>=' | 'absent'
  date: string
}

/** The status of a pilot who meets all comparisons, and no earlier case. */
export interface StatusCase {
  kind: PilotStatus
  when: readonly DateComparison[]
}

/**
 * Returns the decision for the licences with a rule. The last case has no comparisons. A suspension outweighs an expiry,
 * the pilot's own last day outweighs the rule, and a pilot who was stored before registrations had a time counts as
 * issued on `day`.
 */
export function statusCases(rule: ValidityRule, day: string): StatusCase[] {
  return [
    { kind: 'suspended', when: [is('suspended_from', '<=', day), is('suspended_to', 'absent')] },
    { kind: 'suspended', when: [is('suspended_from', '<=', day), is('suspended_to', '>=', day)] },
    { kind: 'expired', when: [is('medical_until', '<', day)] },
    { kind: 'expired', when: [is('valid_until', '<', day)] },
    { kind: 'valid', when: [is('valid_until', '>=', day)] },
    ...casesOfRule(rule, day),
  ]
}

/** Turns a rule around: compares the issue with the earliest one that is still valid on the day. */
function casesOfRule(rule: ValidityRule, day: string): StatusCase[] {
  if (rule.kind === 'date') return [{ kind: day <= rule.date ? 'valid' : 'expired', when: [] }]
  const earliest = rule.kind === 'days' ? addDays(day, -rule.days) : `${day.slice(0, 4)}-01-01`
  return [
    { kind: 'expired', when: [is('issued', '<', earliest)] },
    { kind: 'valid', when: [is('issued', '>=', earliest)] },
    { kind: 'expired', when: [is('since', '<', midnightOf(earliest).toISOString())] },
    { kind: 'valid', when: [] },
  ]
}

function is(name: DateComparison['name'], sign: DateComparison['sign'], date = ''): DateComparison {
  return { name, sign, date }
}

/** Returns a function that decides the kind of a pilot's status. It is for many pilots. */
export function statusKinds({ rules, day }: StatusBasis): (pilot: Dated) => PilotStatus {
  const known = new Map<string, StatusCase[]>()
  return (pilot) => {
    const cases = known.get(pilot.licencia) ?? statusCases(ruleOf(rules, pilot.licencia), day)
    known.set(pilot.licencia, cases)
    return kindOf(pilot, cases)
  }
}

function kindOf({ since, terms: { issued, until, medical, suspension } = {} }: Dated, cases: StatusCase[]) {
  const dates: StatusDates = {
    since,
    issued,
    valid_until: until,
    medical_until: medical,
    suspended_from: suspension?.from,
    suspended_to: suspension?.to,
  }
  const decided = cases.find(({ when }) => when.every((one) => holds(dates[one.name], one)))
  return decided?.kind ?? 'expired'
}

function holds(value: string | undefined, { sign, date }: DateComparison): boolean {
  if (value === undefined || sign === 'absent') return value === undefined && sign === 'absent'
  if (sign === '>=') return value >= date
  return sign === '<' ? value < date : value <= date
}

/** Returns the number of pilots with each status. */
export function countStatuses(pilots: readonly Dated[], basis: StatusBasis): Record<PilotStatus, number> {
  const counts = { valid: 0, expired: 0, suspended: 0 }
  const kindOf = statusKinds(basis)
  for (const pilot of pilots) counts[kindOf(pilot)] += 1
  return counts
}

/** Returns the status of a stored pilot on a day, as `YYYY-MM-DD`. */
export function statusOf(pilot: Dated, rules: ValidityRules, day: string): Status {
  const kind = kindOf(pilot, statusCases(ruleOf(rules, pilot.licencia), day))
  if (kind === 'suspended') {
    const { to, reason } = pilot.terms?.suspension ?? {}
    return { kind, ...(to && { until: to }), ...(reason && { reason }) }
  }
  return { kind, ...endOf(pilot, rules, day) }
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
