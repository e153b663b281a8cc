/** A rule of validity as a person types it. */
import { formatDate } from '#domain/text/date'
import { readDay } from '#domain/text/typed-day'
import { isValidityRule, type ValidityRule } from '#domain/validity/rules'

export interface TypedRule {
  kind: ValidityRule['kind']
  days: string
  date: string
}

export function typedRuleOf(rule: ValidityRule): TypedRule {
  return {
    kind: rule.kind,
    days: rule.kind === 'days' ? String(rule.days) : '',
    date: rule.kind === 'date' ? formatDate(rule.date) : '',
  }
}

/** Returns the rule, or undefined if its number or its date is missing or wrong. */
export function readRule({ kind, days, date }: TypedRule): ValidityRule | undefined {
  const rules = {
    year: { kind },
    days: { kind, days: Number(days.trim().replace('.', '')) },
    date: { kind, date: readDay(date) },
  }
  const rule = rules[kind]
  return isValidityRule(rule) ? rule : undefined
}

export function isSameRule(one: ValidityRule, other: ValidityRule): boolean {
  return JSON.stringify(typedRuleOf(one)) === JSON.stringify(typedRuleOf(other))
}
