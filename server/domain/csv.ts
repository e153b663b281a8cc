/** Pilots as comma-separated values (RFC 4180). */
import { columns, type Header, readHeader, reasonColumn } from './columns.ts'
import { type CsvRecord, csvRecords, newlines } from './csv-records.ts'
import { MalformedError } from './errors.ts'
import type { Rejection } from './import-plan.ts'
import type { ImportRow, ImportTable } from './import-table.ts'
import type { Pilot } from './pilot.ts'
import { count } from './text.ts'
import { type Column, flatParts } from './wire.ts'

/**
 * Reads a table with a header, separated by commas, semicolons or tabs; the rows are read as they are asked for. A
 * row with too many or too few cells is kept, with its problem.
 * @throws MalformedError where there is no header, or, on reading, where a quote is not closed
 */
export function readCsv(text: string): ImportTable {
  const [head] = records(text)
  if (!head) throw new MalformedError('El archivo está vacío')
  const header = readHeader(head.cells)
  const rows = {
    *[Symbol.iterator]() {
      let isHead = true
      for (const record of records(text)) {
        if (!isHead) yield rowOf(record, header)
        isHead = false
      }
    },
  }
  return { header, rows, lastLine: () => newlines(text) + 1, unit: 'línea' }
}

function rowOf({ line, cells }: CsvRecord, header: Header): ImportRow {
  const values: ImportRow['values'] = {}
  for (let place = 0; place < header.length; place += 1) values[header[place] as Column] = cells[place]
  if (cells.length === header.length) return { line, values }
  const problem = `La fila tiene ${count(cells.length, 'celda')} y el encabezado ${header.length}`
  return { line, values, problem, surplus: cells.slice(header.length) }
}

/** The text of a CSV, in parts. */
export function* writeCsv(pilots: readonly Pilot[]): Generator<string> {
  yield line(columns)
  for (const part of flatParts(pilots)) {
    yield part.map((flat) => line(columns.map((column) => flat[column]))).join('')
  }
}

/** The rejected rows as they came, with a column that says why: ready to be mended and imported again. */
export function writeRejects({ header, rows }: ImportTable, rejected: readonly Rejection[]): string {
  const kept = header.filter((column) => column !== reasonColumn)
  const reasons = new Map<number, string[]>()
  for (const { line, field, message } of rejected) {
    reasons.set(line, [...(reasons.get(line) ?? []), field ? `${field}: ${message}` : message])
  }
  const lines = [line([...kept, reasonColumn])]
  for (const { line: number, values, surplus = [] } of rows) {
    const reason = reasons.get(number)?.join('. ')
    if (reason !== undefined) lines.push(line([...kept.map((column) => values[column]), reason, ...surplus]))
  }
  return lines.join('')
}

function line(cells: readonly unknown[]): string {
  return `${cells.map(asCell).join(',')}\n`
}

function asCell(value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (value === undefined || value === null) return ''
  const text = harmless(String(value))
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A cell that a spreadsheet would take for a formula begins with an apostrophe; reading takes it away again. */
function harmless(cell: string): string {
  // https://owasp.org/www-community/attacks/CSV_Injection
  return /^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
}

function asWritten(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell
}

/** Those that are not blank, as they were written. */
function* records(text: string): Generator<CsvRecord> {
  const said = /^sep=(.)\r?\n/i.exec(text)
  const body = said ? text.slice(said[0].length) : text
  const isPlain = !body.includes("'")
  for (const record of csvRecords(body, said?.[1] ?? separator(body), said ? 2 : 1)) {
    if (record.cells.every(isBlank)) continue
    yield isPlain ? record : { ...record, cells: record.cells.map(asWritten) }
  }
}

function isBlank(cell: string): boolean {
  return cell === '' || cell.trim() === ''
}

/** The separator that splits the first line into most cells. */
function separator(text: string): string {
  const [head = ''] = /^.*/.exec(text) ?? []
  const cells = (mark: string) => head.split(mark).length
  return [',', ';', '\t'].reduce((best, mark) => (cells(mark) > cells(best) ? mark : best))
}
