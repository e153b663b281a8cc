/** Tests that a merge in a folder is stored as a whole or not at all, whatever fails, and that nothing else is lost. */
import { cp, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { type Sync, syncData } from '../../../server/files/atomic-file.ts'
import type { LocalStores } from '../../../server/store/contract/stores.ts'
import { diagnoseFolder } from '../../../server/store/folder/diagnostics.ts'
import { openFolder } from '../../../server/store/open.ts'
import { aFolder } from '../../support/folder.ts'
import { aMerge, contentsOf, fill } from '../../support/merges.ts'
import { aJudgedScan, at } from '../../support/passages.ts'
import { aDraft, aPilot } from '../../support/pilots.ts'

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

/** The files that a merge writes, in this order: its parts, the journal, and one file for each part. */
const steps = ['merging.jsonl', 'the journal', 'past.jsonl', 'passages.jsonl', 'accounts.json']

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
  'if the disk is full at %s, all of a merge is there at the next opening or nothing, with what a gate recorded',
  async (_, step) => {
    const folder = await aFolder()
    const { sync, arm, disarm } = countedSync(async (count) => {
      if (count >= step) throw fullDisk()
    })
    const stores = await open(folder, sync)
    const side = await fill(stores)
    const { order } = aMerge(side)
    const before = await contentsOf(stores)
    const isStored = step > 2
    arm()
    const refusal = await stores.merges.commit(order).catch((error) => error)
    disarm()
    expect(refusal).toBeInstanceOf(Error)
    if (isStored)
      expect(refusal).toMatchObject({
        kind: 'disk-full',
        message: expect.stringMatching(/libere espacio y abra PilotOS otra vez/),
      })
    const scan = aJudgedScan({ pilot: side.ana.id, at: at('12:00') })
    const gate = await stores.passages.record([scan], 'warn')
    expect(gate).toMatchObject([{ id: scan.id }])
    await stores.close()

    const { contents } = await reopened(folder)
    const ids = contents.passages.map((entry) => ('settles' in entry ? entry.settles : entry.id))
    expect(ids.at(-1)).toBe(scan.id)
    expect({
      pilots: contents.pilots.length,
      past: contents.past.length,
      passages: contents.passages.length,
      accounts: contents.accounts.length,
    }).toEqual({
      pilots: before.pilots.length + Number(isStored),
      past: isStored ? 2 : 0,
      passages: before.passages.length + (isStored ? 2 : 0) + 1,
      accounts: before.accounts.length + Number(isStored),
    })
    expect(await hasMergeFile(folder)).toBe(false)
  },
)

test('a merge that a broken disk refused and has all the same is whole at the next opening', async () => {
  const folder = await aFolder()
  const { sync, arm } = countedSync(async (count, file) => {
    if (count !== 2) return
    // The journal cannot be cut to its old length.
    await file.close()
    throw new Error('EIO')
  })
  const stores = await open(folder, sync)
  const { order } = aMerge(await fill(stores))
  arm()
  const refusal = await stores.merges.commit(order).catch((error) => error)
  expect(refusal).toMatchObject({
    kind: 'machine',
    message: expect.stringContaining('abra PilotOS otra vez'),
  })
  const parts = await readFile(join(folder, 'merging.jsonl'), 'utf8')
  const other = { ...order, past: [], accounts: { add: [], drop: [] } }
  await expect(stores.merges.commit(other)).rejects.toBe(refusal)
  expect(await readFile(join(folder, 'merging.jsonl'), 'utf8')).toBe(parts)
  await stores.close()
  const { contents, notes } = await reopened(folder)
  expect(notes).toEqual([expect.stringContaining('se terminó de guardar')])
  expect(contents.pilots).toHaveLength(3)
  expect(contents.past).toHaveLength(2)
  expect(contents.accounts).toHaveLength(2)
})

