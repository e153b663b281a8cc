/** The status as comparisons of texts, which filters and counts of many pilots make without calendars. */
import { addDays, startOfDay } from '../text/date.ts'
import { licences, ruleOf, type ValidityRules } from './rules.ts'
import type { Dated, PilotStatus } from './status.ts'
import { isSuspendedOn } from './terms.ts'

/** The rules, and the day as `YYYY-MM-DD`, by which a status is decided. */
export interface StatusBasis {
  rules: ValidityRules
  day: string
}

/** The condition that a listed pilot has a status. */
export interface StatusFilter extends StatusBasis {
  kind: PilotStatus
}

/** The earliest issue with which a licence is still valid: a day, and the time at which that day begins. */
export interface EarliestIssue {
  /** `YYYY-MM-DD`, where the laptop is. Empty if every day is late enough. */
  day: string
  /** ISO 8601, UTC. Empty if every time is late enough. */
  moment: string
}

/** Returns the earliest valid issue of a licence, or undefined if no issue is valid on the day. */
export function earliestIssue({ rules, day }: StatusBasis, licence: string): EarliestIssue | undefined {
  const rule = ruleOf(rules, licence)
  if (rule.kind === 'date') return day <= rule.date ? { day: '', moment: '' } : undefined
  const first = rule.kind === 'days' ? addDays(day, -rule.days) : `${day.slice(0, 4)}-01-01`
  const [year, month, date] = first.split('-').map(Number)
  const start = startOfDay(new Date(Number(year), Number(month) - 1, Number(date)))
  return { day: first, moment: start.toISOString() }
}

/** Returns a function that decides the kind of a pilot's status, as `statusOf` does. */
export function statusKinds(basis: StatusBasis): (pilot: Dated) => PilotStatus {
  const { day } = basis
  const issues = new Map<string, EarliestIssue | undefined>(
    licences.map((licence) => [licence, earliestIssue(basis, licence)]),
  )
  const isIssuedInTime = ({ licencia, since, terms }: Dated) => {
    const earliest = issues.has(licencia) ? issues.get(licencia) : earliestIssue(basis, licencia)
    if (!earliest) return false
    if (terms?.issued !== undefined) return terms.issued >= earliest.day
    return since === undefined || since >= earliest.moment
  }
  return (pilot) => {
    const { suspension, medical, until } = pilot.terms ?? {}
    if (suspension && isSuspendedOn(suspension, day)) return 'suspended'
    if (medical !== undefined && medical < day) return 'expired'
    return (until === undefined ? isIssuedInTime(pilot) : until >= day) ? 'valid' : 'expired'
  }
}

/** Returns the number of pilots with each status. */
export function countStatuses(pilots: readonly Dated[], basis: StatusBasis): Record<PilotStatus, number> {
  const counts = { valid: 0, expired: 0, suspended: 0 }
  const kindOf = statusKinds(basis)
  for (const pilot of pilots) counts[kindOf(pilot)] += 1
  return counts
}
