/** Imports spreadsheets of staff in the browser. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isOn } from '#domain/api/schema-parts'
import { BusyError, MalformedError, TooLargeError } from '#domain/errors'
import type { Category } from '#domain/events/categories/category'
import { maxMappingBytes } from '#domain/import/calls'
import { categoriesTold, locationOf } from '#domain/import/findings'
import { groupRejections } from '#domain/import/fixes'
import {
  fileTooLarge,
  type ImportOrder,
  type ImportReport,
  maxFileBytes,
  maxFileName,
} from '#domain/import/import'
import { type ImportMapping, parseMapping } from '#domain/import/mapping'
import type { ImportAnswer } from '#domain/import/schemas'
import { documentCountryOf } from '#domain/pilots/documents/national-documents'
import type { FieldTable } from '#domain/pilots/own/field-table'
import { visible } from '#domain/text/names'
import { parseJson, wellFormed } from '#domain/text/text'
import { takeParts } from '../http/form-parts.ts'
import { type Routes, serve } from '../http/serve.ts'
import { onceClosed } from '../http/transfers.ts'
import type { ImportTable } from '../spreadsheets/table.ts'
import { TableReader } from '../spreadsheets/table-reader.ts'
import { backUpBefore, remarkRiders, rememberMapping } from './import-table.ts'
import { previewOf, remarksOf, requireColumns, requireRows } from './preview.ts'
import { writeRejects } from './rejects.ts'

/** The most cells and values in each group of an answer. The file of rejected rows has all of them. */
const [maxListedCells, maxListedValues] = [100, 20]

export const imports: Routes<{ backUp?: () => Promise<string> }> = async (app, needs) => {
  const { stores, guard, events, fields, removedRiders, readerFile, backUp, report } = needs
  const reader = new TableReader({ readerFile })
  app.addHook('onClose', async () => reader.close())
  // Any other content type is accepted, since the file itself decides how it is read.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxFileBytes }, (_request, body, done) =>
    done(null, body),
  )
  await app.register(multipart, {
    limits: { fileSize: maxFileBytes, files: 1, fields: 1, fieldSize: maxMappingBytes, parts: 2 },
    throwFileSizeLimit: false,
  })

  const uploads = new Uploads()

  serve(
    app,
    'POST /api/import',
    (request) =>
      uploads.handle(request, async (signal) => {
        const { query } = request
        const { bytes, file, mapping } = await readUpload(request)
        const options = {
          dryRun: isOn(query.dry_run),
          update: isOn(query.update),
          strict: isOn(query.strict),
          replaceSuspensions: isOn(query.replace_suspensions),
          erased: isOn(query.erased),
          incomplete: isOn(query.incomplete),
          ...(!isOn(query.keep_entries) && { event: events.open }),
          fields: fields.table.definitions,
          by: guard.authorOf(request),
          file,
        }
        const remembered = isOn(query.forget) ? {} : (await stores.settings.read()).mappings
        const { fields: definitions, event } = options
        const country = documentCountryOf(events.open)
        const how = { mapping, remembered, fields: definitions, categories: event?.categories, country }
        const table = await reader.read(bytes, how, signal)
        requireColumns(table, options, fields.table)
        requireRows(table)
        return { data: [await importTable(table, mapping, options)] }
      }),
    { onRequest: uploads.admit },
  )

  async function importTable(
    table: ImportTable,
    mapping: ImportMapping,
    options: ImportOrder,
  ): Promise<ImportAnswer> {
    const backup = await backUpBefore(stores, table.rows, options, backUp)
    const clubs = await stores.pilots.clubs()
    const riders = await remarkRiders(stores, table.rows, removedRiders)
    // The categories of the file were read as those of this event.
    if (options.event) events.requireOpen(options.event.id)
    // Each step takes a tenth of a second for 10,000 riders: other requests are answered in between.
    await nextTurn()
    const result = await stores.pilots.import(table.rows, options)
    await nextTurn()
    const remarks = remarksOf(table, clubs, fields.table, options.event)
    await nextTurn()
    if (!options.dryRun && result.registered + result.updated + result.unchanged > 0)
      await rememberMapping(stores.settings, table.names, table.mapping.remembered, mapping).catch(report)
    const { change } = result
    return {
      ...answerOf(table, result, fields.table, options.event?.categories),
      remarks,
      ...(riders.removed.length + riders.foreignRows > 0 && { riders }),
      ...(change && { change }),
      ...(backup && { backup }),
    }
  }
}

