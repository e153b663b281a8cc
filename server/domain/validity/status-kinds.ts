/** The status as comparisons of texts, which filters and counts of many pilots make without calendars. */
import { addDays, startOfDay } from '../text/date.ts'
import { type Licence, licences, ruleOf, type ValidityRule, type ValidityRules } from './rules.ts'
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

/** Returns the earliest valid issue of each licence. A licence that no issue makes valid on the day has none. */
export function earliestIssues({ rules, day }: StatusBasis): Record<Licence, EarliestIssue | undefined> {
  const issues = licences.map((licence) => [licence, earliestIssue(ruleOf(rules, licence), day)])
  return Object.fromEntries(issues)
}

/** Returns a function that decides the kind of a pilot's status, as `statusOf` does. */
export function statusKinds(basis: StatusBasis): (pilot: Dated) => PilotStatus {
  const { day } = basis
  const issues = earliestIssues(basis)
  const isIssuedInTime = ({ licencia, since, terms }: Dated) => {
    const earliest = licencia in issues ? issues[licencia] : earliestIssue(ruleOf(basis.rules, licencia), day)
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

function earliestIssue(rule: ValidityRule, day: string): EarliestIssue | undefined {
  if (rule.kind === 'date') return day <= rule.date ? { day: '', moment: '' } : undefined
  const first = rule.kind === 'days' ? addDays(day, -rule.days) : `${day.slice(0, 4)}-01-01`
  const [year, month, date] = first.split('-').map(Number)
  return {
    day: first,
    moment: startOfDay(new Date(Number(year), Number(month) - 1, Number(date))).toISOString(),
  }
}
