/**
 * The process that reads one imported file: it receives the bytes on stdin, and sends the rows in batches, each on
 * request.
 */
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { inspect } from 'node:util'
import { type ErrorDetails, type ErrorKind, PilotosError } from '#domain/errors'
import { readTable } from './read.ts'
import type { ImportTable, TableRow } from './table.ts'

/** A row without its values, which the receiver derives from the cells. */
export type SentRow = Omit<TableRow, 'values' | 'checked'>

/** The message that comes before the rows. */
export type TableHead = Pick<ImportTable, 'form' | 'names' | 'header' | 'unit'>

/** The receiver answers every message but the last with a message of its own, which requests the next message. */
export type ReadMessage =
  | { head: TableHead }
  | { rows: SentRow[] }
  | { end: true }
  | { failure: { kind: ErrorKind; message: string; details: ErrorDetails } }
  | { fault: string }

/** The limits of a batch. A batch of this size takes a few milliseconds to receive. */
const [rowsPerBatch, charactersPerBatch] = [500, 256 * 1024]

process.on('disconnect', () => process.exit())
handOver()
  .then(send)
  .then(() => process.disconnect())

async function handOver(): Promise<ReadMessage> {
  try {
    const { form, names, header, unit, rows } = await readTable(await buffer(process.stdin))
    await ask({ head: { form, names, header, unit } })
    for (const batch of batches(rows)) await ask({ rows: batch })
    return { end: true }
  } catch (error) {
    if (!(error instanceof PilotosError)) return { fault: inspect(error) }
    const { kind, message, details } = error
    return { failure: { kind, message, details } }
  }
}

function* batches(rows: Iterable<TableRow>): Generator<SentRow[]> {
  let [batch, characters]: [SentRow[], number] = [[], 0]
  for (const { line, cells, badCells, problem } of rows) {
    batch.push({ line, cells, badCells, problem })
    for (const cell of cells) if (typeof cell === 'string') characters += cell.length
    if (batch.length < rowsPerBatch && characters < charactersPerBatch) continue
    yield batch
    ;[batch, characters] = [[], 0]
  }
  if (batch.length > 0) yield batch
}

async function ask(message: ReadMessage): Promise<void> {
  const asked = once(process, 'message')
  await send(message)
  await asked
}

function send(message: ReadMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, undefined, undefined, (error) => (error ? reject(error) : resolve()))
  })
}
