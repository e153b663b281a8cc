/** Books of Excel (ECMA-376), read as they come: the first sheet that holds pilots. */
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
import { bufferOf, orNoBook } from './parts.ts'

/** @throws MalformedError where it is no such book, is locked, or no sheet of it has a header; TooLargeError */
export async function readXlsx(bytes: Uint8Array): Promise<ImportTable> {
  if (isCompound(bytes)) throw new MalformedError(isLocked(bytes) ? locked : oldBook)
  if (isOpenDocument(bytes)) throw new MalformedError(openDocument)
  const { zip, hidden } = await checkBook(bytes)
  const { name, lines, others } = withPilots(await readSheets(zip), hidden)
  const bounds = new RowBounds('Fila')
  for (const line of lines) {
    bounds.check(line)
    // Only blank cells are left out.
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

/** A date is midnight of its day in UTC. */
type Cell = string | number | boolean | Date | null

interface BookSheet {
  sheet: string
  data: Cell[][]
}

interface SheetLine {
  line: number
  cells: Cell[]
}

/** A sheet of charts has no data. */
async function readSheets(zip: ArrayBuffer): Promise<BookSheet[]> {
  const { default: read } = await import('read-excel-file/universal')
  const sheets = await orNoBook(() => read(zip, { trim: false }))
  return (sheets as Partial<BookSheet>[]).flatMap(({ sheet = '', data }) => (data ? { sheet, data } : []))
}

/** The first sheet with a row that names our columns, else the first that is not empty; hidden ones come last. */
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

/** Excel takes `1-2` for a day of this year: what was typed is lost, so that the cell is refused. */
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

/** A cell as it would stand in a text file; null where it is blank. */
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

/** A document or a telephone in a cell that has the format of a date: no day of a person's life. */
function isNumber(cell: Date): boolean {
  return cell.getUTCFullYear() > 2200
}

/** The number that Excel keeps for a day: those since 30/12/1899. */
function serialOf(cell: Date): number {
  return Math.round((cell.getTime() - Date.UTC(1899, 11, 30)) / 86_400_000)
}

function isOpenDocument(bytes: Uint8Array): boolean {
  return bufferOf(bytes).subarray(0, 200).includes('application/vnd.oasis')
}

/** A locked book is a compound file that names its encrypted part in UTF-16 ([MS-OFFCRYPTO], section 2.3.4.4). */
function isLocked(bytes: Uint8Array): boolean {
  return bufferOf(bytes).includes(Buffer.from('EncryptedPackage', 'utf16le'))
}
