/** Converts an uploaded logo into the PNG that is stored. */
import { InvalidError } from '#domain/errors'

/** The largest file of a logo, in bytes. */
const maxLogoBytes = 2 * 1024 * 1024
const maxPixels = 40_000_000
const formats = ['jpeg', 'png', 'svg']
/** The size of the box that the stored logo fits into, in pixels: 30 × 10 mm at 500 dpi. */
const box = { width: 600, height: 200 }
/** The most elements of an SVG. */
const maxElements = 10_000

const logoInvalid = 'El logo no es una imagen PNG, JPEG o SVG que se pueda leer'
export const logoTooComplex =
  'El logo es demasiado complejo para dibujarlo: guárdelo como PNG y elija ese archivo'
const logoTooLarge = 'El logo admite hasta 2 MB'

/**
 * Converts a PNG, JPEG or SVG into a PNG of at most 600 × 200 pixels, without its blank margin. The scripts, links
 * and files that an SVG may refer to have no effect on the PNG. An SVG may take any time to draw. Loads sharp with the
 * first logo.
 * @throws InvalidError with a problem of `logo`
 */
export async function prepareLogo(picture: Uint8Array): Promise<Buffer> {
  if (picture.length > maxLogoBytes) throw new InvalidError({ logo: logoTooLarge })
  // The elements of a compressed SVG cannot be counted.
  if (picture[0] === 0x1f && picture[1] === 0x8b) throw new InvalidError({ logo: logoInvalid })
  const { default: sharp } = await import('sharp')
  try {
    const { format, width, height, density = 72 } = await sharp(picture).metadata()
    if (!formats.includes(format) || width * height > maxPixels) throw new InvalidError({ logo: logoInvalid })
    if (format === 'svg' && countElements(picture) > maxElements)
      throw new InvalidError({ logo: logoTooComplex })
    // An SVG is drawn at the size that is stored, so that its edges are sharp.
    const scale = Math.max(box.width / width, box.height / height)
    const options = format === 'svg' ? { density: Math.min(2400, Math.max(1, density * scale)) } : {}
    const drawn = sharp(picture, { ...options, limitInputPixels: maxPixels }).autoOrient()
    const bounded = await drawn
      .resize({ width: 2400, height: 2400, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer()
    return await sharp(bounded)
      .trim()
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer()
  } catch (error) {
    if (error instanceof InvalidError) throw error
    throw new InvalidError({ logo: logoInvalid })
  }
}

function countElements(svg: Uint8Array): number {
  return (
    Buffer.from(svg)
      .toString('latin1')
      .match(/<[^/!?]/g)?.length ?? 0
  )
}
