/** Spreadsheets in and out of the browser: what `pilotos import` and `pilotos export` do, for staff. */
import { Readable } from 'node:stream'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { exportPath, importPath } from '#domain/addresses'
import { requireColumns } from '#domain/columns'
import { writeRejects } from '#domain/csv'
import { today } from '#domain/date'
import { MalformedError } from '#domain/errors'
import { type ExportFormat, exportFormats, mediaTypes, writeExport } from '#domain/export'
import { maxFileBytes } from '#domain/file-size'
import { placeOf, previewOf } from '#domain/import-preview'
import { readTable, requireRows } from '#domain/import-table'
import { enumerate } from '#domain/text'
import type { ImportAnswer } from '#domain/wire'
import type { Guard } from '../access/guard.ts'
import type { Desk } from '../store/desk.ts'

/** More are only in the file of the rejects. */
const shownBadCells = 200

type Query = Record<string, string | string[] | undefined>

export const spreadsheets: FastifyPluginAsync<{ desk: Desk; guard: Guard }> = async (
  app,
  { desk, guard },
) => {
  app.addHook('onRequest', (request: FastifyRequest, _reply, done) => {
    guard.requireStaff(request)
    done()
  })

  // Nobody but a page of ours may send it, so that its type need not say what it is.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxFileBytes }, (_request, body, done) =>
    done(null, body),
  )

  /** `dry_run=1` only says what would be done; `update=1` and `strict=1` are the command's options. */
  app.post<{ Querystring: Query; Body: Buffer | undefined }>(
    importPath,
    { bodyLimit: maxFileBytes },
    async (request): Promise<{ data: [ImportAnswer] }> => {
      const { query, body } = request
      const options = { dryRun: isOn(query.dry_run), update: isOn(query.update), strict: isOn(query.strict) }
      const table = await readTable(body ?? Buffer.alloc(0))
      requireColumns(table.header, options)
      requireRows(table)
      const preview = previewOf(table)
      const { rejected, ...report } = await desk.pilots.import(table.rows, {
        ...options,
        by: guard.authorOf(request),
      })
      const answer: ImportAnswer = {
        ...preview,
        report,
        rejected: rejected.slice(0, shownBadCells).map((rejection) => ({
          place: placeOf(rejection, preview),
          value: rejection.value,
          message: rejection.message,
        })),
        bad_cells: rejected.length,
        rejects: rejected.length > 0 ? writeRejects(table, rejected) : null,
      }
      return { data: [answer] }
    },
  )

  /** `format` is csv, json or xlsx; `plain=1` is a CSV for programs; `search` as in the list. */
  app.get<{ Querystring: Query }>(exportPath, async ({ query }, reply) => {
    const { format = 'csv', search } = query
    if (!isFormat(format)) throw new MalformedError(`format es ${enumerate(exportFormats, 'o')}`)
    if (Array.isArray(search)) throw new MalformedError('search va una sola vez')
    const { pilots } = await desk.pilots.list({ search, order: 'asc' })
    const content = await writeExport(pilots, { format, plain: isOn(query.plain) })
    return reply
      .type(mediaTypes[format])
      .header('content-disposition', `attachment; filename="pilotos-${today()}.${format}"`)
      .send(content instanceof Uint8Array ? content : Readable.from(content))
  })
}

function isOn(value: unknown): boolean {
  return value === '1' || value === 'true'
}

function isFormat(text: unknown): text is ExportFormat {
  return exportFormats.some((format) => format === text)
}
