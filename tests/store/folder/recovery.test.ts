/** Tests of the recovery of a data folder from torn ends, damaged or missing files and disk errors. */
import {
  appendFile,
  chmod,
  cp,
  type FileHandle,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Pilot } from '#domain/pilots/pilot'
import { syncData } from '../../../server/files/atomic-file.ts'
import { lockFolder } from '../../../server/files/folder-lock.ts'
import { writeSafetyBackup } from '../../../server/store/backup/backup-files.ts'
import type { StoreOptions } from '../../../server/store/folder/folder-log.ts'
import { readState } from '../../../server/store/folder/log/saved-state.ts'
import { formatVersion, readSnapshot } from '../../../server/store/folder/log/snapshot.ts'
import { diagnose, openFolder } from '../../../server/store/open.ts'
import type { LocalStores } from '../../../server/store/shared/stores.ts'
import { lacks } from '../../support/abilities.ts'
import { closing } from '../../support/closing.ts'
import { aFolder } from '../../support/folder.ts'
import { restore } from '../../support/merges.ts'
import { aReceivedScan } from '../../support/passages.ts'
import { aDraft, aRow } from '../../support/pilots.ts'

const open = (folder: string, options?: StoreOptions) => closing(openFolder(folder, options))

/** Opens and closes a folder, and returns its pilots and the notes about its repairs. */
async function reopened(folder: string): Promise<{ pilots: Pilot[]; notes: readonly string[] }> {
  const stores = await openFolder(folder)
  const { pilots } = await stores.pilots.list({ order: 'asc' })
  await stores.close()
  return { pilots, notes: stores.notes }
}

/** Returns a copy of a folder whose store is still open, which equals the state after a crash. */
async function crashed(folder: string): Promise<string> {
  const copy = join(await aFolder(), 'data')
  await cp(folder, copy, { recursive: true })
  return copy
}

async function names(folder: string, pattern: RegExp): Promise<string[]> {
  return (await readdir(folder)).filter((name) => pattern.test(name)).sort()
}

/** Returns the path of the current journal. */
async function lastJournal(folder: string): Promise<string> {
  return join(folder, String((await names(folder, /^journal-/)).at(-1)))
}

/** Returns a folder with a snapshot, the previous snapshot and a journal, whose store was not closed. */
async function aFolderWithAll(): Promise<{ folder: string; pilots: Pilot[] }> {
  const folder = await aFolder()
  for (let run = 0; run < 3; run += 1) {
    const stores = await openFolder(folder)
    for (let count = 0; count < 5; count += 1) await stores.pilots.register(aDraft())
    if (run < 2) await stores.close()
    else onTestFinished(() => stores.close())
  }
  const copy = await crashed(folder)
  const { table } = await readState(copy)
  expect(table.size).toBe(15)
  expect(await names(copy, /^pilots/)).toEqual(['pilots.json', 'pilots.json.bak'])
  return { folder: copy, pilots: table.all() }
}

test('registrations, changes, imports and removals are all kept after a crash, in their order', async () => {
  const folder = await aFolder()
  const { pilots } = await open(folder)
  const first = await pilots.register(aDraft({ dni: 1 }))
  const second = await pilots.register(aDraft({ dni: 2 }))
  await pilots.import(Array.from({ length: 1200 }, (_, index) => aRow(index, aDraft({ dni: 100 + index }))))
  await pilots.update(first.id, aDraft({ dni: 3 }))
  await pilots.remove(second.id)
  const { pilots: expected } = await pilots.list({ order: 'asc' })
  expect(expected).toHaveLength(1201)
  expect(await reopened(await crashed(folder))).toEqual({ pilots: expected, notes: [] })
})

test('what a killed process has written without a sync is synced before anybody sees it', async () => {
  const folder = await aFolder()
  const killed = await openFolder(folder, { sync: async () => {} })
  await killed.pilots.register(aDraft())
  const copy = await crashed(folder)
  await killed.close()
  const synced: number[] = []
  const sync = async (file: FileHandle) => void synced.push((await file.stat()).ino)
  await closing(openFolder(copy, { sync }))
  expect(synced).toContain((await stat(await lastJournal(copy))).ino)
})

