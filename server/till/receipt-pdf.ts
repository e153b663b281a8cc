/** Draws a receipt, on pages of A6, on a roll that is as long as its content, or as a picture. All lengths are in millimetres. */
import { formatMoment } from '#domain/text/date'
import { formatMoney } from '#domain/till/money'
import { Canvas, lineIn, palette, points, pointsPerMm, type TextStyle } from '../pdf/canvas.ts'
import { fittedLogo, openPdf, type PrintedBrand, printedBrand } from '../pdf/document.ts'
import { fitText, heightOf, sum } from '../pdf/fit-text.ts'
import { pictureOf } from '../pdf/picture.ts'
import { printable } from '../pdf/typeface.ts'
import type { DrawnReceipt, ReceiptSheet } from '../workers/jobs.ts'

interface Form {
  width: number
  margin: number
  /** The height of a page, and the least one of a page without it. */
  height?: number
  least?: number
  /** The heights of the band above the first page and above the others. A roll has none: its printer knows only black. */
  bands?: readonly [number, number]
}

const forms: Readonly<Record<ReceiptSheet['paper'], Form>> = {
  a6: { width: 105, margin: 9, height: 148, bands: [18, 9] },
  picture: { width: 105, margin: 9, least: 148, bands: [18, 9] },
  // A head prints 72 of the 80 mm.
  '80mm': { width: 80, margin: 5 },
}

const footHeight = 11
const noTax = 'Recibo interno, sin valor tributario'

/** A part of a receipt, which stays on one page. */
interface Block {
  height: number
  draw: (y: number) => void
}

/** Returns the PDF of a receipt. Loads pdfkit. */
export async function drawReceipt(content: ReceiptSheet): Promise<DrawnReceipt> {
  const { receipt, paper } = content
  const form = forms[paper]
  const { width, height = Number.POSITIVE_INFINITY, least = 0, bands = [0, 0] } = form
  const title = `Recibo ${receipt.name}`
  const document = await openPdf({ width, height: 148 }, { title })
  const canvas = new Canvas(document)
  const brand = await printedBrand(content.brand, canvas)
  const top = (page: number) => 4 + (bands[Math.min(page, 1)] ?? 0)
  const pages = pagesOf(blocksOf(canvas, content, brand), (page) => height - top(page) - footHeight)
  const [first = []] = pages
  const long = Math.max(least, top(0) + sum(first.map((block) => block.height)) + footHeight)
  const sheet = { width, height: form.height ?? Math.ceil(long) }
  for (const [index, blocks] of pages.entries()) {
    document.addPage({ size: [sheet.width * pointsPerMm, sheet.height * pointsPerMm], margin: 0 })
    document.scale(pointsPerMm)
    if (form.bands)
      drawBand(
        canvas,
        brand,
        index === 0 ? { form } : { form, title: content.isCopy ? `${title} · COPIA` : title },
      )
    let y = top(index)
    for (const block of blocks) {
      block.draw(y)
      y += block.height
    }
    const number = pages.length > 1 ? ` · Página ${index + 1} de ${pages.length}` : ''
    const foot = { x: form.margin, y: sheet.height - 8, width: width - 2 * form.margin, height: 4 }
    lineIn(foot, 6)(canvas, noTax + number, foot, { ...softOf(form), align: 'center' }, 8)
  }
  document.end()
  return { pdf: document.read() as Buffer, sheet }
}

/** Returns a PNG of a receipt. */
export async function drawReceiptPicture(content: ReceiptSheet): Promise<Uint8Array> {
  const { pdf, sheet } = await drawReceipt({ ...content, paper: 'picture' })
  return pictureOf(pdf, sheet)
}

/** Divides the blocks into pages. */
function pagesOf(blocks: readonly Block[], room: (page: number) => number): Block[][] {
  const pages: Block[][] = [[]]
  let used = 0
  for (const block of blocks) {
    if (used > 0 && used + block.height > room(pages.length - 1)) {
      pages.push([])
      used = 0
    }
    pages.at(-1)?.push(block)
    used += block.height
  }
  return pages
}

