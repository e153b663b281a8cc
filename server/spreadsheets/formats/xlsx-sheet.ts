/** Reads a sheet of an Excel workbook (ECMA-376, part 1, 18.3.1): the values of its cells, and what a person sees besides. */
import { MalformedError, TooLargeError } from '#domain/errors'
import { excelErrorMessage } from '#domain/import/cells/cells'
import { columnLetters } from '#domain/text/text'
import { cellTooLong, maxCellLength, maxRow, tooManyCells } from './bounds.ts'
import {
  type Attributes,
  isTrue,
  type NumberFormat,
  noBook,
  readXml,
  shownAs,
  unescaped,
} from './xlsx-parts.ts'

/** The value of a cell. A date is midnight of its day in UTC. */
export type Cell = string | number | boolean | Date | FailedFormula | null

/** The value of a cell whose formula failed, or has no saved result. */
export class FailedFormula {
  constructor(
    readonly text: string,
    readonly message: string,
  ) {}
}

/** A cell, with its column and row from 1. */
interface Place {
  column: number
  row: number
}

/** A sheet without blank rows. A value that is merged over several rows is the value of each. */
export interface Sheet {
  /** The cells by their rows, in order. All rows have the length of the longest, at least. */
  rows: ReadonlyMap<number, Cell[]>
  /** The ranges of merged cells. All but the first column of a range are blank. */
  merged: readonly (Place & { lastColumn: number; lastRow: number })[]
  hiddenRows: ReadonlySet<number>
}

interface SheetOptions {
  /** The number of cells that this and all further sheets may have. */
  budget: { left: number }
  /** The number formats by the index of a style. */
  formats?: readonly NumberFormat[]
  /** The texts that cells share. */
  strings?: readonly string[]
  /** True if the book is to be computed when it is opened, so that a saved 0 may be no result. */
  recalculates: boolean
  isFrom1904: boolean
}

/** @throws MalformedError if the XML is not a sheet, or a cell is far from all others; TooLargeError */
export function readSheet(xml: string, options: SheetOptions): Sheet {
  const scan = new SheetScan(options)
  readXml(xml, {
    open: (tag, attributes) => scan.open(tag, attributes),
    close: (tag) => scan.close(tag),
    text: (text) => scan.text(text),
  })
  return scan.sheet()
}

/** Reads the elements of a sheet in their order. */
class SheetScan {
  readonly #rows = new Map<number, Cell[]>()
  readonly #merged: (Place & { lastColumn: number; lastRow: number })[] = []
  readonly #hiddenRows = new Set<number>()
  readonly #cell = { ...noCell }
  readonly #row = { number: 0, column: 0, isNumbered: false, isHidden: false }
  readonly #used = { rows: 0, columns: 0, width: 0, cells: 0, far: '' }
  #isInData = false
  #isInFormula = false
  #isPhonetic = false
  #valueDepth = 0

  constructor(private readonly options: SheetOptions) {}

  open(tag: string, attributes: () => Attributes): void {
    if (tag === 'sheetData') this.#isInData = true
    if (!this.#isInData) return
    if (tag === 'row') this.#openRow(attributes())
    else if (tag === 'c') this.#openCell(attributes())
    else if (tag === 'f') this.#cell.hasFormula = this.#isInFormula = true
    else if (tag === 'rPh') this.#isPhonetic = true
    else if (tag === 'mergeCell') this.#addRange(attributes())
    else if (isValue(tag)) {
      this.#valueDepth += 1
      if (tag === 'v') this.#cell.hasValue = true
    }
  }

  /** A row without a number follows the one before: some programs leave numbers out, such as Power BI. */
  #openRow({ r, hidden, ht }: Attributes): void {
    const row = this.#row
    this.#moveTo(r === undefined ? row.number + 1 : rowNumber(r))
    Object.assign(row, { column: 0, isNumbered: r !== undefined, isHidden: isTrue(hidden) || ht === '0' })
  }

  /** A cell without a reference follows the one before. The first reference numbers a row without a number. */
  #openCell({ r, s = '', t = 'n' }: Attributes): void {
    const row = this.#row
    const place = r === undefined ? undefined : parseReference(r)
    if (place && !row.isNumbered && place.row > row.number) this.#moveTo(place.row)
    const column = place?.column ?? row.column + 1
    if (column <= row.column) throw new MalformedError(noBook)
    Object.assign(row, { column, isNumbered: true })
    Object.assign(this.#cell, noCell, { type: t, format: this.options.formats?.[Number(s)] })
  }

  #moveTo(row: number): void {
    if (row <= this.#row.number || row > maxRow) throw new MalformedError(noBook)
    this.#row.number = row
  }

