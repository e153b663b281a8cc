/** Reads the first sheet that contains pilots from an Excel workbook (ECMA-376). */
import { MalformedError } from '#domain/errors'
import { type Column, reasonColumn } from '#domain/import/columns'
import { formatDate } from '#domain/text/date'
import { enumerate } from '#domain/text/text'
import { maxColumns, RowBounds } from '../bounds.ts'
import { findHeader } from '../find-header.ts'
import { type Header, readHeader } from '../header.ts'
import { isCompound } from '../signatures.ts'
import { type ImportTable, rowOf, type TableRow } from '../table.ts'
import { checkBook } from './book-check.ts'
import { asWorkbookError, bufferOf } from './parts.ts'

/** @throws MalformedError if the bytes are no XLSX workbook, or it is locked or has no header; TooLargeError */
export async function readXlsx(bytes: Uint8Array): Promise<ImportTable> {
  if (isCompound(bytes)) throw new MalformedError(isLocked(bytes) ? locked : oldBook)
  if (isOpenDocument(bytes)) throw new MalformedError(openDocument)
  const { zip, hidden } = await checkBook(bytes)
  const { name, lines, others } = withPilots(await readSheets(zip), hidden)
  const bounds = new RowBounds('Fila')
  for (const line of lines) {
    bounds.check(line)
    // `check` has rejected lines with other than blank cells after this column.
    line.cells = line.cells.slice(0, maxColumns)
  }
  const head = findHeader(lines)
  if (!head) throw new MalformedError('El libro de Excel está vacío')
  const names = head.cells.map((cell) => String(textOf(cell) ?? ''))
  const header = readHeader(names)
  const rows = lines.filter(({ line }) => line > head.line)
  return {
    form: `Excel, hoja «${name}»${others.length > 0 ? ` (no se lee ${enumerate(others)})` : ''}`,
    names,
    header,
    rows: rows.map(({ line, cells }) => sheetRow(line, cells, header)),
    lastLine: () => rows.at(-1)?.line ?? head.line,
    unit: 'fila',
  }
}

const locked =
  'El libro de Excel está protegido con contraseña: ábralo, quítele la contraseña y guárdelo otra vez'
const oldBook = 'El libro es de un Excel antiguo (.xls): ábralo y guárdelo como libro de Excel (.xlsx) o CSV'

const openDocument = 'El archivo es de LibreOffice (.ods): guárdelo como libro de Excel (.xlsx) o CSV'

/** The value of a cell. A date is midnight of its day in UTC. */
type Cell = string | number | boolean | Date | null

interface BookSheet {
  sheet: string
  data: Cell[][]
}

interface SheetLine {
  line: number
  cells: Cell[]
}

/** Returns the sheets that have data. A sheet of charts has none. */
async function readSheets(zip: ArrayBuffer): Promise<BookSheet[]> {
  const { default: read } = await import('read-excel-file/universal')
  const sheets = await asWorkbookError(() => read(zip, { trim: false }))
  return (sheets as Partial<BookSheet>[]).flatMap(({ sheet = '', data }) => (data ? { sheet, data } : []))
}

/**
 * Returns the first sheet with a row that names columns of PilotOS, else the first sheet that is not empty. Hidden
 * sheets come last.
 */
function withPilots(
  sheets: BookSheet[],
  hidden: ReadonlySet<string>,
): { name: string; lines: SheetLine[]; others: string[] } {
  const filled = sheets
    .map(({ sheet, data }) => ({ name: sheet, lines: linesOf(data) }))
    .filter(({ lines }) => lines.length > 0)
    .sort((one, other) => Number(hidden.has(one.name)) - Number(hidden.has(other.name)))
  const chosen = filled.find(({ lines }) => hasHeader(lines)) ?? filled[0]
  const others = filled.filter((sheet) => sheet !== chosen).map(({ name }) => `«${name}»`)
  return { name: chosen?.name ?? '', lines: chosen?.lines ?? [], others }
}

function linesOf(data: Cell[][]): SheetLine[] {
  return data
    .map((cells, index) => ({ line: index + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => textOf(cell) !== null))
}

function hasHeader(lines: SheetLine[]): boolean {
  try {
    return readHeader(findHeader(lines)?.cells.map((cell) => String(textOf(cell) ?? '')) ?? []).length > 0
  } catch {
    return false
  }
}

/**
 * Converts a line to a row. Excel converts a typed `1-2` to a day of the current year: the typed text is lost, so the
 * cell is rejected.
 */
function sheetRow(line: number, cells: Cell[], header: Header): TableRow {
  const row = rowOf(line, cells.map(textOf), header)
  for (const [index, column] of header.entries()) {
    if (!column || column === reasonColumn) continue
    const problem = problemOf(cells[index], column)
    if (problem) row.badCells = { ...row.badCells, [column]: problem }
  }
  return row
}

function problemOf(cell: Cell | undefined, column: Column): string | undefined {
  if (!(cell instanceof Date)) return undefined
  if (Number.isNaN(cell.getTime())) return 'La celda tiene formato de fecha, y su número no es ninguna'
  if (column === 'fechanac' || isNumber(cell)) return undefined
  return 'Excel convirtió la celda en una fecha: déle formato de texto y escríbala otra vez'
}

/** Returns a cell as a text file would contain it, or null if the cell is blank. */
function textOf(cell: Cell | undefined): string | number | null {
  if (cell === null || cell === undefined) return null
  if (cell instanceof Date) return dateText(cell)
  if (typeof cell === 'boolean') return cell ? 'VERDADERO' : 'FALSO'
  return typeof cell === 'string' && cell.trim() === '' ? null : cell
}

function dateText(cell: Date): string | number | null {
  if (Number.isNaN(cell.getTime())) return null
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

/**
 * Returns true for a locked workbook: a compound file that names its encrypted part in UTF-16 ([MS-OFFCRYPTO],
 * section 2.3.4.4).
 */
function isLocked(bytes: Uint8Array): boolean {
  return bufferOf(bytes).includes(Buffer.from('EncryptedPackage', 'utf16le'))
}
