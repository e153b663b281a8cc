/** Reads the parts of an Excel workbook (ECMA-376) that its sheets need, and the sheets themselves. */
import { MalformedError, TooLargeError } from '#domain/errors'
import { bookTooLarge, maxCells, maxSheets, tooManySheets } from './bounds.ts'
import { foreignZip } from './foreign-files.ts'
import { type NumberFormat, numberFormat } from './xlsx-number-format.ts'
import { isTrue, noBook, readXml, unescaped, XlsxParts } from './xlsx-parts.ts'
import { readSheet, type Sheet } from './xlsx-sheet.ts'

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
  const book = await parts.read('xl/workbook.xml', bookOf)
  const paths = await parts.read('xl/_rels/workbook.xml.rels', pathsOf)
  if (!book || !paths) throw new MalformedError(foreignZip(parts.paths) ?? noBook)
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
