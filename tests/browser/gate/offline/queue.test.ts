/** Tests of the scans that a gate keeps until the server has them, in a real Chromium. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { resultTexts } from '#domain/gate/passage'
import type { ClassField } from '#domain/pilots/classes/classes'
import { openFolder, openStores } from '../../../../server/store/open.ts'
import { anEvent, enter, openEventOf, setEvent } from '../../../support/events.ts'
import {
  changeGates,
  openGate,
  passageRecords,
  passageSummary,
  reconnect,
  sendScans,
  undoAnswer,
  word,
} from '../../../support/gate.ts'
import { heldPhotos, heldPilots, storeScan } from '../../../support/gate-database.ts'
import { expectAccessibleLayout } from '../../../support/looks.ts'
import { addAccount, blank, pageOpener, phone, register } from '../../../support/page.ts'
import { aScan } from '../../../support/passages.ts'
import { aDraft, aPicture } from '../../../support/pilots.ts'
import { scan } from '../../../support/scanner.ts'
import { startTestServer } from '../../../support/server.ts'
import { askAt } from '../../../support/versions.ts'

const openPage = pageOpener()

const away = (page: Page) => page.getByText('Sin conexión con la laptop')
const unsent = (page: Page, text: string) => page.getByText(new RegExp(`· ${text} por enviar`))
const sent = (page: Page) => page.getByText('Enviadas')

/** Opens a page of a server that another server can replace at its port. */
async function openReplaceable(options: Parameters<typeof openPage>[1] = {}) {
  const opened = await openPage(blank, { viewport: phone, ...options })
  const { folder, port } = opened
  return { ...opened, restart: () => startTestServer({ ...options, folder, port }) }
}

/** Keeps the scans of a page from reaching the server, which answers all its other requests. */
async function blockScans(page: Page): Promise<void> {
  await page.route('**/api/passages', (route) => route.abort())
}

test('a list that arrives while scans wait does not end the attempts; an undone entry counts nowhere; no reload and no closed page loses a scan or leaves unasked', async () => {
  const { page, context, url, close, restart } = await openReplaceable()
  const ana = await register(
    url,
    aDraft({ npiloto: '1', name: 'Ana', lastname: 'Quispe' }),
    await aPicture('png', 40, 30),
  )
  const luis = await register(url, aDraft({ npiloto: '2' }))
  const gone = await register(url, aDraft({ npiloto: '3' }), await aPicture('png', 30, 30))
  await openGate(page)
  await expect.poll(() => heldPhotos(page)).toBe(2)
  await askAt(url, 'DELETE', `/api/pilots/${gone}`)
  // The photo of a rider who left is dropped.
  await expect.poll(() => heldPhotos(page)).toBe(1)

  await blockScans(page)
  await scan(page, luis)
  await word(page, 'PASE').waitFor()
  await register(url, aDraft())
  await expect.poll(() => heldPilots(page)).toBe(3)
  await page.unroute('**/api/passages')
  await expect.poll(async () => (await passageRecords(url)).length).toBe(1)

  await close()
  await away(page).waitFor()
  await page.getByText('Responde con la lista de las').waitFor()
  await page.getByRole('button', { name: 'Salida' }).click()
  await expectAccessibleLayout(page, 'a gate without the server')
  await page.getByRole('button', { name: 'Entrada' }).click()
  await scan(page, ana)
  await page.getByText('Número 1', { exact: true }).waitFor()
  const photo = page.getByAltText('Foto de Ana Quispe')
  expect(await photo.getAttribute('src')).toMatch(/^blob:/)
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await undoAnswer(page)
  await word(page, 'DESHECHO').waitFor()
  await page.getByText('Las demás puertas lo sabrán').waitFor()
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await scan(page, ana)
  await word(page, 'PASE').waitFor()
  // The page counts the entry that was taken back no more.
  expect(await page.getByText('Es la misma lectura').count()).toBe(0)
  await scan(page, '7K3Q9XW2M4TB')
  await word(page, 'NO ESTÁ EN LA LISTA').waitFor()
  await page.getByText('puede haberse registrado después').waitFor()
  await unsent(page, '4 lecturas').waitFor()

  await blockScans(page)
  await restart()
  await page.getByText('4 lecturas').waitFor()
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  await page.reload()
  expect(asked).toEqual(['beforeunload'])
  await page.getByText('4 lecturas').waitFor()
  const closed = page.waitForEvent('close')
  await page.close({ runBeforeUnload: true })
  await closed
  expect(await passageRecords(url)).toHaveLength(1)

  const next = await context.newPage()
  // The start of a gate sends already.
  await next.goto('/puerta')
  await sent(next).waitFor()
  const records = (await passageRecords(url)).map(({ scanned, result, offline, corrected }) => {
    return [scanned, result, offline, corrected]
  })
  expect(records).toEqual([
    ['7K3Q9XW2M4TB', 'unknown', true, false],
    [ana, 'pass', true, false],
    // The correction of the first entry.
    [ana, 'pass', false, false],
    [ana, 'pass', true, true],
    [luis, 'pass', true, false],
  ])
  expect(await passageSummary(url)).toMatchObject({ inside: 2, incidents: 0 })
  // With nothing left, the page lets go.
  next.on('dialog', (dialog) => asked.push(dialog.type()))
  await next.reload()
  await next.getByRole('button', { name: 'Empezar' }).waitFor()
  expect(asked).toEqual(['beforeunload', 'beforeunload'])
})