function blocksOf(
  canvas: Canvas,
  { receipt, isCopy, paper }: ReceiptSheet,
  { name, organiser }: PrintedBrand,
): Block[] {
  const form = forms[paper]
  const { payment, cents, riders, voids, voidedBy } = receipt
  const [x, width] = [form.margin, form.width - 2 * form.margin]
  const [bold, soft] = [boldOf(form), softOf(form)]
  const text = (words: string, style: TextStyle, size: number, room = width): Block => {
    const sizes = { max: points(size), min: points(size * 0.75) }
    const box = { width: room, height: Number.POSITIVE_INFINITY }
    const fitted = fitText(printable(words), box, canvas.typefaces[style.typeface], sizes)
    return { height: heightOf(fitted), draw: (y) => canvas.lines(fitted, { x, y, width: room }, style) }
  }
  /** Returns texts with one at their right. */
  const beside = (left: readonly Block[], right: Block): Block => {
    const below = stacked(left)
    return {
      height: Math.max(below.height, right.height),
      draw(y) {
        below.draw(y)
        right.draw(y)
      },
    }
  }
  const pair = (label: string, value: string, size: number, style = soft): Block =>
    beside([text(label, style, size, width * 0.5)], text(value, { ...bold, align: 'right' }, size))
  const money = (amount: number) => formatMoney(Math.abs(amount), payment.currency)
  const rule: Block = {
    height: 3,
    draw: (y) => canvas.line([x, y + 1.5], [x + width, y + 1.5], 0.3, bold.colour),
  }
  const centred = { ...bold, align: 'center' } as const
  const head = form.bands
    ? []
    : [...(organiser ? [text(organiser, centred, 10)] : []), ...(name ? [text(name, centred, 15)] : []), rule]
  const change = payment.handed === undefined ? undefined : payment.handed - cents
  return [
    ...head,
    beside(
      [text(`Recibo ${receipt.name}`, bold, 17, width * 0.68), text(formatMoment(payment.at), soft, 9.5)],
      text(isCopy ? 'COPIA' : ' ', { ...bold, align: 'right' }, 17),
    ),
    ...(voidedBy ? [space(1), text(`ANULADO por ${voidedBy}`, bold, 16)] : []),
    ...(voids ? [space(1), text(`Anula ${voids}: ${payment.reason ?? ''}`, bold, 11)] : []),
    ...(cents < 0 && !voids ? [space(1), text('Devolución', bold, 13)] : []),
    rule,
    ...riders.flatMap((rider) => {
      const amount = money(rider.cents)
      const size = points(10.5)
      const room = width - canvas.typefaces.bold.widthOf(amount) * size - 3
      const words = [rider.number && `N° ${rider.number}`, rider.name].filter(Boolean).join(' · ')
      const left = [text(words, bold, 10.5, room), text(rider.concept, soft, 9, room), space(1.2)]
      return beside(left, text(amount, { ...bold, align: 'right' }, 10.5))
    }),
    stacked([
      rule,
      pair(cents < 0 ? 'Total devuelto' : 'Total', money(cents), 15, bold),
      space(1.5),
      pair('Forma de pago', payment.means, 10),
      ...(payment.reference ? [pair('Operación', payment.reference, 10)] : []),
      ...(change === undefined
        ? []
        : [pair('Entregó', money(payment.handed ?? 0), 10), pair('Vuelto', money(change), 10)]),
      ...(payment.by ? [pair(cents < 0 ? 'Devolvió' : 'Cobró', payment.by, 10)] : []),
    ]),
  ]
}

function stacked(blocks: readonly Block[]): Block {
  return {
    height: sum(blocks.map(({ height }) => height)),
    draw(y) {
      let at = y
      for (const block of blocks) {
        block.draw(at)
        at += block.height
      }
    },
  }
}

function space(height: number): Block {
  return { height, draw: () => {} }
}

function boldOf({ bands }: Form): TextStyle {
  return { typeface: 'bold', colour: bands ? palette.ink : palette.black }
}

function softOf({ bands }: Form): TextStyle {
  return { typeface: 'semibold', colour: bands ? palette.inkSoft : palette.black }
}

/** Draws the band above a page: the brand or, above the pages after the first one, the title. */
function drawBand(
  canvas: Canvas,
  { name, organiser, colour, textColour, logo }: PrintedBrand,
  { form: { width, margin, bands = [0, 0] }, title }: { form: Form; title?: string },
): void {
  const height = bands[title ? 1 : 0]
  canvas.rectangle({ x: 0, y: 0, width, height }, colour)
  const style: TextStyle = { typeface: 'bold', colour: textColour }
  const size = logo && !title && fittedLogo(logo, { width: 26, height: height - 6 })
  if (logo && size) canvas.picture(logo, { x: margin, y: (height - size.height) / 2, ...size })
  const x = margin + (size ? size.width + 4 : 0)
  const line = lineIn({ x, width: width - margin - x }, 5)
  if (title) {
    line(canvas, title, { y: 1.5, height: 6 }, style, 12)
    return
  }
  const above = organiser ? 5 : 0
  if (organiser) line(canvas, organiser, { y: 2.5, height: 4.5 }, { ...style, typeface: 'semibold' }, 10)
  line(canvas, name, { y: 2.5 + above, height: height - 5 - above }, style, 17)
}
