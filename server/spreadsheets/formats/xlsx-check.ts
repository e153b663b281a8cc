/** Checks an Excel workbook before it is read, since a small file can make more cells than fit in memory. */
import { zipSync } from 'fflate'
import { MalformedError, TooLargeError } from '#domain/errors'
import { bookTooLarge, cellTooLong, maxCellLength, maxCells, maxSheets, tooManySheets } from './bounds.ts'
import { foreignZip } from './foreign-files.ts'
import { showsMore } from './xlsx-number-format.ts'
import { asWorkbookError, isTrue, noBook, readXml, XlsxParts } from './xlsx-parts.ts'
import { checkSheet, type NumberFormats, type SheetFacts } from './xlsx-sheet.ts'

export interface CheckedBook {
  /** The checked parts as a new ZIP, so that nothing else of the file reaches the reader. */
  zip: ArrayBuffer
  /** The names of the hidden sheets. */
  hidden: ReadonlySet<string>
  /** The facts about each sheet that the reader does not return, in the order of the sheets. */
  facts: readonly (SheetFacts | undefined)[]
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
  const book = await check('xl/workbook.xml', bookOf)
  const paths = await check('xl/_rels/workbook.xml.rels', pathsOf)
  if (!book || !paths) throw new MalformedError(foreignZip(parts.paths) ?? noBook)
  const { sheets, recalculates } = book
  if (sheets.length > maxSheets) throw new TooLargeError(tooManySheets(sheets.length))
  const formats = await check(paths.byType.get('styles') ?? 'xl/styles.xml', numberFormatsIn)
  await check(paths.byType.get('sharedStrings') ?? 'xl/sharedStrings.xml', checkStrings)
  const options = { budget: { left: maxCells }, formats, recalculates }
  const facts = new Map<string | undefined, SheetFacts | undefined>()
  for (const path of new Set(sheets.flatMap(({ relation }) => paths.ofSheets.get(relation) ?? []))) {
    const sheet = await check(path, (xml) => checkSheet(xml, options))
    if (sheet?.numbered !== undefined) checked[path] = Buffer.from(sheet.numbered)
    facts.set(path, sheet?.facts)
  }
  const hidden = new Set(sheets.filter(({ isHidden }) => isHidden).map(({ name }) => name))
  return {
    zip: zipSync(checked, { level: 0 }).buffer,
    hidden,
    facts: sheets.map(({ relation }) => facts.get(paths.ofSheets.get(relation))),
  }
}

interface SheetEntry {
  name: string
  isHidden: boolean
  relation: string
}

/**
 * Returns the sheets of a workbook, and whether its formulas are to be computed when it is opened: such a book comes from
 * a program that has not computed them.
 */
function bookOf(workbook: string): { sheets: SheetEntry[]; recalculates: boolean } {
  const sheets: SheetEntry[] = []
  let recalculates = false
  readXml(workbook, {
    open(tag, attributes) {
      if (tag === 'calcPr') recalculates = isTrue(attributes().fullCalcOnLoad)
      if (tag !== 'sheet') return
      const { name, state, id } = attributes()
      if (name)
        sheets.push({ name, isHidden: state === 'hidden' || state === 'veryHidden', relation: id ?? '' })
    },
  })
  return { sheets, recalculates }
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

/**
 * Returns the number formats that show more than the number, by the styles of the cells. Rejects long ones, since the
 * reader looks for dates in them with patterns that are slow on long text.
 */
function numberFormatsIn(styles: string): NumberFormats {
  const codes = new Map<string, string>()
  const formats: (string | undefined)[] = []
  let isInCells = false
  readXml(styles, {
    open(tag, attributes) {
      if (tag === 'cellXfs') isInCells = true
      if (tag === 'xf' && isInCells) formats.push(codes.get(attributes().numFmtId ?? ''))
      if (tag !== 'numFmt') return
      const { numFmtId = '', formatCode = '' } = attributes()
      if (formatCode.length > maxFormatLength) throw new MalformedError(noBook)
      if (showsMore(formatCode)) codes.set(numFmtId, formatCode)
    },
    close(tag) {
      if (tag === 'cellXfs') isInCells = false
    },
  })
  return formats
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
