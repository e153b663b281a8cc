/** Sends exports as files to save. */
import type { FastifyReply } from 'fastify'
import { MalformedError } from '#domain/errors'
import type { ExportFormat } from '#domain/import/export'
import { today } from '#domain/text/date'
import type { WriteBook } from '../spreadsheets/export.ts'
import { mediaTypes } from '../spreadsheets/export.ts'
import type { Workers } from '../workers/workers.ts'

interface Download {
  /** The beginning of the name of the file; the current day and the ending of the format follow. */
  name: string
  format: ExportFormat
  workers: Pick<Workers, 'run'>
  write: (writeBook: WriteBook) => Promise<string | Uint8Array>
}

/** The media types of a download. */
export const downloadTypes = Object.values(mediaTypes)

/**
 * Writes a file, and sends it with its length, so that a browser notices if the answer is cut off. A workbook is written
 * in a worker, which stops if the client leaves, also while the workbook waits for its turn.
 */
export async function sendDownload(reply: FastifyReply, download: Download): Promise<FastifyReply> {
  const { name, format, workers, write } = download
  const leaving = new AbortController()
  reply.raw.once('close', () => leaving.abort(new MalformedError('Se canceló la descarga')))
  const content = await write((book) => workers.run('write-book', book, { signal: leaving.signal }))
  return reply
    .type(mediaTypes[format])
    .header('content-disposition', `attachment; filename="${name}-${today()}.${format}"`)
    .send(content)
}
