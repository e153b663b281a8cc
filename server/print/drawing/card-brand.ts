/** Prepares the brand of the cards once for a whole document. */
import { type Brand, textColourOn } from '#domain/web/brand'
import type { Canvas } from './canvas.ts'
import type { Colour } from './palette.ts'
import type { Picture } from './pdf-document.ts'

export interface CardBrand {
  /** The name of the event or federation; may be empty. */
  name: string
  colour: Colour
  /** The colour of texts on `colour`. */
  textColour: Colour
  logo?: Picture
}

/** Loads sharp if there is a logo. A logo that cannot be read is left out. */
export async function printedBrand({ name, colour, logo }: Brand, canvas: Canvas): Promise<CardBrand> {
  const brand = { name, colour: colour as Colour, textColour: textColourOn(colour) }
  if (logo === null) return brand
  const { default: sharp } = await import('sharp')
  try {
    // pdfkit decodes a transparent PNG in the background, after the document has ended.
    const png = await sharp(Buffer.from(logo, 'base64')).flatten({ background: colour }).png().toBuffer()
    return { ...brand, logo: canvas.open(png) }
  } catch {
    return brand
  }
}
