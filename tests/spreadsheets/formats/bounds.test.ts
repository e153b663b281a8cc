/** Tests of files that could cost their reader time and memory. One pass over each finds its problem. */
import { expect, test } from 'vitest'
import { maxFileBytes } from '#domain/import/import'
import {
  maxCellLength,
  maxCells,
  maxColumns,
  maxRows,
  RowBounds,
} from '../../../server/spreadsheets/formats/bounds.ts'
import { hostileBooks, hostileTexts } from '../../support/hostile-files.ts'
import { tableOf } from '../../support/table.ts'

const hostileFiles = { ...hostileBooks, ...hostileTexts }
const damaged = 'El archivo no es un libro de Excel (.xlsx), o está dañado'
const far = 'La hoja tiene algo en la celda XFD1048576, muy lejos de lo demás'

/** The message for each file, or null if it can be read. */
const answers: Record<keyof typeof hostileFiles, string | null> = {
  'a sheet list for a quadratic pattern': null,
  'a sheet list that is never closed': damaged,
  'a date format for a quadratic pattern': damaged,
  'a far cell in double quotes': far,
  'a far cell in single quotes': far,
  'a far cell with another attribute first': far,
  'a far cell in a prefixed element': far,
  'a far cell in a sheet outside worksheets/': far,
  'twenty sheets that are each just small enough': 'La hoja tiene algo en la celda KN20000',
  'a row of an absurd number': damaged,
  'a column of an absurd name': damaged,
  'a thousand sheets': 'tiene 1.000 hojas y se leen hasta 100',
  'CSV with 20 MB of spaces after a cell': 'Línea 2: una celda tiene 20.971.521 caracteres',
  'CSV with 20 MB of spaces after its rows': null,
  'CSV with 1,800 columns':
    'El archivo tiene 1.815 columnas y se leen hasta 300: borre las que sobran y guárdelo otra vez',
  'CSV with a header of 5 MB of commas': 'El archivo tiene 5.242.895 columnas y se leen hasta 300',
  'CSV with 30,000 bad rows': null,
  'CSV that says sep=" for its quotes': 'Línea 3: una celda tiene 1.048.575 caracteres',
  'JSON with 4,000 objects of a key of their own': 'El archivo tiene 4.001 columnas y se leen hasta 300',
  'JSON with 4,000 names for one column': 'El archivo tiene 4.000 columnas y se leen hasta 300',
  'JSON with values nested deep': 'El JSON tiene más de 20 listas u objetos unos dentro de otros',
  'JSON with values that are objects': null,
}

test.each(Object.entries(answers))('%s is read, or refused with: %s', async (name, answer) => {
  const table = tableOf(hostileFiles[name as keyof typeof hostileFiles]())
  if (answer === null) await table
  else await expect(table).rejects.toThrow(answer)
})

const wide = Array.from({ length: maxColumns }, () => 'x')
const long = 'x'.repeat(maxCellLength)

test.each<[string, string, readonly unknown[], number]>([
  ['rows', 'El archivo tiene más de 400.000 filas', ['x'], maxRows],
  ['cells', 'El archivo tiene más de 8.000.000 celdas', wide, Math.floor(maxCells / maxColumns)],
  [
    'characters',
    'El archivo tiene más de 104.857.600 caracteres',
    [long],
    Math.floor(maxFileBytes / long.length),
  ],
])('a file may have as many %s as its bound allows, and not one more', (_, message, cells, rows) => {
  const bounds = new RowBounds('Línea')
  for (let line = 1; line <= rows; line += 1) bounds.check({ line, cells })
  expect(() => bounds.check({ line: rows + 1, cells })).toThrow(message)
})

test('a cell may be as long as in Excel, and the message for a longer one names its row', () => {
  expect(() => new RowBounds('Fila').check({ line: 7, cells: ['x', long] })).not.toThrow()
  expect(() => new RowBounds('Fila').check({ line: 7, cells: ['x', `${long}x`] })).toThrow(
    'Fila 7: una celda tiene 32.768 caracteres y se leen hasta 32.767. Acórtela y guarde el archivo otra vez',
  )
})

test('blank cells are accepted after the last column that is read, and a filled one is refused', () => {
  const beyond = (last: unknown) =>
    new RowBounds('Línea').check({ line: 1, cells: [...wide, '', null, last] })
  expect(() => beyond(' ')).not.toThrow()
  expect(() => beyond('x')).toThrow('El archivo tiene 303 columnas y se leen hasta 300')
})
