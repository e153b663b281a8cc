/** Reads the rows of a table that a person pastes from a spreadsheet as items of a list, each cell by the kind of its part. */
import { understoodCell } from '#domain/import/cells/cells'
import { readTick, tickText } from '#domain/pilots/own/field-table'
import { optionRule, Problem, wordKey } from '#domain/pilots/rules'
import { completedDay } from '#domain/text/date'
import { columnLetters, figure, isBlank } from '#domain/text/text'
import type { Problems } from '../ui/form.tsx'
import { linesOf, type Part, type Parts, partsIn, problemsOfParts } from './item-part.tsx'

/** The most rows of a table, since a person looks at all of them. */
export const maxRows = 200

interface PastedRow<Typed> {
  /** The place of the row in the table, from 1, as a spreadsheet counts. */
  row: number
  typed: Typed
  /** The texts of the parts as they were understood, or of the cells that were not. */
  texts: Readonly<Record<string, string>>
  problems: Problems
}

export interface PastedTable<Typed, Item> {
  rows: PastedRow<Typed>[]
  parts: Part<Typed, Item>[]
  /** The columns that are no part: their names or, without names, their letters. */
  unused: string[]
}

/** The items that the rows become. */
export interface TableDescription<Typed, Item> {
  parts: Parts<Typed, Item>
  /** The values of a row whose cells are empty. */
  start: Typed
  check?: (typed: Typed) => Problems
}

/** A first row in which a cell is the label of a part has the names of the columns. Else they are in the order of the parts. */
export function readTable<Typed extends object, Item>(
  text: string,
  description: TableDescription<Typed, Item>,
): PastedTable<Typed, Item> {
  const all = partsIn(description.parts)
  const lines = cellsOf(text)
    .map((cells, index) => ({ row: index + 1, cells }))
    .filter(({ cells }) => !cells.every(isBlank))
  const names = lines[0]?.cells ?? []
  const named = names.map((name) => all.find(({ label }) => labelKey(label) === labelKey(name)))
  const isNamed = named.some(Boolean)
  const columns = isNamed ? named.map((part, at) => (named.indexOf(part) === at ? part : undefined)) : all
  const filled = lines.slice(isNamed ? 1 : 0)
  const rows = filled.map(({ row, cells }) => ({ row, ...readRow(cells, columns, description) }))
  const width = Math.max(0, ...filled.map(({ cells }) => cells.length))
  const unused = Array.from({ length: width }, (_, at) => {
    if (columns[at] || filled.every(({ cells }) => isBlank(cells[at]))) return ''
    return (isNamed && names[at]) || columnLetters(at)
  })
  return { rows, parts: all, unused: unused.filter(Boolean) }
}

function readRow<Typed extends object, Item>(
  cells: readonly string[],
  columns: readonly (Part<Typed, Item> | undefined)[],
  { parts, start, check }: TableDescription<Typed, Item>,
): Omit<PastedRow<Typed>, 'row'> {
  const values: Record<string, unknown> = {}
  const unread = new Map<string, { cell: string; message: string }>()
  for (const [at, part] of columns.entries()) {
    const cell = cells[at] ?? ''
    if (!part || cell === '') continue
    const value = readCell(part, cell)
    if (value instanceof Problem) unread.set(part.name, { cell, message: value.message })
    else values[part.name] = value
  }
  const typed: Typed = { ...start, ...values }
  const texts = partsIn(parts).map((part) => [
    part.name,
    unread.get(part.name)?.cell ?? textOf(part, typed[part.name]),
  ])
  const messages = [...unread].map(([name, { message }]) => [name, message])
  return {
    typed,
    texts: Object.fromEntries(texts),
    problems: { ...problemsOfParts(parts, typed), ...check?.(typed), ...Object.fromEntries(messages) },
  }
}

/** Returns what is wrong with a table, or what a server refused of it by names such as `rows.3.name`. */
export function problemsIn<Typed, Item>(
  { rows, parts }: PastedTable<Typed, Item>,
  refused: Problems = {},
): string[] {
  const found = rows.flatMap(({ problems }, at) =>
    Object.entries(problems).map(([name, message]) => [`rows.${at}.${name}`, message] as const),
  )
  const texts = [...found, ...Object.entries(refused)].flatMap(([name, message]) => {
    const [list, at = '', part] = name.split('.')
    const label = parts.find((one) => one.name === part)?.label
    const place = [rows[Number(at)] && at && `Fila ${rows[Number(at)]?.row}`, label]
      .filter(Boolean)
      .join(', ')
    return message && list === 'rows' ? [place ? `${place}: ${message}` : message] : []
  })
  if (rows.length === 0) return ['No hay ninguna fila debajo de los nombres de las columnas']
  return rows.length > maxRows ? [`Son ${figure(rows.length)} filas: pegue hasta ${maxRows} a la vez`] : texts
}

/** Returns the cells of a text as spreadsheets copy it: with tabs, or with semicolons, and with quotes around line ends. */
function cellsOf(text: string): string[][] {
  const mark = text.includes('\t') ? '\t' : ';'
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${mark}\\r\\n]*))(${mark}|\\r?\\n|\\r|$)`, 'gy')
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text.matchAll(cell)) {
    rows.at(-1)?.push(String(understoodCell(quoted?.replaceAll('""', '"') ?? plain)).trim())
    if (end === '') break
    if (end !== mark) rows.push([])
  }
  return rows
}

function labelKey(label: string): string {
  return wordKey(label.replace(/\(.*\)/, ''))
}

/** Returns the value of a cell that is not empty. */
function readCell<Typed, Item>(part: Part<Typed, Item>, cell: string): string | boolean | Problem {
  switch (part.kind) {
    case 'yes':
      return readTick(cell) ?? new Problem('Escriba sí o no')
    case 'select':
    case 'radio': {
      const label = optionRule(
        part.options.map(([, label]) => label),
        { spellings: part.options },
      )(cell)
      return label instanceof Problem ? label : (part.options.find(([, one]) => one === label)?.[0] ?? '')
    }
    case 'day':
      return completedDay(cell)
    case 'lines':
      return linesOf(cell.replace(/\s*[/;,|]\s*/g, '\n')).join('\n')
    default:
      return cell.replace(/\s+/g, ' ')
  }
}

/** Returns a value as a person reads it. */
function textOf<Typed, Item>(part: Part<Typed, Item>, value: unknown): string {
  if (part.kind === 'yes') return value ? tickText : ''
  if (part.kind === 'lines') return linesOf(String(value)).join(', ')
  if (part.kind !== 'select' && part.kind !== 'radio') return String(value)
  return part.options.find(([one]) => one === value)?.[1] ?? ''
}
