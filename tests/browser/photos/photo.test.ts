/** Tests the photo: taken, chosen, dropped or pasted, cropped to a square, and removed, in a real Chromium. */
import { randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { film, launchWithTwoCameras } from '../../support/camera.ts'
import { dragOver } from '../../support/file-drag.ts'
import { aFolder } from '../../support/folder.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { choosePhoto, fill, goTo, pageOpener, phone, register, type TestPage } from '../../support/page.ts'
import { aDraft, aPicture } from '../../support/pilots.ts'
import { coloursOf, quarters } from '../../support/quarters.ts'

const openPage = pageOpener()
const upright = 'red blue / yellow white'
const square = { name: 'Encuadre de la foto' }

describe('the camera', () => {
  const openWithCameras = pageOpener(launchWithTwoCameras)

  test('says what to do if it is refused, opens once it is allowed, and the chosen one of two opens the next time', async () => {
    const { page, context } = await openWithCameras('/form')
    await click(page, 'Tomar foto')
    const alert = page.getByRole('dialog').getByRole('alert')
    await alert.filter({ hasText: 'El navegador no deja usar la cámara. Permítala' }).waitFor()
    await context.grantPermissions(['camera'])
    await click(page, 'Reintentar')
    const choice = page.getByLabel('Cámara', { exact: true })
    await choice.selectOption({ index: 1 })
    await waitForCamera(page)
    await expectAccessibleLayout(page, 'the camera')
    const chosen = await choice.inputValue()
    await page.reload()
    await click(page, 'Tomar foto')
    await waitForCamera(page)
    expect(await choice.inputValue()).toBe(chosen)
    expect(await choice.locator('option').first().getAttribute('value')).not.toBe(chosen)
    // A file is accepted instead.
    await page
      .getByRole('dialog')
      .getByLabel('Elegir foto')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await aPicture('png', 40, 30) })
    await page.getByRole('application', square).waitFor()
  })

  test('is ready only once it plays, takes the framed square with the keyboard alone, and a bad photo again', async () => {
    const opened = await openPage('/form')
    const { page } = opened
    await film(page, await filmed())
    await page.evaluate(loadWithoutPlaying)
    await page.getByRole('button', { name: 'Tomar foto' }).focus()
    await page.keyboard.press('Enter')
    const video = page.getByLabel('Lo que ve la cámara')
    await expect
      .poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState))
      .toBeGreaterThan(1)
    await page.evaluate(nextPaint)
    const shutter = page.getByRole('dialog').getByRole('button', { name: 'Tomar foto' })
    // Before it plays, its loaded picture would be taken black.
    expect(await shutter.isDisabled()).toBe(true)
    await video.evaluate((element: HTMLVideoElement) => element.play())
    await waitForCamera(page)
    // Only the live picture is mirrored.
    expect(await video.evaluate((element) => getComputedStyle(element).transform)).toContain('-1')
    await page.keyboard.press('Space')
    await expect.poll(() => framed(page)).toBe(upright)
    await click(page, 'Otra')
    await waitForCamera(page)
    await page.keyboard.press('Enter')
    await page.getByRole('application', square).waitFor()
    await page.keyboard.press('Enter')
    await page.getByAltText('Foto elegida').waitFor()
    // The focus goes on to the next field.
    expect(await page.getByLabel('Historial deportivo').evaluate(isFocused)).toBe(true)
    expect(await stored(opened)).toEqual({ colours: upright, width: 360, height: 360, format: 'jpeg' })
  })

  test('is off as soon as its dialog is closed in any way, also if it opens late, and a double click only takes the photo', async () => {
    const { page } = await openPage('/ayuda')
    await film(page, await filmed())
    await page.evaluate(recordCameras)
    await openForm(page)
    const ended: string[] = []
    const expectOff = async (way: string) => {
      ended.push('ended')
      await expect.poll(() => cameras(page), { message: way }).toEqual(ended)
    }
    const openCamera = async () => {
      await click(page, 'Tomar foto')
      await waitForCamera(page)
      expect(await cameras(page)).toEqual([...ended, 'live'])
    }
    await openCamera()
    await click(page, 'Cerrar')
    await expectOff('its close button')
    await openCamera()
    await page.getByRole('dialog').getByRole('button', { name: 'Tomar foto' }).dblclick()
    await expectOff('taking the photo')
    // The second press of the double click has not used the photo, which can still be cropped.
    expect(await page.getByRole('button', { name: 'Usar foto' }).isVisible()).toBe(true)
    await page.getByRole('application', square).waitFor()
    await page.keyboard.press('Escape')
    await openCamera()
    await page.keyboard.press('Escape')
    await expectOff('Escape')

    await page.evaluate(holdBackCameras)
    await click(page, 'Tomar foto')
    await page.getByText('Abriendo la cámara…').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await cameras(page)).toEqual(ended)
    await page.evaluate(() => (window as never as RecordedCameras).openCameras())
    await expectOff('opening late')

    await openCamera()
    await page.evaluate(() => history.back())
    await expectOff('leaving the page')
  })
})

