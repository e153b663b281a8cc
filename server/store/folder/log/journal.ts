/** The journal: appends and syncs changes, so that the cost of a change does not depend on the number of pilots. */
import { type FileHandle, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { MachineError } from '#domain/errors'
import type { Change } from '#domain/pilots/change'
import type { LoggedChange } from '#domain/pilots/history/history'
import { diskError, syncFolder } from '../../../files/atomic-file.ts'
import { openOnceFree } from '../../../files/held-file.ts'
import { readLine, writeLines } from './lines.ts'
import { SyncedFile, type SyncedFileOptions } from './synced-file.ts'

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

export interface JournalOptions extends SyncedFileOptions {
  /** The number of the file to append to, which is created if it is missing. */
  file: number
  /** The number of the last change in the store. */
  lastChange: number
}

/** Opens or creates the file of a journal. @throws MachineError, also if the file does not end with `lastChange` */
export async function openJournal(options: JournalOptions): Promise<Journal> {
  return new Journal(options, await openFile(options))
}

export class Journal {
  /** The number of the open file. */
  number: number
  #lastChange: number

  constructor(
    private readonly options: JournalOptions,
    private file: SyncedFile,
  ) {
    this.number = options.file
    this.#lastChange = options.lastChange
  }

  /** The durable length of the open file, in bytes. */
  get length(): number {
    return this.file.length
  }

  /**
   * Writes and syncs changes, and returns them with their numbers. Callers write one after the other.
   * @throws DiskFullError, MachineError; the disk has not changed then
   */
  async append(changes: readonly Change[]): Promise<LoggedChange[]> {
    const at = new Date().toISOString()
    const logged = changes.map((change, index) => ({ number: this.#lastChange + 1 + index, at, change }))
    await this.file.append(linesOf(logged, this.length), () =>
      otherEnd(join(this.options.folder, journalName(this.number))),
    )
    this.#lastChange += changes.length
    await this.options.durableLength.write({ journal: this.number, length: this.length })
    return logged
  }

  /** Continues in a new file, and returns its number. @throws MachineError */
  async rotate(): Promise<number> {
    await this.file.requireWritable()
    const next = this.number + 1
    const file = await openFile({ ...this.options, file: next, lastChange: this.#lastChange })
    await this.file.close()
    this.file = file
    this.number = next
    return next
  }

  async close(): Promise<void> {
    await this.file.close()
  }
}

/** Yields the lines of changes that are written from the byte `base` on. */
function* linesOf(logged: readonly LoggedChange[], base: number): Generator<Buffer> {
  for (const { number, at, change } of logged) yield* writeLines(change, { number, at, base })
}

async function openFile(options: JournalOptions): Promise<SyncedFile> {
  const { folder, file, lastChange } = options
  const path = join(folder, journalName(file))
  let handle: FileHandle | undefined
  try {
    // A file that is opened to append reads at any place.
    handle = await openOnceFree(path, 'a+', 0o600)
    const { size } = await handle.stat()
    if (size > 0 && (await lastNumber(handle, size)) !== lastChange) throw otherEnd(path)
    await syncFolder(folder)
    return new SyncedFile(path, options, size, handle)
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
