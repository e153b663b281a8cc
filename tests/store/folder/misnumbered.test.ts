/**
 * Tests that a folder opens whole in whose journals an earlier version gave numbers twice, when others stored changes while
 * an erasure read the folder again.
 */
import { appendFile, cp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Change } from '#domain/pilots/change'
import type { Pilot } from '#domain/pilots/pilot'
import type { PilotId } from '#domain/pilots/pilot-id'
import { syncData } from '../../../server/files/atomic-file.ts'
import { readOtherFolder } from '../../../server/merge/other-desk.ts'
import { journalName } from '../../../server/store/folder/log/journal.ts'
import { writeLines } from '../../../server/store/folder/log/lines.ts'
import { emptySnapshot, readSnapshot, snapshotBytes } from '../../../server/store/folder/log/snapshot.ts'
import { diagnose, openFolder } from '../../../server/store/open.ts'
import { aFolder } from '../../support/folder.ts'
import { journalLines, journalNumbersOf } from '../../support/journals.ts'
import { aDraft, aPilot } from '../../support/pilots.ts'

const repeated = /números repetidos en los diarios/
const advice = /se numeran de nuevo la próxima vez que se abra/

const ana = aPilot('ANA000000001' as PilotId, aDraft({ name: 'Ana' }))
const eva = aPilot('EVA000000001' as PilotId, aDraft({ name: 'Eva' }))
const luz = aPilot('SVZ000000001' as PilotId, aDraft({ name: 'Luz' }))
const sol = aPilot('SQR000000001' as PilotId, aDraft({ name: 'Sol' }))
const elsa: Pilot = { ...eva, name: 'Elsa' }
const record: Change = { by: 'marta', erased: 1 }
const put = (...pilots: Pilot[]): Change => ({ put: pilots })

let folder = ''
/** A rider who was erased, as a snapshot may still have the rider. */
let gone: Pilot

beforeEach(async () => {
  folder = await aFolder()
  const stores = await openFolder(folder)
  gone = await stores.pilots.register(aDraft({ name: 'Evangelina' }))
  await stores.erasures.erase([gone.id])
  await stores.close()
  await writeFile(join(folder, journalName(1)), '')
  await writeSnapshot(1, 0)
})

/** Writes a snapshot as earlier versions did. */
async function writeSnapshot(journal: number, lastChange: number, ...pilots: Pilot[]): Promise<void> {
  const at = '2026-11-21T10:00:00.000Z'
  const bytes = snapshotBytes({ ...emptySnapshot, journal, lastChange, at, pilots })
  for (const name of ['pilots.json', 'pilots.json.bak']) await writeFile(join(folder, name), bytes)
}

/** Appends changes to a journal, with these numbers, each written and synced by itself. */
async function append(journal: number, ...changes: [number, Change][]): Promise<void> {
  const path = join(folder, journalName(journal))
  for (const [number, change] of changes) {
    const base = (await stat(path).catch(() => undefined))?.size ?? 0
    const head = { number, at: '2026-11-21T10:00:00.000Z', base }
    await appendFile(path, Buffer.concat([...writeLines(change, head)]))
  }
}

/** Returns the names of the pilots after an opening, which notes that it numbered the changes again, and the next one. */
async function namesAfterOpening(path = folder): Promise<string[]> {
  const stores = await openFolder(path)
  expect(stores.notes).toEqual([expect.stringMatching(repeated)])
  const { pilots } = await stores.pilots.list({ order: 'asc' })
  const names = pilots.map(({ name }) => name)
  const next = await stores.pilots.register(aDraft({ name: 'Nueva' }))
  await stores.close()
  const numbers = await journalNumbersOf(path)
  expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 1) + index))
  const again = await openFolder(path)
  expect(again.notes).toEqual([])
  const after = (await again.pilots.list({ order: 'asc' })).pilots
  expect(after.map(({ name }) => name)).toEqual([...names, next.name])
  await again.close()
  expect((await diagnose(path)).filter(({ text }) => repeated.test(text))).toEqual([])
  return names
}

