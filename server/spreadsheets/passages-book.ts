/** Writes passages as an Excel workbook. */
import type { PassageRecord } from '#domain/web/gate-schemas'
import { writeBook } from './formats/xlsx/book-writer.ts'
import { passageCells, passageColumns } from './passage-columns.ts'

/** Yields the bytes of a workbook. */
export function writePassagesBook(
  parts: AsyncIterable<readonly PassageRecord[]>,
): AsyncGenerator<Uint8Array> {
  return writeBook('Lecturas', passageColumns, rowsOf(parts))
}

async function* rowsOf(parts: AsyncIterable<readonly PassageRecord[]>) {
  for await (const part of parts) yield part.map(passageCells)
}
