/** Converts the lines of a file to rows of values, by the mapping of its columns. */

import { mayBeOther } from '../pilots/document.ts'
import { settled } from '../pilots/documents/typed-document.ts'
import { type DocumentCountry, fieldNames, isFieldName, isOptional, noneOf } from '../pilots/fields.ts'
import {
  type FieldTable,
  fixedFields,
  isPilotField,
  ownNone,
  type PilotField,
} from '../pilots/own/field-table.ts'
import { isOwnName, ownKindOf } from '../pilots/own/own-name.ts'
import { canBeMissing, checkField, firstNumber, noneIn, readValue, saysNothing } from '../pilots/pilot.ts'
import { fixCapitals, mayBeTitle, splitFullName, withoutTitles } from '../text/person-names.ts'
import { count, isBlank } from '../text/text.ts'
import { nameFields } from './cells/capitals.ts'
import { type Damage, lostValueProblem, understoodCell } from './cells/cells.ts'
import { type ColumnDates, readInOrder } from './cells/column-dates.ts'
import { Replacements } from './cells/spellings.ts'
import {
  type ByCorrectable,
  type Column,
  type CorrectableColumn,
  categoryColumn,
  type DayColumn,
  isDayColumn,
  reasonColumn,
} from './columns.ts'
import { isPersonal } from './fixes.ts'
import type { ImportRow } from './import.ts'
import {
  anyUnread,
  fullName,
  type ImportMapping,
  type MappedColumn,
  type RowChoices,
  type Target,
} from './mapping.ts'
import { deferredIn } from './row-check.ts'
import { fitsWish, wishText } from './wishes.ts'

/** A line of a file: of a CSV, a row of a sheet, or an item of a JSON array. */
export interface FileLine {
  /** The position in the file, from 1. */
  line: number
  /** The cells as they are in the file. An undefined cell adds no value to the row. */
  cells: readonly unknown[]
  /** The problems of cells, by index, that do not depend on the rules of fields. */
  cellProblems?: Record<number, CellProblem>
  /** The reason why the whole line cannot be used. */
  problem?: string
  /** True if the line is no rider, such as a total or a signature. */
  isAside?: true
  /** True if the line is hidden in its workbook, as by a filter. */
  isHidden?: true
  /** The last indexes of the cells that are merged over several columns, by the first. */
  spans?: Record<number, number>
}

/** A row with the cells of its line. */
export interface FileRow extends ImportRow {
  /** The cells as they are in the file, including the cells of columns that match no field. */
  cells: readonly unknown[]
}

interface CellProblem {
  message: string
  /** True for a day, which is no problem in a column of days. */
  isDay?: true
  /** The damage that another program has done to the text, if the text is known. */
  damage?: Damage
}

/** The mapping of a file, with everything that a row needs. */
export interface RowMapping
  extends RowChoices,
    Pick<ImportMapping, 'defaults' | 'surnamesFirst' | 'fixesCapitals' | 'cells'> {
  /** The columns in the order of the cells, with `part` for the columns of one field. */
  columns: readonly (MappedColumn & { part?: number })[]
  /** True if a line needs one cell for each column. */
  isFixedWidth?: boolean
  /** The country of the event, whose documents need no further word. */
  country?: DocumentCountry
}

/** The longest full name that is divided, in characters. Longer texts break the rules of both fields. */
export const longestName = 300

/**
 * The fields in which a text such as `-` is an empty cell. In the others, a person answers once for all rows that the riders
 * have no value.
 */
const emptiedNames = fieldNames.filter(
  (name) => isOptional(name) || (canBeMissing(name) && (noneOf(name) === undefined || isPersonal(name))),
)

export class RowReader {
  readonly #single: { index: number; column: Column }[] = []
  readonly #joined: { column: Column; indexes: number[] }[] = []
  readonly #dates: { index: number; column: DayColumn; dates: ColumnDates }[]
  readonly #fullName: number
  readonly #defaults: [PilotField, string][]
  readonly #replacements: Replacements[]
  readonly #lastUsed: number

