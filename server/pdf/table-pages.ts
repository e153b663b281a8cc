/** Draws a table on pages, each with the heads of its columns and its number. All lengths are in millimetres. */
import { type Paper, paperSizes } from '#domain/credential/paper'
import { ascent, Canvas, palette, points, type TextStyle } from './canvas.ts'
import { addSheet, openPdf } from './document.ts'
import { type Fitted, fitText, heightOf, lineHeight, sum } from './fit-text.ts'
import { printable } from './typeface.ts'

export interface CellText extends Pick<TextStyle, 'typeface' | 'colour'> {
  text: string
  /** In millimetres. */
  size: number
  /** True for a text with a line through it. */
  isCrossed?: boolean
}

/** The cells of a row. The texts of a cell are one below the other. */
type TableRow = readonly (readonly CellText[])[]

interface TableGroup {
  /** Stands above the rows, and is repeated on every further page. */
  title?: string
  rows: readonly TableRow[]
  /** The least height of a row, if it is not that of the table. */
  rowHeight?: number
}

interface TableColumn {
  title: string
  width: number
  /** True for a column that people fill in by hand: a line is at its left. */
  isBlank?: boolean
}

export interface Table {
  title: string
  /** A text beside the title. */
  facts: string
  /** A text below the rows of each page. */
  foot: string
  columns: readonly TableColumn[]
  groups: readonly TableGroup[]
  /** The least height of a row. */
  rowHeight: number
  /** The text of a table without rows. */
  none?: string
}

const page = paperSizes.a4
const margin = { top: 10, bottom: 12 }
const headHeight = 17
const titleHeight = 8.5
const padding = 1.4

export function boldText(text: string, size = points(8.5)): CellText {
  return { text, size, typeface: 'bold', colour: palette.ink }
}

export function softText(text: string, size = points(8)): CellText {
  return { text, size, typeface: 'semibold', colour: palette.inkSoft }
}

/** Returns the PDF of a table. Loads pdfkit. */
export function drawTable(table: Table, paper: Paper): Promise<Uint8Array> {
  return drawTables(table.title, [table], paper)
}

/** Returns the PDF of tables, each on pages of its own. Loads pdfkit. */
export async function drawTables(title: string, tables: readonly Table[], paper: Paper): Promise<Uint8Array> {
  const document = await openPdf(paperSizes[paper], { title })
  const canvas = new Canvas(document)
  const pages = tables.flatMap((table) =>
    pagesOf(table, (row, rowHeight) => fittedRow(canvas, row, { ...table, rowHeight })).map(
      (parts, index, { length }) => ({
        table,
        parts,
        number: `Página ${index + 1} de ${length}`,
      }),
    ),
  )
  for (const { table, parts, number } of pages) {
    const { facts, foot, columns, none } = table
    const left = (page.width - sum(columns.map(({ width }) => width))) / 2
    addSheet(document, paper)
    drawHead(canvas, table, { facts, left })
    drawFoot(canvas, foot, number, left)
    let y = margin.top + headHeight
    if (parts.length === 0 && none) drawTitle(canvas, none, { left, y })
    for (const part of parts) {
      if (part.title !== undefined) drawTitle(canvas, part.title, { left, y })
      else drawRow(canvas, part, { left, y, columns })
      y += part.height
    }
  }
  document.end()
  return document.read() as Buffer
}

/** A part of a page: a row, or the title of a group. */
interface Part {
  title?: string
  cells: readonly Cell[]
  height: number
}

interface Cell {
  texts: readonly { fitted: Fitted; text: CellText }[]
  /** The distance by which the texts are lower, so that the first lines of a row share their baseline. */
  drop: number
}

function fittedRow(
  canvas: Canvas,
  row: TableRow,
  { columns, rowHeight }: Pick<Table, 'columns' | 'rowHeight'>,
): Part {
  const fittedCells = row.map((texts, index) =>
    texts.map((text) => {
      const box = { width: (columns[index]?.width ?? 0) - 2 * padding, height: Number.POSITIVE_INFINITY }
      const sizes = { max: text.size, min: Math.min(text.size, points(7)) }
      return { text, fitted: fitText(printable(text.text), box, canvas.typefaces[text.typeface], sizes) }
    }),
  )
  const sizes = fittedCells.map(([first]) => first?.fitted.size ?? 0)
  const cells = fittedCells.map((texts, index) => ({
    texts,
    drop: (Math.max(...sizes) - (sizes[index] ?? 0)) * ascent,
  }))
  const heights = cells.map(({ texts, drop }) => drop + sum(texts.map(({ fitted }) => heightOf(fitted))))
  return { cells, height: Math.max(rowHeight, ...heights.map((height) => height + 2 * padding)) }
}

