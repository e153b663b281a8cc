/**
 * The JSON schemas of what the pages and the server send each other, from which the types of the wire are derived. The
 * keyword `message` is the Spanish text that answers a value which the schema refuses.
 */
import * as Type from 'typebox'
import { cardsPerSheet, invalidStart, layoutNames, maxOffset, type Offset } from '../cards.ts'
import { attendanceKinds } from '../gate/attendance.ts'
import { againRules, gateNameInvalid, gatesInvalid, maxGateName, maxGates } from '../gate/passage.ts'
import { columns, reasonColumn } from '../import/columns.ts'
import { exportFormats } from '../import/export.ts'
import { targets } from '../import/mapping.ts'
import { lineUnits } from '../import/preview.ts'
import { type FieldName, fieldNames, fields } from '../pilot/fields.ts'
import { historyKinds } from '../pilot/history.ts'
import { dateOrders } from '../text/date-parser.ts'
import { enumerate } from '../text/text.ts'
import { type Licence, licences, type ValidityRule } from '../validity/rules.ts'
import { pilotStatuses, type StatusKind, statusTexts } from '../validity/status.ts'
import { maxReasonLength, termsLabels } from '../validity/terms.ts'
import { backupKinds } from './backups.ts'
import { brandNameTooLong, colourInvalid, maxBrandBytes, maxBrandName } from './brand.ts'
import { publicDataNames } from './public-data.ts'
import { roles } from './roles.ts'

/** The most pilots on one page of a list. */
export const maxPerPage = 200

const termsNames = Object.keys(termsLabels) as (keyof typeof termsLabels)[]

const strings = Type.Array(Type.String())

/** An object of an answer, which has no other properties. */
export function answered<Properties extends Type.TProperties>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false })
}

/** An object of a request, which has no other properties. `message` answers any other value. */
export function requested<Properties extends Type.TProperties>(message: string, properties: Properties) {
  return Type.Object(properties, { additionalProperties: false, message })
}

export function nullable<Schema extends Type.TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}

/** A whole number in an address, or its absence. */
export function integer(name: string, minimum: number, maximum?: number) {
  const bounds = maximum === undefined ? `desde ${minimum}` : `de ${minimum} a ${maximum}`
  return Type.Optional(
    Type.Integer({
      minimum,
      maximum: maximum ?? Number.MAX_SAFE_INTEGER,
      message: `${name} es un número entero ${bounds}`,
    }),
  )
}

function option(name: 'modalidad' | 'licencia') {
  const options: readonly string[] = fields[name].options
  return Type.Optional(Type.Enum([...options], { message: `${name} es una de: ${enumerate(options, 'o')}` }))
}

/** The longest search that is read at all; `checkSearch` refuses shorter ones with a message for people. */
const maxSearchText = 16 * 1024

/** The conditions of a list that an address and a print order write alike. */
const conditions = {
  search: Type.Optional(Type.String({ maxLength: maxSearchText, message: 'search va una sola vez' })),
  modalidad: option('modalidad'),
  licencia: option('licencia'),
  status: Type.Optional(
    Type.Enum([...pilotStatuses], { message: `status es uno de: ${enumerate(pilotStatuses, 'o')}` }),
  ),
  attendance: Type.Optional(
    Type.Enum([...attendanceKinds], {
      message: `attendance es uno de: ${enumerate(attendanceKinds, 'o')}`,
    }),
  ),
}

/** A parameter of an address that `1` turns on. Those of imports and exports accept `true` as well: see `isOn`. */
export const flag = Type.Optional(Type.String())

export function isOn(value?: string): boolean {
  return value === '1' || value === 'true'
}

/** The filter of a list, in an address. */
const filterQuery = Type.Object({ ...conditions, today: flag, no_photo: flag, no_card: flag })
export type FilterQuery = Type.Static<typeof filterQuery>

/** The filter, the order and the page of a list, in an address. */
export const listQuery = Type.Object({
  ...filterQuery.properties,
  sort: Type.Optional(
    Type.Enum([...fieldNames], { message: `sort es uno de: ${enumerate(fieldNames, 'o')}` }),
  ),
  order: Type.Optional(Type.Enum(['asc', 'desc'], { message: 'order es asc o desc' })),
  page: integer('page', 1),
  per_page: integer('per_page', 1, maxPerPage),
  max_total: integer('max_total', 1),
})
export type ListParameters = Type.Static<typeof listQuery>

