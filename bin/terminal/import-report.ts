/** Writes the preview and the report of an import for the terminal. */
import { type ColumnDates, ordersIn, unknownOrder, unknownYear } from '#domain/import/column-dates'
import { columnLabel, reasonColumn, termsColumns } from '#domain/import/columns'
import { groupTitle } from '#domain/import/damage'
import {
  areDuplicates,
  groupRejections,
  isChoice,
  type RejectedValue,
  type RejectionGroup,
} from '#domain/import/groups'
import {
  blankWordsTitle,
  blankWordText,
  erasedRowsText,
  type ImportOptions,
  type ImportRemarks,
  type ImportReport,
  otherSuspensionsText,
  type Rejection,
  sameNumberText,
} from '#domain/import/import'
import { fullName, type MappedColumn, targetLabel, usualDefaults } from '#domain/import/mapping'
import {
  type HiddenRows,
  hiddenRowsText,
  type ImportPreview,
  locationOf,
  otherSheets,
  unusedColumns,
} from '#domain/import/preview'
import { choicesOf, type FieldName, isFieldName } from '#domain/pilot/fields'
import { noneIn } from '#domain/pilot/pilot'
import { type DateOrder, isYearFirst, orderTexts } from '#domain/text/date'
import { count, enumerate, shortened } from '#domain/text/text'
import { quoted, say, widthOf } from './output.ts'
import { table } from './table.ts'

