/** Writes a table as an Excel workbook with one sheet (ECMA-376, part 1), as a stream. */
import { TooLargeError } from '#domain/errors'
import { columnLetters } from '#domain/text/column-letters'
import { codeOf } from '#domain/text/control-characters'
import { maxRow } from '../bounds.ts'
import { ZipWriter } from './zip-writer.ts'

export interface SheetColumn {
  label: string
  /** In characters, the unit of Excel. */
  width?: number
  /** The format of its numbers. The default is that of whole numbers. */
  format?: string
  /** True if its texts are days (`YYYY-MM-DD`), which become dates. */
  isDay?: boolean
}

type CellValue = string | number | null | undefined

/** Rows in parts of some hundred. */
type RowParts = AsyncIterable<readonly (readonly CellValue[])[]>

/**
 * Yields the bytes of a workbook; the rows are read as fast as the bytes are taken. Texts stay texts, whatever they
 * look like.
 * @throws TooLargeError if a sheet has no room for the rows
 */
export async function* writeBook(
  sheet: string,
  columns: readonly SheetColumn[],
  rows: RowParts,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipWriter()
  for (const [name, xml] of Object.entries(partsOf(sheet, columns)))
    yield* zip.file(name, [declaration + xml])
  yield* zip.file('xl/worksheets/sheet1.xml', sheetOf(columns, rows))
  yield zip.end()
}

/** Yields the XML of the sheet. Texts are in their cells, and not in a table of the workbook, which comes only at the end. */
async function* sheetOf(columns: readonly SheetColumn[], rows: RowParts): AsyncGenerator<string> {
  const letters = columns.map((_, index) => columnLetters(index))
  const widths = columns.map(
    ({ width = 18 }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  const head = columns.map(({ label }, index) => textCell(`${letters[index]}1`, label, ` s="${bold}"`))
  yield `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0" tabSelected="1"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${head.join('')}</row>`
  let number = 1
  for await (const part of rows) {
    let xml = ''
    for (const cells of part) {
      number += 1
      if (number > maxRow) throw new TooLargeError(tooManyRows)
      xml += `<row r="${number}">`
      for (let index = 0; index < columns.length; index += 1)
        xml += cellOf(cells[index], `${letters[index]}${number}`, index, columns[index]?.isDay)
      xml += '</row>'
    }
    yield xml
  }
  yield '</sheetData></worksheet>'
}

const tooManyRows = 'Una hoja de Excel no tiene lugar para tantas filas: exporte a CSV'

function cellOf(value: CellValue, at: string, index: number, isDay: boolean | undefined): string {
  if (value === null || value === undefined) return ''
  const number = typeof value === 'number' ? value : isDay ? serialOf(value) : undefined
  if (number === undefined) return textCell(at, String(value))
  return `<c r="${at}" s="${firstFormat + index}"><v>${number}</v></c>`
}

function textCell(at: string, text: string, style = ''): string {
  const space = /^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : ''
  return `<c r="${at}" t="inlineStr"${style}><is><t${space}>${escaped(text)}</t></is></c>`
}

/** Returns the number of a day, or undefined for another text. Excel counts one day too many before March of 1900. */
function serialOf(text: string): number | undefined {
  return text >= '1900-03-01' ? (Date.parse(`${text}T00:00:00Z`) - dayZero) / 86_400_000 : undefined
}

const dayZero = Date.UTC(1899, 11, 30)

/**
 * Escapes a text for XML. Writes characters that XML cannot represent as `_xHHHH_`, and escapes texts that look like
 * such a code (ECMA-376, part 1, section 22.9.2.19).
 */
function escaped(text: string): string {
  if (!mayNeedEscape.test(text)) return text
  return text
    .replace(/_(?=x[0-9a-f]{4})|(?![\t\n])\p{Control}|[\ufffd-\uffff]/giu, codeOf)
    .replace(/[&<>"]/g, (character) => entities[character] ?? character)
}

/** Matches every text that needs escaping, and some that do not; almost no text needs escaping. */
const mayNeedEscape = /[^ !#-%'-;=?-~\u00a0-\ufffc]|_x/i

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** The formats of cells: the first is that of texts, the second that of the header, and then one for each column. */
const [bold, firstFormat] = [1, 2]
/** The first number that a workbook may give to a format of its own. */
const firstOwnFormat = 164

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Returns the small parts of a workbook by their names. */
function partsOf(sheet: string, columns: readonly SheetColumn[]): Record<string, string> {
  return {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
    '_rels/.rels': relationships([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${escaped(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': stylesOf(columns),
  }
}

function relationships(targets: readonly (readonly [type: string, target: string])[]): string {
  const all = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${relations}/${type}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${packages}/relationships">${all.join('')}</Relationships>`
}

function stylesOf(columns: readonly SheetColumn[]): string {
  const formats = columns.map(
    ({ format = '0' }, index) =>
      `<numFmt numFmtId="${firstOwnFormat + index}" formatCode="${escaped(format)}"/>`,
  )
  const cells = columns.map(
    (_, index) =>
      `<xf numFmtId="${firstOwnFormat + index}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  )
  return `<styleSheet xmlns="${main}"><numFmts count="${formats.length}">${formats.join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cells.length + firstFormat}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>${cells.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
}
