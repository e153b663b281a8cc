/** The rules that give the last day of a credential from its day of issue, one for each type of licence. */
import { licences as licenceOptions } from '../pilot/fields.ts'
import { addDays, isCalendarDay } from '../text/date.ts'
import { isObject } from '../text/text.ts'

export type Licence = (typeof licenceOptions)[number]

export const licences: readonly Licence[] = licenceOptions

/** The end of the year of issue, a number of days after the day of issue, or a day that is the same for all. */
export type ValidityRule = { kind: 'year' } | { kind: 'days'; days: number } | { kind: 'date'; date: string }

/** The rule of every licence. Stored rules may have those of licences that only another version of PilotOS knows. */
export type ValidityRules = Readonly<Record<Licence, ValidityRule>>

/** The greatest number of days that a rule may give: ten years. */
export const maxDays = 3660

/** The rule of a licence that has none: it ends on 31 December of the year of issue. */
const defaultRule: ValidityRule = { kind: 'year' }

export const defaultRules = Object.fromEntries(
  licences.map((licence) => [licence, defaultRule]),
) as ValidityRules

/** Returns the rule of a licence. A stored licence that is no option has its stored rule, or else the default rule. */
export function ruleOf(rules: ValidityRules, licence: string): ValidityRule {
  return (rules as Readonly<Record<string, ValidityRule>>)[licence] ?? defaultRule
}

/**
 * Reads stored rules. A licence without a valid rule has the default rule, and the rules of unknown licences are kept.
 */
export function parseRules(stored: Record<string, unknown>): ValidityRules {
  const valid = Object.entries(stored).filter(([, rule]) => isValidityRule(rule))
  return { ...defaultRules, ...Object.fromEntries(valid) }
}

/** Returns the last day, as `YYYY-MM-DD`. */
export function lastDayOf(rule: ValidityRule, issued: string): string {
  if (rule.kind === 'date') return rule.date
  return rule.kind === 'days' ? addDays(issued, rule.days) : `${issued.slice(0, 4)}-12-31`
}

export function isValidityRule(value: unknown): value is ValidityRule {
  if (!isObject(value)) return false
  const { kind, days, date } = value
  if (kind === 'days') return Number.isInteger(days) && Number(days) >= 1 && Number(days) <= maxDays
  return kind === 'date' ? isCalendarDay(date) : kind === 'year'
}
