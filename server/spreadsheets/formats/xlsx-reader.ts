/** Reads the sheets of an Excel workbook (ECMA-376). */
import { MalformedError } from '#domain/errors'
import { dayColumns } from '#domain/import/columns'
import type { FileLine } from '#domain/import/row-reader'
import { formatDate } from '#domain/text/date'
import { excelErrorMessage } from '#domain/text/excel-errors'
import type { FileContent } from '../table.ts'
import { maxColumns, RowBounds } from './bounds.ts'
import type { CellError } from './xlsx-check.ts'
import { type CheckedBook, checkBook } from './xlsx-check.ts'
import { asWorkbookError, bufferOf } from './xlsx-parts.ts'

/** @throws MalformedError if the bytes are no XLSX workbook, or it is empty; TooLargeError */
export async function readXlsx(bytes: Uint8Array): Promise<FileContent> {
  if (isOpenDocument(bytes)) throw new MalformedError(openDocument)
  const { zip, hidden, errors } = await checkBook(bytes)
  const filled = (await readSheets(zip, errors))
    .map(({ sheet, data }) => ({ name: sheet, isHidden: hidden.has(sheet), lines: linesOf(data) }))
    .filter(({ lines }) => lines.length > 0)
  const [first, ...others] = filled
  if (!first) throw new MalformedError('El libro de Excel está vacío')
  return { form: 'Excel', unit: 'fila', sheets: [first, ...others] }
}

const openDocument = 'El archivo es de LibreOffice (.ods): guárdelo como libro de Excel (.xlsx) o CSV'

/** The value of a cell. A date is midnight of its day in UTC. */
type Cell = string | number | boolean | Date | FailedFormula | null

/** The value of a cell whose formula failed. */
class FailedFormula {
  constructor(readonly text: string) {}
}

interface BookSheet {
  sheet: string
  data: Cell[][]
}

/** Returns the sheets that have data. A sheet of charts has none. */
async function readSheets(zip: ArrayBuffer, errors: CheckedBook['errors']): Promise<BookSheet[]> {
  const { default: read } = await import('read-excel-file/universal')
  const sheets = await asWorkbookError(() => read(zip, { trim: false }))
  return (sheets as Partial<BookSheet>[]).flatMap(({ sheet = '', data }, index) =>
    data ? { sheet, data: withErrors(data, errors[index]) } : [],
  )
}

/** Adds the cells whose formula failed, which the library returns as blank cells. */
function withErrors(data: Cell[][], errors: readonly CellError[] = []): Cell[][] {
  for (const { column, row, text } of errors) {
    while (data.length < row) data.push([])
    const cells = data[row - 1] as Cell[]
    while (cells.length < column) cells.push(null)
    cells[column - 1] = new FailedFormula(text)
  }
  return data
}

/** Converts the rows of a sheet that are not blank to lines. @throws TooLargeError */
function linesOf(data: Cell[][]): FileLine[] {
  const bounds = new RowBounds('Fila')
  return data.flatMap((row, index) => {
    const line = lineOf(index + 1, row)
    if (line.cells.every((cell) => cell === '')) return []
    bounds.check(line)
    // `check` has rejected lines with other than blank cells after this column.
    return { ...line, cells: line.cells.slice(0, maxColumns) }
  })
}

/**
 * Converts a row to a line. Excel converts a typed `1-2` to a day of the current year: the typed text is lost, so such
 * a cell can only be a birthday.
 */
function lineOf(line: number, row: Cell[]): FileLine {
  const cellProblems: FileLine['cellProblems'] = {}
  for (const [index, cell] of row.entries()) {
    if (typeof cell !== 'object' || cell === null) continue
    if (cell instanceof FailedFormula) cellProblems[index] = { message: excelErrorMessage(cell.text) }
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

function isOpenDocument(bytes: Uint8Array): boolean {
  return bufferOf(bytes).subarray(0, 200).includes('application/vnd.oasis')
}
