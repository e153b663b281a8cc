/** Tests of files with riders who have no DNI. */
import { expect, test } from 'vitest'
import { type ExportOptions, exportFormats } from '#domain/import/columns'
import type { ImportMapping } from '#domain/import/mapping'
import { planImport } from '#domain/import/plan'
import { documentOf } from '#domain/pilots/document'
import { existingAmong } from '#domain/pilots/existing'
import type { Pilot } from '#domain/pilots/pilot'
import { writeExport } from '../../server/spreadsheets/pilot-file.ts'
import { aDraft, aForeigner } from '../support/pilots.ts'
import { bytesOf, tableOf } from '../support/table.ts'

const none = existingAmong([], [])
const now = '2026-11-22T10:00:00.000Z'

async function imported(file: Buffer | string, mapping?: ImportMapping) {
  const { rows, mapping: found } = await tableOf(file, { mapping })
  let count = 0
  const newId = () => `NEW${String(++count).padStart(9, '0')}`
  return { ...planImport({ rows, pilots: none, options: {}, newId, now }), mapping: found }
}

test.each<ExportOptions>([...exportFormats.map((format) => ({ format })), { format: 'csv', plain: true }])(
  'an export with %j of riders without a DNI is imported and exported without loss',
  async (options) => {
    const pilots: Pilot[] = [
      { id: '7K3Q9XW2M4T1', photo: null, ...aForeigner() },
      { id: '7K3Q9XW2M4T2', photo: null, ...aForeigner({ tipodoc: 'CPF', documento: '01234567890' }) },
      { id: '7K3Q9XW2M4T3', photo: null, ...aDraft({ dni: 7 }) },
    ]
    const file = await bytesOf(writeExport(pilots, options))
    const { create, report } = await imported(file)
    expect(report.rejected).toEqual([])
    const plain = create.map(({ since: _since, ...pilot }) => pilot)
    expect(plain).toEqual(pilots)
    if (options.format !== 'xlsx') expect(await bytesOf(writeExport(plain, options))).toEqual(file)
  },
)

const { dni: _dni, ...others } = aDraft()
const head = Object.keys(others).join('\t')
const cells = Object.values({ ...others, participacion: 'x' }).join('\t')

/** Returns a table of riders who differ by the columns of their documents. */
function sheet(names: string, ...rows: string[]): string {
  return [`${names}\t${head}`, ...rows.map((row) => `${row}\t${cells}`), ''].join('\n')
}

test.each<[string, string, ImportMapping | undefined, string[]]>([
  [
    'a column of kinds beside the numbers',
    sheet('Tipo Doc.\tNro. Doc.', 'DNI\t43334445', 'CE\t001234567', 'pasaporte\tab-123', 'D.N.I.\t7654321'),
    undefined,
    ['DNI 43334445', 'Carné de extranjería 001234567', 'Pasaporte AB123', 'DNI 07654321'],
  ],
  [
    'a column of DNIs and one of other documents',
    sheet('DNI\tTipo documento\tDocumento', '43334445\t\t', '\tRUT\t12.345.678-k', 'No tiene\totro\tX1'),
    undefined,
    ['DNI 43334445', 'RUT 12345678K', 'Otro X1'],
  ],
  [
    'a column of DNIs and one of passports',
    sheet('DNI\tN° Pasaporte', '43334445\t', '\tAB123', '43334446\tAB124'),
    undefined,
    ['DNI 43334445', 'Pasaporte AB123', 'DNI 43334446'],
  ],
  [
    'a column of DNIs and passports, as its header says',
    sheet('DNI / Pasap.', '43334445', 'AB 123', '40.123.456'),
    undefined,
    ['DNI 43334445', 'Pasaporte AB123', 'DNI 40123456'],
  ],
  ['passports only', sheet('Pasaporte', 'AB123'), undefined, ['Pasaporte AB123']],
  [
    'a column of both, whose kind a person chose',
    sheet('Documento', '43334445', 'AB123', 'CD 124'),
    { defaults: { tipodoc: 'Otro' } },
    ['DNI 43334445', 'Otro AB123', 'Otro CD124'],
  ],
])('a file can have %s', async (_what, file, mapping, documents) => {
  const { create, report } = await imported(file, mapping)
  expect(report.rejected).toEqual([])
  expect(create.map(documentOf)).toEqual(documents)
})

test('a passport in the column of the DNIs is rejected until a person chooses its kind', async () => {
  const { report } = await imported(sheet('Documento', '43334445', 'AB123'))
  expect(report.rejected).toMatchObject([{ field: 'dni', value: 'AB123' }])
  const mistaken = await imported(sheet('Documento', '4333444/5', 'AB123'), { defaults: { tipodoc: 'Otro' } })
  expect(mistaken.report.rejected).toMatchObject([{ field: 'dni', value: '4333444/5' }])
})

test('a rider without any document is rejected with what is missing', async () => {
  const { report } = await imported(sheet('DNI\tTipo documento\tDocumento', 'No tiene\t\t', '\t\t', '\t\tX1'))
  expect(report.rejected.map(({ line, field, message }) => [line, field, message])).toEqual([
    [2, 'tipodoc', 'Elija el tipo de documento'],
    [2, 'documento', 'Ingrese el número de documento'],
    [3, 'dni', 'Campo Requerido'],
    [4, 'tipodoc', 'Elija el tipo de documento'],
  ])
})