const tooManyCorrections =
  'Corrigió más celdas de las que se aceptan a la vez: corrija las demás en el archivo de rechazados'

/** @throws MalformedError, TooLargeError */
async function readUpload(
  request: FastifyRequest,
): Promise<{ bytes: Buffer; file?: string; mapping: ImportMapping }> {
  if (!request.isMultipart())
    return { bytes: (request.body as Buffer | null) ?? Buffer.alloc(0), mapping: {} }
  let bytes: Buffer = Buffer.alloc(0)
  let file: string | undefined
  let mapping: ImportMapping | undefined = {}
  await takeParts(request, async (part) => {
    if (part.type === 'file') {
      bytes = await part.toBuffer()
      file = part.filename && visible(wellFormed(part.filename)).slice(0, maxFileName)
      if (part.file.truncated) throw new TooLargeError(fileTooLarge)
    } else if (part.fieldname === 'mapping') {
      if (part.valueTruncated) throw new TooLargeError(tooManyCorrections)
      mapping = parseMapping(parseJson(String(part.value)))
    }
  })
  if (!mapping) throw new MalformedError('mapping no dice cómo leer las columnas')
  return { bytes, file, mapping }
}

function answerOf(
  table: ImportTable,
  report: ImportReport,
  fields: FieldTable,
  categories?: readonly Category[],
): Omit<ImportAnswer, 'remarks'> {
  const {
    registered,
    incomplete,
    updated,
    unchanged,
    rejectedRows,
    rejected,
    badCells,
    erasedRows,
    repeatedRows,
    otherPersonRows,
  } = report
  const suspensions = { rows: report.otherSuspensionRows, listed: report.otherSuspensions }
  const preview = previewOf(table, fields)
  return {
    ...preview,
    report: {
      ...{ registered, incomplete, updated, unchanged, rejectedRows, erasedRows, repeatedRows },
      otherPersonRows,
    },
    groups: groupRejections(rejected, fields, categories, preview.usual).map(
      ({ values, cells, ...group }) => ({
        ...group,
        size: cells.length,
        values: values.slice(0, maxListedValues),
        cells: cells.slice(0, maxListedCells).map((rejection) => ({
          line: rejection.line,
          place: locationOf(rejection, preview),
          value: rejection.value,
          message: rejection.message,
          rider: rejection.rider,
        })),
      }),
    ),
    suspensions,
    unread: { texts: report.unreadTexts, listed: report.unread },
    ...categoriesTold(report),
    ...(report.warnings && { warnings: report.warnings }),
    bad_cells: badCells,
    rejects: badCells > 0 ? writeRejects(table, report, fields) : null,
  }
}

/** The most concurrent uploads: one is read while the others arrive. */
const atOnce = 3

/** The wait before another try in seconds. A large file takes a few. */
const wait = 5

/** Limits the number of concurrent uploads that are in memory as a whole. */
class Uploads {
  #open = new Map<FastifyRequest, AbortController>()
  #handled = new WeakSet<FastifyRequest>()

  /** An `onRequest` hook, which runs before the body is read. @throws BusyError */
  admit = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (this.#open.size >= atOnce)
      throw new BusyError('Se está leyendo otro archivo: espere unos segundos y pruebe otra vez', wait)
    const leaving = new AbortController()
    this.#open.set(request, leaving)
    onceClosed(reply.raw, () => {
      leaving.abort()
      if (!this.#handled.has(request)) this.#open.delete(request)
    })
  }

  /** Handles an admitted request. The signal aborts when the client leaves. */
  async handle<Answer>(
    request: FastifyRequest,
    work: (signal: AbortSignal | undefined) => Promise<Answer>,
  ): Promise<Answer> {
    this.#handled.add(request)
    try {
      return await work(this.#open.get(request)?.signal)
    } finally {
      this.#open.delete(request)
    }
  }
}
