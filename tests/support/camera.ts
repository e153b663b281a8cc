/** A browser whose camera sees a picture that never changes. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { launchBrowser, launchWholeBrowser } from './chromium.ts'
import { colourAt, colours } from './quarters.ts'

const width = 640
const height = 360

/** The picture is that of `quarters`, wider than high. Any page may see it. */
export async function launchWithCamera(): Promise<Browser> {
  const folder = await mkdtemp(join(tmpdir(), 'pilotos-camera-'))
  const file = join(folder, 'camera.y4m')
  await writeFile(file, oneFrame())
  const browser = await launchBrowser([
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${file}`,
  ])
  browser.on('disconnected', () => rm(folder, { recursive: true, force: true }))
  return browser
}

/** Two cameras that see a changing picture; a page needs the permission `camera`. */
export function launchWithGuardedCameras(): Promise<Browser> {
  return launchWholeBrowser(['--use-fake-device-for-media-stream=device-count=2'])
}

/** A film of one frame, uncompressed (YUV4MPEG2, BT.601 with a quarter of the colours). */
function oneFrame(): Buffer {
  const luma = plane(1, ([r, g, b]) => 16 + 0.257 * r + 0.504 * g + 0.098 * b)
  const blue = plane(2, ([r, g, b]) => 128 - 0.148 * r - 0.291 * g + 0.439 * b)
  const red = plane(2, ([r, g, b]) => 128 + 0.439 * r - 0.368 * g - 0.071 * b)
  const header = `YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\nFRAME\n`
  return Buffer.concat([Buffer.from(header), luma, blue, red])
}

function plane(step: number, value: (rgb: readonly [number, number, number]) => number): Buffer {
  const bytes: number[] = []
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step)
      bytes.push(Math.round(value(colours[colourAt(x, y, width, height)])))
  }
  return Buffer.from(bytes)
}
