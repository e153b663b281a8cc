/** The parts that both faces of a credential share, and their measures. All of them are in millimetres. */
import { credentialUrl } from '#domain/api/addresses'
import { faceSizes, type Layout, layouts } from '#domain/credential/cards'
import { MalformedError } from '#domain/errors'
import { labelsIn, shownText } from '#domain/pilots/fields'
import type { OwnFact } from '#domain/pilots/own/field-table'
import { classText, isMinor, minorText } from '#domain/pilots/pilot'
import { groupedId } from '#domain/pilots/pilot-id'
import { formatDate, today } from '#domain/text/date'
import { shortened } from '#domain/text/text'
import { type Box, type Canvas, palette, points } from '../../pdf/canvas.ts'
import type { PrintedBrand } from '../../pdf/document.ts'
import { type QrMatrix, qrMatrix, qrOutline } from '../../qr/qr.ts'
import type { CardOrder } from '../../workers/jobs.ts'

/** The content of a pilot's card, with all asynchronous work done. */
export interface CardContent {
  facts: CardFacts
  /** A JPEG with the proportions of the frame. */
  photo?: Buffer
  /** The address that the QR carries. */
  address: string
  brand: PrintedBrand
}

export const cardTitle = 'CREDENCIAL DE PILOTO'

export interface Fact {
  /** The text above the value, in capitals; empty if there is none. */
  label: string
  value: string
}

/** The facts about a pilot that a printed credential of any size contains. */
export interface CardFacts {
  name: string
  lastname: string
  licencia: Fact
  /** Absent if nobody knows it. */
  blood?: Fact
  /** The pilot's number, as it is written on the vehicle. */
  plate: string
  rest: readonly Fact[]
  /** True for a rider who is under 18 on the day of the print. */
  isMinor: boolean
  /** The code that a person types if the QR cannot be scanned. */
  code: string
}

/** Returns the texts of a pilot's card that a person has typed. */
export function cardTextsOf(card: Omit<CardOrder, 'lastDay'>): string[] {
  const { name, lastname, plate, licencia, rest } = factsOf({ ...card, lastDay: today() })
  return [name, lastname, plate, licencia.value, ...rest.map(({ value }) => value)]
}

/** Returns the facts of a card that is printed on `day`, `YYYY-MM-DD`. */
export function factsOf({ pilot, lastDay, category, own = [] }: CardOrder, day = today()): CardFacts {
  const { tiposangre: blood } = pilot
  const rest = Array.from(labels, ([name, label]) => ({
    label,
    // A category with a label of its own would halve the letters of an A7.
    value: name === 'modalidad' ? classText({ ...pilot, category }) : shownText(name, pilot[name]),
  }))
  return {
    name: pilot.name,
    lastname: pilot.lastname,
    licencia: { label: 'LICENCIA', value: (pilot.licencia ?? '').toUpperCase() },
    // A minus sign is wider than a hyphen, and the sign of a blood type must not be overlooked.
    ...(blood && { blood: { label: 'TIPO DE SANGRE', value: blood.replace('-', '\u2212') } }),
    plate: pilot.npiloto ?? '',
    rest: [...rest, ...ownText(own), { label: 'VÁLIDA HASTA', value: formatDate(lastDay) }].filter(isFact),
    isMinor: isMinor(pilot, day),
    code: groupedId(pilot.id),
  }
}

const labels = labelsIn('card')

/** The most characters of a value of one's own. */
const longestOwn = 40

/** Returns the values of one's own as one text, which wraps: a card has no room for the label of each. */
function ownText(own: readonly OwnFact[]): Fact[] {
  if (own.length === 0) return []
  const texts = own.map(({ label, text }) => `${label}: ${shortened(text.replace(/\s+/g, ' '), longestOwn)}`)
  return [{ label: '', value: texts.join(' · ') }]
}

function isFact(fact: { label: string; value?: string }): fact is Fact {
  return fact.value !== undefined
}

/** Draws the number in black on yellow, as on the vehicle. */
export function drawPlate(canvas: Canvas, box: Box, number: string): void {
  const border = box.height * 0.07
  canvas.rectangle(box, palette.ink, box.height * 0.2)
  canvas.rectangle(inset(box, border), palette.plate, box.height * 0.2 - border)
  canvas.textIn(
    number,
    inset(box, border * 2.4, border * 0.4),
    { typeface: 'bold', colour: palette.ink, align: 'center' },
    { max: box.height, min: points(5.5) },
  )
}

/** Draws the blood type in white on red, so that a medical crew finds it. */
export function drawBlood(canvas: Canvas, box: Box, blood: Fact | undefined): void {
  if (!blood) return
  const { label, value } = blood
  const padding = box.height * 0.2
  const valueWidth = box.width * 0.46
  canvas.rectangle(box, palette.red, box.height * 0.16)
  const words = label.split(' ')
  const middle = Math.ceil(words.length / 2)
  const lines = [words.slice(0, middle).join(' '), words.slice(middle).join(' ')]
  const size = box.height * 0.27
  const top = box.y + (box.height - size * 2.1) / 2
  canvas.lines(
    { size, lines },
    { x: box.x + padding, y: top - size * 0.02, width: box.width - valueWidth },
    { typeface: 'semibold', colour: palette.paper, spacing: 0.06 },
  )
  canvas.textIn(
    value,
    { x: box.x + box.width - padding - valueWidth, y: box.y, width: valueWidth, height: box.height },
    { typeface: 'bold', colour: palette.paper, align: 'right' },
    { max: box.height * 1.02, min: points(8) },
  )
}

