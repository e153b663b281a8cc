/** Chooses the sheet and the header of a file, and maps its columns. */
import { MalformedError } from '#domain/errors'
import type { Category } from '#domain/events/categories/category'
import { understoodCell } from '#domain/import/cells/cells'
import { hiddenRow } from '#domain/import/findings'
import { headerKey, type ImportMapping } from '#domain/import/mapping'
import type { FileLine } from '#domain/import/row-reader'
import type { HiddenRows } from '#domain/import/schemas'
import type { DocumentCountry } from '#domain/pilots/fields'
import type { Definitions } from '#domain/pilots/own/definitions'
import { fieldTable } from '#domain/pilots/own/field-table'
import { checkField } from '#domain/pilots/pilot'
import { enumerate, excerptOf, isBlank } from '#domain/text/text'
import type { FileContent, Sheet, TableHead } from '../table.ts'
import { columnOf } from './column-names.ts'
import { findHeader, namesOf, readHeader } from './header.ts'
import { countRiders, type RiderOptions, readRiders } from './riders.ts'
import { mapTable, sampledRows, withDates } from './table-mapping.ts'

/** The choices for a file, and those that were made for earlier files, by the keys of their headers. */
export interface MappingRequest {
  mapping?: ImportMapping
  remembered?: Record<string, ImportMapping>
  /** The fields of one's own. */
  fields?: Definitions
  /** The country of the open event. */
  country?: DocumentCountry
  /** The categories of the open event, which a column may name. */
  categories?: readonly Category[]
}

export interface MappedFile {
  head: TableHead
  /** Returns the lines after the header as `read` converts them, with those marked that are no riders. */
  rows: <Row>(read: (line: FileLine) => Row) => Iterable<Row>
}

/** @throws MalformedError if there is no header, or the mapping names a sheet, a line or a column that is missing */
export function mapFile(
  content: FileContent,
  { mapping = {}, remembered = {}, fields, categories }: MappingRequest,
): MappedFile {
  const table = fieldTable(fields)
  const { form, unit, isFixedWidth, sheets, encoding, otherEncoding } = content
  const counted = sheets.map((sheet) => ({ sheet, ...headed(sheet, content) }))
  const best = choose(counted, mapping.sheet)
  const { sheet } = best
  const headerLine = mapping.header ?? best.header
  const names = content.names ?? namesIn(sheet, headerLine, isFixedWidth)
  const header = content.names ? 0 : headerLine
  if (content.names && mapping.header)
    throw new MalformedError('Un archivo JSON no tiene una fila de encabezado: quite --header')
  const key = headerKey(names)
  // A header can have the name of a property that all objects have.
  const earlier = key !== undefined && Object.hasOwn(remembered, key) ? remembered[key] : undefined
  const sample = sampleOf(sheet, { columns: readHeader(names, [], table), header })
  const cells = sample.map((line) => line.cells)
  const resolved = withDates(mapTable(names, cells, mapping, earlier, table, categories), { names, sample })
  return {
    head: {
      form: sheet.name ? `${form}, ${sheetsOf(sheet, sheets)}` : form,
      unit,
      isFixedWidth,
      encoding,
      otherEncoding,
      sheets: sheets.length > 1 ? counted.map(({ sheet: { name }, riders }) => ({ name, riders })) : [],
      sheet: sheet.name || undefined,
      header,
      starts: content.names ? [] : startsOf(sheet),
      hiddenRows: hiddenRowsIn(sheet, { columns: resolved.columns, header }, mapping),
      names,
      mapping: resolved,
    },
    rows: (read) => ({
      [Symbol.iterator]: () =>
        readRiders(
          mapping.hiddenRows === false ? shownLines(sheet) : sheet.lines,
          { columns: resolved.columns, header, isFixedWidth },
          mapping.hiddenRows === undefined ? (line) => read(withHiddenProblem(line)) : read,
        ),
    }),
  }
}

/** Returns the riders in hidden rows, or undefined without any. */
function hiddenRowsIn(
  { name, lines }: Sheet,
  options: RiderOptions,
  { hiddenRows: isImported }: ImportMapping,
): HiddenRows | undefined {
  // Only a workbook hides rows: the lines of another file need not be read for it.
  if (name === '') return undefined
  const hidden: FileLine[] = []
  for (const line of lines) if (line.isHidden) hidden.push(line)
  const rows = hidden.length === 0 ? 0 : countRiders(hidden, options)
  return rows === 0 ? undefined : { rows, isImported }
}

function* shownLines({ lines }: Sheet): Generator<FileLine> {
  for (const line of lines) if (!line.isHidden) yield line
}

