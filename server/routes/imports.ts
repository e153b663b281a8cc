/** Imports spreadsheets of staff in the browser. */
import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import { BusyError, MalformedError, TooLargeError } from '#domain/errors'
import { groupRejections } from '#domain/import/groups'
import {
  fileTooLarge,
  type ImportOrder,
  type ImportReport,
  maxFileBytes,
  maxFileName,
} from '#domain/import/import'
import { type ImportMapping, parseMapping } from '#domain/import/mapping'
import { locationOf } from '#domain/import/preview'
import { visible } from '#domain/text/names'
import { parseJson, wellFormed } from '#domain/text/text'
import { importPath, importsPath, undoImportPath } from '#domain/web/addresses'
import {
  type ImportAnswer,
  importAnswer,
  storedImport,
  undoImportOrder,
  undoneImport,
} from '#domain/web/file-schemas'
import { dataList, dataOf, bytes as fileBytes, flag, isOn } from '#domain/web/schema-parts'
import { backUpBefore, rememberMapping } from '../actions/import-table.ts'
import { remarkRiders } from '../actions/rider-remarks.ts'
import { undoImportOrMerge } from '../backup/undone-merge.ts'
import { previewOf, remarksOf, requireColumns, requireRows } from '../spreadsheets/preview.ts'
import { writeRejects } from '../spreadsheets/rejects.ts'
import type { ImportTable } from '../spreadsheets/table.ts'
import { TableReader } from '../spreadsheets/table-reader.ts'
import { onceClosed } from './once-closed.ts'
import { answers } from './route-schemas.ts'
import type { Routes } from './services.ts'

/** The most cells and values in each group of an answer. The file of rejected rows has all of them. */
const [maxListedCells, maxListedValues] = [100, 20]

/** The longest mapping, in bytes: some ten thousand typed cells. */
const maxMappingBytes = 4 * 1024 * 1024

const schema = {
  summary: 'Imports a file: CSV, XLSX or JSON.',
  description:
    'A form, `multipart/form-data`, has the bytes of the file in `file`, at most 100 MB. Its name is listed with the ' +
    'import; its content type does not matter. Its part `mapping`, at most 4 MB, has the choices of a person as JSON, and can be left out, as can ' +
    'all of its properties: what is left out is recognized in the file. A body of any other content type is the bytes ' +
    'of the file, without choices.\n\n' +
    '- `encoding`: the encoding of a text file, such as `windows-1252` or `cp850`.\n' +
    '- `sheet`: the name of the sheet to read.\n' +
    '- `header`: the line of the header; 0 if the file has none, so that its columns are `Columna A`, `Columna B`, …\n' +
    '- `hiddenRows`: true to import the rows that are hidden in a workbook, false to leave them out.\n' +
    '- `columns`: the targets of columns, by their labels: `{"N° Lic.": "nlicencia", "Edad": null}`. A target is the ' +
    'name of a field, `id_driver`, `attachment`, `nombrecompleto`, or a column of terms: `emitida`, `valida_hasta`, ' +
    '`medico_hasta`, `suspendida_desde`, `suspendida_hasta`, `suspendida_motivo`. Null leaves the column out.\n' +
    '- `defaults`: the values of fields that have no column, or an empty cell: `{"participacion": "Sin historial"}`.\n' +
    '- `replacements`: the texts that replace others, by field: `{"modalidad": {"Enduro Ind.": "ENDURO CROSS"}}`. A ' +
    'cell matches if it has the whole text, with the same case.\n' +
    '- `firstNumbers`: the fields in which the first number of a cell is used, if the cell has two telephones, or a ' +
    'document and its check digit: `["celular"]`.\n' +
    '- `corrects`: the damages that are mended in all cells: `letras`, `html`, `perdidas`.\n' +
    '- `surnamesFirst`: true if full names begin with the surnames.\n' +
    '- `dates`: the orders of the parts, by the targets of columns of dates: `{"fechanac": "mes-dia"}`. An order is ' +
    '`dia-mes`, `mes-dia`, `anio-mes` for `65-07-17`, or `anio-dia` for `65-17-07`. A date that cannot have it is ' +
    'refused alone.\n' +
    '- `fixesCapitals`: true to write names in capitals as `Quispe Mamani`.\n' +
    '- `cells`: the cells that were typed over, by line and field: `{"14": {"fechanac": "28/02/1999"}}`. They override ' +
    'everything else.\n\n' +
    'If a field lacks a column, or several columns claim the same field, the answer is 400 with `preview`. Send the ' +
    'file again with a `mapping` that resolves the problem. A file that cannot be read at all, or a `mapping` that ' +
    'names a sheet or a column that the file does not have, is answered with 400 without `preview`.\n\n' +
    'A dry run and an import with the same file, `mapping` and flags report the same, unless the pilots have changed ' +
    'in between. After an import that was not a dry run, the server remembers `columns`, `surnamesFirst`, `dates`, ' +
    '`fixesCapitals` and the `defaults` that all riders may share, such as the club but not the blood type, for the ' +
    'next file with the same header, if it has registered, changed or confirmed at least one pilot. The choices of a ' +
    'request come before the remembered ones. Before an import with `update` changes more than 50 pilots, the server ' +
    'writes a backup. If it cannot, it imports nothing.',
  querystring: Type.Object({
    dry_run: flag('Stores nothing, and reports the effects that the import would have.'),
    update: flag('Changes pilots who exist, instead of refusing their rows.'),
    keep_entries: flag(
      'Leaves the entries in the open event as they are. Without it, they follow the number, the modalidad and the ' +
        'transponder that an update changes, and a row whose number another rider has is refused.',
    ),
    strict: flag('Stores nothing if any row is bad.'),
    replace_suspensions: flag(
      'Takes the suspensions of the file in place of others that are not over. Without it, those stay.',
    ),
    erased: flag('Registers persons again who were erased for ever, instead of refusing their rows.'),
    forget: flag('Ignores the choices that are remembered for the header of the file.'),
  }),
  body: fileBytes('The parts `file` and `mapping`, or the bytes of the file.'),
  response: answers({ 200: dataOf(importAnswer) }),
}