test('a gate that records during a merge loses nothing', async () => {
  const folder = await aFolder()
  const recorded: Promise<unknown>[] = []
  const { sync, arm } = countedSync(async (count) => {
    const scan = aJudgedScan({ at: at(`12:${count + 10}`), pilot: 'AAAAAAAAAAAA' })
    // The records sync too.
    if (count < 20) recorded.push(stores.passages.record([scan], 'warn'))
  })
  const stores: LocalStores = await open(folder, sync)
  const { order } = aMerge(await fill(stores))
  arm()
  await stores.merges.commit(order)
  // The list grows meanwhile.
  for (const one of recorded) await one
  expect(recorded.length).toBeGreaterThanOrEqual(steps.length)
  const { passages } = await contentsOf(stores)
  expect(passages.map(({ number }) => number)).toEqual(passages.map((_, index) => index + 1))
  expect(passages).toHaveLength(4 + recorded.length)
  await stores.close()
  expect((await reopened(folder)).contents.passages).toEqual(passages)
})

test('a merge whose parts could not be stored is finished before the next one', async () => {
  const folder = await aFolder()
  const { sync, arm, disarm } = countedSync(async (count) => {
    if (count > 2) throw fullDisk()
  })
  const stores = await open(folder, sync)
  const { order, undo } = aMerge(await fill(stores))
  const { passages, accounts } = await contentsOf(stores)
  arm()
  await expect(stores.merges.commit(order)).rejects.toMatchObject({ kind: 'disk-full' })
  disarm()
  const number = order.lastChange + 1
  const findings = await diagnoseFolder(folder, undefined)
  expect(findings).toContainEqual(
    expect.objectContaining({
      level: 'warning',
      text: expect.stringMatching(/unión .* a medias: .*merging\.jsonl/),
    }),
  )
  await stores.merges.commit(undo(number))
  const contents = await contentsOf(stores)
  expect(contents).toMatchObject({ passages, accounts })
  expect(contents.past).toHaveLength(2)
  expect(await hasMergeFile(folder)).toBe(false)
})

test('a restore after a merge that is not finished replaces all of it', async () => {
  const folder = await aFolder()
  const { sync, arm, disarm } = countedSync(async (count) => {
    if (count > 2) throw fullDisk()
  })
  const stores = await open(folder, sync)
  const side = await fill(stores)
  arm()
  await expect(stores.merges.commit(aMerge(side).order)).rejects.toBeInstanceOf(Error)
  disarm()
  await stores.pilots.restore([side.ana])
  await stores.passages.replace(side.passages)
  await stores.close()
  const { contents, notes } = await reopened(folder)
  expect(contents).toMatchObject({ pilots: [side.ana], passages: side.passages, past: [] })
  expect(contents.accounts).toHaveLength(1)
  expect(notes).toEqual([expect.stringContaining('se descartó')])
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

test('a change of a merge that was cut short leaves nothing of the merge', async () => {
  const folder = await aFolder()
  const stores = await open(folder)
  const { order } = aMerge(await fill(stores))
  const before = await contentsOf(stores)
  const { size } = await sizeOf(folder)
  const put = Array.from({ length: 1200 }, (_, index) =>
    aPilot(`BBBB${String(index).padStart(8, '0')}`, aDraft()),
  )
  const copies: string[] = []
  const { sync, arm } = countedSync(async () => void copies.push(await copyOf(folder)))
  await stores.close()
  const again = await open(folder, sync)
  arm()
  await again.merges.commit({ ...order, change: { ...order.change, put } })
  const [, copy = ''] = copies
  const grown = await sizeOf(copy)
  expect(grown.size).toBeGreaterThan(size)
  // The first lines of the change are whole, and the last one, which has the rest of the merge, is not.
  await truncate(grown.path, grown.size - 10)
  const { contents } = await reopened(copy)
  expect(contents).toEqual(before)
  expect(await hasMergeFile(copy)).toBe(false)
})

async function sizeOf(folder: string): Promise<{ path: string; size: number }> {
  const journals = (await readdir(folder)).filter((name) => /^journal-\d+\.jsonl$/.test(name)).sort()
  const sizes = await Promise.all(
    journals.map(async (name) => ({ name, ...(await stat(join(folder, name))) })),
  )
  const last = sizes.findLast(({ size }) => size > 0)
  return { path: join(folder, last?.name ?? ''), size: last?.size ?? 0 }
}