test('an empty folder stays unchanged if it is only read', async () => {
  const folder = await aFolder()
  expect(await reopened(folder)).toEqual({ pilots: [], notes: [] })
  expect(await readdir(folder)).toEqual(['lock'])
})

test.each([
  ['half a line', '1234abcd {"number":99,"chan'],
  ['zeros', '\0'.repeat(4096)],
  ['half a line and zeros', `1234abcd {"num${'\0'.repeat(90)}\n`],
])(
  'a torn end of %s was never acknowledged, and is cut, saved in another file and reported',
  async (_, tail) => {
    const { folder, pilots } = await aFolderWithAll()
    const journal = await lastJournal(folder)
    const { size } = await stat(journal)
    await appendFile(journal, tail)
    expect(await reopened(folder)).toEqual({
      pilots,
      notes: [
        `Se cortaron ${Buffer.byteLength(tail)} bytes al final de ${journal}: un cambio a medias que nunca se dio por guardado`,
      ],
    })
    expect((await stat(journal)).size).toBe(size)
    expect(await names(folder, /\.torn-/)).toHaveLength(1)
    expect((await reopened(folder)).notes).toEqual([])
  },
)

test('a note about a lost change states if it was acknowledged, if not, or that this is unknown', async () => {
  const { folder, pilots } = await aFolderWithAll()
  const noted = join(folder, 'durable.json')
  const journal = await lastJournal(folder)
  const { size } = await stat(journal)
  const lines = (await readFile(journal, 'utf8')).split('\n')
  const ofLast = Buffer.byteLength(`${lines.at(-2)}\n`)

  const cutInALine = await crashed(folder)
  const cutJournal = await lastJournal(cutInALine)
  await truncate(cutJournal, size - 10)
  const { pilots: found, notes } = await reopened(cutInALine)
  expect(found).toEqual(pilots.slice(0, -1))
  expect(notes).toEqual([
    expect.stringContaining(
      `Se cortaron ${ofLast - 10} bytes al final de ${cutJournal}: un cambio a medias que ya se había dado por guardado. Revise`,
    ),
  ])

  const cutAfterALine = await crashed(folder)
  await truncate(await lastJournal(cutAfterALine), size - ofLast)
  expect(await reopened(cutAfterALine)).toEqual({
    pilots: pilots.slice(0, -1),
    notes: [
      expect.stringContaining(
        `le faltan al final ${ofLast} bytes que ya se habían dado por guardados. Revise`,
      ),
    ],
  })

  await rm(noted)
  await truncate(journal, size - 10)
  expect((await reopened(folder)).notes).toEqual([
    expect.stringContaining('un cambio a medias del que no se sabe si se dio por guardado'),
  ])
})

test('a new journal that was not synced into the folder does not affect the recovery', async () => {
  const { folder, pilots } = await aFolderWithAll()
  const journal = await lastJournal(folder)
  await writeFile(join(folder, 'journal-000004.jsonl'), '')
  await appendFile(journal, '1234abcd {"number":99,"chan')
  const { pilots: found, notes } = await reopened(folder)
  expect(found).toEqual(pilots)
  expect(notes).toEqual([expect.stringContaining(`Se cortaron 27 bytes al final de ${journal}`)])
  const stores = await open(folder)
  await stores.pilots.register(aDraft())
  await stores.close()
  expect(await reopened(folder)).toMatchObject({ pilots: { length: 16 }, notes: [] })
})

