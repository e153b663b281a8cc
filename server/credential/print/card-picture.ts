/** Draws the picture of a card, in a worker thread: the page of its PDF, so that a phone shows what a printer prints. */
import { buffer } from 'node:stream/consumers'
import type { PDFiumLibrary } from '@hyzyla/pdfium'
import { cardDots, layouts } from '#domain/credential/cards'
import type { CardOrder, CardsStyle } from '../../workers/jobs.ts'
import { drawCards } from './cards-pdf.ts'

let loading: Promise<PDFiumLibrary> | undefined

/** Returns a PNG of a card. Loads PDFium and sharp with the first card of a thread. */
export async function drawCardPicture(style: CardsStyle, card: CardOrder): Promise<Uint8Array> {
  const pdf = await buffer(drawCards(style, [card]))
  const { default: sharp } = await import('sharp')
  loading ??= loadPdfium()
  const document = await (await loading).loadDocument(pdf)
  try {
    const { data, width, height } = await document.getPage(0).render(cardDots(layouts[style.layout].page))
    return await sharp(data, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .withMetadata({ density: 300 })
      .png()
      .toBuffer()
  } finally {
    document.destroy()
  }
}

/** The next card tries again if PDFium could not be read. */
function loadPdfium(): Promise<PDFiumLibrary> {
  const library = import('@hyzyla/pdfium').then(({ PDFiumLibrary }) => PDFiumLibrary.init())
  library.catch(() => {
    loading = undefined
  })
  return library
}