/** The format of an export, in an address. */
export const exportQuery = Type.Object({
  format: Type.Optional(
    Type.Enum([...exportFormats], { message: `format es ${enumerate(exportFormats, 'o')}` }),
  ),
  plain: flag,
})
export type ExportQuery = Type.Static<typeof exportQuery>

/** The format of an export and the filter of its pilots, in an address. */
export const filteredExportQuery = Type.Object({ ...filterQuery.properties, ...exportQuery.properties })

/** The longest identifier, as a person may write it: see `readPilotId`. */
const maxIdLength = 100

/** The most pilots of a selection. */
const maxSelected = 1_000_000

/** The identifiers of a selection of pilots. */
export const pilotIds = Type.Array(Type.String({ maxLength: maxIdLength }), {
  minItems: 1,
  maxItems: maxSelected,
  message: 'Van los identificadores, como una lista',
})

/** The pilots that a request removes or restores together. */
export const idsBody = requested('Van los identificadores, como un objeto JSON', { ids: pilotIds })

/** A day as `YYYY-MM-DD`, which may be in no calendar. */
export const givenDay = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  maxLength: 10,
  message: 'El día va como 2026-12-31',
})
const day = nullable(givenDay)

/** The status of a credential: see `Status`. */
export const statusInfo = answered({
  kind: Type.Enum(Object.keys(statusTexts) as StatusKind[]),
  until: Type.Optional(Type.String()),
  isMedical: Type.Optional(Type.Literal(true)),
  /** Only for staff. */
  reason: Type.Optional(Type.String()),
  at: Type.Optional(Type.String()),
})

const storedDay = Type.Optional(Type.String({ maxLength: 10 }))

/** The terms of a credential: see `Terms`. */
const termsInfo = answered({
  issued: storedDay,
  until: storedDay,
  medical: storedDay,
  suspension: Type.Optional(
    answered({
      from: Type.String({ maxLength: 10 }),
      to: storedDay,
      reason: Type.String({ maxLength: maxReasonLength }),
    }),
  ),
})

/** New terms of a pilot. An absent property stays as it is, and null removes it. */
export const termsChange = requested('La vigencia va como un objeto JSON', {
  issued: Type.Optional(day),
  until: Type.Optional(day),
  medical: Type.Optional(day),
  suspension: Type.Optional(
    nullable(
      requested('La suspensión va como un objeto JSON', {
        from: Type.String({ maxLength: 10, message: 'from es el primer día' }),
        to: Type.Optional(day),
        reason: Type.String({
          maxLength: maxReasonLength,
          message: `El motivo tiene hasta ${maxReasonLength} letras`,
        }),
      }),
    ),
  ),
  /** The terms that the person saw. A change of terms that are others by now is refused. */
  base: Type.Optional(termsInfo),
})
export type TermsChange = Type.Static<typeof termsChange>

/** The option of a change of terms, in an address: only answers what the record would be. */
export const termsQuery = Type.Object({ dry_run: flag })

/** One pilot. */
export const pilotRecord = answered({
  id_driver: Type.String(),
  /** The file name of the photo. */
  attachment: nullable(Type.String()),
  /** A JSON-encoded `PilotDraft`. */
  data_driver: Type.String(),
  /** The card that was printed last. */
  card: Type.Optional(
    answered({ at: Type.String(), address: Type.String(), until: Type.Optional(Type.String()) }),
  ),
  /** The status on the day of the answer. */
  status: Type.Optional(statusInfo),
  /** Only for staff. */
  terms: Type.Optional(termsInfo),
})
export type PilotRecord = Type.Static<typeof pilotRecord>

/** The words and the page of the list of removed pilots, in an address. */
export const removedQuery = Type.Object({
  search: conditions.search,
  page: integer('page', 1),
  per_page: integer('per_page', 1, maxPerPage),
})

