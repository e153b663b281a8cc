/** The calls that carry pilots in and out: imports, their undo, and exports. */
import * as Type from 'typebox'
import type { Calls } from '../api/call.ts'
import {
  answered,
  author,
  boolean,
  bytes,
  dataList,
  dataOf,
  file,
  flag,
  integer,
  optionQuery,
  requested,
  text,
  textList,
} from '../api/schema-parts.ts'
import { undrawableRiders } from '../credential/calls.ts'
import { timingPrograms } from '../events/timing/timing-files.ts'
import { filterQuery, maxIdsBytes, pilotIds, selection } from '../pilots/schemas.ts'
import { exportFormats, mediaTypes } from './columns.ts'
import { maxFileBytes } from './import.ts'
import { importAnswer } from './schemas.ts'

/** The longest mapping, in bytes: some ten thousand typed cells. */
export const maxMappingBytes = 4 * 1024 * 1024

/** The media types of a download. */
export const downloadTypes = [...Object.values(mediaTypes), 'text/plain; charset=utf-8']

/** The format of an export, in an address. */
export const exportQuery = Type.Object({
  format: optionQuery('format', exportFormats, 'The format; `csv` if absent.'),
  plain: flag('Writes a CSV for programs: commas and no byte order mark.'),
  for: optionQuery(
    'for',
    timingPrograms,
    'A timing program, which decides the form of the file. It cannot be imported again.',
  ),
})
export type ExportQuery = Type.Static<typeof exportQuery>

/** The format of an export and the filter of its pilots, in an address. */
const filteredExportQuery = Type.Object({ ...filterQuery.properties, ...exportQuery.properties })

/** One of the last imports and merges. */
const storedImport = answered({
  change: integer('The number of the import or merge.'),
  at: text('Its time.'),
  by: author,
  file: Type.Optional(text('The name of its file, if it had one.')),
  desk: Type.Optional(text('The other desk, if it was a merge.')),
  pilots: integer('The number of pilots that it registered or changed.'),
  isUndone: boolean('True if it is undone.'),
})
export type StoredImport = Type.Static<typeof storedImport>

/** The import or merge to undo. */
const undoImportOrder = requested('El pedido va como un objeto JSON', {
  change: Type.Integer({
    minimum: 1,
    message: 'change es el número de una importación',
    description: 'The number of the import or merge.',
  }),
})

/** The effect of undoing an import. */
const undoneImport = answered({
  removed: integer('The number of pilots that were removed.'),
  restored: integer('The number of pilots that have their earlier values.'),
})
export type UndoneImport = Type.Static<typeof undoneImport>

/** A list for paper. */
const listProperties = {
  title: text('The number of pilots and the filter, such as `43 pilotos de RALLY`.'),
  columns: Type.Array(
    answered({ title: text('Its title.'), width: integer('Its width on A4, in millimetres.') }),
    { description: 'The columns: 190 mm together.' },
  ),
  groups: Type.Array(
    answered({
      title: text('The modalidad and the category.'),
      modalidad: text('The modalidad.'),
      category: Type.Optional(text('The name of the category. Absent for those without one.')),
      rows: Type.Array(
        answered({
          id: text('The identifier of the pilot.'),
          cells: textList('The texts of the row, one for each column.'),
        }),
      ),
    }),
    {
      description:
        'The modalidades and categories, each with its rows by number. A rider has a row for each entry.',
    },
  ),
}
const printedList = answered(listProperties)
export type PrintedList = Type.Static<typeof printedList>

/** A list for paper, with the riders whose PDF lacks letters. */
const listAnswer = answered({ ...listProperties, ...undrawableRiders })

/** The forms of a list besides paper, with their media types. */
export const listForms = { pdf: 'application/pdf', xlsx: mediaTypes.xlsx } as const
export type ListForm = keyof typeof listForms

