/** Tests of the waiver that riders sign on the phone of a gate, in a real Chromium. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays, today } from '#domain/text/date'
import { anEvent, enter, openEventOf, setEvent } from '../../../support/events.ts'
import { openGate, passageRecords, passageSummary, word } from '../../../support/gate.ts'
import { heldPilots, heldSignatures } from '../../../support/gate-database.ts'
import { expectAccessibleLayout } from '../../../support/looks.ts'
import { addAccount, blank, described, pageOpener, phone, register } from '../../../support/page.ts'
import { aDraft } from '../../../support/pilots.ts'
import { scan } from '../../../support/scanner.ts'
import { orderHeaders } from '../../../support/sent-orders.ts'
import { startTestServer } from '../../../support/server.ts'
import { askAt } from '../../../support/versions.ts'

const openPage = pageOpener()

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const ana = { npiloto: '1', name: 'Ana', lastname: 'Quispe' }
const luis = { npiloto: '2', name: 'Luis', lastname: 'Rojas' }

/** Opens a page of a server whose event demands the waiver, with two riders who are entered. */
async function openSigning(changes: object = {}) {
  const opened = await openPage(blank, { viewport: phone, expectsErrors: true })
  const { url } = opened
  const ids = [
    await register(url, aDraft({ ...ana, ...changes })),
    await register(url, aDraft(luis)),
  ] as const
  await writeText(url, 'Corro bajo mi responsabilidad.')
  const { modalidades } = await openEventOf(url)
  await setEvent(url, anEvent({ modalidades, checks: ['waiver'], demand: 'checks' }))
  await enter(url)
  return { ...opened, ids }
}

const writeText = (url: string, text: string) => askAt(url, 'PUT', '/api/waiver', { text })

/** Draws a signature with a finger. */
async function draw(page: Page): Promise<void> {
  const pad = page.getByRole('img', { name: 'Firme aquí con el dedo' })
  await pad.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await pad.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints })
  const at = (part: number) => ({
    x: x + width * (0.2 + 0.6 * part),
    y: y + height * (part % 0.5 ? 0.3 : 0.7),
  })
  await touch('touchStart', at(0))
  for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', at(part))
  await touch('touchEnd')
}

async function sign(page: Page): Promise<void> {
  await press(page, 'Firmar')
  await draw(page)
  await press(page, 'Guardar la firma')
}

/** The calls that a gate makes, as their addresses begin. */
const calls = /\/api\/(passages|gate|pilots|waiver|changes)/

/** Takes the network away from the gate, whose page still loads. */
const goAway = (page: Page) => page.route(calls, (route) => route.abort())

/** Tells a page that the network is back, as its browser does. */
async function comeBack(page: Page): Promise<void> {
  await page.unroute(calls)
  await page.evaluate(() => dispatchEvent(new Event('online')))
}

async function signaturesOf(url: string, id: string) {
  const { data } = await (await fetch(`${url}/api/pilots/${id}/history`)).json()
  return (data as { kind: string }[]).filter(({ kind }) => kind === 'waivers')
}

test('without the server a rider signs and passes, and the server has the signature once, however often the page ends; the passages stay as they were', async () => {
  const { page, url, ids } = await openSigning()
  page.on('dialog', (dialog) => void dialog.accept())
  await openGate(page)
  await expect.poll(() => heldPilots(page)).toBe(2)
  await goAway(page)
  await scan(page, ids[0])
  await word(page, 'FALTA: deslinde').waitFor()
  await page.getByText('Toque Firmar').waitFor()
  await expectAccessibleLayout(page, 'an answer to a rider who has not signed')
  await press(page, 'Firmar')
  const dialog = page.getByRole('dialog', { name: 'Deslinde' })
  await dialog.getByText('Ana Quispe').waitFor()
  await dialog.getByText('Corro bajo mi responsabilidad.').waitFor()
  await press(page, 'Guardar la firma')
  await dialog.getByText('Eso no parece una firma').waitFor()
  await draw(page)
  await expectAccessibleLayout(page, 'a signature at a gate')
  await press(page, 'Guardar la firma')
  await word(page, 'FIRMADO').waitFor()
  await page.getByText('La firma queda guardada en este equipo').waitFor()
  await expectAccessibleLayout(page, 'a signature that waits')
  expect(await heldSignatures(page)).toMatchObject([
    { pilot: ids[0], name: 'Ana Quispe', drawing: { strokes: expect.stringMatching(/^M\d/) } },
  ])
  await press(page, 'Registrar entrada')
  await word(page, 'PASE').waitFor()
  await page.getByText('2 lecturas y 1 firma por enviar').waitFor()

  await page.reload()
  await page.getByText('2 lecturas y 1 firma por enviar').waitFor()
  await page.getByRole('button', { name: 'Empezar' }).click()
  await press(page, 'Salida')
  await scan(page, ids[0])
  await word(page, 'SALIDA').waitFor()
  await press(page, 'Siguiente')
  await press(page, 'Entrada')
  await scan(page, ids[0])
  await word(page, 'PASE').waitFor()
  await scan(page, ids[1])
  await word(page, 'FALTA: deslinde').waitFor()

  // The server stores the signature, and the page ends before it knows.
  await page.route('**/waiver', (route) => void route.fetch())
  await comeBack(page)
  await expect.poll(() => signaturesOf(url, ids[0])).toHaveLength(1)
  await page.unroute('**/waiver')
  await page.reload()
  await expect.poll(async () => (await passageRecords(url)).length).toBe(5)
  await expect.poll(() => heldSignatures(page)).toEqual([])
  expect(await signaturesOf(url, ids[0])).toHaveLength(1)
  expect(
    (await passageRecords(url)).map(({ scanned, result, admitted, offline }) => [
      scanned,
      result,
      admitted,
      offline,
    ]),
  ).toEqual([
    [ids[1], 'unchecked', false, true],
    [ids[0], 'pass', true, true],
    [ids[0], 'pass', true, true],
    [ids[0], 'pass', true, true],
    [ids[0], 'unchecked', false, true],
  ])
  expect(await passageSummary(url)).toMatchObject({ inside: 1, incidents: 0 })
})

