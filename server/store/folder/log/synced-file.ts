/**
 * The files of a log, to which lines are only appended, and which are synced before a change or a passage is acknowledged.
 * `durable.json` says how far they were synced then. It is written without a sync: after a power cut it may be older than
 * the logs, but it is never ahead of what was acknowledged.
 */
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { MachineError } from '#domain/errors'
import { isObject, parseJson } from '#domain/text/text'
import { diskError, makePrivate, readIfThere, type Sync, syncFolder } from '../../../files/atomic-file.ts'
import { MissingFolderError } from '../../../files/folder-lock.ts'
import { openOnceFree } from '../../../files/held-file.ts'
import { UnusableFileError } from '../../../files/plain-file.ts'
import { inBlocks } from './lines.ts'

export interface DurableLengths {
  /** The number of the journal. */
  journal?: number
  /** The synced length of the journal, in bytes. */
  length?: number
  /** The number of the last passage. */
  passages?: number
}

const fileName = 'durable.json'

/**
 * Reads `durable.json`. Returns an empty object if the file does not exist, or if a crash cut it short.
 * @throws UnusableFileError: nothing could be written there either
 */
export async function readDurableLengths(folder: string): Promise<DurableLengths> {
  const bytes = await readIfThere(join(folder, fileName)).catch((error) => {
    if (error instanceof UnusableFileError) throw error
  })
  const value = parseJson(bytes?.toString('utf8') ?? '')
  if (!isObject(value)) return {}
  const { journal, length, passages } = value
  return { journal: integer(journal), length: integer(length), passages: integer(passages) }
}

function integer(value: unknown): number | undefined {
  return Number.isInteger(value) ? Number(value) : undefined
}

/** Writes `durable.json`. Ignores errors of the disk, since the logs themselves do not depend on this file. */
export class DurableLengthFile {
  #file: Promise<FileHandle | undefined> | undefined
  #writing = Promise.resolve()

  constructor(
    private readonly folder: string,
    private noted: DurableLengths,
  ) {}

  /** Writes the given lengths, beside the others of before. */
  write(lengths: DurableLengths): Promise<void> {
    this.noted = { ...this.noted, ...lengths }
    this.#writing = this.#writing.then(async () => {
      this.#file ??= openOnceFree(join(this.folder, fileName), 'w', 0o600).catch(() => undefined)
      // Every text has the same length, so that it overwrites the previous text completely.
      const text = `${JSON.stringify(this.noted)}`.padEnd(noteBytes)
      await (await this.#file)?.write(`${text}\n`, 0).catch(() => {})
    })
    return this.#writing
  }

  /** Notes nothing any more, until the next write: the logs have other lengths. */
  forget(): void {
    this.noted = {}
  }

  /** Closes the file, which a further write opens again. */
  async close(): Promise<void> {
    await this.#writing
    const file = await this.#file
    this.#file = undefined
    await file?.close()
  }
}

/** Syncs a file as it is read, since a killed process may not have. A disk that fails here fails at the next change. */
export async function syncRead(path: string, sync: Sync): Promise<void> {
  // Windows syncs only what may be written.
  const file = await openOnceFree(path, 'r+').catch(() => undefined)
  await file
    ?.stat()
    .then(({ size }) => (size > 0 ? sync(file) : undefined))
    .catch(() => {})
  await file?.close()
}

/** The length of the text, in bytes, without the line feed. */
const noteBytes = 90

export interface SyncedFileOptions {
  folder: string
  sync: Sync
  durableLength: DurableLengthFile
  /** Throws if this process may no longer write to the folder. Called before every write. */
  requireLock: () => Promise<void>
}

/** The size of one write, in bytes: small enough for the server to answer requests between two writes. */
const writeSize = 128 * 1024

/** A file of a log. Without a handle, it is opened at the first write. Callers write one after the other. */
export class SyncedFile {
  #broken: MachineError | undefined

  constructor(
    private readonly path: string,
    private readonly options: SyncedFileOptions,
    private durable: number,
    private handle?: FileHandle,
  ) {}

  /** The durable length of the file, in bytes. */
  get length(): number {
    return this.durable
  }

  /**
   * Appends and syncs lines. With `otherEnd`, nothing else may have written to the file, and it returns the error for that.
   * @throws DiskFullError, MachineError; the file has not changed then
   */
  async append(lines: Iterable<Uint8Array>, otherEnd?: () => MachineError): Promise<void> {
    await this.requireWritable()
    this.handle ??= await openToAppend(this.path, this.options.folder)
    if (otherEnd && (await this.handle.stat()).size !== this.durable) {
      this.#broken = otherEnd()
      throw this.#broken
    }
    const length = await this.#write(this.handle, lines)
    await this.#sync(this.handle)
    this.durable = length
  }

  /** Checks the lock. Ends all writing until the next start if another process may hold the folder. @throws MachineError */
  async requireWritable(): Promise<void> {
    if (this.#broken) throw this.#broken
    try {
      await this.options.requireLock()
    } catch (error) {
      if (error instanceof MachineError && !(error instanceof MissingFolderError)) this.#broken = error
      throw error
    }
  }

  /** Closes an open file, to which nothing is written any more. */
  async close(): Promise<void> {
    await this.handle?.close()
  }

  /** Writes lines and returns the new length of the file, in bytes. Restores the old length if writing fails. */
  async #write(handle: FileHandle, lines: Iterable<Uint8Array>): Promise<number> {
    let length = this.durable
    let writing = Promise.resolve()
    try {
      // One block is written while the next one is serialized.
      for (const block of inBlocks(lines, writeSize)) {
        await writing
        writing = handle.appendFile(block)
        writing.catch(() => {})
        length += block.length
      }
      await writing
    } catch (error) {
      await writing.catch(() => {})
      await handle.truncate(this.durable).catch((failure) => {
        throw this.#break(failure)
      })
      throw diskError(error, this.options.folder)
    }
    return length
  }

  /** Never syncs again after a failure: a failed sync may have dropped the data, and a second sync proves nothing. */
  async #sync(handle: FileHandle): Promise<void> {
    try {
      await this.options.sync(handle)
    } catch (error) {
      // A refused change or passage should not reappear after a restart, if the disk still permits the truncation.
      await handle.truncate(this.durable).catch(() => {})
      throw this.#break(error)
    }
  }

  #break(cause: unknown): MachineError {
    const { folder } = this.options
    const text = `El disco de ${folder} falló al guardar: ya no se guarda nada más. Revise el disco y abra PilotOS otra vez`
    this.#broken = new MachineError(text, cause)
    return this.#broken
  }
}

/** @throws DiskFullError, MachineError */
async function openToAppend(path: string, folder: string): Promise<FileHandle> {
  try {
    await makePrivate(folder)
    const handle = await openOnceFree(path, 'a', 0o600)
    await syncFolder(folder)
    return handle
  } catch (error) {
    throw diskError(error, path)
  }
}
