/** Tests that a folder, a database and a backup with settings and pilots of another version are read, and lose nothing. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { defaultRules } from '#domain/credential/validity-rules'
import { Shared } from '#domain/desk/shared'
import { fields } from '#domain/pilots/fields'
import { missingNames } from '#domain/pilots/incomplete'
import { draftOf } from '#domain/pilots/pilot'
import { isObject, parseJson } from '#domain/text/text'
import { eachFile } from '../../server/store/backup/archive.ts'
import { readBackup } from '../../server/store/backup/backup.ts'
import { restoreBackup } from '../../server/store/backup/restore.ts'
import { writeBackup } from '../../server/store/backup/write-backup.ts'
import { readSummed, summedLine } from '../../server/store/folder/log/lines.ts'
import { readState } from '../../server/store/folder/log/saved-state.ts'
import { openFolder, openStores } from '../../server/store/open.ts'
import type { OpenStores } from '../../server/store/shared/stores.ts'
import { closing } from '../support/closing.ts'
import { anEvent } from '../support/events.ts'
import { aFolder } from '../support/folder.ts'
import { backupHead, writeArchive } from '../support/hostile-backups.ts'
import { aMerge, fill } from '../support/merges.ts'
import { at } from '../support/passages.ts'
import { aDraft, aRow } from '../support/pilots.ts'
import { sharedPostgres } from '../support/postgres.ts'
import { openApp } from '../support/server.ts'
import { describeStores, type Stores, testOnDatabase, testOnFolder } from '../support/stores.ts'

const open = (data: string) => closing(openStores(data))

/** Data whose stored settings the test writes and reads as text. */
interface Data {
  /** The folder, or the address of the database. */
  data: string
  write(settings: object): Promise<void>
  read(): Promise<unknown>
}

const places: Stores<() => Promise<Data>> = {
  folder: {
    async 'a folder'() {
      const data = await aFolder()
      const path = join(data, 'settings.json')
      return {
        data,
        write: (settings) => writeFile(path, JSON.stringify(settings)),
        async read() {
          const { shared } = await readState(data)
          const { crc32: _sum, ...own } = JSON.parse(await readFile(path, 'utf8'))
          return { ...own, ...shared.stored }
        },
      }
    },
  },
  database: {
    async PostgreSQL() {
      const data = await sharedPostgres().databaseWithTables()
      const admin = (text: string) => sharedPostgres().admin(text, data.split('/').at(-1))
      return {
        data,
        async write(settings) {
          await admin(
            `INSERT INTO pilotos.documents VALUES ('settings/', 'x', '${JSON.stringify(settings)}')`,
          )
        },
        async read() {
          const [row] = await admin("SELECT body FROM pilotos.documents WHERE name = 'settings/'")
          const rows = await admin("SELECT body FROM pilotos.rows WHERE kind = 'shared' ORDER BY place")
          const values = (rows as { body: { id: string; value: unknown } }[]).map(({ body }) => body)
          const shared = new Shared(new Map(values.map(({ id, value }) => [id, value])))
          const { crc32: _sum, ...own } = JSON.parse((row as { body: string }).body)
          return { ...own, ...shared.stored }
        },
      }
    },
  },
}

describeStores('with the settings of another version in %s', places, (_, place) => {
  const days = { kind: 'days', days: 30 } as const
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
      validity: { ...defaultRules, Anual: days, Mensual: days },
      gate: { again: 'warn', gates: ['Norte'] },
      brand: { name: 'Copa', colour: '#ffd500', logo: null },
    }
    expect(await settings.read()).toEqual(understood)
    await settings.change({ gate: { again: 'daily', gates: ['Sur'] } })
    expect(await settings.read()).toEqual({ ...understood, gate: { again: 'daily', gates: ['Sur'] } })
    const gate = { again: 'daily', gates: ['Sur'], colours: ['red'] }
    expect(await read()).toEqual({ ...stored, gate })
  })

  test('what is not understood of its events stays through a merge, its undo and a restore', async () => {
    const { data, write, read } = await place()
    const events = {
      primero: { name: 'Copa Lima', demand: 'licence', livery: 'red' },
      series: { kind: 'series', rounds: 3 },
    }
    await write({ events })
    const stores = await open(data)
    const { order, undo } = aMerge(await fill(stores))
    const other = { ...anEvent(), openedAt: at('09:00') }
    const number = await stores.merges.commit({ ...order, events: { add: { other } } })
    expect(await read()).toMatchObject({ events: { ...events, other: { name: other.name } } })
    await stores.merges.commit({ ...undo(number), events: { drop: ['other'] } })
    expect(await read()).toEqual({ events })
    const path = join(await aFolder(), 'copia.tar.gz')
    const source = await open(await aFolder())
    await source.settings.change({ events: { other } })
    await writeBackup(source, path)
    await restoreBackup(stores, await readBackup(path))
    expect(await read()).toMatchObject({ events: { ...events, other: { name: other.name } } })
  })

  test('a backup has the rules of all licences, and a restore stores them', async () => {
    const { data, write } = await place()
    await write(stored)
    const path = join(await aFolder(), 'copia.tar.gz')
    await writeBackup(await open(data), path)
    const target = await open((await place()).data)
    await restoreBackup(target, await readBackup(path))
    const { validity } = await target.settings.read()
    expect(validity).toEqual({ ...defaultRules, Anual: days, Mensual: days })
  })
})

