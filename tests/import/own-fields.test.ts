/** Tests of fields of one's own in files: what an export writes, an import reads back by the labels. */
import { expect, test } from 'vitest'
import { exportFormats } from '#domain/import/columns'
import { deferralOf, groupRejections, noneFix, textsOf } from '#domain/import/fixes'
import { type ImportMapping, parseMapping } from '#domain/import/mapping'
import { deferField, replaceTexts, typeCell } from '#domain/import/mapping-changes'
import { planImport } from '#domain/import/plan'
import { existingAmong } from '#domain/pilots/existing'
import { cellChoices, fieldTable } from '#domain/pilots/own/field-table'
import type { OwnField, OwnFields } from '#domain/pilots/own/own-fields'
import { ownValuesIn } from '#domain/pilots/own/own-name'
import { requireColumns } from '../../server/import/preview.ts'
import { writeExport } from '../../server/spreadsheets/pilot-file.ts'
import { readTable } from '../../server/spreadsheets/table-reader.ts'
import { aDraft, aPilot } from '../support/pilots.ts'
import { bytesOf } from '../support/table.ts'

const fields: OwnFields = {
  propio_texto_bus: { label: 'Bus; N°', audience: 'desk', order: 1 },
  propio_numero_peso: { label: 'Peso', audience: 'desk', order: 2 },
  propio_fecha_visa: { label: 'Vence la visa', audience: 'desk', order: 3 },
  propio_opcion_categoria: { label: 'Categoría', options: ['A', 'B'], audience: 'desk', order: 4 },
  propio_casilla_camping: { label: 'Camping', audience: 'desk', order: 5 },
}
const values = {
  propio_texto_bus: '12 B',
  propio_numero_peso: 72.5,
  propio_fecha_visa: '2026-12-31',
  propio_opcion_categoria: 'B',
  propio_casilla_camping: 'Sí',
}
const nobody = existingAmong([], [])

function imported(rows: Parameters<typeof planImport>[0]['rows'], known = fields, pilots = nobody) {
  const options = { fields: known, update: pilots !== nobody }
  return planImport({ rows, pilots, options, newId: () => '7K3Q9XW2M4TB', now: '2026-11-21T14:00:00.000Z' })
}

test.each(exportFormats)(
  'an export as %s is read back by another folder with the same fields',
  async (format) => {
    const pilots = [
      { ...aPilot('7K3Q9XW2M4TB', aDraft()), ...values },
      aPilot('Q2W8RT5Y9HJK', aDraft({ name: 'Ana' })),
    ]
    const content = await bytesOf(writeExport(pilots, { format, table: fieldTable(fields) }))
    const table = await readTable(content, { fields })
    requireColumns(table, {}, fieldTable(fields))
    const { create, report } = imported(table.rows)
    expect(report.rejected).toEqual([])
    expect(create[0]).toMatchObject(values)
    expect(Object.keys(create[1] ?? {}).filter((name) => name.startsWith('propio_'))).toEqual([])
  },
)

test('a file without the column of a required field is refused, unless a value holds for all rows or the desk completes it', async () => {
  const required: OwnFields = { propio_opcion_talla: { ...talla, isRequired: true } }
  const content = await bytesOf(writeExport([aPilot('7K3Q9XW2M4TB', aDraft())], { format: 'csv' }))
  const table = await readTable(content, { fields: required })
  expect(() => requireColumns(table, {}, fieldTable(required))).toThrow(
    'Al archivo le faltan columnas: Talla',
  )
  expect(() => requireColumns(table, {}, fieldTable({ propio_opcion_talla: talla }))).not.toThrow()
  const mapping = { defaults: { propio_opcion_talla: 'm' } }
  const filled = await readTable(content, { mapping, fields: required })
  requireColumns(filled, {}, fieldTable(required))
  expect(imported(filled.rows, required).create[0]).toMatchObject({ propio_opcion_talla: 'M' })

  // The desk asks for it at the next edit, as of riders who were registered before the field.
  const later = deferField('propio_opcion_talla', 'fields', true)({})
  expect(parseMapping(later)).toEqual(later)
  const deferred = await readTable(content, { mapping: later, fields: required })
  requireColumns(deferred, {}, fieldTable(required))
  const { create, report } = imported(deferred.rows, required)
  expect([create.length, report.incomplete, report.rejected]).toEqual([1, 0, []])
  expect(create[0]).not.toHaveProperty('propio_opcion_talla')
  const [group] = groupRejections(imported(table.rows, required).report.rejected, fieldTable(required))
  expect(group && deferralOf(group, 1)?.option).toBe('--defer propio_opcion_talla')
})

