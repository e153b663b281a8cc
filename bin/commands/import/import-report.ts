/** Writes the preview and the report of an import for the terminal. */

import type { Category } from '#domain/events/categories/category'
import { groupsBy } from '#domain/groups'
import { groupTitle } from '#domain/import/cells/cells'
import { type ColumnDates, ordersIn, unknownOrder, unknownYear } from '#domain/import/cells/column-dates'
import {
  type CorrectableColumn,
  columnLabel,
  isChoice,
  isCorrectable,
  reasonColumn,
} from '#domain/import/columns'
import {
  type Finding,
  type FindingRow,
  type Findings,
  hiddenRowsText,
  locationOf,
  unusedColumns,
} from '#domain/import/findings'
import {
  areDuplicates,
  deferralOf,
  type Fix,
  fixOf,
  groupRejections,
  isNewClass,
  questionOf,
  quoted,
  type RejectionGroup,
  replacement,
  textsOf,
  unreadFix,
  valuesForNone,
} from '#domain/import/fixes'
import type { ImportOptions, ImportReport, Rejection } from '#domain/import/import'
import { fullName, type MappedColumn, targetLabel } from '#domain/import/mapping'
import type { HiddenRows, ImportPreview, RejectedValue } from '#domain/import/schemas'
import { classKeys, fullestName, isClassField, maxClassName } from '#domain/pilots/classes/classes'
import { isFieldName } from '#domain/pilots/fields'
import { cellChoices, type FieldTable, isPilotField, type PilotField } from '#domain/pilots/own/field-table'
import { canBeMissing } from '#domain/pilots/pilot'
import { type DateOrder, isYearFirst, orderTexts } from '#domain/text/date'
import { count, enumerate, enumerateFirst, shortened } from '#domain/text/text'
import { say, widthOf } from '../../terminal/output.ts'
import { table } from '../../terminal/table.ts'

/** Prints every column with its field and its first cells, and what a person should check. */
export function sayUnderstood(preview: ImportPreview, known: FieldTable): void {
  const { form, unit, columns, first, isRemembered, defaults = {} } = preview
  say(`${form}\n`)
  if (isRemembered)
    say('Se usa lo que se eligió para un archivo anterior con este encabezado (--forget no lo usa)\n')
  const rows = columns.flatMap(({ name, target }, index) => [
    [name, fieldOf(target, known), ...first.map(({ cells }) => short(cells[index]))],
    ...(target === fullName ? dividedNames(first) : []),
  ])
  for (const [field, value] of Object.entries(defaults) as [PilotField, string][]) {
    const hasColumn = columns.some(({ target }) => target === field)
    const everywhere = field === 'tipodoc' ? '(donde no es un DNI)' : '(todas las filas)'
    const where = hasColumn ? `(donde falta: ${short(value)})` : everywhere
    rows.push([where, columnLabel(field, known), ...first.map(() => (hasColumn ? '' : short(value)))])
  }
  const head = ['COLUMNA', 'CAMPO', ...first.map(({ line }) => `${unit} ${line}`.toUpperCase())]
  say(table(head, rows, widthOf(process.stderr)))
  if (preview.hiddenRows) say(`${hiddenRowsText(preview.hiddenRows)}: ${hiddenChoice(preview.hiddenRows)}`)
  for (const column of columns) sayDoubt(column, columns)
  for (const { name, suggestion } of columns)
    if (suggestion)
      say(`«${name}» parece ${fieldOf(suggestion)}. Para usarla: --map ${quoted(`${name}=${suggestion}`)}`)
  const unused = unusedColumns(preview)
  if (unused.length > 0) say(`No se usa: ${enumerate(unused)}\n`)
}

/** Prints what a person should check about a column. The refusal of the file says the doubt that several columns share. */
function sayDoubt({ name, target, doubt, dates }: MappedColumn, columns: readonly MappedColumn[]): void {
  const isShared = columns.filter((column) => column.doubt === doubt && column.target === target).length > 1
  if (doubt && !isShared)
    say(`Revise «${name}»: ${doubt}${dates ? `. Para decidirlo: ${datesOptions(target, dates)}` : ''}`)
  else if (dates?.order && dates.order !== 'dia-mes') {
    const otherwise = isYearFirst(dates.order) ? 'con el día primero' : 'al revés'
    say(
      `Las fechas de «${name}» se leen como ${orderTexts[dates.order]} (${datesOption(target, 'dia-mes')} las lee ${otherwise})`,
    )
  }
}

/** Returns the options that choose the order of a column of dates. */
function datesOptions(target: MappedColumn['target'] | undefined, dates: ColumnDates): string {
  return enumerate(
    ordersIn(dates).map((order) => datesOption(target, order)),
    'o',
  )
}

function datesOption(target: MappedColumn['target'] | undefined, order: DateOrder): string {
  return `--dates ${target === 'fechanac' ? order : `${target}=${order}`}`
}

