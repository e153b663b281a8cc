/** Previews a table, refuses one from which nothing can be imported, and says at which rows a person should look. */

import { MalformedError, UnmappedError } from '#domain/errors'
import type { RaceEvent } from '#domain/events/event'
import { numberPlaceOf } from '#domain/events/numbers'
import { capitalsIn } from '#domain/import/cells/capitals'
import { nothingWord } from '#domain/import/cells/cells'
import { type ByField, columnLabel, reasonColumn } from '#domain/import/columns'
import type { ImportOptions } from '#domain/import/import'
import { fullName, missingFields, missingOwn, usualDefaults } from '#domain/import/mapping'
import type { ImportPreview, ImportRemarks } from '#domain/import/schemas'
import { readWish } from '#domain/import/wishes'
import { meantClubs } from '#domain/pilots/checks/duplicates'
import { mayBeNone, probablyNone, unlikely } from '#domain/pilots/checks/unlikely'
import { type FieldName, fieldNames, isFieldName } from '#domain/pilots/fields'
import { type FieldTable, fixedFields, type PilotField } from '#domain/pilots/own/field-table'
import { canBeMissing, noneIn, readValue } from '#domain/pilots/pilot'
import { enteredText } from '#domain/text/names'
import { enumerate, excerptOf, isBlank } from '#domain/text/text'
import { controlLetters } from '../spreadsheets/formats/damaged-cells.ts'
import { conflictsOf, type Header } from '../spreadsheets/mapping/header.ts'
import type { ImportTable } from '../spreadsheets/table.ts'

const firstRows = 3

export function previewOf(table: ImportTable, fields = fixedFields): ImportPreview {
  const { form, unit, encoding, otherEncoding, sheets, sheet, header, starts, hiddenRows, mapping } = table
  const { columns, defaults, usual, surnamesFirst, fixesCapitals, remembered } = mapping
  return {
    form,
    unit,
    encoding,
    otherEncoding,
    sheets: [...sheets],
    sheet,
    header,
    starts: [...starts],
    hiddenRows,
    columns: columns.map(({ name, target, doubt, dates, suggestion }) => ({
      name: cut(name),
      target,
      doubt,
      dates: dates && { order: dates.order, orders: dates.orders, example: dates.example },
      suggestion,
    })),
    missing: [...missingFields(columns, defaults), ...missingOwn(columns, fields, defaults)],
    defaults,
    usual,
    surnamesFirst,
    fixesCapitals,
    capitals: capitalsIn(table.rows),
    isRemembered: remembered !== undefined,
    first: firstOf(table),
  }
}

function firstOf({ rows, mapping: { columns } }: ImportTable): ImportPreview['first'] {
  const isSplit = columns.some(({ target }) => target === fullName)
  const riders = rows.filter(({ isAside }) => !isAside)
  return riders.slice(0, firstRows).map(({ line, cells, values }) => {
    const texts = columns.map((_, index) => cut(String(cells[index] ?? '')))
    const names = { name: cut(String(values.name ?? '')), lastname: cut(String(values.lastname ?? '')) }
    return { line, cells: texts, ...(isSplit && names) }
  })
}

/** Shortens a text to 200 characters, which is more than a preview displays. */
function cut(text: string): string {
  return text.slice(0, 200)
}

/**
 * Requires every column in a file of new pilots. A file of updates only needs the DNI or the identifier, and the
 * columns that it changes.
 * @throws UnmappedError with the preview of the file, in which a person can change what is missing
 */
export function requireColumns(
  table: ImportTable,
  options: Pick<ImportOptions, 'update' | 'incomplete'>,
  fields = fixedFields,
): void {
  const problem = columnProblem(table, options, fields)
  if (problem) throw new UnmappedError(problem, previewOf(table, fields))
}

