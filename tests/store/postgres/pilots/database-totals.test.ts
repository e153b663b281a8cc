/** Tests of lists on a database that are too long to count. */
import { expect, onTestFinished, test } from 'vitest'
import type { ListQuery } from '#domain/list-query'
import { openDatabase } from '../../../../server/store/postgres/open.ts'
import { aDraft, aRow } from '../../../support/pilots.ts'
import { hasPostgres, sharedPostgres } from '../../../support/postgres.ts'

test.skipIf(!hasPostgres)('a search and a filter count 10 of 10 pilots, and more than 10 of 11', async () => {
  const stores = await openDatabase(await sharedPostgres().database())
  onTestFinished(() => stores.close())
  const { pilots } = stores
  await pilots.import(Array.from({ length: 10 }, (_, index) => aRow(index, aDraft({ lastname: 'Rojas' }))))
  const queries: ListQuery[] = [
    { search: 'rojas' },
    { search: 'ro' },
    { noPhoto: true },
    { noCard: true, sort: 'lastname' },
    { noCard: true, sort: 'celular' },
  ]
  const totals = () =>
    Promise.all(
      queries.map(async (query) => {
        const { total, isTotalCapped } = await pilots.list({ ...query, perPage: 5, maxTotal: 10 })
        return { total, isTotalCapped }
      }),
    )
  expect(await totals()).toEqual(queries.map(() => ({ total: 10, isTotalCapped: undefined })))
  await pilots.register(aDraft({ lastname: 'Rojas' }))
  expect(await totals()).toEqual(queries.map(() => ({ total: 10, isTotalCapped: true })))
  // Without a filter the number is stored, and costs nothing.
  expect(await pilots.list({ perPage: 5, maxTotal: 10 })).toMatchObject({ total: 11 })
})
