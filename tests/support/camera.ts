/** A browser whose camera sees a picture that never changes. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { launchBrowser, launchWholeBrowser } from './chromium.ts'
import { colourAt, colours } from './quarters.ts'

const width = 640
const height = 360

/** Launches a browser whose camera sees the picture of `quarters`, 640 × 360. It grants the camera to every page. */
export function launchWithCamera(): Promise<Browser> {
  const pixels = Array.from({ length: width * height }, (_, index) => {
    const at = colourAt(index % width, Math.floor(index / width), width, height)
    return colours[at]
  })
  return launchFilming(pixels.flat())
}

/** Launches a browser whose camera sees a picture, fitted into 640 × 360. It grants the camera to every page. */
export async function launchWithPicture(picture: Buffer): Promise<Browser> {
  const resize = { fit: 'contain', background: '#888' } as const
  return launchFilming([
    ...(await sharp(picture).removeAlpha().resize(width, height, resize).raw().toBuffer()),
  ])
}

/** `pixels` are the red, green and blue of each pixel. */
async function launchFilming(pixels: readonly number[]): Promise<Browser> {
  const folder = await mkdtemp(join(tmpdir(), 'pilotos-camera-'))
  const file = join(folder, 'camera.y4m')
  await writeFile(file, oneFrame(pixels))
  const browser = await launchBrowser([
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${file}`,
  ])
  browser.on('disconnected', () => rm(folder, { recursive: true, force: true }))
  return browser
}

/** Launches a browser with two cameras that see a changing picture. A page needs the permission `camera`. */
export function launchWithGuardedCameras(): Promise<Browser> {
  return launchWholeBrowser(['--use-fake-device-for-media-stream=device-count=2'])
}

/** Returns an uncompressed film of one frame (YUV4MPEG2, BT.601, 4:2:0: a quarter of the colour samples). */
function oneFrame(pixels: readonly number[]): Buffer {
  const luma = plane(pixels, 1, ([r, g, b]) => 16 + 0.257 * r + 0.504 * g + 0.098 * b)
  const blue = plane(pixels, 2, ([r, g, b]) => 128 - 0.148 * r - 0.291 * g + 0.439 * b)
  const red = plane(pixels, 2, ([r, g, b]) => 128 + 0.439 * r - 0.368 * g - 0.071 * b)
  const header = `YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\nFRAME\n`
  return Buffer.concat([Buffer.from(header), luma, blue, red])
}

function plane(
  pixels: readonly number[],
  step: number,
  value: (rgb: readonly [number, number, number]) => number,
): Buffer {
  const bytes: number[] = []
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      const at = 3 * (y * width + x)
      bytes.push(Math.round(value([pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0])))
    }
  }
  return Buffer.from(bytes)
}
