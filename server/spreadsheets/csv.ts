/** Reads and writes pilots as CSV (RFC 4180), in the forms that spreadsheet programs use. */
import { MalformedError } from '#domain/errors'
import { columns, reasonColumn } from '#domain/import/columns'
import type { ImportReport } from '#domain/import/import'
import { formatDni } from '#domain/pilot/dni'
import type { Pilot } from '#domain/pilot/pilot'
import { escapeControls, unescapeControls } from '#domain/text/control-characters'
import { count } from '#domain/text/text'
import { flatParts } from '#domain/web/wire'
import { isBlank, RowBounds } from './bounds.ts'
import { type CsvRecord, csvRecords, newlines } from './csv-records.ts'
import type { Decoded } from './encoding.ts'
import { findHeader } from './find-header.ts'
import { columnOf, type Header, readHeader } from './header.ts'
import { type ImportTable, rowOf, type TableRow } from './table.ts'

/** The form of a file: the separator between cells, and the text at the start of the file. */
export interface CsvForm {
  separator: ',' | ';'
  start: '' | '\ufeff'
}

/** The form that Excel opens directly in languages with a decimal comma, such as Spanish. */
export const excelForm: CsvForm = { separator: ';', start: '\ufeff' }

/** The form that programs expect. */
export const plainForm: CsvForm = { separator: ',', start: '' }

/**
 * Reads a table with a header, separated by commas, semicolons or tabs. The rows are parsed while they are iterated.
 * A row with too many or too few cells is kept, with its problem.
 * @throws MalformedError if there is no header or, during iteration, if a quote is not closed; TooLargeError
 */
export function readCsv({ text, encoding, isDamaged = false }: Decoded): ImportTable {
  const separator = findSeparator(text)
  const head = findHeader(records(text, separator))
  if (!head) throw new MalformedError('El archivo está vacío')
  const names = withoutBlankEnd(head.cells)
  const header = readHeader(names)
  const rows = {
    *[Symbol.iterator]() {
      for (const { line, cells } of records(text, separator)) {
        if (line <= head.line) continue
        const row = withLength(rowOf(line, cells, header), header)
        yield isDamaged ? withDamage(row) : row
      }
    },
  }
  return {
    form: `CSV separado por ${separatorNames[separator] ?? `«${separator}»`}, ${encoding}`,
    names,
    header,
    rows,
    lastLine: () => newlines(text) + 1,
    unit: 'línea',
  }
}

const separatorNames: Record<string, string> = { ',': 'comas', ';': 'punto y coma', '\t': 'tabuladores' }

/**
 * Adds a problem to a row of the wrong length. Blank cells at the end and missing cells of unknown columns do not
 * count, since spreadsheet programs add and drop them freely.
 */
function withLength(row: TableRow, header: Header): TableRow {
  const { cells } = row
  const isEnough = header.slice(cells.length).every((column) => column === undefined)
  if (isEnough && cells.slice(header.length).every(isBlank)) return row
  return { ...row, problem: `La fila tiene ${count(cells.length, 'celda')} y el encabezado ${header.length}` }
}

/** Marks the cells of a damaged file that contain U+FFFD as bad. */
function withDamage(row: TableRow): TableRow {
  const bad = Object.entries(row.values).filter(
    ([, value]) => typeof value === 'string' && value.includes('\ufffd'),
  )
  if (bad.length === 0) return row
  const badCells = Object.fromEntries(
    bad.map(([column]) => [column, 'La celda tiene letras dañadas: escríbala otra vez']),
  )
  return { ...row, badCells }
}

function withoutBlankEnd(names: string[]): string[] {
  const last = names.findLastIndex((name) => !isBlank(name))
  return names.slice(0, last + 1)
}

/** Yields the text of a CSV, in parts. */
export function* writeCsv(pilots: readonly Pilot[], form: CsvForm): Generator<string> {
  yield form.start + writeLine(columns, form)
  for (const part of flatParts(pilots)) {
    yield part
      .map((flat) =>
        writeLine(
          columns.map((column) => (column === 'dni' ? formatDni(flat.dni) : flat[column])),
          form,
        ),
      )
      .join('')
  }
}

