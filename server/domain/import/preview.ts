/** What an import has understood of a file, for people to look at before and after it is done. */
import type { Column, reasonColumn } from './columns.ts'
import type { Rejection } from './import.ts'

/** The unit that a line number counts: lines of a CSV, rows of a sheet, records of a JSON array. */
export type LineUnit = 'línea' | 'fila' | 'registro'

export interface ImportPreview {
  /** What kind of file it is. */
  form: string
  unit: LineUnit
  columns: { name: string; column: Column | typeof reasonColumn | null }[]
  /** The first rows, with a text for each of `columns`. */
  first: { line: number; cells: string[] }[]
}

/** The columns that no field has. */
export function unusedColumns({ columns }: Pick<ImportPreview, 'columns'>): string[] {
  return columns.flatMap(({ name, column }) => (column === null && name.trim() ? `«${name.trim()}»` : []))
}

/** Where a bad cell is: `línea 3, Correo`. */
export function locationOf({ line, field }: Rejection, { unit, columns }: ImportPreview): string {
  const named = field && columns.find(({ column }) => column === field)?.name
  return `${unit} ${line}${named ? `, ${named.trim()}` : ''}`
}