  #addRange({ ref = '' }: Attributes): void {
    if (/^[A-Z]{1,3}\d{1,7}:[A-Z]{1,3}\d{1,7}$/.test(ref)) this.#merged.push(rangeOf(ref))
  }

  close(tag: string): void {
    if (tag === 'f') this.#isInFormula = false
    if (tag === 'rPh') this.#isPhonetic = false
    if (isValue(tag)) this.#valueDepth -= 1
    if (tag === 'c') this.#closeCell()
  }

  #closeCell(): void {
    const [cell, row, used] = [this.#cell, this.#row, this.#used]
    const { number, column } = row
    const isUnsaved = cell.hasFormula && !hasResult(cell, this.options.recalculates)
    const value = isUnsaved ? new FailedFormula(`=${cell.formula}`, noResult) : cellValue(cell, this.options)
    if (cell.text === '' && !isUnsaved) return
    if (column > used.columns || number > used.rows) used.far = `${columnLetters(column - 1)}${number}`
    used.columns = Math.max(used.columns, column)
    used.rows = Math.max(used.rows, number)
    used.cells += 1
    if (used.cells > this.options.budget.left) throw new TooLargeError(tooManyCells)
    if (row.isHidden) this.#hiddenRows.add(number)
    if (value === null) return
    const cells = this.#rows.get(number) ?? []
    setCell(cells, column, value)
    this.#rows.set(number, cells)
    if (!(value instanceof FailedFormula)) used.width = Math.max(used.width, column)
  }

  text(text: string): void {
    const cell = this.#cell
    if (this.#isInFormula) cell.formula += text.slice(0, longestFormula - cell.formula.length)
    if (this.#valueDepth === 0 || this.#isPhonetic) return
    cell.text += text
    const { length } = cell.text
    if (length > maxCellLength) throw new TooLargeError(cellTooLong(`Fila ${this.#row.number}`, length))
  }

  /** @throws MalformedError if a cell is far from all others, TooLargeError if the sheet has too many cells */
  sheet(): Sheet {
    const { budget } = this.options
    const { rows, columns, width, cells, far } = this.#used
    budget.left -= rows * columns
    if (budget.left < 0) throw cells * 10 < rows * columns ? farCell(far) : new TooLargeError(tooManyCells)
    for (const row of this.#rows.values()) while (row.length < width) row.push(null)
    this.#spread()
    return { rows: this.#rows, merged: this.#merged, hiddenRows: this.#hiddenRows }
  }

  /** Sets the values of merged cells in all of their rows. Ranges often reach below the last rider. */
  #spread(): void {
    for (const { column, row, lastRow } of this.#merged) {
      const value = this.#rows.get(row)?.[column - 1] ?? null
      if (value === null) continue
      for (let other = row + 1; other <= Math.min(lastRow, this.#used.rows); other += 1) {
        const cells = this.#rows.get(other)
        if (cells) setCell(cells, column, value)
      }
    }
  }
}

function setCell(cells: Cell[], column: number, value: Cell): void {
  while (cells.length < column) cells.push(null)
  cells[column - 1] = value
}

/** The cell that is being read. */
const noCell = {
  type: 'n',
  text: '',
  format: undefined as NumberFormat | undefined,
  hasFormula: false,
  formula: '',
  hasValue: false,
}

/** The number of characters of a formula that are shown. */
const longestFormula = 60

/**
 * Returns true if a formula has a result. A text can be empty; a program that computes nothing leaves the result out, or
 * writes 0 and asks Excel to compute the book.
 */
function hasResult({ type, text, hasValue }: typeof noCell, recalculates: boolean): boolean {
  if (text === '') return hasValue && type === 'str'
  return !(recalculates && text === '0')
}

const noResult = 'La fórmula no tiene guardado su resultado: abra el libro en Excel y guárdelo otra vez'

/** Returns the value of a cell by its type (ECMA-376, part 1, 18.18.11). @throws MalformedError if it has not this type */
function cellValue({ type, text, format }: typeof noCell, { strings, isFrom1904 }: SheetOptions): Cell {
  if (text === '') return null
  if (type === 'inlineStr' || type === 'str') return unescaped(text)
  if (type === 'e') return new FailedFormula(text, excelErrorMessage(text))
  const number = Number(text)
  const shared = strings?.[number]
  if (type === 's' && shared !== undefined) return shared === '' ? null : shared
  if (type === 'b' && (number === 0 || number === 1)) return number === 1
  if (type === 'd') return new Date(text)
  if (type !== 'n' || Number.isNaN(number)) throw new MalformedError(noBook)
  if (format?.isDate) return dateOf(number + (isFrom1904 ? daysUntil1904 : 0))
  return format?.code === undefined ? number : shownAs(number, format.code)
}

/** The days from 30/12/1899, where Excel begins to count, to 1/1/1904. */
const daysUntil1904 = 1462

/** Returns the day that Excel stores as a number: the days since 30/12/1899. */
function dateOf(serial: number): Date {
  return new Date(Math.floor((serial - 25_569) * 86_400_000))
}

/** Returns true for the elements that contain the value of a cell. */
function isValue(tag: string): boolean {
  return tag === 'v' || tag === 't'
}

function farCell(reference: string): MalformedError {
  return new MalformedError(
    `La hoja tiene algo en la celda ${reference}, muy lejos de lo demás: borre las filas y columnas que sobran y guárdela otra vez`,
  )
}

function rowNumber(text: string): number {
  const row = /^\d{1,7}$/.test(text) ? Number(text) : 0
  if (row < 1 || row > maxRow) throw new MalformedError(noBook)
  return row
}

/** Parses a reference: `B7` is in the second column and the seventh row. */
function parseReference(reference: string): Place {
  const [, letters, digits] = /^([A-Z]{1,3})(\d{1,7})$/.exec(reference) ?? []
  if (!letters || !digits) throw new MalformedError(noBook)
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 0x40
  return { column, row: rowNumber(digits) }
}

/** Parses a range such as `B7:D9`. */
function rangeOf(ref: string): Sheet['merged'][number] {
  const [first = '', last = ''] = ref.split(':')
  const { column: lastColumn, row: lastRow } = parseReference(last)
  return { ...parseReference(first), lastColumn, lastRow }
}
