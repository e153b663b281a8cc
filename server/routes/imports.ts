/** Imports spreadsheets of staff in the browser. */
import multipart from '@fastify/multipart'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import { MalformedError, TooLargeError } from '#domain/errors'
import { groupRejections } from '#domain/import/groups'
import { fileTooLarge, type ImportOptions, type ImportReport, maxFileBytes } from '#domain/import/import'
import { type ImportMapping, parseMapping } from '#domain/import/mapping'
import { locationOf } from '#domain/import/preview'
import { parseJson } from '#domain/text/json'
import { importPath, importsPath, undoImportPath } from '#domain/web/addresses'
import {
  flag,
  type ImportAnswer,
  importAnswer,
  isOn,
  many,
  one,
  storedImport,
  undoImportOrder,
  undoneImport,
} from '#domain/web/schemas'
import type { Guard } from '../access/guard.ts'
import { backUpBefore, rememberMapping } from '../actions/import-table.ts'
import { previewOf, remarksOf, requireColumns, requireRows } from '../spreadsheets/preview.ts'
import { writeRejects } from '../spreadsheets/rejects.ts'
import type { ImportTable } from '../spreadsheets/table.ts'
import type { TableReader } from '../spreadsheets/table-reader.ts'
import type { Stores } from '../store/contract/stores.ts'
import { answers } from './answers.ts'
import { bytes as fileBytes } from './bodies.ts'
import { Uploads } from './uploads.ts'

/** The most cells and values in each group of an answer. The file of rejected rows has all of them. */
const [maxListedCells, maxListedValues] = [100, 20]

/** The longest mapping, in bytes: some ten thousand typed cells. */
const maxMappingBytes = 4 * 1024 * 1024

const schema = {
  /**
   * `dry_run` stores nothing; `update`, `strict` and `replace_suspensions` are the options of the command; `forget`
   * ignores the mapping of an earlier file.
   */
  querystring: Type.Object({
    dry_run: flag,
    update: flag,
    strict: flag,
    replace_suspensions: flag,
    forget: flag,
  }),
  /** The bytes of the file, or a form with the parts `file` and `mapping`, an `ImportMapping` as JSON. */
  body: fileBytes,
  response: answers({ 200: one(importAnswer) }),
}

interface ImportRouteOptions {
  stores: Stores
  guard: Guard
  reader: TableReader
  /** Backs up before an import that changes many pilots, and returns the path of the backup. */
  backUp?: () => Promise<string>
  /** Receives the error if the mapping could not be remembered, after the import. */
  report: (error: Error) => void
}

export const imports: FastifyPluginAsyncTypebox<ImportRouteOptions> = async (
  app,
  { stores, guard, reader, backUp, report },
) => {
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

  app.post(
    importPath,
    {
      schema,
      // A form adds the mapping and the boundaries to the file.
      bodyLimit: maxFileBytes + 2 * maxMappingBytes,
      onRequest: uploads.admit,
    },
    (request) =>
      uploads.handle(request, async (signal) => {
        const { query } = request
        const { bytes, mapping } = await readUpload(request)
        const options = {
          dryRun: isOn(query.dry_run),
          update: isOn(query.update),
          strict: isOn(query.strict),
          replaceSuspensions: isOn(query.replace_suspensions),
          by: guard.authorOf(request),
        }
        const remembered = isOn(query.forget) ? {} : (await stores.settings.read()).mappings
        const table = await reader.read(bytes, { mapping, remembered }, signal)
        requireColumns(table, options)
        requireRows(table)
        return { data: [await importTable(table, mapping, options)] }
      }),
  )

  async function importTable(
    table: ImportTable,
    mapping: ImportMapping,
    options: ImportOptions & { by?: string },
  ): Promise<ImportAnswer> {
    const backup = await backUpBefore(stores, table.rows, options, backUp)
    const result = await stores.pilots.import(table.rows, options)
    if (!options.dryRun && result.registered + result.updated + result.unchanged > 0)
      await rememberMapping(stores.settings, table.names, table.mapping.remembered, mapping).catch(report)
    const { change } = result
    return { ...answerOf(table, result), ...(change && { change }), ...(backup && { backup }) }
  }
}

const tooManyCorrections =
  'Corrigió más celdas de las que se aceptan a la vez: corrija las demás en el archivo de rechazados'

/** @throws MalformedError, TooLargeError */
async function readUpload(request: FastifyRequest): Promise<{ bytes: Buffer; mapping: ImportMapping }> {
  if (!request.isMultipart())
    return { bytes: (request.body as Buffer | null) ?? Buffer.alloc(0), mapping: {} }
  let bytes: Buffer = Buffer.alloc(0)
  let mapping: ImportMapping | undefined = {}
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      bytes = await part.toBuffer()
      if (part.file.truncated) throw new TooLargeError(fileTooLarge)
    } else if (part.fieldname === 'mapping') {
      if (part.valueTruncated) throw new TooLargeError(tooManyCorrections)
      mapping = parseMapping(parseJson(String(part.value)))
    }
  }
  if (!mapping) throw new MalformedError('mapping no dice cómo leer las columnas')
  return { bytes, mapping }
}

function answerOf(table: ImportTable, report: ImportReport): ImportAnswer {
  const { registered, updated, unchanged, rejectedRows, rejected, badCells } = report
  const suspensions = { rows: report.otherSuspensionRows, listed: report.otherSuspensions }
  const preview = previewOf(table)
  return {
    ...preview,
    report: { registered, updated, unchanged, rejectedRows },
    groups: groupRejections(rejected).map(({ problem, field, values, cells }) => ({
      problem,
      size: cells.length,
      field,
      values: values.slice(0, maxListedValues),
      cells: cells.slice(0, maxListedCells).map((rejection) => ({
        line: rejection.line,
        place: locationOf(rejection, preview),
        value: rejection.value,
        message: rejection.message,
        rider: rejection.rider,
      })),
    })),
    remarks: remarksOf(table),
    suspensions,
    bad_cells: badCells,
    rejects: badCells > 0 ? writeRejects(table, report) : null,
  }
}

/** Lists the last imports, and undoes one of them. */
export const undoneImports: FastifyPluginAsyncTypebox<{ stores: Stores; guard: Guard }> = async (
  app,
  { stores: { pilots }, guard },
) => {
  app.get(importsPath, { schema: { response: answers({ 200: many(storedImport) }) } }, async () => {
    return { data: await pilots.imports() }
  })

  const ofUndo = { body: undoImportOrder, response: answers({ 200: one(undoneImport) }) }
  app.post(undoImportPath, { schema: ofUndo }, async (request) => {
    return { data: [await pilots.undoImport(request.body.change, guard.authorOf(request))] }
  })
}
