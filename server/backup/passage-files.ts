/** The passages in a backup: files in which each line is a passage as JSON, the oldest first. */
import { type Passage, readPassage } from '#domain/gate/passage'
import type { Stores } from '../store/contract/stores.ts'
import type { AddFile } from './archive.ts'

export const passageFolder = 'passages/'

/**
 * Adds the first `total` passages, which get numbers without a gap. Those that arrive during the backup belong to the
 * next one.
 */
export async function addPassages(add: AddFile, { passages }: Stores, total: number): Promise<void> {
  let [after, written] = [0, 0]
  for (let file = 1; written < total; file += 1) {
    const page = (await passages.log(after)).slice(0, total - written)
    const last = page.at(-1)
    if (!last) return
    const lines = page.map(
      (passage, index) => `${JSON.stringify({ ...passage, number: written + index + 1 })}\n`,
    )
    await add(`${passageFolder}${String(file).padStart(6, '0')}.jsonl`, Buffer.from(lines.join('')))
    after = last.number
    written += page.length
  }
}

/** Returns the passages of a backup, or undefined if they are not as many as the backup says, each with its number. */
export function readPassages(values: readonly unknown[], total: number): Passage[] | undefined {
  const passages = values.flatMap((value) => readPassage(value) ?? [])
  const areAll = passages.length === total && passages.every(({ number }, index) => number === index + 1)
  return areAll ? passages : undefined
}
