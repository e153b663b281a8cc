/** Tests of files that keep their reader busy. One pass over each finds its problem. */
import { expect, test } from 'vitest'
import { aBook, largeFiles, textCell } from '../support/hostile-files.ts'
import { tableOf } from '../support/table.ts'

const damaged = 'El archivo no es un libro de Excel (.xlsx), o está dañado'

/** The message for each file, or null if it can be read. */
const answers: Record<keyof typeof largeFiles, string | null> = {
  'millions of empty rows': damaged,
  'millions of elements in one another': 'El libro de Excel está vacío',
  'a cell of 20 MB of spaces': 'Fila 2: una celda tiene 20.971.521 caracteres y se leen hasta 32.767',
  'a tag of 20 MB': null,
  'a million blank rows below the riders': null,
  'a long text that every cell shares': 'El archivo tiene más de 104.857.600 caracteres',
  'parts that claim 260 MB each': 'El libro de Excel es demasiado grande al abrirlo',
  'a size that is a lie': damaged,
  'CSV of one line of 100 MB': 'Línea 1: una celda tiene 104.857.590 caracteres',
  'CSV with lines of names of 30,000 characters': null,
  'CSV with millions of rows': 'El archivo tiene más de 400.000 filas: divídalo en varios',
  'CSV with a bad byte among 4 MB of accents': 'El archivo tiene más de 400.000 filas',
  'JSON nested 40 million deep': 'El JSON tiene más de 20 listas u objetos unos dentro de otros',
  'JSON with 30 million objects': 'El archivo tiene más de 400.000 filas',
  'JSON with one list of 40 million values': 'El archivo tiene 41.943.041 columnas',
}

test.each(Object.entries(answers))('%s is read, or refused with: %s', async (name, answer) => {
  const table = tableOf(largeFiles[name as keyof typeof largeFiles]())
  if (answer === null) await table
  else await expect(table).rejects.toThrow(answer)
})

test('large valid files are read: 100,000 rows of 20 columns, a workbook of 300 columns, blank columns after the last', async () => {
  const line = `${Array.from({ length: 20 }, (_, index) => `celda ${index}`).join()}\n`
  const { rows: long } = await tableOf(`DNI${',x'.repeat(19)}\n${line.repeat(100_000)}`)
  expect([long.length, long.at(-1)?.cells.length]).toEqual([100_000, 20])

  const names = Array.from({ length: 26 }, (_, index) => String.fromCharCode(0x41 + index))
  const places = ['', ...names].flatMap((first) => names.map((second) => first + second)).slice(0, 300)
  const rowOf = (row: number, text: string) =>
    `<row r="${row}">${places.map((index) => textCell(`${index}${row}`, text || index)).join('')}</row>`
  const body = Array.from({ length: 100 }, (_, index) => rowOf(index + 2, 'x')).join('')
  const { rows: wide } = await tableOf(aBook({ sheet: rowOf(1, '').replace('>A<', '>DNI<') + body }))
  expect([wide.length, wide.at(-1)?.cells.length]).toEqual([100, 300])

  const { rows: blank } = await tableOf(`DNI${';'.repeat(16_383)}\n7${';'.repeat(16_383)}\n`)
  expect([blank[0]?.problem, blank[0]?.values]).toEqual([undefined, { dni: '7' }])
})
