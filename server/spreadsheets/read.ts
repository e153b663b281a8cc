/** Reads the bytes of an imported file, whose format it recognizes. */
import { MalformedError, TooLargeError } from '#domain/errors'
import { fileTooLarge, maxFileBytes } from '#domain/import/import'
import type { Encoding } from '#domain/import/mapping'
import { readCsv } from './formats/csv.ts'
import { withDamages } from './formats/damaged-cells.ts'
import { decode } from './formats/encoding.ts'
import { beginsWith, foreignBytes, foreignText } from './formats/foreign-files.ts'
import { readJson } from './formats/json.ts'
import { columnOf } from './mapping/column-names.ts'
import { findHeader } from './mapping/header-lines.ts'
import { type MappingRequest, mapFile } from './mapping/map-file.ts'
import { type FileContent, type ImportTable, rowReaderOf } from './table.ts'

/** Reads the bytes of a CSV, JSON or XLSX file and maps its columns. @throws MalformedError, TooLargeError */
export async function readTable(bytes: Uint8Array, request: MappingRequest = {}): Promise<ImportTable> {
  const { head, rows } = mapFile(await readContent(bytes, request.mapping?.encoding), request)
  return { ...head, rows: [...rows(rowReaderOf(head, request.mapping))] }
}

/** Reads a file; a text file in the encoding that a person chose, if any. @throws MalformedError, TooLargeError */
export async function readContent(bytes: Uint8Array, encoding?: Encoding): Promise<FileContent> {
  if (bytes.length > maxFileBytes) throw new TooLargeError(fileTooLarge)
  const foreign = foreignBytes(bytes)
  if (foreign) throw new MalformedError(foreign)
  if (isZip(bytes)) {
    if (encoding) throw new MalformedError('Un libro de Excel no tiene codificación: quite --encoding')
    return withDamages(await (await import('./formats/xlsx-reader.ts')).readXlsx(bytes))
  }
  const decoded = await decode(bytes, encoding)
  const { text } = decoded
  if (!text.trim()) throw new MalformedError('El archivo está vacío')
  const other = foreignText(text)
  if (other) throw new MalformedError(other)
  if (/^\s*[[{]/.test(text)) return withDamages(readJson(text), text)
  const content = readCsv(decoded)
  // A text with a null character is a binary file, such as a picture or a PDF, unless it has a header.
  if (text.includes('\0') && !hasHeader(content))
    throw new MalformedError('El archivo no es una planilla: se importan archivos XLSX, CSV o JSON')
  return withDamages(content, text)
}

function hasHeader({ sheets: [{ lines }] }: FileContent): boolean {
  return findHeader(lines)?.cells.some((cell) => columnOf(String(cell)) !== undefined) ?? false
}

/** Returns true for a ZIP, the container of Excel workbooks and similar documents. */
export function isZip(bytes: Uint8Array): boolean {
  return beginsWith(bytes, [0x50, 0x4b, 3, 4])
}
