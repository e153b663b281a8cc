/** Tests that backups which are changed at random are refused with words, or leave data that is read again. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PilotosError } from '#domain/errors'
import { eventsOf } from '#domain/events/events'
import { tillReport } from '#domain/till/report'
import { mergeDesk, readOtherBackup } from '../../server/merge/merge.ts'
import { eachFile } from '../../server/store/backup/archive.ts'
import { readBackup } from '../../server/store/backup/backup.ts'
import { restoreBackup } from '../../server/store/backup/restore.ts'
import { writeBackup } from '../../server/store/backup/write-backup.ts'
import { openStores } from '../../server/store/open.ts'
import type { OpenStores } from '../../server/store/shared/stores.ts'
import { aFolder } from '../support/folder.ts'
import { writeArchive } from '../support/hostile-backups.ts'
import { aReceivedScan } from '../support/passages.ts'
import { hasPostgres, sharedPostgres } from '../support/postgres.ts'
import { randomIntegers } from '../support/random.ts'
import { ask } from '../support/requests.ts'
import { anId, openTill } from '../support/till.ts'

/** The number of backups of each test. More of them take minutes. */
const count = Number(process.env.PILOTOS_RANDOM_BACKUPS ?? 40)

type Random = (below: number) => number

const long = 'x'.repeat(2000)
/** Values that take the place of others. */
const others: readonly unknown[] = [
  ...[
    null,
    true,
    '',
    ' ',
    '-',
    long,
    '\u0000',
    '\ud800',
    '2026-02-30',
    '9999-12-31T23:59:59.999Z',
    '__proto__',
  ],
  ...[0, -1, 1.5, 10_000_000, 9_999_999, 2 ** 53, 1e300, [], {}, [null], [[]], { id: long }],
]

/** Returns a value in which one part, at any depth, is another one, often of its type, is there twice or is missing. */
function changed(value: unknown, random: Random): unknown {
  const isOfType = random(4) > 0
  if (isOfType && typeof value === 'number') return value + Number([-1, 1, 7, 1000, -100_000][random(5)])
  if (isOfType && typeof value === 'string')
    return [`${value}x`, value.slice(1), value.replace(/\d/, '8')][random(3)]
  if (typeof value !== 'object' || value === null || random(20) === 0) return others[random(others.length)]
  if (Array.isArray(value)) {
    const at = random(value.length || 1)
    const way = random(6)
    if (way === 0) return value.filter((_, index) => index !== at)
    if (way === 1) return [...value, ...Array(1 + random(600)).fill(value[at])]
    return value.map((one, index) => (index === at ? changed(one, random) : one))
  }
  const entries = Object.entries(value)
  const at = random(entries.length || 1)
  if (random(6) === 0) return Object.fromEntries(entries.filter((_, index) => index !== at))
  return Object.fromEntries(
    entries.map(([name, one], index) => [name, index === at ? changed(one, random) : one]),
  )
}

/** Returns the files of a backup, of which one to three lines are changed. */
function hostile(files: Record<string, Buffer>, random: Random): Record<string, Buffer> {
  const all = { ...files }
  const names = Object.keys(files).filter((name) => /json/.test(name))
  for (let left = 1 + random(3); left > 0; left -= 1) {
    const name = names[random(names.length)] ?? ''
    const lines = String(all[name]).split('\n')
    const at = random(Math.max(1, lines.length - 1))
    lines[at] = JSON.stringify(changed(JSON.parse(lines[at] || '{}'), random))
    all[name] = Buffer.from(lines.join('\n'))
  }
  return all
}

/** Writes a backup of a desk that has used everything, and returns its files and another one of somewhat later. */
async function twoBackups(): Promise<[first: Record<string, Buffer>, later: Record<string, Buffer>]> {
  const till = await openTill()
  const { enter, order, pay, event, stores } = till
  const riders = [await enter(), await enter(), await enter()]
  const [ana = '', eva = '', lis = ''] = riders
  await ask(till, 'POST', '/api/fields', { label: 'Talla', kind: 'texto', audience: 'desk' })
  await ask(till, 'POST', '/api/classes', { field: 'modalidad', name: 'MX1' })
  await ask(till, 'PUT', '/api/waiver', { text: 'Corro bajo mi responsabilidad.' })
  await order('/api/chips', { chips: [{ code: '401', label: '12', rented: true }] })
  await order('/api/chips/lend', { id: anId(), rider: eva, chip: '401', deposit: 3000 })
  await order(`/api/pilots/${ana}/charges`, { id: anId(), price: 'lic', cents: 5000 })
  await pay(ana, 17_000)
  await stores.passages.record([aReceivedScan({ pilot: ana, scanned: ana })], 'warn')
  await stores.accounts.add({ user: 'marta', password: 'scrypt:c2FsdA==:a2V5', role: 'admin' })
  await ask(till, 'PUT', `/api/pilots/${lis}/terms`, {
    suspension: { from: '2026-01-01', reason: 'Falta el certificado' },
  })
  const first = await filesOf(stores)
  await pay(eva, 12_000)
  await ask(till, 'POST', `/api/pilots/${lis}/revoke`)
  await enter()
  await ask(till, 'POST', '/api/start-lists', { event, modalidad: 'MOTOCROSS', issue: true })
  return [first, await filesOf(stores)]
}