/** Prints every column with its field and its first cells, and what a person should check. */
export function sayUnderstood(preview: ImportPreview): void {
  const { form, unit, columns, first, isRemembered, defaults = {} } = preview
  say(`${form}\n`)
  if (isRemembered)
    say('Se usa lo que se eligió para un archivo anterior con este encabezado (--forget no lo usa)\n')
  const rows = columns.flatMap(({ name, target }, index) => [
    [name, fieldOf(target), ...first.map(({ cells }) => short(cells[index]))],
    ...(target === fullName ? dividedNames(first) : []),
  ])
  for (const [field, value] of Object.entries(defaults) as [FieldName, string][]) {
    const hasColumn = columns.some(({ target }) => target === field)
    const where = hasColumn ? `(donde falta: ${short(value)})` : '(todas las filas)'
    rows.push([where, columnLabel(field), ...first.map(() => (hasColumn ? '' : short(value)))])
  }
  const head = ['COLUMNA', 'CAMPO', ...first.map(({ line }) => `${unit} ${line}`.toUpperCase())]
  say(table(head, rows, widthOf(process.stderr)))
  if (preview.fixesCapitals)
    say('Los nombres en mayúsculas se escriben como Quispe Mamani (--no-fix-capitals los deja)')
  if (preview.hiddenRows) say(`${hiddenRowsText(preview.hiddenRows)}: ${hiddenChoice(preview.hiddenRows)}`)
  for (const column of columns) sayDoubt(column, columns)
  for (const { name, target, suggestion } of columns)
    if (target === null && termsColumns.some((column) => column === suggestion))
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

function fieldOf(target: MappedColumn['target'] | undefined): string {
  if (!target || target === reasonColumn) return '—'
  return targetLabel(target)
}

function short(cell = ''): string {
  return shortened(cell, 24)
}

/** The number of rows of a kind that are named. */
const named = 20

export function sayRemarks(
  {
    asideRows,
    aside,
    unsureRows,
    unsure,
    meantTexts,
    blankWords,
    sameNumberRows,
    sameNumbers,
  }: ImportRemarks,
  { unit }: ImportPreview,
): void {
  if (asideRows > 0) {
    const texts = aside.slice(0, named).map(({ line, text }) => `${unit} ${line} «${text}»`)
    const more = asideRows > named ? [`${asideRows - named} más`] : []
    const verb = asideRows === 1 ? 'se deja' : 'se dejan'
    say(`${count(asideRows, 'fila')} sin piloto, que ${verb} aparte: ${enumerate([...texts, ...more])}`)
  }
  for (const { field, text, meant, rows } of meantTexts.slice(0, named)) {
    say(`${count(rows, 'fila')} con ${columnLabel(field)} «${text}»: ¿quiso decir ${meant}?`)
    say(`  en todas: ${replaceOption(field, text, meant)}`)
  }
  if (blankWords.length > 0) {
    const texts = blankWords.slice(0, named).map((word) => blankWordText(word, unit))
    const more = blankWords.length > named ? [`${blankWords.length - named} más`] : []
    say(`${blankWordsTitle(blankWords)}: ${enumerate([...texts, ...more])}`)
  }
  if (sameNumberRows > 0) {
    const texts = sameNumbers.slice(0, named).map((same) => sameNumberText(same, unit))
    const more = sameNumbers.length > named ? [`${sameNumbers.length - named} más`] : []
    say(`${count(sameNumberRows, 'fila')} con un número repetido: ${enumerate([...texts, ...more])}`)
  }
  if (unsureRows === 0) return
  say(`${count(unsureRows, 'nombre')} por revisar:`)
  for (const { line, name, lastname } of unsure.slice(0, named))
    say(`  ${unit} ${line}: Nombres «${name}», Apellidos «${lastname}»`)
  if (unsureRows > named) say(`  y ${unsureRows - named} más`)
}

/** Prints how many rows are of erased persons. */
export function sayErased({ erasedRows }: ImportReport, { erased }: ImportOptions): void {
  if (erasedRows > 0)
    say(`${erasedRowsText(erasedRows, erased)}${erased ? '' : ' (--erased la registra otra vez)'}`)
}

/** Prints the suspensions of the file that differ from those that are not over. */
export function saySuspensions(
  { otherSuspensionRows: rows, otherSuspensions }: ImportReport,
  { unit }: ImportPreview,
  { replaceSuspensions }: ImportOptions,
): void {
  if (rows === 0) return
  say(
    `${otherSuspensionsText(rows, replaceSuspensions)}${replaceSuspensions ? '' : ' (--replace-suspensions usa las del archivo)'}:`,
  )
  for (const { line, rider, stored, given } of otherSuspensions.slice(0, named))
    say(`  ${unit} ${line}, ${rider}: ${stored}. En el archivo: ${given}`)
  if (rows > named) say(`  y ${rows - named} más`)
}

/** Prints the bad cells by field and problem. */
export function sayRejected({ rejected, badCells }: ImportReport, preview: ImportPreview): void {
  for (const group of groupRejections(rejected))
    if (group.damage) sayDamages(group, preview)
    else sayGroup(group, preview)
  if (badCells > rejected.length) say(`y ${count(badCells - rejected.length, 'celda')} más`)
}

function sayGroup(group: RejectionGroup, preview: ImportPreview): void {
  const { problem, field, hasFirst, values, cells } = group
  const areSeveral = cells.length > 1
  const title = `${count(cells.length, 'fila')} ${problem}`
  const alike = alikeCells(cells)
  const dates = openDates(cells, preview)
  if (areSeveral && dates) say(`${title}\n  ${placesOf(cells, preview)}: ${datesOptions(field, dates)}`)
  else if (areSeveral && isChoice(field) && values.length > 0) {
    say(title)
    sayOptions(field, values, cells, preview)
  } else {
    const [only, ...others] = alike
    if (areSeveral && only && (others.length === 0 || hasFirst))
      say(`${title}: ${placesOf(hasFirst ? cells : only, preview)}`)
    else if (areSeveral) say([title, ...alike.map((same) => `  ${lineOf(same, preview)}`)].join('\n'))
    else if (only) say(lineOf(only, preview))
    if (isFieldName(field)) sayNone(field, values)
  }
  if (hasFirst) say(`  el primero en todas: --first ${field}`)
  if (areDuplicates(cells)) say('  si son los mismos pilotos: --update')
}

/** Prints the cells that another program has damaged, and the option that mends all of them. */
function sayDamages(group: RejectionGroup, preview: ImportPreview): void {
  const { damage, cells } = group
  say(groupTitle(group, cells.length))
  for (const cell of cells.slice(0, named))
    say(
      `  ${locationOf(cell, preview)}: «${shortened(cell.value ?? '', 40)}» es «${shortened(cell.damage?.meant ?? '', 40)}»`,
    )
  if (cells.length > named) say(`  y ${cells.length - named} más`)
  say(`  en todas: --correct ${damage}`)
}

/** Returns how the column of rejected dates is read, if their order is the problem. */
function openDates(cells: readonly Rejection[], { columns }: ImportPreview): ColumnDates | undefined {
  const [first] = cells
  if (first?.message !== unknownOrder && first?.message !== unknownYear) return undefined
  return columns.find(({ target }) => target === first.field)?.dates
}

/** Returns the cells with the same value and problem together. */
function alikeCells(cells: readonly Rejection[]): Rejection[][] {
  const alike = new Map<string, Rejection[]>()
  for (const cell of cells) {
    const key = `${cell.value ?? ''}\n${cell.message}`
    alike.set(key, [...(alike.get(key) ?? []), cell])
  }
  return [...alike.values()]
}

/** The numbers of lines that are named if there are more than `fewLines`. */
const [firstLines, fewLines] = [3, 6]

/** Names the lines of cells, such as `filas 3, 5, 7 y 53 más`. */
function placesOf(cells: readonly Rejection[], { unit }: ImportPreview): string {
  const lines = cells.map(({ line }) => String(line))
  const named = lines.length > fewLines ? lines.slice(0, firstLines) : lines
  const more = lines.length > named.length ? [`${lines.length - named.length} más`] : []
  return `${lines.length > 1 ? `${unit}s` : unit} ${enumerate([...named, ...more])}`
}

/** Prints the options that give a usual value to empty cells, or to the texts that stand for no value. */
function sayNone(field: FieldName, values: readonly RejectedValue[]): void {
  const usual = usualDefaults[field]
  if (values.length === 0 && usual)
    say(`  en todas las filas donde falta: --set ${quoted(`${field}=${usual}`)}`)
  const none = noneIn(field)
  const saying = values.filter(({ nearest }) => nearest !== undefined && nearest === none)
  for (const { value, rows, nearest = '' } of saying.slice(0, named)) {
    say(`  «${shortened(value, 40)}»: ¿quiso decir ${nearest}?`)
    say(
      `    en ${rows === 1 ? 'esa fila' : `las ${count(rows, 'fila')}`}: ${replaceOption(field, value, nearest)}`,
    )
  }
}

function replaceOption(field: FieldName, text: string, replacement: string): string {
  return `--replace ${quoted(`${field}:${text}=${replacement}`)}`
}

/** Prints the lines of each value that is no option, and how it is replaced in all of them. */
function sayOptions(
  field: FieldName,
  values: readonly RejectedValue[],
  cells: readonly Rejection[],
  preview: ImportPreview,
): void {
  for (const { value, nearest } of values) {
    const where = placesOf(
      cells.filter((cell) => cell.value === value),
      preview,
    )
    const question = nearest ? `: ¿quiso decir ${nearest}?` : ''
    say(`  «${shortened(value, 40)}» en ${where}${question}`)
    if (value.length <= 40) say(`    en todas: ${replaceOption(field, value, nearest ?? '…')}`)
  }
  say(`  Las opciones son ${enumerate(choicesOf(field))}`)
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

/** Prints the sheets with riders that were not read. */
export function sayOtherSheets(preview: ImportPreview): void {
  const others = otherSheets(preview)
  if (others.length === 0) return
  const named = others.map(({ name, riders }) => `«${name}» (${count(riders, 'piloto')})`)
  say(`Sin leer quedan ${enumerate(named)}: se importan con --sheet ${quoted(others[0]?.name ?? '')}`)
}

/** Prints how the import is undone, and the photos that it gave to pilots whom no row names. */
export function sayUndo(change: number | undefined, photoChange: number | undefined): void {
  if (change) say(`Para deshacer esta importación: pilotos undo-import ${change}`)
  if (photoChange) say(`Para quitar las fotos de los demás pilotos: pilotos undo-import ${photoChange}`)
}

export function summary(report: ImportReport, { dryRun, strict }: ImportOptions): string {
  const { registered, updated, unchanged, rejectedRows } = report
  const parts = [
    count(registered, 'registrado'),
    updated > 0 && count(updated, 'actualizado'),
    unchanged > 0 && count(unchanged, 'sin cambios', 'sin cambios'),
    count(rejectedRows, 'rechazado'),
  ].filter(Boolean)
  const note = strict && rejectedRows > 0 ? ' (--strict: no se guardó ninguno)' : ''
  return `${dryRun ? 'Ensayo, no se guardó nada: ' : ''}${parts.join(', ')}${note}\n`
}
