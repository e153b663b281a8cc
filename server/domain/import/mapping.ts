/** The mapping of an imported file: the targets of its columns, and the changes that a person made to its cells. */
import type { Field } from '../pilots/field.ts'
import { type FieldName, fieldNames, fields, isFieldName, noneOf, requiredNames } from '../pilots/fields.ts'
import { type FieldTable, isPilotField, type PilotField } from '../pilots/own/field-table.ts'
import { isOwnName, type OwnName } from '../pilots/own/own-name.ts'
import { fold, isBlank, isObject } from '../text/text.ts'
import { type DamageKind, isDamageKind } from './cells/cells.ts'
import { type ChosenOrders, type ColumnDates, isDateOrder } from './cells/column-dates.ts'
import {
  type ByCorrectable,
  type ByField,
  type Column,
  categoryColumn,
  columnLabel,
  columns,
  isCorrectable,
  isDayColumn,
  type reasonColumn,
} from './columns.ts'

/** The target of a column that contains given names and surnames together. */
export const fullName = 'nombrecompleto'

/** A column of PilotOS, or the full name, which is split into two of them. */
export type Target = Column | typeof fullName

/** The choices of a person for one file. Everything that is absent is recognized in the file. */
export interface ImportMapping {
  /** The encoding of a text file. */
  encoding?: Encoding
  /** The name of the sheet. */
  sheet?: string
  /** The line of the header, or 0 if the file has none. */
  header?: number
  /** True if the rows that are hidden in a workbook are imported, false if they are left out. */
  hiddenRows?: boolean
  /** The targets of columns by their labels. Null leaves a column out. */
  columns?: Record<string, Target | null>
  /** The values of fields that have no column, and of their empty cells. */
  defaults?: ByField<string>
  /** The modalidad of the whole sheet: that of its categories, and of all rows that give none. */
  modalidad?: string
  /** The options that replace texts, by column and text. */
  replacements?: ByCorrectable<Record<string, string>>
  /** The fields in which the first number of a cell with more than one is used: see `firstNumber`. */
  firstNumbers?: readonly FieldName[]
  /** The kinds of damages that are mended in all cells. */
  corrects?: readonly DamageKind[]
  /** True if full names begin with the surnames. */
  surnamesFirst?: boolean
  /** The orders of the day and the month, by the targets of columns of dates. */
  dates?: ChosenOrders
  /** True if names in capitals are written in lower case with initial capitals. */
  fixesCapitals?: boolean
  /** The cells that were typed over, by line. */
  cells?: Record<string, ByCorrectable<string>>
  /** The values that the desk completes later, with which riders are stored as incomplete. */
  deferred?: Deferral
  /** The answers whether rows are of the riders who have their documents under other names, by line, and `*` for all others. */
  samePersons?: Record<string, boolean>
}

/** Returns the choices that only the reading of rows needs, without the typed cells. */
export function rowChoicesIn(mapping: ImportMapping) {
  const { modalidad, replacements, firstNumbers, corrects, deferred, samePersons } = mapping
  return { modalidad, replacements, firstNumbers, corrects, deferred, samePersons }
}

export type RowChoices = Partial<ReturnType<typeof rowChoicesIn>>

/** The values that riders may lack until the desk completes them: see `deferredIn`. */
export interface Deferral {
  /** The fields whose missing values are completed later, in all rows. A rider who lacks one's own is not incomplete. */
  fields?: readonly PilotField[]
  /** The fields in which texts that nobody understands are left out, in all rows. */
  unread?: readonly FieldName[]
  /** The lines of which everything that is missing or not understood is completed later. */
  lines?: readonly number[]
}

/** The text of a replacement that stands for every text of a field that nobody understands. */
export const anyUnread = '*'

/** A column of the file with its target. */
export interface MappedColumn {
  /** The label of the column, which no other column of the file has. */
  name: string
  target: Target | typeof reasonColumn | null
  /** The reason in Spanish why a person should look at the target. */
  doubt?: string
  /** How the dates of the column are read, if their order is a question. */
  dates?: ColumnDates
  /** The target that the cells suggest for a column without one. */
  suggestion?: Target
}

