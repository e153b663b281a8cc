/**
 * `durable.json`: how far the logs of a folder were synced when the last change and the last passage were acknowledged.
 * The file is written without a sync: after a power cut it may be older than the logs, but it is never ahead of what was
 * acknowledged.
 */
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject, parseJson } from '#domain/text/text'
import { readIfThere } from '../../../files/atomic-file.ts'
import { UnusableFileError } from '../../../files/plain-file.ts'

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
      this.#file ??= open(join(this.folder, fileName), 'w', 0o600).catch(() => undefined)
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

/** The length of the text, in bytes, without the line feed. */
const noteBytes = 90
