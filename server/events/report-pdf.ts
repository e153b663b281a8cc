/** Draws the report of an event on two pages, and what the features add on further ones. All lengths are in millimetres. */
import { type Paper, paperSizes } from '#domain/credential/paper'
import { type Brand, brandFor } from '#domain/desk/brand'
import type { EventReport } from '#domain/events/report/calls'
import {
  type Bar,
  type ChartSection,
  moreText,
  type ReportParts,
  type Row,
  reportTitle,
  type Section,
  sectionsOf,
} from '#domain/events/report/sections'
import { features } from '#domain/features'
import { capitalized, figure, shortened } from '#domain/text/text'
import { type Box, Canvas, palette, points, type TextStyle } from '../pdf/canvas.ts'
import { addSheet, fittedLogo, openPdf, type PrintedBrand, printedBrand } from '../pdf/document.ts'

const page = paperSizes.a4
const left = 14
const width = page.width - 2 * left
const top = 12
const bottom = page.height - 14
const gap = 8
const column = (width - gap) / 2

const bold: TextStyle = { typeface: 'bold', colour: palette.ink }
const plain: TextStyle = { typeface: 'semibold', colour: palette.ink }
const soft: TextStyle = { typeface: 'semibold', colour: palette.inkSoft }

/** The greatest length of a text in one line. A longer one could not be read. */
const maxLength = 90

/** Returns the PDF of a report. Loads pdfkit. */
export async function drawReport(report: EventReport, brand: Brand, paper: Paper): Promise<Uint8Array> {
  const parts = sectionsOf(report)
  const { title, madeAt } = parts
  const document = await openPdf(paperSizes[paper], { title: `${reportTitle}: ${title}` })
  const canvas = new Canvas(document)
  const printed = await printedBrand(brandFor(brand, title), canvas)
  const added = features.flatMap(({ reportSections }) => reportSections?.(report) ?? [])
  const pages = [drawNumbers, drawPeople, ...addedPages(added, top + 27)]
  for (const [index, draw] of pages.entries()) {
    addSheet(document, paper)
    drawHead(canvas, parts, printed)
    draw(canvas, parts, top + 27)
    const foot = { x: left, y: bottom + 3, width, height: 4 }
    line(canvas, `${title} · hecho el ${madeAt}`, foot, soft, 7.5)
    line(canvas, `Página ${index + 1} de ${pages.length}`, foot, { ...soft, align: 'right' }, 7.5)
  }
  document.end()
  return document.read() as Buffer
}

function drawHead(
  canvas: Canvas,
  parts: ReportParts,
  { organiser, colour, textColour, logo }: PrintedBrand,
): void {
  const { title, place, time } = parts
  const height = 18
  canvas.rectangle({ x: left, y: top, width, height }, colour, 1.5)
  const size = logo && fittedLogo(logo, { width: 40, height: height - 5 })
  if (logo && size) canvas.picture(logo, { x: left + 4, y: top + (height - size.height) / 2, ...size })
  const x = left + 4 + (size ? size.width + 4 : 0)
  const style = { typeface: 'bold', colour: textColour } as const
  const room = left + width - 4 - x
  const above = [organiser, reportTitle].filter(Boolean).join(' · ')
  line(canvas, above, { x, y: top + 2.5, width: room, height: 4 }, { ...style, typeface: 'semibold' }, 9.5)
  line(canvas, title, { x, y: top + 7, width: room, height: 9 }, style, 22)
  const below = { x: left, y: top + height + 1.5, width, height: 4.5 }
  line(canvas, place ? `${place} · ${time}` : capitalized(time), below, soft, 9)
}

/** The first page: the numbers, the chart, and who is entered. */
function drawNumbers(canvas: Canvas, parts: ReportParts, start: number): void {
  const { figures, chart, modalidades, clubs, checks } = parts
  const tile = { width: (width - 3 * 3) / 4, height: 16 }
  figures.forEach(({ label, value }, index) => {
    const x = left + (index % 4) * (tile.width + 3)
    const y = start + Math.floor(index / 4) * (tile.height + 3)
    canvas.rectangle({ x, y, ...tile }, palette.shade, 1)
    line(canvas, value, { x: x + 3, y: y + 2, width: tile.width - 6, height: 8 }, bold, 20)
    line(canvas, label, { x: x + 3, y: y + 10.5, width: tile.width - 6, height: 4 }, soft, 8.5)
  })
  const chartTop = start + 2 * tile.height + 9
  drawChart(canvas, chart, { x: left, y: chartTop, width, height: 78 })
  const lists = { x: left, y: chartTop + 86, rows: 21 }
  const used = drawList(canvas, modalidades, numberList, {
    ...lists,
    rows: lists.rows - (checks ? checks.total + 2 : 0) - (modalidades.summary ? 1 : 0),
  })
  if (checks) drawList(canvas, checks, numberList, { ...lists, y: used + 4, rows: checks.total })
  drawList(canvas, clubs, numberList, { ...lists, x: left + column + gap })
}

