/** Tests of the plan of a renewal. */
import { expect, test } from 'vitest'
import { statusKinds, statusOf } from '#domain/credential/status'
import type { Terms } from '#domain/credential/terms'
import { maxInvalid, planRenewal } from '#domain/credential/validity-changes'
import { defaultRules, type ValidityRules } from '#domain/credential/validity-rules'
import type { Pilot } from '#domain/pilots/pilot'
import { aDraft } from '../../support/pilots.ts'

const rules: ValidityRules = { ...defaultRules, Regional: { kind: 'date', date: '2026-06-30' } }

function aPilot(id: string, terms?: Terms, licencia: Pilot['licencia'] = 'Anual'): Pilot {
  return { id, photo: null, ...aDraft({ licencia, name: id, lastname: 'Rojas' }), ...(terms && { terms }) }
}

test('expired credentials are renewed, those that would gain nothing stay, and the report says who is not valid', () => {
  const suspension = { from: '2026-01-01', reason: 'Pago pendiente' }
  const pilots = [
    aPilot('A', { issued: '2025-03-01' }),
    aPilot('B', { issued: '2024-03-01' }),
    aPilot('C', { issued: '2025-05-01', until: '2025-12-31', medical: '2026-02-28' }),
    aPilot('D', { until: '2027-06-30' }),
    aPilot('E', { issued: '2026-01-02' }),
    aPilot('F', { issued: '2025-01-01', suspension }),
    aPilot('G', { until: '2026-03-31' }, 'Regional'),
    aPilot('H'),
  ]
  const { renewed, change, report } = planRenewal(pilots, { rules, day: '2026-07-01' })
  expect(renewed).toEqual(['A', 'B', 'C', 'F'])
  expect(change).toEqual({ issued: '2026-07-01', until: null })
  expect(report).toEqual({
    total: 8,
    renewed: 4,
    unchanged: 4,
    ends: [
      { before: '2024-12-31', after: '2026-12-31', pilots: 1 },
      { before: '2025-12-31', after: '2026-12-31', pilots: 3 },
    ],
    invalid: [
      { id: 'C', name: 'C Rojas', status: { kind: 'expired', until: '2026-02-28', isMedical: true } },
      { id: 'F', name: 'F Rojas', status: { kind: 'suspended', reason: 'Pago pendiente' } },
      { id: 'G', name: 'G Rojas', status: { kind: 'expired', until: '2026-03-31' } },
    ],
    invalid_total: 3,
  })
})

test('a renewal leaves the credential of a pilot whose policy has expired without validity, and says why', () => {
  const pilot = { ...aPilot('A', { issued: '2025-03-01' }), poliza_hasta: '2026-02-28' }
  const { renewed, report } = planRenewal([pilot], { rules, day: '2026-07-01' })
  expect(renewed).toEqual(['A'])
  expect(report.invalid).toMatchObject([
    { status: { kind: 'expired', until: '2026-02-28', isInsurance: true } },
  ])
})

test('a day of issue in the next year renews for that year, once, and is valid before that day too', () => {
  const day = '2026-12-10'
  const pilots = [aPilot('A', { issued: '2026-03-01' }), aPilot('B', {}, 'Regional'), aPilot('C')]
  expect(planRenewal(pilots, { rules, day }).renewed).toEqual([])
  const { renewed, change, report } = planRenewal(pilots, { rules, day }, '2027-01-01')
  expect([renewed, change]).toEqual([['A', 'C'], { issued: '2027-01-01', until: null }])
  expect(report.ends).toEqual([{ before: '2026-12-31', after: '2027-12-31', pilots: 2 }])
  expect(report.invalid.map(({ id }) => id)).toEqual(['B'])
  const next = aPilot('A', { issued: '2027-01-01' })
  for (const on of [day, '2026-12-31', '2027-01-01', '2027-12-31']) {
    expect(statusOf(next, rules, on)).toEqual({ kind: 'valid', until: '2027-12-31' })
    expect(statusKinds({ rules, day: on })(next)).toBe('valid')
  }
  expect(planRenewal([next], { rules, day }, '2027-01-01').renewed).toEqual([])
  expect(planRenewal([next], { rules, day }).renewed).toEqual([])
})

test('a day of issue that is not in the calendar is refused', () => {
  const plan = () => planRenewal([aPilot('A')], { rules, day: '2026-12-10' }, '2027-02-29')
  const fields = { issued: 'No es un día del calendario' }
  expect(plan).toThrow(expect.objectContaining({ kind: 'invalid', details: { fields } }))
})

test('a report lists the first invalid credentials and counts all of them', () => {
  const pilots = Array.from({ length: maxInvalid + 5 }, (_, index) =>
    aPilot(String(index), { medical: '2026-02-28' }),
  )
  const { report } = planRenewal(pilots, { rules, day: '2026-07-01' })
  expect([report.invalid.length, report.invalid_total]).toEqual([maxInvalid, maxInvalid + 5])
})
