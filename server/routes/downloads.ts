/** Sends exports as files to save. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { ExportFormat } from '#domain/import/export'
import { today } from '#domain/text/date'
import { mediaTypes } from '../spreadsheets/export.ts'

/** Sends bytes, or a text in parts, as a file whose name is `name`, the current day and the ending of the format. */
export function sendDownload(
  reply: FastifyReply,
  content: Uint8Array | Iterable<string>,
  { name, format }: { name: string; format: ExportFormat },
): FastifyReply {
  return reply
    .type(mediaTypes[format])
    .header('content-disposition', `attachment; filename="${name}-${today()}.${format}"`)
    .send(content instanceof Uint8Array ? content : Readable.from(content))
}