/** Draws the columns, with the number above each and the hour or the day below. */
function drawChart(canvas: Canvas, chart: ChartSection, { x, y, height }: Box): void {
  const { title, unit, bars, none } = chart
  const note = chart.left > 0 ? `, los últimos; antes, ${chart.left} días más` : ''
  heading(canvas, `${title}${note}`, { x, y, width })
  const base = y + height - 10
  if (bars.length === 0) {
    line(canvas, none, { x, y: y + 9, width, height: 5 }, soft, 9.5)
    return
  }
  const most = Math.max(...bars.map(({ persons }) => persons))
  const step = width / Math.max(bars.length, 10)
  const room = base - y - 14
  const drawBar = ({ label, day, persons }: Bar, index: number) => {
    const at = { x: x + index * step, width: step }
    const size = (persons / most) * room
    canvas.rectangle({ x: at.x + step * 0.12, y: base - size, width: step * 0.76, height: size }, palette.ink)
    const number = { ...at, y: base - size - 4, height: 3.6 }
    if (persons > 0) line(canvas, figure(persons), number, { ...bold, align: 'center' }, 8)
    const words = unit === 'hour' ? label.replace(' h', '') : label
    line(canvas, words, { ...at, y: base + 0.8, height: 3.4 }, { ...soft, align: 'center' }, 7.5)
    if (!day || bars[index - 1]?.day === day) return
    canvas.line([at.x, base], [at.x, base + 9], 0.2, palette.line)
    line(canvas, day, { x: at.x + 0.8, y: base + 4.8, width: 20, height: 3.6 }, bold, 8)
  }
  bars.forEach(drawBar)
  canvas.line([x, base], [x + width, base], 0.4, palette.ink)
  if (unit === 'hour')
    line(canvas, 'Hora del día', { x, y: base + 4.8, width, height: 3.6 }, { ...soft, align: 'right' }, 7.5)
}

/** The heights of a line of a list, and of the heading above it. */
const rowHeight = 4.9
const headHeight = 8

/** A cell of a row, which begins at `x` and `down` in the row. */
interface Cell extends Pick<Box, 'x' | 'width'> {
  style: TextStyle
  /** In points. */
  size?: number
  down?: number
  /** The most characters. */
  most?: number
}

/** The form of a list. */
interface Form {
  width: number
  cells: readonly Cell[]
  /** The height of a row. */
  height?: number
  /** Whether the headings of the cells but the first stand above them. */
  hasHead?: boolean
  /** The distance of the line at the end of a row from that end. */
  up?: number
}

const numberList: Form = {
  width: column,
  cells: [
    { x: 0, width: column - 16, style: plain },
    { x: column - 16, width: 16, style: { ...bold, align: 'right' } },
  ],
}

const incidentText = { x: 50, width: width - 50, size: 9, most: 130 }
const incidentList: Form = {
  width,
  height: 10,
  cells: [
    { x: 0, width: 48, style: bold },
    { ...incidentText, style: plain },
    { ...incidentText, style: soft, down: 4.4 },
  ],
  up: 0.4,
}

const cell = 24
const workList: Form = {
  width,
  hasHead: true,
  cells: [
    { x: 0, width: width - 4 * cell, style: plain },
    ...[4, 3, 2, 1].map((after): Cell => {
      return { x: width - after * cell, width: cell, style: { ...plain, align: 'right' } }
    }),
  ],
}

interface Place extends Pick<Box, 'x' | 'y'> {
  /** The number of rows that there is room for. */
  rows: number
}

/** Draws a list. Returns where it ends. */
function drawList(canvas: Canvas, section: Section, form: Form, { x, y, rows }: Place): number {
  const { title, summary, none, head, total } = section
  const { cells, height = rowHeight, up = 0 } = form
  const { shown, more } = cut(section, rows)
  let at = y + headHeight
  const say = (text: string) => {
    line(canvas, text, { x, y: at, width: form.width, height: rowHeight }, soft, 9.5)
    at += rowHeight
  }
  heading(canvas, title, { x, y, width: form.width })
  if (total === 0) say(none)
  else if (summary) say(`${summary}.`)
  else if (form.hasHead) {
    const heads = cells.map((one) => ({ ...one, style: { ...one.style, colour: soft.colour }, size: 8 }))
    drawCells(canvas, head.slice(1), heads.slice(1), { x, y: at })
    at += rowHeight
  }
  for (const row of shown) {
    drawCells(canvas, row.cells, cells, { x, y: at })
    at += height
    canvas.line([x, at - up], [x + form.width, at - up], 0.1, palette.lineSoft)
  }
  if (more) say(more)
  return at
}

/** Returns the height of a list that has a line above its rows. */
function heightOf(section: Section, { height = rowHeight }: Form, rows: number): number {
  const { shown, more } = cut(section, rows)
  return headHeight + rowHeight * (more ? 2 : 1) + height * shown.length
}

