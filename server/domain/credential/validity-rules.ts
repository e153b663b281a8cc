/** The types of licence, and the rules that give the last day of a credential from its day of issue. */

import { addDays, formatDate, isCalendarDay, readDay } from '../text/date.ts'
import { fold, isObject } from '../text/text.ts'

/** The end of the year of issue, a number of days after the day of issue, or a day that is the same for all. */
export type ValidityRule = { kind: 'year' } | { kind: 'days'; days: number } | { kind: 'date'; date: string }

interface LicenceDescription {
  /** The rule of the licence until an admin changes it. */
  validity: ValidityRule
  /** Other words that spreadsheets use for it. Case, accents, spaces, hyphens and a year make no difference. */
  spellings?: readonly string[]
}

/** The types of licence. The form, imports, rules of validity, filters and the API follow from their entries. */
export const licences = {
  Anual: { validity: { kind: 'year' } },
  Regional: { validity: { kind: 'year' } },
} as const satisfies Record<string, LicenceDescription>

export type Licence = keyof typeof licences

/** The names of the licences, in the order of the select. */
export const licenceNames = Object.keys(licences) as Licence[]

/** The rule of every licence. Stored rules may have those of licences that only another version of PilotOS knows. */
export type ValidityRules = Readonly<Record<Licence, ValidityRule>>

/** The greatest number of days that a rule may give: ten years. */
export const maxDays = 3660

export const defaultRules = Object.fromEntries(
  licenceNames.map((licence) => [licence, licences[licence].validity]),
) as ValidityRules

/** The rule of a stored licence that is no option and has no stored rule: it ends with the year of issue. */
const unknownRule: ValidityRule = { kind: 'year' }

/** Returns the rule of a licence. A stored licence that is no option has its stored rule, or else `unknownRule`. */
export function ruleOf(rules: ValidityRules, licence: string): ValidityRule {
  return (rules as Readonly<Record<string, ValidityRule>>)[licence] ?? unknownRule
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

/** Describes a rule, such as `hasta el 31 de diciembre del año de emisión`. */
export function describeRule(rule: ValidityRule): string {
  if (rule.kind === 'date') return `hasta el ${formatDate(rule.date)}`
  if (rule.kind === 'year') return 'hasta el 31 de diciembre del año de emisión'
  return rule.days === 1 ? '1 día desde la emisión' : `${rule.days} días desde la emisión`
}

/**
 * Reads `31/12`, a number of days such as `365` or `365 días`, or a date such as `30/11/2026`. Returns undefined for
 * any other text.
 * @example parseRule('365 días') // { kind: 'days', days: 365 }
 */
export function parseRule(text: string): ValidityRule | undefined {
  const words = fold(text).trim()
  if (/^31[/-]12$|^31 (?:de )?dic(?:iembre)?$/.test(words)) return { kind: 'year' }
  const [, days] = /^(\d{1,4})(?: ?dias?)?$/.exec(words) ?? []
  const date = readDay(words)
  const rule = days ? { kind: 'days', days: Number(days) } : { kind: 'date', date }
  return isValidityRule(rule) ? rule : undefined
}
