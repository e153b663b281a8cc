/** Cameras that see a picture that never changes. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser, launchWholeBrowser } from './chromium.ts'
import { colourAt, colours } from './quarters.ts'

const width = 640
const height = 360

/** Launches a browser whose camera sees the picture of `quarters`, 640 × 360. It grants the camera to every page. */
export async function launchWithCamera(): Promise<Browser> {
  const pixels = Array.from({ length: width * height }, (_, index) => {
    const at = colourAt(index % width, Math.floor(index / width), width, height)
    return colours[at]
  })
  const folder = await mkdtemp(join(tmpdir(), 'pilotos-camera-'))
  const file = join(folder, 'camera.y4m')
  await writeFile(file, oneFrame(pixels.flat()))
  const browser = await launchBrowser([
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${file}`,
  ])
  browser.on('disconnected', () => rm(folder, { recursive: true, force: true }))
  return browser
}

/** Launches a browser with two cameras that see a changing picture. A page needs the permission `camera`. */
export function launchWithTwoCameras(): Promise<Browser> {
  return launchWholeBrowser(['--use-fake-device-for-media-stream=device-count=2'])
}

/**
 * Replaces the camera of a page, until its next load, by one that sees a picture and needs no permission. This saves
 * the launch of another browser.
 */
export async function film(page: Page, picture: Buffer): Promise<void> {
  await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const frame = await createImageBitmap(new Blob([bytes]))
    const canvas = Object.assign(document.createElement('canvas'), {
      width: frame.width,
      height: frame.height,
    })
    const context = canvas.getContext('2d')
    const draw = () => context?.drawImage(frame, 0, 0)
    // The first frame of an empty canvas would be green.
    draw()
    // Each drawing is a frame, although it changes nothing.
    setInterval(draw, 100)
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream()
  }, picture.toString('base64'))
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
