/** Tests of the differences between two states of a pilot and of their texts. */
import { expect, test } from 'vitest'
import { changeText, differences, type HistoryChange } from '#domain/pilots/history/history'
import type { Pilot } from '#domain/pilots/pilot'
import { aDraft } from '../../support/pilots.ts'

const pilot: Pilot = { id: '7K3Q9XW2M4TB', photo: null, ...aDraft({ dni: 9876543, club: 'Uno' }) }

test('two states differ in the fields that changed, in the order of the form, and in the photo', () => {
  const after = { ...pilot, photo: '0123456789AB.jpg', club: 'Dos', dni: 40123456, fechanac: '1994-03-01' }
  expect(differences(pilot, after)).toEqual([
    { field: 'dni', before: '9876543', after: '40123456' },
    { field: 'fechanac', before: '1994-02-28', after: '1994-03-01' },
    { field: 'club', before: 'Uno', after: 'Dos' },
    { field: 'photo', before: '', after: '0123456789AB.jpg' },
  ])
})

test('an identifier, a printed card and the time of the registration are not differences', () => {
  const card = { at: '2026-11-21T10:00:00.000Z', address: 'http://192.168.1.20:4780' }
  expect(differences(pilot, { ...pilot, id: '0K3Q9XW2M4T1', since: card.at, card })).toEqual([])
})

test('the terms that differ are the last differences', () => {
  const suspension = { from: '2026-05-01', to: '2026-05-10', reason: 'Pago pendiente' }
  const before = { ...pilot, terms: { until: '2026-12-31', medical: '2027-02-28' } }
  const after = { ...pilot, club: 'Dos', terms: { medical: '2027-02-28', suspension } }
  expect(differences(before, after)).toEqual([
    { field: 'club', before: 'Uno', after: 'Dos' },
    { field: 'until', before: '2026-12-31', after: '' },
    { field: 'suspension', before: '', after: 'desde 01/05/2026 hasta 10/05/2026: Pago pendiente' },
  ])
})

test.each<[HistoryChange, string]>([
  [{ field: 'club', before: 'Uno', after: 'Dos' }, 'Club: «Uno» → «Dos»'],
  [{ field: 'club', before: '', after: 'Dos' }, 'Club: «» → «Dos»'],
  [
    { field: 'dni', before: '9876543', after: '40123456' },
    'Documento de identidad (DNI): «09876543» → «40123456»',
  ],
  [{ field: 'dni', before: '', after: '7' }, 'Documento de identidad (DNI): «» → «00000007»'],
  [
    { field: 'fechanac', before: '1994-02-28', after: '1994-03-01' },
    'Fecha de Nacimiento: «28/02/1994» → «01/03/1994»',
  ],
  [{ field: 'photo', before: '', after: 'B.jpg' }, 'Foto puesta'],
  [{ field: 'photo', before: 'A.jpg', after: 'B.jpg' }, 'Foto cambiada'],
  [{ field: 'photo', before: 'A.jpg', after: '' }, 'Foto quitada'],
  [{ field: 'until', before: '', after: '2026-12-31' }, 'Válida hasta: «según la licencia» → «31/12/2026»'],
  [{ field: 'issued', before: '', after: '2026-01-02' }, 'Emitida: «al registrarse» → «02/01/2026»'],
  [
    { field: 'medical', before: '2026-12-31', after: '' },
    'Certificado médico hasta: «31/12/2026» → «sin fecha»',
  ],
  [
    { field: 'suspension', before: '', after: 'desde 01/05/2026: Pago pendiente' },
    'Suspendida desde 01/05/2026: Pago pendiente',
  ],
  [{ field: 'suspension', before: 'desde 01/05/2026: x', after: '' }, 'Suspensión levantada'],
])('the change %j is described as %s', (change, text) => {
  expect(changeText(change)).toBe(text)
})