test('a server that answers late never counts twice, and an entry that it refused is an incident', async () => {
  const { page, url } = await openPage(blank, { viewport: phone })
  await changeGates(url, { again: 'daily', gates: ['Norte', 'Sur'] })
  const [ana, luis] = [
    await register(url, aDraft({ npiloto: '1' })),
    await register(url, aDraft({ npiloto: '2' })),
  ]
  // This gate hears nothing of other gates.
  await page.route('**/api/changes', () => {})
  await openGate(page, 'Norte')
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await sendScans(url, aScan({ scanned: luis, gate: 'Sur' }))
  await page.route('**/api/passages', async (route) => {
    const response = await route.fetch()
    await isReleased
    await route.fulfill({ response })
  })
  await scan(page, luis)
  await word(page, 'PASE').waitFor()
  await page.getByText('Sin conexión: responde la lista').waitFor()
  await scan(page, ana)
  await page.getByText('Número 1', { exact: true }).waitFor()
  await word(page, 'PASE').waitFor()
  await unsent(page, '2 lecturas').waitFor()
  expect(await passageRecords(url)).toMatchObject([{ gate: 'Norte', admitted: false, result: 'again' }, {}])
  release()
  await sent(page).waitFor()
  const ofNorte = (await passageRecords(url)).filter(({ gate }) => gate === 'Norte')
  expect(
    ofNorte.map(({ scanned, result, admitted, incident }) => [scanned, result, admitted, incident]),
  ).toEqual(
    expect.arrayContaining([
      [luis, 'again', false, false],
      [luis, 'again', true, true],
      [ana, 'pass', true, false],
    ]),
  )
  expect(ofNorte).toHaveLength(3)
  expect(await passageSummary(url)).toMatchObject({ inside: 2, incidents: 1 })
})

test('two pages of one browser share the queue, and send each scan once', async () => {
  const { page, context, url, close, restart } = await openReplaceable()
  const ids = await Promise.all(
    [1, 2, 3, 4].map((number) => register(url, aDraft({ npiloto: String(number) }))),
  )
  const other = await context.newPage()
  await openGate(page)
  await openGate(other)
  await close()
  for (const [index, id] of ids.entries()) {
    const scanning = index % 2 ? page : other
    await scanning.bringToFront()
    await scan(scanning, id)
    await scanning.getByText(`Número ${index + 1}`, { exact: true }).waitFor()
  }
  for (const one of [page, other]) await unsent(one, '4 lecturas').waitFor()
  await restart()
  for (const one of [page, other]) {
    await one.bringToFront()
    await reconnect(one)
    await expect.poll(() => away(one).count()).toBe(0)
    await expect.poll(() => one.getByText('lecturas por enviar').count()).toBe(0)
  }
  await expect.poll(async () => (await passageRecords(url)).length).toBe(4)
  expect(new Set((await passageRecords(url)).map(({ id }) => id)).size).toBe(4)
})