  constructor(
    private readonly mapping: RowMapping,
    private readonly table: FieldTable = fixedFields,
  ) {
    const { columns, defaults = {}, replacements = {} } = mapping
    const indexes = new Map<Target | typeof reasonColumn | null, number[]>()
    for (const [index, { target }] of columns.entries())
      indexes.set(target, [...(indexes.get(target) ?? []), index])
    for (const [target, all] of indexes) {
      if (target === null || target === reasonColumn || target === fullName) continue
      const [index, ...others] = all
      if (others.length === 0) this.#single.push({ index: index as number, column: target })
      else this.#joined.push({ column: target, indexes: inOrder(all, columns) })
    }
    this.#fullName = indexes.get(fullName)?.[0] ?? -1
    this.#defaults = Object.entries(defaults) as [PilotField, string][]
    const replaced = Object.entries(replacements) as [CorrectableColumn, Record<string, string>][]
    this.#replacements = replaced.map(([name, texts]) => new Replacements(name, texts, table))
    this.#dates = columns.flatMap(({ target, dates }, index) =>
      dates && isDayColumn(target) ? { index, column: target, dates } : [],
    )
    this.#lastUsed = columns.findLastIndex(({ target }) => target !== null)
  }

  read(line: FileLine): FileRow {
    const cells = this.#mended(line).map(understoodCell)
    const values: ImportRow['values'] = {}
    const row: FileRow = { line: line.line, cells: line.cells, values }
    if (line.isAside) row.isAside = true
    const problem = line.problem ?? this.#problemOfWidth(line)
    if (problem) row.problem = problem
    for (const { index, column } of this.#single) {
      const cell = cells[index]
      if (cell !== undefined) values[column] = cell
    }
    for (const { column, indexes } of this.#joined) {
      const joined = joinedCells(cells, indexes)
      if (joined !== undefined) values[column] = joined
    }
    if (this.#fullName >= 0) this.#addNames(row, cells[this.#fullName])
    this.#change(row)
    this.#settleDates(row, cells)
    if (line.cellProblems) this.#addProblems(row, cells, line.cellProblems)
    const lost = lostValues(cells)
    if (lost) this.#addProblems(row, cells, lost)
    const deferred = this.mapping.deferred && deferredIn(row, this.mapping.deferred)
    if (deferred) row.deferred = deferred
    const { samePersons = {} } = this.mapping
    const isSame = samePersons[line.line] ?? samePersons['*']
    if (isSame !== undefined) row.isSamePerson = isSame
    return row
  }

  /** Returns the cells with the texts that damaged ones probably were, where a person has chosen so. */
  #mended({ cells, cellProblems }: FileLine): readonly unknown[] {
    if (!cellProblems) return cells
    return cells.map((cell, index) => {
      const damage = cellProblems[index]?.damage
      return damage && this.#isMended(damage) ? damage.meant : cell
    })
  }

  #isMended({ kind }: Damage): boolean {
    return this.mapping.corrects?.includes(kind) ?? false
  }

  #addNames(row: ImportRow, cell: unknown): void {
    if (cell === undefined) return
    const text = isBlank(cell) ? '' : String(cell)
    if (text.length > longestName) {
      row.badCells = { name: `El nombre tiene más de ${longestName} letras` }
      return
    }
    const { name, lastname, isCertain } = splitFullName(text, this.mapping.surnamesFirst)
    Object.assign(row.values, { name, lastname })
    if (!isCertain && name !== '') row.isUnsure = true
  }

  /**
   * Empties the cells that say nothing, and applies the choices of the person: values of empty cells, replaced texts,
   * capitals and typed cells.
   */
  #change(row: ImportRow): void {
    const { values } = row
    this.#empty(row)
    for (const [name, value] of this.#defaults) {
      if (!isBlank(values[name])) continue
      values[name] = value
      row.defaulted = [...(row.defaulted ?? []), name]
      if (name === 'modalidad' && this.mapping.modalidad) row.isOfSheet = true
    }
    // Null, which only JSON has, stands for no value. The words for it can be written as CSV.
    for (const { column } of this.#single) if (values[column] === null) values[column] = wordsForNull(column)
    for (const { field } of this.#replacements) if (field !== categoryColumn) this.#replace(row, field)
    for (const name of this.mapping.firstNumbers ?? []) {
      const first = firstNumber(name, values[name])
      if (first !== undefined) values[name] = first
    }
    this.#rewrite(row)
    const typed = this.mapping.cells?.[row.line]
    if (typed) typeOver(row, typed)
    // A category is that of the modalidad, which may itself be corrected.
    if (typed?.[categoryColumn] === undefined) this.#replace(row, categoryColumn)
    settleDocument(row)
    this.#readDocument(row)
  }

  /** Stores the document as the event's country does, or else the rider's. Both are only for riders not stored yet. */
  #readDocument(row: ImportRow): void {
    const { country } = this.mapping
    const isOwn = !isBlank(row.values.paisdoc)
    // A rider of an export stays as it was.
    if (!isOwn && !isBlank(row.values.id_driver)) return
    const found = settled(row.values, country)
    const isElsewhere = country !== undefined && found === row.values && !isBlank(found.pais)
    const values = isElsewhere ? settled({ ...found, paisdoc: found.pais }) : found
    if (values === row.values || (isElsewhere && !values.paisdoc)) return
    Object.assign(row.values, values)
    if (!isOwn && (isElsewhere || country === values.paisdoc))
      row.defaulted = [...(row.defaulted ?? []), 'paisdoc']
  }

  /** Empties the cells that say nothing, unless a person has replaced them. */
  #empty(row: ImportRow): void {
    const { values } = row
    for (const name of emptiedNames)
      if (saysNothing(name, values[name]) && this.#replacementOf(name, values[name], row) === undefined)
        values[name] = ''
  }

  #replace(row: ImportRow, column: CorrectableColumn): void {
    const replacement = this.#replacementOf(column, row.values[column], row)
    if (replacement !== undefined) row.values[column] = replacement
  }

  /** Returns the text that replaces a cell. A category is that of the modalidad of its row, or of all of them. */
  #replacementOf(column: Column, cell: unknown, row: ImportRow): string | undefined {
    const replacements = this.#replacements.find(({ field }) => field === column)
    const replacement = replacements?.of(cell)
    if (column !== categoryColumn) return replacement ?? this.#replacementOfUnread(column, cell)
    if (!replacements) return undefined
    const text = wishText(cell, row, this.table)
    const own = replacements.of(text)
    if (own !== undefined || replacement === undefined) return own
    return fitsWish(text, replacement, this.table) ? replacement : undefined
  }

  /** Returns the text that replaces all that nobody understands, in a cell of which not even the first number counts. */
  #replacementOfUnread(column: Column, cell: unknown): string | undefined {
    if (!isPilotField(column) || isBlank(cell)) return undefined
    const replacement = this.mapping.replacements?.[column]?.[anyUnread]
    if (replacement === undefined || checkField(column, cell, this.table) === undefined) return undefined
    return isFieldName(column) && firstNumber(column, cell) !== undefined ? undefined : replacement
  }

  /** Rewrites whole numbers with decimals, names with titles, and names in capitals. */
  #rewrite(row: ImportRow): void {
    const { values } = row
    // A rider of an export, who has an identifier, keeps what a person typed.
    for (const name of isBlank(values.id_driver) ? numbers : []) {
      const value = values[name]
      if (typeof value === 'string') values[name] = wholeNumber.exec(value)?.[1] ?? value
    }
    // The names of an export stay as a person has typed them.
    if (this.#fullName < 0 && isBlank(values.id_driver)) leaveTitlesOut(row)
    if (this.mapping.fixesCapitals === undefined) return
    for (const name of nameFields) {
      const value = values[name]
      if (typeof value !== 'string' || value.length > longestName) continue
      const fixed = fixCapitals(value)
      if (fixed === value) continue
      row.capitals = { ...row.capitals, [name]: value }
      if (this.mapping.fixesCapitals) values[name] = fixed
    }
  }

  /**
   * Writes the dates of a column so that they have one meaning, by the order of the column, and rejects those without
   * one. A date that a person typed or chose stays as it is.
   */
  #settleDates(row: FileRow, cells: readonly unknown[]): void {
    const typed = this.mapping.cells?.[row.line] ?? {}
    for (const { index, column, dates } of this.#dates) {
      const text = row.values[column]
      if (typeof text !== 'string' || text !== cells[index] || column in typed) continue
      const read = readInOrder(text, dates)
      if ('problem' in read) row.badCells = { ...row.badCells, [column]: read.problem }
      else row.values[column] = read.text
    }
  }

  #addProblems(row: FileRow, cells: readonly unknown[], problems: Record<number, CellProblem>): void {
    const typed = this.mapping.cells?.[row.line] ?? {}
    for (const [index, { message, isDay, damage }] of Object.entries(problems)) {
      const target = this.mapping.columns[Number(index)]?.target
      if (!target || target === reasonColumn) continue
      if ((isDay && hasDays(target)) || (damage && this.#isMended(damage))) continue
      const open = (target === fullName ? (['name', 'lastname'] as const) : [target]).filter(
        (column) =>
          !(column in typed) && this.#replacementOf(column, cells[Number(index)], row) === undefined,
      )
      // A damage is told once for a full name.
      for (const column of damage ? open.slice(0, 1) : open) {
        row.badCells = { ...row.badCells, [column]: message }
        if (damage)
          row.damages = { ...row.damages, [column]: { ...damage, text: String(row.cells[Number(index)]) } }
      }
    }
  }

  /**
   * Returns the problem of a line of the wrong length. Blank cells at the end and missing cells of unused columns do
   * not count, since spreadsheet programs add and drop them freely.
   */
  #problemOfWidth({ cells }: FileLine): string | undefined {
    const { columns, isFixedWidth } = this.mapping
    if (!isFixedWidth || cells.length === columns.length) return undefined
    if (cells.length > this.#lastUsed && cells.slice(columns.length).every(isBlank)) return undefined
    return `La fila tiene ${count(cells.length, 'celda')} y el encabezado ${columns.length}`
  }
}

