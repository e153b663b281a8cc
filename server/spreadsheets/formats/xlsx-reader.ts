/** Reads the sheets of an Excel workbook as the lines of a file. */
import { MalformedError } from '#domain/errors'
import { dayColumns } from '#domain/import/columns'
import type { FileLine } from '#domain/import/row-reader'
import { formatDate } from '#domain/text/date'
import type { FileContent } from '../table.ts'
import { maxColumns, RowBounds } from './bounds.ts'
import { readBook } from './xlsx-book.ts'
import { type Cell, FailedFormula, type Sheet } from './xlsx-sheet.ts'

/** @throws MalformedError if the bytes are no XLSX workbook, or it is empty; TooLargeError */
export async function readXlsx(bytes: Uint8Array): Promise<FileContent> {
  const filled = (await readBook(bytes))
    .map(({ name, isHidden, ...sheet }) => ({ name, isHidden, lines: linesOf(sheet) }))
    .filter(({ lines }) => lines.length > 0)
  const [first, ...others] = filled
  if (!first) throw new MalformedError('El libro de Excel está vacío')
  return { form: 'Excel', unit: 'fila', sheets: [first, ...others] }
}

/** Converts the rows of a sheet that are not blank to lines. @throws TooLargeError */
function linesOf({ rows, merged, hiddenRows }: Sheet): FileLine[] {
  const bounds = new RowBounds('Fila')
  const spans = spansIn(merged)
  return [...rows].flatMap(([number, row]) => {
    const line = lineOf(number, row)
    if (line.cells.every((cell) => cell === '')) return []
    bounds.check(line)
    if (hiddenRows.has(number)) line.isHidden = true
    if (spans.has(number)) line.spans = spans.get(number)
    // `check` has rejected lines with other than blank cells after this column.
    return { ...line, cells: line.cells.slice(0, maxColumns) }
  })
}

/** Returns the cells that are merged over several columns, by their rows. */
function spansIn(merged: Sheet['merged']): ReadonlyMap<number, FileLine['spans']> {
  const spans = new Map<number, Record<number, number>>()
  for (const { column, row, lastColumn } of merged)
    if (lastColumn > column) spans.set(row, { ...spans.get(row), [column - 1]: lastColumn - 1 })
  return spans
}

/**
 * Converts a row to a line. Excel converts a typed `1-2` to a day of the current year: the typed text is lost, so such
 * a cell can only be a birthday.
 */
function lineOf(line: number, row: Cell[]): FileLine {
  const cellProblems: FileLine['cellProblems'] = {}
  for (const [index, cell] of row.entries()) {
    if (typeof cell !== 'object' || cell === null) continue
    if (cell instanceof FailedFormula) cellProblems[index] = { message: cell.message }
    else if (Number.isNaN(cell.getTime())) cellProblems[index] = { message: badDate }
    else if (!isNumber(cell)) cellProblems[index] = { message: convertedToDate, except: dayColumns }
  }
  const cells = row.map(textOf)
  return Object.keys(cellProblems).length > 0 ? { line, cells, cellProblems } : { line, cells }
}

const badDate = 'La celda tiene formato de fecha, y su número no es ninguna'
const convertedToDate = 'Excel convirtió la celda en una fecha: déle formato de texto y escríbala otra vez'

/** Returns a cell as a text file would contain it. */
function textOf(cell: Cell | undefined): string | number {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return dateText(cell)
  if (cell instanceof FailedFormula) return cell.text
  if (typeof cell === 'boolean') return cell ? 'VERDADERO' : 'FALSO'
  return typeof cell === 'string' && cell.trim() === '' ? '' : cell
}

function dateText(cell: Date): string | number {
  if (Number.isNaN(cell.getTime())) return ''
  return isNumber(cell) ? serialOf(cell) : formatDate(cell.toISOString().slice(0, 10))
}

/**
 * Returns true if a cell with the format of a date contains a document or a telephone, since no person's life reaches
 * that year.
 */
function isNumber(cell: Date): boolean {
  return cell.getUTCFullYear() > 2200
}

/** Returns the number that Excel stores for a day: the days since 30/12/1899. */
function serialOf(cell: Date): number {
  return Math.round((cell.getTime() - Date.UTC(1899, 11, 30)) / 86_400_000)
}
