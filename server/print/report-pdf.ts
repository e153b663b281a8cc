/** Draws the report of an event on two pages of A4. All lengths are in millimetres. */
import { type Bar, chartOf, chartTitle } from '#domain/report/chart'
import {
  authorName,
  checkRows,
  clubText,
  incidentsText,
  incidentText,
  insideTitle,
  moreText,
  nobodyInside,
  reportNumbers,
  reportTitle,
  timeText,
} from '#domain/report/report-text'
import { formatMoment } from '#domain/text/date'
import { figure, shortened } from '#domain/text/text'
import type { Brand } from '#domain/web/brand'
import type { EventReport } from '#domain/web/report-schemas'
import { type Box, Canvas, type Colour, palette, points, pointsPerMm, type TextStyle } from './canvas.ts'
import { openPdf, printedBrand } from './cards-pdf.ts'
import type { CardBrand } from './face-parts.ts'
import { fittedLogo } from './faces.ts'

const page = { width: 210, height: 297 }
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
export async function drawReport(report: EventReport, brand: Brand): Promise<Uint8Array> {
  const { title } = report.event
  const document = await openPdf(page, { title: `${reportTitle}: ${title}` })
  const canvas = new Canvas(document)
  const printed = await printedBrand(brand, canvas)
  for (const [index, draw] of [drawNumbers, drawPeople].entries()) {
    document.addPage()
    document.scale(pointsPerMm)
    drawHead(canvas, report, printed)
    draw(canvas, report, top + 27)
    const foot = { x: left, y: bottom + 3, width, height: 4 }
    line(canvas, `${title} · hecho el ${formatMoment(report.at)}`, foot, soft, 7.5)
    line(canvas, `Página ${index + 1} de 2`, foot, { ...soft, align: 'right' }, 7.5)
  }
  document.end()
  return document.read() as Buffer
}

function drawHead(canvas: Canvas, report: EventReport, { name, colour, textColour, logo }: CardBrand): void {
  const { title, place, days } = report.event
  const height = 18
  canvas.rectangle({ x: left, y: top, width, height }, colour, 1.5)
  const size = logo && fittedLogo(logo, { width: 40, height: height - 5 })
  if (logo && size) canvas.picture(logo, { x: left + 4, y: top + (height - size.height) / 2, ...size })
  const x = left + 4 + (size ? size.width + 4 : 0)
  const style = { typeface: 'bold', colour: textColour } as const
  const room = left + width - 4 - x
  const above = [name, reportTitle].filter(Boolean).join(' · ')
  line(canvas, above, { x, y: top + 2.5, width: room, height: 4 }, { ...style, typeface: 'semibold' }, 9.5)
  line(canvas, title, { x, y: top + 7, width: room, height: 9 }, style, 22)
  const facts = [place, days].filter(Boolean).join(', ')
  const below = { x: left, y: top + height + 1.5, width, height: 4.5 }
  line(canvas, facts ? `${facts} · ${timeText(report)}` : capitalized(timeText(report)), below, soft, 9)
}

/** The first page: the numbers, the chart, and who is entered. */
function drawNumbers(canvas: Canvas, report: EventReport, start: number): void {
  const numbers = reportNumbers(report)
  const tile = { width: (width - 3 * 3) / 4, height: 16 }
  numbers.forEach(({ label, value }, index) => {
    const x = left + (index % 4) * (tile.width + 3)
    const y = start + Math.floor(index / 4) * (tile.height + 3)
    canvas.rectangle({ x, y, ...tile }, palette.shade, 1)
    line(canvas, figure(value), { x: x + 3, y: y + 2, width: tile.width - 6, height: 8 }, bold, 20)
    line(canvas, label, { x: x + 3, y: y + 10.5, width: tile.width - 6, height: 4 }, soft, 8.5)
  })
  const chartTop = start + 2 * tile.height + 9
  drawChart(canvas, report, { x: left, y: chartTop, width, height: 78 })
  const listTop = chartTop + 86
  const { modalidades, clubs } = report.entered
  const rooms = { rows: 21, x: left, y: listTop }
  const lacking = checkRows(report).map(({ label, lacking }) => [label, figure(lacking)] as const)
  const used = drawRows(canvas, 'Inscritos por modalidad', modalidades.map(rowOf), {
    ...rooms,
    rows: rooms.rows - (lacking.length > 0 ? lacking.length + 3 : 0),
    none: 'Nadie está inscrito en el evento.',
  })
  if (lacking.length > 0)
    drawRows(
      canvas,
      'Requisitos que faltan a los inscritos',
      [...lacking, ['Con todo en regla', figure(report.complete)]],
      { ...rooms, y: used + 4, rows: lacking.length + 1, none: '' },
    )
  const names = clubs.map(({ name, riders }) => ({ name: clubText(name), riders }))
  drawRows(canvas, 'Inscritos por club', names.map(rowOf), {
    ...rooms,
    x: left + column + gap,
    none: 'Nadie está inscrito en el evento.',
  })
}