/**
 * Yields the rejected rows as they were, with a column for the reason, so that a person can correct them and import
 * them again. The text comes in parts.
 */
export function* writeRejects(
  { names, header, rows }: ImportTable,
  { rejected, rejectedLines }: Pick<ImportReport, 'rejected' | 'rejectedLines'>,
): Generator<string> {
  const kept = header.flatMap((column, index) => (column === reasonColumn ? [] : index))
  const reasons = new Map<number, string[]>(rejectedLines.map((line) => [line, []]))
  for (const { line, field, message } of rejected) {
    const name = field && names[header.indexOf(field)]
    reasons.get(line)?.push(name ? `${name}: ${message}` : message)
  }
  let part = excelForm.start + writeLine([...kept.map((index) => names[index]), reasonColumn], excelForm)
  for (const { line, cells } of rows) {
    const reason = reasons.get(line)
    if (!reason) continue
    const surplus = cells.slice(header.length)
    const why = reason.join('. ') || unlisted
    part += writeLine([...kept.map((index) => cells[index]), why, ...surplus], excelForm)
    if (part.length < partLength) continue
    yield part
    part = ''
  }
  yield part
}

/** The approximate length of a part, in characters. */
const partLength = 128 * 1024

const unlisted = 'Hay demasiadas celdas mal para listarlas todas: importe la fila otra vez para ver qué tiene'

function writeLine(cells: readonly unknown[], { separator }: CsvForm): string {
  return `${cells.map(asCell).join(separator)}\n`
}

function asCell(value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (value === undefined || value === null) return ''
  const text = escapeFormula(escapeControls(String(value)))
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Adds an apostrophe to a cell that a spreadsheet program would read as a formula. `unescapeCell` removes it again. */
function escapeFormula(cell: string): string {
  // https://owasp.org/www-community/attacks/CSV_Injection
  return /^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
}

function unescapeCell(cell: string): string {
  const bare = /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell
  return bare.includes('_') ? unescapeControls(bare) : bare
}

/** Yields the records that are not blank, without the escapes of `writeCsv`. @throws MalformedError, TooLargeError */
function* records(text: string, separator: string): Generator<CsvRecord> {
  const declared = declaredSeparator(text)
  const body = declared ? text.slice(declared.line.length) : text
  const isPlain = !body.includes("'") && !body.includes('_x') && !body.includes('_X')
  const bounds = new RowBounds('Línea')
  for (const record of csvRecords(body, separator, declared ? 2 : 1)) {
    if (record.cells.every(isBlank)) continue
    bounds.check(record)
    yield isPlain ? record : { ...record, cells: record.cells.map(unescapeCell) }
  }
}

/**
 * Returns the separator that the first line declares. Without it, returns the separator with which one of the first
 * lines names the most columns or, if equal, has the most cells.
 */
function findSeparator(text: string): string {
  const declared = declaredSeparator(text)
  if (declared) return declared.separator
  const [best] = [',', ';', '\t']
    .map((separator) => ({ separator, ...bestLine(text, separator) }))
    .sort((one, other) => other.named - one.named || other.cells - one.cells)
  return best?.separator ?? ','
}

function bestLine(text: string, separator: string): { named: number; cells: number } {
  const lines = text.slice(0, 10_000).split(/\r\n?|\n/, 10)
  return lines.reduce(
    (best, line) => {
      const cells = line.split(separator).map((cell) => cell.replace(/^"|"$/g, ''))
      return {
        named: Math.max(best.named, cells.filter(columnOf).length),
        cells: Math.max(best.cells, cells.length),
      }
    },
    { named: 0, cells: 0 },
  )
}

/** Reads the separator from a first line such as `sep=;`, as Excel does. */
function declaredSeparator(text: string): { separator: string; line: string } | undefined {
  const [line, separator] = /^sep=(.)\r?\n/i.exec(text) ?? []
  return line && separator ? { line, separator } : undefined
}
