/**
 * Reads and writes CSV (RFC 4180), in the forms that spreadsheet programs use. The parser is our own: with Papa Parse, a
 * stray quote takes the rest of a file along, and csv-parse takes eight times as long.
 */
import { MalformedError, TooLargeError } from '#domain/errors'
import type { FileLine } from '#domain/import/row-reader'
import { escapeControls, unescapeControls } from '#domain/text/names'
import { isBlank, shortened } from '#domain/text/text'
import { columnOf } from '../mapping/column-names.ts'
import { searchedLines } from '../mapping/header.ts'
import type { FileContent } from '../table.ts'
import { maxCellLength, maxColumns, RowBounds, tooManyColumns } from './bounds.ts'
import { endsEntity } from './damaged-cells.ts'
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
 * Reads lines of cells, separated by commas, semicolons, tabs or vertical bars. They are parsed while they are iterated.
 * @throws MalformedError if there is none or, during iteration, if a quote is not closed; TooLargeError
 */
export function readCsv(decoded: Decoded): FileContent {
  const { text, encoding, label, other } = decoded
  const separator = findSeparator(text)
  const lines = {
    [Symbol.iterator]: () => (other ? doubtfulRecords(decoded, other, separator) : records(text, separator)),
  }
  if (lines[Symbol.iterator]().next().done) throw new MalformedError('El archivo está vacío')
  return {
    form: `CSV separado por ${separatorNames[separator] ?? `«${separator}»`}, ${label}`,
    encoding,
    otherEncoding: other?.encoding,
    unit: 'línea',
    sheets: [{ name: '', lines }],
    isFixedWidth: true,
  }
}