function rowOf({ name, riders }: { name: string; riders: number }) {
  return [name, figure(riders)] as const
}

/** Draws the columns, with the number above each and the hour or the day below. */
function drawChart(canvas: Canvas, { days, persons }: EventReport, { x, y, height }: Box): void {
  const chart = chartOf(days)
  const note = chart.left > 0 ? `, los últimos; antes, ${chart.left} días más` : ''
  heading(canvas, `${chartTitle(chart)}${note}`, { x, y, width })
  const base = y + height - 10
  if (persons === 0) {
    line(canvas, 'Nadie pasó por las puertas.', { x, y: y + 9, width, height: 5 }, soft, 9.5)
    return
  }
  const most = Math.max(...chart.bars.map(({ persons }) => persons))
  const step = width / Math.max(chart.bars.length, 10)
  const room = base - y - 14
  const drawBar = ({ label, day, persons }: Bar, index: number) => {
    const at = { x: x + index * step, width: step }
    const size = (persons / most) * room
    canvas.rectangle({ x: at.x + step * 0.12, y: base - size, width: step * 0.76, height: size }, palette.ink)
    const number = { ...at, y: base - size - 4, height: 3.6 }
    if (persons > 0) line(canvas, figure(persons), number, { ...bold, align: 'center' }, 8)
    const words = chart.unit === 'hour' ? label.replace(' h', '') : label
    line(canvas, words, { ...at, y: base + 0.8, height: 3.4 }, { ...soft, align: 'center' }, 7.5)
    if (!day || chart.bars[index - 1]?.day === day) return
    canvas.line([at.x, base], [at.x, base + 9], 0.2, palette.line)
    line(canvas, day, { x: at.x + 0.8, y: base + 4.8, width: 20, height: 3.6 }, bold, 8)
  }
  chart.bars.forEach(drawBar)
  canvas.line([x, base], [x + width, base], 0.4, palette.ink)
  if (chart.unit === 'hour')
    line(canvas, 'Hora del día', { x, y: base + 4.8, width, height: 3.6 }, { ...soft, align: 'right' }, 7.5)
}

/** The heights of a line of a list, and of the heading above it. */
const rowHeight = 4.9
const headHeight = 8

interface Rows {
  x: number
  y: number
  /** The number of lines that there is room for. */
  rows: number
  /** Is said if there is nothing to list. */
  none: string
}

/** Draws a list of texts and numbers. Returns where it ends. */
function drawRows(
  canvas: Canvas,
  title: string,
  all: readonly (readonly [text: string, number: string])[],
  { x, y, rows, none }: Rows,
): number {
  heading(canvas, title, { x, y, width: column })
  let at = y + headHeight
  const { shown, more } = cut(all, rows)
  const last = all.length === 0 ? none : more
  for (const [text, number] of shown) {
    line(canvas, text, { x, y: at, width: column - 16, height: rowHeight }, plain, 9.5)
    const aside = { x: x + column - 16, y: at, width: 16, height: rowHeight }
    line(canvas, number, aside, { ...bold, align: 'right' }, 9.5)
    canvas.line([x, at + rowHeight], [x + column, at + rowHeight], 0.1, palette.lineSoft)
    at += rowHeight
  }
  if (last) {
    line(canvas, last, { x, y: at, width: column, height: rowHeight }, soft, 9.5)
    at += rowHeight
  }
  return at
}

/** Returns as many items as there is room for, and says how many are left out. */
function cut<Item>(all: readonly Item[], rows: number, total = all.length): { shown: Item[]; more: string } {
  const shown = all.slice(0, total > rows ? rows - 1 : rows)
  return { shown, more: moreText(total, shown.length) }
}

const incidentHeight = 10
const mostIncidents = 8
const mostWorkers = 12

