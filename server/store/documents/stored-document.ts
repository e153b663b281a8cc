/**
 * The contract of the small documents of a store, such as its accounts: a file of a folder, or a row of a database. Each
 * is read and replaced as a whole.
 */
import { crc32 } from 'node:zlib'
import { MachineError } from '#domain/errors'
import { isObject, parseJson } from '#domain/text/text'

/** The content of a document. */
export interface DocumentKind<Data> {
  /** The data before any is stored. */
  empty: Data
  /** Says in Spanish what a person loses if a document cannot be read and begins anew, and what to do. */
  lost: string
  /** True if the content before the last change is kept in a folder, and counts if the present one cannot be read. */
  keepsCopy?: true
  /** Returns undefined for an object that is no content of this kind. */
  parse(content: Record<string, unknown>): Data | undefined
  contentOf(data: Data): object
}

/** Returns the text of a document: JSON with a checksum, the CRC32 of the content without it. */
export function textOf<Data>({ contentOf }: DocumentKind<Data>, data: Data): string {
  const content = contentOf(data)
  return JSON.stringify({ ...content, crc32: sumOf(content) }, null, 2)
}

/** Returns the data in the text of a document, or undefined if it is damaged. */
export function dataIn<Data>({ parse }: DocumentKind<Data>, text: string): Data | undefined {
  const value = parseJson(text)
  if (!isObject(value)) return undefined
  const { crc32: sum, ...content } = value
  // Version 1.0.0 stored no sum, and a person takes it out of what is written by hand.
  return sum === undefined || sum === sumOf(content) ? parse(content) : undefined
}

function sumOf(content: object): string {
  return crc32(JSON.stringify(content)).toString(16).padStart(8, '0')
}

/** A document that cannot be read. The next opening sets it aside. */
export class DamagedDocumentError extends MachineError {
  /** `source` names the document in Spanish. */
  constructor(source: string) {
    super(`${source} está dañado: cierre PilotOS y ábralo otra vez, que lo aparta`)
  }
}

/** A moment of a change. */
export interface Attempt {
  /** The time by the clock of the store, in milliseconds since 1970. */
  now: number
  /** True if the same change was tried before, and may be stored. */
  isAgain: boolean
}

export interface StoredDocument<Data> {
  /** Returns the data, and the time by the clock of the store, in milliseconds since 1970. */
  read(): Promise<{ data: Data; now: number }>

  /**
   * Replaces the data by the result of `toChanged`, or keeps it if there is none. Resolves to the result. No other
   * change, also of another process, comes between. A database may call `toChanged` again after a lost connection.
   */
  change<Changed extends Data | undefined>(
    toChanged: (data: Data, attempt: Attempt) => Changed,
  ): Promise<Changed>
}

/** A document that nobody else, also of another process, changes while `toChanged` waits for other work. */
export interface HeldDocument<Data> extends StoredDocument<Data> {
  change<Changed extends Data | undefined>(
    toChanged: (data: Data, attempt: Attempt) => Changed | Promise<Changed>,
  ): Promise<Changed>
}
