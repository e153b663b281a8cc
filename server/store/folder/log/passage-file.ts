/** The passages of a folder: in memory, and in `passages.jsonl`, which is synced before a passage is acknowledged. */
import { join } from 'node:path'
import type { LogEntry } from '#domain/gate/log-entry'
import { PassageLog } from '#domain/gate/passage-log'
import { readEntry } from '#domain/pilots/history/readable'
import { isObject } from '#domain/text/text'
import { readIfThere } from '../../../files/atomic-file.ts'
import { type EntryLog, KnownEntries } from '../../shared/log.ts'
import type { Tombstones } from '../../shared/tombstones.ts'
import { isTorn, readSummed, summedLine } from './lines.ts'
import { type Repair, repair } from './repairs.ts'
import { readDurableLengths, SyncedFile, type SyncedFileOptions } from './synced-file.ts'

interface SavedPassages {
  log: PassageLog
  /** The length of the readable lines, in bytes. */
  length: number
  /** The repairs that must be made before other lines are written. */
  repairs: Repair[]
}

/**
 * Reads the log without changing it. A line that is damaged, or that repeats a passage, is left out, so that it costs no
 * other passage. @throws MachineError if the file cannot be read
 */
export async function readPassages(folder: string): Promise<SavedPassages> {
  const path = passagePath(folder)
  // The note is read before the log, so that it is not ahead of it while a server writes.
  const { passages: acknowledged } = await readDurableLengths(folder)
  const bytes = (await readIfThere(path)) ?? Buffer.alloc(0)
  const log = new PassageLog()
  const good: Buffer[] = []
  const bad: Buffer[] = []
  /** The unreadable lines after the last good line, which begin at `end`. */
  let last: Buffer[] = []
  let [offset, end] = [0, 0]
  for (const line of linesIn(bytes)) {
    offset += line.length
    const entry = line.at(-1) === lineFeed ? entryIn(line.subarray(0, -1)) : undefined
    if (entry && log.accepts(entry)) {
      log.add(entry)
      good.push(line)
      bad.push(...last)
      last = []
      end = offset
    } else last.push(line)
  }
  const missing = acknowledged === undefined ? 0 : acknowledged - log.lastNumber
  const repairs: Repair[] = []
  if (last.length > 0 && isTorn(bytes, end)) {
    const wasAcknowledged = acknowledged === undefined ? undefined : missing > 0
    repairs.push({ kind: 'torn', path, offset: end, bytes: bytes.length - end, wasAcknowledged })
  } else bad.push(...last)
  if (bad.length > 0) repairs.push({ kind: 'lines', path, good, bad })
  if (missing > 0) repairs.push({ kind: 'missing', path, passages: missing })
  log.noteNumber(acknowledged ?? 0)
  return { log, length: good.reduce((length, line) => length + line.length, 0), repairs }
}

/** Yields the lines of a file with their line feeds, which the last one may lack. */
function* linesIn(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(lineFeed, start)
    const next = end < 0 ? bytes.length : end + 1
    yield bytes.subarray(start, next)
    start = next
  }
}

export const passageFileName = 'passages.jsonl'

function passagePath(folder: string): string {
  return join(folder, passageFileName)
}

/** Returns the content of a new file. */
export function passageLines(entries: readonly LogEntry[]): Buffer {
  return linesOf(entries, 0)
}

function linesOf(entries: readonly LogEntry[], base: number): Buffer {
  return Buffer.concat(
    entries.map((entry) =>
      summedLine('settles' in entry ? { base, settlement: entry } : { base, passage: entry }),
    ),
  )
}

function entryIn(bytes: Buffer): LogEntry | undefined {
  const line = readSummed(bytes)
  return isObject(line) ? readEntry(line.settlement ?? line.passage) : undefined
}

const lineFeed = 0x0a

/** Callers append, close and replace one after the other. */
export class FolderPassages extends KnownEntries implements EntryLog {
  /** Descriptions of the repairs that were made on opening, in Spanish. */
  notes: readonly string[] = []
  #opening: Promise<SyncedFile> | undefined

  constructor(
    private readonly options: SyncedFileOptions,
    /** Returns the tombstones. Throws if nothing can be stored any more. */
    private readonly stonesIfUsable: () => Tombstones,
  ) {
    super()
  }

  /** Reads and repairs the file at the first use. @throws MachineError if the file cannot be read */
  async current(): Promise<PassageLog> {
    await this.#open()
    return this.log
  }

  async append<Decided extends { fresh: readonly LogEntry[] }>(
    decide: (log: PassageLog, stones: Tombstones) => Decided,
  ): Promise<Decided> {
    const stones = this.stonesIfUsable()
    const file = await this.#open()
    const decided = decide(this.log, stones)
    const { fresh } = decided
    if (fresh.length === 0) return decided
    await file.append([linesOf(fresh, file.length)])
    await this.options.durableLength.write({ passages: fresh.at(-1)?.number })
    this.add(fresh)
    return decided
  }

  /** Closes the file. The passages stay in memory. */
  async close(): Promise<void> {
    const file = await this.#opening?.catch(() => undefined)
    await file?.close()
  }

  /**
   * Reads the file again, which was replaced. Readers have the passages of before until the returned function is called,
   * which tells no listener.
   */
  async readAgain(): Promise<() => void> {
    const { log, file } = await this.#read()
    return () => {
      this.log = log
      this.#opening = Promise.resolve(file)
    }
  }

  #open(): Promise<SyncedFile> {
    this.#opening ??= this.#read().then(({ log, file }) => {
      this.log = log
      return file
    })
    return this.#opening
  }

  async #read(): Promise<{ log: PassageLog; file: SyncedFile }> {
    const { folder } = this.options
    const { log, length, repairs } = await readPassages(folder)
    this.notes = await repair(repairs)
    return { log, file: new SyncedFile(passagePath(folder), this.options, length) }
  }
}
