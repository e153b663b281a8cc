/** Tests of merges on PostgreSQL: with other servers, cut connections, documents that change hands, and earlier tables. */
import { join } from 'node:path'
import postgres from 'postgres'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Change } from '#domain/pilots/change'
import type { LoggedChange } from '#domain/pilots/history/history'
import type { Pilot } from '#domain/pilots/pilot'
import { readBackup } from '../../../server/store/backup/backup.ts'
import { restoreBackup } from '../../../server/store/backup/restore.ts'
import { writeBackup } from '../../../server/store/backup/write-backup.ts'
import { openStores } from '../../../server/store/open.ts'
import type { StoredMerge } from '../../../server/store/shared/merges.ts'
import { type OpenStores, readChangeLog } from '../../../server/store/shared/stores.ts'
import { closing } from '../../support/closing.ts'
import { cuttingProxy } from '../../support/cutting-proxy.ts'
import { aFolder } from '../../support/folder.ts'
import { account, aMerge, contentsOf, desk, earlier, fill, lastChangeOf } from '../../support/merges.ts'
import { aDraft, aForeigner, aPilot, aRow } from '../../support/pilots.ts'
import { askDatabase, hasPostgres, sharedPostgres } from '../../support/postgres.ts'

const open = (address: string) => closing(openStores(address))

/** Returns an order that stores a change, with nothing besides. */
function orderOf(lastChange: number, change: Change): StoredMerge {
  return {
    lastChange,
    change,
    past: [],
    passages: { add: [], drop: [], codes: [], move: [] },
    accounts: { add: [], drop: [] },
  }
}

describe.skipIf(!hasPostgres)('a merge into PostgreSQL', () => {
  test('another server sees all parts of it at once', async () => {
    const data = await sharedPostgres().databaseWithTables()
    const [stores, other] = [await open(data), await open(data)]
    const side = await fill(stores)
    const { order } = aMerge(side)
    const notified = new Promise<void>((resolve) => {
      onTestFinished(other.pilots.subscribe(({ number }) => number > side.lastChange && resolve()))
    })
    await expect.poll(() => other.pilots.lastChange).toBe(side.lastChange)
    const seen = notified.then(() => contentsOf(other))
    await stores.merges.commit(order)
    const contents = await contentsOf(stores)
    expect(contents).toMatchObject({ revoked: [{ joined: true }], past: [{}, {}] })
    expect([contents.pilots.length, contents.passages.length]).toEqual([3, 4])
    expect(contents.accounts).toContainEqual(account)
    expect(await seen).toEqual(contents)
  })

  test('riders exchange their documents, also more than one statement updates', async () => {
    const stores = await open(await sharedPostgres().databaseWithTables())
    const { pilots, merges } = stores
    await pilots.import(Array.from({ length: 1100 }, (_, index) => aRow(index)))
    const [one, two] = [await pilots.register(aForeigner()), await pilots.register(aForeigner())]
    const gone = await pilots.register(aDraft())
    const all = (await pilots.list({ order: 'asc' })).pilots.filter(({ dni }) => dni !== null).slice(0, -1)
    const documentOf = ({ dni, tipodoc, documento }: Pilot) => ({ dni, tipodoc, documento })
    // Each has the document of the next; the last has that of a removed rider, and a new one that of the first.
    const put = all.map((pilot, index) => ({ ...pilot, ...documentOf(all[index + 1] ?? gone) }))
    const added = { ...aPilot('CE0000000001', aDraft()), ...documentOf(all[0] ?? gone) }
    put.push({ ...one, ...documentOf(two) }, { ...two, ...documentOf(one) }, added)
    await merges.commit(orderOf(await lastChangeOf(pilots), { put, remove: [gone.id] }))
    expect((await pilots.list({ order: 'asc' })).pilots).toEqual(put)
    expect(await pilots.list({ perPage: 1 })).toMatchObject({ total: 1103 })
  })

  test('a change of another server that is stored meanwhile is a conflict, and leaves nothing of the merge', async () => {
    const data = await sharedPostgres().databaseWithTables()
    const [stores, kiosk] = [await open(data), await open(data)]
    const side = await fill(stores)
    const other = postgres(data, { max: 1, fetch_types: false })
    onTestFinished(() => other.end({ timeout: 1 }))
    const waiting = `SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`
    let merge: Promise<unknown> | undefined
    let registered: Promise<Pilot> | undefined
    await other.begin(async (sql) => {
      await sql`SELECT last FROM pilotos.state FOR UPDATE`
      registered = kiosk.pilots.register(aDraft())
      await expect.poll(() => askDatabase(waiting, data)).toHaveLength(1)
      merge = stores.merges.commit(aMerge(side).order).catch((error) => error)
      await expect.poll(() => askDatabase(waiting, data)).toHaveLength(2)
    })
    expect(await merge).toMatchObject({ kind: 'conflict' })
    const { pilots, past, passages } = await contentsOf(stores)
    expect(pilots).toEqual([side.ana, side.eva, await registered])
    expect([past, passages]).toEqual([[], side.passages])
    expect(await stores.pilots.imports()).toEqual([])
  })

  test.each([
    ['after the server has stored it', 'commit', true],
    ['before the server has its history', '"past":', false],
  ])('a connection that is cut %s leaves it stored once', async (_, part, passOn) => {
    const { port, databaseWithTables } = sharedPostgres()
    const data = await databaseWithTables()
    const proxy = await cuttingProxy(port)
    const direct = await open(data)
    const side = await fill(direct)
    const stores = await open(data.replace(`:${port}`, `:${proxy.port}`))
    proxy.cutAt(part, passOn)
    expect(await stores.merges.commit(aMerge(side).order)).toBe(side.lastChange + 1)
    expect(proxy.cuts()).toBe(1)
    const { pilots, past, passages } = await contentsOf(direct)
    expect([pilots.length, past.length, passages.length]).toEqual([3, 2, 4])
    expect(await direct.pilots.imports()).toMatchObject([{ change: side.lastChange + 1, desk }])
  })

  test('a backup of it, and the way to a folder and back, keep all of it and of its undo', async () => {
    const stores = await open(await sharedPostgres().databaseWithTables())
    const side = await fill(stores)
    const { order, undo } = aMerge(side)
    const number = await stores.merges.commit(order)
    const undone = undo(number)
    const revoke = [{ id: 'AB0000000003', at: earlier, next: side.ana.id, joined: true }] as const
    await stores.merges.commit({ ...undone, change: { ...undone.change, revoke } })
    const out = await aFolder()
    const move = async (from: OpenStores, to: OpenStores) => {
      const path = join(out, `${crypto.randomUUID()}.tar.gz`)
      await writeBackup(from, path)
      await restoreBackup(to, await readBackup(path))
    }
    const folder = await open(await aFolder())
    await move(stores, folder)
    const back = await open(await sharedPostgres().databaseWithTables())
    await move(folder, back)
    expect(await back.pilots.revocations()).toEqual(revoke)
    expect(await back.pilots.get('AB0000000003')).toEqual(side.ana)
    const isRestore = ({ change: { clear } }: LoggedChange) => clear
    const kept = (await readChangeLog(back.pilots)).filter((one) => !isRestore(one))
    expect(kept.map(withoutPast)).toEqual((await readChangeLog(stores.pilots)).map(withoutPast))
  })
})

function withoutPast({ past: _past, ...logged }: LoggedChange): LoggedChange {
  return logged
}
