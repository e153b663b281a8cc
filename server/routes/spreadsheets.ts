/** Imports and exports spreadsheets for staff in the browser. */
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { MalformedError } from '#domain/errors'
import { type ExportOptions, exportFormats } from '#domain/import/export'
import { type ImportReport, maxFileBytes } from '#domain/import/import'
import { locationOf } from '#domain/import/preview'
import { readFilter } from '#domain/list-query'
import type { Pilot } from '#domain/pilot/pilot'
import type { PilotId } from '#domain/pilot/pilot-id'
import { today } from '#domain/text/date'
import { enumerate } from '#domain/text/text'
import { exportPath, importPath } from '#domain/web/addresses'
import type { ImportAnswer } from '#domain/web/wire'
import type { Guard } from '../access/guard.ts'
import { selectPilots } from '../actions/select.ts'
import { writeRejects } from '../spreadsheets/csv.ts'
import { mediaTypes, writeExport } from '../spreadsheets/export.ts'
import { requireColumns } from '../spreadsheets/header.ts'
import { previewOf } from '../spreadsheets/preview.ts'
import { requireRows } from '../spreadsheets/read.ts'
import type { ImportTable } from '../spreadsheets/table.ts'
import type { TableReader } from '../spreadsheets/table-reader.ts'
import type { Stores } from '../store/contract/stores.ts'
import { requireId } from './credentials.ts'
import { Uploads } from './uploads.ts'

/** The most bad cells in an answer. The file of rejected rows has all of them. */
const maxListedCells = 200

/** The largest JSON list of identifiers, in bytes: as many as an export can have. */
const maxIdsBytes = 8 * 1024 * 1024

type Query = Record<string, string | string[] | undefined>

interface SpreadsheetOptions {
  stores: Stores
  guard: Guard
  reader: TableReader
}

export const spreadsheets: FastifyPluginAsync<SpreadsheetOptions> = async (
  app,
  { stores, guard, reader },
) => {
  app.addHook('onRequest', guard.staffOnly)

  // Any content type is accepted, since the file itself decides how it is read.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxFileBytes }, (_request, body, done) =>
    done(null, body),
  )

  const uploads = new Uploads()

  /** `dry_run=1` stores nothing; `update=1` and `strict=1` are the options of the command. */
  app.post<{ Querystring: Query; Body: Buffer | undefined }>(
    importPath,
    { bodyLimit: maxFileBytes, onRequest: uploads.admit },
    (request) =>
      uploads.handle(request, async (signal): Promise<{ data: [ImportAnswer] }> => {
        const { query, body } = request
        const options = {
          dryRun: isOn(query.dry_run),
          update: isOn(query.update),
          strict: isOn(query.strict),
        }
        const table = await reader.read(body ?? Buffer.alloc(0), signal)
        requireColumns(table.header, options)
        requireRows(table)
        const by = guard.authorOf(request)
        return { data: [await answerOf(table, await stores.pilots.import(table.rows, { ...options, by }))] }
      }),
  )

  /** `format` is csv, json or xlsx; `plain=1` gives a CSV for programs; the filters are those of the list. */
  app.get<{ Querystring: Query }>(exportPath, async ({ query }, reply) => {
    const options = readExport(query)
    const { pilots } = await stores.pilots.list({ ...readFilter(query), order: 'asc' })
    return sendExport(reply, pilots, options)
  })

  /** Exports some pilots: the body is a JSON array of their identifiers. */
  app.post<{ Querystring: Query; Body: Buffer | undefined }>(
    exportPath,
    { bodyLimit: maxIdsBytes },
    async ({ query, body }, reply) => {
      const options = readExport(query)
      return sendExport(reply, await selectPilots(stores, { ids: readIds(body) }), options)
    },
  )
}

async function answerOf(table: ImportTable, report: ImportReport): Promise<ImportAnswer> {
  const { rejected, rejectedLines: _lines, badCells, ...counts } = report
  const preview = previewOf(table)
  return {
    ...preview,
    report: counts,
    rejected: rejected.slice(0, maxListedCells).map((rejection) => ({
      place: locationOf(rejection, preview),
      value: rejection.value,
      message: rejection.message,
    })),
    bad_cells: badCells,
    rejects: badCells > 0 ? await joined(writeRejects(table, report)) : null,
  }
}

/** Joins the parts, and yields to other requests between two of them. */
async function joined(parts: Iterable<string>): Promise<string> {
  const all: string[] = []
  for (const part of parts) {
    all.push(part)
    await setImmediate()
  }
  return all.join('')
}

/** @throws MalformedError */
function readExport({ format = 'csv', plain }: Query): ExportOptions {
  const known = exportFormats.find((name) => name === format)
  if (!known) throw new MalformedError(`format es ${enumerate(exportFormats, 'o')}`)
  return { format: known, plain: isOn(plain) }
}

/** @throws MalformedError */
function readIds(body: Buffer | undefined): PilotId[] {
  let ids: unknown
  try {
    ids = JSON.parse(String(body))
  } catch {}
  if (!Array.isArray(ids) || ids.length === 0)
    throw new MalformedError('Van los identificadores, como una lista')
  return ids.map(requireId)
}

async function sendExport(reply: FastifyReply, pilots: readonly Pilot[], options: ExportOptions) {
  const { format } = options
  const content = await writeExport(pilots, options)
  return reply
    .type(mediaTypes[format])
    .header('content-disposition', `attachment; filename="pilotos-${today()}.${format}"`)
    .send(content instanceof Uint8Array ? content : Readable.from(content))
}

function isOn(value: unknown): boolean {
  return value === '1' || value === 'true'
}