const talla = { label: 'Talla', options: ['S', 'M'], audience: 'desk', order: 1 } satisfies OwnField

test('the bad cells of each kind are told with what they may mean, and are typed over or replaced in all rows', async () => {
  const rows = [
    { propio_opcion_categoria: 'Clase-C', propio_numero_peso: 'mucho', propio_casilla_camping: 'Quizás' },
    { propio_opcion_categoria: 'clase c', propio_numero_peso: '-', propio_fecha_visa: '31/02/2026' },
    { propio_opcion_categoria: 'a', propio_numero_peso: 'S/N', propio_casilla_camping: 'No.' },
  ].map((own) => ({ ...aDraft(), ...own }))
  const read = async (mapping: ImportMapping) => {
    const content = Buffer.from(JSON.stringify(rows))
    return imported((await readTable(content, { mapping, fields })).rows)
  }
  const table = fieldTable(fields)
  const groups = groupRejections((await read({})).report.rejected, table)
  expect(groups.map(({ problem, values }) => [problem, values])).toEqual([
    [
      'con Peso: Escriba un número, como 12 o 12,5, sin separar los miles',
      [
        { value: '-', rows: 1, nearest: 'No tiene' },
        { value: 'S/N', rows: 1, nearest: 'No tiene' },
        { value: 'mucho', rows: 1 },
      ],
    ],
    ['con Vence la visa: Ingrese una fecha válida, como 31/12/2026', [{ value: '31/02/2026', rows: 1 }]],
    ['con Categoría sin reconocer', [{ value: 'Clase-C', spellings: ['clase c'], rows: 2 }]],
    ['con Camping sin reconocer', [{ value: 'Quizás', rows: 1 }]],
  ])
  const [weights, , categories] = groups
  const changes = [
    noneFix('propio_numero_peso', weights?.values ?? [], {})?.change,
    replaceTexts(
      'propio_opcion_categoria',
      textsOf('propio_opcion_categoria', categories?.values[0] as never),
      'B',
    ),
    typeCell(1, 'propio_numero_peso', '58,5'),
    typeCell(1, 'propio_casilla_camping', 'no tiene'),
    typeCell(2, 'propio_fecha_visa', '28/02/2026'),
  ]
  const mapping = changes.reduce<ImportMapping>((last, change) => change?.(last) ?? last, {})
  expect(parseMapping(structuredClone(mapping))).toEqual(mapping)
  const { create, report } = await read(mapping)
  expect(report.rejected).toEqual([])
  expect(create.map((pilot) => ownValuesIn(pilot))).toEqual([
    { propio_opcion_categoria: 'B', propio_numero_peso: 58.5 },
    { propio_opcion_categoria: 'B', propio_fecha_visa: '2026-02-28' },
    { propio_opcion_categoria: 'A' },
  ])
})

test('a person chooses among the options of a field, and none where it is not required', () => {
  const table = fieldTable({ ...fields, propio_opcion_talla: { ...talla, isRequired: true } })
  expect(table.own.map((name) => cellChoices(table, name))).toEqual([
    ['S', 'M'],
    [],
    [],
    [],
    ['A', 'B', 'No tiene'],
    ['Sí', 'No tiene'],
  ])
})

test('an update leaves the values that it does not have, and one who has none yet is no bad row', async () => {
  const required: OwnFields = { propio_opcion_talla: { ...talla, isRequired: true } }
  const stored = { ...aPilot('7K3Q9XW2M4TB', aDraft()), propio_opcion_talla: 'S' }
  const { dni } = stored
  const rows = [{ line: 2, values: { dni, club: 'Nuevo', propio_opcion_talla: '' } }]
  const { update } = imported(rows, required, existingAmong([stored], []))
  expect(update[0]).toMatchObject({ club: 'Nuevo', propio_opcion_talla: 'S' })
  const { propio_opcion_talla: _talla, ...without } = stored
  expect(imported(rows, required, existingAmong([without], [])).report.rejected).toEqual([])
})

test('a bad value is told with the label, and names what it nearly is', async () => {
  const rows = [{ line: 2, values: { ...aDraft(), propio_opcion_talla: 'XL' } }]
  const { report } = imported(rows, { propio_opcion_talla: talla })
  expect(report.rejected).toMatchObject([
    { field: 'propio_opcion_talla', value: 'XL', message: '«XL» no es una opción: elija S o M' },
  ])
})