/** Says what becomes of hidden rows, and how a person chooses it. */
function hiddenChoice({ isImported }: HiddenRows): string {
  if (isImported === undefined)
    return '--hidden-rows importar las importa también, --hidden-rows dejar las deja fuera'
  return isImported
    ? 'se importan también (--hidden-rows dejar las deja fuera)'
    : 'se dejan fuera (--hidden-rows importar las importa)'
}

/** Returns the rows of a table with the two parts of the full names. */
function dividedNames(first: ImportPreview['first']): string[][] {
  return (['lastname', 'name'] as const).map((part) => [
    '  se divide en',
    columnLabel(part),
    ...first.map((row) => short(row[part])),
  ])
}

function fieldOf(target: MappedColumn['target'] | undefined, known?: FieldTable): string {
  if (!target || target === reasonColumn) return '—'
  return targetLabel(target, known)
}

function short(cell = ''): string {
  return shortened(cell, 24)
}

/** The number of rows of a finding that are printed. */
const named = 20

/** Prints the findings about rows, and the bad cells by field and problem. */
export function sayFindings(
  findings: Findings,
  report: ImportReport,
  preview: ImportPreview,
  known: FieldTable,
  categories?: readonly Category[],
): void {
  const { sheets: _last, unsure, removed, foreign, suspensions, erased, ...others } = findings
  for (const finding of [...Object.values(others), unsure, removed, foreign]) sayFinding(finding)
  const { rejected, badCells } = report
  const groups = groupRejections(rejected, known, categories, preview.usual)
  for (const group of groups) sayGroup(group, preview, known)
  const later = new Set(groups.flatMap((group) => deferralOf(group, group.cells.length)?.option ?? []))
  if (groups.some(({ field, values }) => values.length === 0 && isFieldName(field) && canBeMissing(field)))
    say(`Para que la mesa complete después lo que falta: --incomplete, o ${enumerate([...later], 'o')}`)
  if (badCells > rejected.length) say(`y ${count(badCells - rejected.length, 'celda')} más`)
  for (const finding of [suspensions, erased]) sayFinding(finding)
}

/** Prints a finding: its rows in the line of its title, or below it. */
export function sayFinding(finding: Finding | undefined): void {
  if (!finding) return
  const { title, printed = title, rows = [], total, isList, advice } = finding
  const shown = rows.slice(0, named)
  const rest = total - shown.length
  if (isList) sayRows(printed && `${printed}:`, shown, rest)
  else if (rows.length === 0) say(printed)
  else say(`${printed}: ${enumerateFirst(shown.map(textOf), total)}`)
  if (advice) say(`  ${advice}`)
}

/** Prints rows below a title, each with the option that corrects it. */
function sayRows(title: string, rows: readonly FindingRow[], rest = 0): void {
  const indent = title ? '  ' : ''
  if (title) say(title)
  for (const row of rows) {
    say(indent + textOf(row))
    if (row.fix) say(`${indent}  ${row.fix.where}: ${row.fix.option}`)
  }
  if (rest > 0) say(`${indent}y ${rest} más`)
}

function textOf({ place, text, printed }: FindingRow): string {
  return printed ?? (place === undefined ? text : `${place}: ${text}`)
}

/** Prints a group of bad cells, with the options that correct all of them. */
function sayGroup(group: RejectionGroup, preview: ImportPreview, known: FieldTable): void {
  const { field, hasFirst, damage, values, cells } = group
  const title = groupTitle(group, cells.length)
  const dates = openDates(cells, preview)
  const [only, ...others] = alikeCells(cells)
  if (damage) sayRows(title, damagedRows(cells, preview), cells.length - named)
  else if (cells.length > 1 && dates)
    sayRows(title, [{ text: `${placesOf(cells, preview)}: ${datesOptions(field, dates)}` }])
  else if (cells.length > 1 && isChoice(field) && values.length > 0)
    sayRows(title, optionRows(field, group, preview, known))
  else if (only) {
    const isOneLine = cells.length === 1 || others.length === 0 || hasFirst
    const line =
      cells.length === 1 ? lineOf(only, preview) : `${title}: ${placesOf(hasFirst ? cells : only, preview)}`
    const rows = isOneLine ? [] : [only, ...others].map((same) => ({ text: lineOf(same, preview) }))
    sayRows(isOneLine ? line : title, [...rows, ...noneRows(field, values)])
  }
  const fix = wholeFix(group, preview)
  if (fix) say(`  ${fix.where}: ${fix.option}`)
  if (group.isOther) say('  si son otras personas, que no se importan: --same-person todas=no')
  if (areDuplicates(cells)) say('  si son los mismos pilotos: --update')
}

/** Returns the option that corrects all cells of a group, if it is not printed beside each of them. */
function wholeFix(group: RejectionGroup, { usual }: ImportPreview): Fix | undefined {
  const { cells, values, hasFirst, isOther, damage } = group
  if (values.length === 0 || hasFirst || isOther || damage) return fixOf(group, cells.length, usual)
  return cells.length > 1 ? unreadFix(group, cells.length) : undefined
}

/** Returns the rows of cells that another program has damaged. */
function damagedRows(cells: readonly Rejection[], preview: ImportPreview): FindingRow[] {
  return cells.slice(0, named).map((cell) => ({
    place: locationOf(cell, preview),
    text: `«${shortened(cell.value ?? '', 40)}» es «${shortened(cell.damage?.meant ?? '', 40)}»`,
  }))
}

