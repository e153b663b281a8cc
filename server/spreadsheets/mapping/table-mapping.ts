/** Maps the columns of a file: recognizes them, and applies the choices of a person. */
import { MalformedError } from '#domain/errors'
import type { Category } from '#domain/events/categories/category'
import { nameFields } from '#domain/import/cells/capitals'
import { type ChosenOrders, type ColumnDates, decideDates } from '#domain/import/cells/column-dates'
import { type ByField, type DayColumn, isDayColumn, reasonColumn } from '#domain/import/columns'
import {
  defaultsIn,
  fullName,
  type ImportMapping,
  joinedTargets,
  mergedMapping,
  type RowChoices,
  rowChoicesIn,
  type Target,
} from '#domain/import/mapping'
import { type FileLine, longestName } from '#domain/import/row-reader'
import { mayBeOther } from '#domain/pilots/document'
import { fieldNames } from '#domain/pilots/fields'
import { type FieldTable, fixedFields } from '#domain/pilots/own/field-table'
import { isOwnName } from '#domain/pilots/own/own-name'
import { readValue } from '#domain/pilots/pilot'
import { ageOn, readDay, today } from '#domain/text/date'
import { fixCapitals, splitFullName, surnamesFirst } from '#domain/text/person-names'
import { fold, isBlank } from '#domain/text/text'
import { readEventHeader } from './category-columns.ts'
import { dateBeginsWith, namesIn, readName, surnamesFirstIn } from './column-names.ts'
import type { Header, HeaderColumn } from './header.ts'
import { cellsAt, isAllBad, isMostlyGood, type Sample, usualFor, withSuggestions } from './suggestions.ts'

/** The mapping of a file, complete. */
export interface TableMapping extends RowChoices, Pick<ImportMapping, 'defaults' | 'surnamesFirst'> {
  columns: Header
  /** The orders of dates that a person chose, for this file or an earlier one. */
  dates?: ChosenOrders
  /** True if names in capitals are changed. Undefined if no name is in capitals, unless a person chose it. */
  fixesCapitals?: boolean
  /** The values for all rows that may be offered: see `usualFor`. */
  usual: ByField<string>
  /** The choices of a person for an earlier file with this header. */
  remembered?: ImportMapping
}

/** The number of rows from which the order of names, capitals and suggestions are recognized. */
export const sampledRows = 2000

/** @throws MalformedError if `wanted` names a column that the file does not have */
export function mapTable(
  names: readonly string[],
  sample: Sample,
  wanted: ImportMapping,
  remembered?: ImportMapping,
  table = fixedFields,
  categories?: readonly Category[],
): TableMapping {
  const choice = mergedMapping(remembered, wanted)
  const header = withoutBadRivals(readEventHeader(names, sample, table, categories), sample, table)
  const chosen = withChoices(header, withoutRetired(choice.columns, table))
  const defaults = withDocumentKind(defaultsIn(choice), chosen, sample)
  const columns = withSuggestions(chosen, sample, defaults, table)
  const order = choice.surnamesFirst ?? findOrder(columns, sample)
  const usual = hasCapitals(columns, sample, order)
    ? (remembered?.fixesCapitals ?? !isOwnFile(columns))
    : undefined
  return {
    columns,
    defaults,
    ...rowChoicesIn(wanted),
    surnamesFirst: order,
    fixesCapitals: wanted.fixesCapitals ?? usual,
    dates: choice.dates,
    usual: usualFor(columns, sample, table),
    remembered,
  }
}

/** Leaves out the columns of fields that are retired, or of another folder. */
function withoutRetired(
  columns: ImportMapping['columns'] = {},
  { own }: FieldTable,
): NonNullable<ImportMapping['columns']> {
  const isHere = (target: Target | null) => !isOwnName(target) || own.includes(target)
  return Object.fromEntries(Object.entries(columns).filter(([, target]) => isHere(target)))
}

/**
 * Adds the kind of the documents whose column names it, such as `Pasaporte`, or `DNI / Pasaporte` if some of its cells are
 * no DNIs.
 */