test('over plain http, a phone takes the photo with its own camera, and two fingers zoom and move it', async () => {
  const { page } = await openPage('/ayuda', { viewport: phone, hasTouch: true })
  await page.evaluate(withoutCamera)
  await openForm(page)
  const input = page.getByLabel('Tomar foto')
  expect(
    await input.evaluate((element: HTMLInputElement) => [element.accept, element.getAttribute('capture')]),
  ).toEqual(['image/*', 'environment'])
  const picture = await quarters({ width: 300, height: 300, orientation: 6 })
  await input.setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: picture })
  await expectAccessibleLayout(page, 'the crop')
  expect(await page.getByLabel('Otra').first().getAttribute('capture')).toBe('environment')
  await pinch(page)
  await click(page, 'Usar foto')
  const { colours, width } = await chosen(page)
  expect(colours).toBe('yellow yellow / yellow yellow')
  expect(width).toBeLessThan(150)
})

test('a crop is upright as its camera says, follows buttons, keys, wheel and mouse, is stored as framed, and can be repeated', async () => {
  const opened = await openPage('/form')
  const { page } = opened
  const expectFramed = (colours: string, message: string) =>
    expect.poll(() => framed(page), { message }).toBe(colours)
  const zoom = page.getByRole('slider', { name: 'Acercar' })
  await choose(page, await quarters({ width: 400, height: 400, orientation: 6 }))
  await expect.poll(() => page.evaluate(() => document.activeElement?.role)).toBe('application')
  await expectFramed('yellow red / white blue', 'upright')
  await click(page, 'Girar a la izquierda')
  await expectFramed(upright, 'rotated')

  await page.getByRole('application', square).focus()
  for (const key of ['+', '+', 'Shift++', 'Shift++']) await page.keyboard.press(key)
  for (let press = 0; press < 9; press += 1) await page.keyboard.press('Shift+ArrowRight')
  await expectFramed('red red / yellow yellow', 'moved with the keyboard to the left')
  for (let press = 0; press < 9; press += 1) await page.keyboard.press('Shift+ArrowDown')
  await expectFramed('red red / red red', 'moved with the keyboard to the corner')

  const box = await boxOf(page)
  await page.mouse.move(box.x + box.width - 5, box.y + box.height - 5)
  await page.mouse.wheel(0, 1500)
  await expectFramed(upright, 'zoomed out with the wheel')
  await page.mouse.wheel(0, -750)
  await expectFramed('white white / white white', 'zoomed into the corner with the wheel')

  await zoom.fill('1')
  await zoom.fill('2.2')
  await expectFramed(upright, 'zoomed with the slider')
  await page.mouse.move(box.x + 20, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width - 5, box.y + box.height - 5, { steps: 3 })
  await page.mouse.up()
  await page.mouse.move(box.x, box.y)
  await expectFramed('red red / red red', 'dragged')

  await click(page, 'Usar foto')
  await click(page, 'Recortar de nuevo')
  expect(await zoom.inputValue()).toBe('2.2')
  await zoom.fill('1')
  await expectFramed(upright, 'the whole picture again')
  await page.keyboard.press('Escape')
  await click(page, 'Recortar de nuevo')
  expect(await zoom.inputValue()).toBe('2.2')
  await click(page, 'Usar foto')
  await expectAccessibleLayout(page, 'the form with a photo')
  expect(await stored(opened)).toMatchObject({ colours: 'red red / red red', width: 182, height: 182 })
})

