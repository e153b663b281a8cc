/** Draws a part of a PDF of cards, and the end of the PDF. */
import {
  bleedLength,
  cardsPerSheet,
  invalidStart,
  isStart,
  type Layout,
  layouts,
  noBleed,
  type PrintOptions,
} from '#domain/cards'
import type { CardOrder, CardsPart, CardsStyle, PdfEnd, PdfPart } from '#domain/cards-part'
import { MalformedError } from '#domain/errors'
import { credentialUrl } from '#domain/web/addresses'
import { Canvas } from './drawing/canvas.ts'
import { type CardBrand, printedBrand } from './drawing/card-brand.ts'
import { printedPhoto } from './drawing/card-photo.ts'
import { type FaceSize, faceSize } from './drawing/card-sizes.ts'
import { drawCropMarks } from './drawing/crop-marks.ts'
import { factsOf } from './drawing/facts.ts'
import { drawLandscape } from './drawing/landscape-face.ts'
import type { CardContent } from './drawing/parts.ts'
import { openPdf, type PdfDocument, pointsPerMm } from './drawing/pdf-document.ts'
import { firstPartId, idsPerCard, PartDocument } from './drawing/pdf-parts.ts'
import { drawPortrait } from './drawing/portrait-face.ts'

/**
 * The number of cards of a part: as few as make the start of a part cheap beside its cards, so that progress is
 * smooth and other work gets its turn.
 */
export const cardsPerPart = 2 * cardsPerSheet

/** Draws the cards of a part. Draws a placeholder for a photo that is missing or unreadable. */
export async function drawCards({ style, cards, index }: CardsPart): Promise<PdfPart> {
  const opened = await open(style)
  const { part } = opened
  try {
    const firstId = firstPartId + index * cardsPerPart * idsPerCard
    part.begin(firstId)
    const first = index === 0 ? firstSlot(style) : 0
    for (const [at, card] of cards.entries()) await drawCard(opened, style, card, first + at, at === 0)
    return part.part(firstId + cards.length * idsPerCard)
  } finally {
    part.destroy()
  }
}

/** Returns the end of the file, after all parts. */
export async function endCards({ style, ...end }: PdfEnd & { style: CardsStyle }): Promise<Uint8Array> {
  const { part } = await open(style)
  try {
    return part.end(end)
  } finally {
    part.destroy()
  }
}

interface Opened {
  document: PdfDocument
  part: PartDocument
  canvas: Canvas
  brand: CardBrand
}

/** Opens a document with the objects that all parts share, in the same order for each part. */
async function open({ brand, ...options }: CardsStyle): Promise<Opened> {
  const document = await openPdf(layouts[options.layout].page, bleedOf(options))
  const canvas = new Canvas(document)
  const part = new PartDocument(document)
  return { document, part, canvas, brand: await printedBrand(brand, canvas) }
}

async function drawCard(
  { document, canvas, brand }: Opened,
  { address, ...options }: CardsStyle,
  { pilot, lastDay, photo }: CardOrder,
  position: number,
  isFirst: boolean,
): Promise<void> {
  const { layout } = options
  const size = faceSize(layout, bleedOf(options))
  const content: CardContent = {
    facts: factsOf(pilot, lastDay),
    photo: photo && (await printedPhoto(photo, photoOnPaper(size))),
    address: credentialUrl(address, pilot.id),
    brand,
  }
  const slot = position % slotsOn(layout)
  if (isFirst || slot === 0) startPage(document, canvas, options)
  drawFace(canvas, layout, slot, content, size)
}

/** Returns the index of the first free slot on the first page. @throws MalformedError */
export function firstSlot({ layout, start = 1 }: PrintOptions): number {
  if (layout !== 'sheet') return 0
  if (!isStart(start)) throw new MalformedError(invalidStart)
  return start - 1
}

/** Returns the bleed in millimetres. @throws MalformedError for a sheet, whose cards touch each other */
export function bleedOf({ layout, bleed = false }: PrintOptions): number {
  if (bleed && layout === 'sheet') throw new MalformedError(noBleed)
  return bleed ? bleedLength : 0
}

function slotsOn(layout: Layout): number {
  const { columns, rows } = layouts[layout].raster
  return columns * rows
}

/** Adds a page and scales it, so that all later measures are in millimetres. */
function startPage(document: PdfDocument, canvas: Canvas, options: PrintOptions): void {
  const { layout, offset = [0, 0] } = options
  const bleed = bleedOf(options)
  document.addPage()
  document.scale(pointsPerMm).translate(offset[0] + bleed, offset[1] + bleed)
  const { card, raster } = layouts[layout]
  if (slotsOn(layout) > 1) drawCropMarks(canvas, card, raster)
}

function drawFace(canvas: Canvas, layout: Layout, slot: number, content: CardContent, size: FaceSize): void {
  const { card, raster } = layouts[layout]
  const x = raster.left + (slot % raster.columns) * (card.width + raster.gap)
  const y = raster.top + Math.floor(slot / raster.columns) * card.height
  const draw = size.kind === 'landscape' ? drawLandscape : drawPortrait
  canvas.within({ x, y, scale: size.scale }, () => draw(canvas, size, content))
}

function photoOnPaper({ photo, scale }: FaceSize): { width: number; height: number } {
  return { width: photo.width * scale, height: photo.height * scale }
}
