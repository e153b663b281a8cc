/**
 * `durable.json`: how far a journal was synced when a change was acknowledged last. It is written without a sync
 * of its own: after a power cut it may be older than the journal, but it is never ahead of what was acknowledged.
 */
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject } from '#domain/text/json'
import { readIfThere } from '../../../files/atomic-file.ts'

export interface DurableLength {
  /** The number of the journal. */
  journal: number
  /** In bytes. */
  length: number
}

const fileName = 'durable.json'

/** Undefined where nothing was noted, or a crash cut the note short. */
export async function readDurableLength(folder: string): Promise<DurableLength | undefined> {
  const bytes = await readIfThere(join(folder, fileName)).catch(() => undefined)
  try {
    const value: unknown = JSON.parse(bytes?.toString('utf8') ?? '')
    return isDurableLength(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isDurableLength(value: unknown): value is DurableLength {
  return isObject(value) && Number.isInteger(value.journal) && Number.isInteger(value.length)
}

/** Keeps the note up to date. A disk that refuses it takes nothing from what it is about. */
export class DurableLengthFile {
  #file: Promise<FileHandle | undefined> | undefined

  constructor(private readonly folder: string) {}

  async write(noted: DurableLength): Promise<void> {
    this.#file ??= open(join(this.folder, fileName), 'w', 0o600).catch(() => undefined)
    const file = await this.#file
    // Each note is as long as the one before, so that it replaces all of it.
    const text = `${JSON.stringify(noted)}`.padEnd(noteBytes)
    await file?.write(`${text}\n`, 0).catch(() => {})
  }

  async close(): Promise<void> {
    await (await this.#file)?.close()
  }
}

const noteBytes = 60
