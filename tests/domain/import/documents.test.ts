/** Tests that a sheet's document is that of the country of the event, in whichever column it is. */
import { expect, test } from 'vitest'
import { planImport } from '#domain/import/plan'
import { RowReader } from '#domain/import/row-reader'
import { existingAmong } from '#domain/pilots/existing'
import type { DocumentCountry, FieldName } from '#domain/pilots/fields'
import { newPilotId } from '#domain/pilots/pilot-id'
import { aDraft, aPilot } from '../../support/pilots.ts'

/** Reads rows of a sheet with the columns of a document; the other columns are full. */
function rowsOf(
  country: DocumentCountry | undefined,
  rows: readonly Partial<Record<FieldName, string>>[],
  typed: Record<number, Partial<Record<FieldName, string>>> = {},
) {
  return rows.map((row, index) => {
    const { dni: _, ...rest } = aDraft({ name: `Ana ${'abcdefgh'[index]}` })
    const values = Object.entries({ ...rest, ...row })
    const columns = values.map(([name]) => ({ name, target: name as FieldName }))
    return new RowReader({ columns, country, cells: typed }).read({
      line: index + 2,
      cells: values.map(([, cell]) => cell),
    })
  })
}

const documentsIn = (country: DocumentCountry | undefined, rows: Partial<Record<FieldName, string>>[]) =>
  rowsOf(country, rows).map(({ values: { dni, tipodoc, documento, paisdoc } }) =>
    [dni, tipodoc, documento, paisdoc].filter((value) => value !== undefined && value !== null).join(' '),
  )

test('one Chilean is read alike from a RUT and from a document with or without the check digit', () => {
  expect(
    documentsIn('CL', [
      { tipodoc: 'RUT', documento: '12.345.678-5' },
      { dni: '12345678' },
      { dni: '123456785' },
      { dni: '12.345.678-5' },
      { dni: 'RUT 12345678-5' },
    ]),
  ).toEqual(Array(5).fill('No tiene RUT 123456785 CL'))
  expect(documentsIn(undefined, [{ dni: '12345678' }, { dni: 'C.E. 001234567' }])).toEqual([
    '12345678',
    'C.E. 001234567',
  ])
  expect(
    documentsIn('EC', [
      { dni: '0926687856' },
      { dni: '926687856' },
      { dni: 'Pasap. XDB123' },
      { dni: 'AR DNI 12.345.678' },
      { dni: '12345678', paisdoc: 'Perú' },
      { dni: '926687856', paisdoc: 'Alemania' },
      { dni: '12345678' },
    ]),
  ).toEqual([
    '926687856 EC',
    '926687856 EC',
    'No tiene Pasaporte XDB123',
    '12345678 AR',
    '12345678 PE',
    '926687856',
    '12345678',
  ])
})

test('a document that a person types over the one of a row takes its place, in whichever column that stands', () => {
  const cells = { 2: { documento: '7.011.189-6' }, 3: { documento: '70111896' }, 4: { dni: '7011189' } }
  const rows = [{ dni: '12345678' }, { tipodoc: 'RUT', dni: '12.345.678-5' }, { dni: '12345678' }]
  const read = rowsOf('CL', rows, cells).map(({ values }) => [values.dni, values.documento])
  expect(read).toEqual(Array(3).fill(['No tiene', '70111896']))
})

test('riders of before keep their documents, and nobody is registered twice in another writing', () => {
  const before = aPilot('7K3Q9XW2M4T0', aDraft({ name: 'Ana a', dni: 12345678 }))
  const pilots = existingAmong([before], [])
  const rows = rowsOf('CL', [
    { tipodoc: 'RUT', documento: '12.345.678-5', club: 'Otro' },
    { dni: '98765433' },
    { dni: '9.876.543' },
  ])
  const plan = (update: boolean) =>
    planImport({ rows, pilots, options: { update }, newId: newPilotId, now: '2026-01-01T00:00:00.000Z' })
  const { report, create } = plan(false)
  expect(report.rejected).toMatchObject([
    { line: 2, field: 'documento' },
    { line: 4, field: 'documento' },
  ])
  expect(create).toMatchObject([{ dni: null, tipodoc: 'RUT', documento: '98765433', paisdoc: 'CL' }])
  const { update } = plan(true)
  expect(update.map(({ dni, tipodoc, paisdoc }) => [dni, tipodoc, paisdoc])).toEqual([
    [12345678, undefined, undefined],
  ])
})

test('a document that is none of the country of the event is one of the country of the rider, if it can be', () => {
  const rows = [
    { dni: '12.345.678-5', pais: 'Chile' },
    { dni: '12345678', pais: 'Chile' },
    { dni: '111.444.777-35', pais: 'Brasil' },
    { dni: '12.345.678-5', pais: 'Alemania' },
    { dni: '12.345.678-9', pais: '' },
    { dni: 'Pasap. XDB123', pais: 'Chile' },
  ]
  expect(documentsIn('PE', rows)).toEqual([
    'No tiene RUT 123456785 CL',
    '12345678 PE',
    'No tiene CPF 11144477735 BR',
    '12.345.678-5',
    '12.345.678-9',
    'No tiene Pasaporte XDB123',
  ])
  expect(documentsIn(undefined, [{ dni: '12345678', pais: 'Chile' }])).toEqual(['12345678'])
  const before = aPilot('7K3Q9XW2M4T0', aDraft({ name: 'Ana a', dni: 12345678 }))
  const { report } = planImport({
    ...{ rows: rowsOf('PE', rows.slice(0, 1)), pilots: existingAmong([before], []) },
    ...{ options: { update: true }, newId: newPilotId, now: '2026-01-01T00:00:00.000Z' },
  })
  expect(report).toMatchObject({ registered: 0, updated: 1 })
})
