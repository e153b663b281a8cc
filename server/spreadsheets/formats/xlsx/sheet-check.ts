/** Checks the size of an Excel sheet in memory, since the reader also fills the positions between its cells. */
import { MalformedError, TooLargeError } from '#domain/errors'
import { cellTooLong, maxCellLength, maxCells, maxRow, tooManyCells } from '../bounds.ts'
import { noBook } from './parts.ts'
import { readXml } from './xml.ts'

/** The number of cells that the remaining sheets of a workbook may have. */
export class CellBudget {
  #left = maxCells

  spend(cells: number): boolean {
    this.#left -= cells
    return this.#left >= 0
  }
}

/** A cell whose formula failed, with its column and row from 1 and the text of the error, such as `#N/A`. */
export interface CellError {
  column: number
  row: number
  text: string
}

/**
 * Returns the cells with errors, which the reader returns as blank cells.
 * @throws MalformedError if the XML is not a sheet, or a cell is far from all others; TooLargeError
 */
export function checkSheet(xml: string, budget: CellBudget): CellError[] {
  const errors: CellError[] = []
  const cell = { column: 0, row: 0, reference: '', length: 0, error: '', isError: false }
  const row = { number: 0, highest: 0, elements: 0, unnumbered: 0 }
  const used = { rows: 0, columns: 0, cells: 0, far: '' }
  let [isInData, valueDepth] = [false, 0]

  readXml(xml, {
    open(tag, attributes) {
      if (tag === 'sheetData') isInData = true
      if (!isInData) return
      if (tag === 'row') {
        const { r } = attributes()
        row.number = r === undefined ? 0 : rowNumber(r)
        row.highest = Math.max(row.highest, row.number)
        row.elements += 1
        if (r === undefined) row.unnumbered += 1
        if (row.elements > maxRow) throw new MalformedError(noBook)
      } else if (tag === 'c') {
        const { r, t } = attributes()
        Object.assign(cell, parseReference(r), { length: 0, error: '', isError: t === 'e' })
        row.highest = Math.max(row.highest, cell.row)
      } else if (isValue(tag)) {
        valueDepth += 1
      }
    },
    close(tag) {
      if (isValue(tag)) valueDepth -= 1
      if (tag !== 'c' || cell.length === 0) return
      const rows = Math.max(row.number, cell.row)
      if (cell.column > used.columns || rows > used.rows) used.far = cell.reference
      used.columns = Math.max(used.columns, cell.column)
      used.rows = Math.max(used.rows, rows)
      used.cells += 1
      if (cell.isError) errors.push({ column: cell.column, row: rows, text: cell.error })
    },
    text(text) {
      if (valueDepth > 0) cell.length += text.length
      if (valueDepth > 0 && cell.isError) cell.error += text
      if (cell.length > maxCellLength) throw new TooLargeError(cellTooLong(`Fila ${cell.row}`, cell.length))
    },
  })

  requireShortTokens(xml)
  // The reader numbers a row without a number after the previous row.
  const rows = row.unnumbered > 0 ? row.highest + row.unnumbered : used.rows
  const cells = rows * used.columns
  if (budget.spend(cells)) return errors
  throw used.cells * 10 < cells ? farCell(used.far) : new TooLargeError(tooManyCells)
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
function parseReference(reference = ''): { column: number; row: number; reference: string } {
  const [, letters, digits] = /^([A-Z]{1,3})(\d{1,7})$/.exec(reference) ?? []
  if (!letters || !digits) throw new MalformedError(noBook)
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 0x40
  return { column, row: rowNumber(digits), reference }
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
