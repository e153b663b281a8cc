/** The passages of a folder: in memory, and in `passages.jsonl`, to which lines are only appended and synced. */
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { MachineError } from '#domain/errors'
import { type LogEntry, readEntry } from '#domain/gate/log-entry'
import { PassageLog } from '#domain/gate/passage-log'
import { isObject } from '#domain/text/text'
import { diskError, makePrivate, readIfThere, type Sync, syncFolder } from '../../../files/atomic-file.ts'
import { MissingFolderError } from '../../../files/folder-lock.ts'
import type { EntryLog } from '../../shared/log.ts'
import { type DurableLengthFile, readDurableLengths } from './durable-length.ts'
import { brokenDisk } from './journal.ts'
import { isTorn, readSummed, summedLine } from './lines.ts'
import { type Repair, repair } from './repairs.ts'

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

export interface PassageFileOptions {
  folder: string
  /** The length of the file, in bytes. */
  length: number
  sync: Sync
  durableLength: DurableLengthFile
  /** Throws if this process may no longer write to the folder. Called before every write. */
  requireLock: () => Promise<void>
}

/** The file is created at the first write. Callers write one after the other. */
class PassageFile {
  #handle: FileHandle | undefined
  #length: number
  #broken: MachineError | undefined

  constructor(private readonly options: PassageFileOptions) {
    this.#length = options.length
  }

  /** Appends and syncs entries. @throws DiskFullError, MachineError; the file has none of them then */
  async append(entries: readonly LogEntry[]): Promise<void> {
    await this.#requireWritable()
    this.#handle ??= await this.#open()
    const bytes = linesOf(entries, this.#length)
    try {
      await this.#handle.appendFile(bytes)
    } catch (error) {
      await this.#handle.truncate(this.#length).catch((failure) => {
        throw this.#break(failure)
      })
      throw diskError(error, this.options.folder)
    }
    await this.#sync(this.#handle)
    this.#length += bytes.length
    await this.options.durableLength.write({ passages: entries.at(-1)?.number })
  }

  async close(): Promise<void> {
    await this.#handle?.close()
    this.#handle = undefined
  }

  /** Never writes again after a failure: a failed sync may have dropped the data, and a second sync proves nothing. */
  async #sync(handle: FileHandle): Promise<void> {
    try {
      await this.options.sync(handle)
    } catch (error) {
      await handle.truncate(this.#length).catch(() => {})
      throw this.#break(error)
    }
  }

  async #requireWritable(): Promise<void> {
    if (this.#broken) throw this.#broken
    try {
      await this.options.requireLock()
    } catch (error) {
      if (error instanceof MachineError && !(error instanceof MissingFolderError)) this.#broken = error
      throw error
    }
  }

  async #open(): Promise<FileHandle> {
    const { folder } = this.options
    try {
      await makePrivate(folder)
      const handle = await open(passagePath(folder), 'a', 0o600)
      await syncFolder(folder)
      return handle
    } catch (error) {
      throw diskError(error, passagePath(folder))
    }
  }

  #break(cause: unknown): MachineError {
    this.#broken = brokenDisk(this.options.folder, cause)
    return this.#broken
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

interface Open {
  log: PassageLog
  file: PassageFile
}

/** Callers append and close one after the other. */
export class FolderPassages implements EntryLog {
  /** Descriptions of the repairs that were made on opening, in Spanish. */
  notes: readonly string[] = []
  #opening: Promise<Open> | undefined
  #log = new PassageLog()
  #listeners = new Set<(entries: readonly LogEntry[]) => void>()

  constructor(
    private readonly options: Omit<PassageFileOptions, 'length'>,
    /** Throws if nothing can be stored any more. */
    private readonly requireUsable: () => void,
  ) {}

  get lastNumber(): number {
    return this.#log.lastNumber
  }

  /** Reads and repairs the file at the first use. @throws MachineError if the file cannot be read */
  async current(): Promise<PassageLog> {
    return (await this.#open()).log
  }

  async append<Decided extends { fresh: readonly LogEntry[] }>(
    decide: (log: PassageLog) => Decided,
  ): Promise<Decided> {
    this.requireUsable()
    const { log, file } = await this.#open()
    const decided = decide(log)
    if (decided.fresh.length === 0) return decided
    await file.append(decided.fresh)
    for (const entry of decided.fresh) log.add(entry)
    this.#notify(decided.fresh)
    return decided
  }

  subscribe(listener: (entries: readonly LogEntry[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Closes the file. The next use reads it again. */
  async close(): Promise<void> {
    const open = await this.#opening?.catch(() => undefined)
    this.#opening = undefined
    await open?.file.close()
  }

  /** Reads the file again, which was replaced. */
  async readAgain(): Promise<void> {
    await this.current()
    this.#notify([])
  }

  #notify(entries: readonly LogEntry[]): void {
    for (const listener of this.#listeners) listener(entries)
  }

  #open(): Promise<Open> {
    this.#opening ??= this.#read()
    return this.#opening
  }

  async #read(): Promise<Open> {
    const { log, length, repairs } = await readPassages(this.options.folder)
    this.notes = await repair(repairs)
    this.#log = log
    return { log, file: new PassageFile({ ...this.options, length }) }
  }
}
