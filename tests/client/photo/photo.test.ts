/** Tests the photo: taken, chosen, dropped or pasted, cropped to a square, and removed, in a real Chromium. */
import { randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { launchWithCamera, launchWithGuardedCameras } from '../../support/camera.ts'
import { dragOver } from '../../support/file-drag.ts'
import { aFolder } from '../../support/folder.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { blank, choosePhoto, fill, pageOpener, phone, type TestPage } from '../../support/page.ts'
import { aDraft, aPicture } from '../../support/pilots.ts'
import { coloursOf, quarters } from '../../support/quarters.ts'
import { formRequest } from '../../support/server.ts'

const openPage = pageOpener()
const permissions = ['camera']
const upright = 'red blue / yellow white'
const turnedRight = 'yellow red / white blue'
const square = { name: 'Encuadre de la foto' }

describe('the camera', () => {
  const openCamera = pageOpener(launchWithCamera)
  const openGuarded = pageOpener(launchWithGuardedCameras)

  test('takes the framed square and does not mirror it', async () => {
    const opened = await openCamera('/form', { permissions })
    const { page } = opened
    await click(page, 'Tomar foto')
    const video = page.getByLabel('Lo que ve la cámara')
    expect(await video.evaluate((element) => getComputedStyle(element).transform)).toContain('-1')
    await page.getByRole('dialog').getByRole('button', { name: 'Tomar foto', disabled: false }).click()
    await click(page, 'Usar foto')
    expect(await stored(opened)).toEqual({ colours: upright, width: 360, height: 360, format: 'jpeg' })
  })

  test('works with the keyboard alone, and a bad photo can be taken again', async () => {
    const opened = await openCamera('/form', { permissions })
    const { page } = opened
    await page.getByRole('button', { name: 'Tomar foto' }).focus()
    await page.keyboard.press('Enter')
    await waitForCamera(page)
    await page.keyboard.press('Space')
    await page.getByRole('application', square).waitFor()
    await click(page, 'Otra')
    await waitForCamera(page)
    await page.keyboard.press('Enter')
    await page.getByRole('application', square).waitFor()
    await page.keyboard.press('Enter')
    await page.getByAltText('Foto elegida').waitFor()
    // The focus goes on to the next field.
    expect(await page.getByLabel('Historial deportivo').evaluate(isFocused)).toBe(true)
    expect(await stored(opened)).toMatchObject({ colours: upright })
  })

  test('takes a photo on a double click without using it at once', async () => {
    const { page } = await openCamera('/form', { viewport: phone, permissions })
    await click(page, 'Tomar foto')
    await waitForCamera(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Tomar foto' }).dblclick()
    await page.getByRole('application', square).waitFor()
    // The second press of the double click has not used the photo, which can still be cropped.
    expect(await page.getByRole('button', { name: 'Usar foto' }).isVisible()).toBe(true)
    await page.getByRole('slider', { name: 'Acercar' }).fill('2')
    await click(page, 'Usar foto')
    await page.getByAltText('Foto elegida').waitFor()
  })

  test.each([
    ['Escape', (page: Page) => page.keyboard.press('Escape')],
    ['its close button', (page: Page) => click(page, 'Cerrar')],
    ['taking the photo', (page: Page) => page.keyboard.press('Space')],
    ['leaving the page', (page: Page) => page.evaluate(() => history.back())],
  ])('is off as soon as its dialog is closed by %s', async (_, close) => {
    const { page } = await openCamera('/', { permissions })
    await page.evaluate(recordCameras, false)
    await page.getByRole('link', { name: 'Formulario' }).click()
    await click(page, 'Tomar foto')
    await waitForCamera(page)
    expect(await cameras(page)).toEqual(['live'])
    await close(page)
    await expect.poll(() => cameras(page)).toEqual(['ended'])
  })

  test('is off at once if it opens after its dialog was closed', async () => {
    const { page } = await openCamera('/form', { permissions })
    await page.evaluate(recordCameras, true)
    await click(page, 'Tomar foto')
    await page.getByText('Abriendo la cámara…').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await cameras(page)).toEqual([])
    await page.evaluate(() => (window as never as RecordedCameras).openCameras())
    await expect.poll(() => cameras(page)).toEqual(['ended'])
  })

  test('says what to do if it is refused, opens once it is allowed, and accepts a file instead', async () => {
    const { page, context } = await openGuarded('/form')
    await click(page, 'Tomar foto')
    const alert = page.getByRole('dialog').getByRole('alert')
    await alert.filter({ hasText: 'El navegador no deja usar la cámara. Permítala' }).waitFor()
    await expectAccessibleLayout(page, 'a refused camera')
    await context.grantPermissions(permissions)
    await click(page, 'Reintentar')
    await waitForCamera(page)
    await page
      .getByRole('dialog')
      .getByLabel('Elegir foto')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await aPicture() })
    await page.getByRole('application', square).waitFor()
  })

  test.each([
    ['NotFoundError', 'No se encontró ninguna cámara. Conecte una'],
    ['NotReadableError', 'quizás la usa otro programa, como Zoom o Teams. Ciérrelo'],
  ])('says what to do if it fails with %s', async (name, text) => {
    const { page } = await openCamera('/form', { permissions })
    await page.evaluate((error) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', error))
    }, name)
    await click(page, 'Tomar foto')
    await page.getByRole('alert').filter({ hasText: text }).waitFor()
  })

  test('passes the layout and accessibility checks in both dialogs', async () => {
    const { page } = await openCamera('/form', { viewport: phone, permissions })
    await click(page, 'Tomar foto')
    await waitForCamera(page)
    await expectAccessibleLayout(page, 'the camera')
    await page.keyboard.press('Space')
    await page.getByRole('application', square).waitFor()
    await expectAccessibleLayout(page, 'the crop')
    await click(page, 'Usar foto')
    await page.getByAltText('Foto elegida').waitFor()
    await expectAccessibleLayout(page, 'the form')
  })
})

