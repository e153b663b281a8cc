/** What a file holds before its rules are checked: a header, and rows of raw values. */
import { reasonColumn } from '#domain/import/columns'
import type { ImportRow } from '#domain/import/import'
import type { LineUnit } from '#domain/import/preview'
import type { Header } from './header.ts'

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
  unit: LineUnit
}

/** The values of a row by the columns of its header; a cell that is undefined is not said at all. */
export function rowOf(line: number, cells: readonly unknown[], header: Header): TableRow {
  const values: ImportRow['values'] = {}
  for (let index = 0; index < header.length; index += 1) {
    const column = header[index]
    const cell = cells[index]
    if (column !== undefined && column !== reasonColumn && cell !== undefined) values[column] = cell
  }
  return { line, cells, values }
}