test('the journal before one that a failed rotation left empty goes on, also with a merge', async () => {
  const folder = await aFolder()
  const stores = await open(folder)
  await stores.pilots.register(aDraft())
  const [used, empty] = ['journal-000001.jsonl', 'journal-000002.jsonl'].map((name) => join(folder, name))
  await writeFile(empty ?? '', '')
  await restore(stores.merges, { pilots: (await stores.pilots.list()).pilots })
  await stores.pilots.register(aDraft())
  const copy = await crashed(folder)
  const synced: number[] = []
  const again = await open(copy, {
    async sync(file) {
      synced.push((await file.stat()).ino)
      await syncData(file)
    },
  })
  // A disk that failed may not have synced the end of what is read.
  expect(synced).toContain((await stat(join(copy, 'journal-000001.jsonl'))).ino)
  await again.pilots.register(aDraft())
  expect((await again.pilots.list()).total).toBe(3)
  expect((await stat(join(copy, 'journal-000002.jsonl'))).size).toBe(0)
  expect((await readState(copy)).table.size).toBe(3)
  expect((await stat(used ?? '')).size).toBeGreaterThan(0)
})

test('an import that was cut at any line is not stored at all', async () => {
  const folder = await aFolder()
  const { pilots } = await open(folder)
  await pilots.register(aDraft())
  await pilots.import(Array.from({ length: 1700 }, (_, index) => aRow(index)))
  const journal = await lastJournal(folder)
  const lines = (await readFile(journal, 'utf8')).split('\n')
  expect(lines).toHaveLength(1 + 4 + 1)
  for (const kept of [2, 3, 4]) {
    const copy = await crashed(folder)
    await truncate(await lastJournal(copy), Buffer.byteLength(lines.slice(0, kept).join('\n')) + 1)
    const { pilots: found, notes } = await reopened(copy)
    expect(found).toHaveLength(1)
    expect(notes).toHaveLength(1)
  }
})

test('a journal damaged in its middle is refused with its file and byte, and nothing is changed', async () => {
  const { folder } = await aFolderWithAll()
  const journal = await lastJournal(folder)
  const text = await readFile(journal, 'utf8')
  const offset = text.indexOf('\n') + 1
  const damaged = `${text.slice(0, offset + 40)}#${text.slice(offset + 41)}`
  const byte = Buffer.byteLength(text.slice(0, offset))
  await writeFile(journal, damaged)
  const before = await readdir(folder)
  await expect(openFolder(folder)).rejects.toThrow(`El diario ${journal} está dañado en el byte ${byte}.`)
  expect(await readFile(journal, 'utf8')).toBe(damaged)
  expect(await readdir(folder)).toEqual(before)
})

test.each(['', '{', '\0'.repeat(5000), '[]', `{"version":${formatVersion},"pilots":[{"id":"x"}]}`])(
  'an unreadable snapshot (%j) is renamed and rebuilt from the previous one and the journals',
  async (content) => {
    const { folder, pilots } = await aFolderWithAll()
    const path = join(folder, 'pilots.json')
    await writeFile(path, content)
    const { pilots: found, notes } = await reopened(folder)
    expect(found).toEqual(pilots)
    expect(notes).toEqual([
      expect.stringMatching(/pilots\.json estaba dañado: se apartó como .*\.corrupt-\d+T\d+Z/),
    ])
    const [aside = ''] = await names(folder, /\.corrupt-/)
    expect(await readFile(join(folder, aside), 'utf8')).toBe(content)

    const stores = await open(folder)
    await stores.pilots.register(aDraft())
    await stores.close()
    expect(await reopened(folder)).toMatchObject({ pilots: { length: 16 }, notes: [] })
  },
)

test('a changed byte of the snapshot is detected at any position', async () => {
  const { folder, pilots } = await aFolderWithAll()
  const path = join(folder, 'pilots.json')
  const bytes = await readFile(path)
  const accepted: number[] = []
  // Every byte of the head and of the last line, and every 41st byte of the pilots.
  const places = [...bytes.keys()].filter(
    (index) => index < 90 || index % 41 === 0 || index > bytes.length - 25,
  )
  for (const index of places) {
    const changed = Buffer.from(bytes)
    changed[index] = (bytes[index] ?? 0) ^ (1 << (index % 8))
    await writeFile(path, changed)
    if ((await readSnapshot(path)) !== 'damaged') accepted.push(index)
  }
  expect(accepted).toEqual([])
  const { pilots: found, notes } = await reopened(folder)
  expect(found).toEqual(pilots)
  expect(notes).toEqual([expect.stringContaining('pilots.json estaba dañado')])
})