async function filesOf(stores: OpenStores): Promise<Record<string, Buffer>> {
  const path = join(await aFolder(), 'copia.tar.gz')
  await writeBackup(stores, path)
  const files: Record<string, Buffer> = {}
  await eachFile(path, async (name, content) => {
    files[name] = content
  })
  return files
}

/** Opens a store again, and requires that all of it is read, that the sums agree, and that a backup of it can be read. */
async function requireReadable(address: string): Promise<void> {
  const stores = await openStores(address)
  try {
    expect('notes' in stores ? stores.notes : []).not.toContainEqual(
      expect.stringMatching(/dañad|no se pued/),
    )
    const { pilots } = await stores.pilots.list()
    const { events } = await stores.settings.read()
    for (const event of eventsOf(events)) {
      const { owing, overpaid, charged, paid } = tillReport(pilots, event, new Date().toISOString())
      const open = [...owing, ...overpaid].reduce((sum, { cents }) => sum + cents, 0)
      expect([event.id, open]).toEqual([event.id, charged - paid])
    }
    const path = join(await aFolder(), 'otra.tar.gz')
    await writeBackup(stores, path)
    expect((await readBackup(path)).pilots).toHaveLength(pilots.length)
  } finally {
    await stores.close()
  }
}

/** Runs work that may be refused, with words for people. Returns true if it was not. */
async function isDone(work: () => Promise<unknown>, what: string): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!(error instanceof PilotosError)) throw new Error(what, { cause: error })
    return false
  }
}

const places: Record<string, () => Promise<string>> = {
  'a folder': aFolder,
  ...(hasPostgres && { PostgreSQL: () => sharedPostgres().databaseWithTables() }),
}

describe.each(Object.keys(places))('on %s', (place) => {
  const newPlace = places[place] as () => Promise<string>

  test(`of ${count} backups that are changed at random, each is refused with words, or its data is read again`, async () => {
    const [files] = await twoBackups()
    let done = 0
    for (let seed = 1; seed <= count; seed += 1) {
      const path = join(await aFolder(), 'copia.tar.gz')
      await writeArchive(path, hostile(files, randomIntegers(seed)))
      const address = await newPlace()
      const stores = await openStores(address)
      const restored = await isDone(async () => restoreBackup(stores, await readBackup(path)), `seed ${seed}`)
      await stores.close()
      if (restored) done += 1
      await requireReadable(address).catch((error) => {
        throw new Error(`seed ${seed}`, { cause: error })
      })
    }
    expect([done > count / 10, done < count]).toEqual([true, true])
  }, 3_600_000)

  test(`of ${count} merges with backups that are changed at random, each is refused with words, or its data is read again`, async () => {
    const [first, later] = await twoBackups()
    const whole = join(await aFolder(), 'entera.tar.gz')
    await writeArchive(whole, first)
    let done = 0
    for (let seed = 1; seed <= count; seed += 1) {
      const folder = await aFolder()
      const path = join(folder, 'copia.tar.gz')
      await writeArchive(path, hostile(later, randomIntegers(seed)))
      const address = await newPlace()
      const stores = await openStores(address)
      await restoreBackup(stores, await readBackup(whole))
      const merge = async () => {
        const backups = join(folder, 'copias')
        await mkdir(backups)
        return mergeDesk(stores, await readOtherBackup(path), { by: 'marta', folder: backups })
      }
      const merged = await isDone(merge, `seed ${seed}`)
      await stores.close()
      if (merged) done += 1
      await requireReadable(address).catch((error) => {
        throw new Error(`seed ${seed}`, { cause: error })
      })
    }
    expect([done > count / 10, done < count]).toEqual([true, true])
  }, 3_600_000)
})