export const imports: Routes = async (app, services) => {
  const { stores, guard, events, readerFile, backUp, report, removedRiders } = services
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
        const { bytes, file, mapping } = await readUpload(request)
        const options = {
          dryRun: isOn(query.dry_run),
          update: isOn(query.update),
          strict: isOn(query.strict),
          replaceSuspensions: isOn(query.replace_suspensions),
          erased: isOn(query.erased),
          ...(!isOn(query.keep_entries) && { event: events.open }),
          by: guard.authorOf(request),
          file,
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
    options: ImportOrder,
  ): Promise<ImportAnswer> {
    const backup = await backUpBefore(stores, table.rows, options, backUp)
    const clubs = await stores.pilots.clubs()
    const riders = await remarkRiders(stores, table.rows, removedRiders)
    const result = await stores.pilots.import(table.rows, options)
    if (!options.dryRun && result.registered + result.updated + result.unchanged > 0)
      await rememberMapping(stores.settings, table.names, table.mapping.remembered, mapping).catch(report)
    const { change } = result
    return {
      ...answerOf(table, result),
      remarks: remarksOf(table, clubs),
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
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      bytes = await part.toBuffer()
      file = part.filename && visible(wellFormed(part.filename)).slice(0, maxFileName)
      if (part.file.truncated) throw new TooLargeError(fileTooLarge)
    } else if (part.fieldname === 'mapping') {
      if (part.valueTruncated) throw new TooLargeError(tooManyCorrections)
      mapping = parseMapping(parseJson(String(part.value)))
    }
  }
  if (!mapping) throw new MalformedError('mapping no dice cómo leer las columnas')
  return { bytes, file, mapping }
}

function answerOf(table: ImportTable, report: ImportReport): Omit<ImportAnswer, 'remarks'> {
  const { registered, updated, unchanged, rejectedRows, rejected, badCells, erasedRows } = report
  const suspensions = { rows: report.otherSuspensionRows, listed: report.otherSuspensions }
  const preview = previewOf(table)
  return {
    ...preview,
    report: { registered, updated, unchanged, rejectedRows, erasedRows },
    groups: groupRejections(rejected).map(({ problem, field, damage, hasFirst, values, cells }) => ({
      problem,
      size: cells.length,
      field,
      damage,
      hasFirst,
      values: values.slice(0, maxListedValues),
      cells: cells.slice(0, maxListedCells).map((rejection) => ({
        line: rejection.line,
        place: locationOf(rejection, preview),
        value: rejection.value,
        message: rejection.message,
        rider: rejection.rider,
      })),
    })),
    suspensions,
    bad_cells: badCells,
    rejects: badCells > 0 ? writeRejects(table, report) : null,
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

/** Lists the last imports and merges, and undoes one of them. */
export const undoneImports: Routes = async (app, { stores, guard, backupFolder }) => {
  const listing = {
    summary: 'Lists the last ten imports and merges, the newest first.',
    response: answers({ 200: dataList(storedImport) }),
  }
  app.get(importsPath, { schema: listing }, async () => {
    return { data: await stores.pilots.imports() }
  })

  const ofUndo = {
    summary: 'Undoes an import or a merge as a whole, in one change.',
    description:
      'Removes the pilots that it registered, and gives the pilots that it changed their earlier values. 404 if there ' +
      'is no import or merge with this number, and 409 if it is undone already, or if one of the pilots of an import ' +
      'was changed, printed, revoked or removed since, or anything was changed since a merge. The message names the first. 409 too for a merge that erased persons for ever, ' +
      'if the backup of before is not there any more.',
    body: undoImportOrder,
    response: answers({ 200: dataOf(undoneImport) }),
  }
  app.post(undoImportPath, { schema: ofUndo }, async (request) => {
    const how = { by: guard.authorOf(request), folder: backupFolder }
    return { data: [await undoImportOrMerge(stores, request.body.change, how)] }
  })
}
