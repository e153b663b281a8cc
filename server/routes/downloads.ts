/** Sends exports as files to save. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { asError } from '#domain/errors'
import type { ExportFormat } from '#domain/import/export'
import { today } from '#domain/text/date'
import { framedType, frameHead } from '#domain/web/progress-frames'
import type { BooksFor } from '../spreadsheets/books.ts'
import { type Content, mediaTypes, type WriteOptions } from '../spreadsheets/export.ts'

interface Download {
  /** The beginning of the name of the file; the current day and the ending of the format follow. */
  name: string
  format: ExportFormat
  /** The number of items in the file. */
  total: number
  /** Sends the file in frames with the progress, as pages ask for it. */
  inFrames: boolean
  booksFor: BooksFor
  write: (options: WriteOptions) => Content
  /** Receives the error of a file that is cut off, because its answer has begun. */
  report: (error: Error) => void
}

/** The media types of a download. */
export const downloadTypes = [...Object.values(mediaTypes), framedType]

/**
 * Sends a file as it is written, no faster than the client reads it. Writing ends if the client leaves, also while it
 * waits for its turn.
 */
export function sendDownload(reply: FastifyReply, download: Download): FastifyReply {
  const { name, format, inFrames, booksFor, write, total } = download
  const leaving = new AbortController()
  reply.raw.once('close', () => leaving.abort())
  const books = booksFor(leaving.signal)
  const content = inFrames ? framed(total, (onWritten) => write({ books, onWritten })) : write({ books })
  const report = (error: Error) => {
    if (!leaving.signal.aborted) download.report(error)
  }
  return reply
    .type(inFrames ? framedType : mediaTypes[format])
    .header('content-disposition', `attachment; filename="${name}-${today()}.${format}"`)
    .send(Readable.from(reported(content, report)))
}

/** Passes the parts of an answer on, and reports a failure, which cuts the answer off. */
async function* reported<Part>(
  content: AsyncIterable<Part>,
  report: (error: Error) => void,
): AsyncGenerator<Part> {
  try {
    yield* content
  } catch (error) {
    report(asError(error))
    throw error
  }
}

async function* framed(
  total: number,
  write: (onWritten: (items: number) => void) => Content,
): AsyncGenerator<Uint8Array> {
  let written = 0
  yield frameHead(total, 0)
  for await (const part of write((items) => {
    written = Math.min(items, total)
  })) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part
    if (bytes.length === 0) continue
    yield frameHead(written, bytes.length)
    yield bytes
  }
  yield frameHead(total, 0)
}
