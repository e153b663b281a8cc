/** Pilots as a book of Excel: dates are dates, documents and telephones whole numbers, all else text as it was typed. */
import type { Cell } from 'write-excel-file/node'
import { type Column, columnLabel, columns } from '#domain/import/columns'
import { dniDigits } from '#domain/pilot/dni'
import type { Pilot } from '#domain/pilot/pilot'
import { codeOf } from '#domain/text/control-characters'
import { type FlatPilot, flatParts } from '#domain/web/wire'

/** The bytes of a book with one sheet. */
export async function writeXlsx(pilots: readonly Pilot[]): Promise<Buffer> {
  const { default: write } = await import('write-excel-file/node')
  const rows: Cell[][] = [
    columns.map((column) => ({ value: columnLabel(column), fontWeight: 'bold' as const })),
  ]
  for (const part of flatParts(pilots)) {
    for (const flat of part) rows.push(columns.map((column) => cellOf(column, flat)))
  }
  const book = write(rows, {
    sheet: 'Pilotos',
    columns: columns.map((column) => ({ width: widths[column] ?? 18 })),
    stickyRowsCount: 1,
  })
  return book.toBuffer()
}

/** In characters, as Excel counts them. */
const widths: Partial<Record<Column, number>> = { email: 30, club: 26, npiloto: 12, participacion: 50 }

function cellOf(column: Column, flat: FlatPilot): Cell {
  const value = flat[column]
  if (value === null) return null
  if (typeof value === 'number')
    return { value, type: Number, format: '0'.repeat(column === 'dni' ? dniDigits : 1) }
  return column === 'fechanac' && value >= firstDay
    ? { value: new Date(`${value}T00:00:00Z`), type: Date, format: 'dd/mm/yyyy' }
    : { value: escaped(value), type: String }
}

/** Excel counts a day too many before it, since it takes 1900 for a leap year. */
const firstDay = '1900-03-01'

/** What XML or its writer cannot hold, and what would be read for it, as `_xHHHH_` (ECMA-376, part 1, section 22.9.2.19). */
function escaped(text: string): string {
  return text.replace(/_(?=x[0-9a-f]{4})|(?![\t\n])\p{Control}|[\ufffd-\uffff]/giu, codeOf)
}
