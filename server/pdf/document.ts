/** Opens the PDFs of the prints, with the brand that they share, and finds the texts that they cannot draw. */
import type { CardSize, Undrawable } from '#domain/credential/cards'
import { type Paper, paperSizes } from '#domain/credential/paper'
import { type ShownBrand, textColourOn } from '#domain/desk/brand'
import { loadSharp } from '../files/sharp.ts'
import type { Workers } from '../workers/workers.ts'
import { type Canvas, type Colour, type PdfDocument, type Picture, pointsPerMm } from './canvas.ts'
import { printable, Typeface } from './typeface.ts'

/** Opens a document without pages; `page` and `bleed` are in millimetres. Loads pdfkit with the first document. */
export async function openPdf(
  page: CardSize,
  { title, bleed = 0 }: { title: string; bleed?: number },
): Promise<PdfDocument> {
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
    info: { Title: title, Creator: 'PilotOS', Producer: 'PilotOS' },
  }) as PdfDocument & Unlisted
  // A viewer that fits pages to the paper would spoil the raster of a perforated sheet, and the size of a card.
  document._root.data.ViewerPreferences.data.PrintScaling = 'None'
  if (bleed > 0) document.on('pageAdded', () => setTrimBox(document, page, bleed))
  return document
}

/**
 * Adds a page of paper, on which all later measures are in millimetres on A4. US Letter is lower: what is drawn is a little
 * smaller there, and in the middle.
 */
export function addSheet(document: PdfDocument, paper: Paper): void {
  const { width, height } = paperSizes[paper]
  const scale = height / paperSizes.a4.height
  document.addPage()
  document.scale(pointsPerMm).translate((width - scale * paperSizes.a4.width) / 2, 0)
  document.scale(scale)
}

/** The members of pdfkit's document that its types leave out. */
interface Unlisted {
  _root: { data: { ViewerPreferences: { data: Record<string, unknown> } } }
}

/** Marks where the page is trimmed, for a printing house: ISO 32000-2, 14.11.2. */
function setTrimBox({ page: { dictionary } }: PdfDocument, { width, height }: CardSize, bleed: number): void {
  const trimmed = [bleed, bleed, width + bleed, height + bleed]
  Object.assign(dictionary.data, { TrimBox: trimmed.map((length) => length * pointsPerMm) })
}

/** The brand with all asynchronous work done. */
export interface PrintedBrand {
  /** The name of the event; may be empty. */
  name: string
  /** The name of the organiser, if it is another one. */
  organiser?: string
  colour: Colour
  /** The colour of texts on `colour`. */
  textColour: Colour
  logo?: Picture
}

/** Prepares the brand once for all cards. Loads sharp if there is a logo. A logo that cannot be read is left out. */
export async function printedBrand(
  { colour, logo, ...names }: ShownBrand,
  canvas: Canvas,
): Promise<PrintedBrand> {
  const brand = { ...names, colour: colour as Colour, textColour: textColourOn(colour) }
  if (logo === null) return brand
  const sharp = await loadSharp()
  try {
    // pdfkit decodes a transparent PNG in the background, after the document has ended.
    const png = await sharp(Buffer.from(logo, 'base64')).flatten({ background: colour }).png().toBuffer()
    return { ...brand, logo: canvas.open(png) }
  } catch {
    return brand
  }
}

/** Returns the largest size in the proportions of the logo that fits into `box`. */
export function fittedLogo(
  logo: Picture,
  box: { width: number; height: number },
): { width: number; height: number } {
  const scale = Math.min(box.width / logo.width, box.height / logo.height)
  return { width: logo.width * scale, height: logo.height * scale }
}

/** Characters that the typefaces certainly have: those of ASCII and of Latin-1. */
const isPlain = /^[\x20-\x7e\xa0-\xff]*$/

/** Returns those of some texts in which no font has some characters. A thread reads the fonts, if need be. */
export async function undrawableOf(
  workers: Pick<Workers, 'run'>,
  named: readonly { name: string; text: string }[],
): Promise<Undrawable[]> {
  if (named.length === 0) return []
  const texts = named.map(({ text }) => text)
  const missing = await workers.run('find-missing-characters', texts, { kind: 'cards' })
  return named
    .map(({ name }, index) => ({ name, characters: missing[index] ?? '' }))
    .filter(({ characters }) => characters !== '')
}

/** Returns false for a text that has characters besides those that the typefaces certainly have. */
export function isDrawable(value: unknown): boolean {
  return typeof value !== 'string' || isPlain.test(value)
}

/** Returns the characters of each text that no font has. Runs in a worker thread. */
export async function missingCharacters(texts: readonly string[]): Promise<string[]> {
  const document = await openPdf({ width: 1, height: 1 }, { title: '' })
  try {
    const typeface = new Typeface(document, 'bold')
    return texts.map((text) => typeface.missingIn(printable(text)))
  } finally {
    document.destroy()
  }
}
