/**
 * Reads the sheets of an Excel workbook (ECMA-376) as the lines of a file, by the parts of the workbook that they need. It
 * reads them in one pass, within limits: packages took a minute for hostile ones.
 */
import { MalformedError, TooLargeError } from '#domain/errors'
import type { FileLine } from '#domain/import/row-reader'
import { formatDate } from '#domain/text/date'
import type { FileContent } from '../table.ts'
import { bookTooLarge, maxCells, maxColumns, maxSheets, RowBounds, tooManySheets } from './bounds.ts'
import { foreignZip } from './foreign-files.ts'
import {
  isTrue,
  type NumberFormat,
  noBook,
  numberFormat,
  partName,
  readXml,
  unescaped,
  XlsxParts,
} from './xlsx-parts.ts'
import { type Cell, FailedFormula, readSheet, type Sheet } from './xlsx-sheet.ts'

export interface BookSheet extends Sheet {
  name: string
  isHidden: boolean
}

/**
 * Returns the sheets that have cells: a sheet of charts has none.
 * @throws MalformedError if the bytes are not a workbook, or a cell is far from all others; TooLargeError
 */
export async function readBook(bytes: Uint8Array): Promise<BookSheet[]> {
  const parts = await XlsxParts.open(bytes)
  const bookPath = await findBook(parts)
  const book = await parts.read(bookPath, bookOf)
  const paths = await parts.read(bookPath.replace(/[^/]*$/, '_rels/$&.rels'), (xml) => pathsOf(xml, bookPath))
  if (!book || !paths) throw new MalformedError(noBook)
  const { sheets, ...settings } = book
  if (sheets.length > maxSheets) throw new TooLargeError(tooManySheets(sheets.length))
  const formats = await parts.read(paths.byType.get('styles') ?? 'xl/styles.xml', formatsOf)
  const strings = await parts.read(paths.byType.get('sharedStrings') ?? 'xl/sharedStrings.xml', stringsOf)
  const options = { ...settings, formats, strings, budget: { left: maxCells } }
  const found: BookSheet[] = []
  for (const { name, isHidden, relation } of sheets) {
    const path = paths.ofSheets.get(relation)
    if (path === undefined) continue
    const sheet = await parts.read(path, (xml) => readSheet(xml, options))
    if (!sheet) throw new MalformedError(noBook)
    found.push({ name, isHidden, ...sheet })
  }
  return found
}

/** Returns the path of the part with the list of sheets. @throws MalformedError if the ZIP is something else */
async function findBook(parts: XlsxParts): Promise<string> {
  const usual = '/xl/workbook.xml'
  if (parts.has(usual)) return usual
  const foreign = foreignZip(parts.paths)
  if (foreign) throw new MalformedError(foreign)
  const paths = await parts.read('_rels/.rels', (xml) => pathsOf(xml, '/'))
  return paths?.byType.get('officeDocument') ?? usual
}

interface SheetEntry {
  name: string
  isHidden: boolean
  relation: string
}

interface Book {
  sheets: SheetEntry[]
  /** True if the book is to be computed when it is opened: the program that has made it computes no formulas. */
  recalculates: boolean
  /** True if its days are counted from 1904, as by early programs for the Macintosh. */
  isFrom1904: boolean
}

function bookOf(workbook: string): Book {
  const book: Book = { sheets: [], recalculates: false, isFrom1904: false }
  readXml(workbook, {
    open(tag, attributes) {
      if (tag === 'calcPr') book.recalculates = isTrue(attributes().fullCalcOnLoad)
      if (tag === 'workbookPr') book.isFrom1904 ||= isTrue(attributes().date1904)
      if (tag !== 'sheet') return
      const { name, state, id: relation = '' } = attributes()
      const isHidden = state === 'hidden' || state === 'veryHidden'
      if (name) book.sheets.push({ name: unescaped(name), isHidden, relation })
    },
  })
  return book
}

/** Returns the names of the parts that `source` refers to: of sheets by their relationship, of others by type (part 1, 12.2). */
function pathsOf(relationships: string, source: string) {
  const ofSheets = new Map<string, string>()
  const byType = new Map<string, string>()
  readXml(relationships, {
    open(tag, attributes) {
      if (tag !== 'Relationship') return
      const { Id = '', Type = '', Target = '' } = attributes()
      const path = partName(Target, source)
      const type = Type.slice(Type.lastIndexOf('/') + 1)
      if (type === 'worksheet') ofSheets.set(Id, path)
      else byType.set(type, path)
    },
  })
  return { ofSheets, byType }
}