const separatorNames: Record<string, string> = {
  ';': 'punto y coma',
  ',': 'comas',
  '\t': 'tabuladores',
  '|': 'barras',
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

/**
 * Adds an apostrophe to a cell that a spreadsheet program would read as a formula, in every file that PilotOS writes as text.
 * `unescapeCell` removes it again.
 */
export function escapeFormula(cell: string): string {
  return formula.test(cell) ? `'${cell}` : cell
}

/** Matches a formula, also after apostrophes (https://owasp.org/www-community/attacks/CSV_Injection). */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/

function unescapeCell(cell: string): string {
  const bare = cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell
  return bare.includes('_') ? unescapeControls(bare) : bare
}

/** Yields the records that are not blank, without the escapes of `writeLine`. @throws MalformedError, TooLargeError */
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

/** Yields the records of a text, with a problem for each cell that is another text in the other encoding. */
function* doubtfulRecords(
  { text, label }: Decoded,
  other: NonNullable<Decoded['other']>,
  separator: string,
): Generator<CsvRecord> {
  const others = records(other.text, separator)
  let twin = others.next()
  let message: string | undefined
  for (const record of records(text, separator)) {
    while (!twin.done && twin.value.line < record.line) twin = others.next()
    const cellProblems: CsvRecord['cellProblems'] = {}
    const isSame = !twin.done && twin.value.line === record.line
    for (const [index, cell] of record.cells.entries()) {
      const read = isSame ? (twin.value.cells[index] ?? cell) : cell
      if (read === cell) continue
      const [one, another] = [cell, read].map((text) => `«${shortened(text, 30)}»`)
      message ??= `El archivo puede ser ${label} (${one}) o ${other.label} (${another}): elija la codificación`
      cellProblems[index] = { message }
    }
    yield Object.keys(cellProblems).length > 0 ? { ...record, cellProblems } : record
  }
}

/**
 * Returns the separator that the first line declares. Without it, returns the separator with which one of the first
 * lines names the most columns or, if equal, has the most cells. A comma may be that of a number.
 */
function findSeparator(text: string): string {
  const declared = declaredSeparator(text)
  if (declared) return declared.separator
  const [best] = Object.keys(separatorNames)
    .map((separator) => ({ separator, ...bestLine(text, separator) }))
    .filter(({ cells }) => cells > 1)
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

/** A record of a CSV (RFC 4180), or of what real spreadsheets make of it. */
export interface CsvRecord {
  /** The line on which the record starts, from 1. Line breaks inside cells count too. */
  line: number
  cells: string[]
  /** The problem of a record that probably contains other records. */
  problem?: string
  cellProblems?: FileLine['cellProblems']
}

const [quote, lineFeed, carriageReturn, space, semicolon] = [0x22, 0x0a, 0x0d, 0x20, 0x3b]

/** The fewest separators in a line of a cell that make the line a probable record. */
const fewestSeparators = 3

const swallowed = 'Una celda parece contener otras filas: revise la comilla que se abre en ella'

/**
 * Yields the records of a text. Lines may end with LF, CR or CRLF, and rows may differ in length. A quote inside a
 * cell is an ordinary character; a quote that opens a cell must be closed. Blank cells after the last column that is
 * read are left out.
 * @throws MalformedError if a quote is not closed, with the line on which its record starts; TooLargeError if a
 * record has too many cells
 */
export function* csvRecords(text: string, separator: string, firstLine = 1): Generator<CsvRecord> {
  const scanner = new Scanner(text, separator.charCodeAt(0), firstLine)
  while (!scanner.isAtEnd) yield scanner.record()
}

class Scanner {
  /** The offset of the next character. */
  #at = 0
  /** True if a separator may be a part of a letter. */
  readonly #hasEntities: boolean
  /** The offset of the first line break after the last part that was asked for. */
  #lineBreak = -1
  /** The number of cells of the widest record so far. */
  #widest = 0

  constructor(
    private readonly text: string,
    private readonly separator: number,
    private line: number,
  ) {
    this.#hasEntities = separator === semicolon && text.includes('&') && /&#?\w{2,8};/.test(text)
  }

  get isAtEnd(): boolean {
    return this.#at >= this.text.length
  }

  record(): CsvRecord {
    const { line } = this
    const cells: string[] = []
    let [count, lastFilled] = [0, 0]
    for (;;) {
      const cell = this.#cell(line)
      count += 1
      if (count <= maxColumns) cells.push(cell)
      else if (!isBlank(cell)) lastFilled = count
      if (this.text.charCodeAt(this.#at) !== this.separator) break
      this.#at += 1
    }
    if (lastFilled > maxColumns) throw new TooLargeError(tooManyColumns(lastFilled))
    const hasRecords = this.line > line && cells.some((cell) => this.#containsRecord(cell))
    this.#skipLineBreak()
    if (hasRecords) return { line, cells, problem: swallowed }
    const record = { line, cells: this.#cellsInOne(cells) ?? cells }
    this.#widest = Math.max(this.#widest, record.cells.length)
    return record
  }

  /** Returns the cells of a record that is in quotes as a whole, since a program has taken its line for one cell. */
  #cellsInOne(cells: readonly string[]): string[] | undefined {
    const [whole = '', second] = cells
    if (!isBlank(second) || whole.length > maxCellLength || !cells.slice(1).every(isBlank)) return undefined
    if (this.#separatorsIn(whole) < fewestSeparators) return undefined
    // The blank cells of another separator may follow the quotes: `"Ana,Rojas,7";;`.
    const [, quoted] = /^"(.*)"[;,\t|]*$/s.exec(whole) ?? []
    const inner = new Scanner(quoted?.replaceAll('""', '"') ?? whole, this.separator, this.line)
    const record = inner.record()
    return inner.isAtEnd ? record.cells : undefined
  }

  /** Reads a cell up to the separator or the line break. `startsOn` is the first line of the record. */
  #cell(startsOn: number): string {
    const { text } = this
    const open = this.#at
    const close = text.charCodeAt(open) === quote ? closingQuote(text, open) : -1
    if (close === text.length) throw unclosed(startsOn)
    const end = this.#endOfCell(close < 0 ? open : close + 1)
    this.#at = end
    if (close < 0) return text.slice(open, end)
    const isQuoted = end === close + 1
    const cell = isQuoted ? text.slice(open + 1, close) : text.slice(open, end)
    if (this.#hasLineBreak(open, end)) this.line += newlines(cell)
    return isQuoted && cell.includes('"') ? cell.replaceAll('""', '"') : cell
  }

  /**
   * Returns true if a line of a cell has at least half of the separators of the widest record so far. Separators
   * before a space do not count, since they are punctuation.
   */
  #containsRecord(cell: string): boolean {
    if (!/[\r\n]/.test(cell)) return false
    const fewest = Math.max(fewestSeparators, (this.#widest - 1) / 2)
    return cell.split(/\r\n?|\n/).some((line) => this.#separatorsIn(line) >= fewest)
  }

  #separatorsIn(line: string): number {
    let found = 0
    for (let at = 0; at < line.length; at += 1)
      if (line.charCodeAt(at) === this.separator && line.charCodeAt(at + 1) !== space) found += 1
    return found
  }

  /** Returns true if a line ends in a part of the text that begins after those of earlier calls. */
  #hasLineBreak(from: number, to: number): boolean {
    if (this.#lineBreak < from) {
      lineBreak.lastIndex = from
      this.#lineBreak = lineBreak.test(this.text) ? lineBreak.lastIndex - 1 : this.text.length
    }
    return this.#lineBreak < to
  }

  #endOfCell(from: number): number {
    const { text, separator } = this
    let end = from
    for (; end < text.length; end += 1) {
      const code = text.charCodeAt(end)
      // In `Mar&iacute;a;Quispe`, the first semicolon is a part of the letter.
      if (code === separator && this.#hasEntities && endsEntity(text, end)) continue
      if (code === separator || code === lineFeed || code === carriageReturn) break
    }
    return end
  }

  #skipLineBreak(): void {
    const { text } = this
    const isPair = text.charCodeAt(this.#at) === carriageReturn && text.charCodeAt(this.#at + 1) === lineFeed
    this.#at += isPair ? 2 : 1
    this.line += 1
  }
}

const lineBreak = /[\r\n]/g

/** Returns the offset of the quote that closes the quote at `open`, or the length of the text if there is none. */
function closingQuote(text: string, open: number): number {
  let close = open + 1
  for (;;) {
    close = text.indexOf('"', close)
    if (close < 0) return text.length
    if (text.charCodeAt(close + 1) !== quote) return close
    close += 2
  }
}

/** Returns the number of line breaks in a text. */
function newlines(text: string): number {
  let found = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === lineFeed || (code === carriageReturn && text.charCodeAt(at + 1) !== lineFeed)) found += 1
  }
  return found
}

function unclosed(line: number): MalformedError {
  return new MalformedError(`La fila que empieza en la línea ${line} abre una comilla que no se cierra`)
}
