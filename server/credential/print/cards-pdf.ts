/** Draws credentials, as a PDF for printing or as a picture of one card, in a worker thread. */
import { buffer } from 'node:stream/consumers'
import { credentialUrl } from '#domain/api/addresses'
import {
  type CardSize,
  type Layout,
  layouts,
  type PrintOptions,
  pageOf,
  placesOn,
  problemOfPrint,
  type Raster,
  sheets,
} from '#domain/credential/cards'
import { MalformedError } from '#domain/errors'
import { loadSharp } from '../../files/sharp.ts'
import { Canvas, type PdfDocument, palette, points, pointsPerMm } from '../../pdf/canvas.ts'
import { openPdf, printedBrand } from '../../pdf/document.ts'
import { pictureOf } from '../../pdf/picture.ts'
import type { CardOrder, CardsStyle } from '../../workers/jobs.ts'
import { type CardContent, type FaceSize, faceSize, factsOf } from './face-parts.ts'
import { drawLandscape, drawPortrait } from './faces.ts'

/** The number of cards whose photos are resized while a card is drawn. */
const photosAhead = 2

/**
 * Yields the bytes of the PDF, a card at a time. Draws a placeholder for a photo that is missing or unreadable.
 * @throws MalformedError: see `problemOfPrint`
 */
export async function* drawCards(
  { brand, address, ...options }: CardsStyle,
  cards: Iterable<CardOrder> | AsyncIterable<CardOrder>,
): AsyncGenerator<Uint8Array> {
  const { layout, paper, start = 1 } = options
  const problem = problemOfPrint(options)
  if (problem) throw new MalformedError(problem)
  const size = faceSize(layout, bleedOf(options))
  const document = await openPdf(pageOf(layout, paper), { title: 'Credenciales', bleed: bleedOf(options) })
  try {
    const canvas = new Canvas(document)
    const printed = await printedBrand(brand, canvas)
    let position = sheets.includes(layout) ? start - 1 : 0
    let isFirst = true
    for await (const card of withPrintedPhotos(cards, size)) {
      const { pilot, photo } = card
      const slot = position % placesOn(layout)
      if (isFirst || slot === 0) startPage(document, canvas, options)
      const facts = factsOf(card)
      const content = { facts, photo, address: credentialUrl(address, pilot.id), brand: printed }
      drawFace(canvas, layout, slot, content, size)
      position += 1
      isFirst = false
      yield* bytesOf(document)
    }
    document.end()
    yield* bytesOf(document)
  } finally {
    document.destroy()
  }
}

/** Returns a PNG of a card: the page of its PDF, so that a phone shows what a printer prints. */
export async function drawCardPicture(style: CardsStyle, card: CardOrder): Promise<Uint8Array> {
  return pictureOf(await buffer(drawCards(style, [card])), layouts[style.layout].page)
}

/** Yields the bytes that are complete and not read yet. */
function* bytesOf(document: PdfDocument): Generator<Uint8Array> {
  const bytes = document.read()
  if (bytes) yield bytes
}

/** Yields the cards with their photos as they are printed. */
async function* withPrintedPhotos(
  cards: Iterable<CardOrder> | AsyncIterable<CardOrder>,
  size: FaceSize,
): AsyncGenerator<CardOrder & { photo?: Buffer }> {
  const printed = async ({ photo, ...card }: CardOrder) => ({
    ...card,
    photo: photo && (await printedPhoto(photo, size)),
  })
  const ahead: ReturnType<typeof printed>[] = []
  for await (const card of cards) {
    const next = ahead.length >= photosAhead ? ahead.shift() : undefined
    ahead.push(printed(card))
    if (next) yield await next
  }
  yield* ahead
}

const dotsPerMm = 300 / 25.4

/**
 * Returns a JPEG of a stored photo, cropped to its frame on the card: the middle of a wide photo, and the top of a tall
 * photo, where the face is. Returns undefined if the photo is not a picture. Loads sharp with the first photo.
 */
async function printedPhoto(
  photo: Uint8Array,
  { photo: frame, scale }: FaceSize,
): Promise<Buffer | undefined> {
  const sharp = await loadSharp()
  try {
    return await sharp(photo)
      .autoOrient()
      .resize({
        width: Math.round(frame.width * scale * dotsPerMm),
        height: Math.round(frame.height * scale * dotsPerMm),
        position: 'top',
      })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .jpeg({ quality: 82 })
      .toBuffer()
  } catch {
    return undefined
  }
}

/** Returns the bleed in millimetres. */
function bleedOf({ layout, bleed = false }: PrintOptions): number {
  return bleed ? layouts[layout].bleed : 0
}

/** Adds a page and scales it, so that all later measures are in millimetres. */
function startPage(document: PdfDocument, canvas: Canvas, options: PrintOptions): void {
  const { layout, paper, offset = [0, 0] } = options
  const bleed = bleedOf(options)
  const { page, card, raster } = layouts[layout]
  const { width, height } = pageOf(layout, paper)
  // The raster keeps its size, in the middle of the paper.
  const [x, y] = [bleed + (width - page.width) / 2, bleed + (height - page.height) / 2]
  document.addPage()
  document.scale(pointsPerMm).translate(offset[0] + x, offset[1] + y)
  if (sheets.includes(layout)) drawCropMarks(canvas, card, raster)
}

function drawFace(canvas: Canvas, layout: Layout, slot: number, content: CardContent, size: FaceSize): void {
  const { card, raster } = layouts[layout]
  const x = raster.left + (slot % raster.columns) * (card.width + raster.gap)
  const y = raster.top + Math.floor(slot / raster.columns) * card.height
  const draw = size.kind === 'landscape' ? drawLandscape : drawPortrait
  canvas.within({ x, y, scale: size.scale }, () => draw(canvas, size, content))
}

/** The length of a crop mark, and the white space between a mark and the card beside it, in millimetres. */
const markLength = 5
const markDistance = 1.5

/** Draws the crop marks of a sheet: thin lines that extend the edges of every card, and never cross a card. */
function drawCropMarks(canvas: Canvas, { width, height }: CardSize, raster: Raster): void {
  const { columns, rows, left, top, gap } = raster
  const bottom = top + rows * height
  const mark = (from: readonly [number, number], to: readonly [number, number]) =>
    canvas.line(from, to, points(0.25), palette.ink)
  for (let column = 0; column < columns; column += 1) {
    const start = left + column * (width + gap)
    for (const x of [start, start + width]) {
      mark([x, top - markDistance - markLength], [x, top - markDistance])
      mark([x, bottom + markDistance], [x, bottom + markDistance + markLength])
    }
    for (let row = 0; row <= rows; row += 1) {
      const y = top + row * height
      if (column === 0) mark([start - markDistance - markLength, y], [start - markDistance, y])
      const end = start + width
      const room = column < columns - 1 ? gap - 2 * markDistance : markLength
      mark([end + markDistance, y], [end + markDistance + room, y])
    }
  }
}
