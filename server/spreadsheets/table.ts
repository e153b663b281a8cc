/** The content of a file before the rules are checked: a header, and rows of raw values. */
import { reasonColumn } from '#domain/import/columns'
import type { ImportRow } from '#domain/import/import'
import type { LineUnit } from '#domain/import/preview'
import type { Header } from './header.ts'

export interface TableRow extends ImportRow {
  /** The cells as they are in the file, including the cells of columns that match no field. */
  cells: readonly unknown[]
}

export interface ImportTable {
  /** The format of the file, for people. */
  form: string
  /** The header as it is written. */
  names: readonly string[]
  /** The columns that the names mean. */
  header: Header
  /** The rows can be iterated more than once. */
  rows: Iterable<TableRow>
  /** Returns the last line, or a line after it. It is a function because counting lines takes time. */
  lastLine: () => number
  /** The unit that `line` counts. */
  unit: LineUnit
}

/** Returns a row with its values by the columns of the header. An undefined cell adds no value. */
export function rowOf(line: number, cells: readonly unknown[], header: Header): TableRow {
  const values: ImportRow['values'] = {}
  for (let index = 0; index < header.length; index += 1) {
    const column = header[index]
    const cell = cells[index]
    if (column !== undefined && column !== reasonColumn && cell !== undefined) values[column] = cell
  }
  return { line, cells, values }
}
