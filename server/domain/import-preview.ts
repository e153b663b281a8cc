/** What an import has understood of a file, for people to look at before and after it is done. */
import type { Header } from './columns.ts'
import type { Rejection } from './import-plan.ts'
import type { ImportTable } from './import-table.ts'

export interface ImportPreview {
  /** What kind of file it is. */
  form: string
  unit: ImportTable['unit']
  columns: { name: string; column: NonNullable<Header[number]> | null }[]
  /** The first rows, with a text for each of `columns`. */
  first: { line: number; cells: string[] }[]
}

const firstRows = 3

export function previewOf({ form, unit, names, header, rows }: ImportTable): ImportPreview {
  const first: ImportPreview['first'] = []
  for (const { line, cells } of rows) {
    first.push({ line, cells: names.map((_, place) => cut(String(cells[place] ?? ''))) })
    if (first.length === firstRows) break
  }
  return {
    form,
    unit,
    columns: names.map((name, place) => ({ name: cut(name), column: header[place] ?? null })),
    first,
  }
}

/** More of a text than anybody looks at. */
function cut(text: string): string {
  return text.slice(0, 200)
}

/** The columns that no field has. */
export function unusedColumns({ columns }: Pick<ImportPreview, 'columns'>): string[] {
  return columns.flatMap(({ name, column }) => (column === null && name.trim() ? `«${name.trim()}»` : []))
}

/** Where a bad cell is: `línea 3, Correo`. */
export function placeOf({ line, field }: Rejection, { unit, columns }: ImportPreview): string {
  const named = field && columns.find(({ column }) => column === field)?.name
  return `${unit} ${line}${named ? `, ${named.trim()}` : ''}`
}