/** Returns the reason in Spanish why nothing can be imported from the columns, if there is one. */
export function columnProblem(
  { header, mapping: { columns, defaults, deferred } }: ImportTable,
  { update = false, incomplete = false }: Pick<ImportOptions, 'update' | 'incomplete'>,
  fields: FieldTable,
): string | undefined {
  const targets = new Set(columns.map(({ target }) => target).filter((target) => target !== reasonColumn))
  targets.delete(null)
  if (targets.size === 0 && header === 0 && columns.length > 0)
    return 'El archivo no tiene un encabezado: diga el campo de cada columna'
  if (targets.size === 0)
    return `El archivo no tiene un encabezado. Una de sus primeras filas debe nombrar las columnas: ${enumerate(fieldLabels)}`
  const conflicts = conflictsOf(columns)
  if (conflicts.length > 0) return conflicts.join('. ')
  const hasNames = targets.has('name') || targets.has('lastname')
  if (targets.has(fullName) && hasNames) return tooManyNames(columns)
  const isDeferred = (name: FieldName) =>
    canBeMissing(name) && (incomplete || deferred?.fields?.includes(name))
  const missing: PilotField[] = [
    ...missingFields(columns, defaults).filter((name) => !isDeferred(name)),
    ...(incomplete || deferred ? [] : missingOwn(columns, fields, defaults)),
  ]
  if (!update && missing.length > 0)
    return `Al archivo le faltan columnas: ${enumerate(missing.map((name) => columnLabel(name, fields)))}`
  if (update && missing.includes('dni') && !targets.has('id_driver'))
    return `Para cambiar pilotos, el archivo necesita la columna ${columnLabel('dni')} o ${columnLabel('id_driver')}`
  return undefined
}

function tooManyNames(columns: Header): string {
  const named = (...wanted: readonly unknown[]) =>
    enumerate(columns.filter(({ target }) => wanted.includes(target)).map(({ name }) => `«${name}»`))
  return `${named(fullName)} tiene los nombres completos, y ${named('name', 'lastname')} también nombres: deje de usar una`
}

const fieldLabels = fieldNames.map((name) => columnLabel(name))

/** Requires a row after the header. @throws MalformedError if there is none */
export function requireRows({ rows }: ImportTable): void {
  if (rows.every(({ isAside }) => isAside))
    throw new MalformedError('El archivo no trae ningún piloto: después del encabezado no hay filas')
}

/** The largest number of rows of each kind that are listed. */
const listed = 100

/** The largest number of lines that are listed for one number. */
const listedLines = 10

/**
 * Returns the rows at which a person should look: those set aside, uncertain names, texts that probably mean another
 * value, words that are read as blank, and equal numbers. `clubs` are the stored ones, and `event`
 * has the categories that the file can ask for.
 */
export function remarksOf(
  { rows, mapping }: ImportTable,
  clubs: readonly string[],
  fields = fixedFields,
  event?: RaceEvent,
): ImportRemarks {
  const sameNumbers = sameNumbersIn(rows, fields, event)
  const aside = rows.filter(({ isAside }) => isAside)
  const unsure = rows.filter(({ isAside, isUnsure }) => isUnsure && !isAside)
  return {
    asideRows: aside.length,
    aside: aside.slice(0, listed).map(({ line, cells }) => ({ line, text: excerptOf(cells, 60, ' ') })),
    unsureRows: unsure.length,
    unsure: unsure.slice(0, listed).map(({ line, values: { name, lastname } }) => ({
      line,
      name: String(name ?? ''),
      lastname: String(lastname ?? ''),
    })),
    meantTexts: [...controlTextsIn(rows, mapping.columns), ...meantTextsIn(rows, clubs, mapping.usual)].slice(
      0,
      listed,
    ),
    blankWords: blankWordsIn(rows, mapping.columns).slice(0, listed),
    sameNumberRows: sameNumbers.reduce((sum, { lines }) => sum + lines.length, 0),
    sameNumbers: sameNumbers
      .slice(0, listed)
      .map((same) => ({ ...same, lines: same.lines.slice(0, listedLines) })),
  }
}

