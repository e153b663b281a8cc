/** What a file holds before its rules are checked: a header, and rows of raw values. */
import { type Header, reasonColumn } from './columns.ts'
import { readCsv } from './csv.ts'
import { decode } from './encoding.ts'
import { MalformedError, TooLargeError } from './errors.ts'
import { fileTooLarge, maxFileBytes } from './import-bounds.ts'
import { readJson } from './json.ts'
import type { CheckedDraft } from './pilot.ts'
import type { Column } from './wire.ts'

export interface ImportRow {
  /** Where it stands in the file: the line of a CSV, the row of a sheet, the place in a JSON array, from 1. */
  line: number
  values: Partial<Record<Column, unknown>>
  /** The check of the values, where it was done before the import needs it. */
  checked?: CheckedDraft
  /** Why a cell cannot be used, whatever the rule of its field says. */
  badCells?: Partial<Record<Column, string>>
  /** Why the row as a whole cannot be used. */
  problem?: string
}

export interface TableRow extends ImportRow {
  /** As they stand in the file, those that no field has too. */
  cells: readonly unknown[]
}

export interface ImportTable {
  /** What kind of file it is, for people. */
  form: string
  /** The header as it is written, and what it means. */
  names: readonly string[]
  header: Header
  /** Can be gone through again and again. */
  rows: Iterable<TableRow>
  /** The last line, or one after it: to count them takes a while. */
  lastLine: () => number
  /** What `line` counts. */
  unit: 'línea' | 'fila' | 'registro'
}

/** Reads the bytes of a CSV, JSON or XLSX file. @throws MalformedError, TooLargeError */
export async function readTable(bytes: Uint8Array): Promise<ImportTable> {
  if (bytes.length > maxFileBytes) throw new TooLargeError(fileTooLarge)
  if (isZip(bytes) || isCompound(bytes)) return (await import('./xlsx-reader.ts')).readXlsx(bytes)
  const decoded = decode(bytes)
  const { text } = decoded
  if (!text.trim()) throw new MalformedError('El archivo está vacío')
  if (/^\s*[[{]/.test(text)) return readJson(text)
  try {
    return readCsv(decoded)
  } catch (error) {
    // A picture, a PDF: nothing that somebody has typed.
    throw text.includes('\0')
      ? new MalformedError('El archivo no es una planilla: se importan archivos XLSX, CSV o JSON')
      : error
  }
}

/** @throws MalformedError where there is nothing but a header */
export function requireRows({ rows }: ImportTable): void {
  for (const _ of rows) return
  throw new MalformedError('El archivo no trae ningún piloto: después del encabezado no hay filas')
}

/** Whether it is a book of Excel, or the like. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4
}

/** What an old `.xls` is, and a book that is locked with a password ([MS-CFB], section 2.2). */
export function isCompound(bytes: Uint8Array): boolean {
  return bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0
}

/** The values of a row by the columns of its header; a cell that is undefined is not said at all. */
export function rowOf(line: number, cells: readonly unknown[], header: Header): TableRow {
  const values: ImportRow['values'] = {}
  for (let place = 0; place < header.length; place += 1) {
    const column = header[place]
    const cell = cells[place]
    if (column !== undefined && column !== reasonColumn && cell !== undefined) values[column] = cell
  }
  return { line, cells, values }
}
