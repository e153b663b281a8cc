/** Tests that the passages of a folder survive a torn end, damage and a disk that fails, and that damage is told. */
import { appendFile, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { entryKey, passagesOf } from '#domain/gate/log-entry'
import { syncData } from '../../../server/files/atomic-file.ts'
import { diagnoseFolder } from '../../../server/store/folder/diagnostics.ts'
import type { StoreOptions } from '../../../server/store/folder/folder-log.ts'
import { summedLine } from '../../../server/store/folder/log/lines.ts'
import { readPassages } from '../../../server/store/folder/log/passage-file.ts'
import { openFolder } from '../../../server/store/open.ts'
import { entriesPerPage, passagePages } from '../../../server/store/shared/passages.ts'
import { type LocalStores, readLog } from '../../../server/store/shared/stores.ts'
import { closing } from '../../support/closing.ts'
import { aFolder } from '../../support/folder.ts'
import { aMerge, fill, restore, type Side } from '../../support/merges.ts'
import { aReceivedScan } from '../../support/passages.ts'
import { aDraft } from '../../support/pilots.ts'

const open = (folder: string, options?: StoreOptions) => closing(openFolder(folder, options))

/** Returns a folder with three passages, and the path of its log. */
async function aFolderWithPassages(): Promise<{ folder: string; path: string }> {
  const folder = await aFolder()
  const stores = await openFolder(folder)
  for (const gate of ['Norte', 'Sur', 'Oeste'])
    await stores.passages.record([aReceivedScan({ gate })], 'warn')
  await stores.close()
  return { folder, path: join(folder, 'passages.jsonl') }
}

const gatesIn = async (folder: string) =>
  passagesOf((await readPassages(folder)).log.after(0, 10)).map(({ gate }) => gate)

test.each([
  [
    'a half line',
    async (path: string) => truncate(path, (await readFile(path)).length - 20),
    ['Norte', 'Sur'],
  ],
  [
    'a line without its end',
    async (path: string) => appendFile(path, '12345678 {"base":'),
    ['Norte', 'Sur', 'Oeste'],
  ],
  ['zeros', async (path: string) => appendFile(path, Buffer.alloc(4096)), ['Norte', 'Sur', 'Oeste']],
])('%s at the end is cut off on opening, and the next passages follow', async (_, harm, kept) => {
  const { folder, path } = await aFolderWithPassages()
  await harm(path)
  expect(await diagnoseFolder(folder, undefined)).toContainEqual(
    expect.objectContaining({
      level: 'warning',
      text: expect.stringContaining('termina en un cambio a medias'),
    }),
  )
  const stores = await open(folder)
  expect(stores.notes[0]).toContain(`al final de ${path}`)
  const [passage] = await stores.passages.record([aReceivedScan({ gate: 'Este' })], 'warn')
  expect(passage?.number).toBe(4)
  expect(await gatesIn(folder)).toEqual([...kept, 'Este'])
})

/** Returns the lines of a log, each with its line feed. */
const linesOf = async (path: string) => (await readFile(path, 'utf8')).match(/.*\n/g) ?? []

/** Returns what `doctor` says against a folder. */
async function warnings(folder: string): Promise<string[]> {
  const findings = await diagnoseFolder(folder, undefined)
  return findings.flatMap(({ level, text }) => (level === 'ok' || /ninguna copia/.test(text) ? [] : [text]))
}

test.each<[string, (path: string, lines: string[]) => Promise<void>, string[], RegExp]>([
  [
    'a flipped bit',
    (path, lines) => writeFile(path, lines.join('').replace('Sur', 'Mur')),
    ['Norte', 'Oeste'],
    /tenía 1 línea dañada/,
  ],
  [
    'a line that is no passage',
    (path, [first, , last]) => writeFile(path, `${first}${forged({ deviceTime: 5 })}${last}`),
    ['Norte', 'Oeste'],
    /tenía 1 línea dañada/,
  ],
  [
    'a line that is no JSON',
    (path, [first, , last]) => writeFile(path, `${first}00000000 \n${last}`),
    ['Norte', 'Oeste'],
    /tenía 1 línea dañada/,
  ],
  [
    'a passage twice',
    (path, [first, second, last]) => writeFile(path, `${first}${second}${second}${last}`),
    ['Norte', 'Sur', 'Oeste'],
    /tenía 1 línea dañada/,
  ],
  [
    'another passage with the same identifier',
    async (path, lines) => appendFile(path, forged({ id: /"id":"([^"]+)"/.exec(lines[0] ?? '')?.[1] })),
    ['Norte', 'Sur', 'Oeste'],
    /tenía 1 línea dañada/,
  ],
  [
    'a cut after a line',
    (path, [first]) => truncate(path, first?.length),
    ['Norte'],
    /le falta al final lo que ya se había dado por guardado: 2 lecturas/,
  ],
  ['an empty file', (path) => truncate(path, 0), [], /guardado: 3 lecturas/],
  ['a file that is gone', (path) => rm(path), [], /guardado: 3 lecturas/],
])('%s costs no other passage, and is told', async (_, harm, kept, note) => {
  const { folder, path } = await aFolderWithPassages()
  await harm(path, await linesOf(path))
  expect(await warnings(folder)).not.toEqual([])
  const stores = await openFolder(folder)
  expect(stores.notes).toEqual([expect.stringMatching(note)])
  const [passage] = await stores.passages.record([aReceivedScan({ gate: 'Este' })], 'warn')
  expect(passage?.number).toBe(4)
  await stores.close()
  expect(await gatesIn(folder)).toEqual([...kept, 'Este'])
  // What is missing stays told, and what was set aside is kept with its text.
  if (kept.length < 3) expect((await warnings(folder)).join()).toMatch(/Faltan? [123] lectura/)
  const aside = (await readdir(folder)).find((name) => name.startsWith('passages.jsonl.corrupt-'))
  if (note.source.includes('línea'))
    expect(await readFile(join(folder, String(aside)), 'utf8')).toMatch(/^\w{8} .*\n$/)
  const again = await open(folder)
  expect(again.notes).toEqual([])
  expect((await again.passages.list()).total).toBe(kept.length + 1)
})

test('a log without damage is told as good, also after a restore of fewer passages', async () => {
  const { folder } = await aFolderWithPassages()
  const stores = await openFolder(folder)
  await restore(stores.merges, { entries: (await stores.passages.log()).slice(2) })
  await stores.close()
  expect(await warnings(folder)).toEqual([])
  const again = await open(folder)
  expect(again.notes).toEqual([])
  expect(await gatesIn(folder)).toEqual(['Oeste'])
})

test('a log that is cut after a restore, without a further scan, is told', async () => {
  const { folder, path } = await aFolderWithPassages()
  const stores = await openFolder(folder)
  await restore(stores.merges, { entries: (await stores.passages.log()).slice(1) })
  await stores.close()
  await truncate(path, 0)
  expect((await warnings(folder)).join()).toContain('2 lecturas')
})

test.each<[string, object]>([
  ['a time that is none', { deviceTime: 5 }],
  ['a text that is too long', { corrects: 'x'.repeat(2000) }],
  ['a pilot that is none', { pilot: 'x' }],
])('a scan with %s is refused before it is written, with all others of its order', async (_, changes) => {
  const { folder, path } = await aFolderWithPassages()
  const before = await readFile(path)
  const { passages } = await open(folder)
  const order = [aReceivedScan(), aReceivedScan(changes)]
  await expect(passages.record(order, 'warn')).rejects.toMatchObject({ kind: 'machine' })
  expect(await readFile(path)).toEqual(before)
})

test('a property that only another version of the program knows stays in a passage', async () => {
  const { folder, path } = await aFolderWithPassages()
  await appendFile(path, forged({ junk: 'x' }))
  const { log } = await readPassages(folder)
  expect(log.after(3, 1)).toMatchObject([{ gate: 'Falsa', junk: 'x' }])
})

test('changes of pilots keep the number of acknowledged passages, and passages the length of the journal', async () => {
  const { folder, path } = await aFolderWithPassages()
  const stores = await openFolder(folder)
  await stores.pilots.register(aDraft())
  await stores.close()
  expect(JSON.parse(await readFile(join(folder, 'durable.json'), 'utf8'))).toMatchObject({ passages: 3 })
  const later = await openFolder(folder)
  await later.passages.record([aReceivedScan()], 'warn')
  await later.close()
  await truncate(path, 0)
  expect(JSON.parse(await readFile(join(folder, 'durable.json'), 'utf8'))).toMatchObject({
    journal: expect.any(Number),
    length: expect.any(Number),
    passages: 4,
  })
  expect((await warnings(folder)).join()).toContain('4 lecturas')
})

/** Returns a line with a good checksum, of a passage with some other properties. */
function forged(changes: object): string {
  const { status: _status, conflictId: _conflictId, ...scan } = aReceivedScan({ gate: 'Falsa' })
  const passage = { ...scan, number: 9, result: 'pass', isAdmitted: true, ...changes }
  return summedLine({ base: 0, passage }).toString()
}

test('many scans at once share a sync', async () => {
  let syncs = 0
  const sync: StoreOptions['sync'] = (file) => {
    syncs += 1
    return syncData(file)
  }
  const { passages } = await open(await aFolder(), { sync })
  await Promise.all(Array.from({ length: 50 }, () => passages.record([aReceivedScan()], 'warn')))
  expect((await passages.list()).total).toBe(50)
  expect(syncs).toBeLessThan(5)
})

test('a scan that the disk refuses is neither acknowledged nor counted nor there after a restart', async () => {
  const folder = await aFolder()
  let isBroken = false
  const sync: StoreOptions['sync'] = async (file) => {
    if (isBroken) throw Object.assign(new Error('EIO'), { code: 'EIO' })
    await syncData(file)
  }
  const stores = await openFolder(folder, { sync })
  const heard: number[] = []
  stores.passages.subscribe((all) => heard.push(...all.map(({ number }) => number)))
  await stores.passages.record([aReceivedScan()], 'warn')
  isBroken = true
  const failed = aReceivedScan()
  await expect(stores.passages.record([failed], 'warn')).rejects.toMatchObject({ kind: 'machine' })
  isBroken = false
  // Nothing proves that the disk has what it was given before the failure.
  await expect(stores.passages.record([failed], 'warn')).rejects.toMatchObject({ kind: 'machine' })
  expect((await stores.passages.list()).total).toBe(1)
  await stores.close()
  const again = await open(folder)
  expect(again.notes).toEqual([])
  const [passage] = await again.passages.record([failed], 'warn')
  expect(passage).toMatchObject({ id: failed.id, number: 2 })
  expect(heard).toEqual([1])
})

test.each<[string, (stores: LocalStores, side: Side) => Promise<unknown>]>([
  ['a merge', ({ merges }, side) => merges.commit(aMerge(side).order)],
  ['an erasure', ({ erasures }, { ana }) => erasures.erase([ana.id])],
  [
    'a restore',
    ({ merges }, { eva, passages }) => restore(merges, { pilots: [eva], entries: passages.slice(1) }),
  ],
])('readers beside %s find all of before or all of afterwards, and later scans stay', async (_, rewrite) => {
  const folder = await aFolder()
  const stores = await open(folder)
  const side = await fill(stores)
  const contents = async ({ pilots, passages }: LocalStores) => {
    const [riders, entries] = await Promise.all([pilots.list(), passages.log()])
    const ofRiders = riders.pilots.map(({ id, email }) => [id, email])
    return JSON.stringify([
      ofRiders,
      entries.map((entry) => [entryKey(entry), 'pilot' in entry && entry.pilot]),
    ])
  }
  const found = new Set([await contents(stores)])
  let isStored = false
  const storing = rewrite(stores, side).finally(() => {
    isStored = true
  })
  for (; !isStored; await setImmediate()) found.add(await contents(stores))
  await storing
  found.add(await contents(stores))
  expect(found.size).toBe(2)
  await stores.passages.record([aReceivedScan({ gate: 'Sur' })], 'warn')
  const last = await contents(stores)
  await stores.close()
  const again = await open(folder)
  expect(again.notes).toEqual([])
  expect(await contents(again)).toBe(last)
})

test('passages are read in pages, which end with an error if another log takes their place between two of them', async () => {
  const { passages, merges } = await open(await aFolder())
  await passages.record(
    Array.from({ length: entriesPerPage + 1 }, () => aReceivedScan()),
    'warn',
  )
  const entries = await readLog({ passages })
  expect(entries.map(({ number }) => number)).toEqual(entries.map((_, index) => index + 1))
  expect(entries).toHaveLength(entriesPerPage + 1)
  const pages = passagePages((after) => passages.log(after))
  expect((await pages.next()).value).toEqual(entries.slice(0, -1))
  await restore(merges, { entries: entries.slice(1) })
  await expect(pages.next()).rejects.toThrow('Las lecturas cambiaron mientras se leían: repítalo')
})
