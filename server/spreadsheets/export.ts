/** Writes pilots as a file, in each of the formats that an import reads back field for field. */
import { type Column, columnLabel, isDayColumn } from '#domain/import/columns'
import type { ExportFormat, ExportOptions, SheetColumn } from '#domain/import/export'
import { flatPilot, writtenColumns } from '#domain/import/flat-pilots'
import type { Pilot } from '#domain/pilot/pilot'
import { dniDigits } from '#domain/pilot/rules'
import { writeBook } from './book.ts'
import { excelForm, plainForm, writeCsv } from './formats/csv.ts'
import { writeJson } from './formats/json.ts'

/** Writes pilots in their order. `write` writes a workbook; the default does so in this thread. */
export async function writeExport(
  pilots: readonly Pilot[],
  { format, plain }: ExportOptions,
  write = writeBook,
): Promise<string | Uint8Array> {
  if (format === 'json') return writeJson(pilots)
  if (format === 'csv') return writeCsv(pilots, plain ? plainForm : excelForm)
  const columns = writtenColumns(pilots)
  const rows = pilots.map((pilot) => {
    const flat = flatPilot(pilot)
    return columns.map((column) => flat[column])
  })
  return write({ sheet: 'Pilotos', columns: columns.map(sheetColumn), rows })
}

/** The widths of columns in characters, the unit of Excel. */
const widths: Partial<Record<Column, number>> = { email: 30, club: 26, npiloto: 12, participacion: 50 }

/** Dates are dates, documents and telephones whole numbers, and everything else is text. */
function sheetColumn(column: Column): SheetColumn {
  const isDay = isDayColumn(column)
  const format = isDay ? 'dd/mm/yyyy' : column === 'dni' ? '0'.repeat(dniDigits) : undefined
  return { label: columnLabel(column), width: widths[column], format, isDay }
}

/** The media type of each format, for the Content-Type header. */
export const mediaTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
