/** The brand of an event or a federation, which credentials and printed cards carry. */
import { fold } from '../text/text.ts'

export interface Brand {
  /** The name of the organiser, such as a federation; may be empty. */
  name: string
  /** The colour behind the name, as `#rrggbb`. */
  colour: string
  /** The logo as PNG in base64, or null. */
  logo: string | null
}

/** The brand before anybody has chosen one. The colour is none that tells the status of a credential. */
export const defaultBrand: Brand = { name: '', colour: '#12355b', logo: null }

/** A brand as cards, pages and lists carry it, whose name is that of the event; it may be empty. */
export type ShownBrand<Described = Brand> = Described & {
  /** The name of the organiser, if it is another one. */
  organiser?: string
}

/**
 * Returns a brand as it is shown: the event has the name that was typed for it. Until somebody has typed one, the name of
 * the brand stands for it.
 */
export function brandFor<Described extends { name: string }>(
  brand: Described,
  event: string,
): ShownBrand<Described> {
  const { name: organiser } = brand
  const isOther = event !== '' && organiser !== '' && fold(organiser) !== fold(event)
  return { ...brand, name: event || organiser, ...(isOther && { organiser }) }
}

export const maxBrandName = 60

/** The largest change of a brand, in bytes: a logo of 2 MB in base64, and the texts. */
export const maxBrandBytes = 3 * 1024 * 1024

export const brandNameTooLong = `El nombre admite hasta ${maxBrandName} caracteres`
export const colourInvalid = 'El color se escribe como #12355b'

/**
 * Returns black or white, whichever has the higher contrast with a colour. It is at least 4.5:
 * https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
 */
export function textColourOn(colour: string): '#000000' | '#ffffff' {
  const light = luminance(colour) + 0.05
  return 1.05 / light >= light / 0.05 ? '#ffffff' : '#000000'
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((index) => {
    const part = Number.parseInt(colour.slice(index, index + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
