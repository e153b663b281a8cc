/** Tests of imported JSON files. */
import { expect, test } from 'vitest'
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
