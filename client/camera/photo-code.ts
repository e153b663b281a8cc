/** Reads the QR on a photo that the person took. */
import { newCanvas, openPicture } from '../photo/picture.ts'
import type { Decoder } from './decoder.ts'

const noCode = new Error(
  'La foto no muestra ningún código QR legible. Acérquese hasta que el código ocupe media foto, sin sombras.',
)

/** The longest side of each attempt, in pixels. Most QRs are found in the small picture, which takes less time. */
const sides = [1200, 2400]

/** Returns the text of the QR. @throws Error with a Spanish message if the photo shows none or cannot be read */
export async function readPhotoCode(file: File, decoder: Decoder): Promise<string> {
  const { picture, problem } = await openPicture(file)
  if (!picture) throw new Error(problem)
  const longest = Math.max(picture.width, picture.height)
  for (const side of sides) {
    const scale = Math.min(1, side / longest)
    const [canvas, context] = newCanvas(
      Math.max(1, Math.round(picture.width * scale)),
      Math.max(1, Math.round(picture.height * scale)),
    )
    context.imageSmoothingQuality = 'high'
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const text = await decoder.read(canvas, true)
    if (text) return text
    if (scale === 1) break
  }
  throw noCode
}
