/** Translates the decision of a status to SQL. */
import { ruleOf, type ValidityRule } from '#domain/validity/rules'
import { type DateComparison, type StatusBasis, statusCases } from '#domain/validity/status'
import type { Bind } from './search-sql.ts'

/** Returns an expression for the kind of a pilot's status. */
export function statusColumn({ rules, day }: StatusBasis, bind: Bind): string {
  const decide = (rule: ValidityRule) => {
    const cases = statusCases(rule, day).map(({ kind, when }) => {
      const conditions = when.map((one) => comparison(one, bind)).join(' AND ')
      return `WHEN ${conditions || 'true'} THEN '${kind}'`
    })
    return `CASE ${cases.join(' ')} END`
  }
  const named = Object.entries(rules).map(
    ([licence, rule]) => `WHEN licencia = ${bind(licence)} THEN ${decide(rule)}`,
  )
  return `CASE ${named.join(' ')} ELSE ${decide(ruleOf(rules, ''))} END`
}

function comparison({ name, sign, date }: DateComparison, bind: Bind): string {
  return sign === 'absent' ? `${name} IS NULL` : `${name} ${sign} ${bind(date)}`
}
