/** The parts of a book of Excel (ECMA-376, part 2): which there are, and their content, unpacked within a bound. */
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { MalformedError, TooLargeError } from '#domain/errors'
import { bookTooLarge, maxParts, maxUnpackedBytes } from '../bounds.ts'

export const noBook =
  'El archivo no es un libro de Excel (.xlsx), o está dañado: ábralo en Excel y guárdelo otra vez'

/** Unpacks a ZIP and checks that its parts are as large as it says. */
export class XlsxParts {
  #bytesLeft = maxUnpackedBytes

  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  /** @throws MalformedError where it is no ZIP, or has a part twice; TooLargeError */
  static async open(bytes: Uint8Array): Promise<XlsxParts> {
    return orNoBook(async () => {
      const zip = await fromBufferPromise(bufferOf(bytes), { lazyEntries: true })
      const entries = new Map<string, Entry>()
      if (zip.entryCount > maxParts) throw new TooLargeError(bookTooLarge)
      for await (const entry of zip.eachEntry()) {
        if (entries.has(entry.fileName)) throw new MalformedError(noBook)
        entries.set(entry.fileName, entry)
      }
      return new XlsxParts(zip, entries)
    })
  }

  /** The content of a part; undefined where there is none. @throws MalformedError, TooLargeError */
  async read(path: string): Promise<Buffer | undefined> {
    const entry = this.entries.get(path)
    if (!entry) return undefined
    this.#bytesLeft -= entry.uncompressedSize
    if (this.#bytesLeft < 0) throw new TooLargeError(bookTooLarge)
    return orNoBook(async () => {
      // Ends with an error as soon as more comes out than the entry says.
      const stream = await this.zip.openReadStreamPromise(entry)
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk)
      return Buffer.concat(chunks)
    })
  }
}

/** The same bytes: nothing is copied. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** The errors of the libraries say nothing that a person could use. */
export async function orNoBook<Result>(read: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    throw error instanceof MalformedError || error instanceof TooLargeError
      ? error
      : new MalformedError(noBook)
  }
}
