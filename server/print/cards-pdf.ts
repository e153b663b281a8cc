/** Draws credentials into a PDF for printing, card by card. */
import { setImmediate } from 'node:timers/promises'
import {
  bleedLength,
  invalidStart,
  isStart,
  type Layout,
  layouts,
  noBleed,
  type PrintOptions,
} from '#domain/cards'
import { MalformedError, NotFoundError } from '#domain/errors'
import type { Pilot } from '#domain/pilot/pilot'
import { today } from '#domain/text/date'
import { defaultRules, type ValidityRules } from '#domain/validity/rules'
import { endOf } from '#domain/validity/status'
import { credentialUrl } from '#domain/web/addresses'
import { type Brand, defaultBrand } from '#domain/web/brand'
import { Canvas } from './drawing/canvas.ts'
import { printedBrand } from './drawing/card-brand.ts'
import { printedPhoto } from './drawing/card-photo.ts'
import { type FaceSize, faceSize, requireReadableQr } from './drawing/card-sizes.ts'
import { drawCropMarks } from './drawing/crop-marks.ts'
import { factsOf } from './drawing/facts.ts'
import { drawLandscape } from './drawing/landscape-face.ts'
import type { CardContent } from './drawing/parts.ts'
import { openPdf, type PdfDocument, pointsPerMm } from './drawing/pdf-document.ts'
import { drawPortrait } from './drawing/portrait-face.ts'

/** `address` is the public address of the server, which the QRs carry. `rules` give the last days on the cards. */
export type CardsOptions = PrintOptions & { address: string; brand?: Brand; rules?: ValidityRules }

/**
 * Yields the bytes of the PDF as they are produced, and waits until the consumer has taken them. Lets other work
 * run between cards. Draws a placeholder for a photo that is missing or unreadable. `onCard` receives the number of
 * cards that are done, the pilot, and the last day on the card.
 * @throws NotFoundError if there are no pilots, MalformedError if no phone could read the QR or if `start` is not a
 * position on the sheet, and the errors of `photoOf`
 */
export async function* cardsPdf(
  pilots: Iterable<Pilot> | AsyncIterable<Pilot>,
  photoOf: (pilot: Pilot) => Promise<Buffer | undefined>,
  options: CardsOptions,
  onCard?: (done: number, pilot: Pilot, lastDay: string) => void,
): AsyncGenerator<Uint8Array> {
  const { layout, address, brand = defaultBrand, rules = defaultRules } = options
  requireReadableQr(address, layout)
  const first = firstSlot(options)
  const bleed = bleedOf(options)
  const size = faceSize(layout, bleed)
  const document = await openPdf(layouts[layout].page, bleed)
  try {
    const canvas = new Canvas(document)
    const cardBrand = await printedBrand(brand, canvas)
    let done = 0
    for await (const pilot of pilots) {
      const photo = await photoOf(pilot)
      const lastDay = endOf(pilot, rules, today()).until
      const card: CardContent = {
        facts: factsOf(pilot, lastDay),
        photo: photo && (await printedPhoto(photo, photoOnPaper(size))),
        address: credentialUrl(address, pilot.id),
        brand: cardBrand,
      }
      const slot = (first + done) % slotsOn(layout)
      if (done === 0 || slot === 0) startPage(document, canvas, options)
      drawCard(canvas, layout, slot, card, size)
      done += 1
      onCard?.(done, pilot, lastDay)
      yield* takeBytes(document)
      await setImmediate()
    }
    if (done === 0) throw new NotFoundError('No hay pilotos que imprimir')
    document.end()
    yield* takeBytes(document)
  } finally {
    document.destroy()
  }
}

/** Returns the index of the first free slot on the first page. @throws MalformedError */
function firstSlot({ layout, start = 1 }: PrintOptions): number {
  if (layout !== 'sheet') return 0
  if (!isStart(start)) throw new MalformedError(invalidStart)
  return start - 1
}

/** Returns the bleed in millimetres. @throws MalformedError for a sheet, whose cards touch each other */
function bleedOf({ layout, bleed = false }: PrintOptions): number {
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

function drawCard(canvas: Canvas, layout: Layout, slot: number, content: CardContent, size: FaceSize): void {
  const { card, raster } = layouts[layout]
  const x = raster.left + (slot % raster.columns) * (card.width + raster.gap)
  const y = raster.top + Math.floor(slot / raster.columns) * card.height
  const draw = size.kind === 'landscape' ? drawLandscape : drawPortrait
  canvas.within({ x, y, scale: size.scale }, () => draw(canvas, size, content))
}

function photoOnPaper({ photo, scale }: FaceSize): { width: number; height: number } {
  return { width: photo.width * scale, height: photo.height * scale }
}

/** Yields the bytes that pdfkit has produced and that have not been read yet. */
function* takeBytes(document: PdfDocument): Generator<Uint8Array> {
  for (let bytes = document.read(); bytes !== null; bytes = document.read()) yield bytes
}