function withHiddenProblem(line: FileLine): FileLine {
  return line.isHidden && !line.isAside ? { ...line, problem: line.problem ?? hiddenRow } : line
}

interface HeadedSheet {
  sheet: Sheet
  header: number
  riders: number
}

/** Finds the header of a sheet, and counts its riders if there are several sheets and it has columns of riders. */
function headed({ lines }: Sheet, { names: fixedNames, sheets }: FileContent): Omit<HeadedSheet, 'sheet'> {
  if (fixedNames) return { header: 0, riders: 0 }
  const head = findHeader(lines)
  if (!head) return { header: 1, riders: 0 }
  const names = namesOf(head, lineBefore(lines, head))
  const known = new Set(names.map(columnOf).filter(Boolean)).size
  if (known === 0 && isRider(head.cells)) return { header: 0, riders: 0 }
  // The riders decide only between sheets.
  if (sheets.length === 1) return { header: head.line, riders: 0 }
  const riders = known >= 2 ? countRiders(lines, { columns: readHeader(names), header: head.line }) : 0
  return { header: head.line, riders }
}

/** Returns true if the cells of a line without known names are data, with an e-mail and a document. */
function isRider(cells: readonly unknown[]): boolean {
  const filled = cells.filter((cell) => !isBlank(cell))
  return (
    filled.some((cell) => checkField('email', cell) === undefined) &&
    filled.some((cell) => /\d{6}/.test(String(cell)) && checkField('dni', cell) === undefined)
  )
}

/** Returns the wanted sheet, else the one with the most riders. Hidden sheets come last. */
function choose(counted: readonly HeadedSheet[], wanted: string | undefined): HeadedSheet {
  const [first] = [...counted].sort(
    (one, other) =>
      Number(one.sheet.isHidden ?? false) - Number(other.sheet.isHidden ?? false) ||
      other.riders - one.riders,
  )
  const found = wanted === undefined ? first : counted.find(({ sheet }) => sheet.name === wanted)
  if (found) return found
  const names = counted.map(({ sheet }) => `«${sheet.name}»`)
  throw new MalformedError(
    sheetsHaveNames(counted)
      ? `El libro no tiene la hoja «${wanted}»: tiene ${enumerate(names)}`
      : 'Solo un libro de Excel tiene hojas: quite --sheet',
  )
}

function sheetsOf(read: Sheet, sheets: readonly Sheet[]): string {
  const others = sheets.filter((sheet) => sheet !== read).map(({ name }) => `«${name}»`)
  return `hoja «${read.name}»${others.length > 0 ? ` (no se lee ${enumerate(others)})` : ''}`
}

function sheetsHaveNames(counted: readonly HeadedSheet[]): boolean {
  return counted.some(({ sheet }) => sheet.name !== '')
}

/**
 * Returns the names in the line of the header, and blank names for the columns beyond. Without a header, all names are
 * blank.
 */
function namesIn({ lines }: Sheet, header: number, isFixedWidth = false): string[] {
  let names: string[] | undefined = header === 0 ? [] : undefined
  let above: FileLine | undefined
  let width = 0
  for (const line of lines) {
    if (line.line === header) {
      names = namesOf(line, above)
      if (isFixedWidth) return names.slice(0, line.cells.length)
    } else if (line.line > header) {
      width = Math.max(width, line.cells.findLastIndex((cell) => !isBlank(cell)) + 1)
    } else above = line
    if (line.line > header + sampledRows) break
  }
  if (!names) throw new MalformedError(`La fila ${header} está en blanco: elija otra para el encabezado`)
  return [...names, ...Array.from({ length: Math.max(0, width - names.length) }, () => '')]
}

/** Returns the line before another one, which is one of the first. */
function lineBefore(lines: Iterable<FileLine>, wanted: FileLine): FileLine | undefined {
  let before: FileLine | undefined
  for (const line of lines) {
    if (line.line === wanted.line) return before
    before = line
  }
  return undefined
}

/** Returns the first riders, with their cells as they are understood. */
function sampleOf({ lines }: Sheet, options: RiderOptions): FileLine[] {
  const sample: FileLine[] = []
  for (const line of readRiders(lines, options, (each) => each)) {
    if (line.isAside) continue
    sample.push({ ...line, cells: line.cells.map(understoodCell) })
    if (sample.length === sampledRows) break
  }
  return sample
}

/** The number of lines among which a person chooses the header. */
const offeredLines = 20

function startsOf({ lines }: Sheet): TableHead['starts'] {
  const starts: { line: number; text: string }[] = []
  for (const { line, cells } of lines) {
    starts.push({ line, text: excerptOf(cells, 80, ' | ') })
    if (starts.length === offeredLines) break
  }
  return starts
}
