/** Tests that a merge in a folder is stored as a whole or not at all, whatever fails, and that nothing else is lost. */
import { appendFile, cp, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import type { Change } from '#domain/pilots/change'
import { type Sync, syncData } from '../../../server/files/atomic-file.ts'
import { diagnoseFolder } from '../../../server/store/folder/diagnostics.ts'
import { summedLine } from '../../../server/store/folder/log/lines.ts'
import { openFolder } from '../../../server/store/open.ts'
import type { LocalStores } from '../../../server/store/shared/stores.ts'
import { aFolder } from '../../support/folder.ts'
import { account, aMerge, contentsOf, fill } from '../../support/merges.ts'
import { aReceivedScan, at } from '../../support/passages.ts'

async function open(folder: string, sync?: Sync): Promise<LocalStores> {
  const stores = await openFolder(folder, { sync })
  onTestFinished(() => stores.close())
  return stores
}

/** Returns a sync that calls `onSync` with the number of each sync, once it is armed. */
function countedSync(onSync: (count: number, file: Parameters<Sync>[0]) => Promise<void>) {
  let count: number | undefined
  return {
    arm: () => {
      count = 0
    },
    disarm: () => {
      count = undefined
    },
    sync: async (file: Parameters<Sync>[0]) => {
      if (count !== undefined) await onSync(++count, file)
      await syncData(file)
    },
  }
}

/** The files that a merge writes, in this order, before they take their places. */
const steps = ['passages.jsonl', 'past.jsonl', 'the journal', 'accounts.json', 'commit.json']

async function copyOf(folder: string): Promise<string> {
  const copy = await aFolder()
  await cp(folder, copy, { recursive: true, filter: (path) => !/lock$/.test(path) })
  return copy
}

/** Opens a folder, and returns what is in it and the notes about merges. */
async function reopened(folder: string) {
  const stores = await openFolder(folder)
  const contents = await contentsOf(stores)
  await stores.close()
  return { contents, notes: stores.notes.filter((note) => note.includes('unión')) }
}

function fullDisk(): Error {
  return Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
}

async function hasMergeFile(folder: string): Promise<boolean> {
  return (await readdir(folder)).some((name) => name.startsWith('merging'))
}

test('after a crash at any moment, all of a merge is there or nothing, and the next opening has no more to do', async () => {
  const folder = await aFolder()
  const copies: string[] = []
  const { sync, arm, disarm } = countedSync(async () => void copies.push(await copyOf(folder)))
  const stores = await open(folder, sync)
  const { order, undo } = aMerge(await fill(stores))
  const states = [await contentsOf(stores)]
  arm()
  const number = await stores.merges.commit(order)
  disarm()
  copies.push(await copyOf(folder))
  states.push(await contentsOf(stores))
  const merged = copies.length
  arm()
  await stores.merges.commit(undo(number))
  disarm()
  copies.push(await copyOf(folder))
  states.push(await contentsOf(stores))
  expect(copies.length).toBeGreaterThan(2 * steps.length)

  const found: number[] = []
  for (const copy of copies) {
    const { contents, notes } = await reopened(copy)
    const state = states.findIndex((one) => isDeepStrictEqual(one, contents))
    found.push(state)
    expect(await hasMergeFile(copy)).toBe(false)
    expect(await reopened(copy)).toEqual({ contents, notes: [] })
    expect(notes.length).toBeLessThanOrEqual(1)
  }
  // Each copy has one of the three states, and never an earlier one than the copy before.
  expect(found).toEqual([...found].sort())
  expect(new Set(found)).toEqual(new Set([0, 1, 2]))
  expect(found.slice(0, merged)).toContain(0)
})

test.each(steps.map((name, index) => [name, index + 1] as const))(
  'if the disk is full at %s, nothing of a merge is stored, and a gate goes on',
  async (_, step) => {
    const folder = await aFolder()
    const { sync, arm, disarm } = countedSync(async (count) => {
      if (count >= step) throw fullDisk()
    })
    const stores = await open(folder, sync)
    const side = await fill(stores)
    const { order } = aMerge(side)
    const before = await contentsOf(stores)
    arm()
    await expect(stores.merges.commit(order)).rejects.toMatchObject({ kind: 'disk-full' })
    disarm()
    expect(await hasMergeFile(folder)).toBe(false)
    const scan = aReceivedScan({ pilot: side.ana.id, at: at('12:00') })
    const gate = await stores.passages.record([scan], 'warn')
    expect(gate).toMatchObject([{ id: scan.id }])
    await stores.close()
    const { contents, notes } = await reopened(folder)
    expect(contents).toEqual({ ...before, passages: [...before.passages, ...gate] })
    expect(notes).toEqual([])
  },
)

/** Returns a folder in which an earlier version was interrupted after these changes of a merge. */
async function anInterruptedMerge(changesOf: (change: Change) => Change[]) {
  const folder = await aFolder()
  const stores = await openFolder(folder)
  const side = await fill(stores)
  const { order } = aMerge(side)
  await stores.close()
  const { past, passages, accounts } = order
  const { add, ...others } = passages
  const head = { id: 'x', ...others, accounts, past: past.length, passages: add.length }
  const lines = [head, ...past, ...add].map((one) => `${JSON.stringify(one)}\n`)
  await writeFile(join(folder, 'merging.jsonl'), lines.join(''))
  const journals = (await readdir(folder)).filter((name) => name.startsWith('journal-')).sort()
  const path = join(folder, journals.at(-1) ?? '')
  for (const [index, change] of changesOf({ ...order.change, staged: 'x' }).entries()) {
    const base = (await stat(path)).size
    await appendFile(path, summedLine({ number: side.lastChange + 1 + index, at: at('18:00'), base, change }))
  }
  return { folder, side, order }
}

test('a merge of an earlier version that was interrupted after its change is finished', async () => {
  const { folder, order } = await anInterruptedMerge((change) => [change])
  expect(await diagnoseFolder(folder, undefined)).toContainEqual(
    expect.objectContaining({
      level: 'warning',
      text: expect.stringMatching(/unión .* a medias: .*merging\.jsonl/),
    }),
  )
  const { contents, notes } = await reopened(folder)
  expect(notes).toEqual([expect.stringContaining('se terminó de guardar')])
  expect(contents).toMatchObject({ past: order.past, accounts: [{ user: 'marta' }, account] })
  expect([contents.pilots.length, contents.passages.length]).toEqual([3, 4])
  expect(await hasMergeFile(folder)).toBe(false)
})

test.each<[string, (change: Change) => Change[], string]>([
  ['before its change', () => [], 'no cambió nada: repítala'],
  ['and then replaced by a backup', (change) => [change, { clear: true }], 'se descartó'],
])('a merge of an earlier version that was interrupted %s is dropped', async (_, changesOf, note) => {
  const { folder, side } = await anInterruptedMerge((change) => changesOf(change))
  const { contents, notes } = await reopened(folder)
  expect(notes).toEqual([expect.stringContaining(note)])
  expect(contents).toMatchObject({ past: [], passages: side.passages, accounts: [{ user: 'marta' }] })
  expect(await hasMergeFile(folder)).toBe(false)
})

test('a damaged file of parts is set aside, and the folder is opened', async () => {
  const folder = await aFolder()
  const stores = await open(folder)
  await fill(stores)
  await stores.close()
  await writeFile(join(folder, 'merging.jsonl'), '{"id":"x","past":3}\n')
  const { contents, notes } = await reopened(folder)
  expect(contents.pilots).toHaveLength(2)
  expect(notes).toEqual([])
  expect(await readdir(folder)).toContainEqual(expect.stringMatching(/^merging\.jsonl\.corrupt-/))
})