/** The fields of text that are usually whole numbers. */
const numbers = ['nlicencia', 'npiloto', 'transponder'] as const

/** Matches a whole number with decimals: `976,0`, `9.00`, `12.`. Three zeros would be a thousand to some people. */
const wholeNumber = /^\s*(\d{1,15})[.,](?:0{0,2}|0{4,})\s*$/

function hasDays(target: Target): boolean {
  return isDayColumn(target) || (isOwnName(target) && ownKindOf(target) === 'fecha')
}

/** Returns the problems of the cells whose values another program has lost, by index. */
function lostValues(cells: readonly unknown[]): FileLine['cellProblems'] {
  let problems: FileLine['cellProblems']
  for (let index = 0; index < cells.length; index += 1) {
    const message = lostValueProblem(cells[index])
    if (message) problems = { ...problems, [index]: { message } }
  }
  return problems
}

/**
 * Finds the document of a rider without a DNI, which may be in the column of the DNIs: beside its kind, or where it is no
 * DNI and a person chose the kind of such documents.
 */
function settleDocument({ values, defaulted = [] }: ImportRow): void {
  const { dni, tipodoc, documento } = values
  if (tipodoc === undefined && documento === undefined) return
  if (!isBlank(documento)) {
    if (isBlank(dni)) values.dni = noneIn('dni')
    return
  }
  // A kind for all rows says nothing about a rider without any document.
  if (isBlank(dni) && defaulted.includes('tipodoc')) delete values.tipodoc
  if (isBlank(dni) || isBlank(tipodoc) || readValue('dni', dni) === null) return
  if (checkField('tipodoc', tipodoc) !== undefined || checkField('documento', dni) !== undefined) return
  if (defaulted.includes('tipodoc') && !mayBeOther(dni)) return
  values.documento = dni
  values.dni = noneIn('dni')
}