function withDocumentKind(
  defaults: ImportMapping['defaults'],
  columns: Header,
  sample: Sample,
): ImportMapping['defaults'] {
  if (defaults?.tipodoc || columns.some(({ target }) => target === 'tipodoc')) return defaults
  const index = columns.findIndex(
    ({ target }, at) => target === 'documento' || (target === 'dni' && cellsAt(sample, at).some(mayBeOther)),
  )
  const names = namesIn(columns[index]?.name ?? '').map((name) =>
    readValue('tipodoc', name.replace(/^(?:n[°º.ro]*|n[uú]mero)(?: de)? /i, '')),
  )
  const kinds = names.filter((kind) => typeof kind === 'string')
  // A column of NIFs has passports too, of which nobody knows which they are.
  const kind = kinds.find((one) => one === 'Otro') ?? kinds.find((one) => one === 'Pasaporte') ?? kinds[0]
  return kind === undefined ? defaults : { ...defaults, tipodoc: kind }
}

/**
 * Of several columns with one target, keeps the only one whose cells follow the rule of the field, such as the numbers
 * beside the types of documents.
 */
function withoutBadRivals(header: Header, sample: Sample, table: FieldTable): Header {
  return header.map((column, index) => {
    const rivals = header.filter(({ target, doubt }) => target === column.target && doubt !== undefined)
    const field = fieldNames.find((name) => name === column.target)
    if (!field || rivals.length < 2 || !rivals.includes(column)) return column
    const good = rivals.filter((rival) => isMostlyGood(field, cellsAt(sample, header.indexOf(rival)), table))
    if (good.length !== 1) return column
    if (good[0] === column) return { name: column.name, target: field }
    const doubt = `No se usa, porque los datos están en «${good[0]?.name}»`
    return isAllBad(field, cellsAt(sample, index), table)
      ? { name: column.name, target: null, doubt }
      : column
  })
}

/** Gives columns the targets that a person chose. A recognized column of the same target is left out. */
function withChoices(header: Header, chosen: Record<string, Target | null>): Header {
  const byIndex = new Map<number, Target | null>()
  for (const [name, target] of Object.entries(chosen)) byIndex.set(indexOf(header, name), target)
  const taken = new Set([...byIndex.values()].filter((target) => target && !joinedTargets.has(target)))
  return header.map((column, index) => {
    const target = byIndex.get(index)
    if (target !== undefined) return chosenColumn(column.name, target)
    return taken.has(column.target as Target) ? { name: column.name, target: null } : column
  })
}

/** Returns a column with the target that a person chose, which keeps its part if its name means the same target. */
function chosenColumn(name: string, target: Target | null): HeaderColumn {
  const read = readName(name)
  const isPart = read?.part !== undefined && read.target === target
  return { name, target, ...(isPart && { part: read.part }) }
}

function indexOf(header: Header, name: string): number {
  const exact = header.findIndex((column) => column.name === name)
  const index = exact >= 0 ? exact : header.findIndex((column) => fold(column.name) === fold(name.trim()))
  if (index >= 0) return index
  const columns = header.map((column) => `«${column.name}»`).join(', ')
  throw new MalformedError(`El archivo no tiene la columna «${name}»: tiene ${columns}`)
}

/** Returns the cells of the columns with one of the targets, without blank cells. */
function textsOf(columns: Header, sample: Sample, targets: readonly Target[]): string[] {
  const indexes = columns.flatMap(({ target }, index) => (targets.includes(target as Target) ? [index] : []))
  return sample.flatMap((cells) =>
    indexes.flatMap((index) => (isBlank(cells[index]) ? [] : [String(cells[index])])),
  )
}

function findOrder(columns: Header, sample: Sample): boolean | undefined {
  const column = columns.find(({ target }) => target === fullName)
  if (!column) return undefined
  const said = surnamesFirstIn(column.name)
  const seen = surnamesFirst(textsOf(columns, sample, [fullName]))
  // If the names contradict their header, a person decides.
  return said === undefined || seen === undefined || said === seen ? (said ?? seen) : undefined
}