/** One removed pilot, with the time and the author of the removal. */
const { status: _status, terms: _terms, ...lastState } = pilotRecord.properties
const removedRecord = answered({
  ...lastState,
  removed_at: Type.String(),
  removed_by: Type.Optional(Type.String()),
})
export type RemovedRecord = Type.Static<typeof removedRecord>

/** One page of the removed pilots, with the number of all that the list finds. */
export const removedAnswer = answered({ data: Type.Array(removedRecord), total: Type.Integer() })

/** The result of restoring several pilots: those who are restored, and why the others are not. */
export const restoredAnswer = answered({
  restored: Type.Array(pilotRecord),
  refused: Type.Array(
    answered({
      id: Type.String(),
      name: Type.Optional(Type.String()),
      /** The reason, in Spanish. */
      reason: Type.String(),
      /** The identifier of the pilot who has the DNI now. */
      other: Type.Optional(Type.String()),
    }),
  ),
})
export type RestoredAnswer = Type.Static<typeof restoredAnswer>

/**
 * The number of all pilots, of pilots registered today, without a photo, without a printed card, with each option of two
 * fields, and with each status.
 */
export const pilotCounts = answered({
  total: Type.Integer(),
  today: Type.Integer(),
  no_photo: Type.Integer(),
  no_card: Type.Integer(),
  modalidad: Type.Record(Type.String(), Type.Integer()),
  licencia: Type.Record(Type.String(), Type.Integer()),
  status: answered({ valid: Type.Integer(), expired: Type.Integer(), suspended: Type.Integer() }),
})
export type PilotCounts = Type.Static<typeof pilotCounts>

/** The names of the clubs, those with the most pilots first. */
export const clubList = answered({ clubs: strings })
export type ClubList = Type.Static<typeof clubList>

const number = (name: string) =>
  Type.Optional(Type.String({ maxLength: 120, message: `${name} es un texto` }))

/** The values of a form, in an address. */
export const duplicateQuery = Type.Object({
  dni: integer('dni', 1),
  npiloto: number('npiloto'),
  nlicencia: number('nlicencia'),
  modalidad: option('modalidad'),
  /** The identifier of the pilot that the form edits. */
  except: Type.Optional(Type.String()),
})

/** A pilot who already has a value: the identifier, and the full name. */
const owner = Type.Optional(answered({ id: Type.String(), name: Type.String() }))

/** The pilots who already have the values of a form, by field. */
export const duplicates = answered({ dni: owner, npiloto: owner, nlicencia: owner })

/** One change of a pilot. */
export const historyEntry = answered({
  at: Type.String(),
  by: Type.Optional(Type.String()),
  kind: Type.Enum([...historyKinds]),
  changes: Type.Optional(
    Type.Array(
      answered({
        field: Type.Enum([...fieldNames, 'photo' as const, ...termsNames]),
        before: Type.String(),
        after: Type.String(),
      }),
    ),
  ),
})

const textByField = Type.Partial(
  Type.Object(
    Object.fromEntries(fieldNames.map((name) => [name, Type.String()])) as Record<FieldName, Type.TString>,
    { additionalProperties: false },
  ),
)

