/** Pictures for the crop: decoded, upright, and small enough to follow a finger without delay. */
import {
  checkPhoto,
  maxPhotoPixels,
  photoInvalid,
  photoTooManyPixels,
  photoTypes,
} from '#domain/pilots/pilot'
import { FileInput, type FileInputProps } from '../ui/file-input.tsx'

export type Picture = ImageBitmap | HTMLCanvasElement

type OpenedPicture = { picture: Picture; problem?: undefined } | { problem: string; picture?: undefined }

/** The longest side, in pixels: twice the side of a cropped photo, so that half of a picture is still sharp. */
const workingSide = 2400

/**
 * Returns the picture of a file, or the reason why it cannot be used. Accepts a file with more bytes than the server
 * allows, because the crop that is sent is smaller.
 */
export async function openPicture(file: File): Promise<OpenedPicture> {
  const url = URL.createObjectURL(file)
  try {
    const image = new Image()
    // A loaded image knows its upright size before it is decoded.
    await new Promise((resolve, reject) => {
      image.onload = resolve
      image.onerror = reject
      image.src = url
    })
    if (image.naturalWidth * image.naturalHeight > maxPhotoPixels) return { problem: photoTooManyPixels }
    return { picture: await decode(file, image) }
  } catch {
    return { problem: checkPhoto(file) ?? photoInvalid }
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** Returns the current frame of a camera. */
export function pictureOf(video: HTMLVideoElement): Picture {
  return drawn(video, workingSize(video.videoWidth, video.videoHeight))
}

export function newCanvas(
  width: number,
  height: number,
  settings?: CanvasRenderingContext2DSettings,
): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', settings)
  if (!context) throw new Error('This browser has no canvas left')
  return [canvas, context]
}

/**
 * Decodes off the main thread if the browser supports this and respects the orientation. Otherwise decodes an `<img>`
 * on the main thread.
 */
async function decode(file: File, image: HTMLImageElement): Promise<Picture> {
  const { width, height } = workingSize(image.naturalWidth, image.naturalHeight)
  const bitmap = await createImageBitmap(file, {
    imageOrientation: 'from-image',
    resizeWidth: width,
    resizeHeight: height,
    // Higher quality is too slow on a phone.
    resizeQuality: 'medium',
  }).catch(() => undefined)
  if (bitmap?.width === width && bitmap.height === height) return bitmap
  await image.decode()
  return drawn(image, { width, height })
}

function workingSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, workingSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

function drawn(source: CanvasImageSource, { width, height }: { width: number; height: number }): Picture {
  const [canvas, context] = newCanvas(width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(source, 0, 0, width, height)
  return canvas
}

/** A button that asks the device for a picture: from its files, or from a phone's own camera. */
export function PictureInput({ isCamera = false, ...input }: FileInputProps & { isCamera?: boolean }) {
  return (
    <FileInput
      {...input}
      {...(isCamera ? { accept: 'image/*', capture: 'environment' } : { accept: photoTypes.join(',') })}
    />
  )
}