test('a picture can be dropped or pasted anywhere on the form, but text that is pasted into a field stays text', async () => {
  const { page } = await openPage('/form', { permissions: ['clipboard-read', 'clipboard-write'] })
  const data = await page.evaluateHandle(
    ([bytes]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' }))
      return transfer
    },
    [[...(await quarters({ width: 200, height: 200 }, 'png'))]] as const,
  )
  const club = page.getByLabel('Club')
  await dragOver(club, data, 'Suelte la foto aquí')
  await club.dispatchEvent('drop', { dataTransfer: data })
  expect(await page.getByText('Suelte la foto aquí').count()).toBe(0)
  await click(page, 'Usar foto')
  expect(await chosen(page)).toMatchObject({ colours: upright, width: 200 })

  const bytes = [...(await quarters({ width: 100, height: 100 }, 'png'))]
  await copy(page, { 'image/png': bytes, 'text/plain': 'Moto Club' })
  await club.focus()
  await page.keyboard.press('Control+V')
  await expect.poll(() => club.inputValue()).toBe('Moto Club')
  expect(await page.getByRole('dialog').count()).toBe(0)

  await copy(page, { 'image/png': bytes })
  await page.keyboard.press('Control+V')
  await click(page, 'Usar foto')
  expect(await club.inputValue()).toBe('Moto Club')
  await expect.poll(() => chosen(page)).toMatchObject({ colours: upright, width: 100 })
})

test('a stored photo is removed, or replaced by a small JPEG of more than 10 MB, once the form is saved, unless that is undone first', async () => {
  const { page, url, folder } = await openPage()
  const id = await register(url, aDraft(), await aPicture('png', 40, 30))
  const photo = await attachmentOf(url, id)
  const save = async () => {
    await click(page, 'Editar')
    await page.getByText('El usuario fue actualizado exitosamente').waitFor()
  }
  await page.goto(`/form/${id}`)
  await click(page, 'Quitar foto')
  await page.getByText('La foto se quita al guardar.').waitFor()
  await page.getByLabel('Sin foto').waitFor()
  await click(page, 'Deshacer')
  await page.getByAltText('Foto guardada').waitFor()
  await save()
  expect(await attachmentOf(url, id)).toBe(photo)

  await goTo(page, `/form/${id}`)
  await click(page, 'Quitar foto')
  await choosePhoto(page, await aPicture('png', 40, 30))
  await click(page, 'No usar esta foto')
  await page.getByAltText('Foto guardada').waitFor()
  const large = join(await aFolder(), 'a.jpg')
  await writeFile(large, await noise(1200))
  // The crop needs no server.
  await page.route(`${url}/**`, (route) => route.abort())
  await page.getByLabel('Foto', { exact: true }).setInputFiles(large)
  await click(page, 'Usar foto')
  await page.getByAltText('Foto elegida').waitFor()
  await page.unroute(`${url}/**`)
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await save()
  const replaced = String(await attachmentOf(url, id))
  expect(replaced).not.toBe(photo)
  expect(await sharp(join(folder, 'photos', replaced)).metadata()).toMatchObject({ width: 800, height: 800 })
  const headers = await (await sent).allHeaders()
  expect(Number(headers['content-length'])).toBeLessThan(2_000_000)

  await goTo(page, `/form/${id}`)
  await click(page, 'Quitar foto')
  await save()
  expect(await attachmentOf(url, id)).toBeNull()
  // The server deletes the files of removed and replaced photos later.
  expect(await readdir(join(folder, 'photos'))).toHaveLength(2)
})

function click(page: Page, name: string): Promise<void> {
  return page.getByRole('button', { name, exact: true }).click()
}

async function choose(page: Page, buffer: Buffer): Promise<void> {
  const photo = page.getByLabel('Foto', { exact: true })
  await photo.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
}

/** Waits until the camera is open and its button has the focus. */
async function waitForCamera(page: Page): Promise<void> {
  const shutter = page.locator('dialog button:enabled:focus').filter({ hasText: 'Tomar foto' })
  await shutter.waitFor()
}

/** Opens the form without another load of the page. */
function openForm(page: Page): Promise<void> {
  return page.getByRole('navigation').getByRole('link', { name: 'Formulario' }).click()
}

/** Returns the picture of a camera. */
function filmed(): Promise<Buffer> {
  return quarters({ width: 640, height: 360 }, 'png')
}

function isFocused(element: Element): boolean {
  return element === document.activeElement
}

/** Returns the colours that the square frames. */
async function framed(page: Page): Promise<string> {
  const canvas = page.getByRole('application', square).locator('canvas')
  const url = await canvas.evaluate((element: HTMLCanvasElement) => element.toDataURL())
  return (await coloursOf(bytesOf(url))).colours
}

