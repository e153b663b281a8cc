/** Tests of the documents of riders. */
import { expect, test } from 'vitest'
import { documentOf, documentText, isDocumentOf, mayBeOther, readDocument } from '#domain/pilots/document'
import { missingNames } from '#domain/pilots/incomplete'
import { checkDraft, withDraft } from '#domain/pilots/pilot'
import { parsePilot } from '#domain/pilots/stored'
import { aDraft, aForeigner } from '../../support/pilots.ts'

test.each([
  ['ab-123.456', 'AB123456'],
  ['12.345.678-k', '12345678K'],
  ['123.456.789-09', '12345678909'],
  [1234567, '1234567'],
  [' ñ 1 ', 'Ñ1'],
  [`${'A'.repeat(29)}1`, `${'A'.repeat(29)}1`],
])('the number %j is stored as %s', (documento, stored) => {
  expect(checkDraft(aForeigner({ documento: documento as string })).draft?.documento).toBe(stored)
})

test.each([
  [{ tipodoc: '' }, { tipodoc: 'Elija el tipo de documento' }],
  [{ documento: ' ' }, { documento: 'Ingrese el número de documento' }],
  [
    { tipodoc: undefined, documento: null },
    { tipodoc: 'Elija el tipo de documento', documento: 'Ingrese el número de documento' },
  ],
  [{ documento: 'ABC' }, { documento: 'Escriba letras y números, como AB123456' }],
  [{ documento: 'A/1' }, { documento: 'Escriba letras y números, como AB123456' }],
  [{ documento: '1'.repeat(31) }, { documento: 'Escriba como máximo 30 letras y números' }],
])('a rider without a DNI needs a document: %j', (change, problems) => {
  expect(checkDraft({ ...aForeigner(), ...change }).problems).toEqual(problems)
})

test('a rider with a DNI needs no other document, and keeps none', () => {
  expect(checkDraft({ ...aDraft(), tipodoc: '', documento: '' }).problems).toEqual({})
  const { draft } = checkDraft({ ...aDraft({ dni: 7 }), tipodoc: 'DNI', documento: '?' })
  const changed = withDraft(aForeigner(), draft ?? aDraft())
  expect(changed).not.toHaveProperty('tipodoc')
  expect(changed).not.toHaveProperty('documento')
})

test('a document is written with its kind, and read in any notation', () => {
  const foreigner = aForeigner({ documento: 'AB123' })
  expect([foreigner, aDraft({ dni: 7 })].map(documentOf)).toEqual(['Pasaporte AB123', 'DNI 00000007'])
  expect([foreigner, aDraft({ dni: 7 }), {}].map(documentText)).toEqual([
    'Pasaporte AB123',
    '00000007',
    undefined,
  ])
  expect(readDocument({ dni: 'No tiene', tipodoc: 'PASAPORTE', documento: 'ab 123' })).toEqual({
    dni: null,
    tipodoc: 'Pasaporte',
    documento: 'AB123',
  })
  expect(readDocument({ dni: '', documento: 'AB123' })).toBeUndefined()
  expect(['ab-123', 'pasaporte AB 123', 'AB12'].map((text) => isDocumentOf(foreigner, text))).toEqual([
    true,
    true,
    false,
  ])
  expect(isDocumentOf(aDraft({ dni: 7 }), '0007')).toBe(true)
  expect(['AB123', '4333444S', '43334445', '', 'no', 7].map(mayBeOther)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})

test('a stored pilot without a document is incomplete, and one with a document of another type is damaged', () => {
  const { documento: _documento, ...stored } = { id: '7K3Q9XW2M4TB', photo: null, ...aForeigner() }
  expect(parsePilot(stored)).toEqual(stored)
  expect(missingNames(stored)).toEqual(['documento'])
  expect(parsePilot({ ...stored, documento: 7 })).toBeUndefined()
})