/** Draws the QR with its quiet zone into a square, and the code in letters close below the symbol. */
export function drawQr(canvas: Canvas, square: Box, { address, facts }: CardContent): void {
  const matrix = qrMatrix(address)
  const side = square.width / matrix.size
  canvas.rectangle(square, palette.paper)
  canvas.within({ x: square.x, y: square.y, scale: side }, () =>
    canvas.polygons(qrOutline(matrix), palette.black),
  )
  canvas.textIn(
    facts.code,
    {
      x: square.x + square.width * 0.06,
      y: square.y + square.height,
      width: square.width * 0.88,
      height: square.width * 0.1,
    },
    { typeface: 'code', colour: palette.ink, align: 'center', spacing: 0.04 },
    { max: square.width * 0.1, min: points(7) },
  )
}

function inset({ x, y, width, height }: Box, left: number, top = left): Box {
  return { x: x + left, y: y + top, width: width - 2 * left, height: height - 2 * top }
}

/**
 * Draws a pilot's photo in its frame, or a pilot in a helmet if there is no photo. Its lower edge says that a rider is a
 * minor.
 */
export function drawPhoto(canvas: Canvas, frame: Box, { photo, facts }: CardContent): void {
  const { x, y, width, height } = frame
  if (photo) canvas.picture(photo, frame)
  else {
    canvas.rectangle(frame, palette.shade)
    const scale = width / 100
    canvas.within({ x, y: y + height - 120 * scale, scale }, () => drawHelmet(canvas))
  }
  if (facts.isMinor) {
    const strip = { x, y: y + height - width * 0.2, width, height: width * 0.2 }
    canvas.rectangle(strip, palette.ink)
    const style = { typeface: 'bold', colour: palette.plate, align: 'center', spacing: 0.12 } as const
    canvas.textIn(minorText, strip, style, { max: strip.height * 0.8, min: points(5) })
  }
  canvas.frame(frame, 0.3, palette.ink)
}

/** Draws on an area of 100 × 120 units. */
function drawHelmet(canvas: Canvas): void {
  canvas.path('M8 120c0-25 14-36 42-36s42 11 42 36z', palette.line)
  canvas.path('M37 78h26v12c-7 7-19 7-26 0z', palette.inkSoft)
  canvas.path(
    'M50 14c-22 0-33 14-33 34 0 14 3 24 9 31 5 6 13 9 24 9s19-3 24-9c6-7 9-17 9-31 0-20-11-34-33-34z',
    palette.shape,
  )
  canvas.path(
    'M23 46c8-5 17-7 27-7s19 2 27 7c1 8-1 14-5 18-6 3-13 4-22 4s-16-1-22-4c-4-4-6-10-5-18z',
    palette.inkSoft,
  )
  canvas.path('M30 49c6-3 12-4 19-4l-5 8c-5 0-9 1-12 2-2-2-2-4-2-6z', palette.lineSoft)
  canvas.path('M41 76h18l-3 5H44z', palette.inkSoft)
}

/** The measures of the faces, at the sizes for which they are drawn. */
const faces = {
  landscape: { qr: 28.2, photo: { width: 22.5, height: 28 } },
  portrait: { qr: 38.4, photo: { width: 30, height: 36 } },
} as const

export interface FaceSize {
  kind: keyof typeof faces
  width: number
  height: number
  /** The factor from the face's own measures to the measures on paper: an A6 is an enlarged A7. */
  scale: number
  /** The side of the QR with its quiet zone; the symbol itself is at least 22 mm wide. */
  qr: number
  photo: { width: number; height: number }
  /** The distance that colours extend over the edges of the card. */
  bleed: number
}

/** `bleed` is in millimetres on paper. */
export function faceSize(layout: Layout, bleed = 0): FaceSize {
  const { card, face: kind } = layouts[layout]
  const own = faceSizes[kind]
  const scale = Math.min(card.width / own.width, card.height / own.height)
  const { width, height } = { width: card.width / scale, height: card.height / scale }
  return { kind, width, height, scale, ...faces[kind], bleed: bleed / scale }
}

/**
 * The smallest side of a module that scanners can read, in millimetres: two dots of a 150 dpi printer, and the
 * smallest detail that the camera of a phone resolves at arm's length.
 */
const smallestModule = 0.33

/**
 * Checks that a phone can read the QR. `address` is the public address of the server, without the credential's path.
 * @throws MalformedError if the address is so long that a module of the QR would be smaller than 0.33 mm
 */
export function requireReadableQr(address: string, layout: Layout): void {
  const { qr, scale } = faceSize(layout)
  const modules = matrixOf(credentialUrl(address, '0'.repeat(12)))?.size ?? Number.POSITIVE_INFINITY
  if ((qr * scale) / modules < smallestModule) {
    throw new MalformedError(
      `La dirección ${abridged(address)} es demasiado larga: el QR impreso no se podría leer, use una más corta con --public-url`,
    )
  }
}

/** Returns the QR of a text, or undefined if the text is too long for any QR. */
function matrixOf(text: string): QrMatrix | undefined {
  try {
    return qrMatrix(text)
  } catch {
    return undefined
  }
}

function abridged(address: string): string {
  return address.length > 60 ? `${address.slice(0, 59)}…` : address
}