describe('one of several cameras', () => {
  const openWithTwo = pageOpener(launchWithGuardedCameras)

  test('can be chosen, and opens the next time too', async () => {
    const { page } = await openWithTwo('/form', { permissions })
    await click(page, 'Tomar foto')
    const choice = page.getByLabel('Cámara', { exact: true })
    await choice.selectOption({ index: 1 })
    await waitForCamera(page)
    const chosen = await choice.inputValue()
    await page.reload()
    await click(page, 'Tomar foto')
    await waitForCamera(page)
    expect(await choice.inputValue()).toBe(chosen)
    expect(await choice.locator('option').first().getAttribute('value')).not.toBe(chosen)
  })
})

describe('over plain http', () => {
  test('a phone takes the photo with its own camera', async () => {
    const opened = await openPage(blank, { viewport: phone, hasTouch: true })
    const { page } = opened
    await page.addInitScript(withoutCamera)
    await page.goto('/form')
    const input = page.getByLabel('Tomar foto')
    expect(
      await input.evaluate((element: HTMLInputElement) => [element.accept, element.getAttribute('capture')]),
    ).toEqual(['image/*', 'environment'])
    const picture = await quarters({ width: 400, height: 300, orientation: 6 })
    await input.setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: picture })
    await expectAccessibleLayout(page, 'the crop')
    expect(await page.getByLabel('Otra').first().getAttribute('capture')).toBe('environment')
    await click(page, 'Usar foto')
    expect(await stored(opened)).toMatchObject({ width: 300, height: 300 })
  })

  test('a laptop offers only its files, because a capture input would open files there too', async () => {
    const { page } = await openPage()
    await page.addInitScript(withoutCamera)
    await page.goto('/form')
    await page.getByText('Elegir foto').waitFor()
    expect(await page.getByText('Tomar foto').count()).toBe(0)
  })
})

