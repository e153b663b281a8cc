/** Tests that a rider applies on the own phone, in a real Chromium: the words, the turn, and a network that is lost. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { fill, openElsewhere, pageOpener, type TestPage } from '../../support/page.ts'
import { aDraft, aPicture } from '../../support/pilots.ts'
import { readQr } from '../../support/qr-reader.ts'
import { formRequest, startTestServer } from '../../support/server.ts'

const openPage = pageOpener()
const small = { width: 360, height: 800 }

/** Opens the form of a phone, with the reception open. */
async function openForm(options: Parameters<typeof openPage>[1] = {}): Promise<TestPage & { code: string }> {
  const opened = await openPage(undefined, { viewport: small, ...options })
  const [reception] = await ask(opened, 'PUT', '/api/reception', { is_open: true })
  const code = new URL(reception?.url ?? '').searchParams.get('c') ?? ''
  await opened.page.goto(`/anotarme?c=${code}`)
  await opened.page.getByRole('button', { name: /^(Enviar|Send)$/ }).waitFor()
  return { ...opened, code }
}

async function ask({ url }: { url: string }, method: string, path: string, body?: object) {
  const answer = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return ((await answer.json()) as { data: Record<string, string>[] }).data as never as {
    url: string
    id: string
    name: string
    data_driver: string
  }[]
}

/** Fills in what the form asks for over plain HTTP. */
async function fillIn(page: Page, given: object = {}): Promise<void> {
  const { tiposangre: _, ...draft } = aDraft(given)
  await fill(page, draft)
}

const send = (page: Page) => page.getByRole('button', { name: 'Enviar' }).click()

/** Approves the first application as the desk does. */
async function approve(opened: { url: string }): Promise<void> {
  const [first] = await ask(opened, 'GET', '/api/applications')
  const [whole] = await ask(opened, 'GET', `/api/applications/${first?.id}`)
  const data = { ...JSON.parse(whole?.data_driver ?? ''), tiposangre: 'O+' }
  const { headers, payload } = formRequest({ data_driver: data, application: first?.id ?? '' })
  const body = new Uint8Array(payload as Buffer)
  await fetch(`${opened.url}/api`, { method: 'POST', headers: headers as never, body })
}

describe('the form on a phone', () => {
  test('says what is missing, gives a turn, and tells that the desk has approved; what was typed is then forgotten', async () => {
    const opened = await openForm()
    const { page } = opened
    await send(page)
    await page.getByText('Revise lo marcado y envíe otra vez.').waitFor()
    expect(await page.getByLabel('Nombres').evaluate((one) => one === document.activeElement)).toBe(true)
    expect(await page.getByText('tipo de sangre').count()).toBe(0)
    await fillIn(page, { name: 'Ana' })
    const file = { name: 'foto.png', mimeType: 'image/png', buffer: await aPicture('png', 400, 300) }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByAltText('Foto', { exact: true }).waitFor()
    await send(page)
    await page.getByText('001').waitFor()
    await page.reload()
    await page.getByText('Espere a que la mesa llame este turno').waitFor()
    await approve(opened)
    await page.getByText('Aprobado: ya está registrado.').waitFor()
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Ana')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Guardar imagen' }).click()
    const saved = await download
    expect(saved.suggestedFilename()).toMatch(/^credencial-ana-[a-z-]+\.png$/)
    const credential = await page.getByRole('link', { name: 'Ver mi credencial' }).getAttribute('href')
    expect(await readQr(await readFile(await saved.path()))).toContain(credential)
    await page.getByRole('link', { name: 'Ver mi credencial' }).click()
    await page.getByRole('heading', { name: 'Ana' }).waitFor()
  })

  test('keeps what is typed through a reload and a lost network, and sends it once however often it is pressed', async () => {
    const opened = await openForm()
    const { page, folder, port, close } = opened
    await fillIn(page, { name: 'Ana' })
    await page.reload()
    expect(await page.getByLabel('Nombres').inputValue()).toBe('Ana')
    await close()
    await send(page)
    await page.getByText('Sin conexión con el kiosco.').waitFor()
    for (let count = 0; count < 3; count += 1)
      await page.getByRole('button', { name: 'Enviar' }).click({ force: true })
    const again = await startTestServer({ folder, port, countryCode: '51' })
    await page.getByText('001').waitFor()
    expect(await ask(again, 'GET', '/api/applications')).toMatchObject([
      { name: expect.stringContaining('Ana') },
    ])
  })

  test('tells the reason of a refusal, and takes the corrected form with another turn; a second person applies after it', async () => {
    const opened = await openForm()
    const { page } = opened
    await fillIn(page, { name: 'Ana', club: 'Uno' })
    await send(page)
    await page.getByText('001').waitFor()
    const [first] = await ask(opened, 'GET', '/api/applications')
    await ask(opened, 'POST', `/api/applications/${first?.id}/refuse`, { reason: 'Falta el club' })
    await page.getByText('Falta el club').waitFor()
    await page.getByRole('button', { name: 'Corregir y enviar otra vez' }).click()
    expect(await page.getByLabel('Club').inputValue()).toBe('Uno')
    await page.getByLabel('Club').fill('Dos')
    await send(page)
    await page.getByText('002').waitFor()
    await page.getByRole('button', { name: 'Anotar a otra persona' }).click()
    await fillIn(page, { name: 'Beto' })
    await send(page)
    await page.getByText('003').waitFor()
    expect(await page.getByText('002').count()).toBe(1)
  })

  test('speaks the language of the phone, its messages too, and stores the options of the desk', async () => {
    const opened = await openForm()
    const page = await openElsewhere(opened, '/anotarme', small)
    await page.addInitScript(() => Object.defineProperty(navigator, 'languages', { value: ['pt-BR', 'es'] }))
    await page.goto(`/anotarme?c=${opened.code}`)
    await page.getByRole('heading', { name: 'Inscrever-se' }).waitFor()
    await page.getByRole('button', { name: 'Enviar' }).click()
    await page.getByText('Campo obrigatório').first().waitFor()
    await page.getByRole('button', { name: 'Tenho outro documento' }).click()
    await page.getByLabel('Tipo de documento').selectOption('Passaporte')
    await page.getByLabel('Idioma').selectOption('English')
    await page.getByLabel('Number of the document').fill('AB123456')
    await page.getByLabel('Last names').fill('Silva')
    expect(await page.evaluate(() => localStorage.getItem('pilotos-anotarme'))).toContain(
      '"tipodoc":"Pasaporte"',
    )
  })

  test('says that the reception is closed, also while it was open before, and keeps what is typed', async () => {
    const opened = await openForm()
    const { page } = opened
    await fillIn(page, { name: 'Ana' })
    await ask(opened, 'PUT', '/api/reception', { is_open: false })
    await send(page)
    await page.getByText('La autoinscripción está cerrada: pase por la mesa').waitFor()
    expect(await page.getByLabel('Nombres').inputValue()).toBe('Ana')
    await page.reload()
    await page.getByText('La autoinscripción está cerrada: pase por la mesa').waitFor()
  })
})