describe('changes with a repeated number', () => {
  test('are kept after a kill', async () => {
    await append(1, [1, put(ana)], [2, put(eva)], [3, record], [3, put(luz)], [4, put(sol)])
    expect(await diagnose(folder)).toContainEqual({
      level: 'warning',
      text: expect.stringMatching(repeated),
      advice: expect.stringMatching(advice),
    })
    expect((await readOtherFolder(folder)).pilots.map(({ name }) => name)).toEqual([
      'Ana',
      'Eva',
      'Luz',
      'Sol',
    ])
    expect(await namesAfterOpening()).toEqual(['Ana', 'Eva', 'Luz', 'Sol'])
  })

  test('are kept after further erasures, which skipped and repeated numbers too, and with an end that was cut short', async () => {
    const rows = Array.from({ length: 1200 }, (_, index) =>
      aPilot(`SMP${String(index).padStart(9, '0')}` as PilotId, aDraft()),
    )
    await append(
      1,
      [1, put(ana, eva)],
      [2, record],
      [2, put(luz)],
      [4, record],
      [4, put(...rows)],
      [5, put(elsa)],
    )
    await appendFile(join(folder, journalName(1)), '1234abcd {"number":6,"chan')
    const names = await namesAfterOpening()
    expect(names).toHaveLength(3 + rows.length)
    expect(names.slice(0, 3)).toEqual(['Ana', 'Elsa', 'Luz'])
  })

  test('are kept if the next snapshot lacks them, and a rider whom it still has stays erased', async () => {
    await append(1, [1, put(ana, eva)], [2, record], [2, put(luz)], [3, put(sol)], [4, { remove: [ana.id] }])
    await append(2, [5, put(elsa)])
    await writeSnapshot(2, 4, gone, eva, sol)
    expect((await namesAfterOpening()).sort()).toEqual(['Elsa', 'Luz', 'Sol'])
  })

  test.each([
    ['a kill', () => writeSnapshot(2, 2, ana, eva)],
    ['a stop', () => writeSnapshot(2, 6, ana, elsa, luz, sol)],
  ])('are kept if they are in an earlier journal, after %s', async (_, stop) => {
    await append(1, [1, put(ana)], [2, put(eva)])
    await append(2, [3, put(luz)], [4, record])
    await append(1, [4, put(sol)], [5, put(elsa)], [6, { remove: [luz.id] }])
    await stop()
    expect(await namesAfterOpening()).toEqual(['Ana', 'Elsa', 'Sol'])
  })

  test('can be undone if one is an import, and stay undone', async () => {
    const importedAt = '2026-11-21T10:00:00.000Z'
    await append(
      1,
      [1, put(ana)],
      [2, record],
      [2, { ...put({ ...luz, since: importedAt }), importedAt }],
      [3, { ...put(sol), importedAt }],
    )
    await append(1, [4, { remove: [sol.id], undoes: 3 }])
    const stores = await openFolder(folder)
    onTestFinished(() => stores.close())
    expect(await stores.pilots.imports()).toMatchObject([
      { change: 4, isUndone: true },
      { change: 3, isUndone: false },
    ])
    expect(await stores.pilots.undoImport(3)).toEqual({ removed: 1, restored: 0 })
    expect((await stores.pilots.list()).pilots.map(({ name }) => name)).toEqual(['Ana'])
  })

  test('are numbered again as a whole or not at all, if the disk fails at any moment', async () => {
    await append(1, [1, put(ana)], [2, put(eva)])
    await append(2, [3, record])
    await append(1, [3, put(luz)], [4, put(sol)])
    await writeSnapshot(2, 2, ana, eva)
    let isDone = false
    for (let failAt = 1; !isDone; failAt += 1) {
      const copy = join(await aFolder(), 'data')
      await cp(folder, copy, { recursive: true })
      let count = 0
      const sync = async (file: Parameters<typeof syncData>[0]) => {
        count += 1
        if (count >= failAt) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
        await syncData(file)
      }
      const opened = await openFolder(copy, { sync }).catch(() => undefined)
      await opened?.close()
      isDone = opened !== undefined
      if (!isDone) expect(await namesAfterOpening(copy)).toEqual(['Ana', 'Eva', 'Luz', 'Sol'])
    }
  })
})

test('the journals of a folder with right numbers stay as they are, and a new snapshot says that it is complete', async () => {
  await append(1, [1, put(ana)], [2, put(eva)])
  await append(2, [3, put(luz)])
  await writeSnapshot(2, 2, ana, eva)
  const before = await readFile(join(folder, journalName(1)))
  const stores = await openFolder(folder)
  expect(stores.notes).toEqual([])
  await stores.pilots.register(aDraft())
  await stores.close()
  expect(await readFile(join(folder, journalName(1)))).toEqual(before)
  expect(await readSnapshot(join(folder, 'pilots.json'))).toMatchObject({ isComplete: true, lastChange: 4 })
})

test.each([
  ['a line is missing', (lines: string[]) => lines.toSpliced(1, 1)],
  ['a line was copied', (lines: string[]) => lines.toSpliced(2, 0, String(lines[1]))],
  [
    'a line is damaged',
    (lines: string[]) => lines.map((line, index) => (index === 1 ? line.replace('Eva', 'Eve') : line)),
  ],
])('repeated numbers are no reason to open a folder in which %s', async (_, damage) => {
  await append(1, [1, put(ana)], [2, put(eva)], [3, record], [3, put(luz)], [4, put(sol)])
  const path = join(folder, journalName(1))
  const damaged = damage((await readFile(path, 'utf8')).split('\n')).join('\n')
  await writeFile(path, damaged)
  const before = await readdir(folder)
  await expect(openFolder(folder)).rejects.toThrow(`El diario ${path} está dañado en el byte`)
  expect(await readFile(path, 'utf8')).toBe(damaged)
  expect(await readdir(folder)).toEqual(before)
  expect((await journalLines(folder).catch(() => [])).length).toBeLessThanOrEqual(6)
})
