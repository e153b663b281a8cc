/** Checks an Excel workbook before it is read, since a small file can make more cells than fit in memory. */
import { zipSync } from 'fflate'
import { MalformedError, TooLargeError } from '#domain/errors'
import {
  bookTooLarge,
  cellTooLong,
  maxCellLength,
  maxCells,
  maxRow,
  maxSheets,
  tooManyCells,
  tooManySheets,
} from './bounds.ts'
import { asWorkbookError, noBook, readXml, XlsxParts } from './xlsx-parts.ts'

export interface CheckedBook {
  /** The checked parts as a new ZIP, so that nothing else of the file reaches the reader. */
  zip: ArrayBuffer
  /** The names of the hidden sheets. */
  hidden: ReadonlySet<string>
  /** The cells with errors of each sheet, in the order of the sheets. */
  errors: readonly (readonly CellError[])[]
}

/** @throws MalformedError if the bytes are not a workbook, or a cell is far from all others; TooLargeError */
export async function checkBook(bytes: Uint8Array): Promise<CheckedBook> {
  const parts = await XlsxParts.open(bytes)
  const checked: Record<string, Uint8Array> = {}
  const check = async <Found>(path: string, look: (xml: string) => Found): Promise<Found | undefined> => {
    const content = await parts.read(path)
    if (!content) return undefined
    checked[path] = content
    return asWorkbookError(() => look(new TextDecoder().decode(content)))
  }
  const sheets = await check('xl/workbook.xml', sheetsOf)
  const paths = await check('xl/_rels/workbook.xml.rels', pathsOf)
  if (!sheets || !paths) throw new MalformedError(noBook)
  if (sheets.length > maxSheets) throw new TooLargeError(tooManySheets(sheets.length))
  await check(paths.byType.get('styles') ?? 'xl/styles.xml', checkStyles)
  await check(paths.byType.get('sharedStrings') ?? 'xl/sharedStrings.xml', checkStrings)
  const budget = { left: maxCells }
  const errors = new Map<string | undefined, CellError[]>()
  for (const path of new Set(sheets.flatMap(({ relation }) => paths.ofSheets.get(relation) ?? []))) {
    errors.set(path, (await check(path, (xml) => checkSheet(xml, budget))) ?? [])
  }
  const hidden = new Set(sheets.filter(({ isHidden }) => isHidden).map(({ name }) => name))
  return {
    zip: zipSync(checked, { level: 0 }).buffer,
    hidden,
    errors: sheets.map(({ relation }) => errors.get(paths.ofSheets.get(relation)) ?? []),
  }
}

interface SheetEntry {
  name: string
  isHidden: boolean
  relation: string
}

function sheetsOf(workbook: string): SheetEntry[] {
  const sheets: SheetEntry[] = []
  readXml(workbook, {
    open(tag, attributes) {
      if (tag !== 'sheet') return
      const { name, state, id } = attributes()
      if (name)
        sheets.push({ name, isHidden: state === 'hidden' || state === 'veryHidden', relation: id ?? '' })
    },
  })
  return sheets
}

/** Returns the paths of the parts: of sheets by their relationship, of others by type (ECMA-376, part 1, 12.2). */
function pathsOf(relationships: string) {
  const ofSheets = new Map<string, string>()
  const byType = new Map<string, string>()
  readXml(relationships, {
    open(tag, attributes) {
      if (tag !== 'Relationship') return
      const { Id = '', Type = '', Target = '' } = attributes()
      const path = Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`
      const type = Type.slice(Type.lastIndexOf('/') + 1)
      if (type === 'worksheet') ofSheets.set(Id, path)
      else byType.set(type, path)
    },
  })
  return { ofSheets, byType }
}

/** The limit of Excel (https://support.microsoft.com/office/1672b34d-7043-467e-8e27-269d656771c3). */
const maxFormatLength = 255

/** Rejects long number formats, since the reader looks for dates in them with patterns that are slow on long text. */
function checkStyles(styles: string): void {
  readXml(styles, {
    open(tag, attributes) {
      if (tag !== 'numFmt') return
      const { formatCode = '' } = attributes()
      if (formatCode.length > maxFormatLength) throw new MalformedError(noBook)
    },
  })
}

function checkStrings(strings: string): void {
  let [found, length] = [0, 0]
  readXml(strings, {
    open(tag) {
      if (tag !== 'si') return
      found += 1
      length = 0
      if (found > maxCells) throw new TooLargeError(bookTooLarge)
    },
    text(text) {
      length += text.length
      if (length > maxCellLength) throw new TooLargeError(cellTooLong('Excel', length))
    },
  })
}

/** A cell whose formula failed, with its column and row from 1 and the text of the error, such as `#N/A`. */
export interface CellError {
  column: number
  row: number
  text: string
}

/**
 * Returns the cells with errors, which the reader returns as blank cells. `budget` has the number of cells that this and
 * all further sheets may have.
 * @throws MalformedError if the XML is not a sheet, or a cell is far from all others; TooLargeError
 */
function checkSheet(xml: string, budget: { left: number }): CellError[] {
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
  budget.left -= cells
  if (budget.left >= 0) return errors
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
