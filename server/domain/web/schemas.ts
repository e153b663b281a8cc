/**
 * The JSON schemas of what the pages and the server send each other, from which the types of the wire are derived. The
 * keyword `message` is the Spanish text that answers a value which the schema refuses.
 */
import * as Type from 'typebox'
import { cardsPerSheet, invalidStart, layoutNames, maxOffset, type Offset } from '../cards.ts'
import { columns, reasonColumn } from '../import/columns.ts'
import { exportFormats } from '../import/export.ts'
import { lineUnits } from '../import/preview.ts'
import { fieldNames, fields } from '../pilot/fields.ts'
import { historyKinds } from '../pilot/history.ts'
import { enumerate } from '../text/text.ts'

/** The most pilots on one page of a list. */
const maxPerPage = 200

const strings = Type.Array(Type.String())

/** An object of an answer, which has no other properties. */
function answered<Properties extends Type.TProperties>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false })
}

function nullable<Schema extends Type.TSchema>(schema: Schema) {
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

/** The conditions of a list that an address and a print order write alike. */
const conditions = {
  search: Type.Optional(Type.String({ message: 'search va una sola vez' })),
  modalidad: option('modalidad'),
  licencia: option('licencia'),
}

/** A parameter of an address that `1` turns on. Those of imports and exports accept `true` as well: see `isOn`. */
export const flag = Type.Optional(Type.String())

export function isOn(value?: string): boolean {
  return value === '1' || value === 'true'
}

/** The filter of a list, in an address. */
const filterQuery = Type.Object({ ...conditions, today: flag })
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

/** The identifiers of a selection of pilots. */
export const pilotIds = Type.Array(Type.String(), {
  minItems: 1,
  message: 'Van los identificadores, como una lista',
})

/** One pilot. */
export const pilotRecord = answered({
  id_driver: Type.String(),
  /** The file name of the photo. */
  attachment: nullable(Type.String()),
  /** A JSON-encoded `PilotDraft`. */
  data_driver: Type.String(),
  /** The card that was printed last. */
  card: Type.Optional(answered({ at: Type.String(), address: Type.String() })),
})
export type PilotRecord = Type.Static<typeof pilotRecord>

/** The number of all pilots, of pilots registered today, and of pilots with each option of two fields. */
export const pilotCounts = answered({
  total: Type.Integer(),
  today: Type.Integer(),
  modalidad: Type.Record(Type.String(), Type.Integer()),
  licencia: Type.Record(Type.String(), Type.Integer()),
})
export type PilotCounts = Type.Static<typeof pilotCounts>

/** One change of a pilot. */
export const historyEntry = answered({
  at: Type.String(),
  by: Type.Optional(Type.String()),
  kind: Type.Enum([...historyKinds]),
  changes: Type.Optional(
    Type.Array(
      answered({
        field: Type.Enum([...fieldNames, 'photo' as const]),
        before: Type.String(),
        after: Type.String(),
      }),
    ),
  ),
})

/** The result of an import or of a dry run, with the preview of its file. */
export const importAnswer = answered({
  /** The format of the file, in Spanish. */
  form: Type.String(),
  unit: Type.Enum([...lineUnits]),
  columns: Type.Array(
    answered({ name: Type.String(), column: nullable(Type.Enum([...columns, reasonColumn])) }),
  ),
  /** The first rows, with one text for each of `columns`. */
  first: Type.Array(answered({ line: Type.Integer(), cells: strings })),
  report: answered({
    registered: Type.Integer(),
    updated: Type.Integer(),
    unchanged: Type.Integer(),
    rejectedRows: Type.Integer(),
  }),
  /** The first bad cells: the location, the value and the problem of each. */
  rejected: Type.Array(
    answered({ place: Type.String(), value: Type.Optional(Type.String()), message: Type.String() }),
  ),
  /** The number of bad cells. */
  bad_cells: Type.Integer(),
  /** The rejected rows as a CSV, with the reasons. */
  rejects: nullable(Type.String()),
})
export type ImportAnswer = Type.Static<typeof importAnswer>

const offsetProblem = `El ajuste de la impresora son dos números, de -${maxOffset} a ${maxOffset} mm`
const length = Type.Number({ minimum: -maxOffset, maximum: maxOffset, message: offsetProblem })

/** The shift of prints to the right and down, in mm. */
const offset = Type.Unsafe<Offset>(Type.Tuple([length, length], { message: offsetProblem }))

/** An order to print: the identifiers or the filter of the pilots, and how their cards are printed. */
export const printOrder = Type.Object(
  {
    ...conditions,
    today: Type.Optional(Type.Boolean()),
    ids: Type.Optional(
      Type.Array(Type.String(), { minItems: 1, message: 'ids es una lista de identificadores' }),
    ),
    layout: Type.Enum([...layoutNames], { message: `layout es ${enumerate(layoutNames, 'o')}` }),
    /** The first free position on a partly used sheet, counted from 1. */
    start: Type.Optional(Type.Integer({ minimum: 1, maximum: cardsPerSheet, message: invalidStart })),
    offset: Type.Optional(offset),
    /** Prints cards again that were printed before. */
    again: Type.Optional(Type.Boolean()),
    /** Prints only the cards of pilots who have none yet. */
    only_new: Type.Optional(Type.Boolean()),
  },
  { message: 'La impresión va como un objeto JSON' },
)
export type PrintOrder = Type.Static<typeof printOrder>

/** The settings that the print dialog needs. */
export const printInfo = answered({ offset, public_url: Type.String() })
export type PrintInfo = Type.Static<typeof printInfo>

/** An accepted order: its identifier, and the number of its cards. */
export const printJob = answered({ job: Type.String(), total: Type.Integer() })

/** The progress of an order, in cards. */
export const printProgress = answered({
  /** The number of orders that are prepared before this order. */
  before: Type.Integer(),
  done: Type.Integer(),
  total: Type.Integer(),
  /** The address of the PDF, once the PDF is complete. */
  url: nullable(Type.String()),
})
export type PrintProgress = Type.Static<typeof printProgress>

/** The answer of `/api/session`. */
export const sessionInfo = answered({
  /** The name of the account that is signed in. */
  user: nullable(Type.String()),
  /** True if this browser may use the list, the form and the writes. */
  staff: Type.Boolean(),
  /** True if an account exists with which staff can sign in. */
  has_accounts: Type.Boolean(),
  public_url: Type.String(),
  country_code: nullable(Type.String()),
})
export type SessionInfo = Type.Static<typeof sessionInfo>

/** An answer with one item. */
export function one<Item extends Type.TSchema>(item: Item) {
  return answered({ data: Type.Array(item, { minItems: 1, maxItems: 1 }) })
}

/** An answer with any number of items. */
export function many<Item extends Type.TSchema>(item: Item) {
  return answered({ data: Type.Array(item) })
}