/** Returns the number formats of the cells, by the index of their style. */
function formatsOf(styles: string): NumberFormat[] {
  const formatOf = new Map<string, NumberFormat>()
  const formats: NumberFormat[] = []
  let isInCells = false
  readXml(styles, {
    open(tag, attributes) {
      if (tag === 'cellXfs') isInCells = true
      const { numFmtId = '0', formatCode } = tag === 'xf' || tag === 'numFmt' ? attributes() : {}
      if (tag === 'numFmt') formatOf.set(numFmtId, numberFormat(Number(numFmtId), formatCode))
      if (tag === 'xf' && isInCells) formats.push(formatOf.get(numFmtId) ?? numberFormat(Number(numFmtId)))
    },
    close(tag) {
      if (tag === 'cellXfs') isInCells = false
    },
  })
  return formats
}

/** Returns the texts that several cells can share. The phonetic readings of a text are no part of it. */
function stringsOf(xml: string): string[] {
  const strings: string[] = []
  let [text, isInText, isPhonetic] = ['', false, false]
  const mark = (tag: string, isOpen: boolean) => {
    if (tag === 't') isInText = isOpen
    if (tag === 'rPh') isPhonetic = isOpen
  }
  readXml(xml, {
    open(tag) {
      mark(tag, true)
      if (tag === 'si') text = ''
    },
    close(tag) {
      mark(tag, false)
      if (tag === 'si' && strings.push(unescaped(text)) > maxCells) throw new TooLargeError(bookTooLarge)
    },
    text(part) {
      if (isInText && !isPhonetic) text += part
    },
  })
  return strings
}

/** @throws MalformedError if the bytes are no XLSX workbook, or it is empty; TooLargeError */
export async function readXlsx(bytes: Uint8Array): Promise<FileContent> {
  const filled = (await readBook(bytes))
    .map(({ name, isHidden, ...sheet }) => ({ name, isHidden, lines: linesOf(sheet) }))
    .filter(({ lines }) => lines.length > 0)
  const [first, ...others] = filled
  if (!first) throw new MalformedError('El libro de Excel está vacío')
  return { form: 'Excel', unit: 'fila', sheets: [first, ...others] }
}

/** Converts the rows of a sheet that are not blank to lines. @throws TooLargeError */
function linesOf({ rows, merged, hiddenRows }: Sheet): FileLine[] {
  const bounds = new RowBounds('Fila')
  const spans = spansIn(merged)
  return [...rows].flatMap(([number, row]) => {
    const line = lineOf(number, row)
    if (line.cells.every((cell) => cell === '')) return []
    bounds.check(line)
    if (hiddenRows.has(number)) line.isHidden = true
    if (spans.has(number)) line.spans = spans.get(number)
    // `check` has rejected lines with other than blank cells after this column.
    return { ...line, cells: line.cells.slice(0, maxColumns) }
  })
}

/** Returns the cells that are merged over several columns, by their rows. */
function spansIn(merged: Sheet['merged']): ReadonlyMap<number, FileLine['spans']> {
  const spans = new Map<number, Record<number, number>>()
  for (const { column, row, lastColumn } of merged)
    if (lastColumn > column) spans.set(row, { ...spans.get(row), [column - 1]: lastColumn - 1 })
  return spans
}

/**
 * Converts a row to a line. Excel converts a typed `1-2` to a day of the current year: the typed text is lost, so such
 * a cell can only be a birthday.
 */
function lineOf(line: number, row: Cell[]): FileLine {
  const cellProblems: FileLine['cellProblems'] = {}
  for (const [index, cell] of row.entries()) {
    if (typeof cell !== 'object' || cell === null) continue
    if (cell instanceof FailedFormula) cellProblems[index] = { message: cell.message }
    else if (Number.isNaN(cell.getTime())) cellProblems[index] = { message: badDate }
    else if (!isNumber(cell)) cellProblems[index] = { message: convertedToDate, isDay: true }
  }
  const cells = row.map(textOf)
  return Object.keys(cellProblems).length > 0 ? { line, cells, cellProblems } : { line, cells }
}

const badDate = 'La celda tiene formato de fecha, y su número no es ninguna'
const convertedToDate = 'Excel convirtió la celda en una fecha: déle formato de texto y escríbala otra vez'

/** Returns a cell as a text file would contain it. */
function textOf(cell: Cell | undefined): string | number {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return dateText(cell)
  if (cell instanceof FailedFormula) return cell.text
  if (typeof cell === 'boolean') return cell ? 'VERDADERO' : 'FALSO'
  return typeof cell === 'string' && cell.trim() === '' ? '' : cell
}

function dateText(cell: Date): string | number {
  if (Number.isNaN(cell.getTime())) return ''
  return isNumber(cell) ? serialOf(cell) : formatDate(cell.toISOString().slice(0, 10))
}

/**
 * Returns true if a cell with the format of a date contains a document or a telephone, since no person's life reaches
 * that year.
 */
function isNumber(cell: Date): boolean {
  return cell.getUTCFullYear() > 2200
}

/** Returns the number that Excel stores for a day: the days since 30/12/1899. */
function serialOf(cell: Date): number {
  return Math.round((cell.getTime() - Date.UTC(1899, 11, 30)) / 86_400_000)
}