testOnFolder('a backup whose rules have another licence, and no valid rule for one, is read', async () => {
  const path = join(await aFolder(), 'copia.tar.gz')
  const Mensual = { kind: 'days', days: 30 }
  const validity = { Anual: { kind: 'weeks' }, Mensual }
  await writeArchive(path, { 'pilotos.json': backupHead({ validity }) })
  expect((await readBackup(path)).validity).toEqual({ ...defaultRules, Mensual })
})

/** Changes stored pilots, in any JSON value that contains them. */
type Rewrite = (pilot: Record<string, unknown>) => object

function rewritten(value: unknown, rewrite: Rewrite): unknown {
  if (Array.isArray(value)) return value.map((one) => rewritten(one, rewrite))
  if (!isObject(value)) return value
  if ('dni' in value) return rewrite(value)
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, rewritten(one, rewrite)]))
}

/** Rewrites the pilots in the files of a folder, with the checksums that its program would have written. */
async function rewriteFolder(folder: string, rewrite: Rewrite): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (/^pilots\.json/.test(name)) {
      const { crc32: _sum, ...snapshot } = JSON.parse(await readFile(path, 'utf8'))
      await writeFile(path, JSON.stringify(rewritten(snapshot, rewrite)))
    }
    if (/^journal-/.test(name)) {
      const lines = (await readFile(path, 'utf8')).split('\n').filter(Boolean)
      const values = lines.map((line) => rewritten(readSummed(Buffer.from(line)), rewrite))
      await writeFile(path, Buffer.concat(values.map((value) => summedLine(value as { base: number }))))
      await rm(join(folder, 'durable.json'), { force: true })
    }
  }
}

async function rewriteBackup(path: string, rewrite: Rewrite): Promise<void> {
  const files: Record<string, string> = {}
  await eachFile(path, async (name, content) => {
    const lines = content.toString('utf8').split('\n').filter(Boolean)
    files[name] = lines.map((line) => `${JSON.stringify(rewritten(parseJson(line), rewrite))}\n`).join('')
  })
  await writeArchive(path, files)
}

/** A pilot who was changed once, in data that each test rewrites before it is opened again. */
interface Stored {
  id: string
  open(): Promise<OpenStores>
}

type Prepare = (rewrite: Rewrite) => Promise<Stored>

async function withPilot(stores: OpenStores): Promise<string> {
  const { id } = await stores.pilots.register(aDraft({ club: 'Uno' }))
  await stores.pilots.update(id, aDraft({ name: 'Zoë', club: 'Dos' }))
  return id
}

/** Returns the preparation of a folder. `leaveJournal` leaves the pilot in the journal, without a snapshot. */
function inFolder(leaveJournal: boolean): Prepare {
  return async (rewrite) => {
    const folder = await aFolder()
    const stores = await openFolder(folder, { leaveJournal })
    const id = await withPilot(stores)
    await stores.close()
    const { pilots } = JSON.parse(await readFile(join(folder, 'pilots.json'), 'utf8'))
    expect(pilots).toHaveLength(leaveJournal ? 0 : 1)
    await rewriteFolder(folder, rewrite)
    return { id, open: () => open(folder) }
  }
}

