/** A picture of four colours that shows how it was cropped and rotated. */
import sharp from 'sharp'

export const colours = {
  red: [200, 0, 0],
  blue: [0, 0, 200],
  yellow: [220, 220, 0],
  white: [255, 255, 255],
  green: [0, 160, 0],
} as const

export type Colour = keyof typeof colours

/**
 * Returns the colour of a pixel. The upper quarters of the centred square are red and blue, the lower ones yellow and
 * white. Everything outside of the square is green.
 */
export function colourAt(x: number, y: number, width: number, height: number): Colour {
  const half = Math.min(width, height) / 2
  if (Math.abs(x + 0.5 - width / 2) > half || Math.abs(y + 0.5 - height / 2) > half) return 'green'
  if (y < height / 2) return x < width / 2 ? 'red' : 'blue'
  return x < width / 2 ? 'yellow' : 'white'
}

/** Creates the picture. `orientation` is the EXIF value: 6 means that a viewer rotates it 90° clockwise. */
export function quarters(
  { width, height, orientation = 1 }: { width: number; height: number; orientation?: number },
  format: 'jpeg' | 'png' = 'jpeg',
): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 3) pixels.set(colours[colourAt(x, y, width, height)], at)
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .withMetadata({ orientation })
    .toFormat(format)
    .toBuffer()
}

/** Returns the colours near a picture's four corners, the upper ones first, with its size and its format. */
export async function coloursOf(
  picture: Buffer,
): Promise<{ colours: string; width: number; height: number; format?: string }> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const at = (x: number, y: number) => {
    const start = (Math.floor(y * height) * width + Math.floor(x * width)) * 3
    return nearest([...data.subarray(start, start + 3)])
  }
  // Near the corners, so that anything from outside of the square would be seen.
  const [low, high] = [0.04, 0.96]
  return {
    colours: `${at(low, low)} ${at(high, low)} / ${at(low, high)} ${at(high, high)}`,
    width,
    height,
    format: (await sharp(picture).metadata()).format,
  }
}

function nearest(rgb: number[]): Colour {
  const distance = (name: Colour) =>
    colours[name].reduce<number>((sum, value, index) => sum + (value - (rgb[index] ?? 0)) ** 2, 0)
  const names = Object.keys(colours) as Colour[]
  return names.reduce((best, name) => (distance(name) < distance(best) ? name : best))
}
