/** What a data folder survives: torn ends, damaged and missing files, a disk that fails; and what is refused. */
import {
  appendFile,
  chmod,
  cp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Pilot } from '#domain/pilot'
import { syncData } from '../../server/store/atomic-file.ts'
import { type LocalDesk, openFolder } from '../../server/store/desk.ts'
import type { StoreOptions } from '../../server/store/journaled-store.ts'
import { readState } from '../../server/store/saved-state.ts'
import { aFolder } from '../support/folder.ts'
import { aDraft, aRow } from '../support/pilots.ts'

async function open(folder: string, options?: StoreOptions): Promise<LocalDesk> {
  const desk = await openFolder(folder, options)
  onTestFinished(() => desk.close())
  return desk
}

/** The pilots of a folder, and what was mended on opening it. */
async function reopened(folder: string): Promise<{ pilots: Pilot[]; notes: readonly string[] }> {
  const desk = await openFolder(folder)
  const { pilots } = await desk.pilots.list({ order: 'asc' })
  await desk.close()
  return { pilots, notes: desk.notes }
}

/** A copy of a folder as it is under a store that was not closed: what a crash leaves. */
async function crashed(folder: string): Promise<string> {
  const copy = join(await aFolder(), 'data')
  await cp(folder, copy, { recursive: true })
  return copy
}

async function names(folder: string, pattern: RegExp): Promise<string[]> {
  return (await readdir(folder)).filter((name) => pattern.test(name)).sort()
}

/** The journal that is written to. */
async function lastJournal(folder: string): Promise<string> {
  return join(folder, String((await names(folder, /^journal-/)).at(-1)))
}

/** A folder with a snapshot, the one before, and a journal; not closed. */
async function aFolderWithAll(): Promise<{ folder: string; pilots: Pilot[] }> {
  const folder = await aFolder()
  for (let run = 0; run < 3; run += 1) {
    const desk = await openFolder(folder)
    for (let count = 0; count < 5; count += 1) await desk.pilots.register(aDraft())
    if (run < 2) await desk.close()
    else onTestFinished(() => desk.close())
  }
  const copy = await crashed(folder)
  const { table } = await readState(copy)
  expect(table.size).toBe(15)
  expect(await names(copy, /^pilots/)).toEqual(['pilots.json', 'pilots.json.bak'])
  return { folder: copy, pilots: table.all() }
}

test('what was registered, changed, imported and removed is there after a crash, in its order', async () => {
  const folder = await aFolder()
  const { pilots } = await open(folder)
  const first = await pilots.register(aDraft({ dni: 1 }))
  const second = await pilots.register(aDraft({ dni: 2 }))
  await pilots.import(Array.from({ length: 1200 }, (_, place) => aRow(place, aDraft({ dni: 100 + place }))))
  await pilots.update(first.id, aDraft({ dni: 3 }))
  await pilots.remove(second.id)
  const { pilots: expected } = await pilots.list({ order: 'asc' })
  expect(expected).toHaveLength(1201)
  expect(await reopened(await crashed(folder))).toEqual({ pilots: expected, notes: [] })
})

test('reading leaves a folder as it is', async () => {
  const folder = await aFolder()
  expect(await reopened(folder)).toEqual({ pilots: [], notes: [] })
  expect(await readdir(folder)).toEqual(['lock'])
})

test.each([
  ['half a line', '1234abcd {"number":99,"chan'],
  ['zeros', '\0'.repeat(4096)],
  ['half a line and zeros', `1234abcd {"num${'\0'.repeat(90)}\n`],
])('a torn end of %s was never acknowledged: it is cut, kept aside, and told', async (_, tail) => {
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
})

