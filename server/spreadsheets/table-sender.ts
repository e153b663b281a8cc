/** In the process that reads one imported file: takes its bytes from stdin, and sends the lines in batches. */
import { buffer } from 'node:stream/consumers'
import type { FileLine } from '#domain/import/row-reader'
import { type ReadEnd, send, sendResult } from '../workers/reader-child.ts'
import { type MappingRequest, mapFile } from './mapping/map-file.ts'
import { readContent } from './read.ts'
import type { TableHead } from './table.ts'

export type ReadMessage = { head: TableHead } | { lines: FileLine[] } | ReadEnd

/** The limits of a batch. A batch of this size takes a few milliseconds to receive. */
const [rowsPerBatch, charactersPerBatch] = [500, 256 * 1024]

export function sendTable(request: MappingRequest): Promise<void> {
  return sendResult(async () => {
    const content = await readContent(await buffer(process.stdin), request.mapping?.encoding)
    const { head, rows } = mapFile(content, request)
    await send({ head })
    for (const batch of batches(rows((line) => line))) await send({ lines: batch })
  })
}

function* batches(lines: Iterable<FileLine>): Generator<FileLine[]> {
  let [batch, characters]: [FileLine[], number] = [[], 0]
  for (const line of lines) {
    batch.push(line)
    for (const cell of line.cells) if (typeof cell === 'string') characters += cell.length
    if (batch.length < rowsPerBatch && characters < charactersPerBatch) continue
    yield batch
    ;[batch, characters] = [[], 0]
  }
  if (batch.length > 0) yield batch
}
