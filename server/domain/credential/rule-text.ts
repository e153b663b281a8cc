/** The rules of validity as people write and read them. */

import type { RulesPreview } from '../desk/settings-calls.ts'
import { InvalidError } from '../errors.ts'
import { formatDate, readDay } from '../text/date.ts'
import { count, fold } from '../text/text.ts'
import { type Dated, type StatusBasis, statusKinds, statusTexts } from './status.ts'
import {
  isValidityRule,
  lastDayOf,
  licenceNames,
  maxDays,
  type ValidityRule,
  type ValidityRules,
} from './validity-rules.ts'

/** The message about a rule that cannot be used. */
export const ruleInvalid = `Elija el 31 de diciembre, de 1 a ${maxDays} días, o una fecha`

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

/** Returns the rules with other rules for some licences. @throws InvalidError, whose fields are named by the licence */
export function changedRules(rules: ValidityRules, change: Readonly<Record<string, unknown>>): ValidityRules {
  const given = licenceNames.filter((licence) => change[licence] !== undefined)
  const wrong = given.filter((licence) => !isValidityRule(change[licence]))
  if (wrong.length > 0) throw new InvalidError(Object.fromEntries(wrong.map((name) => [name, ruleInvalid])))
  const changed = given.map((licence) => [licence, change[licence]])
  return { ...rules, ...Object.fromEntries(changed) }
}

/** Says whose status changes, such as `Al guardar, 3 credenciales pasan de VIGENTE a VENCIDA.` */
export function describeRuleChange({ changes }: RulesPreview, isDone = false): string {
  const total = changes.reduce((sum, { pilots }) => sum + pilots, 0)
  if (total === 0) {
    return isDone
      ? 'Ninguna credencial cambió de estado.'
      : 'Al guardar, ninguna credencial cambia de estado.'
  }
  const kinds = changes.map(({ from, to, pilots }) => {
    const verb = isDone ? (pilots === 1 ? 'pasó' : 'pasaron') : pilots === 1 ? 'pasa' : 'pasan'
    return `${count(pilots, 'credencial', 'credenciales')} ${verb} de ${statusTexts[from]} a ${statusTexts[to]}`
  })
  const text = kinds.join(', y ')
  return isDone ? `${text}.` : `Al guardar, ${text}.`
}

/** Returns the last days that `next` gives to licences issued today, and the pilots whose statuses it changes. */
export function compareRules(
  pilots: readonly Dated[],
  basis: StatusBasis,
  next: ValidityRules,
): RulesPreview {
  const [before, after] = [statusKinds(basis), statusKinds({ ...basis, rules: next })]
  const changes = new Map<string, RulesPreview['changes'][number]>()
  for (const pilot of pilots) {
    const [from, to] = [before(pilot), after(pilot)]
    if (from === to) continue
    const change = changes.get(`${from} ${to}`) ?? { from, to, pilots: 0 }
    change.pilots += 1
    changes.set(`${from} ${to}`, change)
  }
  const ends = licenceNames.map((licence) => [licence, lastDayOf(next[licence], basis.day)])
  return { ends: Object.fromEntries(ends), changes: [...changes.values()] }
}
