/** Looks into a book of Excel before it is read, since a small file can unpack to more than the memory holds. */
import { strFromU8, unzipSync } from 'fflate'
import { MalformedError, TooLargeError } from './errors.ts'

/** More than a book of 100 MB of pilots unpacks to. */
const maxUnpackedBytes = 1024 * 1024 * 1024

/** A sheet of 100,000 rows and 300 columns. A single cell at the far end of a sheet makes a thousand times that. */
const maxCells = 30_000_000

export const noBook =
  'El archivo no es un libro de Excel (.xlsx), o está dañado: ábralo en Excel y guárdelo otra vez'

/**
 * Gives the names of the hidden sheets.
 * @throws MalformedError where it is no book, or a cell stands far from all others; TooLargeError
 */
export function examineBook(bytes: Uint8Array): ReadonlySet<string> {
  const zip = bufferOf(bytes)
  if (zip.subarray(0, 200).includes('application/vnd.oasis')) {
    throw new MalformedError(
      'El archivo es de LibreOffice (.ods): guárdelo como libro de Excel (.xlsx) o CSV',
    )
  }
  if (unpackedSize(zip) > maxUnpackedBytes) {
    throw new TooLargeError('El libro de Excel es demasiado grande al abrirlo: divídalo en varios')
  }
  const parts = unpacked(bytes)
  for (const [name, xml] of Object.entries(parts)) {
    if (name.includes('worksheets/')) requireTogether(bufferOf(xml))
  }
  return hiddenSheets(strFromU8(parts['xl/workbook.xml'] ?? new Uint8Array()))
}

/** The same bytes: nothing is copied. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** What the parts of a ZIP say that they hold, in bytes (APPNOTE.TXT, section 4.3.12). */
function unpackedSize(zip: Buffer): number {
  let size = 0
  for (let at = zip.indexOf(entryMark); at >= 0; at = zip.indexOf(entryMark, at + entryMark.length)) {
    if (at + 28 <= zip.length) size += zip.readUInt32LE(at + 24)
  }
  return size
}

const entryMark = Buffer.from('PK\u0001\u0002', 'latin1')

function unpacked(bytes: Uint8Array): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, {
      filter: ({ name }) => /^xl\/(workbook|worksheets\/[^/]+)\.xml$/.test(name),
    })
  } catch {
    throw new MalformedError(noBook)
  }
}

/** Every cell names its place: `<c r="B7"`. */
function requireTogether(xml: Buffer): void {
  let [columns, rows, far] = [0, 0, '']
  for (let at = xml.indexOf(cellMark); at >= 0; at = xml.indexOf(cellMark, at + cellMark.length)) {
    const start = at + cellMark.length
    let [column, row, end] = [0, 0, start]
    for (let code = xml[end] ?? 0; code >= 0x41 && code <= 0x5a; code = xml[++end] ?? 0)
      column = column * 26 + code - 0x40
    for (let code = xml[end] ?? 0; code >= 0x30 && code <= 0x39; code = xml[++end] ?? 0)
      row = row * 10 + code - 0x30
    if (column > columns || row > rows) far = xml.toString('latin1', start, end)
    columns = Math.max(columns, column)
    rows = Math.max(rows, row)
  }
  if (columns * rows > maxCells) {
    throw new MalformedError(
      `La hoja tiene algo en la celda ${far}, muy lejos de lo demás: borre las filas y columnas que sobran y guárdela otra vez`,
    )
  }
}

const cellMark = Buffer.from('<c r="')

function hiddenSheets(workbook: string): ReadonlySet<string> {
  const tags = workbook.match(/<sheet\b[^>]*\bstate="(?:hidden|veryHidden)"[^>]*>/g) ?? []
  return new Set(tags.flatMap((tag) => /\bname="([^"]*)"/.exec(tag)?.[1] ?? []))
}
