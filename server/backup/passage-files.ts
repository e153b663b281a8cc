/** The passages in a backup: files in which each line is a passage as JSON, the oldest first. */
import { isPassage, type Passage } from '#domain/gate/passage'
import type { Stores } from '../store/contract/stores.ts'
import type { AddFile } from './archive.ts'

export const passageFolder = 'passages/'

/** Adds the first `total` passages. Those that arrive during the backup belong to the next one. */
export async function addPassages(add: AddFile, { passages }: Stores, total: number): Promise<void> {
  let after = 0
  for (let file = 1; after < total; file += 1) {
    const page = (await passages.log(after)).filter(({ number }) => number <= total)
    const last = page.at(-1)
    if (!last) return
    const lines = page.map((passage) => `${JSON.stringify(passage)}\n`).join('')
    await add(`${passageFolder}${String(file).padStart(6, '0')}.jsonl`, Buffer.from(lines))
    after = last.number
  }
}

/** Returns true for passages with numbers from 1, without a gap, and as many as the backup says. */
export function areAllPassages(values: readonly unknown[], total: number): values is Passage[] {
  return (
    values.length === total && values.every((value, index) => isPassage(value) && value.number === index + 1)
  )
}