test('of an import that was cut short at any line, none is there', async () => {
  const folder = await aFolder()
  const { pilots } = await open(folder)
  await pilots.register(aDraft())
  await pilots.import(Array.from({ length: 1700 }, (_, place) => aRow(place)))
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

test('a damaged line in the middle is refused with file and byte, and nothing is touched', async () => {
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

test.each(['', '{', '\0'.repeat(5000), '[]', '{"version":1,"pilots":[{"id":"x"}]}'])(
  'an unreadable snapshot (%j) is set aside and rebuilt from the one before and the journals',
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

    const desk = await open(folder)
    await desk.pilots.register(aDraft())
    await desk.close()
    expect(await reopened(folder)).toMatchObject({ pilots: { length: 16 }, notes: [] })
  },
)

test('a missing snapshot is rebuilt from the one before, and refused without it', async () => {
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

test('a missing journal is refused by its name', async () => {
  const { folder } = await aFolderWithAll()
  const journal = await lastJournal(folder)
  await rename(journal, join(folder, 'elsewhere'))
  await expect(openFolder(folder)).rejects.toThrow(`Falta el diario ${journal}`)
})

test.each([
  ['a letter of the last line', (text: string) => text.replace(/Íñigo(?!.*Íñigo)/s, 'Íñigu')],
  ['the end of the last but one', (text: string) => text.replace(/\n(?=[^\n]*\n$)/, ' ')],
  ['a line that is gone', (text: string) => text.split('\n').toSpliced(1, 1).join('\n')],
  ['a line that stands twice', (text: string) => text.replace(/^(.*\n)/, '$1$1')],
])('damage of what was acknowledged is no torn end: %s', async (_, damage) => {
  const { folder } = await aFolderWithAll()
  const journal = await lastJournal(folder)
  const text = await readFile(journal, 'utf8')
  expect(damage(text)).not.toBe(text)
  await writeFile(journal, damage(text))
  await expect(openFolder(folder)).rejects.toThrow(`El diario ${journal} está dañado en el byte`)
})

test('lines that were written together and never synced may have lost a block in their middle', async () => {
  const folder = await aFolder()
  const desk = await open(folder)
  await desk.pilots.register(aDraft())
  const journal = await lastJournal(folder)
  const { size } = await stat(journal)
  await desk.pilots.import(Array.from({ length: 2000 }, (_, place) => aRow(place)))
  const copy = await crashed(folder)
  const bytes = await readFile(journal)
  bytes.fill(0, size + 8192, size + 8192 + 4096)
  await writeFile(await lastJournal(copy), bytes)
  expect(await reopened(copy)).toMatchObject({ pilots: { length: 1 }, notes: { length: 1 } })

  await desk.pilots.register(aDraft())
  const later = await crashed(folder)
  const synced = await readFile(journal)
  synced.fill(0, size + 8192, size + 8192 + 4096)
  await writeFile(await lastJournal(later), synced)
  await expect(openFolder(later)).rejects.toThrow('está dañado en el byte')
})

test('in its first session a folder already has the snapshot before the last', async () => {
  const folder = await aFolder()
  const desk = await open(folder)
  for (let count = 0; count < 5; count += 1) await desk.pilots.register(aDraft())
  const copy = await crashed(folder)
  await writeFile(join(copy, 'pilots.json'), '')
  expect((await reopened(copy)).pilots).toHaveLength(5)
})

test('a folder whose first start was cut short is a new one', async () => {
  const folder = await aFolder()
  await writeFile(join(folder, 'journal-000001.jsonl'), '')
  const desk = await open(folder)
  await desk.pilots.register(aDraft())
  await desk.close()
  expect((await reopened(folder)).pilots).toHaveLength(1)
})

test('a store that is closing lets what is on its way arrive, and takes nothing more', async () => {
  const folder = await aFolder()
  const desk = await open(folder)
  const running = Array.from({ length: 20 }, () => desk.pilots.register(aDraft()))
  const closed = desk.close()
  await expect(desk.pilots.register(aDraft())).rejects.toThrow('se está cerrando')
  await Promise.all([...running, closed])
  expect((await reopened(folder)).pilots).toHaveLength(20)
})

test('after each of many snapshots, the last one or the one before hold everything, with the journals', async () => {
  const folder = await aFolder()
  for (let run = 1; run <= 12; run += 1) {
    const desk = await openFolder(folder, { journalBytes: 3000 })
    for (let count = 0; count < 10; count += 1) await desk.pilots.register(aDraft())
    await desk.close()
    expect((await readState(folder)).table.size).toBe(run * 10)
    const copy = await crashed(folder)
    await rm(join(copy, 'pilots.json'))
    expect((await readState(copy)).table.size).toBe(run * 10)
  }
  const desk = await openFolder(folder)
  const [first] = (await desk.pilots.list({ order: 'asc', perPage: 1 })).pilots
  expect(await desk.pilots.history(first?.id ?? '')).toEqual([
    expect.objectContaining({ kind: 'registered' }),
  ])
  await desk.close()
})

test('a clean stop folds the journal into the snapshot', async () => {
  const folder = await aFolder()
  const desk = await open(folder)
  const pilot = await desk.pilots.register(aDraft())
  await desk.close()
  expect((await stat(await lastJournal(folder))).size).toBe(0)
  expect(JSON.parse(await readFile(join(folder, 'pilots.json'), 'utf8'))).toMatchObject({
    lastChange: 1,
    pilots: [pilot],
  })
})

test('a hundred at once share a few syncs', async () => {
  let syncs = 0
  const desk = await open(await aFolder(), {
    sync: async (file) => {
      syncs += 1
      await syncData(file)
    },
  })
  await Promise.all(Array.from({ length: 100 }, () => desk.pilots.register(aDraft())))
  expect(syncs).toBeLessThan(10)
})

test('a sync that fails is never tried again: nothing more is stored, and reading goes on', async () => {
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

test('a change is seen once it is durable, and decided upon before', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const { pilots } = await open(await aFolder(), { sync: () => held })
  const first = pilots.register(aDraft({ dni: 7 }))
  await expect(pilots.register(aDraft({ dni: 7 }))).rejects.toMatchObject({ kind: 'duplicate' })
  expect((await pilots.list()).total).toBe(0)
  release()
  await first
  expect((await pilots.list()).total).toBe(1)
})

test('the snapshot of 20,000 pilots leaves the event loop free', async () => {
  const folder = await aFolder()
  const desk = await open(folder)
  await desk.pilots.restore(
    Array.from({ length: 20_000 }, (_, place) => ({ id: idOf(place), photo: null, ...aDraft() })),
  )
  let turns = 0
  const counter = setInterval(() => {
    turns += 1
  }, 0)
  await desk.close()
  clearInterval(counter)
  expect(turns).toBeGreaterThan(10)
})

const idOf = (place: number) => place.toString().padStart(12, '0')

test.skipIf(process.platform === 'win32')('only the owner can read a folder and its files', async () => {
  const folder = await aFolder()
  await chmod(folder, 0o755)
  const desk = await open(folder)
  await desk.photos.save(Buffer.from('photo'))
  await desk.pilots.register(aDraft())
  await desk.accounts.put({ user: 'ana', password: 'x' })
  await desk.close()
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
})
