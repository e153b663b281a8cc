/** Tests of the documents of riders. */
import { expect, test } from 'vitest'
import {
  describeDocument,
  documentNumber,
  documentOf,
  documentText,
  isDocumentOf,
  isDocumentText,
  mayBeOther,
  readDocument,
} from '#domain/pilots/document'
import { changeText, differences } from '#domain/pilots/history/history'
import { missingNames } from '#domain/pilots/incomplete'
import { checkDraft, withDraft } from '#domain/pilots/pilot'
import { parsePilot } from '#domain/pilots/stored'
import { aDraft, aForeigner, aPilot } from '../../support/pilots.ts'

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

test.each([
  [{ dni: 912345678, paisdoc: 'EC' }, '0912345678', 'Documento 0912345678'],
  [{ dni: 4123456, paisdoc: 'PY' }, '4123456', 'Documento 4123456'],
  [{ dni: 9876543, paisdoc: 'PE' }, '09876543', 'DNI 09876543'],
  [{ tipodoc: 'RUT', documento: '123456785', paisdoc: 'CL' }, 'RUT 12.345.678-5'],
  [{ tipodoc: 'RUT', documento: '1000013K', paisdoc: 'CL' }, 'RUT 1.000.013-K'],
  [{ tipodoc: 'RUT', documento: '123456785' }, 'RUT 123456785'],
  [{ tipodoc: 'CPF', documento: '39053344705', paisdoc: 'BR' }, 'CPF 390.533.447-05'],
  [{ tipodoc: 'Cédula nacional', documento: '080123000456', paisdoc: 'PA' }, 'Cédula nacional 8-123-456'],
  [{ tipodoc: 'Cédula nacional', documento: 'PE0012000345', paisdoc: 'PA' }, 'Cédula nacional PE-12-345'],
  [
    { tipodoc: 'Cédula nacional', documento: '0010101900001N', paisdoc: 'NI' },
    'Cédula nacional 001-010190-0001N',
  ],
  [{ tipodoc: 'Cédula nacional', documento: '45678901K', paisdoc: 'BO' }, 'Cédula nacional 4567890-1K'],
] as const)('%j is shown as its country writes it: %s', (document, shown, described: string = shown) => {
  const rider = { dni: null, ...document }
  expect([documentText(rider), describeDocument(rider)]).toEqual([shown, described])
  expect([shown, documentNumber(rider) ?? ''].map((text) => isDocumentOf(rider, text))).toEqual([true, true])
  expect(isDocumentText(shown, shown.replaceAll('.', ''))).toBe(true)
})

test('another document without a country is not of that of the one before', () => {
  const rider = aPilot('7K3Q9XW2M4TB', aDraft({ dni: 912345678, paisdoc: 'EC' }))
  expect(withDraft(rider, aDraft({ dni: 912345678 })).paisdoc).toBe('EC')
  expect(withDraft(rider, aDraft({ dni: 12345678 }))).not.toHaveProperty('paisdoc')
  expect(withDraft(rider, aForeigner())).not.toHaveProperty('paisdoc')
  expect(withDraft(rider, aDraft({ dni: 12345678, paisdoc: 'PE' })).paisdoc).toBe('PE')
  const [{ before, after } = { before: '', after: '' }] = differences(rider, { ...rider, dni: 912345679 })
  expect(changeText({ field: 'dni', before, after })).toBe(
    'Documento de identidad (DNI): «EC 0912345678» → «EC 0912345679»',
  )
})

test('a stored pilot without a document is incomplete, and one with a document of another type is damaged', () => {
  const { documento: _documento, ...stored } = { id: '7K3Q9XW2M4TB', photo: null, ...aForeigner() }
  expect(parsePilot(stored)).toEqual(stored)
  expect(missingNames(stored)).toEqual(['documento'])
  expect(parsePilot({ ...stored, documento: 7 })).toBeUndefined()
})
