/** Tests of the columns of terms in files: what an export writes, and what an import reads back. */
import { expect, test } from 'vitest'
import type { Terms } from '#domain/credential/terms'
import { type ExportOptions, exportFormats, pilotColumns } from '#domain/import/columns'
import { readTerms, writtenColumns } from '#domain/import/flat-pilots'
import type { ImportRow } from '#domain/import/import'
import type { ImportMapping } from '#domain/import/mapping'
import { planImport } from '#domain/import/plan'
import { existingAmong } from '#domain/pilots/existing'
import type { Pilot } from '#domain/pilots/pilot'
import { writeExport } from '../../../server/spreadsheets/pilot-file.ts'
import { aDraft } from '../../support/pilots.ts'
import { bytesOf, tableOf } from '../../support/table.ts'

const suspension = { from: '2026-05-01', to: '2026-05-10', reason: '=1+1; "grave"' }
const allTerms: Terms[] = [
  { issued: '2026-01-31', until: '2026-11-30', medical: '2028-02-29', suspension },
  { medical: '2026-12-31' },
  { suspension: { from: '2026-05-01', reason: '' } },
]
const pilots = [...allTerms, undefined].map((terms, index): Pilot => {
  const pilot = { id: `7K3Q9XW2M4T${index}`, photo: null, ...aDraft() }
  return terms ? { ...pilot, terms } : pilot
})

const none = existingAmong([], [])
const now = '2026-11-22T10:00:00.000Z'
const day = '2026-11-22'

test.each<ExportOptions>([...exportFormats.map((format) => ({ format })), { format: 'csv', plain: true }])(
  'an export with %j that is imported into other data loses no terms',
  async (options) => {
    const { rows } = await tableOf(await bytesOf(writeExport(pilots, options)))
    const { create, report } = planImport({ rows, pilots: none, options: {}, newId: () => '', now })
    expect(report.rejected).toEqual([])
    expect(create.map(({ id, terms }) => [id, terms])).toEqual(pilots.map(({ id, terms }) => [id, terms]))

    const byId = new Map(pilots.map((pilot) => [pilot.id, pilot]))
    const existing = { ...none, byId: (id: string) => byId.get(id) }
    const again = planImport({ rows, pilots: existing, options: { update: true }, newId: () => '', now })
    expect(again.report).toMatchObject({ unchanged: pilots.length, updated: 0, rejectedRows: 0 })
  },
)

test.each(exportFormats)('a file without terms has no columns for them: %s', async (format) => {
  const plain = pilots.slice(-1)
  expect(writtenColumns(plain)).toEqual(pilotColumns)
  expect(writtenColumns(pilots.slice(1, 2))).toEqual([...pilotColumns, 'medico_hasta'])
  const { names } = await tableOf(await bytesOf(writeExport(plain, { format })))
  expect(names).toHaveLength(pilotColumns.length)
})

test.each<[ImportRow['values'], Terms | undefined, Terms | undefined]>([
  [{}, undefined, undefined],
  [{ valida_hasta: '', suspendida_desde: ' ' }, allTerms[0], allTerms[0]],
  [{ valida_hasta: '30/06/2027' }, { medical: '2026-12-31' }, { until: '2027-06-30', medical: '2026-12-31' }],
  [
    { emitida: 46054, medico_hasta: '5 de marzo de 2027' },
    undefined,
    { issued: '2026-02-01', medical: '2027-03-05' },
  ],
  [
    { valida_hasta: '31/12/26', medico_hasta: '5-mar-27' },
    undefined,
    { until: '2026-12-31', medical: '2027-03-05' },
  ],
  [{ suspendida_desde: '2026-06-01' }, { suspension }, { suspension: { from: '2026-06-01', reason: '' } }],
  [
    { suspendida_desde: '01/06/2026', suspendida_hasta: '01/06/2026', suspendida_motivo: ' x ' },
    undefined,
    { suspension: { from: '2026-06-01', to: '2026-06-01', reason: 'x' } },
  ],
])('a row with %j and a pilot with the terms %j give %j', (values, earlier, terms) => {
  expect(readTerms({ line: 2, values }, earlier, { day })).toEqual({ terms, problems: [] })
})

test.each<[ImportRow['values'], [string, string][]]>([
  [{ valida_hasta: '29/02/2027' }, [['valida_hasta', 'No es un día del calendario']]],
  [{ valida_hasta: '31/12/0026' }, [['valida_hasta', 'No es un día del calendario']]],
  [{ medico_hasta: 'en trámite' }, [['medico_hasta', 'No es un día del calendario']]],
  [{ suspendida_motivo: 'x' }, [['suspendida_motivo', 'Falta el primer día de la suspensión']]],
  [
    { suspendida_desde: '02/05/2026', suspendida_hasta: '01/05/2026', suspendida_motivo: 'x'.repeat(201) },
    [
      ['suspendida_motivo', 'El motivo tiene hasta 200 letras'],
      ['suspendida_hasta', 'La suspensión termina antes de empezar'],
    ],
  ],
])('a row with %j is rejected', (values, problems) => {
  expect(readTerms({ line: 2, values }, undefined, { day }).problems).toEqual(problems)
  const { report } = planImport({
    rows: [{ line: 2, values: { ...aDraft(), ...values } }],
    pilots: none,
    options: {},
    newId: () => '',
    now,
  })
  expect(report.rejected.map(({ field, message }) => [field, message])).toEqual(problems)
})

