/** Tests of the rules of validity, and their words for people. */
import { expect, test } from 'vitest'
import { changedRules } from '#domain/credential/validity-changes'
import { defaultRules, describeRule, lastDayOf, ruleOf } from '#domain/credential/validity-rules'

test.each([
  [{ kind: 'year' }, 'hasta el 31 de diciembre del año de emisión'],
  [{ kind: 'days', days: 365 }, '365 días desde la emisión'],
  [{ kind: 'days', days: 1 }, '1 día desde la emisión'],
  [{ kind: 'date', date: '2026-11-30' }, 'hasta el 30/11/2026'],
] as const)('the rule %j reads %s', (rule, description) => {
  expect(describeRule(rule)).toBe(description)
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
