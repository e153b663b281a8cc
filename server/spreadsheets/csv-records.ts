/** Parses the records of a CSV (RFC 4180) one at a time, including the deviations of real spreadsheets. */
import { MalformedError, TooLargeError } from '#domain/errors'
import { isBlank, maxColumns, tooManyColumns } from './bounds.ts'

export interface CsvRecord {
  /** The line on which the record starts, from 1. Line breaks inside cells count too. */
  line: number
  cells: string[]
}

const [quote, lineFeed, carriageReturn] = [0x22, 0x0a, 0x0d]

/**
 * Yields the records of a text. Lines may end with LF, CR or CRLF, and rows may differ in length. A quote inside a
 * cell is an ordinary character; a quote that opens a cell must be closed. Blank cells after the last column that is
 * read are left out.
 * @throws MalformedError if a quote is not closed, with the line on which its record starts; TooLargeError if a
 * record has too many cells
 */
export function* csvRecords(text: string, separator: string, firstLine = 1): Generator<CsvRecord> {
  const mark = separator.charCodeAt(0)
  let at = 0
  let line = firstLine

  const endOfCell = (from: number): number => {
    let end = from
    for (; end < text.length; end += 1) {
      const code = text.charCodeAt(end)
      if (code === mark || code === lineFeed || code === carriageReturn) break
    }
    return end
  }

  while (at < text.length) {
    const startsOn = line
    const cells: string[] = []
    let [count, lastFilled] = [0, 0]
    for (;;) {
      const close = text.charCodeAt(at) === quote ? closingQuote(text, at) : -1
      if (close === text.length) throw unclosed(startsOn)
      const end = endOfCell(close < 0 ? at : close + 1)
      const isQuoted = close >= 0 && end === close + 1
      const cell = isQuoted ? text.slice(at + 1, close) : text.slice(at, end)
      if (close >= 0) line += newlines(cell)
      count += 1
      if (count <= maxColumns) cells.push(isQuoted && cell.includes('"') ? cell.replaceAll('""', '"') : cell)
      else if (!isBlank(cell)) lastFilled = count
      at = end
      if (text.charCodeAt(at) !== mark) break
      at += 1
    }
    at += text.charCodeAt(at) === carriageReturn && text.charCodeAt(at + 1) === lineFeed ? 2 : 1
    line += 1
    if (lastFilled > maxColumns) throw new TooLargeError(tooManyColumns(lastFilled))
    yield { line: startsOn, cells }
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
