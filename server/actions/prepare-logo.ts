/** Converts an uploaded logo into the PNG that is stored. */
import { InvalidError } from '#domain/errors'

/** The largest file of a logo, in bytes. */
const maxLogoBytes = 2 * 1024 * 1024
const maxPixels = 40_000_000
const formats = ['jpeg', 'png', 'svg']
/** The size of the box that the stored logo fits into, in pixels: 30 × 10 mm at 500 dpi. */
const box = { width: 600, height: 200 }
/** The longest time for one conversion, in seconds: the filters of an SVG may take very long. */
const longest = 10

const logoInvalid = 'El logo no es una imagen PNG, JPEG o SVG que se pueda leer'
const logoTooLarge = 'El logo admite hasta 2 MB'

/**
 * Converts a PNG, JPEG or SVG into a PNG of at most 600 × 200 pixels, without its blank margin. The scripts, links
 * and files that an SVG may refer to have no effect on the PNG. Loads sharp with the first logo.
 * @throws InvalidError with a problem of `logo`
 */
export async function prepareLogo(picture: Uint8Array): Promise<Buffer> {
  if (picture.length > maxLogoBytes) throw new InvalidError({ logo: logoTooLarge })
  const { default: sharp } = await import('sharp')
  try {
    const { format, width, height, density = 72 } = await sharp(picture).metadata()
    if (!formats.includes(format) || width * height > maxPixels) throw new InvalidError({ logo: logoInvalid })
    // An SVG is drawn at the size that is stored, so that its edges are sharp.
    const scale = Math.max(box.width / width, box.height / height)
    const options = format === 'svg' ? { density: Math.min(2400, Math.max(1, density * scale)) } : {}
    const drawn = sharp(picture, { ...options, limitInputPixels: maxPixels }).autoOrient()
    const bounded = await drawn
      .resize({ width: 2400, height: 2400, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: longest })
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