test('a snapshot that a person has edited, without its checksum, can be opened', async () => {
  const { folder, pilots } = await aFolderWithAll()
  for (const name of ['pilots.json', 'pilots.json.bak']) {
    const text = await readFile(join(folder, name), 'utf8')
    await writeFile(join(folder, name), text.replace(/,"crc32":"[0-9a-f]{8}"\}\n$/, '}\n'))
  }
  expect(await reopened(folder)).toEqual({ pilots, notes: [] })
})

test.each([
  ['in the current form', (text: string) => text],
  ['with another last line', (text: string) => text.replace(/"crc32":"[0-9a-f]{8}"/, '"sha256":"x"')],
  ['in a single line', (text: string) => JSON.stringify(JSON.parse(text))],
])('a snapshot of a newer program, %s, is refused as newer and stays unchanged', async (_, form) => {
  const { folder } = await aFolderWithAll()
  const path = join(folder, 'pilots.json')
  const text = form(
    (await readFile(path, 'utf8')).replace(`"version":${formatVersion}`, `"version":${formatVersion + 1}`),
  )
  const newer = text.replace(/[0-9a-f]{8}(?="\}\n$)/, () =>
    crc32(text.slice(0, text.lastIndexOf(']')))
      .toString(16)
      .padStart(8, '0'),
  )
  await writeFile(path, newer)
  const before = await readdir(folder)
  await expect(openFolder(folder)).rejects.toThrow('es de una versión más nueva de PilotOS')
  expect(await readFile(path, 'utf8')).toBe(newer)
  expect(await readdir(folder)).toEqual(before)
})

test('a snapshot is written in parts, so that requests are answered meanwhile', async () => {
  const folder = await aFolder()
  const stores = await open(folder)
  const pilots = Array.from({ length: 8000 }, (_, index) => ({ id: idOf(index), photo: null, ...aDraft() }))
  await restore(stores.merges, { pilots })
  const stringify = vi.spyOn(JSON, 'stringify')
  onTestFinished(() => void vi.restoreAllMocks())
  await stores.close()
  const { size } = await stat(join(folder, 'pilots.json'))
  expect(await readSnapshot(join(folder, 'pilots.json'))).toMatchObject({ pilots: { length: 8000 } })
  const lengths = stringify.mock.results.map(({ value }) => String(value).length)
  expect(Math.max(...lengths)).toBeLessThan(size / 5)
})

test('a missing snapshot is rebuilt from the previous one, and the folder is refused without it', async () => {
  const { folder, pilots } = await aFolderWithAll()
  await rm(join(folder, 'pilots.json'))
  const without = await crashed(folder)
  expect((await reopened(folder)).pilots).toEqual(pilots)
  await rm(join(without, 'pilots.json.bak'))
  const before = await readdir(without)
  await expect(openFolder(without)).rejects.toThrow(
    `Falta el archivo de datos ${join(without, 'pilots.json')}`,
  )
  expect(await readdir(without)).toEqual(before)
})

test('a folder with a missing journal is refused with the name of the journal', async () => {
  const { folder } = await aFolderWithAll()
  const journal = await lastJournal(folder)
  await rename(journal, join(folder, 'elsewhere'))
  await expect(openFolder(folder)).rejects.toThrow(`Falta el diario ${journal}`)
})

test.each([
  ['a changed letter of the last line', (text: string) => text.replace(/Íñigo(?!.*Íñigo)/s, 'Íñigu')],
  ['a changed end of the second to last line', (text: string) => text.replace(/\n(?=[^\n]*\n$)/, ' ')],
  ['a missing line', (text: string) => text.split('\n').toSpliced(1, 1).join('\n')],
  ['a repeated line', (text: string) => text.replace(/^(.*\n)/, '$1$1')],
])('damage to acknowledged changes is refused, and not cut like a torn end: %s', async (_, damage) => {
  const { folder } = await aFolderWithAll()
  const journal = await lastJournal(folder)
  const text = await readFile(journal, 'utf8')
  expect(damage(text)).not.toBe(text)
  await writeFile(journal, damage(text))
  await expect(openFolder(folder)).rejects.toThrow(`El diario ${journal} está dañado en el byte`)
})

test('lines that were written together and never synced may lack a block in their middle, and synced ones may not', async () => {
  const folder = await aFolder()
  const stores = await open(folder)
  await stores.pilots.register(aDraft())
  const journal = await lastJournal(folder)
  const { size } = await stat(journal)
  await stores.pilots.import(Array.from({ length: 2000 }, (_, index) => aRow(index)))
  const copy = await crashed(folder)
  const bytes = await readFile(journal)
  bytes.fill(0, size + 8192, size + 8192 + 4096)
  await writeFile(await lastJournal(copy), bytes)
  expect(await reopened(copy)).toMatchObject({ pilots: { length: 1 }, notes: { length: 1 } })

  await stores.pilots.register(aDraft())
  const later = await crashed(folder)
  const synced = await readFile(journal)
  synced.fill(0, size + 8192, size + 8192 + 4096)
  await writeFile(await lastJournal(later), synced)
  await expect(openFolder(later)).rejects.toThrow('está dañado en el byte')
})

test('a folder in its first session can already be rebuilt from the previous snapshot', async () => {
  const folder = await aFolder()
  const stores = await open(folder)
  for (let count = 0; count < 5; count += 1) await stores.pilots.register(aDraft())
  const copy = await crashed(folder)
  await writeFile(join(copy, 'pilots.json'), '')
  expect((await reopened(copy)).pilots).toHaveLength(5)
})

test('a folder whose first start was interrupted is opened as a new one', async () => {
  const folder = await aFolder()
  await writeFile(join(folder, 'journal-000001.jsonl'), '')
  const stores = await open(folder)
  await stores.pilots.register(aDraft())
  await stores.close()
  expect((await reopened(folder)).pilots).toHaveLength(1)
})

test('a store that is closing completes its pending changes, and accepts no more', async () => {
  const folder = await aFolder()
  const stores = await open(folder)
  const running = Array.from({ length: 20 }, () => stores.pilots.register(aDraft()))
  const closed = stores.close()
  const closing = { kind: 'unavailable', message: expect.stringContaining('se está cerrando') }
  await expect(stores.pilots.register(aDraft())).rejects.toMatchObject(closing)
  await Promise.all([...running, closed])
  const { pilots } = await reopened(folder)
  expect(pilots).toHaveLength(20)
  await expect(stores.erasures.erase([String(pilots[0]?.id)])).rejects.toThrow('se está cerrando')
})

test('after each of many snapshots, the last or the previous one has everything, together with the journals', async () => {
  const folder = await aFolder()
  for (let run = 1; run <= 12; run += 1) {
    const stores = await openFolder(folder, { journalBytes: 3000 })
    for (let count = 0; count < 10; count += 1) await stores.pilots.register(aDraft())
    await stores.close()
    expect((await readState(folder)).table.size).toBe(run * 10)
    const copy = await crashed(folder)
    await rm(join(copy, 'pilots.json'))
    expect((await readState(copy)).table.size).toBe(run * 10)
  }
  const stores = await openFolder(folder)
  const [first] = (await stores.pilots.list({ order: 'asc', perPage: 1 })).pilots
  expect(await stores.pilots.history(first?.id ?? '')).toEqual([
    expect.objectContaining({ kind: 'registered' }),
  ])
  await stores.close()
})

test('a clean stop moves the journal into the snapshot', async () => {
  const folder = await aFolder()
  const stores = await open(folder)
  const pilot = await stores.pilots.register(aDraft())
  await stores.close()
  expect((await stat(await lastJournal(folder))).size).toBe(0)
  expect(JSON.parse(await readFile(join(folder, 'pilots.json'), 'utf8'))).toMatchObject({
    lastChange: 1,
    pilots: [pilot],
  })
})

test('a hundred simultaneous registrations share a few syncs', async () => {
  let syncs = 0
  const stores = await open(await aFolder(), {
    sync: async (file) => {
      syncs += 1
      await syncData(file)
    },
  })
  await Promise.all(Array.from({ length: 100 }, () => stores.pilots.register(aDraft())))
  expect(syncs).toBeLessThan(10)
})

test('a failed sync is never tried again: the store accepts no more changes, and can still be read', async () => {
  const folder = await aFolder()
  let isFailing = false
  let tries = 0
  const { pilots } = await open(folder, {
    sync: async (file) => {
      if (!isFailing) return syncData(file)
      tries += 1
      throw Object.assign(new Error('I/O error'), { code: 'EIO' })
    },
  })
  const kept = await pilots.register(aDraft())
  isFailing = true
  await expect(pilots.register(aDraft())).rejects.toMatchObject({
    kind: 'machine',
    message: expect.stringContaining('ya no se guarda nada más'),
  })
  isFailing = false
  await expect(pilots.update(kept.id, aDraft())).rejects.toMatchObject({ kind: 'machine' })
  expect(tries).toBe(1)
  expect(await pilots.list()).toEqual({ pilots: [kept], total: 1 })

  const next = await reopened(await crashed(folder))
  expect(next).toEqual({ pilots: [kept], notes: [] })
})

test('a change is visible only once it is durable, and counts for the decisions after it', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const { pilots } = await open(await aFolder(), { sync: () => held })
  const first = pilots.register(aDraft({ dni: 7 }))
  const second = expect(pilots.register(aDraft({ dni: 7 }))).rejects.toMatchObject({ kind: 'duplicate' })
  expect((await pilots.list()).total).toBe(0)
  release()
  await Promise.all([first, second])
  expect((await pilots.list()).total).toBe(1)
})