describe('the crop', () => {
  test('rotates a picture, which is upright at first as its camera says', async () => {
    const opened = await openPage('/form')
    const { page } = opened
    await chooseAndAwaitCrop(page, await quarters({ width: 600, height: 600, orientation: 6 }))
    await click(page, 'Girar a la izquierda')
    await click(page, 'Usar foto')
    expect(await stored(opened)).toMatchObject({ colours: upright })

    await page.getByText('Registro exitoso').waitFor()
    await chooseAndAwaitCrop(page, await quarters({ width: 600, height: 600, orientation: 6 }))
    await click(page, 'Usar foto')
    expect(await stored(opened)).toMatchObject({ colours: turnedRight, width: 600, height: 600 })
  })

  test('takes the middle of a wide picture, and a little more of the top of a tall picture', async () => {
    const opened = await openPage('/form')
    await chooseAndAwaitCrop(opened.page, await quarters({ width: 900, height: 500 }))
    await click(opened.page, 'Usar foto')
    expect(await stored(opened)).toMatchObject({ colours: upright, width: 500, height: 500 })
    await opened.page.getByText('Registro exitoso').waitFor()
    await chooseAndAwaitCrop(opened.page, await quarters({ width: 500, height: 900 }))
    await click(opened.page, 'Usar foto')
    expect(await stored(opened)).toMatchObject({ colours: 'green green / yellow white' })
  })

  test.each<[string, (page: Page) => Promise<void>]>([
    [
      'the keyboard',
      async (page) => {
        for (const key of ['+', '+', '+', '+', '+', '+', '+', '+']) await page.keyboard.press(key)
        for (let press = 0; press < 8; press += 1) await page.keyboard.press('Shift+ArrowRight')
        for (let press = 0; press < 40; press += 1) await page.keyboard.press('ArrowDown')
      },
    ],
    [
      'the mouse',
      async (page) => {
        const box = await boxOf(page)
        await page.mouse.move(box.x + 5, box.y + 5)
        for (let turn = 0; turn < 10; turn += 1) await page.mouse.wheel(0, -100)
      },
    ],
    [
      'the slider and dragging',
      async (page) => {
        await page.getByRole('slider', { name: 'Acercar' }).fill('2.2')
        const box = await boxOf(page)
        await page.mouse.move(box.x + 20, box.y + 20)
        await page.mouse.down()
        await page.mouse.move(box.x + box.width - 5, box.y + box.height - 5, { steps: 5 })
        await page.mouse.up()
        await page.mouse.move(box.x, box.y)
      },
    ],
    ['two fingers', pinch],
  ])('is moved and zoomed with %s, and is stored as framed', async (_, move) => {
    const opened = await openPage('/form')
    await chooseAndAwaitCrop(opened.page, await quarters({ width: 800, height: 800 }))
    await move(opened.page)
    await click(opened.page, 'Usar foto')
    const { colours, width } = await stored(opened)
    expect(colours).toBe('red red / red red')
    expect(width).toBeLessThan(400)
  })

  test('can be repeated on the whole picture, and starts from the previous crop', async () => {
    const opened = await openPage('/form')
    const { page } = opened
    await chooseAndAwaitCrop(page, await quarters({ width: 800, height: 800 }))
    const zoom = page.getByRole('slider', { name: 'Acercar' })
    await zoom.fill('3')
    await click(page, 'Usar foto')
    await click(page, 'Recortar de nuevo')
    expect(await zoom.inputValue()).toBe('3')
    await zoom.fill('1')
    await page.keyboard.press('Escape')
    await click(page, 'Recortar de nuevo')
    await zoom.fill('1')
    await click(page, 'Usar foto')
    expect(await stored(opened)).toMatchObject({ colours: upright, width: 800 })
  })

  test('converts a picture of more than 10 MB to a small JPEG', async () => {
    const opened = await openPage('/form')
    const { page } = opened
    const picture = join(await aFolder(), 'a.jpg')
    await writeFile(picture, await noise(2400, 1800))
    await page.getByLabel('Foto', { exact: true }).setInputFiles(picture)
    await page.getByRole('application', square).waitFor()
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await click(page, 'Usar foto')
    expect(await stored(opened)).toMatchObject({ width: 800, height: 800 })
    const headers = await (await sent).allHeaders()
    expect(Number(headers['content-length'])).toBeLessThan(2_000_000)
  })

  test('works while the server does not answer, and is stored once it does', async () => {
    const opened = await openPage('/form')
    const { page } = opened
    await page.getByLabel('Nombres').waitFor()
    await page.context().setOffline(true)
    await choosePhoto(page, await quarters({ width: 800, height: 600 }))
    await page.context().setOffline(false)
    expect(await stored(opened)).toMatchObject({ colours: upright, width: 600 })
  })
})

describe('a picture', () => {
  test('can be dropped anywhere on the form, which shows a hint', async () => {
    const opened = await openPage('/form')
    const { page } = opened
    const data = await page.evaluateHandle(
      ([bytes]) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' }))
        return transfer
      },
      [[...(await quarters({ width: 300, height: 300 }, 'png'))]] as const,
    )
    const club = page.getByLabel('Club')
    await dragOver(club, data, 'Suelte la foto aquí')
    await club.dispatchEvent('drop', { dataTransfer: data })
    expect(await page.getByText('Suelte la foto aquí').count()).toBe(0)
    await click(page, 'Usar foto')
    expect(await stored(opened)).toMatchObject({ colours: upright, width: 300 })
  })

  test('can be pasted anywhere on the form, but text that is pasted into a field stays text', async () => {
    const opened = await openPage('/form', { permissions: ['clipboard-read', 'clipboard-write'] })
    const { page } = opened
    const bytes = [...(await quarters({ width: 300, height: 300 }, 'png'))]
    await copy(page, { 'image/png': bytes, 'text/plain': 'Moto Club' })
    await page.getByLabel('Club').focus()
    await page.keyboard.press('Control+V')
    await expect.poll(() => page.getByLabel('Club').inputValue()).toBe('Moto Club')
    expect(await page.getByRole('dialog').count()).toBe(0)

    await copy(page, { 'image/png': bytes })
    await page.keyboard.press('Control+V')
    await click(page, 'Usar foto')
    expect(await page.getByLabel('Club').inputValue()).toBe('Moto Club')
    expect(await stored(opened)).toMatchObject({ colours: upright, width: 300 })
  })
})

