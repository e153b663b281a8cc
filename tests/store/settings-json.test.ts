/** Tests of stored settings that a person or another version of the program has changed. */
import { expect, test } from 'vitest'
import type { ImportMapping } from '#domain/import/mapping'
import { parseSettings } from '../../server/store/settings-json.ts'

const whole: ImportMapping = {
  sheet: 'Lima',
  header: 0,
  columns: { DNI: 'dni', Quién: 'nombrecompleto', Obs: null },
  defaults: { club: 'Sur' },
  replacements: { modalidad: { Libre: 'UTV' } },
  surnamesFirst: false,
  fixesCapitals: true,
  cells: { 2: { club: 'Norte' } },
}

test('mappings are read as they were stored', () => {
  expect(parseSettings(JSON.stringify({ mappings: { one: whole, two: {} } }))).toEqual({
    mappings: { one: whole, two: {} },
  })
})

test.each([
  null,
  'a',
  [],
  { columns: ['dni'] },
  { columns: { DNI: 'documento' } },
  { columns: { DNI: 'motivo' } },
  { columns: { DNI: 7 } },
  { defaults: { club: 7 } },
  { defaults: { attachment: 'a.jpg' } },
  { replacements: { modalidad: 'UTV' } },
  { replacements: { placa: { a: 'b' } } },
  { surnamesFirst: 'antes' },
  { fixesCapitals: 1 },
  { sheet: 7 },
  { header: 1.5 },
  { header: -1 },
  { cells: [{ club: 'x' }, null] },
])('the mapping %j is ignored, and the others are kept', (mapping) => {
  const text = JSON.stringify({ address: 'http://10.0.0.1', mappings: { bad: mapping, good: whole } })
  expect(parseSettings(text)).toEqual({ address: 'http://10.0.0.1', mappings: { good: whole } })
})

test.each(['[]', 'null', '{"mappings": []}', '{"mappings": "a"}', '{"mappings":'])(
  'settings such as %s have no mappings',
  (text) => {
    expect(parseSettings(text)).toEqual({})
  },
)
