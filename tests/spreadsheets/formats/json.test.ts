/** Tests of imported JSON files. */
import { expect, test } from 'vitest'
import { MalformedError, TooLargeError } from '#domain/errors'
import { checkField } from '#domain/pilots/pilot'
import { maxCellLength, maxColumns, maxNesting } from '../../../server/spreadsheets/formats/bounds.ts'
import { jsonItems } from '../../../server/spreadsheets/formats/json.ts'
import { tableOf } from '../../support/table.ts'

test('a value that is an object or a list is a bad cell, even if its keys are toString or toJSON', async () => {
  const nested: object[] = [{ toString: 1 }, { toJSON: 1 }, [1], {}]
  const { rows } = await tableOf(JSON.stringify(nested.map((value) => ({ dni: value, constructor: value }))))
  expect(rows.map(({ values, badCells }) => [values.dni, badCells?.dni])).toEqual(
    nested.map((value) => [JSON.stringify(value), expect.stringContaining('es una lista o un objeto')]),
  )
  expect((await tableOf('[{"dni":1,"toString":2},{"dni":3}]')).rows.map(({ cells }) => cells)).toEqual([
    [1, 2],
    [3, undefined],
  ])
})

test('a number keeps all of its digits, or is refused where some are lost', async () => {
  const items = [
    '2026000123456789012',
    '1234567890123456',
    '"a\\"1, 1234567890123456"',
    '123',
    '1e21',
    '2e15',
  ]
  const { rows } = await tableOf(`[${items.map((value) => `{"dni": 7, "nlicencia": ${value}}`).join(',')}]`)
  const texts = ['2026000123456789012', '1234567890123456', 'a"1, 1234567890123456', 123, 1e21, 2e15]
  expect(rows.map(({ values }) => values.nlicencia)).toEqual(texts)
  const lost = 'Un número de más de 15 cifras pierde las últimas: escríbalo como texto'
  expect(rows.map(({ values }) => checkField('nlicencia', values.nlicencia))).toEqual([
    ...Array(4).fill(undefined),
    lost,
    lost,
  ])
})

test.each([
  '[]',
  ' [ ] ',
  '[1, "a", null, true, {"a": [1, {"b": 2}]}, []]',
  '["a,b", "[", "}", "\\"]", "\\\\"]',
  '[{"a,]": "\\u005d\\""}, {"a": "]"}]\n',
])('the items of %s equal the result of JSON.parse', (text) => {
  expect([...jsonItems(text)]).toEqual(JSON.parse(text))
})

test.each([
  ['{"a": 1}', 'El JSON debe ser una lista de pilotos'],
  ['', 'El JSON debe ser una lista de pilotos'],
  ['[1, 2', 'no es un JSON válido'],
  ['[1,]', 'no es un JSON válido'],
  ['[,1]', 'no es un JSON válido'],
  ['[1] 2', 'no es un JSON válido'],
  ['[{"a": }]', 'no es un JSON válido'],
  ['["a]', 'no es un JSON válido'],
  ['[{]}]', 'no es un JSON válido'],
])('%s is refused: %s', (text, message) => {
  expect(() => [...jsonItems(text)]).toThrow(MalformedError)
  expect(() => [...jsonItems(text)]).toThrow(message)
})

test('an item is returned before the text after it is read', () => {
  const items = jsonItems('[{"a": 1}, {"a": nothing')
  expect(items.next().value).toEqual({ a: 1 })
  expect(() => items.next()).toThrow(MalformedError)
})

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const values = (count: number) => `[[0${',0'.repeat(count - 1)}]]`
const cell = (length: number) => `[1, {"a": ["${'x'.repeat(length - '[""]'.length)}"]}]`

test.each([
  ['nested lists', nested, maxNesting, 'El JSON tiene más de 20 listas u objetos unos dentro de otros'],
  ['values in an item', values, maxColumns, 'El archivo tiene 301 columnas y se leen hasta 300'],
  [
    'characters in a value that is a list',
    cell,
    maxCellLength,
    'Registro 2: una celda tiene 32.768 caracteres y se leen hasta 32.767',
  ],
])('%s are read up to their bound', (_, make, bound, message) => {
  expect([...jsonItems(make(bound))]).toEqual(JSON.parse(make(bound)))
  expect(() => [...jsonItems(make(bound + 1))]).toThrow(TooLargeError)
  expect(() => [...jsonItems(make(bound + 1))]).toThrow(message)
})
