/** The log of passages in a backup: files in which each line is an entry as JSON, the oldest first. */
import { type LogEntry, readEntry } from '#domain/gate/settlement'
import { parseJson } from '#domain/text/text'
import { entriesPerPage } from '../store/contract/passage-store.ts'
import type { Stores } from '../store/contract/stores.ts'
import type { AddFile } from './archive.ts'

export const passageFolder = 'passages/'

/** Reads the whole log. */
export async function readLog({ passages }: Pick<Stores, 'passages'>): Promise<LogEntry[]> {
  const entries: LogEntry[] = []
  for (;;) {
    const page = await passages.log(entries.at(-1)?.number)
    if (page.length === 0) return entries
    entries.push(...page)
  }
}

/** Adds the entries, which get numbers without a gap. */
export async function addPassages(add: AddFile, entries: readonly LogEntry[]): Promise<void> {
  for (let start = 0, file = 1; start < entries.length; start += entriesPerPage, file += 1) {
    const lines = entries
      .slice(start, start + entriesPerPage)
      .map((entry, index) => `${JSON.stringify({ ...entry, number: start + index + 1 })}\n`)
    await add(`${passageFolder}${String(file).padStart(6, '0')}.jsonl`, Buffer.from(lines.join('')))
  }
}

/** Adds the entry of a line to those before. Returns false if the line is no entry, or has another number. */
export function addEntry(log: LogEntry[], line: string): boolean {
  const entry = readEntry(parseJson(line))
  if (entry?.number !== log.length + 1) return false
  log.push(entry)
  return true
}