export const importCalls = {
  'POST /api/import': {
    role: 'mesa',
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
      '`medico_hasta`, `suspendida_desde`, `suspendida_hasta`, `suspendida_motivo`, or the category of the open event, ' +
      '`categoria_evento`, with the motorcycle, `moto_evento`, and its displacement, `cc_evento`. Null leaves the column out.\n' +
      '- `defaults`: the values of fields that have no column, or an empty cell: `{"participacion": "Sin historial"}`.\n' +
      '- `modalidad`: the modalidad of the whole sheet. Its categories are those of that modalidad, which rows without one get.\n' +
      '- `replacements`: the texts that replace others, by field or `categoria_evento`: `{"modalidad": {"Enduro Ind.": "ENDURO CROSS"}}`. A ' +
      'cell matches if it has the whole text or, in a field with options, another spelling of it: without case, accents, ' +
      'spaces, points and hyphens, but not without the sign of a blood type. `MOTOCROSS · Promoc.` is a category in rows of ' +
      'that modalidad, and `Sin categoría` replaces one by none. `*` is every text of a field that nobody understands.\n' +
      '- `deferred`: the values that the desk completes later: `fields`, where nothing is given, or only `-`, `unread`, where nobody ' +
      'understands the text, both in all rows, and the `lines` of which both are: `{"fields": ["dni"], "lines": [12]}`. ' +
      'The riders are then incomplete, and without a credential.\n' +
      '- `samePersons`: the answers, by line and `*` for all others, to whether a row is of the rider who has its document ' +
      'or code, if the names and the birth date are others: true changes the rider, false leaves the row out. Without ' +
      'one, the row is refused: `{"12": true, "*": false}`.\n' +
      '- `firstNumbers`: the fields in which the first number of a cell is used, if the cell has two telephones, or a ' +
      'document and its check digit: `["celular"]`.\n' +
      '- `corrects`: the damages that are mended in all cells: `letras`, `html`, `perdidas`.\n' +
      '- `surnamesFirst`: true if full names begin with the surnames.\n' +
      '- `dates`: the orders of the parts, by the targets of columns of dates: `{"fechanac": "mes-dia"}`. An order is ' +
      '`dia-mes`, `mes-dia`, `anio-mes` for `65-07-17`, or `anio-dia` for `65-17-07`. A date that cannot have it is ' +
      'refused alone.\n' +
      '- `fixesCapitals`: true to write names in capitals as `Quispe Mamani`, which is usual, false to leave them. Accents ' +
      'are added only if the same person has them in another row or is stored with them.\n' +
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
    query: Type.Object({
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
      incomplete: flag(
        'Stores riders whose required values are missing, as incomplete ones whom the desk completes later. Without it, ' +
          'their rows are refused, unless `deferred` names what they lack. The names are never missing.',
      ),
      erased: flag('Registers persons again who were erased for ever, instead of refusing their rows.'),
      forget: flag('Ignores the choices that are remembered for the header of the file.'),
    }),
    body: bytes('The parts `file` and `mapping`, or the bytes of the file.'),
    // A form adds the mapping and the boundaries to the file.
    bodyLimit: maxFileBytes + 2 * maxMappingBytes,
    answers: { 200: dataOf(importAnswer) },
  },

  'GET /api/imports': {
    role: 'admin',
    summary: 'Lists the last ten imports and merges, the newest first.',
    answers: { 200: dataList(storedImport) },
  },

  'POST /api/import/undo': {
    // The undo of an import removes pilots.
    role: 'admin',
    isFinal: true,
    summary: 'Undoes an import or a merge as a whole, in one change.',
    description:
      'Removes the pilots that it registered, and gives the pilots that it changed their earlier values. 404 if there ' +
      'is no import or merge with this number, and 409 if it is undone already, or if one of the pilots of an import ' +
      'was changed, printed, revoked or removed since, or anything was changed since a merge. The message names the first. 409 too for a merge that erased persons for ever, ' +
      'if the backup of before is not there any more.',
    body: undoImportOrder,
    answers: { 200: dataOf(undoneImport) },
  },

  'GET /api/export': {
    role: 'mesa',
    summary: 'Sends the pilots that a filter finds, as a file.',
    description:
      'The file has the pilots as they are when the request arrives, and is sent with its length: an answer with fewer ' +
      'bytes was cut off.',
    query: filteredExportQuery,
    answers: { 200: file(downloadTypes) },
  },

  'POST /api/export': {
    role: 'mesa',
    summary: 'Sends chosen pilots as a file.',
    query: exportQuery,
    body: pilotIds,
    bodyLimit: maxIdsBytes,
    answers: { 200: file(downloadTypes) },
  },

  'POST /api/printed-list': {
    role: 'mesa',
    summary:
      'Sends the list of pilots for paper, a PDF or a workbook: by modalidad and number, with a column to sign.',
    description:
      'Without `format`, the answer is JSON, which the screen of the list prints. Riders with entries in the open event ' +
      'have a row for each of them, with the checks that the event wants. With `attendance` `inside`, each row has the ' +
      'gate and the time of the last entry instead.',
    query: Type.Object({
      format: optionQuery('format', Object.keys(listForms) as ListForm[], 'The form of the file.'),
    }),
    body: requested('La lista va como un objeto JSON', selection),
    bodyLimit: maxIdsBytes,
    answers: { 200: file(Object.values(listForms), dataOf(listAnswer)) },
  },
} satisfies Calls