/** Returns true if a name or its surnames are in capitals, as in «QUISPE MAMANI, Ana», and would be written otherwise. */
function hasCapitals(columns: Header, sample: Sample, order: boolean | undefined): boolean {
  const isFixed = (text: string) => fixCapitals(text) !== text
  if (textsOf(columns, sample, nameFields).some(isFixed)) return true
  return textsOf(columns, sample, [fullName]).some((text) => {
    const { name, lastname } = splitFullName(text.slice(0, longestName), order)
    return isFixed(name) || isFixed(lastname)
  })
}

/**
 * Returns true for a file that PilotOS has written: an export, or rejected rows. Its capitals are left as they are, since
 * an import has changed them or a person wanted to keep them.
 */
function isOwnFile(columns: Header): boolean {
  return columns.some(({ target }) => target === reasonColumn || target === 'id_driver')
}

interface FirstRiders {
  /** The header as it is written. */
  names: readonly string[]
  sample: readonly FileLine[]
}

/** Adds the order of its dates to each column in which it is a question, with a doubt unless a person has chosen it. */
export function withDates(mapping: TableMapping, { names, sample }: FirstRiders): TableMapping {
  const { columns, dates: chosen = {} } = mapping
  const decide = ({ target }: HeaderColumn, index: number, birthdays?: ColumnDates) => {
    if (!isDayColumn(target)) return undefined
    const filled = sample.filter(({ cells }) => !isBlank(cells[index]))
    const evidence = {
      texts: filled.map(({ cells }) => String(cells[index])),
      saysFirst: dateBeginsWith(names[index] ?? ''),
      isExchanged: isExchanged(filled, index),
      isLikely: (text: string) => isLikelyDay(target, text),
    }
    return decideDates(evidence, chosen[target], birthdays)
  }
  const birthday = columns.findIndex(({ target }) => target === 'fechanac')
  const birthdays = columns[birthday] && decide(columns[birthday], birthday)
  return {
    ...mapping,
    columns: columns.map((column, index) => {
      const decided = index === birthday ? birthdays : decide(column, index, birthdays?.dates)
      if (!decided) return column
      const doubts = [column.doubt, decided.doubt].filter((doubt) => doubt !== undefined)
      return { ...column, dates: decided.dates, ...(doubts.length > 0 && { doubt: doubts.join('. ') }) }
    }),
  }
}

/** The greatest usual age of a rider, and the number of years from today within which most terms are. */
const [greatestAge, nearYears] = [90, 3]

/** Returns true for a day that a column of dates probably contains: of a living rider, or of a term that is near. */
function isLikelyDay(column: DayColumn, text: string): boolean {
  const date = column === 'fechanac' ? readValue(column, text) : readDay(text)
  if (typeof date !== 'string') return false
  const years = Math.abs(ageOn(date, today()))
  return years <= (column === 'fechanac' ? greatestAge : nearYears)
}

/** The fewest dates of each kind from which an exchange of day and month is recognized. */
const fewestDates = 3

/**
 * Returns true if an English Excel seems to have read the dates of a column month first: all that it could read became
 * dates, and the others, with a day after the twelfth, stayed texts.
 */
function isExchanged(filled: readonly FileLine[], index: number): boolean {
  const isDate = ({ cellProblems }: FileLine) => cellProblems?.[index]?.isDay
  const textAt = ({ cells }: FileLine) => String(cells[index])
  const dates = filled.filter(isDate).map(textAt)
  const texts = filled.filter((line) => !isDate(line)).map(textAt)
  return (
    dates.length >= fewestDates &&
    texts.length >= fewestDates &&
    dates.every((text) => Number(text.slice(0, 2)) <= 12) &&
    texts.every(isDayAfterTwelfth)
  )
}

function isDayAfterTwelfth(text: string): boolean {
  return /^(?:1[3-9]|2\d|3[01])\D/.test(text)
}
