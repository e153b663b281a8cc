/** Draws a receipt, on pages of A6, on a roll that is as long as its content, or as a picture. All lengths are in millimetres. */
import { formatMoment } from '#domain/text/date'
import { formatMoney } from '#domain/till/money'
import { type Box, Canvas, lineIn, palette, points, pointsPerMm, type TextStyle } from '../pdf/canvas.ts'
import { fittedLogo, openPdf, type PrintedBrand, printedBrand } from '../pdf/document.ts'
import { fitText, heightOf, sum } from '../pdf/fit-text.ts'
import { pictureOf } from '../pdf/picture.ts'
import { printable } from '../pdf/typeface.ts'
import type { DrawnReceipt, ReceiptSheet } from '../workers/jobs.ts'

/** The height of a page, or the least one, and the height of the band with the brand. A roll has none of them. */
const forms = {
  a6: { width: 105, margin: 9, height: 148, least: 0, band: 18 },
  picture: { width: 105, margin: 9, height: Number.POSITIVE_INFINITY, least: 148, band: 18 },
  // A head prints 72 of the 80 mm, or 48 of the 58 mm.
  '80mm': { width: 80, margin: 5, height: Number.POSITIVE_INFINITY, least: 0, band: 0 },
  '58mm': { width: 58, margin: 5, height: Number.POSITIVE_INFINITY, least: 0, band: 0 },
}

const top = 4
const footHeight = 11
const bold: TextStyle = { typeface: 'bold', colour: palette.black }
const plain: TextStyle = { typeface: 'semibold', colour: palette.black }

type Column = Pick<Box, 'x' | 'width'>

/** A part of a receipt, which stays on one page. */
interface Block {
  height: number
  draw: (y: number) => void
}

/** Returns the PDF of a receipt, or the PNG of a picture. Loads pdfkit. */
export async function drawReceipt(given: ReceiptSheet): Promise<DrawnReceipt> {
  const { width, margin: x, height, least, band } = forms[given.paper]
  const { name } = given.receipt
  const document = await openPdf({ width, height: 148 }, { title: `Recibo ${name}` })
  const canvas = new Canvas(document)
  const column = { x, width: width - 2 * x }
  const brand = await printedBrand(given.brand, canvas)
  const head = band > 0 ? bandOf(canvas, brand, { ...column, height: band }) : titleOf(canvas, brand, column)
  const pages = pagesOf([head, ...blocksOf(canvas, given, column)], height - top - footHeight)
  const long = Math.max(least, top + footHeight + stacked(pages[0] ?? []).height)
  const sheet = { width, height: Number.isFinite(height) ? height : Math.ceil(long) }
  for (const [index, blocks] of pages.entries()) {
    document.addPage({ size: [width * pointsPerMm, sheet.height * pointsPerMm], margin: 0 })
    document.scale(pointsPerMm)
    stacked(blocks).draw(top)
    const number =
      pages.length > 1
        ? ` · ${name}${given.isCopy ? ', COPIA' : ''}, página ${index + 1} de ${pages.length}`
        : ''
    const foot = { ...column, y: sheet.height - 8, height: 4 }
    const words = `Recibo interno, sin valor tributario${number}`
    lineIn(column, 6)(canvas, words, foot, { ...plain, align: 'center' }, 8)
  }
  document.end()
  const pdf = document.read() as Buffer
  return { content: given.paper === 'picture' ? await pictureOf(pdf, sheet) : pdf, sheet }
}

function pagesOf(blocks: readonly Block[], room: number): Block[][] {
  const pages: Block[][] = [[]]
  for (const block of blocks) {
    const last = pages.at(-1) ?? []
    if (last.length > 0 && stacked(last).height + block.height > room) pages.push([block])
    else last.push(block)
  }
  return pages
}

