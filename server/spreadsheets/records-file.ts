/** Writes records as a file: a CSV, an Excel workbook, or the JSON of the HTTP API. */
import { setImmediate } from 'node:timers/promises'
import type { CellValue, ExportOptions } from '#domain/import/columns'
import { excelForm, plainForm, writeLine } from './formats/csv.ts'
import { writeBook } from './pilot-file.ts'

/** Records in parts of some hundred, as they are read. */
export type Parts<Item> = AsyncIterable<readonly Item[]> | Iterable<readonly Item[]>

/** A column of a spreadsheet. */
export interface RecordColumn<Item> {
  label: string
  value: (item: Item) => CellValue
  /** In characters. */
  width?: number
  /** The format of its numbers in a workbook. */
  format?: string
}

interface Spreadsheet<Item> {
  /** The name of the sheet of a workbook. */
  sheet: string
  columns: readonly RecordColumn<Item>[]
}

/** Writes records in their order. `write` writes a workbook; the default does so in this thread. */
export async function writeRecords<Item>(
  parts: Parts<Item>,
  { sheet, columns }: Spreadsheet<Item>,
  { format, plain }: ExportOptions,
  write = writeBook,
): Promise<string | Uint8Array> {
  if (format === 'json') return `${JSON.stringify(await converted(parts, (item) => item), null, 2)}\n`
  const cellsOf = (item: Item) => columns.map(({ value }) => value(item))
  if (format === 'xlsx') {
    // A worker receives a copy of the book, and a function cannot be copied.
    const heads = columns.map(({ value: _value, ...head }) => head)
    return write({ sheet, columns: heads, rows: await converted(parts, cellsOf) })
  }
  const form = plain ? plainForm : excelForm
  const labels = columns.map(({ label }) => label)
  const lines = await converted(parts, (item) => writeLine(cellsOf(item), form))
  return form.start + writeLine(labels, form) + lines.join('')
}

/** Converts each record, and lets other requests run after each part. */
async function converted<Item, Result>(
  parts: Parts<Item>,
  convert: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  for await (const part of parts) {
    for (const item of part) results.push(convert(item))
    await setImmediate()
  }
  return results
}