/** The reading of an imported file. */
export const importPreview = answered({
  /** The format of the file, in Spanish. */
  form: Type.String(),
  unit: Type.Enum([...lineUnits]),
  /** The sheets of a workbook with the number of their riders. */
  sheets: Type.Array(answered({ name: Type.String(), riders: Type.Integer() })),
  /** The name of the sheet that was read. */
  sheet: Type.Optional(Type.String()),
  /** The line of the header, or 0 if the file has none. */
  header: Type.Integer(),
  /** The first lines, among which a person can choose the header. */
  starts: Type.Array(answered({ line: Type.Integer(), text: Type.String() })),
  /** The columns with the names of their fields; `nombrecompleto` is a full name, and null is not imported. */
  columns: Type.Array(
    answered({
      name: Type.String(),
      target: nullable(Type.Enum([...targets, reasonColumn])),
      /** The reason in Spanish why a person should look at the target. */
      doubt: Type.Optional(Type.String()),
      /** The order of the day and the month, if it is a question. A person must choose it if it is null. */
      dates: Type.Optional(
        answered({
          order: nullable(Type.Enum([...dateOrders])),
          /** One of the dates that mean another day in the other order. */
          example: Type.Optional(Type.String()),
        }),
      ),
      /** The target that the cells suggest for a column without one. */
      suggestion: Type.Optional(Type.Enum([...targets])),
    }),
  ),
  /** The fields without a column and without a value for all rows. */
  missing: Type.Array(Type.Enum([...fieldNames])),
  /** The values for all rows. */
  defaults: Type.Optional(textByField),
  /** True if full names begin with the surnames. */
  surnamesFirst: Type.Optional(Type.Boolean()),
  /** True if names in capitals are changed. Absent if there are none. */
  fixesCapitals: Type.Optional(Type.Boolean()),
  /** True if the columns are those that were chosen for an earlier file with this header. */
  isRemembered: Type.Boolean(),
  /** The first rows, with one text for each of `columns`, and the parts of a full name. */
  first: Type.Array(
    answered({
      line: Type.Integer(),
      cells: strings,
      name: Type.Optional(Type.String()),
      lastname: Type.Optional(Type.String()),
    }),
  ),
})

/** A cell, or a whole row, that cannot be imported. */
const importCell = answered({
  line: Type.Integer(),
  /** The location in Spanish, such as `línea 3, Correo`. */
  place: Type.String(),
  value: Type.Optional(Type.String()),
  message: Type.String(),
  /** The full name in the row. */
  rider: Type.Optional(Type.String()),
})
export type ImportCell = Type.Static<typeof importCell>

/** The result of an import or of a dry run, with the preview of its file. */
export const importAnswer = answered({
  ...importPreview.properties,
  report: answered({
    registered: Type.Integer(),
    updated: Type.Integer(),
    unchanged: Type.Integer(),
    rejectedRows: Type.Integer(),
  }),
  /** The bad cells by field and problem. */
  groups: Type.Array(
    answered({
      /** The problem in Spanish, which follows the number of rows. */
      problem: Type.String(),
      /** The number of bad cells. */
      size: Type.Integer(),
      /** The field of the cells; absent for whole rows. */
      field: Type.Optional(Type.Enum([...columns])),
      /** The most frequent values, with the option that a person probably meant. */
      values: Type.Array(
        answered({ value: Type.String(), rows: Type.Integer(), nearest: Type.Optional(Type.String()) }),
      ),
      /** The first cells. */
      cells: Type.Array(importCell),
    }),
  ),
  /** The rows at which a person should look, although they are not rejected. */
  remarks: answered({
    /** The number of rows that are no riders, and the first of them. */
    asideRows: Type.Integer(),
    aside: Type.Array(answered({ line: Type.Integer(), text: Type.String() })),
    /** The number of full names that are divided uncertainly, and the first of them. */
    unsureRows: Type.Integer(),
    unsure: Type.Array(answered({ line: Type.Integer(), name: Type.String(), lastname: Type.String() })),
  }),
  /** The rows whose suspension differs from one that is not over: their number, and the first of them. */
  suspensions: answered({
    rows: Type.Integer(),
    listed: Type.Array(
      answered({
        line: Type.Integer(),
        rider: Type.String(),
        /** Both suspensions in Spanish. */
        stored: Type.String(),
        given: Type.String(),
      }),
    ),
  }),
  /** The number of bad cells. */
  bad_cells: Type.Integer(),
  /** The rejected rows as a CSV, with the reasons. */
  rejects: nullable(Type.String()),
  /** The number of the change, by which the import is undone. Absent if nothing was stored. */
  change: Type.Optional(Type.Integer()),
  /** The path of the backup that was made before the import. */
  backup: Type.Optional(Type.String()),
})
export type ImportAnswer = Type.Static<typeof importAnswer>

/** One of the last imports. */
export const storedImport = answered({
  change: Type.Integer(),
  at: Type.String(),
  by: Type.Optional(Type.String()),
  /** The number of pilots that it registered or changed. */
  pilots: Type.Integer(),
  isUndone: Type.Boolean(),
})

/** The import to undo. */
export const undoImportOrder = requested('El pedido va como un objeto JSON', {
  change: Type.Integer({ minimum: 1, message: 'change es el número de una importación' }),
})

