/** Tests that an erased person leaves no trace in the tables of PostgreSQL, and comes back by no restore or import. */
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import postgres from 'postgres'
import { describe, expect, onTestFinished, test } from 'vitest'
import { defaultRules } from '#domain/credential/validity-rules'
import type { Pilot } from '#domain/pilots/pilot'
import { readBackup } from '../../../server/store/backup/backup.ts'
import { restoreBackup } from '../../../server/store/backup/restore.ts'
import { writeBackup } from '../../../server/store/backup/write-backup.ts'
import { openDatabase } from '../../../server/store/postgres/database-stores.ts'
import type { Notice } from '../../../server/store/shared/log.ts'
import { readChangeLog, type ServedStores } from '../../../server/store/shared/stores.ts'
import { closing } from '../../support/closing.ts'
import { cuttingProxy } from '../../support/cutting-proxy.ts'
import { aFolder } from '../../support/folder.ts'
import { aReceivedScan, at } from '../../support/passages.ts'
import { aDraft, aPicture, aRow } from '../../support/pilots.ts'
import { askDatabase, hasPostgres, sharedPostgres } from '../../support/postgres.ts'
import { tracesIn } from '../../support/traces.ts'

const eva = { name: 'Evangelina', lastname: 'Quispitúpac', email: 'evangelina@quis.pe', celular: 912345678 }

/** Returns the whole content of all tables. A photo is text in hexadecimal digits. */
async function dumpOf(address: string): Promise<string> {
  const tables = (await askDatabase(
    "SELECT tablename FROM pg_tables WHERE schemaname = 'pilotos'",
    address,
  )) as {
    tablename: string
  }[]
  const rows = await Promise.all(
    tables.map(({ tablename }) =>
      askDatabase(`SELECT t::text AS row FROM pilotos.${tablename} AS t`, address),
    ),
  )
  return JSON.stringify(rows)
}

/** Opens a database as the laptop with a folder of backups does. */
const open = (address: string, backups: string) => closing(openDatabase(address, { backups }))

/** Registers a rider who leaves traces in every table, and one who stays. */
async function fill(stores: ServedStores) {
  const { pilots, photos, passages, settings } = stores
  const jpeg = await aPicture('jpeg', 60, 60)
  const photo = await photos.save(jpeg)
  const draft = aDraft({ ...eva, dni: 71234567 })
  const first = await pilots.register(draft, photo)
  const other = await pilots.register(aDraft({ name: 'Otra' }))
  const second = await pilots.revoke(first.id)
  await pilots.seeContact(second.id, 'Norte')
  const scans = [second, other].map(({ id }, index) =>
    aReceivedScan({ pilot: index ? id : first.id, scanned: id, at: at(`09:1${index}`) }),
  )
  await passages.record(scans, 'warn')
  await settings.change({ mappings: { clave: { cells: { 3: { name: eva.name } } }, otra: { header: 2 } } })
  const needles = [...Object.values(eva).map(String), '71234567', first.id, second.id, photo]
  needles.push(jpeg.toString('hex').slice(100, 300))
  return { draft, first, second, other, needles }
}

async function filled() {
  const address = await sharedPostgres().databaseWithTables()
  const backups = join(await aFolder(), 'backups')
  await mkdir(backups)
  const stores = await open(address, backups)
  const side = await fill(stores)
  await writeBackup(stores, join(backups, 'pilotos-1.tar.gz'))
  const left = async () => {
    const dump = await dumpOf(address)
    return side.needles.filter((needle) => dump.includes(needle))
  }
  expect(await left()).toEqual(side.needles)
  return { address, backups, stores, left, ...side }
}

/** Waits until this many connections to the database wait for a lock. */
async function locksAreAwaited(address: string, count: number): Promise<void> {
  const waiting = `SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`
  await expect.poll(() => askDatabase(waiting, address)).toHaveLength(count)
}

/** Runs `work` while a transaction of another laptop keeps all others from changing anything. */
async function whileLocked(address: string, lock: string, work: () => Promise<void>): Promise<void> {
  const other = postgres(address, { max: 1, fetch_types: false })
  onTestFinished(() => other.end({ timeout: 1 }))
  await other.begin(async (sql) => {
    await sql.unsafe(lock)
    await work()
  })
}

