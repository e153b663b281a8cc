/** Imports spreadsheets of staff in the browser. */
import { setImmediate } from 'node:timers/promises'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as Type from 'typebox'
import { type ImportReport, maxFileBytes } from '#domain/import/import'
import { locationOf } from '#domain/import/preview'
import { importPath } from '#domain/web/addresses'
import { flag, type ImportAnswer, importAnswer, isOn, one } from '#domain/web/schemas'
import type { Guard } from '../access/guard.ts'
import { writeRejects } from '../spreadsheets/csv.ts'
import { previewOf } from '../spreadsheets/preview.ts'
import { requireColumns, requireRows } from '../spreadsheets/requirements.ts'
import type { ImportTable } from '../spreadsheets/table.ts'
import type { TableReader } from '../spreadsheets/table-reader.ts'
import type { Stores } from '../store/contract/stores.ts'
import { answers } from './answers.ts'
import { Uploads } from './uploads.ts'

/** The most bad cells in an answer. The file of rejected rows has all of them. */
const maxListedCells = 200

const schema = {
  /** `dry_run` stores nothing; `update` and `strict` are the options of the command. */
  querystring: Type.Object({ dry_run: flag, update: flag, strict: flag }),
  /** The bytes of the file. */
  body: Type.Unsafe<Buffer | null>({}),
  response: answers({ 200: one(importAnswer) }),
}

interface ImportRouteOptions {
  stores: Stores
  guard: Guard
  reader: TableReader
}

export const imports: FastifyPluginAsyncTypebox<ImportRouteOptions> = async (
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

  app.post(
    importPath,
    {
      schema,
      bodyLimit: maxFileBytes,
      onRequest: uploads.admit,
    },
    (request) =>
      uploads.handle(request, async (signal) => {
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
