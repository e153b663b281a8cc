/** Draws the first page of a PDF as a picture, in a worker thread, so that a phone shows what a printer prints. */
import type { PDFiumLibrary } from '@hyzyla/pdfium'
import { type CardSize, cardDots } from '#domain/credential/cards'
import { loadSharp } from '../files/sharp.ts'

let loading: Promise<PDFiumLibrary> | undefined

/** Returns a PNG of a page of a size in millimetres. Loads PDFium and sharp with the first one of a thread. */
export async function pictureOf(pdf: Uint8Array, page: CardSize): Promise<Uint8Array> {
  const sharp = await loadSharp()
  loading ??= loadPdfium()
  const document = await (await loading).loadDocument(pdf)
  try {
    const { data, width, height } = await document.getPage(0).render(cardDots(page))
    return await sharp(data, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .withMetadata({ density: 300 })
      .png()
      .toBuffer()
  } finally {
    document.destroy()
  }
}

/** The next picture tries again if PDFium could not be read. */
function loadPdfium(): Promise<PDFiumLibrary> {
  const library = import('@hyzyla/pdfium').then(({ PDFiumLibrary }) => PDFiumLibrary.init())
  library.catch(() => {
    loading = undefined
  })
  return library
}
