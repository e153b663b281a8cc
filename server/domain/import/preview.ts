/** The preview of an imported file, which lets people check before and after the import how the file was read. */
import type { Column, reasonColumn } from './columns.ts'
import type { Rejection } from './import.ts'

/** The units that a line number counts: lines of a CSV, rows of a sheet, records of a JSON array. */
export const lineUnits = ['línea', 'fila', 'registro'] as const

export type LineUnit = (typeof lineUnits)[number]

export interface ImportPreview {
  /** The format of the file, in Spanish. */
  form: string
  unit: LineUnit
  columns: { name: string; column: Column | typeof reasonColumn | null }[]
  /** The first rows, with one text for each of `columns`. */
  first: { line: number; cells: string[] }[]
}

/** Returns the names of the columns that match no field, each in «quotation marks». */
export function unusedColumns({ columns }: Pick<ImportPreview, 'columns'>): string[] {
  return columns.flatMap(({ name, column }) => (column === null && name.trim() ? `«${name.trim()}»` : []))
}

/** Returns the location of a bad cell, such as `línea 3, Correo`. */
export function locationOf({ line, field }: Rejection, { unit, columns }: ImportPreview): string {
  const named = field && columns.find(({ column }) => column === field)?.name
  return `${unit} ${line}${named ? `, ${named.trim()}` : ''}`
}
