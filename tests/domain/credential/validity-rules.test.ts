/** Tests of the rules of validity as people write and read them. */
import { expect, test } from 'vitest'
import { changedRules } from '#domain/credential/validity-changes'
import { defaultRules, describeRule, lastDayOf, parseRule, ruleOf } from '#domain/credential/validity-rules'

test.each([
  ['31/12', { kind: 'year' }, 'hasta el 31 de diciembre del año de emisión'],
  ['31-12', { kind: 'year' }, 'hasta el 31 de diciembre del año de emisión'],
  ['31 de diciembre', { kind: 'year' }, 'hasta el 31 de diciembre del año de emisión'],
  ['365', { kind: 'days', days: 365 }, '365 días desde la emisión'],
  [' 365 días ', { kind: 'days', days: 365 }, '365 días desde la emisión'],
  ['1 día', { kind: 'days', days: 1 }, '1 día desde la emisión'],
  ['30/11/2026', { kind: 'date', date: '2026-11-30' }, 'hasta el 30/11/2026'],
  ['30/11/26', { kind: 'date', date: '2026-11-30' }, 'hasta el 30/11/2026'],
  ['2026-11-30', { kind: 'date', date: '2026-11-30' }, 'hasta el 30/11/2026'],
  ['30 de noviembre de 2026', { kind: 'date', date: '2026-11-30' }, 'hasta el 30/11/2026'],
] as const)('%j is the rule %j, which reads %s', (text, rule, description) => {
  expect(parseRule(text)).toEqual(rule)
  expect(describeRule(rule)).toBe(description)
})

test.each(['', '0', '3661', '31/11', '29/02/2027', '-5', '1.5', 'siempre'])('%j is no rule', (text) => {
  expect(parseRule(text)).toBeUndefined()
})

test('a stored licence with the name of a property of every object has the usual rule', () => {
  expect(lastDayOf(ruleOf(defaultRules, 'constructor'), '2026-03-01')).toBe('2026-12-31')
})

test('the rules of other licences stay, and a wrong rule is named by its licence', () => {
  const days = { kind: 'days', days: 30 }
  const licences = Object.keys(defaultRules)
  expect(changedRules(defaultRules, { Regional: days }, licences)).toEqual({
    ...defaultRules,
    Regional: days,
  })
  expect(() =>
    changedRules(defaultRules, { Anual: days, Regional: { kind: 'days', days: 0 } }, licences),
  ).toThrow(
    expect.objectContaining({
      details: { fields: { Regional: 'Elija el 31 de diciembre, de 1 a 3660 días, o una fecha' } },
    }),
  )
})
