/** Draws signed waivers, each on one page. All lengths are in millimetres. */
import { paperSizes } from '#domain/credential/paper'
import { strokesBox } from '#domain/signing/strokes'
import { formatMoment } from '#domain/text/date'
import type { Waiver } from '#domain/waivers/waiver'
import { Canvas, lineIn, palette, points, type TextStyle } from '../pdf/canvas.ts'
import { addSheet, fittedLogo, openPdf, type PrintedBrand, printedBrand } from '../pdf/document.ts'
import { type Fitted, fitColumn, heightOf } from '../pdf/fit-text.ts'
import type { SignedPage, WaiverSheet } from '../workers/jobs.ts'

const page = paperSizes.a4
const left = 16
const width = page.width - 2 * left
const line = lineIn({ x: left, width }, 6)
const textTop = 56
const signatureTop = 226
const signatureBox = { width: 85, height: 34 }

const bold: TextStyle = { typeface: 'bold', colour: palette.ink }
const plain: TextStyle = { typeface: 'semibold', colour: palette.ink }
const soft: TextStyle = { typeface: 'semibold', colour: palette.inkSoft }

const waiverTitle = 'Deslinde firmado'

/** Returns the PDF of some signatures. Loads pdfkit. */
export async function drawWaivers({ pages, texts, brand, paper }: WaiverSheet): Promise<Uint8Array> {
  const document = await openPdf(paperSizes[paper], { title: waiverTitle })
  const canvas = new Canvas(document)
  const printed = await printedBrand(brand, canvas)
  const fitted = new Map(
    Object.entries(texts).map(([hash, { text }]) => [hash, linesOf(canvas, text)] as const),
  )
  for (const one of pages) {
    addSheet(document, paper)
    drawHead(canvas, printed, one.event)
    drawRider(canvas, one)
    drawText(canvas, fitted.get(one.waiver.hash))
    drawSignature(canvas, one)
    drawFoot(canvas, one.waiver)
  }
  document.end()
  return document.read() as Buffer
}

/** Returns the lines of a text in one size, at which all of it has room above the signature. */
function linesOf(canvas: Canvas, text: string): Fitted[] {
  const sizes = { max: points(11), min: points(5) }
  const lines = text.split('\n').map((line) => canvas.columnText(line, 'semibold', sizes))
  const [fitted = []] = fitColumn([lines], width, signatureTop - textTop - 6)
  const size = Math.min(...fitted.map((line) => line.size))
  return fitted.map((line) => ({ ...line, size }))
}

function drawHead(
  canvas: Canvas,
  { organiser, colour, textColour, logo }: PrintedBrand,
  event: string,
): void {
  const height = 22
  // US Letter is wider than what is drawn on it.
  canvas.rectangle({ x: -left, y: 0, width: page.width + 2 * left, height }, colour)
  const size = logo && fittedLogo(logo, { width: 44, height: height - 8 })
  if (logo && size) canvas.picture(logo, { x: left, y: (height - size.height) / 2, ...size })
  const x = left + (size ? size.width + 5 : 0)
  const style: TextStyle = { typeface: 'bold', colour: textColour }
  const room = { x, width: left + width - x }
  const above = [waiverTitle, organiser].filter(Boolean).join(' · ')
  line(canvas, above, { ...room, y: 3.5, height: 5 }, { ...style, typeface: 'semibold' }, 11)
  line(canvas, event, { ...room, y: 9, height: 9 }, style, 22)
}

function drawRider(canvas: Canvas, { name, document, birth, numbers }: SignedPage): void {
  line(canvas, name, { y: 29, height: 10 }, bold, 22)
  const facts = [document, birth && `nacido el ${birth}`, numbers].filter(Boolean).join(' · ')
  line(canvas, facts, { y: 40, height: 6 }, soft, 12)
  canvas.line([left, 50], [left + width, 50], 0.3, palette.line)
}

function drawText(canvas: Canvas, lines: readonly Fitted[] | undefined): void {
  if (!lines) {
    const lost = 'El texto de esta versión no está en este equipo: está en el de la mesa que tomó la firma.'
    line(canvas, lost, { y: textTop, height: 6 }, soft, 11)
    return
  }
  let y = textTop
  for (const fitted of lines) {
    canvas.lines(fitted, { x: left, y, width }, plain)
    y += heightOf(fitted)
  }
}

/** Draws the signature above a line, with the names of those who signed below it. */
function drawSignature(canvas: Canvas, { name, document, waiver }: SignedPage): void {
  const { strokes, guardian, by } = waiver
  const end = signatureTop + signatureBox.height
  const scale = signatureBox.width / strokesBox.width
  if (strokes) canvas.within({ x: left, y: signatureTop, scale }, () => canvas.pen(strokes, 6, palette.ink))
  else {
    const seen = by ? `Firmó en papel. Lo vio: ${by}` : 'Firmó en papel'
    line(canvas, seen, { y: end - 9, height: 6, width: signatureBox.width }, bold, 12)
  }
  canvas.line([left, end], [left + signatureBox.width, end], 0.3, palette.ink)
  const below = guardian ? guardian : { name, document }
  line(canvas, below.name, { y: end + 1.5, height: 5, width: signatureBox.width }, bold, 11)
  line(canvas, below.document, { y: end + 6.5, height: 4.5, width: signatureBox.width }, soft, 9.5)
  if (!guardian) return
  const aside = { x: left + signatureBox.width + 8, width: width - signatureBox.width - 8 }
  line(canvas, 'Firma como adulto responsable de', { ...aside, y: end - 8, height: 4.5 }, soft, 9.5)
  line(canvas, name, { ...aside, y: end - 3.5, height: 5 }, bold, 11)
}

function drawFoot(canvas: Canvas, { version, hash, at, by, device, paper }: Waiver): void {
  const facts = [
    `Firmado el ${formatMoment(at)}`,
    ...(by && !paper ? [`ante ${by}`] : []),
    ...(device ? [`en ${device}`] : []),
  ]
  line(canvas, facts.join(' · '), { y: page.height - 20, height: 4.5 }, soft, 9)
  const text = `Versión ${version} del texto · SHA-256 ${hash}`
  line(canvas, text, { y: page.height - 15, height: 4.5 }, soft, 8)
}
