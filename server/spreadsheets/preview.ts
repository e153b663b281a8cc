/** Previews a table: its columns and its first rows. */
import type { ImportPreview } from '#domain/import/preview'
import type { ImportTable } from './table.ts'

const firstRows = 3

export function previewOf({ form, unit, names, header, rows }: ImportTable): ImportPreview {
  const first: ImportPreview['first'] = []
  for (const { line, cells } of rows) {
    first.push({ line, cells: names.map((_, index) => cut(String(cells[index] ?? ''))) })
    if (first.length === firstRows) break
  }
  return {
    form,
    unit,
    columns: names.map((name, index) => ({ name: cut(name), column: header[index] ?? null })),
    first,
  }
}

/** Shortens a text to 200 characters, which is more than a preview displays. */
function cut(text: string): string {
  return text.slice(0, 200)
}