function blocksOf(canvas: Canvas, { receipt, isCopy }: ReceiptSheet, column: Column): Block[] {
  const { payment, cents, riders, voids, voidedBy } = receipt
  const { x, width } = column
  const text = (words: string, style: TextStyle, size: number, room = width) =>
    textBlock(canvas, words, { x, width: room }, style, size)
  /** Returns texts with one at their right, which has some room from the edge on. */
  const beside = (left: readonly Block[], right: string, size: number, room = width): Block => {
    const edge = { x: x + width - room, width: room }
    const below = stacked(left)
    const aside = textBlock(canvas, right, edge, { ...bold, align: 'right' }, size)
    const draw = (y: number) => {
      below.draw(y)
      aside.draw(y)
    }
    return { height: Math.max(below.height, aside.height), draw }
  }
  const money = (amount: number) => formatMoney(Math.abs(amount), payment.currency)
  const rule: Block = {
    height: 3,
    draw: (y) => canvas.line([x, y + 1.5], [x + width, y + 1.5], 0.3, palette.black),
  }
  const [total, who] = cents < 0 ? ['Total devuelto', 'Devolvió'] : ['Total', 'Cobró']
  const { handed, reference, by, reason = '' } = payment
  const handedOver = handed === undefined ? [] : [handed, handed - cents].map(money)
  const facts = [
    ['Forma de pago', payment.means],
    ['Operación', reference],
    ['Entregó', handedOver[0]],
    ['Vuelto', handedOver[1]],
    [who, by],
  ] as const
  const title = [
    text(`Recibo ${receipt.name}`, bold, 17, width * 0.68),
    text(formatMoment(payment.at), plain, 9.5),
  ]
  const notes = [
    voidedBy && `ANULADO por ${voidedBy}`,
    voids ? `Anula ${voids}: ${reason}` : cents < 0 && 'Devolución',
  ].filter((note) => typeof note === 'string')
  const rows = riders.map((rider) => {
    const amount = money(rider.cents)
    const room = width - canvas.typefaces.bold.widthOf(amount) * points(10.5) - 3
    const words = [rider.number && `N° ${rider.number}`, rider.name].filter(Boolean).join(' · ')
    const texts = [text(words, bold, 10.5, room), text(rider.concept, plain, 9, room), space(1.2)]
    return beside(texts, amount, 10.5)
  })
  return [
    beside(title, isCopy ? 'COPIA' : ' ', 17),
    ...notes.flatMap((note) => [space(1), text(note, bold, 13)]),
    rule,
    ...rows.slice(0, -1),
    // The total is never alone on its page.
    stacked([
      ...rows.slice(-1),
      rule,
      beside([text(total, bold, 15, width / 2)], money(cents), 15),
      space(1.5),
      ...facts.flatMap(([label, value]) =>
        value ? [beside([text(label, plain, 10, width * 0.36)], value, 10, width * 0.62)] : [],
      ),
    ]),
  ]
}

function textBlock(canvas: Canvas, words: string, column: Column, style: TextStyle, size: number): Block {
  const box = { ...column, height: Number.POSITIVE_INFINITY }
  const sizes = { max: points(size), min: points(size * 0.75) }
  const fitted = fitText(printable(words), box, canvas.typefaces[style.typeface], sizes)
  return { height: heightOf(fitted), draw: (y) => canvas.lines(fitted, { ...column, y }, style) }
}

/** Returns blocks one below the other, as one. */
function stacked(blocks: readonly Block[]): Block {
  const draw = (y: number) => {
    let at = y
    for (const block of blocks) {
      block.draw(at)
      at += block.height
    }
  }
  return { height: sum(blocks.map(({ height }) => height)), draw }
}

function space(height: number): Block {
  return { height, draw: () => {} }
}

/** Returns the names above a roll, whose printer knows only black. */
function titleOf(canvas: Canvas, { name, organiser = '' }: PrintedBrand, column: Column): Block {
  const line = (words: string, size: number) =>
    words ? [textBlock(canvas, words, column, { ...bold, align: 'center' }, size)] : []
  return stacked([...line(organiser, 10), ...line(name, 15), space(2.5)])
}

/** Returns the band with the brand, which begins at the edge of the page. */
function bandOf(
  canvas: Canvas,
  { name, organiser, colour, textColour, logo }: PrintedBrand,
  { x: left, width, height }: Column & Pick<Box, 'height'>,
): Block {
  const size = logo && fittedLogo(logo, { width: 26, height: height - 6 })
  const x = left + (size ? size.width + 4 : 0)
  const line = lineIn({ x, width: left + width - x }, 5)
  const above = organiser ? 5 : 0
  const draw = () => {
    canvas.rectangle({ x: 0, y: 0, width: width + 2 * left, height }, colour)
    if (logo && size) canvas.picture(logo, { x: left, y: (height - size.height) / 2, ...size })
    line(canvas, organiser ?? '', { y: 2.5, height: 4.5 }, { ...plain, colour: textColour }, 10)
    line(canvas, name, { y: 2.5 + above, height: height - 5 - above }, { ...bold, colour: textColour }, 17)
  }
  return { height: height + 4 - top, draw }
}