test('a gate whose session has ended keeps its scans and forgets the riders, until it is a gate again', async () => {
  const { page, context, url, folder, close, restart } = await openReplaceable({
    requireLogin: true,
    expectsErrors: true,
  })
  await addAccount(folder, 'marta')
  await signInOverHttp(page)
  await page.goto('/puerta')
  await page.getByRole('button', { name: 'Empezar' }).click()
  await page.getByText('Escanee para').waitFor()
  await close()
  await scan(page, '7K3Q9XW2M4TB')
  await word(page, 'NO ESTÁ EN LA LISTA').waitFor()
  await unsent(page, '1 lectura').waitFor()
  await context.clearCookies()
  await restart()
  await reconnect(page)
  await page.getByText('1 lectura por enviar: queda guardada').waitFor()
  await expectAccessibleLayout(page, 'a refused gate with unsent scans')
  await expect.poll(() => heldPilots(page)).toBeUndefined()
  await scan(page, '7K3Q9XW2M4TB')
  await word(page, 'NO SE REGISTRÓ').waitFor()

  await signInOverHttp(page)
  await reconnect(page)
  await sent(page).waitFor()
  await expect.poll(() => heldPilots(page)).toBe(0)
  const { data } = await (await page.request.get(`${url}/api/passages`)).json()
  expect(data).toHaveLength(1)
})

test('a scan that the server never accepts holds back no other, is not lost and is told', async () => {
  const { page, url, close, restart } = await openReplaceable()
  const id = await register(url, aDraft({ npiloto: '1' }))
  await openGate(page)
  await expect.poll(() => heldPilots(page)).toBe(1)
  await close()
  await storeScan(page, { ...aScan(), id: 'not a UUID', offline: true, at: '2026-01-01T00:00:00.000Z' })
  await page.getByRole('button', { name: 'Salida' }).click()
  await scan(page, id)
  await unsent(page, '2 lecturas').waitFor()
  await restart()
  await page.getByText(/La laptop no acepta 1 lectura.*id es un UUID/).waitFor()
  await expect
    .poll(async () => (await passageRecords(url))[0])
    .toMatchObject({ scanned: id, result: 'pass', direction: 'out' })
  await page.reload()
  await page.getByText('La laptop no acepta 1 lectura').waitFor()
  // The server does not have all scans.
  expect(await sent(page).count()).toBe(0)
})

test('a browser that stores nothing says so, and sends its scans while the page is open', async () => {
  const { page, url, close, restart } = await openReplaceable()
  const id = await register(url, aDraft({ npiloto: '1' }))
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }))
  await openGate(page)
  await page.getByText('Este navegador no guarda nada').waitFor()
  await close()
  await scan(page, id)
  await word(page, 'PASE').waitFor()
  await unsent(page, '1 lectura').waitFor()
  await restart()
  await reconnect(page)
  await sent(page).waitFor()
  expect(await passageRecords(url)).toMatchObject([{ scanned: id, offline: true }])
})

/** Signs in without the sign-in page. */
async function signInOverHttp(page: Page): Promise<void> {
  const data = { user: 'marta', password: 'la clave de marta' }
  const response = await page.request.post('/api/session', {
    data,
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(response.ok()).toBe(true)
}

test('a gate without the server admits by the names that it holds, and its scans count after a rename of the modalidad and the licencia', async () => {
  const { page, url, folder, close, restart } = await openReplaceable()
  const names = { modalidad: 'MX1', licencia: 'Nacional' }
  const classes = Object.entries(names) as [ClassField, string][]
  const remote = await openStores(folder)
  for (const [field, name] of classes)
    await remote.settings.changeItem(field, { kind: 'add', item: { name } })
  await remote.close()
  const { modalidades } = await openEventOf(url)
  await setEvent(url, anEvent({ modalidades, demand: 'entry' }))
  const [ana, luz] = [
    await register(url, aDraft({ ...names, npiloto: '1' } as never)),
    await register(url, aDraft({ ...names, npiloto: '2' } as never)),
  ]
  await enter(url, { ids: [ana] })
  await openGate(page)
  await close()
  await away(page).waitFor()
  await scan(page, ana)
  await word(page, 'PASE').waitFor()
  await page.getByText('MX1', { exact: true }).waitFor()

  const stores = await openFolder(folder)
  for (const [field, key] of classes)
    await stores.settings.changeItem(field, { kind: 'change', key, item: { name: `${key} 2026` } })
  await stores.close()
  await scan(page, luz)
  await word(page, resultTexts['not-entered']).waitFor()
  await unsent(page, '2 lecturas').waitFor()
  await restart()
  await reconnect(page)
  await sent(page).waitFor()
  expect((await passageRecords(url)).map(({ scanned, result }) => [scanned, result])).toEqual([
    [luz, 'not-entered'],
    [ana, 'pass'],
  ])
  expect(await passageSummary(url)).toMatchObject({ inside: 1 })
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await page.getByRole('button', { name: 'Salida' }).click()
  await scan(page, ana)
  await page.getByText('MX1 2026', { exact: true }).waitFor()
})
