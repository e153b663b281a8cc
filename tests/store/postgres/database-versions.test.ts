/** Tests that a database of every earlier version is opened with all that it held, once, also if the opening is cut off. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { fieldNames, isOptional } from '#domain/pilots/fields'
import type { Pilot } from '#domain/pilots/pilot'
import { openDatabase } from '../../../server/store/postgres/database-stores.ts'
import type { ServedStores } from '../../../server/store/shared/stores.ts'
import { cuttingProxy } from '../../support/cutting-proxy.ts'
import { databaseContents } from '../../support/database-contents.ts'
import { aFolder } from '../../support/folder.ts'
import { aDraft } from '../../support/pilots.ts'
import { hasPostgres, sharedPostgres } from '../../support/postgres.ts'
import { root } from '../../support/root.ts'

const read = (name: string) => readFile(join(root, 'tests', 'fixtures', name), 'utf8')

function admin(text: string, address: string): Promise<unknown[]> {
  return sharedPostgres().admin(text, address.split('/').at(-1))
}

/** Returns the address of a copy of the database of version 18, changed to what `statements` leave. */
async function aCopy(statements = ''): Promise<string> {
  // The removals of the last days are listed.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T12:00:00.000Z') })
  onTestFinished(() => void vi.useRealTimers())
  const address = await sharedPostgres().database()
  await admin(await read('database-18.sql'), address)
  await admin(statements, address)
  return address
}

async function open(address: string): Promise<ServedStores> {
  const stores = await openDatabase(address, { backups: await aFolder() })
  onTestFinished(() => stores.close())
  return stores
}

const expected = JSON.parse(hasPostgres ? await read('database-18.json') : '{}')

/** The columns that the version after each brought, the latest version first. */
const columns: [version: number, table: string, names: readonly string[]][] = [
  [17, 'pilots', ['entries', 'card_outdated']],
  [16, 'pilots', ['consent_version', 'consent_at', 'consent_by', 'consent_guardian']],
  [16, 'changes', ['desk', 'merged', 'forgotten', 'erased']],
  [16, 'revoked', ['joined']],
  [15, 'changes', ['file']],
  [14, 'pilots', ['tipodoc', 'documento']],
  [13, 'state', ['searched']],
  [12, 'pilots', fieldNames.filter((name) => isOptional(name) && !['tipodoc', 'documento'].includes(name))],
]

/** Returns the statements that make of the tables of version 18 those of an earlier version. */
async function tablesOf(version: number): Promise<string> {
  const dropped = columns.filter(([last]) => last >= version)
  return [
    // Before version 15 every rider had a DNI.
    ...(version < 15 ? ['DELETE FROM pilotos.pilots WHERE dni IS NULL'] : []),
    ...(version < 17 ? ["UPDATE pilotos.history SET state = NULL WHERE kind = 'revoke'"] : []),
    ...dropped.flatMap(([, table, names]) =>
      names.map((name) => `ALTER TABLE pilotos.${table} DROP COLUMN ${name}`),
    ),
    `UPDATE pilotos.schema SET number = ${version}`,
    ...(version < 12 ? [await read('database-11.sql')] : []),
  ].join(';\n')
}

/** Returns what is left of a pilot in the tables of an earlier version. */
function without({ ...pilot }: Pilot, version: number): Partial<Pilot> {
  if (version < 18) Reflect.deleteProperty(pilot, 'entries')
  if (version < 17) Reflect.deleteProperty(pilot, 'consent')
  if (version < 13) for (const name of fieldNames.filter(isOptional)) Reflect.deleteProperty(pilot, name)
  return pilot
}

describe.skipIf(!hasPostgres)('a database of an earlier version', () => {
  test('of version 18 is opened with all that it held, and can be changed', async () => {
    const address = await aCopy()
    const stores = await open(address)
    expect(await databaseContents(stores)).toEqual(expected)
    const last = expected.log.filter(({ past }: { past?: true }) => !past).at(-1).number
    const { id } = await stores.pilots.register(aDraft({ dni: 49999999 }))
    const again = await open(address)
    expect((await again.pilots.list()).pilots[0]).toEqual(await stores.pilots.get(id))
    const { log, pilots } = await databaseContents(again)
    expect(pilots.slice(0, -1)).toEqual(expected.pilots)
    expect(log.filter(({ past }) => !past).at(-1)?.number).toBeGreaterThan(last)
  })

  test.each([17, 16, 15, 14, 13, 12, 11])(
    'of version %i is opened with its pilots and their history',
    async (version) => {
      const stores = await open(await aCopy(await tablesOf(version)))
      const { pilots, log, histories, photos, passages } = await databaseContents(stores)
      const kept = expected.pilots.filter(({ dni }: Pilot) => version >= 15 || dni !== null)
      expect(pilots).toEqual(kept.map((pilot: Pilot) => without(pilot, version)))
      const numbers = (all: { number: number }[]) => all.map(({ number }) => number)
      expect(numbers(log)).toEqual(numbers(expected.log))
      expect(histories.map(([id]) => id)).toEqual(expected.histories.map(([id]: [string]) => id))
      expect({ photos, passages }).toEqual({ photos: expected.photos, passages: expected.passages })
    },
  )

  test('is migrated once by three programs that open it at the same moment', async () => {
    const address = await aCopy()
    const opened = await Promise.all([open(address), open(address), open(address)])
    for (const stores of opened) expect(await databaseContents(stores)).toEqual(expected)
  })

  test.each([
    ['in the middle of the pilots', 'INSERT INTO pilotos.rows', false],
    ['in the middle of the log', 'INSERT INTO pilotos.log', false],
    ['after its commit', 'commit', true],
    ['before the tables of before are removed', 'DROP TABLE', false],
  ])('is migrated once if its connection is cut %s', async (_, part, passOn) => {
    const address = await aCopy()
    const { port } = sharedPostgres()
    const proxy = await cuttingProxy(port)
    proxy.cutAt(part, passOn)
    const stores = await open(address.replace(`:${port}`, `:${proxy.port}`))
    expect(proxy.cuts()).toBe(1)
    expect(await databaseContents(stores)).toEqual(expected)
    expect(await tablesIn(address)).toEqual(await tablesIn(await sharedPostgres().databaseWithTables()))
  })

  test('refuses a program of version 18 that still runs, which can write nothing any more', async () => {
    const address = await aCopy()
    await open(address)
    const asked = 'SELECT (SELECT number FROM pilotos.schema WHERE one = 1) FROM pilotos.state WHERE one = 1'
    expect(await admin(asked, address)).toEqual([{ number: 20 }])
    for (const written of [
      'UPDATE pilotos.state SET number = number + 1, total = total + 1',
      "INSERT INTO pilotos.pilots (id, dni) VALUES ('x', 1)",
      "INSERT INTO pilotos.changes (key) VALUES ('x')",
    ])
      await expect(admin(written, address)).rejects.toThrow()
  })

  test('shows its pilots in SQL, also those with characters that a database cannot store', async () => {
    const address = await aCopy()
    await open(address)
    const rows = await admin("SELECT id, body ->> 'lastname' AS lastname FROM pilotos.pilots", address)
    const names = expected.pilots.map(({ id, lastname }: Pilot) => ({ id, lastname }))
    expect(rows).toEqual(expect.arrayContaining(names))
  })
})

function tablesIn(address: string): Promise<unknown[]> {
  return admin("SELECT tablename FROM pg_tables WHERE schemaname = 'pilotos' ORDER BY 1", address)
}
