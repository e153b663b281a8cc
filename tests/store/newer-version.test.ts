/** Tests that a folder, a database and a backup with settings and data of another version are read, and lose nothing. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readBackup, restoreBackup, writeBackup } from '../../server/backup/backup.ts'
import type { OpenStores } from '../../server/store/contract/stores.ts'
import { openStores } from '../../server/store/open.ts'
import { aFolder } from '../support/folder.ts'
import { writeArchive } from '../support/hostile-backups.ts'
import { hasPostgres, sharedPostgres } from '../support/postgres.ts'

async function open(data: string): Promise<OpenStores> {
  const stores = await openStores(data)
  onTestFinished(() => stores.close())
  return stores
}

/** Data whose stored settings the test writes and reads as text. */
interface Data {
  /** The folder, or the address of the database. */
  data: string
  write(settings: object): Promise<void>
  read(): Promise<unknown>
}

const places: Record<string, () => Promise<Data>> = {
  async 'a folder'() {
    const data = await aFolder()
    const path = join(data, 'settings.json')
    return {
      data,
      write: (settings) => writeFile(path, JSON.stringify(settings)),
      read: async () => JSON.parse(await readFile(path, 'utf8')),
    }
  },
  ...(hasPostgres && {
    async PostgreSQL() {
      const data = await sharedPostgres().databaseWithTables()
      const admin = (text: string) => sharedPostgres().admin(text, data.split('/').at(-1))
      return {
        data,
        async write(settings) {
          await admin(`INSERT INTO pilotos.settings VALUES ('', '${JSON.stringify(settings)}')`)
        },
        async read() {
          const [row] = await admin("SELECT content FROM pilotos.settings WHERE machine = ''")
          return JSON.parse((row as { content: string }).content)
        },
      }
    },
  }),
}

describe.each(Object.entries(places))('with the settings of another version in %s', (_, place) => {
  const days = { kind: 'days', days: 30 } as const
  const year = { kind: 'year' } as const
  const stored = {
    theme: 'dark',
    validity: { Anual: days, Mensual: days, Semanal: { kind: 'weeks' } },
    gate: { again: 'weekly', gates: ['Norte'], colours: ['red'] },
    brand: { name: 'Copa', colour: '#ffd500', logo: null, font: 'Barlow' },
  }

  test('all that is understood holds, and a change keeps the rest', async () => {
    const { data, write, read } = await place()
    await write(stored)
    const { settings } = await open(data)
    const understood = {
      validity: { Anual: days, Regional: year, Mensual: days },
      gate: { again: 'warn', gates: ['Norte'] },
      brand: { name: 'Copa', colour: '#ffd500', logo: null },
    }
    expect(await settings.read()).toEqual(understood)
    await settings.change({ gate: { again: 'daily', gates: ['Sur'] } })
    expect(await settings.read()).toEqual({ ...understood, gate: { again: 'daily', gates: ['Sur'] } })
    expect(await read()).toEqual({
      ...stored,
      gate: { again: 'daily', gates: ['Sur'], colours: ['red'] },
    })
  })

  test('a backup has the rules of all licences, and a restore stores them', async () => {
    const { data, write } = await place()
    await write(stored)
    const path = join(await aFolder(), 'copia.tar.gz')
    await writeBackup(await open(data), path)
    const target = await open((await place()).data)
    await restoreBackup(target, await readBackup(path))
    expect((await target.settings.read()).validity).toEqual({ Anual: days, Regional: year, Mensual: days })
  })
})

test('a backup whose rules have another licence, and no valid rule for one, is read', async () => {
  const path = join(await aFolder(), 'copia.tar.gz')
  const validity = { Anual: { kind: 'weeks' }, Mensual: { kind: 'days', days: 30 } }
  const head = { version: 2, at: '2026-01-01T00:00:00.000Z', accounts: [], count: 0, validity }
  await writeArchive(path, { 'pilotos.json': JSON.stringify(head) })
  expect((await readBackup(path)).validity).toEqual({
    Anual: { kind: 'year' },
    Regional: { kind: 'year' },
    Mensual: { kind: 'days', days: 30 },
  })
})
