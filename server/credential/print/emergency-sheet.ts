/** Draws the emergency sheet: a list of riders for the crew of the ambulance, by number. All lengths are in millimetres. */
import { documentOf } from '#domain/pilots/document'
import { fullName, type Pilot } from '#domain/pilots/pilot'
import { formatMoment } from '#domain/text/date'
import { count } from '#domain/text/text'
import { Canvas, palette, points, pointsPerMm, type TextStyle } from '../../pdf/canvas.ts'
import { openPdf } from '../../pdf/document.ts'
import { type Fitted, fitText, heightOf, sum } from '../../pdf/fit-text.ts'
import { printable } from '../../pdf/typeface.ts'
import type { EmergencySheet } from '../../workers/jobs.ts'

const page = { width: 210, height: 297 }
const margin = { left: 12, top: 10, bottom: 12 }
const headHeight = 17
const padding = 1.4

interface Column {
  title: string
  width: number
  /** The texts of a cell, one below the other. An absent text takes no room. */
  texts: (pilot: Pilot) => readonly Text[]
}

interface Text extends Pick<TextStyle, 'typeface' | 'colour'> {
  text: string
  size: number
}

const columns: readonly Column[] = [
  { title: 'N°', width: 17, texts: ({ npiloto }) => given(npiloto, (text) => bold(text, points(13))) },
  {
    title: 'PILOTO',
    width: 45,
    texts: (pilot) => [bold(fullName(pilot)), ...given(documentOf(pilot), soft)],
  },
  {
    title: 'SANGRE',
    width: 16,
    // A minus sign is wider than a hyphen, and the sign of a blood type must not be overlooked.
    texts: ({ tiposangre: blood }) =>
      blood
        ? [{ ...bold(blood.replace('-', '\u2212'), points(13)), colour: palette.red }]
        : [soft('No sabe')],
  },
  { title: 'ALERGIAS Y MEDICACIÓN', width: 42, texts: ({ alergias }) => given(alergias, bold) },
  {
    title: 'CONTACTO',
    width: 42,
    texts: ({ emergencia_nombre: name, emergencia_parentesco: relation, emergencia_celular: phone }) => [
      ...given(phone, bold),
      ...given([name, relation].filter(Boolean).join(', '), soft),
    ],
  },
  {
    title: 'SEGURO Y PÓLIZA',
    width: 24,
    texts: ({ seguro, poliza }) => [...given(seguro, soft), ...given(poliza, soft)],
  },
]

/** Returns the texts about a pilot on the sheet. */
export function sheetTextsOf(pilot: Pilot): string[] {
  return columns.flatMap((column) => column.texts(pilot).map(({ text }) => text))
}

function bold(text: string, size = points(8.5)): Text {
  return { text, size, typeface: 'bold', colour: palette.ink }
}

function soft(text: string): Text {
  return { text, size: points(8), typeface: 'semibold', colour: palette.inkSoft }
}

function given(text: string | null | undefined, style: (text: string) => Text): Text[] {
  return text ? [style(text)] : []
}

/** Returns the PDF of a sheet. Loads pdfkit. */
export async function drawEmergencySheet({ event, at, pilots }: EmergencySheet): Promise<Uint8Array> {
  const document = await openPdf(page, { title: 'Hoja de emergencia' })
  const canvas = new Canvas(document)
  const pages = pagesOf(pilots.map((pilot) => rowOf(canvas, pilot)))
  for (const [index, rows] of pages.entries()) {
    document.addPage()
    document.scale(pointsPerMm)
    drawHead(
      canvas,
      [event, `${formatMoment(at)}, ${count(pilots.length, 'piloto')}`].filter(Boolean).join(' · '),
    )
    drawFoot(canvas, `Página ${index + 1} de ${pages.length}`)
    let y = margin.top + headHeight
    for (const row of rows) {
      drawRow(canvas, row, y)
      y += row.height
    }
  }
  document.end()
  return document.read() as Buffer
}

interface Row {
  cells: readonly (readonly { fitted: Fitted; text: Text }[])[]
  height: number
}

function rowOf(canvas: Canvas, pilot: Pilot): Row {
  const cells = columns.map(({ width, texts }) =>
    texts(pilot).map((text) => {
      const box = { width: width - 2 * padding, height: Number.POSITIVE_INFINITY }
      const sizes = { max: text.size, min: points(7) }
      return { text, fitted: fitText(printable(text.text), box, canvas.typefaces[text.typeface], sizes) }
    }),
  )
  const heights = cells.map((cell) => sum(cell.map(({ fitted }) => heightOf(fitted))))
  return { cells, height: Math.max(10.5, ...heights.map((height) => height + 2 * padding)) }
}

/** Divides the rows into pages. A page has at least one row, and no row is divided. */
function pagesOf(rows: readonly Row[]): Row[][] {
  const room = page.height - margin.top - headHeight - margin.bottom
  const pages: Row[][] = [[]]
  let used = 0
  for (const row of rows) {
    if (used > 0 && used + row.height > room) {
      pages.push([])
      used = 0
    }
    pages.at(-1)?.push(row)
    used += row.height
  }
  return pages
}

function drawHead(canvas: Canvas, facts: string): void {
  const width = page.width - 2 * margin.left
  const title = { typeface: 'bold', colour: palette.ink } as const
  canvas.textIn('Hoja de emergencia', { x: margin.left, y: margin.top, width: width / 2, height: 7 }, title, {
    max: points(17),
    min: points(12),
  })
  const aside = { x: margin.left + width / 2, y: margin.top, width: width / 2, height: 7 }
  canvas.textIn(facts, aside, { typeface: 'semibold', colour: palette.inkSoft, align: 'right' }, sizesOf(9))
  let x = margin.left
  for (const column of columns) {
    const box = { x: x + padding, y: margin.top + 10, width: column.width, height: 5 }
    canvas.textIn(column.title, box, { typeface: 'semibold', colour: palette.inkSoft }, sizesOf(6.5))
    x += column.width
  }
  const y = margin.top + headHeight - 1
  canvas.line([margin.left, y], [page.width - margin.left, y], 0.6, palette.ink)
}

function drawFoot(canvas: Canvas, pageText: string): void {
  const box = {
    x: margin.left,
    y: page.height - margin.bottom + 2,
    width: page.width - 2 * margin.left,
    height: 4,
  }
  const style = { typeface: 'semibold', colour: palette.inkSoft } as const
  canvas.textIn(
    'Datos de salud: solo para la ambulancia. Destruya la hoja después del evento.',
    box,
    style,
    sizesOf(7),
  )
  canvas.textIn(pageText, box, { ...style, align: 'right' }, sizesOf(7))
}

function sizesOf(size: number) {
  return { max: points(size), min: points(5.5) }
}

function drawRow(canvas: Canvas, { cells, height }: Row, top: number): void {
  let x = margin.left
  for (const [index, cell] of cells.entries()) {
    const width = columns[index]?.width ?? 0
    let y = top + padding
    for (const { fitted, text } of cell) {
      canvas.lines(fitted, { x: x + padding, y, width: width - 2 * padding }, text)
      y += heightOf(fitted)
    }
    x += width
  }
  canvas.line([margin.left, top + height], [page.width - margin.left, top + height], 0.2, palette.line)
}
