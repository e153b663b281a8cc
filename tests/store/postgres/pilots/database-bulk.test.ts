/** Tests of the copy of many pilots at once into a database. */
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../../server/store/postgres/open.ts'
import { aDraft, aRow } from '../../../support/pilots.ts'
import { hasPostgres, sharedPostgres } from '../../../support/postgres.ts'

test.skipIf(!hasPostgres)(
  'an import of many pilots leaves no index entry to the next registration',
  async () => {
    const server = sharedPostgres()
    const data = await server.databaseWithTables()
    const stores = await openDatabase(data)
    onTestFinished(() => stores.close())
    const rows = Array.from({ length: 1000 }, (_, index) => aRow(index, aDraft({ dni: 10_000_000 + index })))
    await stores.pilots.import(rows)
    const name = new URL(data).pathname.slice(1)
    const merged = await server.admin("SELECT gin_clean_pending_list('pilotos.pilots_grams')", name)
    expect(merged).toEqual([{ gin_clean_pending_list: '0' }])
    expect((await stores.pilots.list({ search: '10000999' })).total).toBe(1)
  },
)
