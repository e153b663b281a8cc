/** Checks a sheet of an Excel workbook (ECMA-376, part 1, 18.3.1), and collects the facts that its reader leaves out. */
import { MalformedError, TooLargeError } from '#domain/errors'
import { columnLetters } from '#domain/text/text'
import { cellTooLong, maxCellLength, maxRow, tooManyCells } from './bounds.ts'
import { type Attributes, isTrue, noBook, readXml } from './xlsx-parts.ts'

/** The number formats that a book defines, by the index of a style. */
export type NumberFormats = readonly (string | undefined)[]

/** A cell, with its column and row from 1. */
interface Place {
  column: number
  row: number
}

/** The facts about the cells of a sheet beyond their values. */
export interface SheetFacts {
  /** The cells whose formula failed, with the text of the error, such as `#N/A`. The reader returns them as blank. */
  errors: (Place & { text: string })[]
  /** The cells with a formula whose result is not saved, with the formula. The reader returns them as blank. */
  unsaved: (Place & { text: string })[]
  /** The cells with a number format that the book defines. */
  formatted: (Place & { format: string })[]
  /** The ranges of merged cells. All but the first cell of a range are blank. */
  merged: (Place & { lastColumn: number; lastRow: number })[]
  hiddenRows: Set<number>
}

interface SheetOptions {
  /** The number of cells that this and all further sheets may have. */
  budget: { left: number }
  formats?: NumberFormats
  /** True if the book is to be computed when it is opened, so that a saved 0 may be no result. */
  recalculates: boolean
}

interface CheckedSheet {
  facts: SheetFacts
  /** The sheet with the references that it leaves out; absent if it has all. */
  numbered?: string
}

/** @throws MalformedError if the XML is not a sheet, or a cell is far from all others; TooLargeError */
export function checkSheet(xml: string, options: SheetOptions): CheckedSheet {
  try {
    return { facts: factsOf(xml, options) }
  } catch (error) {
    if (!(error instanceof MissingReference)) throw error
    const numbered = withReferences(xml)
    return { facts: factsOf(numbered, options), numbered }
  }
}

/** Reports a cell that does not say its column and row. */
class MissingReference extends Error {}