test('the snapshot of 20,000 pilots leaves the event loop free', async () => {
  const folder = await aFolder()
  const stores = await open(folder)
  const pilots = Array.from({ length: 20_000 }, (_, index) => ({ id: idOf(index), photo: null, ...aDraft() }))
  await restore(stores.merges, { pilots })
  let starts = 0
  const counter = setInterval(() => {
    starts += 1
  }, 0)
  await stores.close()
  clearInterval(counter)
  expect(starts).toBeGreaterThan(10)
})

const idOf = (index: number) => index.toString().padStart(12, '0')

test.skipIf(lacks('moves of open files'))(
  'a store whose lock was deleted stores nothing more, and keeps the changes of another program',
  async () => {
    const folder = await aFolder()
    const first = await open(folder)
    await first.pilots.register(aDraft({ dni: 1 }))
    await rm(join(folder, 'lock'))
    const second = await open(folder)
    await second.pilots.register(aDraft({ dni: 2 }))
    await expect(first.pilots.register(aDraft({ dni: 3 }))).rejects.toThrow(
      `Alguien borró o cambió el archivo ${join(folder, 'lock')}: ya no se guarda nada más`,
    )
    expect((await first.pilots.list()).total).toBe(1)
    await second.close()
    await first.close()
    expect((await reopened(folder)).pilots.map(({ dni }) => dni)).toEqual([1, 2])
  },
)