/** All targets, in the order in which a person chooses among them. */
export const targets: readonly Target[] = [fullName, ...columns]

/** The targets of which a file may have several columns, whose cells are joined: both surnames, or brand and model. */
export const joinedTargets: ReadonlySet<Target> = new Set<Target>([
  ...fieldNames.filter((name) =>
    fields[name].columnNames.some((other) => typeof other !== 'string' && other.part !== undefined),
  ),
  'moto_evento',
])

/** Returns the name of a target as people read it. */
export function targetLabel(target: Target, table?: FieldTable): string {
  return target === fullName ? 'Nombre completo' : columnLabel(target, table)
}

/** The values for the fields that a file leaves out: those that many federations give to all riders, or none. */
export const usualDefaults: Partial<Record<FieldName, string>> = Object.fromEntries(
  fieldNames.flatMap((name) => {
    const { usual = noneOf(name) }: Field = fields[name]
    return usual === undefined ? [] : [[name, usual]]
  }),
)

/** Returns a mapping from JSON, or undefined if the value is not one. */
export function parseMapping(value: unknown): ImportMapping | undefined {
  if (!isObject(value)) return undefined
  const { sheet, header, columns, defaults, modalidad, replacements, firstNumbers, ...others } = value
  const {
    encoding,
    corrects,
    hiddenRows,
    surnamesFirst,
    dates,
    fixesCapitals,
    cells,
    deferred,
    samePersons,
  } = others
  const isValid =
    isOptional(encoding, isEncoding) &&
    isOptional(sheet, isText) &&
    isOptional(header, (given) => Number.isInteger(given) && Number(given) >= 0) &&
    isOptional(hiddenRows, (given) => typeof given === 'boolean') &&
    isOptional(columns, isRecordOf(isTarget)) &&
    isOptional(defaults, isByName(isPilotField, isText)) &&
    isOptional(modalidad, isText) &&
    isOptional(replacements, isByName(isCorrectable, isRecordOf(isText))) &&
    isOptional(firstNumbers, (given) => Array.isArray(given) && given.every(isFieldName)) &&
    isOptional(corrects, (given) => Array.isArray(given) && given.every(isDamageKind)) &&
    isOptional(surnamesFirst, (given) => typeof given === 'boolean') &&
    isOptional(dates, areOrders) &&
    isOptional(fixesCapitals, (given) => typeof given === 'boolean') &&
    isOptional(cells, isRecordOf(isByName(isCorrectable, isText))) &&
    isOptional(deferred, isDeferral) &&
    isOptional(
      samePersons,
      isRecordOf((given) => typeof given === 'boolean'),
    )
  return isValid ? (value as ImportMapping) : undefined
}

type Check = (value: unknown) => boolean

function isOptional(value: unknown, check: Check): boolean {
  return value === undefined || check(value)
}

function isRecordOf(check: Check): Check {
  return (value) => isObject(value) && Object.values(value).every(check)
}

