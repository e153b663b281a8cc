/** The journal: appends and syncs changes, so that the cost of a change does not depend on the number of pilots. */
import { type FileHandle, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { MachineError } from '#domain/errors'
import type { Change } from '#domain/pilots/change'
import type { LoggedChange } from '#domain/pilots/history/history'
import { diskError, type Sync, syncFolder } from '../../../files/atomic-file.ts'
import { MissingFolderError } from '../../../files/folder-lock.ts'
import type { DurableLengthFile } from './durable-length.ts'
import { readLine, writeLines } from './lines.ts'

export function journalName(number: number): string {
  return `journal-${String(number).padStart(6, '0')}.jsonl`
}

/** Returns the numbers of the journals in a folder, in ascending order. @throws MachineError */
export async function journalNumbers(folder: string): Promise<number[]> {
  const names = await readdir(folder).catch((error) => {
    throw diskError(error, folder)
  })
  return names
    .flatMap((name) => Number(/^journal-(\d{6,})\.jsonl$/.exec(name)?.[1] ?? []) || [])
    .sort((a, b) => a - b)
}

export interface JournalOptions {
  folder: string
  /** The number of the file to append to, which is created if it is missing. */
  file: number
  /** The number of the last change in the store. */
  lastChange: number
  sync: Sync
  durableLength: DurableLengthFile
  /** Throws if this process may no longer write to the folder. Called before every write. */
  requireLock: () => Promise<void>
}

/** The size of one write, in bytes: small enough for the server to answer requests between two writes. */
const writeSize = 128 * 1024

/** Opens or creates the file of a journal. @throws MachineError, also if the file does not end with `lastChange` */
export async function openJournal(options: JournalOptions): Promise<Journal> {
  const { folder, file, lastChange } = options
  return new Journal(options, await openFile(folder, file, lastChange))
}

export class Journal {
  #options: JournalOptions
  #file: FileHandle
  #number: number
  #lastChange: number
  /** The durable length of the open file, in bytes. */
  #length: number
  #broken: MachineError | undefined

  constructor(options: JournalOptions, { handle, length }: OpenFile) {
    this.#options = options
    this.#file = handle
    this.#length = length
    this.#number = options.file
    this.#lastChange = options.lastChange
  }

  /** The number of the open file. */
  get number(): number {
    return this.#number
  }

  /** The durable length of the open file, in bytes. */
  get length(): number {
    return this.#length
  }

  /**
   * Writes and syncs changes, and returns them with their numbers. Callers write one after the other.
   * @throws DiskFullError, MachineError; the disk has not changed then
   */
  async append(changes: readonly Change[]): Promise<LoggedChange[]> {
    if (this.#broken) throw this.#broken
    const at = new Date().toISOString()
    const first = this.#lastChange + 1
    await this.#requireLock()
    await this.#requireEnd()
    const length = await this.#appendLines(changes, at)
    await this.#sync()
    this.#length = length
    this.#lastChange += changes.length
    await this.#options.durableLength.write({ journal: this.#number, length })
    return changes.map((change, index) => ({ number: first + index, at, change }))
  }

  /** Continues in a new file, and returns its number. @throws MachineError */
  async rotate(): Promise<number> {
    if (this.#broken) throw this.#broken
    await this.#requireLock()
    const next = this.#number + 1
    const { handle, length } = await openFile(this.#options.folder, next, this.#lastChange)
    await this.#file.close()
    this.#file = handle
    this.#length = length
    this.#number = next
    return next
  }

  async close(): Promise<void> {
    await this.#file.close()
  }

  /** Checks the lock. Ends all writing until the next start if another process may hold the folder. @throws MachineError */
  async #requireLock(): Promise<void> {
    try {
      await this.#options.requireLock()
    } catch (error) {
      if (error instanceof MachineError && !(error instanceof MissingFolderError)) this.#broken = error
      throw error
    }
  }

  /** Requires that nothing else has written to the file, so that the next number follows. @throws MachineError */
  async #requireEnd(): Promise<void> {
    if ((await this.#file.stat()).size === this.#length) return
    this.#broken = otherEnd(join(this.#options.folder, journalName(this.#number)))
    throw this.#broken
  }

  /** Appends lines and returns the new length of the file, in bytes. Restores the old length if writing fails. */
  async #appendLines(changes: readonly Change[], at: string): Promise<number> {
    let length = this.#length
    let unwritten: Buffer[] = []
    let size = 0
    let writing = Promise.resolve()
    /** Writes one part while the next part is serialized. */
    const write = async () => {
      const [first] = unwritten
      const bytes = first && unwritten.length === 1 ? first : Buffer.concat(unwritten)
      unwritten = []
      size = 0
      length += bytes.length
      await writing
      writing = this.#file.appendFile(bytes)
      writing.catch(() => {})
    }
    try {
      for (const [index, change] of changes.entries()) {
        for (const line of writeLines(change, {
          number: this.#lastChange + 1 + index,
          at,
          base: this.#length,
        })) {
          unwritten.push(line)
          size += line.length
          if (size > writeSize) await write()
        }
      }
      if (size > 0) await write()
      await writing
    } catch (error) {
      await writing.catch(() => {})
      await this.#file.truncate(this.#length).catch((failure) => {
        throw this.#break(failure)
      })
      throw diskError(error, this.#options.folder)
    }
    return length
  }

  /** Never syncs again after a failure: a failed sync may have dropped the data, and a second sync proves nothing. */
  async #sync(): Promise<void> {
    try {
      await this.#options.sync(this.#file)
    } catch (error) {
      // A rejected change should not reappear after a restart, if the disk still permits the truncation.
      await this.#file.truncate(this.#length).catch(() => {})
      throw this.#break(error)
    }
  }

  #break(cause: unknown): MachineError {
    this.#broken = brokenDisk(this.#options.folder, cause)
    return this.#broken
  }
}

/** Returns the error of a disk that failed, on which nothing is written any more until the next start. */
export function brokenDisk(folder: string, cause: unknown): MachineError {
  return new MachineError(
    `El disco de ${folder} falló al guardar: ya no se guarda nada más. Revise el disco y abra PilotOS otra vez`,
    cause,
  )
}

interface OpenFile {
  handle: FileHandle
  length: number
}

async function openFile(folder: string, number: number, lastChange: number): Promise<OpenFile> {
  const path = join(folder, journalName(number))
  let handle: FileHandle | undefined
  try {
    // A file that is opened to append reads at any place.
    handle = await open(path, 'a+', 0o600)
    const { size } = await handle.stat()
    if (size > 0 && (await lastNumber(handle, size)) !== lastChange) throw otherEnd(path)
    await syncFolder(folder)
    return { handle, length: size }
  } catch (error) {
    await handle?.close()
    throw diskError(error, path)
  }
}

/** The part of a file in which its last line is looked for first, in bytes. */
const endSize = 64 * 1024

/** Returns the number of the last line of a file, or undefined if that line cannot be read. */
async function lastNumber(file: FileHandle, size: number): Promise<number | undefined> {
  for (let length = Math.min(size, endSize); ; length = Math.min(size, length * 8)) {
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length)
    const start = buffer.lastIndexOf('\n', -2) + 1
    if (start > 0 || length === size) return readLine(buffer.subarray(start, -1))?.number
  }
}

function otherEnd(path: string): MachineError {
  return new MachineError(
    `El diario ${path} no termina en el último cambio, y no se guardó nada: cierre PilotOS y ábralo otra vez`,
  )
}
