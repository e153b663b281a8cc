/** Writes passages as a file: a CSV, an Excel workbook, or the JSON of the HTTP API. */
import type { ExportOptions } from '#domain/import/export'
import { partsOf } from '#domain/parts'
import type { PassageRecord } from '#domain/web/gate-schemas'
import { inTurns } from '../async/in-turns.ts'
import { booksHere } from './books.ts'
import { type Content, counted, type WriteOptions } from './export.ts'
import { type CsvForm, excelForm, plainForm, writeLine } from './formats/csv.ts'
import { writeList } from './formats/json.ts'
import { passageCells, passageColumns } from './passage-columns.ts'

/** Writes passages in their order. */
export function writePassages(
  passages: readonly PassageRecord[],
  { format, plain }: ExportOptions,
  { books = booksHere, onWritten }: WriteOptions = {},
): Content {
  if (format === 'xlsx') return books.passages(inTurns(counted(partsOf(passages), onWritten)))
  const texts =
    format === 'json' ? writeList(partsOf(passages)) : csvOf(passages, plain ? plainForm : excelForm)
  return inTurns(counted(texts, onWritten))
}

function* csvOf(passages: readonly PassageRecord[], form: CsvForm): Generator<string> {
  const labels = passageColumns.map(({ label }) => label)
  yield form.start + writeLine(labels, form)
  for (const part of partsOf(passages))
    yield part.map((passage) => writeLine(passageCells(passage), form)).join('')
}
