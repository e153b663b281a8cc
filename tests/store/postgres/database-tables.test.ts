/** Tests that the tables of a new database are created once, and that people can read the pilots in SQL. */
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../../server/store/postgres/database-stores.ts'
import { closing } from '../../support/closing.ts'
import { cuttingProxy } from '../../support/cutting-proxy.ts'
import { aFolder } from '../../support/folder.ts'
import { aDraft } from '../../support/pilots.ts'
import { askDatabase, hasPostgres, sharedPostgres } from '../../support/postgres.ts'

const open = async (address: string) => closing(openDatabase(address, { backups: await aFolder() }))

describe.skipIf(!hasPostgres)('a new database', () => {
  test('gets its tables once from three programs that open it at the same moment', async () => {
    const address = await sharedPostgres().database()
    const [one, ...others] = await Promise.all([open(address), open(address), open(address)])
    const pilot = await one?.pilots.register(aDraft())
    for (const { pilots } of others) expect((await pilots.list()).pilots).toEqual([pilot])
  })

  test.each([
    ['in the middle of the tables', 'CREATE TABLE IF NOT EXISTS pilotos.rows', false],
    ['after its commit', 'commit', true],
  ])('gets its tables once if its connection is cut %s', async (_, part, passOn) => {
    const address = await sharedPostgres().database()
    const { port } = sharedPostgres()
    const proxy = await cuttingProxy(port)
    proxy.cutAt(part, passOn)
    const { pilots } = await open(address.replace(`:${port}`, `:${proxy.port}`))
    expect(proxy.cuts()).toBe(1)
    const pilot = await pilots.register(aDraft())
    expect((await (await open(address)).pilots.list()).pilots).toEqual([pilot])
  })

  test('shows its pilots in SQL, also those with characters that a database cannot store', async () => {
    const address = await sharedPostgres().databaseWithTables()
    const { pilots } = await open(address)
    const { id } = await pilots.register(Object.assign(aDraft({ lastname: 'Muñoz' }), { talla: 'a\0b' }))
    const rows = await askDatabase("SELECT id, body ->> 'lastname' AS lastname FROM pilotos.pilots", address)
    expect(rows).toEqual([{ id, lastname: 'Muñoz' }])
  })
})
