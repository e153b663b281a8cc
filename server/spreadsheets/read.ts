/** Reads the bytes of an imported file and recognizes its format. */
import { MalformedError, TooLargeError } from '#domain/errors'
import { fileTooLarge, maxFileBytes } from '#domain/import/import'
import { readCsv } from './csv.ts'
import { decode } from './encoding.ts'
import { readJson } from './json.ts'
import { isCompound, isZip } from './signatures.ts'
import type { ImportTable } from './table.ts'

/** Reads the bytes of a CSV, JSON or XLSX file. @throws MalformedError, TooLargeError */
export async function readTable(bytes: Uint8Array): Promise<ImportTable> {
  if (bytes.length > maxFileBytes) throw new TooLargeError(fileTooLarge)
  if (isZip(bytes) || isCompound(bytes)) return (await import('./xlsx/reader.ts')).readXlsx(bytes)
  const decoded = decode(bytes)
  const { text } = decoded
  if (!text.trim()) throw new MalformedError('El archivo está vacío')
  if (/^\s*[[{]/.test(text)) return readJson(text)
  try {
    return readCsv(decoded)
  } catch (error) {
    // A text with a null character is a binary file, such as a picture or a PDF.
    throw text.includes('\0')
      ? new MalformedError('El archivo no es una planilla: se importan archivos XLSX, CSV o JSON')
      : error
  }
}
