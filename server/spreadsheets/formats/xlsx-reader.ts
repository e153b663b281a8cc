/** Reads the sheets of an Excel workbook (ECMA-376). */
import { MalformedError } from '#domain/errors'
import { dayColumns } from '#domain/import/columns'
import type { FileLine } from '#domain/import/row-reader'
import { formatDate } from '#domain/text/date'
import { excelErrorMessage } from '#domain/text/excel-errors'
import type { FileContent } from '../table.ts'
import { maxColumns, RowBounds } from './bounds.ts'
import { type CheckedBook, checkBook } from './xlsx-check.ts'
import { shownAs } from './xlsx-number-format.ts'
import { asWorkbookError } from './xlsx-parts.ts'
import type { SheetFacts } from './xlsx-sheet.ts'

/** @throws MalformedError if the bytes are no XLSX workbook, or it is empty; TooLargeError */
export async function readXlsx(bytes: Uint8Array): Promise<FileContent> {
  const { zip, hidden, facts } = await checkBook(bytes)
  const filled = (await readSheets(zip, facts))
    .map(({ sheet, data, facts }) => ({
      name: sheet,
      isHidden: hidden.has(sheet),
      lines: linesOf(data, facts),
    }))
    .filter(({ lines }) => lines.length > 0)
  const [first, ...others] = filled
  if (!first) throw new MalformedError('El libro de Excel está vacío')
  return { form: 'Excel', unit: 'fila', sheets: [first, ...others] }
}

/** The value of a cell. A date is midnight of its day in UTC. */
type Cell = string | number | boolean | Date | FailedFormula | null

/** The value of a cell whose formula failed, or has no saved result. */
class FailedFormula {
  constructor(
    readonly text: string,
    readonly message: string,
  ) {}
}

interface BookSheet {
  sheet: string
  data: Cell[][]
  facts: SheetFacts | undefined
}

/** Returns the sheets that have data. A sheet of charts has none. */
async function readSheets(zip: ArrayBuffer, facts: CheckedBook['facts']): Promise<BookSheet[]> {
  const { default: read } = await import('read-excel-file/universal')
  const sheets = await asWorkbookError(() => read(zip, { trim: false }))
  return (sheets as Partial<BookSheet>[]).flatMap(({ sheet = '', data }, index) => {
    const known = facts[index]
    return data ? { sheet, data: known ? withFacts(data, known) : data, facts: known } : []
  })
}

/** Adds to the values what a person sees besides: failed formulas, number formats and the values of merged cells. */
function withFacts(data: Cell[][], { errors, unsaved, formatted, merged }: SheetFacts): Cell[][] {
  for (const { column, row, text } of errors)
    setCell(data, { column, row }, new FailedFormula(text, excelErrorMessage(text)))
  for (const { column, row, text } of unsaved)
    setCell(data, { column, row }, new FailedFormula(text, noResult))
  for (const { column, row, format } of formatted) {
    const value = data[row - 1]?.[column - 1]
    if (typeof value === 'number') setCell(data, { column, row }, shownAs(value, format))
  }
  for (const { column, row, lastRow } of merged) {
    const value = data[row - 1]?.[column - 1] ?? null
    if (value === null) continue
    for (let other = row + 1; other <= Math.min(lastRow, data.length); other += 1)
      // Ranges often reach below the last rider.
      if (data[other - 1]?.some((cell) => cell !== null)) setCell(data, { column, row: other }, value)
  }
  return data
}

function setCell(data: Cell[][], { column, row }: { column: number; row: number }, value: Cell): void {
  while (data.length < row) data.push([])
  const cells = data[row - 1] as Cell[]
  while (cells.length < column) cells.push(null)
  cells[column - 1] = value
}

const noResult = 'La fórmula no tiene guardado su resultado: abra el libro en Excel y guárdelo otra vez'

/** Converts the rows of a sheet that are not blank to lines. @throws TooLargeError */
function linesOf(data: Cell[][], { merged, hiddenRows }: Partial<SheetFacts> = {}): FileLine[] {
  const bounds = new RowBounds('Fila')
  const spans = spansIn(merged)
  return data.flatMap((row, index) => {
    const line = lineOf(index + 1, row)
    if (line.cells.every((cell) => cell === '')) return []
    bounds.check(line)
    if (hiddenRows?.has(line.line)) line.isHidden = true
    if (spans.has(line.line)) line.spans = spans.get(line.line)
    // `check` has rejected lines with other than blank cells after this column.
    return { ...line, cells: line.cells.slice(0, maxColumns) }
  })
}

/** Returns the cells that are merged over several columns, by their rows. */
function spansIn(merged: SheetFacts['merged'] = []): ReadonlyMap<number, FileLine['spans']> {
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
