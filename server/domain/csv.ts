/** Pilots as comma-separated values (RFC 4180). */
import { CsvError, parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { columns, readHeader, reasonColumn } from './columns.ts'
import { MalformedError } from './errors.ts'
import type { Rejection } from './import-plan.ts'
import type { ImportRow, ImportTable } from './import-table.ts'
import type { Pilot } from './pilot.ts'
import { count } from './text.ts'
import { toFlat } from './wire.ts'

/**
 * Reads a table with a header, separated by commas, semicolons or tabs. A row with too many or too few
 * cells is kept, with its problem.
 * @throws MalformedError where there is no header, or a quote makes the rest unreadable
 */
export function readCsv(text: string): ImportTable {
  const [head, ...body] = records(text).filter(({ cells }) => cells.some((cell) => cell.trim()))
  if (!head) throw new MalformedError('El archivo está vacío')
  const header = readHeader(head.cells)
  const rows = body.map(({ line, cells }): ImportRow => {
    const values = Object.fromEntries(header.map((column, place) => [column, cells[place]]))
    if (cells.length === header.length) return { line, values }
    const problem = `La fila tiene ${count(cells.length, 'celda')} y el encabezado ${header.length}`
    return { line, values, problem, surplus: cells.slice(header.length) }
  })
  return { header, rows, unit: 'línea' }
}

/** A cell that a spreadsheet would take for a formula begins with an apostrophe; reading takes it away again. */
export function writeCsv(pilots: readonly Pilot[]): string {
  return stringify(pilots.map(toFlat), { ...style, header: true, columns: [...columns] })
}

/** The rejected rows as they came, with a column that says why: ready to be mended and imported again. */
export function writeRejects({ header, rows }: ImportTable, rejected: readonly Rejection[]): string {
  const kept = header.filter((column) => column !== reasonColumn)
  const reasons = new Map<number, string[]>()
  for (const { line, field, message } of rejected) {
    reasons.set(line, [...(reasons.get(line) ?? []), field ? `${field}: ${message}` : message])
  }
  const cells = rows
    .filter(({ line }) => reasons.has(line))
    .map(({ line, values, surplus = [] }) => [
      ...kept.map((column) => values[column]),
      reasons.get(line)?.join('. '),
      ...surplus,
    ])
  return stringify([[...kept, reasonColumn], ...cells], style)
}

const style = { quoted_match: /[\r\n]/, cast: { string: harmless } }

/** https://owasp.org/www-community/attacks/CSV_Injection */
function harmless(cell: string): string {
  return /^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
}

function asWritten(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell
}

/** The cells of each record, with the line that it starts on. */
function records(text: string): { line: number; cells: string[] }[] {
  const said = /^sep=(.)\r?\n/i.exec(text)
  const bytes = Buffer.from(text.slice(said?.[0].length ?? 0))
  let line = said ? 2 : 1
  let offset = 0
  return parseRecords(bytes, said?.[1] ?? separator(bytes)).map(({ record, info }) => {
    const startsOn = line
    line += newlines(bytes.subarray(offset, info.bytes_records))
    offset = info.bytes_records
    return { line: startsOn, cells: record.map(asWritten) }
  })
}

interface Parsed {
  record: string[]
  info: { bytes_records: number }
}

/** A quote inside of a cell is a character like any other; one that opens a cell must close it. */
function parseRecords(bytes: Buffer, delimiter: string): Parsed[] {
  const options = {
    delimiter,
    info: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
  }
  try {
    return parse(bytes, options) as unknown as Parsed[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const before = parse(bytes, { ...options, to: Number(error.records) }) as unknown as Parsed[]
    const line = 1 + newlines(bytes.subarray(0, before.at(-1)?.info.bytes_records ?? 0))
    throw new MalformedError(`La fila que empieza en la línea ${line} abre una comilla que no se cierra`)
  }
}

/** The separator that splits the first line into most cells. */
function separator(bytes: Buffer): string {
  const head = bytes.toString('utf8', 0, bytes.indexOf('\n') < 0 ? bytes.length : bytes.indexOf('\n'))
  const cells = (mark: string) => head.split(mark).length
  return [',', ';', '\t'].reduce((best, mark) => (cells(mark) > cells(best) ? mark : best))
}

function newlines(bytes: Uint8Array): number {
  const [carriageReturn, lineFeed] = [0x0d, 0x0a]
  let found = 0
  bytes.forEach((byte, place) => {
    if (byte === lineFeed || (byte === carriageReturn && bytes[place + 1] !== lineFeed)) found += 1
  })
  return found
}
