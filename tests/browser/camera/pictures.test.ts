/** Tests QRs that a gate reads from photos of printed cards and from the camera's film, in a real Chromium. */
import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import type { Pilot } from '#domain/pilots/pilot'
import { qrPng } from '../../../server/qr/qr.ts'
import { film } from '../../support/camera.ts'
import { pdfOf } from '../../support/cards.ts'
import { aFolder } from '../../support/folder.ts'
import { openGate } from '../../support/gate.ts'
import { canReadPdfs } from '../../support/machine.ts'
import { blank, pageOpener, phone } from '../../support/page.ts'
import { aDraft, aPicture } from '../../support/pilots.ts'

const openPage = pageOpener()
const address = 'http://192.168.1.20:4780'
const id = '7K3Q9XW2M4TB'
const unknown = 'Ningún piloto tiene el código 7K3Q-9XW2-M4TB.'

test.skipIf(!canReadPdfs())(
  'a photo of a printed card is read if it is turned, or blurred at half resolution, and one without a QR says so',
  async () => {
    const { page } = await openPage(blank, { viewport: phone })
    const downloaded: string[] = []
    page.on('request', (request) => downloaded.push(new URL(request.url()).pathname))
    await openGate(page)
    const isDecoder = (path: string) => /decoder-worker|\.wasm$/.test(path)
    expect(downloaded.filter(isDecoder)).toEqual([])

    const card = await printedCard()
    const photos = {
      turned: await (await photographed(card, 194)).jpeg({ quality: 80 }).toBuffer(),
      'blurred, at half resolution': await (await photographed(card, 33, 0.5))
        .blur(2.5)
        .jpeg({ quality: 60 })
        .toBuffer(),
    }
    for (const [name, buffer] of Object.entries(photos)) {
      await page
        .getByLabel('Foto', { exact: true })
        .setInputFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer })
      await page.getByRole('heading', { name: 'NO ES UNA CREDENCIAL' }).waitFor()
      expect(await page.getByRole('alert').filter({ hasText: /./ }).textContent(), name).toContain(unknown)
      await page.getByRole('button', { name: 'Siguiente' }).click()
    }
    // The decoder comes from this server, once.
    expect(downloaded.filter(isDecoder)).toHaveLength(2)

    await page
      .getByLabel('Foto', { exact: true })
      .setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: await aPicture('png', 400, 300) })
    await page.getByRole('heading', { name: 'NO SE REGISTRÓ' }).waitFor()
    await page.getByText('La foto no muestra ningún código legible.').waitFor()
  },
)

test('the camera reads a QR as video, once as long as it stays in the picture, and stops when the page is hidden', async () => {
  const { page } = await openPage(blank, { viewport: phone })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(String(request.postDataJSON().passages[0].scanned))
  })
  await openGate(page)
  await film(
    page,
    await sharp(qrPng(`${address}/credencial/${id}`, 256))
      .toColourspace('srgb')
      .extend({ top: 20, bottom: 20, left: 20, right: 20, background: '#777' })
      .rotate(9, { background: '#777' })
      .png()
      .toBuffer(),
  )
  await page.getByRole('button', { name: 'Cámara' }).click()
  await page.getByText(unknown).waitFor()
  expect(sent).toEqual([`${address}/credencial/${id}`])
  await page.getByRole('button', { name: 'Siguiente' }).click()
  const video = page.getByLabel('Lo que ve la cámara')
  const frames = () =>
    video.evaluate((element: HTMLVideoElement) => element.getVideoPlaybackQuality().totalVideoFrames)
  const before = await frames()
  await expect.poll(frames).toBeGreaterThan(before + 10)
  expect(sent).toHaveLength(1)

  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await page.getByText('Abriendo la cámara…').waitFor()
})

/** Returns a card as a printer prints it, at 300 dpi. */
async function printedCard(): Promise<Buffer> {
  const pilot: Pilot = { ...aDraft(), id, photo: null }
  const file = join(await aFolder(), 'card.pdf')
  await writeFile(file, await pdfOf([pilot], { layout: 'card', address }))
  execFileSync('pdftoppm', ['-png', '-r', '300', '-f', '1', '-singlefile', file, file])
  return readFile(`${file}.png`)
}

/**
 * Returns a photo of a card that lies on a table, turned by an angle in degrees. At scale 1 it has 2000 × 2667 dots, as
 * that of a phone.
 */
async function photographed(card: Buffer, angle: number, scale = 1): Promise<Sharp> {
  const table = { r: 96, g: 84, b: 70, alpha: 1 }
  const turned = await sharp(card)
    .ensureAlpha()
    .rotate(angle, { background: table })
    .resize(1400 * scale)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [width, height] = [Math.round(2000 * scale), Math.round(2667 * scale)]
  const photo = await sharp({ create: { width, height, channels: 3, background: table } })
    .composite([{ input: turned.data, raw: turned.info, gravity: 'centre' }])
    .raw()
    .toBuffer({ resolveWithObject: true })
  return sharp(photo.data, { raw: photo.info }).modulate({ brightness: 0.85 })
}