/** Returns the writes of every kind that a folder takes, each of which stores something. */
function writesTo(stores: LocalStores, folder: string): Record<string, () => Promise<unknown>> {
  const jpeg = Buffer.from('photo')
  return {
    pilots: () => stores.pilots.register(aDraft()),
    passages: () => stores.passages.record([aReceivedScan()], 'warn'),
    photos: () => stores.photos.save(jpeg),
    accounts: () => stores.accounts.put({ user: 'ana', password: 'x' }),
    settings: () => stores.settings.change({ publicData: 'minima' }),
    pairings: () => stores.pairings.add({ hash: 'a', gate: 'Norte', expires: new Date().toISOString() }),
    backups: () => writeSafetyBackup(stores, join(folder, 'backups'), 'importar'),
  }
}

describe.skipIf(lacks('moves of open files'))('while a store is open', () => {
  test('a folder that is moved away takes nothing, is not created again, and takes everything once it is back', async () => {
    const folder = join(await aFolder(), 'data')
    const stores = await open(folder)
    await stores.pilots.register(aDraft({ dni: 1 }))
    const photo = await stores.photos.save(Buffer.from('photo'))
    await rename(folder, `${folder}-away`)
    for (const write of Object.values(writesTo(stores, folder))) await expect(write()).rejects.toThrow(folder)
    await expect(stores.pilots.register(aDraft())).rejects.toThrow(`La carpeta ${folder} ya no está`)
    await expect(stores.photos.read(photo)).rejects.toThrow(`La carpeta ${folder} ya no está`)
    expect((await stores.pilots.list()).total).toBe(1)
    await expect(stat(folder)).rejects.toThrow('ENOENT')

    await rename(`${folder}-away`, folder)
    await stores.pilots.register(aDraft({ dni: 2 }))
    for (const write of Object.values(writesTo(stores, folder))) await write()
    expect(await stores.photos.read(photo)).toEqual(Buffer.from('photo'))
    const { pilots } = await stores.pilots.list({ order: 'asc' })
    await stores.close()
    expect((await reopened(folder)).pilots).toEqual(pilots)
    expect(pilots.map(({ dni }) => dni).slice(0, 2)).toEqual([1, 2])
  })

  test('another folder in its place, as below a disk that is unmounted, takes nothing', async () => {
    const folder = join(await aFolder(), 'data')
    const stores = await open(folder)
    await stores.pilots.register(aDraft())
    const photo = await stores.photos.save(Buffer.from('photo'))
    await rename(folder, `${folder}-away`)
    await mkdir(folder)
    const { backups: _backups, ...writes } = writesTo(stores, folder)
    for (const write of Object.values(writes))
      await expect(write()).rejects.toThrow(`Alguien borró o cambió el archivo ${join(folder, 'lock')}`)
    await expect(stores.photos.read(photo)).rejects.toThrow('Alguien borró')
    expect(await readdir(folder)).toEqual([])
  })
})