function drawCells(
  canvas: Canvas,
  texts: readonly string[],
  cells: readonly Cell[],
  { x, y }: Pick<Box, 'x' | 'y'>,
): void {
  cells.forEach(({ style, size = 9.5, down = 0, most, ...cell }, index) => {
    const text = shortened(texts[index] ?? '', most ?? maxLength)
    line(canvas, text, { x: x + cell.x, y: y + down, width: cell.width, height: rowHeight }, style, size)
  })
}

/** Returns as many rows as there is room for, and says how many are left out. */
function cut({ rows, total }: Section, most: number): { shown: readonly Row[]; more: string } {
  const shown = rows.slice(0, total > most ? most - 1 : most)
  return { shown, more: moreText(total, shown.length) }
}

const mostIncidents = 8
const mostWorkers = 12

/** The second page: who is inside, the incidents, and who worked. The list of those inside has the room that is left. */
function drawPeople(canvas: Canvas, { inside, incidents, work }: ReportParts, start: number): void {
  const below =
    heightOf(incidents, incidentList, mostIncidents) + heightOf(work, workList, mostWorkers) + 2 * 5
  const room = Math.floor((bottom - start - below - headHeight) / rowHeight)
  const rows = Math.min(Math.max(1, room), Math.ceil(inside.total / 2) || 1)
  const afterInside = drawInside(canvas, inside, { y: start, rows }) + 5
  const place = { x: left, y: afterInside, rows: mostIncidents }
  const afterIncidents = drawList(canvas, incidents, incidentList, place) + 5
  drawList(canvas, dashed(work), workList, { ...place, y: afterIncidents, rows: mostWorkers })
}

/** Returns the functions that draw the sections of the features, each below the one before, on as many pages as they need. */
function addedPages(sections: readonly Section[], start: number): ((canvas: Canvas) => void)[] {
  const pages: ((canvas: Canvas) => unknown)[][] = []
  const above = headHeight + rowHeight
  let y = bottom
  for (const section of sections) {
    for (let done = 0; done === 0 || done < section.total; ) {
      // No section has only its first rows at the end of a page.
      if (y + above + rowHeight * Math.min(4, section.total - done) > bottom) {
        pages.push([])
        y = start
      }
      const rows = section.rows.slice(done, done + Math.floor((bottom - y - above) / rowHeight))
      const title = done === 0 ? section.title : `${section.title} (sigue)`
      const place = { x: left, y, rows: rows.length }
      const part = { ...section, title, rows, total: rows.length }
      pages.at(-1)?.push((canvas) => drawList(canvas, part, addedForm(section.head.length - 1), place))
      y += above + rowHeight * rows.length + 5
      done += rows.length || 1
    }
  }
  return pages.map((parts) => (canvas) => {
    for (const draw of parts) draw(canvas)
  })
}

/** The form of a section of a feature: names, and what belongs to each at the right. */
function addedForm(others: number): Form {
  const [cell, all] = [31, others > 1 ? width : column]
  const right = Array.from({ length: others }, (_, index): Cell => {
    return { x: all - (others - index) * cell, width: cell, style: { ...plain, align: 'right' } }
  })
  return { width: all, hasHead: true, cells: [{ x: 0, width: all - others * cell, style: plain }, ...right] }
}

const insideCells: readonly Cell[] = [
  { x: 0, width: 11, style: bold },
  { x: 12, width: 38, style: plain },
  { x: 51, width: column - 51, style: { ...soft, align: 'right' }, size: 8.5 },
]

/** Draws the riders inside in two columns. Returns where they end. */
function drawInside(canvas: Canvas, section: Section, { y, rows }: Omit<Place, 'x'>): number {
  const first = y + headHeight
  heading(canvas, section.title, { x: left, y, width })
  const { shown, more } = cut(section, 2 * rows)
  const placeOf = (index: number) => ({
    x: index < rows ? left : left + column + gap,
    y: first + rowHeight * (index % rows),
  })
  shown.forEach(({ cells: [number = '', name = '', gate, moment] }, index) => {
    drawCells(canvas, [number, name, `${gate}, ${moment}`], insideCells, placeOf(index))
  })
  const last = section.total === 0 ? section.none : more
  if (last) line(canvas, last, { ...placeOf(shown.length), width: column, height: rowHeight }, soft, 9.5)
  return first + rowHeight * rows
}

/** Returns a table with dashes in place of zeros. */
function dashed({ rows, ...section }: Section): Section {
  const dash = (text: string, index: number) => (index > 0 && text === '0' ? '–' : text)
  return { ...section, rows: rows.map((row) => ({ ...row, cells: row.cells.map(dash) })) }
}

function heading(canvas: Canvas, text: string, { x, y, width }: Omit<Box, 'height'>): void {
  line(canvas, text, { x, y, width, height: 6 }, bold, 12)
  canvas.line([x, y + 6.6], [x + width, y + 6.6], 0.4, palette.ink)
}

/** Draws a text in one line: a long one is smaller, and a very long one is cut. */
function line(canvas: Canvas, text: string, box: Box, style: TextStyle, size: number): void {
  canvas.textIn(shortened(text, Math.max(maxLength, box.width)), box, style, {
    max: points(size),
    min: points(Math.min(size, 5)),
  })
}
