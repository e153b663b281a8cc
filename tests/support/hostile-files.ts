/** Files that could cost their reader a lot of time or memory, created anew for each test. */
import { type Zippable, zipSync } from 'fflate'
import { pilotColumns as columns } from '#domain/import/columns'
import { aDraft } from './pilots.ts'

/** Functions that each create one Excel workbook. */
export const hostileBooks = {
  'a sheet list for a quadratic pattern': () =>
    aBook({
      sheetList: `<sheet name="A" sheetId="1" r:id="rId1" x="${'<sheet '.repeat(200_000)}"/>`,
      sheet: rowsOf(textCell('A2', '7')),
    }),
  'a sheet list that is never closed': () => aBook({ sheetList: '<sheet '.repeat(200_000) }),
  'a date format for a quadratic pattern': () =>
    aBook({
      sheet: rowsOf('<c r="A2" s="1"><v>1</v></c>'),
      styles: `<numFmts count="1"><numFmt numFmtId="200" formatCode="${'['.repeat(500_000)}"/></numFmts>
        <cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="200"/></cellXfs>`,
    }),
  'a far cell in double quotes': () => aBook({ sheet: withFar('r="XFD1048576"') }),
  'a far cell in single quotes': () => aBook({ sheet: withFar("r='XFD1048576'") }),
  'a far cell with another attribute first': () => aBook({ sheet: withFar('s="0"\n r="XFD1048576"') }),
  'a far cell in a prefixed element': () =>
    aBook({ sheet: withFar('r="XFD1048576"').replace(/<(\/?)(\w)/g, '<$1x:$2') }),
  'a far cell in a sheet outside worksheets/': () =>
    aBook({ sheet: withFar('r="XFD1048576"'), sheetPath: 'elsewhere.xml' }),
  'twenty sheets that are each just small enough': () => aBook({ sheet: withFar('r="KN20000"'), sheets: 20 }),
  'a row of an absurd number': () => aBook({ sheet: '<row r="4000000000"></row>' }),
  'a column of an absurd name': () => aBook({ sheet: withFar('r="ZZZZZZZ3"') }),
  'a thousand sheets': () => aBook({ sheets: 1000 }),
}

/** Functions that each create one CSV or JSON file, as text or bytes. */
export const hostileTexts = {
  'CSV with 20 MB of spaces after a cell': () => `${header}\n7${' '.repeat(20 * megabyte)}\n`,
  'CSV with 20 MB of spaces after its rows': () => `DNI\n7\n${' '.repeat(20 * megabyte)}`,
  'CSV with 1,800 columns': () => `${header}${',x'.repeat(1800)}\n${`${',a'.repeat(1800)}\n`.repeat(3000)}`,
  'CSV with a header of 5 MB of commas': () => `${header}${','.repeat(5 * megabyte)}x\n${'7\n'.repeat(100)}`,
  'CSV with 30,000 bad rows': () => badRows(30_000),
  'CSV that says sep=" for its quotes': () => `sep="\nDNI"Nombre\n${'""'.repeat(megabyte)}\n`,
  'JSON with 4,000 objects of a key of their own': () =>
    JSON.stringify(
      Array.from({ length: 4000 }, (_, index) => ({ dni: 1, [`a key that is number ${index}`]: 1 })),
    ),
  'JSON with 4,000 names for one column': () =>
    JSON.stringify(Array.from({ length: 4000 }, (_, index) => ({ [`DNI${' '.repeat(index)}`]: 1 }))),
  'JSON with values nested deep': () => `[{"dni": ${'['.repeat(100_000)}${']'.repeat(100_000)}}]`,
  'JSON with values that are objects': () =>
    `[${Array.from({ length: 1000 }, () => JSON.stringify({ ...aDraft(), dni: { toString: 1 } })).join()}]`,
}

/** Returns a CSV with a bad cell in each column of each row. */
function badRows(count: number): string {
  return `${header}\n${`${'x,'.repeat(columns.length - 1)}x\n`.repeat(count)}`
}