const prepared: Stores<Prepare> = {
  folder: {
    'the snapshot of a folder': inFolder(false),
    'the journal of a folder': inFolder(true),
    async 'a backup'(rewrite) {
      const stores = await open(await aFolder())
      const id = await withPilot(stores)
      const path = join(await aFolder(), 'copia.tar.gz')
      await writeBackup(stores, path)
      await rewriteBackup(path, rewrite)
      return {
        id,
        async open() {
          const target = await open(await aFolder())
          await restoreBackup(target, await readBackup(path))
          return target
        },
      }
    },
  },
  database: {},
}

describeStores('with a pilot of another version in %s', prepared, (_, prepare) => {
  const withoutHistory: Rewrite = ({ participacion: _history, ...pilot }) => pilot

  test('a field that did not exist yet has its default', async () => {
    giveDefault('Sin historial')
    const { id, open } = await prepare(withoutHistory)
    const { pilots, notes } = await open()
    expect(notes).toEqual([])
    expect(await pilots.get(id)).toMatchObject({ name: 'Zoë', participacion: 'Sin historial' })
    const [registered, changed] = await pilots.history(id)
    expect(registered?.kind).toBe('registered')
    expect(changed?.changes?.map(({ field }) => field)).toEqual(['name', 'dni', 'club'])
    await pilots.remove(id)
    expect(await pilots.undoRemove(id)).toMatchObject({ participacion: 'Sin historial' })
  })

  test('a pilot without the value of a field without a default is incomplete', async () => {
    const { id, open } = await prepare(withoutHistory)
    expect(missingNames(await (await open()).pilots.get(id))).toEqual(['participacion'])
  })

  test('a property that this version does not know is kept', async () => {
    const { id, open } = await prepare((pilot) => ({ ...pilot, talla: 'grande' }))
    const { pilots } = await open()
    const { dni } = await pilots.get(id)
    expect(await pilots.update(id, aDraft({ dni, club: 'Tres' }))).toMatchObject({ talla: 'grande' })
    await pilots.import([aRow(0, { dni, club: 'Cuatro' })], { update: true })
    const { id: next } = await pilots.revoke(id)
    await pilots.remove(next)
    const last = await pilots.undoRemove(next)
    expect(last).toMatchObject({ club: 'Cuatro', talla: 'grande' })
    expect(draftOf(last)).not.toHaveProperty('talla')
  })
})

testOnDatabase('a row and a history of a database without a field have its default', async () => {
  giveDefault('Sin historial')
  const address = await sharedPostgres().database()
  const before = await openStores(address)
  const id = await withPilot(before)
  await before.close()
  const admin = (text: string) => sharedPostgres().admin(text, address.split('/').at(-1))
  await admin("UPDATE pilotos.rows SET body = (body::jsonb - 'participacion')::json")
  await admin("UPDATE pilotos.log SET body = (body::jsonb #- '{put,0,participacion}')::json")
  const { pilots } = await open(address)
  expect(await pilots.get(id)).toMatchObject({ name: 'Zoë', participacion: 'Sin historial' })
  expect((await pilots.history(id)).at(-1)?.changes?.map(({ field }) => field)).toEqual([
    'name',
    'dni',
    'club',
  ])
  await pilots.remove(id)
  expect(await pilots.undoRemove(id)).toMatchObject({ participacion: 'Sin historial' })
})

testOnFolder(
  'a scan without a session shows neither what only another version knows nor what is for the desk',
  async () => {
    const { stores, app } = await openApp()
    const { id } = await stores.pilots.register(
      Object.assign(aDraft({ alergias: 'penicilina', poliza_hasta: '2088-07-09' }), { talla: 'grande' }),
    )
    const phone = { remoteAddress: '192.168.1.77', headers: { host: '192.168.1.20:4780' } }
    const [public_, page, own] = [
      await app.inject({ ...phone, url: `/api?list=${id}` }),
      await app.inject({ ...phone, url: `/credencial/${id}` }),
      await app.inject(`/api?list=${id}`),
    ]
    expect([public_, page].map(({ body }) => body.includes('Íñigo'))).toEqual([true, true])
    for (const value of ['grande', 'penicilina', '2088-07-09'])
      expect([public_, page, own].map(({ body }) => body.includes(value))).toEqual([false, false, true])
  },
)

/** Defines, for one test, the value of the sports history in data from before the field existed. */
function giveDefault(defaultInOlderData: string): void {
  Object.assign(fields.participacion, { defaultInOlderData })
  onTestFinished(() => void Reflect.deleteProperty(fields.participacion, 'defaultInOlderData'))
}
