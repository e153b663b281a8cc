/** A PDF of pages of one size, made with pdfkit. */
import type PDFDocument from 'pdfkit'
import type { CardSize } from '#domain/cards'
import type { FontDocument } from './typeface.ts'

/** How many points a millimetre has. */
export const pointsPerMm = 72 / 25.4

/** What pdfkit has and its types leave out. */
interface Unlisted extends FontDocument {
  _root: { data: { ViewerPreferences: { data: Record<string, unknown> } } }
}

export type PdfDocument = InstanceType<typeof PDFDocument> & FontDocument

/** Without a page yet; `page` is in millimetres. pdfkit is loaded when the first document is made. */
export async function openPdf(page: CardSize): Promise<PdfDocument> {
  const { default: Document } = await import('pdfkit')
  const document = new Document({
    size: [page.width * pointsPerMm, page.height * pointsPerMm],
    margin: 0,
    autoFirstPage: false,
    // Otherwise it reads Helvetica first; its types leave that out.
    font: null as never,
    // Every name would stay in it until the end.
    fontLayoutCache: false,
    pdfVersion: '1.7',
    lang: 'es',
    displayTitle: true,
    info: { Title: 'Credenciales', Creator: 'PilotOS', Producer: 'PilotOS' },
  }) as InstanceType<typeof PDFDocument> & Unlisted
  // A viewer that fits pages to the paper would spoil the raster of a perforated sheet, and the size of a card.
  document._root.data.ViewerPreferences.data.PrintScaling = 'None'
  return document
}
