/**
 * The status of a credential: the only decision whether it is valid, expired, suspended or revoked. It consists of
 * comparisons of texts, which a database makes too, to filter and count many pilots.
 */
import type { Pilot } from '../pilots/pilot.ts'
import { addDays, formatDate, midnightOf, today } from '../text/date.ts'
import { describeSuspension, termsLabels } from './terms.ts'
import { lastDayOf, ruleOf, type ValidityRule, type ValidityRules } from './validity-rules.ts'

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
  /** True if the insurance policy, and not the licence, gives `until`. */
  isInsurance?: true
  /** The reason of a suspension. Only staff may see it. */
  reason?: string
  /** The time of a revocation: ISO 8601, UTC. */
  at?: string
}

/** The pilot's properties from which the status follows. */
export type Dated = Pick<Pilot, 'licencia' | 'since' | 'terms' | 'poliza_hasta'>

interface EarlyEnd {
  /** The property of a status that this day gives. */
  mark: 'isMedical' | 'isInsurance'
  /** Its name in a database. */
  column: 'medical_until' | 'poliza_hasta'
  /** The words for what ends, with `el` or `su` before them. */
  words: string
  dayOf(pilot: Dated): string | null | undefined
}

/** The last days that a pilot may have, and that end the validity if they come before the last day of the licence. */
const earlyEnds: readonly EarlyEnd[] = [
  {
    mark: 'isMedical',
    column: 'medical_until',
    words: 'certificado médico',
    dayOf: ({ terms }) => terms?.medical,
  },
  {
    mark: 'isInsurance',
    column: 'poliza_hasta',
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

/** The days and the time of registration that decide a status, by their names in a database. */
type StatusDates = Partial<
  Record<
    'since' | 'issued' | 'valid_until' | EarlyEnd['column'] | 'suspended_from' | 'suspended_to',
    string | undefined
  >
>

/** A comparison of texts in ISO 8601. A pilot without the date meets only `absent`. */
interface DateComparison {
  name: keyof StatusDates
  sign: '<' | '<=' | '>=' | 'absent'
  date: string
}

/** The status of a pilot who meets all comparisons, and no earlier case. */
interface StatusCase {
  kind: PilotStatus
  when: readonly DateComparison[]
}

/**
 * Returns the decision for the licences with a rule. The last case has no comparisons. A suspension outweighs an expiry,
 * the pilot's own last day outweighs the rule, and a pilot who was stored before registrations had a time counts as
 * issued on `day`.
 */
function statusCases(rule: ValidityRule, day: string): StatusCase[] {
  return [
    { kind: 'suspended', when: [is('suspended_from', '<=', day), is('suspended_to', 'absent')] },
    { kind: 'suspended', when: [is('suspended_from', '<=', day), is('suspended_to', '>=', day)] },
    ...earlyEnds.map(({ column }): StatusCase => ({ kind: 'expired', when: [is(column, '<', day)] })),
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

function kindOf(
  { since, terms: { issued, until, medical, suspension } = {}, poliza_hasta: insured }: Dated,
  cases: StatusCase[],
) {
  const dates: StatusDates = {
    since,
    issued,
    valid_until: until,
    medical_until: medical,
    poliza_hasta: insured ?? undefined,
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

/** Describes the terms of a credential, as pairs of a label and a text. */
export function termsLines(pilot: Dated, { rules, day }: StatusBasis): [string, string][] {
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
