/**
 * `durable.json`: the length up to which a journal was synced when the last change was acknowledged. The file is
 * written without a sync: after a power cut it may be older than the journal, but it is never ahead of the
 * acknowledged changes.
 */
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject, parseJson } from '#domain/text/json'
import { readIfThere } from '../../../files/atomic-file.ts'

export interface DurableLength {
  /** The number of the journal. */
  journal: number
  /** The synced length, in bytes. */
  length: number
}

const fileName = 'durable.json'

/** Reads `durable.json`. Returns undefined if the file does not exist, or if a crash cut it short. */
export async function readDurableLength(folder: string): Promise<DurableLength | undefined> {
  const bytes = await readIfThere(join(folder, fileName)).catch(() => undefined)
  const value = parseJson(bytes?.toString('utf8') ?? '')
  return isDurableLength(value) ? value : undefined
}

function isDurableLength(value: unknown): value is DurableLength {
  return isObject(value) && Number.isInteger(value.journal) && Number.isInteger(value.length)
}

/** Writes `durable.json`. Ignores errors of the disk, since the journal itself does not depend on this file. */
export class DurableLengthFile {
  #file: Promise<FileHandle | undefined> | undefined

  constructor(private readonly folder: string) {}

  async write(noted: DurableLength): Promise<void> {
    this.#file ??= open(join(this.folder, fileName), 'w', 0o600).catch(() => undefined)
    const file = await this.#file
    // Every text has the same length, so that it overwrites the previous text completely.
    const text = `${JSON.stringify(noted)}`.padEnd(noteBytes)
    await file?.write(`${text}\n`, 0).catch(() => {})
  }

  async close(): Promise<void> {
    await (await this.#file)?.close()
  }
}

/** The length of the text, in bytes, without the line feed. */
const noteBytes = 60
