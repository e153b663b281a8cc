/**
 * Reads the bytes of an imported file: recognizes its format, and decodes texts from the encodings that spreadsheet
 * programs write.
 */
import { MalformedError, TooLargeError } from '#domain/errors'
import { fileTooLarge, maxFileBytes } from '#domain/import/import'
import { type Decoded, readCsv } from './formats/csv.ts'
import { beginsWith, foreignBytes, foreignText } from './formats/foreign-files.ts'
import { readJson } from './formats/json.ts'
import { columnOf } from './mapping/column-names.ts'
import { findHeader } from './mapping/header-lines.ts'
import { type MappingRequest, mapFile } from './mapping/map-file.ts'
import { type FileContent, type ImportTable, rowReaderOf } from './table.ts'

/** Reads the bytes of a CSV, JSON or XLSX file and maps its columns. @throws MalformedError, TooLargeError */
export async function readTable(bytes: Uint8Array, request: MappingRequest = {}): Promise<ImportTable> {
  const { head, rows } = mapFile(await readContent(bytes), request)
  return { ...head, rows: [...rows(rowReaderOf(head, request.mapping))] }
}

/** @throws MalformedError, TooLargeError */
export async function readContent(bytes: Uint8Array): Promise<FileContent> {
  if (bytes.length > maxFileBytes) throw new TooLargeError(fileTooLarge)
  const foreign = foreignBytes(bytes)
  if (foreign) throw new MalformedError(foreign)
  if (isZip(bytes)) return (await import('./formats/xlsx-reader.ts')).readXlsx(bytes)
  const decoded = decode(bytes)
  const { text } = decoded
  if (!text.trim()) throw new MalformedError('El archivo está vacío')
  const other = foreignText(text)
  if (other) throw new MalformedError(other)
  if (/^\s*[[{]/.test(text)) return readJson(text)
  const content = readCsv(decoded)
  // A text with a null character is a binary file, such as a picture or a PDF, unless it has a header.
  if (text.includes('\0') && !hasHeader(content))
    throw new MalformedError('El archivo no es una planilla: se importan archivos XLSX, CSV o JSON')
  return content
}

function hasHeader({ sheets: [{ lines }] }: FileContent): boolean {
  return findHeader(lines)?.cells.some((cell) => columnOf(String(cell)) !== undefined) ?? false
}

/**
 * Decodes UTF-8, or UTF-16 with a byte order mark. Decodes any other bytes as Windows-1252, which programs of Spanish
 * Windows write.
 */
function decode(bytes: Uint8Array): Decoded {
  const mark = marks.find(({ start }) => beginsWith(bytes, start))
  if (mark) {
    const text = new TextDecoder(mark.label).decode(bytes)
    return { text, encoding: mark.encoding, ...(text.includes('\ufffd') && { isDamaged: true }) }
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    const text = new TextDecoder().decode(bytes)
    // A file full of accents in UTF-8 is still UTF-8 if it has one bad byte.
    if (isMostlyRight(text)) return { text, encoding: 'UTF-8 con letras dañadas', isDamaged: true }
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' }
  }
}

/** Returns true if more than four in five of the characters beyond ASCII are not U+FFFD. */
function isMostlyRight(text: string): boolean {
  let [right, damaged] = [0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0xfffd) damaged += 1
    else if (code > 0x7f) right += 1
  }
  return right > 4 * damaged
}

/**
 * Byte order marks (Unicode, section 23.8). A file with a mark is always decoded in that encoding; bytes that are not
 * valid become U+FFFD.
 */
const marks = [
  { start: [0xef, 0xbb, 0xbf], label: 'utf-8', encoding: 'UTF-8 con BOM' },
  { start: [0xff, 0xfe], label: 'utf-16le', encoding: 'UTF-16' },
  { start: [0xfe, 0xff], label: 'utf-16be', encoding: 'UTF-16' },
]

/** Returns true for a ZIP, the container of Excel workbooks and similar documents. */
export function isZip(bytes: Uint8Array): boolean {
  return beginsWith(bytes, [0x50, 0x4b, 3, 4])
}
