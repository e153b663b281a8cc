/** Tests of lists on a database: those that are too long to count, and searches with and without an index. */
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ListQuery } from '#domain/list-query'
import type { OpenStores } from '../../../server/store/contract/stores.ts'
import { diagnose } from '../../../server/store/open.ts'
import { openDatabase } from '../../../server/store/postgres/open.ts'
import { aDraft, aRow } from '../../support/pilots.ts'
import { hasPostgres, sharedPostgres } from '../../support/postgres.ts'
import { searchCases, searchedPilots } from '../../support/searches.ts'

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

test.skipIf(!hasPostgres)('the doctor names the invented values', async () => {
  const data = await sharedPostgres().databaseWithTables()
  const { pilots, close } = await openDatabase(data)
  onTestFinished(() => close())
  await pilots.register(aDraft({ email: 'sincorreo@gmail.com', club: 'Ninguno' }))
  await pilots.register(aDraft({ email: 'sincorreo@gmail.com' }))
  expect((await diagnose(data)).filter(({ text }) => text.includes(' tiene'))).toEqual([
    { level: 'warning', text: '2 pilotos tienen «sincorreo@gmail.com» en Correo Electronico' },
    {
      level: 'warning',
      text: '1 piloto tiene «Ninguno» en Club',
      advice: expect.stringContaining('«No tiene» o «Independiente»'),
    },
  ])
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

describe.skipIf(!hasPostgres)('a search', () => {
  const { admin, database } = sharedPostgres()
  const index = "SELECT indexdef FROM pg_indexes WHERE indexname = 'pilots_search'"

  async function openWithPilots(data: string): Promise<OpenStores> {
    const stores = await openDatabase(data)
    onTestFinished(() => stores.close())
    await stores.pilots.import(searchedPilots().map((draft, index) => aRow(index, draft)))
    return stores
  }

  test('finds the same pilots without the extension for its index, which a later start creates', async () => {
    const data = await database()
    const name = data.split('/').at(-1)
    const { pilots } = await openWithPilots(data)
    await admin('DROP EXTENSION pg_trgm CASCADE', name)
    for (const { search, found, isApproximate } of searchCases) {
      const { pilots: listed, ...rest } = await pilots.list({ search })
      const names = listed.map((pilot) => `${pilot.npiloto} ${pilot.name} ${pilot.lastname}`)
      expect([search, names, rest]).toEqual([search, found, { total: found.length, isApproximate }])
    }
    expect((await diagnose(data)).map(({ text }) => text)).toContainEqual(
      expect.stringContaining('CREATE EXTENSION pg_trgm'),
    )
    await admin('CREATE EXTENSION pg_trgm', name)
    await (await openDatabase(data)).close()
    expect(await admin(index, name)).toEqual([{ indexdef: expect.stringContaining('USING gin') }])
    expect((await diagnose(data)).map(({ text }) => text)).toContain(
      'Las búsquedas usan un índice, con la extensión pg_trgm',
    )
  })

  test('finds the pilots of an account that may not create the extension', async () => {
    const data = await database()
    const name = data.split('/').at(-1)
    await admin('DROP ROLE IF EXISTS poca; CREATE ROLE poca LOGIN')
    await admin('CREATE SCHEMA pilotos AUTHORIZATION poca', name)
    const { pilots } = await openWithPilots(data.replace('postgres@', 'poca@'))
    expect(await admin(index, name)).toEqual([])
    expect((await pilots.list({ search: 'condori, percy' })).total).toBe(2)
  })

  test('finds the pilots of a program that searched other fields', async () => {
    const data = await database()
    const name = data.split('/').at(-1)
    await (await openWithPilots(data)).close()
    await admin(
      "UPDATE pilotos.pilots SET search = ' x '; UPDATE pilotos.state SET searched = 'name:names'",
      name,
    )
    const opened = await Promise.all([openDatabase(data), openDatabase(data)])
    onTestFinished(async () => {
      for (const stores of opened) await stores.close()
    })
    for (const { pilots } of opened) expect((await pilots.list({ search: '4012888' })).total).toBe(1)
    const [row] = await admin('SELECT searched FROM pilotos.state', name)
    expect(row).toMatchObject({ searched: expect.stringContaining('transponder:code') })
  })

  test('finds the pilots of tables of the version before, which lose their hashes and sort keys', async () => {
    const data = await database()
    const name = data.split('/').at(-1)
    const before = await openWithPilots(data)
    await before.close()
    await admin(
      `ALTER TABLE pilotos.pilots ADD grams int4[], ADD name_key bytea, ADD revision text;
        UPDATE pilotos.pilots SET search = '', grams = '{1}', name_key = '', revision = 'x';
        ALTER TABLE pilotos.pilots ALTER grams SET NOT NULL, ALTER name_key SET NOT NULL, ALTER revision SET NOT NULL;
        DROP COLLATION pilotos.spanish; DROP EXTENSION pg_trgm CASCADE;
        UPDATE pilotos.schema SET number = 10`,
      name,
    )
    const stores = await openDatabase(data)
    onTestFinished(() => stores.close())
    const { pilots } = stores
    expect((await pilots.list({ search: 'nunes' })).pilots).toMatchObject([{ name: 'Rosa' }])
    expect((await pilots.list({ sort: 'name', perPage: 2 })).pilots).toMatchObject([
      { name: 'Ana' },
      { name: 'Ana' },
    ])
    await pilots.register(aDraft())
    expect(await admin(index, name)).toHaveLength(1)
  })
})