test.each<[object, Terms['suspension'], string]>([
  [{ suspendida_desde: '2026-11-01' }, { from: '2026-05-01', reason: 'Pago' }, 'without an end'],
  [
    { suspendida_desde: '2026-11-01', suspendida_motivo: 'Pago' },
    { from: '2026-11-01', to: '2026-11-22', reason: 'Antidopaje' },
    'on its last day',
  ],
  [{ suspendida_desde: '2026-11-01' }, { from: '2026-12-01', reason: 'Pago' }, 'that has not begun'],
])('a row with %j leaves the suspension %j, %s, unless it is to be replaced', (values, stands) => {
  const earlier = { medical: '2027-01-01', suspension: stands }
  const row = { line: 2, values: { ...values, medico_hasta: '2027-12-31' } }
  const given = { from: '2026-11-01', reason: 'suspendida_motivo' in values ? 'Pago' : '' }
  expect(readTerms(row, earlier, { day })).toEqual({
    terms: { ...earlier, medical: '2027-12-31' },
    problems: [],
    otherSuspension: given,
  })
  expect(readTerms(row, earlier, { day, replaceSuspensions: true })).toEqual({
    terms: { medical: '2027-12-31', suspension: given },
    problems: [],
    otherSuspension: given,
  })
})

test.each([
  { suspendida_desde: '01/11/2026', suspendida_motivo: ' Pago ' },
  { suspendida_desde: '2026-11-01', suspendida_hasta: '2026-12-31' },
])('a row with %j says what is stored, and changes nothing', (values) => {
  const earlier = { suspension: { from: '2026-11-01', to: '2026-12-31', reason: 'Pago' } }
  for (const replaceSuspensions of [false, true])
    expect(readTerms({ line: 2, values }, earlier, { day, replaceSuspensions })).toEqual({
      terms: earlier,
      problems: [],
    })
})

test('a later suspension never replaces one that runs, because the credential would be valid meanwhile', () => {
  const row = { line: 2, values: { suspendida_desde: '2026-12-01' } }
  const earlier = { suspension: { from: '2026-11-01', reason: 'Pago' } }
  const how = { day, replaceSuspensions: true }
  expect(readTerms(row, earlier, how).problems).toEqual([
    ['suspendida_desde', expect.stringContaining('Ya está suspendido hasta que se levante')],
  ])
})

const rider = '40000001;Ana;Paz;ana@ejemplo.pe;987654321;28/02/1994;L-1;93;Anual;RALLY;Sur;A+;Campeona'
const header =
  'DNI;Nombre;Apellidos;Correo;Celular;Nacimiento;Licencia;Número;Tipo;Modalidad;Club;Sangre;Historial'

test.each<[name: string, cell: string, target: string | null, suggestion?: string]>([
  ['valida_hasta', '31/12/2026', 'valida_hasta'],
  ['Válida hasta', '31/12/2026', 'valida_hasta'],
  ['Certificado médico hasta', '31/12/2026', 'medico_hasta'],
  ['Motivo de la suspensión', 'Pago', 'suspendida_motivo'],
  ['Fecha de vencimiento', '31/12/2026', null, 'valida_hasta'],
  ['Vencimiento', '31/12/26', null, 'valida_hasta'],
  ['Vencimiento', 'sin fecha', null],
  ['Vence DNI', '31/12/2026', null],
  ['Fecha de emisión', '31/12/2025', null, 'emitida'],
  ['Vigencia del apto médico', '31/12/2025', null, 'medico_hasta'],
  ['Inicio de suspensión', '01/05/2026', null, 'suspendida_desde'],
])('a column %s with %s has the target %s, and the suggestion %s', async (name, cell, target, suggestion) => {
  const { mapping } = await tableOf(`${header};${name}\n${rider};${cell}\n`)
  expect(mapping.columns.at(-1)).toEqual({ name, target, ...(suggestion && { suggestion }) })
})

test('days in a file whose months come first are read only if they are unambiguous', async () => {
  const lines = [
    'dni;fechanac;valida_hasta',
    '40000001;04/25/1994;2026-12-31',
    '40000002;1994-04-25;05/04/2027',
  ]
  const mapping: ImportMapping = {}
  const { rows } = await tableOf(`${lines.join('\n')}\n`, { mapping })
  expect(rows.map(({ badCells }) => Object.keys(badCells ?? {}))).toEqual([['fechanac'], ['valida_hasta']])
})