describe.skipIf(!hasPostgres)('an erasure in PostgreSQL', () => {
  test('leaves no trace in any table, and an older backup and an import bring nobody back', async () => {
    const { stores, backups, left, draft, first, other, needles } = await filled()
    const { pilots, passages, erasures, settings } = stores
    const copy = join(await aFolder(), 'copia.tar.gz')
    await writeBackup(stores, copy)

    expect(await erasures.erase([first.id], 'marta')).toEqual({
      persons: 1,
      photos: 1,
      passages: 1,
      backups: 1,
      unread: [],
      removed: [],
    })
    expect(await left()).toEqual([])
    expect(await tracesIn(backups, needles)).toEqual([])
    expect((await pilots.list()).total).toBe(1)
    expect((await passages.log()).map((entry) => 'pilot' in entry && entry.pilot)).toEqual([false, other.id])
    expect((await readChangeLog(pilots)).at(-1)?.change).toMatchObject({ erased: 1 })
    expect((await settings.read()).mappings).toMatchObject({ otra: { header: 2 } })
    expect(await restoreBackup(stores, await readBackup(copy))).toMatchObject({ pilots: 1, erased: 1 })
    expect(await left()).toEqual([])
    expect(await pilots.import([aRow(0, { ...draft })])).toMatchObject({ rejectedRows: 1 })
    expect(await left()).toEqual([])
  })

  test.each([
    ['after the server has stored it', 'commit', true],
    ['in the middle', 'UPDATE pilotos.log', false],
    ['before the passages are written anew', 'DELETE FROM pilotos.passages', false],
  ])('a connection that is cut %s leaves it done once', async (_, part, passOn) => {
    const { address, backups, stores, left, first } = await filled()
    const { port } = sharedPostgres()
    const proxy = await cuttingProxy(port)
    const cut = await open(address.replace(`:${port}`, `:${proxy.port}`), backups)
    proxy.cutAt(part, passOn)
    expect(await cut.erasures.erase([first.id], 'marta')).toMatchObject({
      persons: 1,
      photos: 1,
      passages: 1,
    })
    expect(proxy.cuts()).toBe(1)
    expect(await left()).toEqual([])
    expect((await stores.pilots.list()).total).toBe(1)
    expect((await readChangeLog(stores.pilots)).filter(({ change }) => change.erased)).toHaveLength(1)
  })

  test('a server that dies in the middle leaves the person whole, and can erase later', async () => {
    const { address, backups, left, first, needles } = await filled()
    const dying = await closing(openDatabase(address, { backups, timeout: 1000, retryFor: 0 }))
    await whileLocked(address, 'SELECT generation FROM pilotos.passage_state FOR UPDATE', async () => {
      const erased = dying.erasures.erase([first.id]).catch((error) => error)
      await locksAreAwaited(address, 1)
      await askDatabase(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        address,
      )
      expect(await erased).toMatchObject({ name: expect.any(String) })
    })
    expect(await left()).toEqual(needles)
    const later = await open(address, backups)
    expect(await later.erasures.erase([first.id])).toMatchObject({ persons: 1 })
    expect(await left()).toEqual([])
    expect(await tracesIn(backups, needles)).toEqual([])
  })

  test('another laptop forgets the person: on its screens, in its memory and in its archives', async () => {
    const { address, stores, left, first, second, needles } = await filled()
    const backups = join(await aFolder(), 'backups')
    await mkdir(backups)
    const other = await open(address, backups)
    await writeBackup(other, join(backups, 'pilotos-1.tar.gz'))
    expect((await other.passages.lastOfPilots()).map(({ pilot }) => pilot)).toContain(first.id)
    let tell = () => {}
    const dropped = new Promise<void>((resolve) => {
      tell = resolve
    })
    onTestFinished(other.erasures.subscribe(async () => tell()))
    const notified = new Promise<Notice>((resolve) => {
      onTestFinished(other.pilots.subscribe(resolve))
    })
    await expect.poll(() => other.pilots.lastChange).toBeGreaterThan(0)
    await stores.erasures.erase([first.id])
    // A notice with the code would keep it; one without makes every screen read again.
    expect((await notified).ids).toBeUndefined()
    await dropped
    expect((await other.passages.lastOfPilots()).map(({ pilot }) => pilot)).not.toContain(first.id)
    await other.passages.record(
      [aReceivedScan({ pilot: second.id, scanned: second.id, at: at('11:00') })],
      'warn',
    )
    await other.close()
    expect(await tracesIn(backups, needles)).toEqual([])
    expect(await left()).toEqual([])
  })

  test('a laptop that was off takes the person out of its archives when it opens the database', async () => {
    const { address, backups, stores, first, needles } = await filled()
    const away = await aFolder()
    await writeBackup(stores, join(away, 'pilotos-1.tar.gz'))
    await stores.erasures.erase([first.id])
    expect(await tracesIn(away, needles)).not.toEqual([])
    await (await openDatabase(address, { backups: away })).close()
    expect(await tracesIn(away, needles)).toEqual([])
    const before = await readFile(join(backups, 'pilotos-1.tar.gz'))
    await (await openDatabase(address, { backups })).close()
    expect(await readFile(join(backups, 'pilotos-1.tar.gz'))).toEqual(before)
  })

  test('a command and a kiosk of one laptop rewrite the same archives one after the other', async () => {
    const { address, backups, stores, first, needles } = await filled()
    const kiosk = await open(address, backups)
    onTestFinished(kiosk.pilots.subscribe(() => {}))
    await expect.poll(() => kiosk.pilots.lastChange).toBeGreaterThan(0)
    for (let index = 2; index < 8; index += 1)
      await writeBackup(stores, join(backups, `pilotos-${index}.tar.gz`))
    const { backups: count } = await stores.erasures.erase([first.id])
    await kiosk.close()
    expect([0, 7]).toContain(count)
    expect(await tracesIn(backups, needles)).toEqual([])
    expect((await readBackup(join(backups, 'pilotos-7.tar.gz'))).pilots).toHaveLength(1)
  })

  const meanwhile: [
    string,
    (stores: ServedStores, side: { draft: object; code: string }) => Promise<unknown>,
  ][] = [
    ['an import of the same person', ({ pilots }, { draft }) => pilots.import([aRow(0, { ...draft })])],
    [
      'an import that updates the person',
      ({ pilots }, { draft }) => pilots.import([aRow(0, { ...draft, club: 'Club Sur' })], { update: true }),
    ],
    ['the undo of the removal', ({ pilots }, { code }) => pilots.undoRemove(code)],
    ['the undo of several removals', ({ pilots }, { code }) => pilots.undoRemoveMany([code])],
    [
      'a passage',
      ({ passages }, { code }) =>
        passages.record([aReceivedScan({ pilot: code, scanned: code, at: at('12:00') })], 'warn'),
    ],
  ]
  test.each(meanwhile)('%s that began before it and ends after it brings nobody back', async (_, work) => {
    const { address, backups, stores, left, draft, second } = await filled()
    const late = await open(address, backups)
    await stores.pilots.remove(second.id)
    let erased: Promise<unknown> | undefined
    let done: Promise<unknown> | undefined
    await whileLocked(address, 'SELECT last FROM pilotos.state FOR UPDATE', async () => {
      erased = stores.erasures.erase([second.id])
      await locksAreAwaited(address, 1)
      done = work(late, { draft, code: second.id }).catch((error) => error)
      // A passage does not wait for other changes, and is rewritten by the erasure.
      await Promise.race([done, locksAreAwaited(address, 2)])
    })
    await Promise.all([erased, done])
    expect(await erased).toMatchObject({ persons: 1 })
    expect(await left()).toEqual([])
  })

  test('forgotten values leave all tables and the archives, also after a cut connection', async () => {
    const { address, backups, stores, draft, second } = await filled()
    const { pilots } = stores
    const city = { ...draft, ciudad: 'Moquegua' }
    await pilots.update(second.id, city)
    await pilots.update(second.id, { ...city, ciudad: 'Tacna' })
    const { port } = sharedPostgres()
    const proxy = await cuttingProxy(port)
    const cut = await open(address.replace(`:${port}`, `:${proxy.port}`), backups)
    const basis = { rules: defaultRules, day: '2026-11-25' }
    const order = { ids: [second.id], group: 'contact' as const, basis }
    proxy.cutAt('UPDATE pilotos.log', false)
    expect(await cut.erasures.forget(order, 'marta')).toEqual([second.id])
    expect(proxy.cuts()).toBe(1)
    const dump = await dumpOf(address)
    const needles = [eva.email, String(eva.celular), 'Moquegua', 'Tacna']
    expect(needles.filter((needle) => dump.includes(needle))).toEqual([])
    expect(await tracesIn(backups, needles)).toEqual([])
    const kept: Pilot = await pilots.get(second.id)
    expect(kept).toMatchObject({ name: eva.name, email: null, celular: null })
    expect((await pilots.history(second.id)).at(-1)).toMatchObject({ kind: 'forgotten', by: 'marta' })
    await rm(backups, { recursive: true })
    expect(await stores.erasures.forget(order)).toEqual([])
  })
})
