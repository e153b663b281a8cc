/** Previews a table: its columns and its first rows. */
import { fullName, missingFields } from '#domain/import/mapping'
import type { ImportPreview } from '#domain/import/preview'
import type { ImportTable } from './table.ts'

const firstRows = 3

export function previewOf(table: ImportTable): ImportPreview {
  const { form, unit, sheets, sheet, header, starts, mapping } = table
  const { columns, defaults, surnamesFirst, fixesCapitals, remembered } = mapping
  return {
    form,
    unit,
    sheets: [...sheets],
    sheet,
    header,
    starts: [...starts],
    columns: columns.map(({ name, target, doubt, dates, suggestion }) => ({
      name: cut(name),
      target,
      doubt,
      dates: dates && { order: dates.order, example: dates.example },
      suggestion,
    })),
    missing: missingFields(columns, defaults),
    defaults,
    surnamesFirst,
    fixesCapitals,
    isRemembered: remembered !== undefined,
    first: firstOf(table),
  }
}

function firstOf({ rows, mapping: { columns } }: ImportTable): ImportPreview['first'] {
  const isSplit = columns.some(({ target }) => target === fullName)
  const first: ImportPreview['first'] = []
  for (const { line, cells, values, isAside } of rows) {
    if (isAside) continue
    const texts = columns.map((_, index) => cut(String(cells[index] ?? '')))
    const names = { name: cut(String(values.name ?? '')), lastname: cut(String(values.lastname ?? '')) }
    first.push({ line, cells: texts, ...(isSplit && names) })
    if (first.length === firstRows) break
  }
  return first
}

/** Shortens a text to 200 characters, which is more than a preview displays. */
function cut(text: string): string {
  return text.slice(0, 200)
}
