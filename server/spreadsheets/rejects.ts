/** Writes the rejected rows of a file, so that a person can correct them and import them again. */
import { reasonColumn } from '#domain/import/columns'
import type { ImportReport } from '#domain/import/import'
import { columnOfField } from '#domain/import/preview'
import { excelForm, writeLine } from './formats/csv.ts'
import { rejectColumns } from './reject-columns.ts'
import type { ImportTable } from './table.ts'

/**
 * Yields the rejected rows as a CSV, with a column for the reason. Cells are as they were, except those that a person
 * changed. Columns are named so that they are recognized without the choices that a person made for the file. The
 * text comes in parts.
 */
export function* writeRejects(
  table: ImportTable,
  { rejected, rejectedLines }: Pick<ImportReport, 'rejected' | 'rejectedLines'>,
): Generator<string> {
  const columns = rejectColumns(table)
  const reasons = new Map<number, string[]>(rejectedLines.map((line) => [line, []]))
  for (const { line, field, message } of rejected) {
    const name = columnOfField(field, table.mapping.columns)
    reasons.get(line)?.push(name ? `${name}: ${message}` : message)
  }
  const width = table.names.length
  let part = excelForm.start + writeLine([...columns.map(({ name }) => name), reasonColumn], excelForm)
  for (const row of table.rows) {
    const reason = reasons.get(row.line)
    if (!reason) continue
    const why = reason.join('. ') || unlisted
    const surplus = row.cells.slice(width)
    part += writeLine([...columns.map(({ cellOf }) => cellOf(row)), why, ...surplus], excelForm)
    if (part.length < partLength) continue
    yield part
    part = ''
  }
  yield part
}

/** The approximate length of a part, in characters. */
const partLength = 128 * 1024

const unlisted = 'Hay demasiadas celdas mal para listarlas todas: importe la fila otra vez para ver qué tiene'
