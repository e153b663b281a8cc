/** Writes passages as a file: a CSV, an Excel workbook, or the JSON of the HTTP API. */
import type { ExportOptions } from '#domain/import/export'
import type { PassageRecord } from '#domain/web/gate-schemas'
import { inTurns } from '../async/in-turns.ts'
import { booksHere } from './books.ts'
import { type Content, counted, type WriteOptions } from './export.ts'
import { type CsvForm, excelForm, plainForm, writeLine } from './formats/csv.ts'
import { writeList } from './formats/json.ts'
import { passageCells, passageColumns } from './passage-columns.ts'

/** Passages in parts of some hundred, which are read as fast as the file is written. */
type Parts = AsyncIterable<readonly PassageRecord[]>

/** Writes passages in their order. */
export function writePassages(
  parts: Parts | Iterable<readonly PassageRecord[]>,
  { format, plain }: ExportOptions,
  { books = booksHere, onWritten }: WriteOptions = {},
): Content {
  const passages = inTurns(counted(parts, onWritten))
  if (format === 'xlsx') return books.passages(passages)
  return format === 'json' ? writeList(passages) : csvOf(passages, plain ? plainForm : excelForm)
}

async function* csvOf(parts: Parts, form: CsvForm): AsyncGenerator<string> {
  const labels = passageColumns.map(({ label }) => label)
  yield form.start + writeLine(labels, form)
  for await (const part of parts) yield part.map((passage) => writeLine(passageCells(passage), form)).join('')
}