/** Divides the rows into pages. No row is divided, and no title is without a row below it. */
function pagesOf(table: Table, toPart: (row: TableRow, rowHeight: number) => Part): Part[][] {
  const room = page.height - margin.top - headHeight - margin.bottom
  const pages: Part[][] = [[]]
  let used = 0
  const add = (part: Part) => {
    pages.at(-1)?.push(part)
    used += part.height
  }
  for (const { title, rows, rowHeight = table.rowHeight } of table.groups) {
    rows.forEach((row, index) => {
      const part = toPart(row, rowHeight)
      const hasTitle = title !== undefined && index === 0
      const isFull = used > 0 && used + (hasTitle ? titleHeight : 0) + part.height > room
      if (isFull) {
        pages.push([])
        used = 0
      }
      if (title !== undefined && (index === 0 || isFull))
        add({ title: index === 0 ? title : `${title} (sigue)`, cells: [], height: titleHeight })
      add(part)
    })
  }
  return pages
}

interface Corner {
  left: number
  y: number
}

function drawHead(
  canvas: Canvas,
  { title, columns }: Table,
  { facts, left }: { facts: string; left: number },
): void {
  const half = page.width / 2 - left
  const style = { typeface: 'bold', colour: palette.ink } as const
  canvas.textIn(title, { x: left, y: margin.top, width: half, height: 7 }, style, {
    max: points(17),
    min: points(12),
  })
  const aside = { x: left + half, y: margin.top, width: half, height: 7 }
  const soft = { typeface: 'semibold', colour: palette.inkSoft } as const
  canvas.textIn(facts, aside, { ...soft, align: 'right' }, sizesOf(9))
  let x = left
  for (const column of columns) {
    const box = { x: x + padding, y: margin.top + 10, width: column.width - padding, height: 5 }
    canvas.textIn(column.title, box, soft, sizesOf(6.5))
    x += column.width
  }
  const y = margin.top + headHeight - 1
  canvas.line([left, y], [page.width - left, y], 0.6, palette.ink)
}

function drawFoot(canvas: Canvas, text: string, pageText: string, left: number): void {
  const box = { x: left, y: page.height - margin.bottom + 2, width: page.width - 2 * left, height: 4 }
  const style = { typeface: 'semibold', colour: palette.inkSoft } as const
  canvas.textIn(text, box, style, sizesOf(7))
  canvas.textIn(pageText, box, { ...style, align: 'right' }, sizesOf(7))
}

function sizesOf(size: number) {
  return { max: points(size), min: points(5.5) }
}

function drawTitle(canvas: Canvas, title: string, { left, y }: Corner): void {
  const box = { x: left + padding, y: y + 1.5, width: page.width - 2 * left, height: 6 }
  const style = { typeface: 'bold', colour: palette.ink } as const
  canvas.textIn(title, box, style, { max: points(11), min: points(7) })
  canvas.line([left, y + titleHeight], [page.width - left, y + titleHeight], 0.3, palette.ink)
}

function drawRow(
  canvas: Canvas,
  { cells, height }: Part,
  { left, y: top, columns }: Corner & Pick<Table, 'columns'>,
): void {
  let x = left
  for (const [index, cell] of cells.entries()) {
    const { width = 0, isBlank } = columns[index] ?? {}
    if (isBlank) canvas.line([x, top], [x, top + height], 0.1, palette.line)
    let y = top + padding + cell.drop
    for (const { fitted, text } of cell.texts) {
      canvas.lines(fitted, { x: x + padding, y, width: width - 2 * padding }, text)
      if (text.isCrossed) crossOut(canvas, fitted, { left: x + padding, y }, text)
      y += heightOf(fitted)
    }
    x += width
  }
  canvas.line([left, top + height], [page.width - left, top + height], 0.2, palette.line)
}

/** Draws a line through each line of a text. */
function crossOut(
  canvas: Canvas,
  { size, lines }: Fitted,
  { left, y }: Corner,
  { typeface, colour }: CellText,
): void {
  for (const [index, line] of lines.entries()) {
    const middle = y + size * (index + 0.5) * lineHeight
    const right = left + canvas.typefaces[typeface].widthOf(line) * size
    canvas.line([left - 1, middle], [right + 1, middle], size / 12, colour)
  }
}