test('a folder on a file system without locks is refused with a message', async () => {
  const folder = await aFolder()
  const withoutLocks = () => {
    throw Object.assign(new Error('no locks available'), { code: 'ENOLCK' })
  }
  await expect(lockFolder(folder, withoutLocks)).rejects.toMatchObject({
    kind: 'machine',
    message: expect.stringContaining('no permite bloquear archivos'),
  })
})

test.skipIf(lacks('file modes'))('only the owner can read a folder and its files', async () => {
  const folder = await aFolder()
  await chmod(folder, 0o755)
  const stores = await open(folder)
  await stores.photos.save(Buffer.from('photo'))
  await stores.pilots.register(aDraft())
  await stores.accounts.put({ user: 'ana', password: 'x' })
  await stores.close()
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const modes = await Promise.all(
    entries.map(async (entry) => [
      entry.name,
      (await stat(join(entry.parentPath, entry.name))).mode & 0o777,
      entry.isFile(),
    ]),
  )
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect(modes.filter(([, mode, isFile]) => mode !== (isFile ? 0o600 : 0o700))).toEqual([])
  expect(modes.length).toBeGreaterThan(4)
  const told = { level: 'ok', text: 'Solo su dueño puede leer los datos' }
  expect(await diagnose(folder)).toContainEqual(told)
})
