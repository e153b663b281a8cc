/** Writes Excel workbooks in this thread, as commands do, or in a worker, so that the server answers meanwhile. */
import type { Column } from '#domain/import/columns'
import type { Pilot } from '#domain/pilot/pilot'
import type { PassageRecord } from '#domain/web/gate-schemas'
import type { Workers } from '../workers/workers.ts'

/** Items in parts of some hundred, which are read as fast as the file is written. */
type Parts<Item> = AsyncGenerator<readonly Item[]>

/** Yields the bytes of a workbook. */
export interface BookWriter {
  pilots(columns: readonly Column[], parts: Parts<Pilot>): AsyncIterable<Uint8Array>
  passages(parts: Parts<PassageRecord>): AsyncIterable<Uint8Array>
}

export const booksHere: BookWriter = {
  async *pilots(columns, parts) {
    yield* (await import('./pilots-book.ts')).writePilotsBook(columns, parts)
  },
  async *passages(parts) {
    yield* (await import('./passages-book.ts')).writePassagesBook(parts)
  },
}

/** Returns the writer for a download. `signal` ends the writing, also while it waits for its turn. */
export type BooksFor = (signal: AbortSignal) => BookWriter

export function booksIn(workers: Workers): BooksFor {
  return (signal) => ({
    pilots: (columns, parts) => workers.stream('pilots-book', columns, parts, { signal }),
    passages: (parts) => workers.stream('passages-book', undefined, parts, { signal }),
  })
}
