/** Tests of the columns that an import needs. */
import { expect, test } from 'vitest'
import { columns } from '#domain/import/columns'
import { fieldNames } from '#domain/pilot/fields'
import { requireColumns } from '../../server/spreadsheets/requirements.ts'

test('an import of new pilots needs the column of every field, and neither identifiers nor photos', () => {
  expect(() => requireColumns(fieldNames, {})).not.toThrow()
  expect(() =>
    requireColumns(
      fieldNames.filter((name) => name !== 'club' && name !== 'dni'),
      {},
    ),
  ).toThrow('Al archivo le faltan columnas: Documento de identidad (DNI) y Club')
})

test.each([
  [['dni', 'club'] as const, true],
  [['id_driver', 'club'] as const, true],
  [columns, true],
  [['name', 'lastname', 'club'] as const, false],
])('an update with the columns %j can find its pilots: %s', (header, can) => {
  const require = () => requireColumns(header, { update: true })
  if (can) expect(require).not.toThrow()
  else
    expect(require).toThrow(
      'Para cambiar pilotos, el archivo necesita la columna Documento de identidad (DNI) o Identificador',
    )
})
