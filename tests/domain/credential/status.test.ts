/** Tests of the status of a credential: rules, suspensions, leap days, time zones and midnights. */
import { describe, expect, test } from 'vitest'
import { type Dated, describeStatus, endOf, issuedOn, statusKinds, statusOf } from '#domain/credential/status'
import { isSuspendedOn, type Terms } from '#domain/credential/terms'
import {
  defaultRules,
  isValidityRule,
  lastDayOf,
  type ValidityRules,
} from '#domain/credential/validity-rules'
import type { PilotDraft } from '#domain/pilots/pilot'
import { hasShape } from '#domain/stored/checks'
import { addDays } from '#domain/text/date'
import { setZone } from '../../support/clock.ts'
import { aDraft } from '../../support/pilots.ts'

const rules: ValidityRules = { ...defaultRules, Regional: { kind: 'days', days: 30 } }
const suspension = { from: '2026-05-01', to: '2026-05-10', reason: 'Antirreglamentario' }

function aPilot(terms?: Terms, licencia: PilotDraft['licencia'] = 'Anual', since?: string) {
  return { ...aDraft({ licencia }), ...(since && { since }), ...(terms && { terms }) }
}

test.each([
  ['2026-11-22', 0, '2026-11-22'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2024-02-28', 1, '2024-02-29'],
  ['2024-02-29', 365, '2025-02-28'],
  ['2024-02-29', 366, '2025-03-01'],
  ['2023-02-28', 1, '2023-03-01'],
  ['2000-02-28', 1, '2000-02-29'],
  ['2100-02-28', 1, '2100-03-01'],
  ['2026-03-01', -1, '2026-02-28'],
  ['2026-03-29', 1, '2026-03-30'],
  ['9999-12-31', 1, '9999-12-31'],
  ['0000-01-01', -1, '0000-01-01'],
])('%s and %i days are %s', (day, days, sum) => {
  expect(addDays(day, days)).toBe(sum)
})

test.each([
  [{ kind: 'year' }, '2026-01-01', '2026-12-31'],
  [{ kind: 'year' }, '2026-12-31', '2026-12-31'],
  [{ kind: 'year' }, '2024-02-29', '2024-12-31'],
  [{ kind: 'days', days: 1 }, '2026-12-31', '2026-12-31'],
  [{ kind: 'days', days: 2 }, '2026-11-28', '2026-11-29'],
  [{ kind: 'days', days: 365 }, '2026-12-01', '2027-11-30'],
  [{ kind: 'days', days: 1 }, '2026-11-27', '2026-11-28'],
  [{ kind: 'days', days: 365 }, '2026-11-22', '2027-11-22'],
  [{ kind: 'days', days: 365 }, '2023-03-01', '2024-02-29'],
  [{ kind: 'date', date: '2026-11-30' }, '2026-01-01', '2026-11-30'],
  [{ kind: 'date', date: '2026-11-30' }, '2026-12-15', '2026-11-30'],
] as const)('by the rule %j, a credential issued on %s is valid until %s', (rule, issued, last) => {
  expect(lastDayOf(rule, issued)).toBe(last)
})

test.each([
  [{ kind: 'year' }, true],
  [{ kind: 'days', days: 3660 }, true],
  [{ kind: 'date', date: '2028-02-29' }, true],
  [{ kind: 'days', days: 0 }, false],
  [{ kind: 'days', days: 3661 }, false],
  [{ kind: 'days', days: '30' }, false],
  [{ kind: 'date', date: '2026-02-29' }, false],
  [null, false],
])('%j is a rule: %s', (rule, isRule) => {
  expect(isValidityRule(rule)).toBe(isRule)
})

test('a suspension does not end before it begins', () => {
  const until = (to: string) => hasShape('terms', { suspension: { from: '2026-05-02', to, reason: '' } })
  expect(['2026-05-03', '2026-05-02', '2026-05-01'].map(until)).toEqual([true, true, false])
})

const january = aPilot({ issued: '2026-01-01' })
const suspended = aPilot({ issued: '2026-01-01', suspension })
const regional = aPilot({ issued: '2024-01-30' }, 'Regional')
const insured = (pilot: ReturnType<typeof aPilot>, until: string) => ({ ...pilot, poliza_hasta: until })
const valid = (until: string, why = {}) => ({ kind: 'valid', until, ...why })
const expired = (until: string, why = {}) => ({ kind: 'expired', until, ...why })
const until10May = { kind: 'suspended', until: '2026-05-10', reason: suspension.reason }

const statuses: [name: string, pilot: ReturnType<typeof aPilot>, day: string, status: object][] = [
  ['the first day', january, '2026-01-01', valid('2026-12-31')],
  ['the last day', january, '2026-12-31', valid('2026-12-31')],
  ['the next day', january, '2027-01-01', expired('2026-12-31')],
  ['a leap day as the last day', regional, '2024-02-29', valid('2024-02-29')],
  ['the day after a leap day', regional, '2024-03-01', expired('2024-02-29')],
  [
    'an own last day after the one of the rule',
    aPilot({ issued: '2026-01-01', until: '2027-06-30' }),
    '2027-06-30',
    valid('2027-06-30'),
  ],
  [
    'an own last day before the one of the rule',
    aPilot({ issued: '2026-01-01', until: '2026-06-30' }),
    '2026-07-01',
    expired('2026-06-30'),
  ],
  [
    'an earlier medical certificate',
    aPilot({ until: '2026-06-30', medical: '2026-03-31' }),
    '2026-04-01',
    expired('2026-03-31', { isMedical: true }),
  ],
  [
    'a medical certificate of the same day',
    aPilot({ until: '2026-06-30', medical: '2026-06-30' }),
    '2026-06-30',
    valid('2026-06-30'),
  ],
  [
    'a later medical certificate',
    aPilot({ issued: '2026-01-01', medical: '2027-06-30' }),
    '2026-06-30',
    valid('2026-12-31'),
  ],
  [
    'an earlier policy',
    insured(january, '2026-03-31'),
    '2026-04-01',
    expired('2026-03-31', { isInsurance: true }),
  ],
  [
    'the last day of a policy',
    insured(aPilot({ until: '2026-06-30' }), '2026-03-31'),
    '2026-03-31',
    valid('2026-03-31', { isInsurance: true }),
  ],
  [
    'a policy before a certificate',
    insured(aPilot({ issued: '2026-01-01', medical: '2026-05-31' }), '2026-03-31'),
    '2026-04-30',
    expired('2026-03-31', { isInsurance: true }),
  ],
  [
    'a policy of the same day as a certificate',
    insured(aPilot({ issued: '2026-01-01', medical: '2026-03-31' }), '2026-03-31'),
    '2026-04-30',
    expired('2026-03-31', { isMedical: true }),
  ],
  ['a later policy', insured(january, '2027-06-30'), '2027-01-01', expired('2026-12-31')],
  ['the day before a suspension', suspended, '2026-04-30', valid('2026-12-31')],
  ['the first day of a suspension', suspended, '2026-05-01', until10May],
  ['the last day of a suspension', suspended, '2026-05-10', until10May],
  ['the day after a suspension', suspended, '2026-05-11', valid('2026-12-31')],
  [
    'a suspension without an end, of an expired credential',
    aPilot({ until: '2026-01-31', suspension: { from: '2026-02-01', reason: 'Pago pendiente' } }),
    '2030-01-01',
    { kind: 'suspended', reason: 'Pago pendiente' },
  ],
  ['a pilot without any date', aPilot(), '2031-07-01', valid('2031-12-31')],
]

describe.each(statuses)('%s', (_, pilot, day, status) => {
  test(`on ${day}`, () => {
    expect(statusOf(pilot, rules, day)).toEqual(status)
    expect(statusKinds({ rules, day })(pilot)).toBe(statusOf(pilot, rules, day).kind)
  })
})

test.each([
  ['America/Lima', '2026-01-01T04:59:59.999Z', '2025-12-31'],
  ['America/Lima', '2026-01-01T05:00:00.000Z', '2026-01-01'],
  ['UTC', '2025-12-31T23:59:59.999Z', '2025-12-31'],
  ['UTC', '2026-01-01T00:00:00.000Z', '2026-01-01'],
  ['Pacific/Kiritimati', '2025-12-31T09:59:59.999Z', '2025-12-31'],
  ['Pacific/Kiritimati', '2025-12-31T10:00:00.000Z', '2026-01-01'],
  ['America/Argentina/Buenos_Aires', '2026-01-01T02:59:59.999Z', '2025-12-31'],
  // On 6 September 2026, clocks in Chile go from midnight to one o'clock.
  ['America/Santiago', '2026-09-06T03:59:59.999Z', '2026-09-05'],
  ['America/Santiago', '2026-09-06T04:00:00.000Z', '2026-09-06'],
  // On 4 April 2026, clocks in Chile go from midnight back to eleven o'clock.
  ['America/Santiago', '2026-04-05T03:59:59.999Z', '2026-04-04'],
  ['America/Santiago', '2026-04-05T04:00:00.000Z', '2026-04-05'],
])('in %s, a registration at %s is issued on %s', (zone, since, day) => {
  setZone(zone)
  const pilot = aPilot(undefined, 'Regional', since)
  expect(issuedOn(pilot, '2030-01-01')).toBe(day)
  const last = addDays(day, 30)
  expect(endOf(pilot, rules, last)).toEqual({ until: last })
  for (const [on, kind] of [
    [last, 'valid'],
    [addDays(last, 1), 'expired'],
  ] as const) {
    expect(statusOf(pilot, rules, on).kind).toBe(kind)
    expect(statusKinds({ rules, day: on })(pilot)).toBe(kind)
  }
})

test.each(['UTC', 'America/Lima', 'America/Santiago', 'Asia/Kathmandu'])(
  'in %s, the status agrees with the last day, for every day around an end',
  (zone) => {
    setZone(zone)
    const all: ValidityRules[] = [
      defaultRules,
      rules,
      { ...defaultRules, Anual: { kind: 'date', date: '2026-03-01' }, Regional: { kind: 'days', days: 366 } },
    ]
    const termsToTry: (Terms | undefined)[] = [
      undefined,
      { issued: '2026-02-27' },
      { until: '2026-02-28' },
      { medical: '2026-03-01' },
      { issued: '2025-03-01', medical: '2026-02-28', suspension: { from: '2026-03-02', reason: '' } },
    ]
    const moments = [
      undefined,
      '2025-12-31T23:30:00.000Z',
      '2026-01-30T04:45:00.000Z',
      '2026-03-02T00:00:00.000Z',
    ]
    const days = Array.from({ length: 70 }, (_, index) => addDays('2025-12-28', index))
    const byLastDay = (pilot: Dated, rules: ValidityRules, day: string) => {
      const { suspension } = pilot.terms ?? {}
      if (suspension && isSuspendedOn(suspension, day)) return 'suspended'
      return day <= endOf(pilot, rules, day).until ? 'valid' : 'expired'
    }
    for (const rules of all)
      for (const licencia of ['Anual', 'Regional', 'Otra' as 'Anual'] as const)
        for (const terms of termsToTry)
          for (const since of moments) {
            const pilot = aPilot(terms, licencia, since)
            const expected = days.map((day) => byLastDay(pilot, rules, day))
            expect(days.map((day) => statusOf(pilot, rules, day).kind)).toEqual(expected)
            expect(days.map((day) => statusKinds({ rules, day })(pilot))).toEqual(expected)
          }
  },
)

test('a card that an earlier version has printed keeps the day that it shows, and any other card changes nothing', () => {
  const shown = (issued: string, until?: string) => ({
    ...aPilot({ issued }, 'Regional'),
    ...(until && { card: { at: `${issued}T12:00:00.000Z`, address: '', until } }),
  })
  const ends: [pilot: Dated & ReturnType<typeof aPilot>, until: string][] = [
    [shown('2026-11-27'), '2026-12-27'],
    [shown('2026-11-28'), '2026-12-27'],
    [shown('2026-11-28', '2026-12-28'), '2026-12-28'],
    [shown('2026-11-28', '2026-12-27'), '2026-12-27'],
    [shown('2026-12-05', '2026-12-28'), '2027-01-03'],
  ]
  for (const [pilot, until] of ends) {
    expect(endOf(pilot, rules, until)).toEqual({ until })
    const kinds = [until, addDays(until, 1)].map((day) => statusKinds({ rules, day })(pilot))
    expect(kinds).toEqual(['valid', 'expired'])
  }
})

test.each([
  [{ kind: 'valid', until: '2026-12-31' }, 'VIGENTE hasta 31/12/2026'],
  [{ kind: 'expired', until: '2026-12-31' }, 'VENCIDA el 31/12/2026'],
  [{ kind: 'suspended', until: '2026-05-10', reason: 'x' }, 'SUSPENDIDA hasta 10/05/2026'],
  [{ kind: 'suspended', reason: 'x' }, 'SUSPENDIDA'],
  [{ kind: 'revoked', at: '2026-05-10T00:00:00.000Z' }, 'ANULADA'],
] as const)('%j reads %s', (status, text) => {
  expect(describeStatus(status)).toBe(text)
})