/** The second page: who is inside, the incidents, and who worked. The list of those inside has the room that is left. */
function drawPeople(canvas: Canvas, report: EventReport, start: number): void {
  const { inside, incidents, work } = report
  const incidentsTotal = incidents.open + incidents.settled + incidents.taken_back
  const workers = cut(work, mostWorkers)
  const shownIncidents = cut(incidents.passages, mostIncidents, incidentsTotal)
  const workHeight =
    headHeight + rowHeight * (Math.max(1, workers.shown.length) + 1) + (workers.more ? rowHeight : 0)
  const incidentsHeight =
    headHeight +
    rowHeight +
    incidentHeight * shownIncidents.shown.length +
    (shownIncidents.more ? rowHeight : 0)
  const room = bottom - start - workHeight - incidentsHeight - 2 * 5
  const rows = Math.max(1, Math.floor((room - headHeight) / rowHeight))
  let y = drawInside(canvas, report, { y: start, rows: Math.min(rows, Math.ceil(inside.total / 2) || 1) }) + 5

  heading(canvas, 'Incidencias', { x: left, y, width })
  y += headHeight
  const summary = incidentsTotal === 0 ? 'No hubo incidencias.' : `${incidentsText(report)}.`
  line(canvas, summary, { x: left, y, width, height: rowHeight }, soft, 9.5)
  y += rowHeight
  for (const passage of shownIncidents.shown) {
    const { who, what, end } = incidentText(passage, report.at)
    line(canvas, who, { x: left, y, width: 48, height: rowHeight }, bold, 9.5)
    const x = left + 50
    line(canvas, shortened(what, 130), { x, y, width: width - 50, height: rowHeight }, plain, 9)
    line(canvas, shortened(end, 130), { x, y: y + 4.4, width: width - 50, height: rowHeight }, soft, 9)
    y += incidentHeight
    canvas.line([left, y - 0.4], [left + width, y - 0.4], 0.1, palette.lineSoft)
  }
  if (shownIncidents.more) {
    line(canvas, shownIncidents.more, { x: left, y, width, height: rowHeight }, soft, 9.5)
    y += rowHeight
  }
  drawWork(canvas, workers, y + 5)
}

function drawInside(canvas: Canvas, report: EventReport, { y, rows }: { y: number; rows: number }): number {
  const { total, riders } = report.inside
  heading(canvas, `${insideTitle(report)}: ${figure(total)}`, { x: left, y, width })
  const first = y + headHeight
  if (total === 0) {
    line(canvas, nobodyInside(report), { x: left, y: first, width, height: rowHeight }, soft, 9.5)
    return first + rowHeight
  }
  const { shown, more } = cut(riders, 2 * rows, total)
  const texts = shown.map(({ number, name, gate, at }) => ({
    number,
    name,
    place: `${gate}, ${formatMoment(at)}`,
  }))
  texts.forEach(({ number, name, place }, index) => {
    const at = placeOf(index)
    line(canvas, number, { ...at, width: 11 }, bold, 9.5)
    line(canvas, name, { ...at, x: at.x + 12, width: 38 }, plain, 9.5)
    line(canvas, place, { ...at, x: at.x + 51, width: column - 51 }, { ...soft, align: 'right' }, 8.5)
  })
  if (more) line(canvas, more, { ...placeOf(shown.length), width: column }, soft, 9.5)
  return first + rowHeight * rows

  function placeOf(index: number): { x: number; y: number; height: number } {
    const isRight = index >= rows
    return {
      x: isRight ? left + column + gap : left,
      y: first + rowHeight * (isRight ? index - rows : index),
      height: rowHeight,
    }
  }
}

const kinds = [
  ['registered', 'Registros'],
  ['changes', 'Cambios'],
  ['prints', 'Impresas'],
  ['scans', 'Lecturas'],
] as const

function drawWork(
  canvas: Canvas,
  { shown, more }: { shown: EventReport['work']; more: string },
  top: number,
): void {
  const cell = 24
  const name = { x: left, width: width - kinds.length * cell }
  let y = top
  heading(canvas, 'Quién trabajó', { x: left, y, width })
  y += headHeight
  const cells = (texts: readonly string[], style: TextStyle, size: number) =>
    texts.forEach((text, index) => {
      const x = name.x + name.width + index * cell
      line(canvas, text, { x, y, width: cell, height: rowHeight }, { ...style, align: 'right' }, size)
    })
  if (shown.length === 0) {
    line(canvas, 'Nadie hizo nada en este tiempo.', { ...name, y, height: rowHeight }, soft, 9.5)
    return
  }
  cells(
    kinds.map(([, title]) => title),
    soft,
    8,
  )
  y += rowHeight
  for (const one of shown) {
    line(canvas, authorName(one.name), { ...name, y, height: rowHeight }, plain, 9.5)
    cells(
      kinds.map(([kind]) => (one[kind] > 0 ? figure(one[kind]) : '–')),
      plain,
      9.5,
    )
    y += rowHeight
    canvas.line([left, y], [left + width, y], 0.1, palette.lineSoft)
  }
  if (more) line(canvas, more, { ...name, y, height: rowHeight }, soft, 9.5)
}

function heading(canvas: Canvas, text: string, { x, y, width }: Omit<Box, 'height'>): void {
  line(canvas, text, { x, y, width, height: 6 }, bold, 12)
  canvas.line([x, y + 6.6], [x + width, y + 6.6], 0.4, palette.ink)
}

/** Draws a text in one line: a long one is smaller, and a very long one is cut. */
function line(
  canvas: Canvas,
  text: string,
  box: Box,
  style: TextStyle & { colour: Colour },
  size: number,
): void {
  canvas.textIn(shortened(text, Math.max(maxLength, box.width)), box, style, {
    max: points(size),
    min: points(Math.min(size, 5)),
  })
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
