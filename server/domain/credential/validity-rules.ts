/** The types of licence, and the rules that give the last day of a credential from its day of issue. */

import { classNames } from '../pilots/classes/classes.ts'
import { addDays, formatDate, isCalendarDay } from '../text/date.ts'
import { isObject } from '../text/text.ts'

/** The end of the year of issue, a number of days from the day of issue on, or a day that is the same for all. */
export type ValidityRule = { kind: 'year' } | { kind: 'days'; days: number } | { kind: 'date'; date: string }

/** The rules of licences. A licence without one has `usualRule`. */
export type ValidityRules = Readonly<Record<string, ValidityRule>>

/** The greatest number of days that a rule may give: ten years. */
export const maxDays = 3660

/** The rule of a licence until an admin chooses one: it ends with the year of issue. */
const usualRule: ValidityRule = { kind: 'year' }

/** The rules of a folder whose admins have chosen none. */
export const defaultRules: ValidityRules = Object.fromEntries(
  classNames('licencia').map((licence) => [licence, usualRule]),
)

export function ruleOf(rules: ValidityRules, licence: string): ValidityRule {
  return (Object.hasOwn(rules, licence) && rules[licence]) || usualRule
}

/**
 * The first day of issue that is itself one of the days of a rule, as that of a licence of one day. Earlier versions did
 * not count it: credentials of before keep their last day.
 */
const countedFrom = '2026-11-28'

/**
 * Returns the last day, as `YYYY-MM-DD`. `shown` is the last day on the printed card, which counts if an earlier version
 * has printed it.
 */
export function lastDayOf(rule: ValidityRule, issued: string, shown?: string): string {
  if (rule.kind === 'date') return rule.date
  if (rule.kind === 'year') return `${issued.slice(0, 4)}-12-31`
  const uncounted = addDays(issued, rule.days)
  return issued < countedFrom || shown === uncounted ? uncounted : addDays(issued, rule.days - 1)
}

/** Returns the earliest day of issue whose last day is not before `day`, without regard to cards. The rule is of days. */
export function earliestIssue({ days }: { days: number }, day: string): string {
  const uncounted = addDays(day, -days)
  return uncounted < countedFrom ? uncounted : addDays(day, 1 - days)
}

export function isValidityRule(value: unknown): value is ValidityRule {
  if (!isObject(value)) return false
  const { kind, days, date } = value
  if (kind === 'days') return Number.isInteger(days) && Number(days) >= 1 && Number(days) <= maxDays
  return kind === 'date' ? isCalendarDay(date) : kind === 'year'
}

/** Describes a rule, such as `hasta el 31 de diciembre del año de emisión`. */
export function describeRule(rule: ValidityRule): string {
  if (rule.kind === 'date') return `hasta el ${formatDate(rule.date)}`
  if (rule.kind === 'year') return 'hasta el 31 de diciembre del año de emisión'
  return rule.days === 1 ? '1 día desde la emisión' : `${rule.days} días desde la emisión`
}
