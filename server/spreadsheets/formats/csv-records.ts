/** Parses the records of a CSV (RFC 4180) one at a time, including the deviations of real spreadsheets. */
import { MalformedError, TooLargeError } from '#domain/errors'
import { isBlank } from '#domain/text/text'
import { maxColumns, tooManyColumns } from './bounds.ts'

export interface CsvRecord {
  /** The line on which the record starts, from 1. Line breaks inside cells count too. */
  line: number
  cells: string[]
  /** The problem of a record that probably contains other records. */
  problem?: string
}

const [quote, lineFeed, carriageReturn, space] = [0x22, 0x0a, 0x0d, 0x20]

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
  /** The number of cells of the widest record so far. */
  #widest = 0

  constructor(
    private readonly text: string,
    private readonly separator: number,
    private line: number,
  ) {}

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
    this.#widest = Math.max(this.#widest, cells.length)
    return { line, cells }
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
    this.line += newlines(cell)
    return isQuoted && cell.includes('"') ? cell.replaceAll('""', '"') : cell
  }

  /**
   * Returns true if a line of a cell has at least half of the separators of the widest record so far. Separators
   * before a space do not count, since they are punctuation.
   */
  #containsRecord(cell: string): boolean {
    const fewest = Math.max(fewestSeparators, (this.#widest - 1) / 2)
    // Most cells are not split, since all of their lines together have too few separators.
    if (this.#separatorsIn(cell) < fewest) return false
    const lines = cell.split(/\r\n?|\n/)
    return lines.length > 1 && lines.some((line) => this.#separatorsIn(line) >= fewest)
  }

  #separatorsIn(line: string): number {
    let found = 0
    for (let at = 0; at < line.length; at += 1)
      if (line.charCodeAt(at) === this.separator && line.charCodeAt(at + 1) !== space) found += 1
    return found
  }

  #endOfCell(from: number): number {
    const { text, separator } = this
    let end = from
    for (; end < text.length; end += 1) {
      const code = text.charCodeAt(end)
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
export function newlines(text: string): number {
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