/** Returns the colours and size of the chosen photo. */
async function chosen(page: Page) {
  const url = await page.getByAltText('Foto elegida').evaluate(async (photo: HTMLImageElement) => {
    await photo.decode()
    const [width, height] = [photo.naturalWidth, photo.naturalHeight]
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    canvas.getContext('2d')?.drawImage(photo, 0, 0)
    return canvas.toDataURL()
  })
  return coloursOf(bytesOf(url))
}

function bytesOf(dataUrl: string): Buffer {
  return Buffer.from(String(dataUrl.split(',')[1]), 'base64')
}

/** Fills in the form, registers the pilot, and returns the colours, size and format of the stored photo. */
async function stored({ page, folder }: TestPage) {
  await page.getByAltText('Foto elegida').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await fill(page, aDraft())
  const answer = page.waitForResponse((response) => response.request().method() === 'POST')
  await click(page, 'Registrar')
  const [pilot] = (await (await answer).json()).data as [{ id_driver: string; attachment: string }]
  const notice = page.getByRole('alert').filter({ hasText: 'Registro exitoso' })
  await notice.locator(`a[href$="${pilot.id_driver}"]`).waitFor()
  return coloursOf(await readFile(join(folder, 'photos', pilot.attachment)))
}

async function attachmentOf(url: string, id: string): Promise<string | null> {
  const response = await fetch(`${url}/api?list=${id}`)
  return ((await response.json()) as { data: [{ attachment: string | null }] }).data[0].attachment
}

async function boxOf(page: Page) {
  const box = await page.getByRole('application', square).boundingBox()
  if (!box) throw new Error('There is no square')
  return box
}

/** Spreads two fingers from the top left corner of the crop, which stays under them. */
async function pinch(page: Page): Promise<void> {
  const { x, y } = await boxOf(page)
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', spread: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        spread === 0
          ? []
          : [
              { x: x + 10, y: y + 10, id: 0 },
              { x: x + 10 + spread, y: y + 10 + spread, id: 1 },
            ],
    })
  await touch('touchStart', 30)
  for (const spread of [45, 60, 75, 90, 105, 120]) await touch('touchMove', spread)
  await touch('touchEnd', 0)
}

/** Runs in the page: the next video loads its first frame, but does not play by itself. */
function loadWithoutPlaying(): void {
  const stop = ({ target }: Event) => {
    ;(target as HTMLVideoElement).autoplay = false
  }
  document.addEventListener('loadstart', stop, { capture: true, once: true })
}

/** Runs in the page: resolves once the page has painted what has changed until now. */
function nextPaint(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}

interface RecordedCameras {
  streams: MediaStream[]
  /** Resolves once a camera may open. */
  mayOpen: Promise<void>
  /** Opens the cameras that are held back. */
  openCameras: () => void
}

/** Runs in the page: records each camera that it opens. */
function recordCameras(): void {
  const { mediaDevices } = navigator
  const open = mediaDevices.getUserMedia.bind(mediaDevices)
  const record: RecordedCameras = { streams: [], mayOpen: Promise.resolve(), openCameras: () => {} }
  const recording = Object.assign(window, record)
  mediaDevices.getUserMedia = async (constraints) => {
    await recording.mayOpen
    const stream = await open(constraints)
    recording.streams.push(stream)
    return stream
  }
}

/** Runs in the page: lets no camera open before `openCameras` is called. */
function holdBackCameras(): void {
  const mayOpen = new Promise<void>((resolve) => Object.assign(window, { openCameras: resolve }))
  Object.assign(window, { mayOpen })
}

function cameras(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { streams } = window as never as RecordedCameras
    return streams.flatMap((stream) => stream.getTracks().map(({ readyState }) => readyState))
  })
}

function withoutCamera(): void {
  Object.defineProperty(Navigator.prototype, 'mediaDevices', { get: () => undefined })
}

async function copy(page: Page, contents: Record<string, string | number[]>): Promise<void> {
  await page.evaluate(async (items) => {
    const blobs = Object.entries(items).map(([type, content]) => [
      type,
      new Blob([typeof content === 'string' ? content : new Uint8Array(content)], { type }),
    ])
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))])
  }, contents)
}

/** Returns a JPEG of random pixels, which cannot be compressed, with more than 10 MB. Its end is no part of the picture. */
async function noise(side: number): Promise<Buffer> {
  const picture = await sharp(randomBytes(side * side * 3), {
    raw: { width: side, height: side, channels: 3 },
  })
    .jpeg()
    .toBuffer()
  return Buffer.concat([picture, Buffer.alloc(10 * 1024 * 1024)])
}
