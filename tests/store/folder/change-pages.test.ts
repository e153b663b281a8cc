/** Tests of the pages in which the history of a folder is read from its files. */
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { changeLogPage } from '../../../server/store/folder/log/change-files.ts'
import { journalName } from '../../../server/store/folder/log/journal.ts'
import { writeLines } from '../../../server/store/folder/log/lines.ts'
import { aFolder } from '../../support/folder.ts'

const at = '2026-11-21T08:00:00.000Z'

/** Appends changes by someone to a file of the history. */
async function append(path: string, numbers: readonly number[], by = 'marta'): Promise<void> {
  const lines = numbers.flatMap((number) => [...writeLines({ by }, { number, at, base: 0 })])
  await appendFile(path, Buffer.concat(lines))
}

async function numbersOf(folder: string, after?: string): Promise<{ numbers: number[]; next?: string }> {
  const { changes, ...page } = await changeLogPage(folder, after)
  return { numbers: changes.map(({ number }) => number), ...page }
}

test('a page has all changes of many short files, also of one that a crash has cut short', async () => {
  const folder = await aFolder()
  await append(join(folder, 'past.jsonl'), [7])
  for (const number of [1, 2, 3, 4]) await append(join(folder, journalName(number)), [number])
  await appendFile(join(folder, journalName(2)), 'cut')
  expect(await numbersOf(folder)).toEqual({ numbers: [7, 1, 2, 3, 4] })
})

test('a long history has several pages, and what is appended meanwhile is on the last one', async () => {
  const folder = await aFolder()
  const long = 'm'.repeat(300_000)
  await append(join(folder, journalName(1)), [1, 2], long)
  await append(join(folder, journalName(2)), [3], long)
  const found: number[] = []
  let pages = 0
  for (let after: string | undefined, isFirst = true; isFirst || after; isFirst = false) {
    const { numbers, next } = await numbersOf(folder, after)
    found.push(...numbers)
    after = next
    pages += 1
    if (isFirst) await append(join(folder, journalName(3)), [4, 5])
  }
  expect([found, pages]).toEqual([[1, 2, 3, 4, 5], 4])
})
