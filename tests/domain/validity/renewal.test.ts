/** Tests of the plan of a renewal. */
import { expect, test } from 'vitest'
import type { Pilot } from '#domain/pilot/pilot'
import { maxInvalid, planRenewal } from '#domain/validity/renewal'
import type { ValidityRules } from '#domain/validity/rules'
import type { Terms } from '#domain/validity/terms'
import { aDraft } from '../../support/pilots.ts'

const rules: ValidityRules = { Anual: { kind: 'year' }, Regional: { kind: 'date', date: '2026-06-30' } }

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

test('a report lists the first invalid credentials and counts all of them', () => {
  const pilots = Array.from({ length: maxInvalid + 5 }, (_, index) =>
    aPilot(String(index), { medical: '2026-02-28' }),
  )
  const { report } = planRenewal(pilots, { rules, day: '2026-07-01' })
  expect([report.invalid.length, report.invalid_total]).toEqual([maxInvalid, maxInvalid + 5])
})
