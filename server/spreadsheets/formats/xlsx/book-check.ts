/** Checks an Excel workbook before it is read, since a small file can make more cells than fit in memory. */
import { zipSync } from 'fflate'
import { MalformedError, TooLargeError } from '#domain/errors'
import { bookTooLarge, cellTooLong, maxCellLength, maxCells, maxSheets, tooManySheets } from '../bounds.ts'
import { asWorkbookError, noBook, XlsxParts } from './parts.ts'
import { CellBudget, type CellError, checkSheet } from './sheet-check.ts'
import { readXml } from './xml.ts'

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
  const budget = new CellBudget()
  const errors = new Map<string | undefined, CellError[]>()
  for (const path of new Set(sheets.flatMap(({ relation }) => paths.ofSheets.get(relation) ?? []))) {
    errors.set(path, (await check(path, (xml) => checkSheet(xml, budget))) ?? [])
  }
  const hidden = new Set(sheets.filter(({ isHidden }) => isHidden).map(({ name }) => name))
  return {
    zip: exactBuffer(zipSync(checked, { level: 0 })),
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

function exactBuffer({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): ArrayBuffer {
  return buffer.slice(byteOffset, byteOffset + byteLength)
}
