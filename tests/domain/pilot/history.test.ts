/** Tests of the differences between two states of a pilot and of their texts. */
import { expect, test } from 'vitest'
import { changeText, differences, type HistoryChange } from '#domain/pilot/history'
import type { Pilot } from '#domain/pilot/pilot'
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
])('the change %j is described as %s', (change, text) => {
  expect(changeText(change)).toBe(text)
})