/** The number of pilots that an undone import has removed, and of those that have their earlier values again. */
export const undoneImport = answered({ removed: Type.Integer(), restored: Type.Integer() })

const offsetProblem = `El ajuste de la impresora son dos números, de -${maxOffset} a ${maxOffset} mm`
const length = Type.Number({ minimum: -maxOffset, maximum: maxOffset, message: offsetProblem })

/** The shift of prints to the right and down, in mm. */
const offset = Type.Unsafe<Offset>(Type.Tuple([length, length], { message: offsetProblem }))

/** The identifiers or the filter of pilots. */
const selection = {
  ...conditions,
  today: Type.Optional(Type.Boolean()),
  no_photo: Type.Optional(Type.Boolean()),
  no_card: Type.Optional(Type.Boolean()),
  ids: Type.Optional(pilotIds),
}

/** An order to renew the credentials of a selection. */
export const renewalOrder = requested('La renovación va como un objeto JSON', {
  ...selection,
  /** The day of issue. Without one, it is the day of the renewal. */
  issued: Type.Optional(givenDay),
  /** Only says what the renewal would do. */
  dry_run: Type.Optional(Type.Boolean()),
})
export type RenewalOrder = Type.Static<typeof renewalOrder>

/** The effect of a renewal, also of a dry run: see `planRenewal`. */
export const renewalReport = answered({
  /** The number of selected pilots. */
  total: Type.Integer(),
  renewed: Type.Integer(),
  /** The number of pilots for whom a renewal would give no later day. */
  unchanged: Type.Integer(),
  /** The last days before and after, of the renewed pilots. The earliest first. */
  ends: Type.Array(answered({ before: Type.String(), after: Type.String(), pilots: Type.Integer() })),
  /** The first selected pilots whose credentials are not valid after the renewal. */
  invalid: Type.Array(answered({ id: Type.String(), name: Type.String(), status: statusInfo })),
  /** The number of all of them. */
  invalid_total: Type.Integer(),
})
export type RenewalReport = Type.Static<typeof renewalReport>

/** An order to print: the identifiers or the filter of the pilots, and how their cards are printed. */
export const printOrder = requested('La impresión va como un objeto JSON', {
  ...selection,
  layout: Type.Enum([...layoutNames], { message: `layout es ${enumerate(layoutNames, 'o')}` }),
  /** The first free position on a partly used sheet, counted from 1. */
  start: Type.Optional(Type.Integer({ minimum: 1, maximum: cardsPerSheet, message: invalidStart })),
  offset: Type.Optional(offset),
  /** Extends the colours by 3 mm over the edges of the card. Not for a sheet. */
  bleed: Type.Optional(Type.Boolean()),
  /** Prints cards again that were printed before. */
  again: Type.Optional(Type.Boolean()),
  /** Prints only the cards of pilots who have none yet. */
  only_new: Type.Optional(Type.Boolean()),
  /** Only says what would be printed. */
  dry_run: Type.Optional(Type.Boolean()),
})
export type PrintOrder = Type.Static<typeof printOrder>

/** The settings that the print dialog needs. */
export const printInfo = answered({ offset, public_url: Type.String() })
export type PrintInfo = Type.Static<typeof printInfo>

/** The number of the cards of a selection, and of those that are expired or suspended. */
export const printPreview = answered({
  total: Type.Integer(),
  expired: Type.Integer(),
  suspended: Type.Integer(),
})
export type PrintPreview = Type.Static<typeof printPreview>

/** An accepted order: its identifier, and the number of its cards. */
export const printJob = answered({ job: Type.String(), total: Type.Integer() })

/** The progress of an order, in cards. */
export const printProgress = answered({
  /** The number of orders that are prepared before this order. */
  before: Type.Integer(),
  /** The order that is prepared now if this order waits: its author, and its progress in cards. */
  waits_for: nullable(answered({ by: Type.String(), done: Type.Integer(), total: Type.Integer() })),
  done: Type.Integer(),
  total: Type.Integer(),
  /** The address of the PDF, once the PDF is complete. */
  url: nullable(Type.String()),
})
export type PrintProgress = Type.Static<typeof printProgress>

