/**
 * Reads the history of pilots from the journals, which are kept for this purpose after a snapshot contains their
 * changes. The history that came from a backup or another desk is in `past.jsonl`, in lines of the format of a journal.
 */
import { join } from 'node:path'
import { type ChangeLogPage, changeKey, type LoggedChange } from '#domain/pilots/history/history'
import { diskError, isMissing } from '../../../files/atomic-file.ts'
import { partAbout } from '../../shared/log.ts'
import { journalName, journalNumbers } from './journal.ts'
import { inBlocks, type LineBlock, lineBlocks, readLine, writeLines } from './lines.ts'

/** The history that came from backups and from other desks. */
export const pastName = 'past.jsonl'

/** The bytes that a page has at least, unless it is the last one. Parsing them takes a few milliseconds. */
const pageBytes = 256 * 1024

/**
 * Returns one page of all changes ever made, the oldest first, or of the parts that have one of the topics. `after` is the
 * `next` of the previous page. A page has several files if they are short: there are many after many restarts.
 */
export async function changeLogPage(
  folder: string,
  after = `${pastName} 0`,
  topics?: ReadonlySet<string>,
): Promise<ChangeLogPage> {
  // The names are read first: then nothing is appended any more to a journal that another one follows.
  const names = [pastName, ...(await journalNames(folder))]
  const [first = '', offset] = after.split(' ')
  const changes: LoggedChange[] = []
  let length = 0
  for (const name of names.slice(Math.max(0, names.indexOf(first)))) {
    for await (const { start, bytes } of blocksOf(join(folder, name), name === first ? Number(offset) : 0)) {
      if (bytes.at(-1) !== lineFeed) break
      for (const one of changesOfBlock(bytes, topics))
        changes.push(name === pastName ? { ...one, past: true } : one)
      length += bytes.length
      if (length >= pageBytes) return { changes, next: `${name} ${start + bytes.length}` }
    }
  }
  return { changes }
}

/**
 * Returns the content of the history of others with that of another desk or a backup. A change that is there already, or that
 * this store has made itself, is left out.
 */
export async function pastWith(
  folder: string,
  log: readonly LoggedChange[],
): Promise<AsyncIterable<Uint8Array>> {
  const stored = new Set<string>()
  const names = [pastName, ...(await journalNames(folder))]
  for await (const one of changesIn(folder, names)) stored.add(changeKey(one))
  const fresh = log.filter((one) => !stored.has(changeKey(one)))
  async function* content() {
    for await (const { bytes } of blocksOf(join(folder, pastName))) yield bytes
    yield* inBlocks(linesOf(fresh))
  }
  return content()
}

/** Yields the lines of changes of others. The first line feed ends a line that a crash has left incomplete. */
function* linesOf(log: readonly LoggedChange[]): Generator<Buffer> {
  yield Buffer.from('\n')
  for (const { number, at, change } of log) yield* writeLines(change, { number, at, base: 0 })
}

/** Yields the changes of some files, a line at a time: a change of many pilots comes in parts. */
async function* changesIn(folder: string, names: readonly string[]): AsyncGenerator<LoggedChange> {
  for (const name of names) {
    for await (const { bytes } of blocksOf(join(folder, name))) yield* changesOfBlock(bytes)
  }
}

/** Yields the lines of a file in blocks. Yields nothing if the file does not exist. @throws MachineError */
async function* blocksOf(path: string, from = 0): AsyncGenerator<LineBlock> {
  try {
    yield* lineBlocks(path, from)
  } catch (error) {
    if (!isMissing(error)) throw diskError(error, path)
  }
}

/** With more topics than this, looking for all of them in a line takes longer than parsing it. */
const fewTopics = 8

/** Returns the changes of the complete lines of a block, or their parts about some topics. Skips lines that cannot be read. */
function changesOfBlock(bytes: Buffer, topics?: ReadonlySet<string>): LoggedChange[] {
  const texts = topics && topics.size <= fewTopics ? [...topics] : undefined
  const changes: LoggedChange[] = []
  for (let start = 0, end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, start)) {
    const found = bytes.subarray(start, end)
    const line = !texts || texts.some((text) => found.includes(text)) ? readLine(found) : undefined
    const change = line && (topics ? partAbout(line.change, topics) : line.change)
    if (line && change) changes.push({ number: line.number, at: line.at, change })
    start = end + 1
  }
  return changes
}

async function journalNames(folder: string): Promise<string[]> {
  return (await journalNumbers(folder)).map(journalName)
}

const lineFeed = 0x0a