/** Adds the references that some programs leave out, such as Power BI: a row follows the one before, and so does a cell. */
function withReferences(xml: string): string {
  let [row, column] = [0, 0]
  return xml.replace(/<((?:[\w-]+:)?)(row|c)(?=[\s/>])([^<>]*)>/g, (tag, prefix, name, attributes) => {
    const [, written] = /\sr\s*=\s*["']([^"']*)/.exec(attributes) ?? []
    if (name === 'row') [row, column] = [written === undefined ? row + 1 : rowNumber(written), 0]
    else if (written !== undefined) ({ row, column } = parseReference(written))
    else {
      column += 1
      return `<${prefix}c r="${columnLetters(column - 1)}${row}"${attributes}>`
    }
    return tag
  })
}

function factsOf(xml: string, options: SheetOptions): SheetFacts {
  const scan = new SheetScan(options)
  readXml(xml, {
    open: (tag, attributes) => scan.open(tag, attributes),
    close: (tag) => scan.close(tag),
    text: (text) => scan.text(text),
  })
  requireShortTokens(xml)
  return scan.facts()
}

/** Reads the elements of a sheet in their order. */
class SheetScan {
  readonly #facts: SheetFacts = { errors: [], unsaved: [], formatted: [], merged: [], hiddenRows: new Set() }
  readonly #cell = { ...noCell }
  readonly #row = { number: 0, highest: 0, elements: 0, unnumbered: 0, isHidden: false }
  readonly #used = { rows: 0, columns: 0, cells: 0, far: '' }
  #isInData = false
  #isInFormula = false
  #valueDepth = 0

  constructor(private readonly options: SheetOptions) {}

  open(tag: string, attributes: () => Attributes): void {
    if (tag === 'sheetData') this.#isInData = true
    if (!this.#isInData) return
    if (tag === 'row') this.#openRow(attributes())
    else if (tag === 'c') this.#openCell(attributes())
    else if (tag === 'f') this.#cell.hasFormula = this.#isInFormula = true
    else if (tag === 'mergeCell') this.#addRange(attributes())
    else if (isValue(tag)) {
      this.#valueDepth += 1
      if (tag === 'v') this.#cell.hasValue = true
    }
  }

  #openRow({ r, hidden, ht }: Attributes): void {
    const row = this.#row
    row.number = r === undefined ? 0 : rowNumber(r)
    row.highest = Math.max(row.highest, row.number)
    row.elements += 1
    row.isHidden = isTrue(hidden) || ht === '0'
    if (r === undefined) row.unnumbered += 1
    if (row.elements > maxRow) throw new MalformedError(noBook)
  }

  #openCell({ r, s, t = 'n' }: Attributes): void {
    if (r === undefined) throw new MissingReference()
    const format = t === 'n' && s !== undefined ? this.options.formats?.[Number(s)] : undefined
    Object.assign(this.#cell, noCell, parseReference(r), { reference: r, type: t, format })
    this.#row.highest = Math.max(this.#row.highest, this.#cell.row)
  }

  #addRange({ ref = '' }: Attributes): void {
    if (/^[A-Z]{1,3}\d{1,7}:[A-Z]{1,3}\d{1,7}$/.test(ref)) this.#facts.merged.push(rangeOf(ref))
  }

  close(tag: string): void {
    if (tag === 'f') this.#isInFormula = false
    if (isValue(tag)) this.#valueDepth -= 1
    if (tag === 'c') this.#closeCell()
  }

  #closeCell(): void {
    const [cell, used, facts] = [this.#cell, this.#used, this.#facts]
    const { column } = cell
    const row = Math.max(this.#row.number, cell.row)
    const isUnsaved = cell.hasFormula && !hasResult(cell, this.options.recalculates)
    if (isUnsaved) facts.unsaved.push({ column, row, text: `=${cell.formula}` })
    if (cell.length === 0 && !isUnsaved) return
    if (column > used.columns || row > used.rows) used.far = cell.reference
    used.columns = Math.max(used.columns, column)
    used.rows = Math.max(used.rows, row)
    used.cells += 1
    if (this.#row.isHidden) facts.hiddenRows.add(row)
    if (cell.type === 'e') facts.errors.push({ column, row, text: cell.text })
    else if (cell.format !== undefined) facts.formatted.push({ column, row, format: cell.format })
  }

  text(text: string): void {
    const cell = this.#cell
    if (this.#isInFormula) cell.formula += text.slice(0, longestFormula - cell.formula.length)
    if (this.#valueDepth === 0) return
    cell.length += text.length
    if (cell.type === 'e' || cell.hasFormula) cell.text += text
    if (cell.length > maxCellLength) throw new TooLargeError(cellTooLong(`Fila ${cell.row}`, cell.length))
  }

  /** @throws MalformedError if a cell is far from all others, TooLargeError if the sheet has too many cells */
  facts(): SheetFacts {
    const { budget } = this.options
    const { highest, unnumbered } = this.#row
    // The reader numbers a row without a number after the previous row.
    const rows = unnumbered > 0 ? highest + unnumbered : this.#used.rows
    const cells = rows * this.#used.columns
    budget.left -= cells
    if (budget.left >= 0) return this.#facts
    throw this.#used.cells * 10 < cells ? farCell(this.#used.far) : new TooLargeError(tooManyCells)
  }
}

/** The cell that is being read. Its text is kept only if it has an error or a formula. */
const noCell = {
  column: 0,
  row: 0,
  reference: '',
  type: 'n',
  length: 0,
  text: '',
  format: undefined as string | undefined,
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
function rangeOf(ref: string): SheetFacts['merged'][number] {
  const [first = '', last = ''] = ref.split(':')
  const { column: lastColumn, row: lastRow } = parseReference(last)
  return { ...parseReference(first), lastColumn, lastRow }
}

/** The longest token, in characters: longer than a full cell with every character as an entity, and its tag. */
const maxTokenLength = 10 * maxCellLength

/** Rejects long tokens, since the reader scans a token again for every part of the file that it receives. */
function requireShortTokens(xml: string): void {
  for (let at = 0; at >= 0; ) {
    const next = xml.indexOf('<', at + 1)
    if ((next < 0 ? xml.length : next) - at > maxTokenLength) throw new MalformedError(noBook)
    at = next
  }
}
