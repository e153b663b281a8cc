/** Writes pilots as a file, in each of the formats that an import reads back field for field, and Excel workbooks. */
import { TooLargeError } from '#domain/errors'
import { raceNumber } from '#domain/events/categories/race-number'
import {
  type Book,
  type CellValue,
  type Column,
  columnLabel,
  type ExportOptions,
  isDayColumn,
  raceColumn,
  type Sheet,
  type SheetColumn,
} from '#domain/import/columns'
import { flatPilot, writtenCell, writtenColumns } from '#domain/import/flat-pilots'
import { documentField, documentNumber } from '#domain/pilots/document'
import type { Field } from '#domain/pilots/field'
import { fields, isFieldName, kindOf } from '#domain/pilots/fields'
import type { FieldTable } from '#domain/pilots/own/field-table'
import { isOwnName } from '#domain/pilots/own/own-name'
import type { Pilot } from '#domain/pilots/pilot'
import { dniDigits, formatDni } from '#domain/pilots/rules'
import { codeOf } from '#domain/text/names'
import { maxRow } from './formats/bounds.ts'
import { excelForm, plainForm, writeLine } from './formats/csv.ts'
import { type RaceNumbers, writeJson } from './formats/json.ts'

/** Writes pilots in their order, with their numbers in an event. `write` writes a workbook; the default does so in this thread. */
export async function writeExport(
  pilots: readonly Pilot[],
  { format, plain, table, event = '' }: ExportOptions & { table?: FieldTable; event?: string },
  write = writeBook,
): Promise<string | Uint8Array> {
  const raced: RaceNumbers = new Map(
    pilots.flatMap((pilot) => {
      const number = raceNumber(pilot, event)
      return number ? [[pilot.id, number] as const] : []
    }),
  )
  if (format === 'json') return writeJson(pilots, undefined, raced)
  const more = raced.size > 0 ? [raceColumn] : []
  const columns = writtenColumns(pilots, table)
  const cellsOf = (flat: Partial<Record<Column, CellValue>>) => [
    ...columns.map((column) => writtenCell(flat, column)),
    ...more.map(() => raced.get(String(flat.id_driver))),
  ]
  if (format === 'xlsx') {
    const rows = pilots.map((pilot) => cellsOf(written(pilot)))
    const all = [...columns.map((column) => sheetColumn(column, table)), ...more]
    return write({ sheet: 'Pilotos', columns: all, rows })
  }
  const form = plain ? plainForm : excelForm
  const lines = pilots.map((pilot) => {
    const dni = typeof pilot.dni === 'number' ? formatDni(pilot.dni, pilot.paisdoc) : pilot.dni
    return writeLine(cellsOf({ ...written(pilot), dni }), form)
  })
  // People read the labels of their own fields, whose names say little.
  const head = columns.map((column) => (isOwnName(column) ? columnLabel(column, table) : column))
  return form.start + writeLine([...head, ...more.map(({ name }) => name)], form) + lines.join('')
}

/** Returns a pilot with a document as its country writes it. One without a country stays a number. */
function written(pilot: Pilot): Partial<Record<Column, CellValue>> {
  if (!pilot.paisdoc) return flatPilot(pilot)
  return { ...flatPilot(pilot), [documentField(pilot)]: documentNumber(pilot) }
}

/** Dates are dates, documents and telephones whole numbers, and everything else is text. */
function sheetColumn(column: Column, table?: FieldTable): SheetColumn {
  const kind = isOwnName(column) ? kindOf(column) : undefined
  const isDay = isDayColumn(column) || kind === 'day'
  const numbers = column === 'dni' ? '0'.repeat(dniDigits) : kind === 'number' ? '0.##' : undefined
  const format = isDay ? 'dd/mm/yyyy' : numbers
  const { width }: Partial<Field> = isFieldName(column) ? fields[column] : {}
  return { label: columnLabel(column, table), width, format, isDay }
}

/** Returns the bytes of a workbook: those of `writeBook`, in this thread or in another. */
export type WriteBook = (book: Book) => Promise<Uint8Array>

/** Texts stay texts, whatever they look like. @throws TooLargeError if a sheet has no room for the rows */
export const writeBook: WriteBook = async ({ more = [], ...first }) => {
  const sheets = [first, ...more]
  if (sheets.some(({ rows }) => rows.length >= maxRow)) throw new TooLargeError(tooManyRows)
  const { default: writeXlsx } = await import('write-excel-file/node')
  return writeXlsx(sheets.map(sheetOf)).toBuffer()
}

function sheetOf({ sheet, columns, rows }: Sheet) {
  const head = columns.map(({ label }) => ({ value: label, fontWeight: 'bold' as const }))
  const body = rows.map((cells) => columns.map((column, index) => cellOf(cells[index], column)))
  const widths = columns.map(({ width = 18 }) => ({ width }))
  return { data: [head, ...body], sheet, columns: widths, stickyRowsCount: 1 }
}

const tooManyRows = 'Una hoja de Excel no tiene lugar para tantas filas: exporte a CSV'

function cellOf(value: CellValue, { isDay, format = '0' }: SheetColumn) {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return { value, format }
  // Excel counts one day too many before March of 1900.
  if (isDay && value >= '1900-03-01') return { value: new Date(`${value}T00:00:00Z`), format }
  return escaped(value)
}

/**
 * Writes characters that XML cannot represent, and those that the library would leave out, as `_xHHHH_`, and escapes
 * texts that look like such a code (ECMA-376, part 1, section 22.9.2.19). The library also mistakes the name of a
 * property that every object has, such as `constructor`, for a text that it has written before.
 */
function escaped(text: string): string {
  if (text in {}) return codesOf(text)
  return mayNeedEscape.test(text) ? text.replace(toEscape, codesOf) : text
}

const toEscape = /_(?=x[0-9a-f]{4})|(?![\t\n])\p{Control}|\p{Noncharacter_Code_Point}|\p{Surrogate}|\ufffd/giu

/** Matches every text that needs escaping, and some that do not; almost no text needs escaping. */
const mayNeedEscape = /[^ -~\u00a0-\ud7ff]|_x/i

function codesOf(text: string): string {
  return text.split('').map(codeOf).join('')
}
