/** Reads and writes pilots as CSV (RFC 4180), in the forms that spreadsheet programs use. */
import { MalformedError } from '#domain/errors'
import { flatParts } from '#domain/import/flat-pilots'
import { writtenColumns } from '#domain/import/flat-terms'
import type { FileLine } from '#domain/import/row-reader'
import { formatDni } from '#domain/pilot/dni'
import type { Pilot } from '#domain/pilot/pilot'
import { escapeControls, unescapeControls } from '#domain/text/control-characters'
import { isBlank } from '#domain/text/text'
import { columnOf } from '../mapping/column-names.ts'
import { searchedLines } from '../mapping/find-header.ts'
import type { FileContent } from '../table.ts'
import { RowBounds } from './bounds.ts'
import { type CsvRecord, csvRecords, newlines } from './csv-records.ts'
import type { Decoded } from './encoding.ts'

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
 * Reads lines of cells, separated by commas, semicolons or tabs. They are parsed while they are iterated.
 * @throws MalformedError if there is none or, during iteration, if a quote is not closed; TooLargeError
 */
export function readCsv({ text, encoding, isDamaged = false }: Decoded): FileContent {
  const separator = findSeparator(text)
  const lines = {
    [Symbol.iterator]: () => (isDamaged ? withDamages(records(text, separator)) : records(text, separator)),
  }
  if (lines[Symbol.iterator]().next().done) throw new MalformedError('El archivo está vacío')
  return {
    form: `CSV separado por ${separatorNames[separator] ?? `«${separator}»`}, ${encoding}`,
    unit: 'línea',
    sheets: [{ name: '', lines }],
    isFixedWidth: true,
    lastLine: () => newlines(text) + 1,
  }
}

const separatorNames: Record<string, string> = { ',': 'comas', ';': 'punto y coma', '\t': 'tabuladores' }

function* withDamages(all: Iterable<CsvRecord>): Generator<FileLine> {
  for (const record of all) yield withDamage(record)
}

/** Adds a problem to the cells of a damaged file that contain U+FFFD. */
function withDamage(record: CsvRecord): FileLine {
  const cellProblems: FileLine['cellProblems'] = {}
  for (const [index, cell] of record.cells.entries())
    if (cell.includes('\ufffd'))
      cellProblems[index] = { message: 'La celda tiene letras dañadas: escríbala otra vez' }
  return Object.keys(cellProblems).length > 0 ? { ...record, cellProblems } : record
}

/** Yields the text of a CSV, in parts. */
export function* writeCsv(pilots: readonly Pilot[], form: CsvForm): Generator<string> {
  const columns = writtenColumns(pilots)
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

export function writeLine(cells: readonly unknown[], { separator }: CsvForm): string {
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
  const lines = text.slice(0, 10_000).split(/\r\n?|\n/, searchedLines)
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