/** Leaves the titles before the names out, and marks a name with a word that may be one. */
function leaveTitlesOut(row: ImportRow): void {
  for (const field of nameFields) {
    const value = row.values[field]
    if (typeof value !== 'string' || value.length > longestName) continue
    const name = withoutTitles(value)
    if (name !== value) row.values[field] = name
    if (field === 'name' && mayBeTitle(name)) row.isUnsure = true
  }
}

/** Replaces values by those that a person typed. */
function typeOver(row: ImportRow, typed: ByCorrectable<string>): void {
  const { dni, documento } = row.values
  // A document that is stored as another one than a DNI may stand in the column of the DNIs.
  const isInDni = !isBlank(dni) && isBlank(documento) && readValue('dni', dni) !== null
  const isMoved = typed.documento !== undefined && typed.dni === undefined && isInDni
  Object.assign(row.values, typed, isMoved && { dni: typed.documento, documento })
  row.defaulted = row.defaulted?.filter((name) => !(name in typed))
  if (!('name' in typed || 'lastname' in typed)) return
  row.isUnsure = undefined
  row.capitals = undefined
  row.badCells = undefined
}

/** Returns the words for null, which stands for no value in JSON only. */
function wordsForNull(column: Column): string | null {
  if (isOwnName(column)) return ownNone
  return isFieldName(column) ? (noneIn(column) ?? null) : null
}

/** Joins the cells at `indexes` that are not blank. Returns undefined if the line has none of the cells. */
export function joinedCells(cells: readonly unknown[], indexes: readonly number[]): string | undefined {
  const given = indexes.map((index) => cells[index]).filter((cell) => cell !== undefined)
  if (given.length === 0) return undefined
  return given
    .filter((cell) => !isBlank(cell))
    .map((cell) => String(cell).trim())
    .join(' ')
}

/** Sorts the indexes of the columns of one field by their parts, such as the first and the second surname. */
export function inOrder(indexes: readonly number[], columns: RowMapping['columns']): number[] {
  const partOf = (index: number) => columns[index]?.part ?? partBetween
  return [...indexes].sort((one, other) => partOf(one) - partOf(other) || one - other)
}

/** The position of a column without a part: after a first surname, and before a second. */
const partBetween = 1.5
