/** Tests of the rows that are no riders, and of those that are riders although they look otherwise. */
import { expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { tableOf } from '../../support/table.ts'

const header = 'N°;Nombres;Apellidos;DNI;Correo;Celular;Nacimiento;Club;Modalidad;Licencia'
const rider = '7;Ana;Rojas;45454545;ana@ejemplo.org;987654321;28/02/1994;Sur;UTV;Anual'
/** The columns of `header` beyond the first cells. */
const blanks = (filled: number) => ';'.repeat(10 - filled)

/** Returns the rows that are set aside, and the other rows, as the first cells of each. */
async function sorted(lines: readonly string[]) {
  const { rows } = await tableOf(`${lines.join('\n')}\n`)
  const textsOf = (isAside: boolean) =>
    rows
      .filter((row) => (row.isAside ?? false) === isAside)
      .map(({ cells }) => cells.filter(Boolean).join(' '))
  return { aside: textsOf(true), riders: textsOf(false) }
}

test.each([
  `;TOTAL DE PILOTOS;18${blanks(3)}`,
  `SUBTOTAL;8${blanks(2)}`,
  `Sub total;8${blanks(2)}`,
  `;;;Cantidad: 18${blanks(4)}`,
  `;Elaborado por: Secretaría Técnica${blanks(2)}`,
  `Revisado por;Ana Rojas${blanks(2)}`,
  `;____________________;;;;;____________________${blanks(7)}`,
  `------;------;------;------;------;------;------;------;------;------`,
  `;V° B° Presidente;;;;;Firma del delegado${blanks(7)}`,
  `Nota: las licencias vencen en diciembre${blanks(1)}`,
  `(*) Debe el certificado médico${blanks(1)}`,
  `CATEGORÍA ENDURO CROSS${blanks(1)}`,
  `Club Los Cóndores${blanks(1)}`,
  `#N/A;#N/A;#N/A;#N/A;#N/A;#N/A;#N/A;#N/A;#N/A;#N/A`,
  header,
  header.toUpperCase(),
  `Página 2 de 3${blanks(1)}`,
  `ZONA SUR${blanks(1)}`,
  `Invitados${blanks(1)}`,
  `;ZONA NORTE${blanks(2)}`,
  `;;;;;;;;;Damas`,
])('the row «%s» is no rider, among riders and after them', async (row) => {
  const { aside, riders } = await sorted([header, rider, row, rider, row])
  expect([aside.length, riders.length]).toEqual([2, 2])
})

test.each([
  ['a number only', `19${blanks(1)}`],
  ['a name only', `;José Luis${blanks(2)}`],
  ['two words', `;;;;;;Lima;Perú${blanks(8)}`],
  ['a sentence and no other cells', 'Huancayo, 16 de febrero de 2026'],
])('a row with %s is a rider if riders follow it, and a remark after the last one', async (_, row) => {
  expect((await sorted([header, rider, row, row, rider])).riders).toHaveLength(4)
  expect((await sorted([header, rider, row, row])).riders).toHaveLength(1)
  expect((await sorted([header, rider, row, `TOTAL;1${blanks(2)}`])).riders).toHaveLength(1)
})

test.each([
  ['with a DNI only', `;;;43334445${blanks(4)}`],
  ['with a DNI as people write it', `;;;DNI 43.334.445${blanks(4)}`],
  ['with an e-mail only', `;;;;luis@ejemplo.org${blanks(5)}`],
  ['whose name begins like a remark, with a DNI', `;Fecha;Total;43334445${blanks(4)}`],
  ['with a name and a surname only', `;Luis;Flores${blanks(3)}`],
  ['with a third of its cells', `;Luis;Flores;x${blanks(4)}`],
  ['whose club is a title', `;Luis;Flores;;;;;Club Sur${blanks(8)}`],
  ['that is cut off', '8;Luis'],
  ['that is cut off in its first cell', 'Luis'],
  ['that is too long', `${rider};sobra`],
])('a last row %s is a rider', async (_, row) => {
  expect((await sorted([header, rider, row])).riders).toHaveLength(2)
})

test('a total in the column of the documents is no document', async () => {
  expect((await sorted([header, rider, `;;;18${blanks(4)}`])).aside).toEqual(['18'])
})

test.each(['DNI;Club', 'DNI;Club;Nombres', 'DNI;Ciudad;Club;Distrito;Nombres;Calle'])(
  'in a file with few columns of riders, %s, every row is a rider',
  async (names) => {
    const row = `x${names.replace(/[^;]/g, '')}`
    const { aside, riders } = await sorted([names, row, row])
    expect([aside, riders]).toEqual([[], ['x', 'x']])
  },
)

test('a header is recognized when it is repeated, although its names have line breaks', async () => {
  const names = ['Fecha de\nnacimiento', 'Correo\r\nelectrónico', 'DNI', 'Nombres', 'Apellidos', 'Club']
  const row = ['1/2/1994', 'a@b.pe', '45454545', 'Ana', 'Rojas', 'Sur']
  const data = [names, row, names, row].map((cells) => cells.map((value) => ({ value })))
  const { rows } = await tableOf(await writeXlsxFile(data).toBuffer())
  expect(rows.map(({ isAside }) => isAside ?? false)).toEqual([false, true, false])
})

test('a row that its reader could not use is a rider', async () => {
  const { rows } = await tableOf(
    `[${JSON.stringify({ dni: 1, club: 'x', name: 'x', lastname: 'x', email: 'x' })}, 7]`,
  )
  expect(rows.map(({ isAside, problem }) => [isAside, problem])).toEqual([
    [undefined, undefined],
    [undefined, 'El registro no es un objeto'],
  ])
})

test('rows that are set aside stay in their order, with their cells and their lines', async () => {
  const lines = [header, rider, `TOTAL;1${blanks(2)}`, `9${blanks(1)}`, rider, `10${blanks(1)}`]
  const { rows } = await tableOf(`${lines.join('\n')}\n`)
  expect(rows.map(({ line, cells, isAside }) => [line, cells[0], isAside ?? false])).toEqual([
    [2, '7', false],
    [3, 'TOTAL', true],
    [4, '9', false],
    [5, '7', false],
    [6, '10', true],
  ])
})