function isByName(isName: Check, check: Check): Check {
  return (value) => isRecordOf(check)(value) && Object.keys(value as object).every(isName)
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

/** Returns true for orders by the columns of dates. */
function areOrders(value: unknown): boolean {
  return isRecordOf(isDateOrder)(value) && Object.keys(value as object).every(isDayColumn)
}

function isDeferral(value: unknown): boolean {
  if (!isObject(value)) return false
  const areAll = (isOne: Check) => (given: unknown) => Array.isArray(given) && given.every(isOne)
  const { fields, unread, lines } = value
  return (
    isOptional(fields, areAll(isPilotField)) &&
    isOptional(unread, areAll(isFieldName)) &&
    isOptional(lines, areAll(Number.isInteger))
  )
}

function isTarget(value: unknown): boolean {
  return value === null || isOwnName(value) || (targets as readonly unknown[]).includes(value)
}

/** Returns the fields that have neither a column nor a default value. */
export function missingFields(
  columns: readonly MappedColumn[],
  defaults: ImportMapping['defaults'] = {},
): FieldName[] {
  const targets = new Set(columns.map(({ target }) => target))
  const named: FieldName[] = targets.has(fullName) ? ['name', 'lastname'] : []
  // The modalidad of a rider follows from the category.
  if (targets.has(categoryColumn)) named.push('modalidad')
  // A file can have only riders without a DNI.
  if (targets.has('documento')) named.push('dni')
  return requiredNames.filter((name) => !targets.has(name) && !named.includes(name) && !defaults[name])
}

/** Returns the required fields of one's own that have neither a column nor a default value. */
export function missingOwn(
  columns: readonly MappedColumn[],
  { required }: FieldTable,
  defaults: ImportMapping['defaults'] = {},
): OwnName[] {
  const targets = new Set<unknown>(columns.map(({ target }) => target))
  return [...required].filter((name) => !targets.has(name) && !defaults[name])
}

/** Returns a text that is equal for headers with the same names; undefined if all names are blank. */
export function headerKey(names: readonly string[]): string | undefined {
  return names.every(isBlank) ? undefined : names.map((name) => fold(name).trim()).join('\t')
}

/**
 * Returns the values that may be used for the next file too. What fills in for a rider's own value, such as the blood
 * type, holds for one file only: it would invent data about riders whom nobody has looked at.
 */
export function lastingDefaults(defaults: ImportMapping['defaults'] = {}): ImportMapping['defaults'] {
  return Object.fromEntries(Object.entries(defaults).filter(([name]) => isCommon(name as PilotField)))
}

function isCommon(name: PilotField): boolean {
  // The choice of one rider is not that of the next file.
  if (isOwnName(name)) return false
  const field: Field = fields[name]
  return field.isCommon === true
}

/** Returns the choices of a person for this file, over those that were remembered of an earlier one. */
export function mergedMapping(remembered: ImportMapping | undefined, wanted: ImportMapping): ImportMapping {
  const dates = { ...remembered?.dates, ...wanted.dates }
  return {
    ...remembered,
    ...withoutAbsent(wanted),
    ...(Object.keys(dates).length > 0 && { dates }),
    columns: { ...withoutTargets(remembered?.columns, wanted.columns), ...wanted.columns },
    defaults: withoutBlank({ ...lastingDefaults(remembered?.defaults), ...wanted.defaults }),
  }
}

/** Returns the values for all rows, with the modalidad of the sheet. */
export function defaultsIn({ defaults, modalidad }: ImportMapping): ImportMapping['defaults'] {
  return modalidad ? { ...defaults, modalidad } : defaults
}

/** Leaves out the columns of `earlier` whose targets other columns have now. */
function withoutTargets(
  earlier: ImportMapping['columns'] = {},
  chosen: ImportMapping['columns'] = {},
): ImportMapping['columns'] {
  const taken = new Set(Object.values(chosen).filter((target) => target && !joinedTargets.has(target)))
  return Object.fromEntries(Object.entries(earlier).filter(([, target]) => !taken.has(target)))
}

/** Leaves out the values that a person has emptied. */
function withoutBlank(defaults: NonNullable<ImportMapping['defaults']>): ImportMapping['defaults'] {
  return Object.fromEntries(Object.entries(defaults).filter(([, value]) => !isBlank(value)))
}

function withoutAbsent(mapping: ImportMapping): ImportMapping {
  return Object.fromEntries(Object.entries(mapping).filter(([, choice]) => choice !== undefined))
}

/** The names of the encodings for people, by the names under which a person chooses them. */
export const encodingLabels = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252',
  cp850: 'DOS (CP850)',
  cp437: 'DOS (CP437)',
  macroman: 'Macintosh (MacRoman)',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (BE)',
} as const

export type Encoding = keyof typeof encodingLabels

export const encodings = Object.keys(encodingLabels) as Encoding[]

function isEncoding(value: unknown): value is Encoding {
  return encodings.some((encoding) => encoding === value)
}