/** The brand on credentials and cards. */
export const brandInfo = answered({
  name: Type.String(),
  colour: Type.String(),
  /** The address of the logo, or null. */
  logo: nullable(Type.String()),
  /** The width and the height of the logo, in pixels. */
  logo_size: Type.Optional(Type.Array(Type.Integer())),
})
export type BrandInfo = Type.Static<typeof brandInfo>

/** A new brand. Without `logo` the logo stays, and null removes it; a new one is a PNG, JPEG or SVG in base64. */
export const brandChange = requested('La marca va como un objeto JSON', {
  name: Type.String({ maxLength: maxBrandName, message: brandNameTooLong }),
  colour: Type.String({ pattern: '^#[0-9a-f]{6}$', maxLength: 7, message: colourInvalid }),
  logo: Type.Optional(nullable(Type.String({ maxLength: maxBrandBytes }))),
})
export type BrandChange = Type.Static<typeof brandChange>

/** The answer of `/api/session`. */
export const sessionInfo = answered({
  /** The name of the account that is signed in. */
  user: nullable(Type.String()),
  /** The role of this browser; null if it needs a session and has none. */
  role: nullable(Type.Enum([...roles])),
  /** The gate that this phone is paired with. */
  gate: nullable(Type.String()),
  /** True for the roles mesa and admin: this browser may use the list and the form. */
  staff: Type.Boolean(),
  /** True if an account exists with which staff can sign in. */
  has_accounts: Type.Boolean(),
  public_url: Type.String(),
  country_code: nullable(Type.String()),
  brand: brandInfo,
})
export type SessionInfo = Type.Static<typeof sessionInfo>

/** One account of staff, or one phone that is paired with a gate. */
export const account = answered({
  user: Type.String(),
  role: Type.Enum([...roles]),
  /** Only of a phone, as are `since` and `device`. */
  gate: Type.Optional(Type.String()),
  /** The time of the pairing. */
  since: Type.Optional(Type.String()),
  device: Type.Optional(Type.String()),
  /** The time of the last request, within a minute. Absent without a session. */
  last_seen: Type.Optional(Type.String()),
})
export type AccountInfo = Type.Static<typeof account>

const publicData = Type.Enum([...publicDataNames], {
  message: `public_data es ${enumerate(publicDataNames, 'o')}`,
})

const validityRule = Type.Unsafe<ValidityRule>(
  requested('Una regla va como {"kind": "year"}', {
    kind: Type.String({ maxLength: 10, message: 'kind es year, days o date' }),
    /** The number of days after the day of issue. */
    days: Type.Optional(Type.Integer({ message: 'days es un número entero' })),
    /** The last day, for all. */
    date: Type.Optional(Type.String({ maxLength: 10, message: 'date es un día, como 2026-11-30' })),
  }),
)

function byLicence<Schema extends Type.TSchema>(schema: Schema): Record<Licence, Schema> {
  return Object.fromEntries(licences.map((licence) => [licence, schema])) as Record<Licence, Schema>
}

/** The settings of the screen *Ajustes*. */
export const settingsInfo = answered({
  /** The data that a scan without a session shows. */
  public_data: publicData,
  /** True if an option of the command line decides `public_data`. */
  public_data_fixed: Type.Boolean(),
  /** The rule of each licence: see `ValidityRule`. */
  validity: answered(byLicence(validityRule)),
  /** The gates, and the meaning of a second entry. */
  gate: answered({ again: Type.Enum([...againRules]), gates: strings }),
})
export type SettingsInfo = Type.Static<typeof settingsInfo>

const renamedInvalid = 'renamed es una lista de from y to, los nombres de antes y de ahora'

const gateName = Type.String({ pattern: '\\S', maxLength: maxGateName, message: gateNameInvalid })

const gateChange = requested('gate va como un objeto JSON', {
  again: Type.Optional(Type.Enum([...againRules], { message: `again es ${enumerate(againRules, 'o')}` })),
  gates: Type.Optional(
    Type.Array(gateName, { minItems: 1, maxItems: maxGates, uniqueItems: true, message: gatesInvalid }),
  ),
  /** The gates that have another name. Their phones follow. */
  renamed: Type.Optional(
    Type.Array(requested(renamedInvalid, { from: gateName, to: gateName }), {
      maxItems: maxGates,
      message: renamedInvalid,
    }),
  ),
})

