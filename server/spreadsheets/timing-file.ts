/** Writes the files of riders that timing programs read. */

import {
  type TimingProgram,
  type TimingRow,
  timingCells,
  timingFiles,
} from '#domain/events/timing/timing-files'
import type { Book, SheetColumn } from '#domain/import/columns'
import { numberKey } from '#domain/text/names'
import { escapeFormula } from './formats/csv.ts'
import { type WriteBook, writeBook } from './pilot-file.ts'

/** Returns the content of the file. `day` is its day, `YYYY-MM-DD`, on which ages are counted. */
export async function writeTiming(
  program: TimingProgram,
  rows: readonly TimingRow[],
  day: string,
  write: WriteBook = writeBook,
): Promise<string | Uint8Array> {
  const { form, columns } = timingFiles[program]
  const cells = timingCells(program, rows, day)
  const labels = columns.map(({ label }) => label)
  if (form === 'xlsx') return write(crossMgrBook(labels, cells, rows))
  const separator = { csv: ',', semicolon: ';', tab: '\t' }[form]
  // RACE RESULT and Webscorer recognize UTF-8 by its mark; Orbits gets ASCII.
  const start = form === 'csv' ? '' : '\ufeff'
  return (
    start + [labels, ...cells].map((line) => `${line.map(quoted(separator)).join(separator)}\r\n`).join('')
  )
}

/** Quotes a cell (RFC 4180). People open these files in a spreadsheet program too, so that no cell is a formula. */
function quoted(separator: string): (cell: string) => string {
  return (cell) => {
    const text = escapeFormula(cell)
    return text.includes(separator) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text
  }
}

/** The name of the sheet from which CrossMgr takes its categories: see its `ReadCategoriesFromExcel.py`. */
const categorySheet = '--CrossMgr-Categories'

function crossMgrBook(labels: readonly string[], cells: string[][], rows: readonly TimingRow[]): Book {
  const column = (label: string): SheetColumn => ({ label })
  const categories = [...new Set(rows.map(({ category }) => category))]
  const numbersOf = (category: string) =>
    rows
      .filter((row) => row.category === category && /^\d+$/.test(numberKey(row.number) ?? ''))
      .map((row) => Number(row.number))
      .sort((one, other) => one - other)
  return {
    sheet: 'Pilotos',
    columns: labels.map(column),
    rows: cells.map((line) => line.map(asNumber)),
    more: [
      {
        sheet: categorySheet,
        columns: ['Category Type', 'Name', 'Gender', 'Numbers', 'Start Offset', 'Race Laps'].map(column),
        rows: categories.map((category) => [
          'Wave',
          category,
          'Open',
          numbersOf(category).join(','),
          '00:00:00',
          null,
        ]),
      },
    ],
  }
}

/** CrossMgr reads numbers and ages as numbers. A long one, as of a transponder, keeps its zeros as a text. */
function asNumber(cell: string): string | number | null {
  if (cell === '') return null
  return /^[1-9]\d{0,4}$/.test(cell) ? Number(cell) : cell
}
