/** Tests of the columns that an import needs. */
import { expect, test } from 'vitest'
import { UnmappedError } from '#domain/errors'
import { columns } from '#domain/import/columns'
import { fieldNames } from '#domain/pilots/fields'
import { requireColumns } from '../../server/import/preview.ts'
import { tableOf } from '../support/table.ts'

const withHeader = (names: readonly string[]) => tableOf(`${names.join(',')}\n`)

test('an import of new pilots needs the column of every field, and neither identifiers nor photos', async () => {
  const whole = await withHeader(fieldNames)
  expect(() => requireColumns(whole, {})).not.toThrow()
  const some = await withHeader(fieldNames.filter((name) => !['club', 'dni', 'documento'].includes(name)))
  expect(() => requireColumns(some, {})).toThrow(
    'Al archivo le faltan columnas: Documento de identidad (DNI) y Club',
  )
})

test('a refused file comes with its preview, in which the missing columns can be completed', async () => {
  const table = await withHeader(fieldNames.map((name) => (name === 'nlicencia' ? 'Cód. Fed.' : name)))
  const refused = () => requireColumns(table, {})
  expect(refused).toThrow(UnmappedError)
  expect(refused).toThrow(
    expect.objectContaining({
      details: {
        preview: expect.objectContaining({
          missing: ['nlicencia'],
          columns: expect.arrayContaining([{ name: 'Cód. Fed.', target: null }]),
        }),
      },
    }),
  )
})

test.each([
  [['dni', 'club'] as const, true],
  [['id_driver', 'club'] as const, true],
  [columns, true],
  [['name', 'lastname', 'club'] as const, false],
])('an update with the columns %j can find its pilots: %s', async (header, can) => {
  const table = await withHeader(header)
  const require = () => requireColumns(table, { update: true })
  if (can) expect(require).not.toThrow()
  else
    expect(require).toThrow(
      'Para cambiar pilotos, el archivo necesita la columna Documento de identidad (DNI) o Identificador',
    )
})