test('with the server a minor signs with the guardian below the new text, a scan meanwhile is recorded afterwards, and a rider without a card passes', async () => {
  const { page, url, ids } = await openSigning({
    fechanac: addDays(today(), -15 * 365),
    apoderado: 'Rosa Núñez',
  })
  await openGate(page)
  await scan(page, ids[0])
  await word(page, 'FALTA: deslinde').waitFor()
  await press(page, 'Firmar')
  const name = page.getByLabel('Nombre del adulto que firma')
  await name.fill('Rosa')
  await scan(page, ids[1])
  await page.getByText('1 lectura por registrar, al cerrar esta firma').waitFor()
  expect(await name.inputValue()).toBe('Rosa')
  await draw(page)
  await press(page, 'Guardar la firma')
  const document = page.getByLabel('Documento del adulto que firma')
  expect(await described(document)).toContain('Escriba el documento')
  await document.fill('DNI 40506070')
  await writeText(url, 'Corro bajo mi responsabilidad, y la de nadie más.')
  await press(page, 'Guardar la firma')
  await page.getByText('El texto del deslinde cambió mientras tanto').waitFor()
  await page.getByText('y la de nadie más').waitFor()
  expect(await signaturesOf(url, ids[0])).toEqual([])
  expect(await name.inputValue()).toBe('Rosa')
  await draw(page)
  await press(page, 'Guardar la firma')
  // The answer to the scan that waited.
  await word(page, 'FALTA: deslinde').waitFor()
  await page.getByText('Luis Rojas').first().waitFor()
  const { data } = await (await fetch(`${url}/api?list=${ids[0]}`)).json()
  expect(data[0].signed).toMatchObject({ version: 2, guardian: { name: 'Rosa', document: 'DNI 40506070' } })

  await press(page, 'Siguiente')
  await press(page, 'Buscar')
  await page.getByLabel('Número, nombre, DNI o código').fill('Luis')
  await page.getByRole('button', { name: /Luis Rojas/ }).click()
  await press(page, 'Entra sin credencial')
  await word(page, 'FALTA: deslinde').waitFor()
  await press(page, 'Firmar')
  await press(page, 'Cancelar')
  await sign(page)
  await word(page, 'FIRMADO').waitFor()
  await press(page, 'Registrar entrada')
  await word(page, 'PASE').waitFor()
  expect(await passageRecords(url)).toMatchObject([
    { scanned: ids[1], result: 'pass', cardless: true, offline: false },
    { scanned: ids[1], result: 'unchecked', cardless: true },
    { scanned: ids[1], result: 'unchecked' },
    { scanned: ids[0], result: 'unchecked' },
  ])
})

test('a sign-out warns of signatures, which wait for the next session; one of a rider who is gone is told by name, and leaves the phone', async () => {
  const { page, context, url, folder, port, ids, close } = await openSigning()
  await close()
  await startTestServer({ requireLogin: true, folder, port, expectsErrors: true })
  await addAccount(folder, 'marta')
  const signIn = async () => {
    const data = { user: 'marta', password: 'la clave de marta' }
    const headers = { 'sec-fetch-site': 'same-origin' }
    expect((await page.request.post('/api/session', { data, headers })).ok()).toBe(true)
  }
  await signIn()
  await page.goto('/puerta')
  await page.getByRole('button', { name: 'Empezar' }).click()
  await expect.poll(() => heldPilots(page)).toBe(2)
  await goAway(page)
  for (const id of ids) {
    await scan(page, id)
    await word(page, 'FALTA: deslinde').waitFor()
    await sign(page)
    await word(page, 'FIRMADO').waitFor()
  }
  await press(page, 'Siguiente')
  await press(page, 'Cerrar')
  await press(page, 'Salir')
  await page.getByRole('dialog').getByText('2 lecturas y 2 firmas por enviar: quedan guardadas').waitFor()
  await press(page, 'Cancelar')

  await page.request.delete(`/api/pilots/${ids[0]}`, { headers: orderHeaders() })
  await context.clearCookies()
  await comeBack(page)
  await page.getByText('2 lecturas y 2 firmas por enviar: quedan guardadas').waitFor()
  await expect.poll(() => heldPilots(page)).toBeUndefined()
  await signIn()
  await comeBack(page)
  await page.getByText('La laptop no aceptó la firma de Ana Quispe. Ya no está registrado').waitFor()
  await expectAccessibleLayout(page, 'a gate with a refused signature')
  const [kept, ...others] = await heldSignatures(page)
  expect([kept?.drawing, others]).toEqual([undefined, []])
  const { data } = await (await page.request.get(`${url}/api/pilots/${ids[1]}/history`)).json()
  expect(data.filter(({ kind }: { kind: string }) => kind === 'waivers')).toHaveLength(1)
  await press(page, 'Entendido')
  await expect.poll(() => heldSignatures(page)).toEqual([])
})
