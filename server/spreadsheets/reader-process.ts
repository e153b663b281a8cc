/**
 * The process that reads one imported file: it receives the choices of the mapping as a message and the bytes on
 * stdin, and sends the lines in batches.
 */
import { buffer } from 'node:stream/consumers'
import { inspect } from 'node:util'
import { type ErrorDetails, type ErrorKind, PilotosError } from '#domain/errors'
import type { FileLine } from '#domain/import/row-reader'
import { type MappingRequest, mapFile } from './mapping/map-file.ts'
import { readContent } from './read.ts'
import type { TableHead } from './table.ts'

export type ReadMessage =
  | { head: TableHead }
  | { lines: FileLine[] }
  | { end: true }
  | { failure: { kind: ErrorKind; message: string; details: ErrorDetails } }
  | { fault: string }

/** The limits of a batch. A batch of this size takes a few milliseconds to receive. */
const [rowsPerBatch, charactersPerBatch] = [500, 256 * 1024]

process.on('disconnect', () => process.exit())
process.once('message', async (request: MappingRequest) => {
  await send(await handOver(request))
  process.disconnect()
})

async function handOver(request: MappingRequest): Promise<ReadMessage> {
  try {
    const { head, rows } = mapFile(
      await readContent(await buffer(process.stdin), request.mapping?.encoding),
      request,
    )
    await send({ head })
    for (const batch of batches(rows((line) => line))) await send({ lines: batch })
    return { end: true }
  } catch (error) {
    if (!(error instanceof PilotosError)) return { fault: inspect(error) }
    const { kind, message, details } = error
    return { failure: { kind, message, details } }
  }
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

function send(message: ReadMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, undefined, undefined, (error) => (error ? reject(error) : resolve()))
  })
}
