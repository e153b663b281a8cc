/** Reads the bytes of an imported file and recognizes its format. */
import { MalformedError, TooLargeError } from '#domain/errors'
import { fileTooLarge, maxFileBytes } from '#domain/import/import'
import { readCsv } from './formats/csv.ts'
import { decode, isCompound, isZip } from './formats/encoding.ts'
import { readJson } from './formats/json.ts'
import { columnOf } from './mapping/column-names.ts'
import { findHeader } from './mapping/header.ts'
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
  if (isZip(bytes) || isCompound(bytes)) return (await import('./formats/xlsx-reader.ts')).readXlsx(bytes)
  const decoded = decode(bytes)
  const { text } = decoded
  if (!text.trim()) throw new MalformedError('El archivo está vacío')
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