/** Returns how the column of rejected dates is read, if their order is the problem. */
function openDates(cells: readonly Rejection[], { columns }: ImportPreview): ColumnDates | undefined {
  const [first] = cells
  if (first?.message !== unknownOrder && first?.message !== unknownYear) return undefined
  return columns.find(({ target }) => target === first.field)?.dates
}

/** Returns the cells with the same value and problem together. */
function alikeCells(cells: readonly Rejection[]): Rejection[][] {
  return [...groupsBy(cells, ({ value, message }) => `${value ?? ''}\n${message}`).values()]
}

/** The numbers of lines that are named if there are more than `fewLines`. */
const [firstLines, fewLines] = [3, 6]

/** Names the lines of cells, such as `filas 3, 5, 7 y 53 más`. */
function placesOf(cells: readonly Rejection[], { unit }: ImportPreview): string {
  const lines = cells.map(({ line }) => String(line))
  const named = lines.length > fewLines ? lines.slice(0, firstLines) : lines
  return `${lines.length > 1 ? `${unit}s` : unit} ${enumerateFirst(named, lines.length)}`
}

/** Returns the texts that stand for no value. */
function noneRows(field: Rejection['field'], values: readonly RejectedValue[]): FindingRow[] {
  if (!isCorrectable(field)) return []
  return valuesForNone(field, values)
    .slice(0, named)
    .map(({ value, rows, nearest = '' }) => ({
      text: `«${shortened(value, 40)}»: ¿quiso decir ${nearest}?`,
      fix: replacement(field, [value], nearest, rows),
    }))
}

/** Returns the lines of each value that is no option, and the options. */
function optionRows(
  field: CorrectableColumn,
  { choices, values, cells }: RejectionGroup,
  preview: ImportPreview,
  known: FieldTable,
): FindingRow[] {
  const rows = values.map((each) => {
    const { value, spellings = [], nearest } = each
    const question = questionOf(each)
    const same = cells.filter((cell) => cell.value === value || spellings.some((text) => text === cell.value))
    const written = [value, ...spellings].map((text) => `«${shortened(text, 40)}»`)
    return {
      text: `${enumerateFirst(written.slice(0, fewLines), written.length)} en ${placesOf(same, preview)}${question ? `: ${question}` : ''}`,
      ...(nearest !== undefined && { fix: replacement(field, textsOf(field, each), nearest) }),
    }
  })
  const options = {
    text: `Las opciones son ${enumerate(choices ?? (isPilotField(field) ? cellChoices(known, field) : []))}. Una se pone en el campo ${field} con --replace`,
  }
  const texts = values
    .filter((each) => !each.nearest && isNewClass(each))
    .slice(0, 1)
    .flatMap(({ value, spellings = [] }) => [value, ...spellings])
  const name = fullestName(texts)
  if (name === '' || !isClassField(field) || name.length > maxClassName) return [...rows, options]
  // The other texts of the file become its spellings, which commas separate.
  const keyOf = classKeys[field]
  const spellings = texts.filter((text) => keyOf(text) !== keyOf(name) && !text.includes(','))
  const added = JSON.stringify({ field, name, ...(spellings.length > 0 && { spellings }) })
  return [
    ...rows,
    options,
    { text: `Para agregar una: pilotos call "POST /api/classes", con este cuerpo: ${added}` },
  ]
}

/** Returns the line of one cell, or of several with the same value and problem. */
function lineOf(cells: readonly Rejection[], preview: ImportPreview): string {
  const [first] = cells as [Rejection]
  const { value, message } = first
  const place = cells.length > 1 ? placesOf(cells, preview) : locationOf(first, preview)
  const isQuoted = value === undefined || message.startsWith(`«${value}»`)
  const excerpt = isQuoted ? '' : ` (${shortened(value, 40)})`
  return `${place}: ${message}${excerpt}`
}

/** Prints how the import is undone, and the photos that it gave to pilots whom no row names. */
export function sayUndo(change: number | undefined, photoChange: number | undefined): void {
  if (change) say(`Para deshacer esta importación: pilotos undo-import ${change}`)
  if (photoChange) say(`Para quitar las fotos de los demás pilotos: pilotos undo-import ${photoChange}`)
}

export function summary(report: ImportReport, { dryRun, strict }: ImportOptions): string {
  const { registered, incomplete, updated, unchanged, rejectedRows } = report
  const parts = [
    count(registered - incomplete, 'registrado'),
    incomplete > 0 && count(incomplete, 'incompleto'),
    updated > 0 && count(updated, 'actualizado'),
    unchanged > 0 && count(unchanged, 'sin cambios', 'sin cambios'),
    count(rejectedRows, 'rechazado'),
  ].filter(Boolean)
  const note = strict && rejectedRows > 0 ? ' (--strict: no se guardó ninguno)' : ''
  return `${dryRun ? 'Ensayo, no se guardó nada: ' : ''}${parts.join(', ')}${note}\n`
}
