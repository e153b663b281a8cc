/** Tests of the change of terms. */
import { expect, test } from 'vitest'
import type { TermsChange } from '#domain/credential/calls'
import type { Suspension, Terms } from '#domain/credential/terms'
import { changedTerms } from '#domain/credential/validity-changes'

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

const open = { from: '2026-05-01', reason: 'Pago pendiente' }
const later = { from: '2026-05-21', reason: 'Sanción' }

test.each<[Suspension, string]>([
  [suspension, 'hasta el 10/05/2026'],
  [open, 'hasta que se levante'],
])('while %j runs, a later suspension does not replace it', (running, end) => {
  const terms = { until: '2026-12-31', suspension: running }
  const from = `Ya está suspendido ${end}: levante antes esa suspensión, o empiece la nueva a más tardar hoy`
  for (const day of ['2026-05-01', '2026-05-10'])
    expect(() => changedTerms(terms, { suspension: later }, day)).toThrow(
      expect.objectContaining({ kind: 'invalid', details: { fields: { from } } }),
    )
})

test.each<[string, Suspension, TermsChange, string, Suspension | undefined]>([
  ['it is lifted', open, { suspension: null }, '2026-05-05', undefined],
  ['its end is corrected', open, { suspension }, '2026-05-05', suspension],
  [
    'it begins today instead',
    open,
    { suspension: { ...later, from: '2026-05-05' } },
    '2026-05-05',
    { ...later, from: '2026-05-05' },
  ],
  ['another term changes', open, { until: '2027-12-31' }, '2026-05-05', open],
  ['it is over', suspension, { suspension: later }, '2026-05-11', later],
  ['it has not begun', open, { suspension: later }, '2026-04-30', later],
])('a suspension changes if %s', (_title, stored, change, day, left) => {
  expect(changedTerms({ suspension: stored }, change, day)?.suspension).toEqual(left)
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
