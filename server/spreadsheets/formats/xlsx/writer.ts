/**
 * Writes pilots as an Excel workbook: dates as dates, documents and telephones as whole numbers, and everything else
 * as text.
 */
import type { Cell } from 'write-excel-file/node'
import { type Column, columnLabel, dayColumns } from '#domain/import/columns'
import { type FlatPilot, flatParts } from '#domain/import/flat-pilots'
import { writtenColumns } from '#domain/import/flat-terms'
import { dniDigits } from '#domain/pilot/dni'
import type { Pilot } from '#domain/pilot/pilot'
import { textCell } from './sheet-writer.ts'

/** Returns the bytes of a workbook with one sheet. */
export async function writeXlsx(pilots: readonly Pilot[]): Promise<Buffer> {
  const { default: write } = await import('write-excel-file/node')
  const columns = writtenColumns(pilots)
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

/** The widths of columns in characters, the unit of Excel. */
const widths: Partial<Record<Column, number>> = { email: 30, club: 26, npiloto: 12, participacion: 50 }

function cellOf(column: Column, flat: FlatPilot): Cell {
  const value = flat[column]
  if (value === null || value === undefined) return null
  if (typeof value === 'number')
    return { value, type: Number, format: '0'.repeat(column === 'dni' ? dniDigits : 1) }
  return dayColumns.includes(column) && value >= firstDay
    ? { value: new Date(`${value}T00:00:00Z`), type: Date, format: 'dd/mm/yyyy' }
    : textCell(value)
}

/** The first day written as a date. Excel counts one day too many before it, since it treats 1900 as a leap year. */
const firstDay = '1900-03-01'
