/** Opens a PDF whose pages all have one size, with pdfkit. */
import type PDFDocument from 'pdfkit'
import type { CardSize } from '#domain/cards'
import type { FontDocument } from './typeface.ts'

/** The number of points in a millimetre. */
export const pointsPerMm = 72 / 25.4

/** The members of pdfkit's document that its types leave out. */
interface Unlisted extends FontDocument {
  _root: { data: { ViewerPreferences: { data: Record<string, unknown> } } }
}

/** An opened picture; `width` and `height` are in pixels. */
export interface Picture {
  width: number
  height: number
  embed(document: PdfDocument): void
}

export type PdfDocument = InstanceType<typeof PDFDocument> &
  FontDocument & {
    openImage(content: Buffer): Picture
  }

/** Opens a document without pages; `page` and `bleed` are in millimetres. Loads pdfkit with the first document. */
export async function openPdf(page: CardSize, bleed: number): Promise<PdfDocument> {
  const { default: Document } = await import('pdfkit')
  const document = new Document({
    size: [(page.width + 2 * bleed) * pointsPerMm, (page.height + 2 * bleed) * pointsPerMm],
    margin: 0,
    autoFirstPage: false,
    // By default, pdfkit reads Helvetica first. Its types do not allow `null`.
    font: null as never,
    pdfVersion: '1.7',
    lang: 'es',
    displayTitle: true,
    info: { Title: 'Credenciales', Creator: 'PilotOS', Producer: 'PilotOS' },
  }) as PdfDocument & Unlisted
  // A viewer that fits pages to the paper would spoil the raster of a perforated sheet, and the size of a card.
  document._root.data.ViewerPreferences.data.PrintScaling = 'None'
  if (bleed > 0) document.on('pageAdded', () => setTrimBox(document, page, bleed))
  return document
}

/** Marks where the page is trimmed, for a printing house: ISO 32000-2, 14.11.2. */
function setTrimBox({ page: { dictionary } }: PdfDocument, { width, height }: CardSize, bleed: number): void {
  const trimmed = [bleed, bleed, width + bleed, height + bleed]
  Object.assign(dictionary.data, { TrimBox: trimmed.map((length) => length * pointsPerMm) })
}