describe('a stored photo', () => {
  test('is removed once the form is saved, unless the removal is undone first', async () => {
    const { page, url, folder } = await openPage()
    const { id, photo } = await registerWithPhoto(url)
    await page.goto(`/form/${id}`)
    await click(page, 'Quitar foto')
    await page.getByText('La foto se quita al guardar.').waitFor()
    await page.getByLabel('Sin foto').waitFor()
    await expectAccessibleLayout(page, 'a removed photo')
    await click(page, 'Deshacer')
    await page.getByAltText('Foto guardada').waitFor()
    await click(page, 'Editar')
    await page.getByText('El usuario fue actualizado exitosamente').waitFor()
    expect(await attachmentOf(url, id)).toBe(photo)

    await page.goto(`/form/${id}`)
    await click(page, 'Quitar foto')
    await click(page, 'Editar')
    await page.getByText('El usuario fue actualizado exitosamente').waitFor()
    expect(await attachmentOf(url, id)).toBeNull()
    // The server deletes the file later, as it does with replaced photos.
    expect(await readdir(join(folder, 'photos'))).toEqual([photo])
  })

  test('is replaced by a photo that is chosen after its removal, and returns if that photo is not used', async () => {
    const { page, url } = await openPage()
    const { id, photo } = await registerWithPhoto(url)
    await page.goto(`/form/${id}`)
    await click(page, 'Quitar foto')
    await choosePhoto(page, await aPicture())
    await click(page, 'No usar esta foto')
    await page.getByAltText('Foto guardada').waitFor()
    await choosePhoto(page, await aPicture())
    await click(page, 'Editar')
    await page.getByText('El usuario fue actualizado exitosamente').waitFor()
    expect([photo, null]).not.toContain(await attachmentOf(url, id))
  })
})

function click(page: Page, name: string): Promise<void> {
  return page.getByRole('button', { name, exact: true }).click()
}

async function choose(page: Page, buffer: Buffer): Promise<void> {
  const photo = page.getByLabel('Foto', { exact: true })
  await photo.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
}

/** Chooses a picture and waits until its crop has the focus. */
async function chooseAndAwaitCrop(page: Page, buffer: Buffer): Promise<void> {
  await choose(page, buffer)
  await expect.poll(() => page.evaluate(() => document.activeElement?.role)).toBe('application')
}

/** Waits until the camera is open and its button has the focus. */
async function waitForCamera(page: Page): Promise<void> {
  await expect.poll(() => focused(page)).toBe('Tomar foto')
  await page.getByRole('dialog').getByRole('button', { name: 'Tomar foto', disabled: false }).waitFor()
}

function isFocused(element: Element): boolean {
  return element === document.activeElement
}

function focused(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.textContent)
}

/** Fills in the form, registers the pilot, and returns the colours, size and format of the stored photo. */
async function stored({ page, url, folder }: TestPage) {
  const draft = aDraft()
  await page.getByAltText('Foto elegida').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await fill(page, draft)
  await click(page, 'Registrar')
  await page.getByRole('alert').filter({ hasText: 'Registro exitoso' }).waitFor()
  const { data } = (await (await fetch(`${url}/api?list=all&search=${draft.dni}`)).json()) as {
    data: { attachment: string }[]
  }
  return coloursOf(await readFile(join(folder, 'photos', String(data[0]?.attachment))))
}

async function registerWithPhoto(url: string): Promise<{ id: string; photo: string }> {
  const { headers, payload } = formRequest({ data_driver: aDraft(), _img: await aPicture() })
  const response = await fetch(`${url}/api`, {
    method: 'POST',
    headers: headers as never,
    body: new Uint8Array(payload as Buffer),
  })
  const { data } = (await response.json()) as { data: [{ id_driver: string; attachment: string }] }
  return { id: data[0].id_driver, photo: data[0].attachment }
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

interface RecordedCameras {
  streams: MediaStream[]
  /** Opens the cameras that are held back. */
  openCameras: () => void
}

/** Records each camera that the page opens. If `areHeldBack`, no camera opens before `openCameras` is called. */
function recordCameras(areHeldBack: boolean): void {
  const { mediaDevices } = navigator
  const open = mediaDevices.getUserMedia.bind(mediaDevices)
  const streams: MediaStream[] = []
  const mayOpen = new Promise<void>((resolve) => {
    Object.assign(window, { streams, openCameras: resolve } satisfies RecordedCameras)
    if (!areHeldBack) resolve()
  })
  mediaDevices.getUserMedia = async (constraints) => {
    await mayOpen
    const stream = await open(constraints)
    streams.push(stream)
    return stream
  }
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

/** Returns a JPEG of random pixels, which cannot be compressed and is larger than 10 MB. */
async function noise(width: number, height: number): Promise<Buffer> {
  const picture = await sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer()
  expect(picture.length).toBeGreaterThan(10 * 1024 * 1024)
  return picture
}