/** Returns the texts with control characters, which are letters in Windows-1252: `O\x92Brien` was probably O’Brien. */
function controlTextsIn(rows: ImportTable['rows'], columns: Header): ImportRemarks['meantTexts'] {
  const used = columns.flatMap(({ target }, index) => (isFieldName(target) ? [{ target, index }] : []))
  const found = new Map<string, ImportRemarks['meantTexts'][number]>()
  for (const { isAside, cells, values } of rows) {
    if (isAside) continue
    for (const { target, index } of used) {
      const cell = cells[index]
      if (typeof cell !== 'string' || cell.search(controls) < 0 || values[target] !== enteredText(cell))
        continue
      const text = enteredText(cell)
      const meant = enteredText(
        cell.replace(controls, (one) => controlLetters[one.charCodeAt(0) - 0x80] ?? ''),
      )
      if (meant === text) continue
      const one = found.get(`${target} ${text}`) ?? { field: target, text, meant, rows: 0 }
      found.set(`${target} ${text}`, one)
      one.rows += 1
    }
  }
  return [...found.values()]
}

const controls = /[\u0080-\u009f]/g

function meantTextsIn(
  rows: ImportTable['rows'],
  clubs: readonly string[],
  usual: ByField<string>,
): ImportRemarks['meantTexts'] {
  const counts = new Map(
    fieldNames.filter((name) => noneIn(name)).map((field) => [field, new Map<string, number>()]),
  )
  // The rows are read once for all fields: each reading converts every cell again.
  for (const { isAside, problem, badCells, values } of rows) {
    if (isAside || problem) continue
    for (const [field, texts] of counts) {
      if (badCells?.[field] || isBlank(values[field])) continue
      const text = String(values[field]).trim()
      // A club is compared with the others of the file, and the domain of an address with the frequent ones.
      if (field !== 'club' && field !== 'email' && !mayBeNone(field, text)) continue
      texts.set(text, (texts.get(text) ?? 0) + 1)
    }
  }
  return [...counts].flatMap(([field, texts]) => {
    const likeOthers = field === 'club' ? meantClubs(texts, clubs) : undefined
    return [...texts]
      .flatMap(([text, number]) => {
        const none = probablyNone(field, text)
        const meant = none ?? likeOthers?.get(text) ?? unlikely(field, text)?.suggestion
        const isElsewhere = none !== undefined && none === usualDefaults[field] && usual[field] === undefined
        return meant === undefined || isElsewhere ? [] : { field, text, meant, rows: number }
      })
      .sort((one, other) => other.rows - one.rows)
  })
}

/** Returns the words of used columns that are read as blank. */
function blankWordsIn(rows: ImportTable['rows'], columns: Header): ImportRemarks['blankWords'] {
  const used = columns.flatMap(({ target }, index) =>
    target === null || target === reasonColumn ? [] : [{ target, index }],
  )
  const found = new Map<string, ImportRemarks['blankWords'][number]>()
  for (const { isAside, line, cells } of rows) {
    if (isAside) continue
    for (const { target, index } of used) {
      const text = nothingWord(cells[index])
      if (text === undefined) continue
      const key = `${target} ${text}`
      const word = found.get(key) ?? { field: target, text, rows: 0, lines: [] }
      found.set(key, word)
      word.rows += 1
      if (word.lines.length < listedLines) word.lines.push(line)
    }
  }
  return [...found.values()].sort((one, other) => other.rows - one.rows)
}

/** Returns the numbers that several riders of a modalidad have in the file, in one category or in none. */
function sameNumbersIn(
  rows: ImportTable['rows'],
  table: FieldTable,
  event: RaceEvent | undefined,
): ImportRemarks['sameNumbers'] {
  const found = new Map<string, ImportRemarks['sameNumbers'][number]>()
  for (const given of rows) {
    if (given.isAside || given.problem || isBlank(given.values.npiloto)) continue
    const { row, wish, problems } = readWish(given, undefined, { event, table })
    // Nobody knows the category of a text that is to be corrected.
    if (problems.length > 0) continue
    const modalidad = readValue('modalidad', row.values.modalidad, table)
    if (typeof modalidad !== 'string') continue
    const number = String(row.values.npiloto).trim()
    const place = numberPlaceOf({ modalidad, category: wish?.category.id, number })
    const same = place === undefined ? undefined : found.get(place)
    if (same) same.lines.push(row.line)
    else if (place !== undefined)
      found.set(place, {
        ...{ number, modalidad, lines: [row.line] },
        ...(wish && { category: wish.category.name }),
      })
  }
  return [...found.values()].filter(({ lines }) => lines.length > 1)
}
