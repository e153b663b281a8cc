/** Tests that `pilotos import` tells what it cannot see in a workbook, and what the person can do. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { requiredNames } from '#domain/pilots/fields'
import { bookOf } from '../support/books.ts'
import { pilotos } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { aDraft } from '../support/pilots.ts'

/** Writes a workbook, and returns a function that imports it into a new folder. */
async function fileOf(book: Buffer) {
  const folder = await aFolder()
  const path = join(folder, 'planilla.xlsx')
  await writeFile(path, book)
  const run = async (...args: string[]) => pilotos(['import', path, ...args, '--data', await aFolder()])
  return { run, folder }
}

test('a refusal offers a column that may be the missing one, before the words for none', async () => {
  const draft = { ...aDraft(), participacion: 'no' }
  const nameOf = { nlicencia: 'Número', npiloto: 'N° Piloto' } as Record<string, string>
  const cells = [requiredNames.map((name) => nameOf[name] ?? name), requiredNames.map((name) => draft[name])]
  const { run } = await fileOf(bookOf(cells.map((line) => [...line, 'x'].join('|'))))
  const { code, stderr } = await run()
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('Al archivo le faltan columnas: Numero de Licencia'),
  ])
  expect(stderr).toMatch(/Así se importa:\n {2}pilotos import .* --map "Número=nlicencia"\n/)
  expect(await run('--map', 'Número=nlicencia')).toMatchObject({
    code: 0,
    stdout: '1 registrado, 0 rechazados\n',
  })
})
