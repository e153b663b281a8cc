/** Tests of the change of terms. */
import { expect, test } from 'vitest'
import { changedTerms } from '#domain/validity/changes'
import type { Terms } from '#domain/validity/terms'
import type { TermsChange } from '#domain/web/schemas'

const suspension = { from: '2026-05-01', to: '2026-05-10', reason: 'Pago pendiente' }

test.each<[Terms | undefined, TermsChange, Terms | undefined]>([
  [undefined, {}, undefined],
  [undefined, { until: '2026-06-30' }, { until: '2026-06-30' }],
  [{ until: '2026-06-30' }, { medical: '2028-02-29' }, { until: '2026-06-30', medical: '2028-02-29' }],
  [{ until: '2026-06-30', medical: '2028-02-29' }, { until: null }, { medical: '2028-02-29' }],
  [{ until: '2026-06-30' }, { until: null }, undefined],
  [undefined, { suspension }, { suspension }],
  [
    undefined,
    { suspension: { ...suspension, to: null } },
    { suspension: { from: '2026-05-01', reason: 'Pago pendiente' } },
  ],
  [{ issued: '2026-01-01', suspension }, { suspension: null }, { issued: '2026-01-01' }],
  [{ suspension }, { until: '2026-06-30' }, { until: '2026-06-30', suspension }],
])('the terms %j with the change %j are %j', (terms, change, changed) => {
  expect(changedTerms(terms, change)).toEqual(changed)
})

test.each<[TermsChange, Record<string, string>]>([
  [
    { until: '2026-02-29', medical: '31/12/2026' },
    { until: 'No es un día del calendario', medical: 'No es un día del calendario' },
  ],
  [{ suspension: { ...suspension, to: '2026-04-30' } }, { to: 'La suspensión termina antes de empezar' }],
  [
    { suspension: { from: '2026-02-30', to: 'x', reason: ' ' } },
    {
      from: 'No es un día del calendario',
      to: 'No es un día del calendario',
      reason: 'Escriba el motivo de la suspensión',
    },
  ],
  [
    { suspension: { from: '2026-05-01', reason: 'x'.repeat(201) } },
    { reason: 'El motivo tiene hasta 200 letras' },
  ],
])('the change %j is refused', (change, fields) => {
  expect(() => changedTerms({}, change)).toThrow(
    expect.objectContaining({ kind: 'invalid', details: { fields } }),
  )
})
