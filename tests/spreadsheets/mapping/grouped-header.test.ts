/** Tests of headers in two lines: groups of columns, and the names below them. */
import { expect, test } from 'vitest'
import { previewOf } from '../../../server/import/preview.ts'
import { writeRejects } from '../../../server/import/rejects.ts'
import { bookOf } from '../../support/books.ts'
import { tableOf } from '../../support/table.ts'

const sheetOf = (lines: readonly string[], merged: readonly string[] = []) => bookOf(lines, { merged })

/** Returns the columns with their targets, and the number of riders. */
async function columnsOf(file: string | Uint8Array): Promise<[string[], number]> {
  const table = await tableOf(file)
  const columns = previewOf(table).columns.map(({ name, target }) => `${name}: ${target ?? '-'}`)
  return [columns, table.rows.filter(({ isAside }) => !isAside).length]
}

const groups = 'Piloto||Contacto||Documento|Nacimiento|Licencia|||Competencia|'
const names = 'Nombres|Apellidos|Correo|Celular|DNI|Fecha|Número|N° Piloto|Tipo|Categoría|Club'
const rider = 'Ana|Quispe|ana@ejemplo.org|987654320|40000010|12/05/1990|FM-0001|10|Anual|MOTOCROSS|Club Uno'
const ranges = ['A1:B1', 'C1:D1', 'G1:I1', 'J1:K1']
const read = [
  'Nombres: name',
  'Apellidos: lastname',
  'Correo: email',
  'Celular: celular',
  'DNI: dni',
  'Nacimiento / Fecha: fechanac',
  'Licencia / Número: nlicencia',
  'N° Piloto: npiloto',
  'Licencia / Tipo: licencia',
  'Categoría: modalidad',
  'Club: club',
]

test('a name that is clear only in its group is read with it, in a workbook and in a CSV', async () => {
  const lines = [groups, names, rider]
  expect(await columnsOf(sheetOf(lines, ranges))).toEqual([read, 1])
  expect(await columnsOf(sheetOf(lines))).toEqual([read, 1])
  expect(await columnsOf(lines.join('\n').replaceAll('|', ';'))).toEqual([read, 1])
  expect(await columnsOf(sheetOf(['FEDERACIÓN', ...lines], ['A1:K1']))).toEqual([read, 1])
})

test('names that are merged over both lines belong to the second, even if the first names more columns', async () => {
  const lines = [
    'Nombres|Apellidos|DNI|Licencia|||Club',
    '|||Número|Tipo|Vence|',
    'Ana|Quispe|40000010|7|Anual|x|Sol',
  ]
  const columns = [
    ...['Nombres: name', 'Apellidos: lastname', 'DNI: dni', 'Licencia / Número: nlicencia'],
    ...['Licencia / Tipo: licencia', 'Vence: -', 'Club: club'],
  ]
  const merged = ['A1:A2', 'B1:B2', 'C1:C2', 'D1:F1', 'G1:G2']
  expect(await columnsOf(sheetOf(lines, merged))).toEqual([columns, 1])
  expect(await columnsOf(sheetOf(lines))).toEqual([columns, 1])
})

test('the names in the group of another person are not those of the rider', async () => {
  const lines = [
    'Piloto|||Emergencia||Apoderado||Moto',
    'Nombres|Apellidos|DNI|Nombre|Celular|Nombres|DNI|Número',
    'Ana|Quispe|40000010|Rosa|912345678|Luis|40000011|7',
  ]
  const [columns] = await columnsOf(sheetOf(lines, ['A1:C1', 'D1:E1', 'F1:G1']))
  expect(columns).toEqual([
    ...['Nombres: name', 'Apellidos: lastname', 'DNI: dni', 'Emergencia / Nombre: emergencia_nombre'],
    ...['Emergencia / Celular: emergencia_celular', 'Apoderado / Nombres: apoderado'],
    ...['Apoderado / DNI: apoderado_dni', 'Número: npiloto'],
  ])
})

test('a title, a remark and a name beside a group are no groups', async () => {
  const header = 'Nombres|Apellidos|DNI|Número|Tipo'
  const [columns] = await columnsOf(sheetOf(['Licencia', header, 'Ana|Quispe|40000010|7|Anual'], ['A1:E1']))
  expect(columns[3]).toBe('Número: npiloto')
  const beside = [
    'Piloto||Licencia||',
    'Nombres|Apellidos|N° Licencia|Tipo|Número',
    'Ana|Quispe|FM-1|Anual|7',
  ]
  expect((await columnsOf(sheetOf(beside, ['A1:B1', 'C1:D1'])))[0].slice(2)).toEqual([
    'N° Licencia: nlicencia',
    'Licencia / Tipo: licencia',
    'Número: npiloto',
  ])
})

test('the first rider below a header of one line is no second line of it', async () => {
  const lines = ['Nombres|Apellidos|Licencia|Club', 'Ana|Quispe||Sol', 'Luis|Mamani|Anual|']
  const [columns, riders] = await columnsOf(sheetOf(lines))
  expect([columns.length, riders]).toEqual([4, 2])
})

test('the rejected rows of a header in two lines are read again from one line', async () => {
  const table = await tableOf(sheetOf([groups, names, rider], ranges))
  const rejects = writeRejects(table, { rejected: [], rejectedLines: [3] })
  const again = await tableOf(rejects)
  expect(previewOf(again).columns.flatMap(({ target }) => (target === 'motivo' ? [] : target))).toEqual(
    previewOf(table).columns.map(({ target }) => target),
  )
  expect(again.rows[0]?.values).toMatchObject({ nlicencia: 'FM-0001', npiloto: '10', licencia: 'Anual' })
})
