/** Tests of lists on a database that are too long to count. */
import { expect, onTestFinished, test } from 'vitest'
import type { ListQuery } from '#domain/list-query'
import { openDatabase } from '../../../../server/store/postgres/open.ts'
import { aDraft, aRow } from '../../../support/pilots.ts'
import { hasPostgres, sharedPostgres } from '../../../support/postgres.ts'

test.skipIf(!hasPostgres)('a search and a filter count 10 of 10 pilots, and more than 10 of 11', async () => {
  const stores = await openDatabase(await sharedPostgres().databaseWithTables())
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

test.skipIf(!hasPostgres)(
  'pages after the first 1,000 pilots continue the list, in every order',
  async () => {
    const stores = await openDatabase(await sharedPostgres().databaseWithTables())
    onTestFinished(() => stores.close())
    const { pilots } = stores
    const drafts = Array.from({ length: 1030 }, (_, index) => aDraft({ lastname: `Rojas ${index % 10}` }))
    await pilots.import(drafts.map((draft, index) => aRow(index, draft)))
    for (const query of [
      {},
      { order: 'asc' },
      { sort: 'lastname' },
      { sort: 'lastname', order: 'desc' },
    ] as const) {
      const all = (await pilots.list(query)).pilots
      const page = await pilots.list({ ...query, page: 6, perPage: 200 })
      expect([query, page]).toEqual([query, { pilots: all.slice(1000), total: 1030 }])
      expect(await pilots.list({ ...query, page: 7, perPage: 200 })).toEqual({ pilots: [], total: 1030 })
    }
  },
)
