/** Tests that a day is closed with the data in a database, which another server uses too. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { backupFolderOf } from '../../../server/store/data-address.ts'
import { serve } from '../../support/command.ts'
import { aFolder } from '../../support/folder.ts'
import { sendScans } from '../../support/gate.ts'
import { withStores } from '../../support/opened-stores.ts'
import { register } from '../../support/page.ts'
import { aScan } from '../../support/passages.ts'
import { aDraft } from '../../support/pilots.ts'
import { hasPostgres, sharedPostgres } from '../../support/postgres.ts'
import { orderHeaders } from '../../support/sent-orders.ts'
import { startTestServer } from '../../support/server.ts'

test.skipIf(!hasPostgres)(
  'a day that is closed at one server of a database ends the phones of all, after a backup in the folder of the user',
  async () => {
    const folder = await sharedPostgres().databaseWithTables()
    await withStores(folder, ({ accounts }) =>
      accounts.put({ user: 'Puerta Norte 1', password: 'a', role: 'puerta', gate: 'Norte' }),
    )
    const cwd = await aFolder()
    const one = await serve(['--data', folder], { cwd })
    const other = await startTestServer({ folder })
    const id = await register(other.url, aDraft({ name: 'Ana', lastname: 'Paz', npiloto: '27' }))
    await sendScans(other.url, aScan({ scanned: id, gate: 'Puerta principal' }))
    const day = async (url: string, method: string) => {
      const answer = await fetch(`${url}/api/day`, { method, headers: { ...orderHeaders() } })
      const { data } = await answer.json()
      return data[0]
    }
    const inside = [{ id, name: 'Ana Paz', npiloto: '27', gate: 'Puerta principal' }]
    expect(await day(other.url, 'GET')).toMatchObject({ inside, phones: [{ user: 'Puerta Norte 1' }] })
    const closed = await day(one.url, 'POST')
    expect(closed).toMatchObject({ inside, ended: 1 })
    expect((await stat(join(backupFolderOf(folder), closed.backup.name))).size).toBe(closed.backup.size)
    expect(await readdir(cwd)).toEqual([])
    expect((await day(other.url, 'GET')).phones).toEqual([])
  },
)
