/** Formats tables for the terminal: columns separated by spaces, in the width of the terminal. */
import { wrapAnsi } from 'fast-wrap-ansi'
import { type StatusBasis, statusOf, statusTexts } from '#domain/credential/status'
import { moreText, type Section } from '#domain/events/report/sections'
import { documentText } from '#domain/pilots/document'
import { type FieldName, labelsIn, shownText } from '#domain/pilots/fields'
import { fullName, type Pilot } from '#domain/pilots/pilot'
import { formatDay } from '#domain/text/date'
import { printable } from '#domain/text/names'
import { isObject } from '#domain/text/text'
import { width } from './output.ts'

interface PilotColumn {
  title: string
  text: (pilot: Pilot, basis: StatusBasis) => string
  /** The columns with the highest numbers are the first that a narrow terminal omits. */
  omitted?: number
}

/** The order in which a narrow terminal omits fields, from the last: see `omitted`. Others are omitted before them. */
const omittedFields: Partial<Record<FieldName, number>> = {
  dni: 0,
  npiloto: 0,
  modalidad: 1,
  nlicencia: 2,
  club: 5,
}
const firstOmitted = 6

const pilotColumns: readonly PilotColumn[] = [
  { title: 'ID', text: ({ id }) => id },
  { title: 'PILOTO', text: fullName },
  ...Array.from(labelsIn('terminal'), ([name, title]) => ({
    title,
    text: (pilot: Pilot) => cellOf(name, pilot),
    omitted: omittedFields[name] ?? firstOmitted,
  })),
  {
    title: 'IMPRESA',
    text: ({ card }) => (card ? `${formatDay(card.at)}${card.outdated ? ', desactualizada' : ''}` : ''),
    omitted: 4,
  },
  {
    title: 'ESTADO',
    text: (pilot, { rules, day }) => statusTexts[statusOf(pilot, rules, day).kind],
    omitted: 3,
  },
]

/** The licence is in the column of its number, and another document in that of the DNI. */
function cellOf(name: FieldName, pilot: Pilot): string {
  if (name === 'dni') return documentText(pilot) ?? ''
  const text = shownText(name, pilot[name]) ?? ''
  return name === 'nlicencia' ? `${text} ${pilot.licencia}`.trim() : text
}

/** The narrowest column that cells are wrapped in. */
const narrowest = 8
const gap = 2

type Cells = readonly (string | number)[]
type Line = readonly string[]

/** Returns the table of pilots, and the titles of the columns that do not fit in the terminal. */
export function pilotTable(
  pilots: readonly Pilot[],
  basis: StatusBasis,
  terminalWidth: number,
): { text: string; omitted: string[] } {
  const titles = pilotColumns.map(({ title }) => title)
  const rows = pilots.map((pilot) => pilotColumns.map(({ text }) => text(pilot, basis)))
  const lines = [titles, ...rows].map(cleaned)
  const widths = widthsOf(lines)
  let kept = [...pilotColumns.keys()]
  for (
    let last = firstOmitted;
    last > 0 && lineWidth(kept.map((index) => widths[index] ?? 0)) > terminalWidth;
    last -= 1
  )
    kept = kept.filter((index) => (pilotColumns[index]?.omitted ?? 0) < last)
  const columnsOf = <Value>(values: readonly Value[]) => values.filter((_, index) => kept.includes(index))
  return {
    text: formatted(lines.map(columnsOf), columnsOf(widths), terminalWidth),
    omitted: titles.filter((_, index) => !kept.includes(index)),
  }
}

/**
 * Returns a table whose columns are as wide as their widest cell, in the width that a terminal draws. If that is more
 * than `terminalWidth`, the widest columns are narrowed and their cells wrapped.
 */
export function table(head: Cells, rows: readonly Cells[], terminalWidth = Number.POSITIVE_INFINITY): string {
  const lines = [head, ...rows].map(cleaned)
  return formatted(lines, widthsOf(lines), terminalWidth)
}

function formatted(lines: readonly Line[], natural: readonly number[], terminalWidth: number): string {
  const widths = narrowed(natural, terminalWidth)
  return lines.flatMap((cells) => linesOf(cells, widths)).join('')
}

function cleaned(cells: Cells): string[] {
  return cells.map((cell) => printable(String(cell)).replaceAll('\n', ' ').trimEnd())
}

function widthsOf(lines: readonly Line[]): number[] {
  return (lines[0] ?? []).map((_, index) =>
    lines.reduce((widest, cells) => Math.max(widest, width(cells[index] ?? '')), 0),
  )
}

function lineWidth(widths: readonly number[]): number {
  return widths.reduce((sum, each) => sum + each + gap, -gap)
}

/** Narrows the widest columns until a line fits, but no column below `narrowest`. */
function narrowed(widths: readonly number[], terminalWidth: number): number[] {
  const result = [...widths]
  for (let excess = lineWidth(result) - terminalWidth; excess > 0; excess -= 1) {
    const widest = Math.max(...result)
    if (widest <= narrowest) break
    result[result.indexOf(widest)] = widest - 1
  }
  return result
}

/** Returns the lines of a row: more than one if a cell is wider than its column. */
function linesOf(cells: Line, widths: readonly number[]): string[] {
  const wrapped = cells.map((cell, index) => wrap(cell, widths[index] ?? 0))
  const height = Math.max(...wrapped.map((lines) => lines.length))
  return Array.from({ length: height }, (_, line) => {
    const texts = wrapped.map((lines, index) => padded(lines[line] ?? '', widths[index] ?? 0))
    return `${texts.join(' '.repeat(gap)).trimEnd()}\n`
  })
}

function wrap(cell: string, columnWidth: number): string[] {
  return width(cell) <= columnWidth ? [cell] : wrapAnsi(cell, columnWidth, { hard: true }).split('\n')
}

function padded(text: string, columnWidth: number): string {
  return text + ' '.repeat(Math.max(0, columnWidth - width(text)))
}

/** The most rows of a list that the text has: the PDF and the JSON have more. */
const mostRows = 40

/** Returns a list as a table of at most `mostRows` rows, and says how many more there are. */
export function listText({ title, summary, none, head, rows, total }: Section, width: number): string {
  if (total === 0) return `${none}\n`
  const shown = rows.slice(0, mostRows).map(({ cells }) => cells)
  const titles = head.map((text) => text.toUpperCase())
  const more = moreText(total, shown.length)
  return [summary && `${title}: ${summary}\n`, table(titles, shown, width), more && `${more}\n`].join('')
}

/** Returns the items of an answer: several as a table of their properties, one as lines with a label and a value. */
export function answerText(items: readonly unknown[], width: number): string {
  const [first, ...others] = items.map((item) => (isObject(item) ? item : { '': item }))
  if (!first) return ''
  if (others.length === 0) {
    const [head = [], ...lines] = Object.entries(first).map(([name, value]) => [name, answerCell(value)])
    return table(head, lines, width)
  }
  const names = [...new Set([first, ...others].flatMap(Object.keys))]
  const rows = [first, ...others].map((item: Record<string, unknown>) =>
    names.map((name) => answerCell(item[name])),
  )
  return names.join('') === '' ? table(rows[0] ?? [], rows.slice(1), width) : table(names, rows, width)
}

/** Returns a value in one line: `(id: lic, label: Licencia), (id: seg, label: Seguro)`. */
export function answerCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  if (Array.isArray(value)) return value.map(answerCell).join(', ')
  if (!isObject(value)) return String(value)
  const parts = Object.entries(value).map(([name, one]) => `${name}: ${answerCell(one)}`)
  return `(${parts.join(', ')})`
}
