/** Uploads and downloads, which may take longer than any other request, and end when the client leaves. */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isOn } from '#domain/api/schema-parts'
import { MalformedError } from '#domain/errors'
import type { ExportQuery } from '#domain/import/calls'
import { type ExportOptions, mediaTypes } from '#domain/import/columns'
import { today } from '#domain/text/date'
import type { WriteBook } from '../spreadsheets/pilot-file.ts'
import type { Workers } from '../workers/workers.ts'

/**
 * Calls `leave` once an answer is closed: it was sent, or the client has left. A client that left while the request
 * waited for something, such as its session, has no further event, so that `leave` is called at once.
 */
export function onceClosed(response: ServerResponse, leave: () => void): void {
  if (response.closed || response.destroyed) leave()
  else response.once('close', leave)
}

const slow = new WeakSet<Socket>()

/** The uploads of large files. */
export const slowUploads = {
  /** Lets the body of a request take any time, as long as it goes on arriving. `leaving` aborts if the client leaves. */
  async during<Answer>(
    { raw: { socket } }: FastifyRequest,
    { raw: response }: FastifyReply,
    work: (leaving: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    const leaving = new AbortController()
    onceClosed(response, () => {
      if (!response.writableEnded) leaving.abort()
    })
    slow.add(socket)
    try {
      return await work(leaving.signal)
    } finally {
      slow.delete(socket)
    }
  },

  has: (socket: Socket): boolean => slow.has(socket),
}

interface File {
  name: string
  /** The media type. */
  type: string
  content: string | Uint8Array
}

/** Sends a file to save. Its length lets a browser notice if the answer is cut off. */
export function sendFile(reply: FastifyReply, { name, type, content }: File): FastifyReply {
  return reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(content)
}

interface Export {
  /** The beginning of the name of the file; the current day and the ending of the format follow. */
  name: string
  extension: string
  /** The media type. */
  type: string
  workers: Pick<Workers, 'run'>
  /** `leaving` aborts if the client leaves. */
  write: (writeBook: WriteBook, leaving: AbortSignal) => Promise<string | Uint8Array>
}

/**
 * Writes a file, and sends it. A workbook is written in a worker, which stops if the client leaves, also while the
 * workbook waits for its turn.
 */
export async function sendExport(reply: FastifyReply, file: Export): Promise<FastifyReply> {
  const { name, extension, type, workers, write } = file
  const leaving = new AbortController()
  onceClosed(reply.raw, () => leaving.abort(new MalformedError('Se canceló la descarga')))
  const { signal } = leaving
  const content = await write((book) => workers.run('write-book', book, { signal }), signal)
  return sendFile(reply, { name: `${name}-${today()}.${extension}`, type, content })
}

interface TableExport extends Pick<Export, 'name' | 'workers'> {
  write: (options: ExportOptions, writeBook: WriteBook) => Promise<string | Uint8Array>
}

/** Sends a table in the format that a query names: a CSV if it names none. */
export function sendTable(
  reply: FastifyReply,
  { format = 'csv', plain }: Pick<ExportQuery, 'format' | 'plain'>,
  { name, workers, write }: TableExport,
): Promise<FastifyReply> {
  return sendExport(reply, {
    name,
    extension: format,
    type: mediaTypes[format],
    workers,
    write: (writeBook) => write({ format, plain: isOn(plain) }, writeBook),
  })
}
