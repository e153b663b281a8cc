/** Tests that the passages of a folder survive a torn end and a disk that fails, and that damage is named. */
import { appendFile, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { syncData } from '../../../server/files/atomic-file.ts'
import { diagnoseFolder } from '../../../server/store/folder/diagnostics.ts'
import { readPassages } from '../../../server/store/folder/log/passage-file.ts'
import type { StoreOptions } from '../../../server/store/folder/pilots.ts'
import { openFolder } from '../../../server/store/open.ts'
import { aFolder } from '../../support/folder.ts'
import { aJudgedScan } from '../../support/passages.ts'

async function open(folder: string, options?: StoreOptions) {
  const stores = await openFolder(folder, options)
  onTestFinished(() => stores.close())
  return stores
}

/** Returns a folder with three passages, and the path of its log. */
async function aFolderWithPassages(): Promise<{ folder: string; path: string }> {
  const folder = await aFolder()
  const stores = await openFolder(folder)
  for (const gate of ['Norte', 'Sur', 'Oeste']) await stores.passages.record([aJudgedScan({ gate })], 'warn')
  await stores.close()
  return { folder, path: join(folder, 'passages.jsonl') }
}

const gatesIn = async (folder: string) =>
  (await readPassages(folder)).log.after(0, 10).map(({ gate }) => gate)

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
  expect(stores.notes).toEqual([expect.stringContaining(`al final de ${path}`)])
  const [passage] = await stores.passages.record([aJudgedScan({ gate: 'Este' })], 'warn')
  expect(passage?.number).toBe(kept.length + 1)
  expect(await gatesIn(folder)).toEqual([...kept, 'Este'])
})

test('a damaged line before others is named, and nothing is changed', async () => {
  const { folder, path } = await aFolderWithPassages()
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.replace('Sur', 'Mar'))
  const damage = expect.stringMatching(/El registro de pasos .*passages\.jsonl está dañado en el byte \d+\. /)
  await expect(openFolder(folder)).rejects.toMatchObject({ kind: 'machine', message: damage })
  expect(await diagnoseFolder(folder, undefined)).toContainEqual({ level: 'problem', text: damage })
  expect(await readFile(path, 'utf8')).toBe(text.replace('Sur', 'Mar'))
  const stores = await openFolder(folder, { setDamageAside: true })
  expect((await stores.passages.list()).total).toBe(0)
  await stores.close()
})

test('many scans at once share a sync', async () => {
  let syncs = 0
  const sync: StoreOptions['sync'] = (file) => {
    syncs += 1
    return syncData(file)
  }
  const { passages } = await open(await aFolder(), { sync })
  await Promise.all(Array.from({ length: 50 }, () => passages.record([aJudgedScan()], 'warn')))
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
  await stores.passages.record([aJudgedScan()], 'warn')
  isBroken = true
  const failed = aJudgedScan()
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
