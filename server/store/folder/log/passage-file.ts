/** `passages.jsonl`: the log of passages of a folder, to which lines are only appended. */
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { MachineError } from '#domain/errors'
import { isPassage, type Passage } from '#domain/gate/passage'
import { PassageLog } from '#domain/gate/passage-log'
import { isObject } from '#domain/text/json'
import {
  diskError,
  makePrivate,
  readIfThere,
  type Sync,
  syncFolder,
  writeAtomically,
} from '../../../files/atomic-file.ts'
import { brokenDisk } from './journal.ts'
import type { TornEnd } from './repairs.ts'
import { untouched } from './saved-state.ts'
import { isTorn, readSummed, summedLine } from './summed-line.ts'

interface SavedPassages {
  log: PassageLog
  /** The length of the readable lines, in bytes. */
  length: number
  /** The incomplete lines at the end, which must be cut off before others are written. */
  torn?: TornEnd
}

/** Reads the log without changing it. @throws MachineError, naming the file and the byte, if a line is damaged */
export async function readPassages(folder: string): Promise<SavedPassages> {
  const path = passagePath(folder)
  const bytes = (await readIfThere(path)) ?? Buffer.alloc(0)
  const log = new PassageLog()
  let offset = 0
  while (offset < bytes.length) {
    const end = bytes.indexOf(0x0a, offset)
    const passage = end < 0 ? undefined : readPassage(bytes.subarray(offset, end))
    // Passages are numbered without a gap: a line that repeats or skips a number is damaged too.
    if (passage?.number !== log.lastNumber + 1) break
    log.add(passage)
    offset = end + 1
  }
  if (offset === bytes.length) return { log, length: offset }
  if (!isTorn(bytes, offset))
    throw new MachineError(`El registro de pasos ${path} está dañado en el byte ${offset}. ${untouched}`)
  return { log, length: offset, torn: { kind: 'torn', path, offset, bytes: bytes.length - offset } }
}

interface PassageFileOptions {
  folder: string
  /** The length of the file, in bytes. */
  length: number
  sync: Sync
  /** Throws if this process may no longer write to the folder. Called before every write. */
  requireLock: () => Promise<void>
}

/** The file is created at the first write. Callers write one after the other. */
export class PassageFile {
  #handle: FileHandle | undefined
  #length: number
  #broken: MachineError | undefined

  constructor(private readonly options: PassageFileOptions) {
    this.#length = options.length
  }

  /** Appends and syncs passages. @throws DiskFullError, MachineError; the file has none of them then */
  async append(passages: readonly Passage[]): Promise<void> {
    await this.#requireWritable()
    this.#handle ??= await this.#open()
    const bytes = linesOf(passages, this.#length)
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
  }

  /** Replaces the content of the file, atomically. @throws DiskFullError, MachineError */
  async replace(passages: readonly Passage[]): Promise<void> {
    await this.#requireWritable()
    await this.close()
    const { folder, sync } = this.options
    const bytes = linesOf(passages, 0)
    await makePrivate(folder)
    await writeAtomically(passagePath(folder), bytes, { sync })
    this.#length = bytes.length
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
      if (error instanceof MachineError) this.#broken = error
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

function passagePath(folder: string): string {
  return join(folder, 'passages.jsonl')
}

function linesOf(passages: readonly Passage[], base: number): Buffer {
  return Buffer.concat(passages.map((passage) => summedLine({ base, passage })))
}

function readPassage(bytes: Buffer): Passage | undefined {
  const line = readSummed(bytes)
  return isObject(line) && isPassage(line.passage) ? line.passage : undefined
}