/** Functions that each create a file that keeps its reader busy for longer than a unit test may take. */
export const largeFiles = {
  'millions of empty rows': () => aBook({ sheet: '<row/>'.repeat(3_000_000) }),
  'a million blank rows below the riders': () =>
    aBook({ sheet: rowsOf(textCell('A2', '7')) + blankRows(3, 1_000_000) }),
  'millions of elements in one another': () =>
    aBook({ sheet: '<a>'.repeat(3_000_000) + '</a>'.repeat(3_000_000) }),
  'a cell of 20 MB of spaces': () =>
    aBook({ sheet: rowsOf(textCell('A2', `7${' '.repeat(20 * megabyte)}`)) }),
  'a tag of 20 MB': () => aBook({ sheet: rowsOf(`<c r="A2"${' '.repeat(20 * megabyte)}/>`) }),
  'a long text that every cell shares': () =>
    aBook({
      sheet: Array.from({ length: 20_000 }, (_, row) => sharedCellRow(row + 1)).join(''),
      strings: ['DNI', 'x'.repeat(30_000)],
    }),
  'parts that claim 260 MB each': () => claiming(aBook({ sheet: rowsOf('') }), 260 * megabyte),
  'a size that is a lie': () => claiming(aBook({ sheet: `${rowsOf('')}${' '.repeat(2 * megabyte)}` }), 1000),
  'CSV of one line of 100 MB': () => `DNI,${'x'.repeat(100 * megabyte - 10)}`,
  'CSV with lines of names of 30,000 characters': () =>
    `${`${`${'n. '.repeat(10_000)},`.repeat(100)}\n`.repeat(9)}DNI\n7\n`,
  'CSV with millions of rows': () => `DNI\n${'1\n'.repeat(20 * megabyte)}`,
  'CSV with a bad byte among 4 MB of accents': () =>
    Buffer.concat([Buffer.from(`DNI\n${'ñ\n'.repeat(2 * megabyte)}`), Buffer.from([0xf1])]),
  'JSON nested 40 million deep': () => '['.repeat(40 * megabyte),
  'JSON with 30 million objects': () => `[{"dni":1}${',{}'.repeat(30 * megabyte)}]`,
  'JSON with one list of 40 million values': () => `[{"dni":1},[1${',1'.repeat(40 * megabyte)}]]`,
}

const megabyte = 1024 * 1024
const header = columns.join(',')

interface Parts {
  /** The content of `<sheets>`. */
  sheetList?: string
  /** The content of `<sheetData>`. */
  sheet?: string
  /** The elements after `<sheetData>`. */
  after?: string
  /** The elements after the list of sheets in the workbook. */
  workbook?: string
  sheetPath?: string
  /** The number of sheets with this content. */
  sheets?: number
  styles?: string
  strings?: string[]
}

/** Creates an Excel workbook with only the parts that its readers use. */
export function aBook({
  sheetList,
  sheet = '',
  after = '',
  workbook = '',
  sheetPath,
  sheets = 1,
  styles = '',
  strings = [],
}: Parts): Buffer {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1)
  const pathOf = (number: number) => sheetPath ?? `worksheets/sheet${number}.xml`
  const relations = [
    ...numbers.map((number) => ['worksheet', pathOf(number), `rId${number}`]),
    ['styles', 'styles.xml', 'rIdStyles'],
    ['sharedStrings', 'sharedStrings.xml', 'rIdStrings'],
  ].map(
    ([type, target, id]) =>
      `<Relationship Id="${id}" Type="${office}/officeDocument/2006/relationships/${type}" Target="${target}"/>`,
  )
  const list = numbers.map((n) => `<sheet name="Hoja${n}" sheetId="${n}" r:id="rId${n}"/>`).join('')
  const content = `<worksheet xmlns:x="x"><sheetData>${sheet}</sheetData>${after}</worksheet>`
  const files: Record<string, string> = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook><sheets>${sheetList ?? list}</sheets>${workbook}</workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relations.join('')}</Relationships>`,
    'xl/styles.xml': `<styleSheet>${styles}</styleSheet>`,
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    ...Object.fromEntries(numbers.map((number) => [`xl/${pathOf(number)}`, content])),
  }
  const zippable: Zippable = Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]),
  )
  return Buffer.from(zipSync(zippable, { level: 6 }))
}

const office = 'http://schemas.openxmlformats.org'

/** Returns the rows of a sheet: a header, and one row with the given cells. */
export function rowsOf(cells: string): string {
  return `<row r="1">${textCell('A1', 'DNI')}</row><row r="2">${cells}</row>`
}

/** Returns a cell with a text. `reference` is its column and row, for example `A2`. */
export function textCell(reference: string, text: string): string {
  return `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`
}

/** Returns the rows of one pilot, and a cell far from them. `attributes` state the reference of the far cell. */
function withFar(attributes: string): string {
  const cell = `<c ${attributes} t="inlineStr"><is><t>x</t></is></c>`
  return `${rowsOf(textCell('A2', '7'))}<row r="${/\d\d+|3/.exec(attributes)}">${cell}</row>`
}

/** Returns rows without values, as a program writes them that has formatted whole columns. */
function blankRows(first: number, count: number): string {
  return Array.from({ length: count }, (_, index) => `<row r="${first + index}"/>`).join('')
}

function sharedCellRow(row: number): string {
  return `<row r="${row}"><c r="A${row}" t="s"><v>${row === 1 ? 0 : 1}</v></c></row>`
}

/** Returns a copy of a ZIP whose entries all claim an uncompressed size of `bytes`. */
function claiming(zip: Buffer, bytes: number): Buffer {
  const claim = Buffer.from(zip)
  for (const [mark, at] of [
    ['PK\u0001\u0002', 24],
    ['PK\u0003\u0004', 22],
  ] as const) {
    for (let index = claim.indexOf(mark); index >= 0; index = claim.indexOf(mark, index + 4))
      claim.writeUInt32LE(bytes, index + at)
  }
  return claim
}
