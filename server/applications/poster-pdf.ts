/** Draws the poster that invites riders to apply on their own phones, on one page. All lengths are in millimetres. */
import { paperSizes } from '#domain/credential/paper'
import { Canvas, lineIn, palette, type TextStyle } from '../pdf/canvas.ts'
import { addSheet, fittedLogo, openPdf, type PrintedBrand, printedBrand } from '../pdf/document.ts'
import { qrMatrix, qrOutline } from '../qr/qr.ts'
import type { Poster } from '../workers/jobs.ts'

const page = paperSizes.a4
const left = 16
const width = page.width - 2 * left
const line = lineIn({ x: left, width }, 7)
const qrSide = 112

const bold: TextStyle = { typeface: 'bold', colour: palette.ink }
const soft: TextStyle = { typeface: 'semibold', colour: palette.inkSoft }
const centred = { align: 'center' } as const

export const posterTitle = 'Anótese desde su teléfono'

/** A step in Spanish, and in Portuguese and English below. */
type Step = readonly [spanish: string, others: string]

function stepsOf(wifi: string): Step[] {
  const named = wifi && ` «${wifi}»`
  return [
    [`Conéctese al Wi-Fi${named || ' del evento'}`, 'Conecte-se ao Wi-Fi · Join the Wi-Fi'],
    ['Escanee este código con la cámara', 'Leia o código com a câmera · Scan the code with your camera'],
    [
      'Llene sus datos y muestre su turno en la mesa',
      'Preencha os dados e mostre a sua senha · Fill in the form and show your number at the desk',
    ],
  ]
}

/** Returns the PDF of a poster. Loads pdfkit. */
export async function drawPoster({ url, wifi, brand, paper }: Poster): Promise<Uint8Array> {
  const document = await openPdf(paperSizes[paper], { title: posterTitle })
  const canvas = new Canvas(document)
  const printed = await printedBrand(brand, canvas)
  addSheet(document, paper)
  drawHead(canvas, printed)
  line(canvas, posterTitle, { y: 42, height: 15 }, { ...bold, ...centred }, 44)
  line(
    canvas,
    'Inscreva-se pelo celular · Sign up on your phone',
    { y: 58, height: 7 },
    { ...soft, ...centred },
    17,
  )
  drawQr(canvas, url, 68)
  line(canvas, url, { y: 69 + qrSide, height: 7 }, { ...soft, ...centred, typeface: 'code' }, 15)
  drawWifi(canvas, wifi, 190)
  for (const [index, step] of stepsOf(wifi).entries()) drawStep(canvas, step, { index, y: 231 + index * 18 })
  document.end()
  return document.read() as Buffer
}

function drawHead(canvas: Canvas, { name, organiser, colour, textColour, logo }: PrintedBrand): void {
  const height = 30
  // US Letter is wider than what is drawn on it.
  canvas.rectangle({ x: -left, y: 0, width: page.width + 2 * left, height }, colour)
  const size = logo && fittedLogo(logo, { width: 50, height: height - 10 })
  if (logo && size) canvas.picture(logo, { x: left, y: (height - size.height) / 2, ...size })
  const x = left + (size ? size.width + 6 : 0)
  const room = { x, width: left + width - x }
  const style: TextStyle = { typeface: 'bold', colour: textColour }
  line(canvas, name, { ...room, y: organiser ? 10 : 6, height: 16 }, style, 34)
  if (organiser) line(canvas, organiser, { ...room, y: 4, height: 6 }, { ...style, typeface: 'semibold' }, 14)
}

function drawQr(canvas: Canvas, url: string, y: number): void {
  const matrix = qrMatrix(url)
  canvas.within({ x: (page.width - qrSide) / 2, y, scale: qrSide / matrix.size }, () =>
    canvas.polygons(qrOutline(matrix), palette.black),
  )
}

/** Draws the name of the Wi-Fi. A phone leaves a network without internet unless the person stays. */
function drawWifi(canvas: Canvas, wifi: string, y: number): void {
  canvas.rectangle({ x: left, y, width, height: 35 }, palette.shade, 3)
  const inside = { x: left + 6, width: width - 12, ...centred }
  line(
    canvas,
    wifi ? `Wi-Fi: ${wifi}` : 'Use el Wi-Fi del evento',
    { ...inside, y: y + 3, height: 12 },
    { ...bold, ...centred },
    34,
  )
  const stay = 'Quédese en esta red aunque diga «sin internet»'
  line(canvas, stay, { ...inside, y: y + 16, height: 8 }, { ...bold, ...centred }, 20)
  const others = 'Fique nesta rede mesmo “sem internet” · Stay on this network even “without internet”'
  line(canvas, others, { ...inside, y: y + 25, height: 6 }, { ...soft, ...centred }, 13)
}

function drawStep(canvas: Canvas, [spanish, others]: Step, { index, y }: { index: number; y: number }): void {
  const side = 13
  canvas.rectangle({ x: left, y, width: side, height: side }, palette.ink, 2)
  const number: TextStyle = { typeface: 'bold', colour: palette.paper, ...centred }
  line(canvas, String(index + 1), { x: left, y, width: side, height: side }, number, 28)
  const room = { x: left + side + 5, width: width - side - 5 }
  line(canvas, spanish, { ...room, y: y - 0.5, height: 8 }, bold, 21)
  line(canvas, others, { ...room, y: y + 8, height: 5.5 }, soft, 12.5)
}
