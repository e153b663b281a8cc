/** The content of a file: its sheets before the columns are mapped, and its rows after. */

import type { LineUnit } from '#domain/import/columns'
import type { Encoding, ImportMapping } from '#domain/import/mapping'
import { type FileLine, type FileRow, RowReader } from '#domain/import/row-reader'
import type { HiddenRows } from '#domain/import/schemas'
import type { DocumentCountry } from '#domain/pilots/fields'
import type { FieldTable } from '#domain/pilots/own/field-table'
import type { TableMapping } from './mapping/table-mapping.ts'

/** A sheet of a workbook, or the whole of another file. */
export interface Sheet {
  /** The name of the sheet; empty if the file has no sheets. */
  name: string
  isHidden?: boolean
  /** The lines that are not blank. They can be iterated more than once. */
  lines: Iterable<FileLine>
}

/** A file whose columns are not mapped yet. */
export interface FileContent {
  /** The format of the file, for people. */
  form: string
  /** The unit that `line` counts. */
  unit: LineUnit
  sheets: readonly [Sheet, ...Sheet[]]
  /** The encoding of a text file that a person may choose. */
  encoding?: Encoding
  /** The other encoding that a text file may have, if nobody knows which one. */
  otherEncoding?: Encoding
  /** The names of the columns, if no line contains them. */
  names?: readonly string[]
  /** True if every line should have as many cells as the header. */
  isFixedWidth?: boolean
}

/** Everything about a mapped file except its rows. */
export interface TableHead
  extends Pick<FileContent, 'form' | 'unit' | 'isFixedWidth' | 'encoding' | 'otherEncoding'> {
  /** The sheets with the number of their riders. Empty if there is only one. */
  sheets: readonly { name: string; riders: number }[]
  /** The name of the sheet that is read. */
  sheet?: string
  /** The line of the header, or 0 if the file has none. */
  header: number
  /** The first lines, among which a person can choose the header. */
  starts: readonly { line: number; text: string }[]
  /** The riders in hidden rows. Absent if there are none. */
  hiddenRows?: HiddenRows
  /** The header as it is written. */
  names: readonly string[]
  mapping: TableMapping
}

export interface ImportTable extends TableHead {
  rows: readonly FileRow[]
}

/** Returns the function that converts the lines of a file to rows. */
export function rowReaderOf(
  { mapping, isFixedWidth }: Pick<TableHead, 'mapping' | 'isFixedWidth'>,
  { mapping: { cells } = {}, country }: { mapping?: ImportMapping; country?: DocumentCountry } = {},
  table?: FieldTable,
): (line: FileLine) => FileRow {
  const reader = new RowReader({ ...mapping, isFixedWidth, cells, country }, table)
  return (line) => reader.read(line)
}