/** The rules of some licences. The others stay. */
export const rulesChange = requested('La vigencia va por licencia', byLicence(Type.Optional(validityRule)))
export type RulesChange = Type.Static<typeof rulesChange>

/** The effect that other rules would have: see `compareRules`. */
export const rulesPreview = answered({
  /** The last day of a licence that is issued today. */
  ends: answered(byLicence(Type.String())),
  /** The number of pilots whose statuses would change, by the statuses before and after. */
  changes: Type.Array(
    answered({
      from: Type.Enum([...pilotStatuses]),
      to: Type.Enum([...pilotStatuses]),
      pilots: Type.Integer(),
    }),
  ),
})
export type RulesPreview = Type.Static<typeof rulesPreview>

/** The settings to change. Absent ones stay. */
export const settingsChange = requested('Los ajustes van como un objeto JSON', {
  public_data: Type.Optional(publicData),
  validity: Type.Optional(rulesChange),
  gate: Type.Optional(gateChange),
})
export type SettingsChange = Type.Static<typeof settingsChange>

/** The backups of a server. */
export const backupsInfo = answered({
  /** The folder of the files, on the machine of the server. */
  folder: Type.String(),
  /** True if the server makes backups by itself. */
  is_automatic: Type.Boolean(),
  /** The time at which the server next checks whether a backup is due: ISO 8601, UTC. */
  next: nullable(Type.String()),
  /** The reason why the last automatic backup failed, in Spanish. */
  failure: nullable(Type.String()),
  /** The files, the newest first. */
  files: Type.Array(
    answered({
      name: Type.String(),
      /** The time of the backup: ISO 8601, UTC. */
      at: Type.String(),
      /** The size, in bytes. */
      size: Type.Integer(),
      kind: Type.Enum([...backupKinds]),
    }),
  ),
})
export type BackupsInfo = Type.Static<typeof backupsInfo>

/** The order to make photos of the pictures of a ZIP. */
export const pictureOrder = requested('La orden va como un objeto JSON', {
  /** Also replaces the photos that pilots have. */
  replace: Type.Optional(Type.Boolean({ message: 'replace es true o false' })),
})

/** Files of a ZIP that do not become a photo, with the reason in Spanish. */
const pictureProblems = Type.Array(answered({ name: Type.String(), reason: Type.String() }))
export type PictureProblems = Type.Static<typeof pictureProblems>

/** The preview of the import of a ZIP. */
export const picturePreview = answered({
  job: Type.String(),
  /** The number of pilots without a photo who get one. */
  fresh: Type.Integer(),
  /** The number of pilots with a photo who have a picture in the ZIP. */
  replacing: Type.Integer(),
  unmatched_total: Type.Integer(),
  /** The first pictures that belong to nobody, or to a pilot with another picture. */
  unmatched: pictureProblems,
  unreadable_total: Type.Integer(),
  /** The first files that are no pictures. */
  unreadable: pictureProblems,
})
export type PicturePreviewInfo = Type.Static<typeof picturePreview>

/** The import of a ZIP. */
export const pictureImport = answered({
  job: Type.String(),
  /** The number of prepared pictures. */
  done: Type.Integer(),
  total: Type.Integer(),
  /** The result, once all photos are stored. */
  report: nullable(
    answered({
      photos: Type.Integer(),
      /** The number of pilots who keep the photo that they have. */
      kept: Type.Integer(),
      problems_total: Type.Integer(),
      problems: pictureProblems,
    }),
  ),
})
export type PictureImportInfo = Type.Static<typeof pictureImport>

/** An answer with one item. */
export function one<Item extends Type.TSchema>(item: Item) {
  return answered({ data: Type.Array(item, { minItems: 1, maxItems: 1 }) })
}

/** An answer with any number of items. */
export function many<Item extends Type.TSchema>(item: Item) {
  return answered({ data: Type.Array(item) })
}
