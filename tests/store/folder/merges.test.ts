/** Tests that a merge in a folder is stored as a whole or not at all, whatever fails, and that nothing else is lost. */
import { readdir } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { type Sync, syncData } from '../../../server/files/atomic-file.ts'
import { openFolder } from '../../../server/store/open.ts'
import { closing } from '../../support/closing.ts'
import { aFolder, copyOf } from '../../support/folder.ts'
import { aMerge, contentsOf, fill } from '../../support/merges.ts'
import { aReceivedScan, at } from '../../support/passages.ts'

const open = (folder: string, sync?: Sync) => closing(openFolder(folder, { sync }))

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
