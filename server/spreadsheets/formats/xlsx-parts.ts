/**
 * The parts of an Excel workbook (ECMA-376, part 2): their names, and their content, unpacked within a limit, and read as
 * XML. The number formats (part 1, 18.8.30), as far as a cell needs them to be understood. A number counts as its cell shows
 * it if the format adds letters, zeros or strokes.
 */
import { crc32 } from 'node:zlib'
import { format, getFormatInfo, isDateFormat } from 'numfmt'
import { Parser } from 'saxen'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { MalformedError, TooLargeError } from '#domain/errors'
import { tooLongNumber } from '#domain/pilots/rules'
import { bookTooLarge, maxParts, maxUnpackedBytes } from './bounds.ts'

export const noBook =
  'El archivo no es un libro de Excel (.xlsx), o está dañado: ábralo en Excel y guárdelo otra vez'

/** Unpacks a ZIP and checks that its parts have the declared sizes and checksums. */
export class XlsxParts {
  #bytesLeft = maxUnpackedBytes

  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  /** @throws MalformedError if the bytes are no ZIP or contain a part twice; TooLargeError if there are too many */
  static async open(bytes: Uint8Array): Promise<XlsxParts> {
    return asWorkbookError(async () => {
      const zip = await fromBufferPromise(bufferOf(bytes), { lazyEntries: true })
      const entries = new Map<string, Entry>()
      if (zip.entryCount > maxParts) throw new TooLargeError(bookTooLarge)
      for await (const entry of zip.eachEntry()) {
        const name = partName(entry.fileName)
        if (entries.has(name)) throw new MalformedError(noBook)
        entries.set(name, entry)
      }
      return new XlsxParts(zip, entries)
    })
  }

  /** The paths of all parts, as the ZIP writes them. */
  get paths(): string[] {
    return Array.from(this.entries.values(), ({ fileName }) => fileName)
  }

  has(path: string): boolean {
    return this.entries.has(partName(path))
  }

  /**
   * Returns what `read` makes of the XML of a part, or undefined if there is no such part.
   * @throws MalformedError, TooLargeError
   */
  async read<Found>(path: string, read: (xml: string) => Found): Promise<Found | undefined> {
    const entry = this.entries.get(partName(path))
    if (!entry) return undefined
    this.#bytesLeft -= entry.uncompressedSize
    if (this.#bytesLeft < 0) throw new TooLargeError(bookTooLarge)
    return asWorkbookError(async () => {
      // The stream fails as soon as the content is larger than the entry declares.
      const stream = await this.zip.openReadStreamPromise(entry)
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk)
      const content = Buffer.concat(chunks)
      if (crc32(content) !== entry.crc32) throw new MalformedError(noBook)
      return read(new TextDecoder().decode(content))
    })
  }
}

/**
 * Returns the name of the part at a path, which is relative to the part `source`. Names that differ only in case are the same
 * (ECMA-376, part 2, 6.3.5).
 * @example partName('../Styles.xml', '/xl/sheets/book.xml') // '/xl/styles.xml'
 */
export function partName(path: string, source = '/'): string {
  return new URL(path.replace(/^[\\/]+/, '/'), new URL(source, 'http://parts')).pathname.toLowerCase()
}

/** Returns a buffer that shares the memory of the bytes. */
function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Replaces the errors of the libraries by a MalformedError, since their messages do not help people. */
async function asWorkbookError<Result>(read: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    throw error instanceof MalformedError || error instanceof TooLargeError
      ? error
      : new MalformedError(noBook)
  }
}

export type Attributes = Readonly<Record<string, string | undefined>>

export interface XmlHandlers {
  /** Names come without the prefix of their namespace. `attributes` is a function because parsing them takes time. */
  open?(name: string, attributes: () => Attributes): void
  close?(name: string): void
  text?(text: string): void
}

/**
 * Calls the handlers, in linear time. No entity but those of XML itself is resolved.
 * @throws Error if the text is not XML
 */
export function readXml(xml: string, { open, close, text }: XmlHandlers): void {
  const parser = new Parser()
  parser.on('openTag', (name, getAttributes, decodeEntities) => {
    open?.(withoutPrefix(name), () => attributesOf(getAttributes(), decodeEntities))
  })
  parser.on('closeTag', (name) => close?.(withoutPrefix(name)))
  if (text) {
    parser.on('text', (escaped, decodeEntities) => text(decodeEntities(escaped)))
    parser.on('cdata', text)
  }
  parser.parse(xml)
}

function attributesOf(given: Record<string, string>, decode: (text: string) => string): Attributes {
  const attributes: Record<string, string> = {}
  for (const name in given) {
    if (!name.startsWith('xmlns')) attributes[withoutPrefix(name)] = decode(given[name] ?? '')
  }
  return attributes
}

/** Reads a boolean of XML Schema, which is false if it is absent. */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Decodes the characters that XML cannot contain (ECMA-376, part 1, 22.9.2.19): `_x000D_` is a carriage return. */
export function unescaped(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
}

export interface NumberFormat {
  /** True if the number of a cell is a day. */
  isDate: boolean
  /** The format that shows more than the number: see `showsMore`. */
  code?: string
}

/** The longest code that Excel accepts (https://support.microsoft.com/office/1672b34d-7043-467e-8e27-269d656771c3). */
const maxCodeLength = 255

/** The days and times among the formats without a code, from 14 on: those of Europe, East Asia and Thailand. */
const dateIds = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
  [71, 81],
] as const

/**
 * Returns the format with an identifier. Those below 100 have a meaning of their own, whatever their code.
 * @throws MalformedError if the code is too long
 */
export function numberFormat(id: number, code = ''): NumberFormat {
  if (dateIds.some(([first, last]) => first <= id && id <= last)) return { isDate: true }
  if (code.length > maxCodeLength) throw new MalformedError(noBook)
  if (code === '' || plainGeneral.test(code)) return { isDate: false }
  return { isDate: id >= 100 && isDateFormat(code), ...(showsMore(code) && { code }) }
}

/** Matches "General" without anything that changes the text, as LibreOffice writes it for every cell: `[$-280A]General_)`. */
const plainGeneral = /^(?:\[[^\]]*\]|[_*].)*General(?:[_*].)*$/i

/**
 * Returns true for a format that adds letters, zeros or strokes to a whole number, such as `"FM-"0000` or `0000\-0000`. A
 * date, an amount, a percentage, separated thousands and decimals mean the number itself.
 */
function showsMore(code: string): boolean {
  const { type, grouped, maxDecimals, scale } = getFormatInfo(code)
  if (grouped || scale !== 1 || isAmount.test(code)) return false
  return type === 'general' || (type === 'number' && maxDecimals === 0)
}

/** Matches a format with a currency in brackets: `[$S/-280A] 0`. A code of a language only is `[$-C0A]`. */
const isAmount = /\[\$[^\-\]]/

/** Returns a number as a cell with the format shows it, or the number if the format adds nothing or hides it. */
export function shownAs(value: number, code: string): string | number {
  if (Math.abs(value) >= tooLongNumber) return value
  // "General" abbreviates whole numbers that are wider than a usual cell.
  const whole = code.replace(quotedOrGeneral, (_, quoted?: string) => quoted ?? '0')
  const text = format(Number.isInteger(value) ? whole : code, value, { nbsp: false }).trim()
  if (text === '') return value === 0 ? '' : value
  return text === String(value) ? value : text
}

const quotedOrGeneral = /("[^"]*"|\\.)|General/gi
