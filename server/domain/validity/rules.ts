/** The rules that give the last day of a credential from its day of issue, one for each type of licence. */
import { licences as licenceOptions } from '../pilot/licences.ts'
import { addDays, isCalendarDay } from '../text/date.ts'
import { isObject } from '../text/json.ts'

export type Licence = (typeof licenceOptions)[number]

export const licences: readonly Licence[] = licenceOptions

/** The end of the year of issue, a number of days after the day of issue, or a day that is the same for all. */
export type ValidityRule = { kind: 'year' } | { kind: 'days'; days: number } | { kind: 'date'; date: string }

export type ValidityRules = Readonly<Record<Licence, ValidityRule>>

/** The greatest number of days that a rule may give: ten years. */
export const maxDays = 3660

/** The rules of data that has none: every licence ends on 31 December of the year of issue. */
export const defaultRules: ValidityRules = { Anual: { kind: 'year' }, Regional: { kind: 'year' } }

/** Returns the rule of a licence. A stored licence that is no option any more has the default rule. */
export function ruleOf(rules: ValidityRules, licence: string): ValidityRule {
  return (rules as Readonly<Record<string, ValidityRule>>)[licence] ?? defaultRules.Anual
}

/** Returns the last day, as `YYYY-MM-DD`. */
export function lastDayOf(rule: ValidityRule, issued: string): string {
  if (rule.kind === 'date') return rule.date
  return rule.kind === 'days' ? addDays(issued, rule.days) : `${issued.slice(0, 4)}-12-31`
}

export function areValidityRules(value: unknown): value is ValidityRules {
  return isObject(value) && licences.every((licence) => isValidityRule(value[licence]))
}

export function isValidityRule(value: unknown): value is ValidityRule {
  if (!isObject(value)) return false
  const { kind, days, date } = value
  if (kind === 'days') return Number.isInteger(days) && Number(days) >= 1 && Number(days) <= maxDays
  return kind === 'date' ? isCalendarDay(date) : kind === 'year'
}
