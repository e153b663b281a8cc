/** The preview of an imported file, in which people check how the file was read, and change it. */
import type { FieldName } from '../pilots/fields.ts'
import { count } from '../text/text.ts'
import type { Column } from './columns.ts'
import { type Encoding, fullName, type ImportMapping, type MappedColumn } from './mapping.ts'

/** The units that a line number counts: lines of a CSV, rows of a sheet, records of a JSON array. */
export const lineUnits = ['línea', 'fila', 'registro'] as const

export type LineUnit = (typeof lineUnits)[number]

export interface ImportPreview {
  /** The format of the file, in Spanish. */
  form: string
  unit: LineUnit
  /** The encoding of a text file, which a person can change. */
  encoding?: Encoding
  /** The sheets with the number of their riders. Empty if there is only one. */
  sheets: { name: string; riders: number }[]
  sheet?: string
  /** The line of the header, or 0 if the file has none. */
  header: number
  /** The first lines, among which a person can choose the header. */
  starts: { line: number; text: string }[]
  /** The riders in rows that are hidden in the workbook. Absent if there are none. */
  hiddenRows?: HiddenRows
  columns: MappedColumn[]
  /** The fields without a column and without a value for all rows. */
  missing: FieldName[]
  /** The values for all rows. */
  defaults?: ImportMapping['defaults']
  /** True if full names begin with the surnames. Absent if no column has full names, or their order is unknown. */
  surnamesFirst?: boolean
  /** True if names in capitals are changed. Absent if there are none. */
  fixesCapitals?: boolean
  /** True if the columns are those that a person chose for an earlier file with this header. */
  isRemembered: boolean
  /** The first rows, with one text for each of `columns`, and the two parts of their full names. */
  first: { line: number; cells: string[]; name?: string; lastname?: string }[]
}

export interface HiddenRows {
  rows: number
  /** The choice of a person: whether they are imported. Without it, they are rejected. */
  isImported?: boolean
}

/** Says in Spanish how many riders are in hidden rows. */
export function hiddenRowsText({ rows }: HiddenRows): string {
  return `${count(rows, 'fila')} con ${rows === 1 ? 'un piloto está oculta' : 'pilotos están ocultas'} en el libro`
}

/** The problem of a hidden row until a person chooses whether hidden rows are imported. */
export const hiddenRow = 'La fila está oculta en el libro: elija si las filas ocultas se importan'

/** Returns the names of the columns that match no field, each in «quotation marks». */
export function unusedColumns({ columns }: Pick<ImportPreview, 'columns'>): string[] {
  return columns.flatMap(({ name, target }) => (target === null ? [`«${name}»`] : []))
}

/** Returns the location of a bad cell, such as `línea 3, Correo`. */
export function locationOf(
  { line, field }: { line: number; field?: Column },
  { unit, columns }: { unit: LineUnit; columns: readonly MappedColumn[] },
): string {
  const name = columnOfField(field, columns)
  return `${unit} ${line}${name === undefined ? '' : `, ${name}`}`
}

/** Returns the name of the column of the file that contains a field. */
export function columnOfField(
  field: Column | undefined,
  columns: readonly MappedColumn[],
): string | undefined {
  return field && columns.find(({ target }) => target === field || isPartOf(field, target))?.name
}

function isPartOf(field: Column, target: MappedColumn['target']): boolean {
  return target === fullName && (field === 'name' || field === 'lastname')
}

/** Returns the sheets with riders except the one that was read and those that were imported before. */
export function otherSheets(
  { sheets, sheet }: Pick<ImportPreview, 'sheets' | 'sheet'>,
  imported: readonly string[] = [],
): ImportPreview['sheets'] {
  return sheets.filter(({ name, riders }) => riders > 0 && name !== sheet && !imported.includes(name))
}
