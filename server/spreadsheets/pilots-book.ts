/**
 * Writes pilots as an Excel workbook: dates as dates, documents and telephones as whole numbers, and everything else
 * as text.
 */
import { type Column, columnLabel, isDayColumn } from '#domain/import/columns'
import { flatPilot } from '#domain/import/flat-pilots'
import { dniDigits } from '#domain/pilot/dni'
import type { Pilot } from '#domain/pilot/pilot'
import { type SheetColumn, writeBook } from './formats/xlsx/book-writer.ts'

/** Yields the bytes of a workbook with these columns of the pilots. */
export function writePilotsBook(
  columns: readonly Column[],
  parts: AsyncIterable<readonly Pilot[]>,
): AsyncGenerator<Uint8Array> {
  return writeBook('Pilotos', columns.map(sheetColumn), rowsOf(columns, parts))
}

async function* rowsOf(columns: readonly Column[], parts: AsyncIterable<readonly Pilot[]>) {
  for await (const part of parts) {
    yield part.map((pilot) => {
      const flat = flatPilot(pilot)
      return columns.map((column) => flat[column])
    })
  }
}

/** The widths of columns in characters, the unit of Excel. */
const widths: Partial<Record<Column, number>> = { email: 30, club: 26, npiloto: 12, participacion: 50 }

function sheetColumn(column: Column): SheetColumn {
  const isDay = isDayColumn(column)
  const format = isDay ? 'dd/mm/yyyy' : column === 'dni' ? '0'.repeat(dniDigits) : undefined
  return { label: columnLabel(column), width: widths[column], format, isDay }
}
