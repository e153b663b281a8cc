/** Writes pilots as a file, in each of the formats that an import reads back field for field. */
import type { ExportFormat, ExportOptions } from '#domain/import/export'
import { writtenColumns } from '#domain/import/flat-terms'
import { itemsPerPart, partsOf } from '#domain/parts'
import type { Pilot } from '#domain/pilot/pilot'
import { inTurns } from '../async/in-turns.ts'
import { type BookWriter, booksHere } from './books.ts'
import { excelForm, plainForm, writeCsv } from './formats/csv.ts'
import { writeJson } from './formats/json.ts'

/** The content of a file, which is written as it is read. */
export type Content = AsyncIterable<string | Uint8Array>

export interface WriteOptions {
  /** The default writes workbooks in this thread. */
  books?: BookWriter
  /** Receives the number of items that are written, after each part. */
  onWritten?: (items: number) => void
}

/** Writes pilots in their order. Changes in the meantime do not change the file. */
export function writeExport(
  pilots: readonly Pilot[],
  { format, plain }: ExportOptions,
  { books = booksHere, onWritten }: WriteOptions = {},
): Content {
  if (format === 'xlsx')
    return books.pilots(writtenColumns(pilots), inTurns(counted(partsOf(pilots), onWritten)))
  return inTurns(
    counted(
      format === 'json' ? writeJson(pilots) : writeCsv(pilots, plain ? plainForm : excelForm),
      onWritten,
    ),
  )
}

/** Calls `onWritten` after each part. */
export async function* counted<Part>(
  parts: Iterable<Part> | AsyncIterable<Part>,
  onWritten: (items: number) => void = () => {},
): AsyncGenerator<Part> {
  let written = 0
  for await (const part of parts) {
    yield part
    written += itemsPerPart
    onWritten(written)
  }
}

/** The media type of each format, for the Content-Type header. */
export const mediaTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
