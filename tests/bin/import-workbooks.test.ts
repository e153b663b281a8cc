/** Tests that `pilotos import` tells what it cannot see in a workbook, and what the person can do. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filteredBook } from '../support/books.ts'
import { pilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'

/** Writes a workbook, and returns a function that imports it into a new folder. */
async function fileOf(book: Buffer) {
  const folder = await aFolder()
  const path = join(folder, 'planilla.xlsx')
  await writeFile(path, book)
  const run = async (...args: string[]) => pilotos(['import', path, ...args, '--data', await aFolder()])
  return { run, folder }
}

test('hidden rows of a workbook are told with the option that imports them or leaves them out', async () => {
  const { run, folder } = await fileOf(filteredBook())
  const rejects = join(folder, 'malas.csv')
  const asked = await run('--rejects', rejects)
  expect([asked.code, asked.stdout]).toEqual([1, '2 registrados, 2 rechazados\n'])
  expect(asked.stderr).toContain(
    '2 filas con pilotos están ocultas en el libro: --hidden-rows importar las importa también, --hidden-rows dejar las deja fuera',
  )
  expect(asked.stderr).toContain(
    'La fila está oculta en el libro: elija si las filas ocultas se importan: filas 3 y 4',
  )
  expect((await readFile(rejects, 'utf8')).match(/está oculta/g)).toHaveLength(2)
  const taken = await run('--hidden-rows', 'importar')
  expect([taken.code, taken.stdout]).toEqual([0, '4 registrados, 0 rechazados\n'])
  const left = await run('--hidden-rows', 'dejar')
  expect([left.code, left.stdout]).toEqual([0, '2 registrados, 0 rechazados\n'])
  expect(left.stderr).toContain('2 filas con pilotos están ocultas en el libro: se dejan fuera')
})
