/** Tests that a rider applies on the own phone, in a real Chromium: the words, the turn, and a network that is lost. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { readStrokes } from '#domain/signing/strokes'
import { addDays, formatDate, today } from '#domain/text/date'
import { downloadFrom } from '../../support/downloads.ts'
import { anEvent, setEvent } from '../../support/events.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { fill, openElsewhere, pageOpener, type TestPage } from '../../support/page.ts'
import { aDraft, aPicture } from '../../support/pilots.ts'
import { readQr } from '../../support/qr-reader.ts'
import { formRequest, startTestServer } from '../../support/server.ts'
import { askAt } from '../../support/versions.ts'

const openPage = pageOpener()
const small = { width: 360, height: 800 }

/** Opens the form of a phone, with the reception open. */
async function openForm(options: Parameters<typeof openPage>[1] = {}): Promise<TestPage & { code: string }> {
  const opened = await openPage(undefined, { viewport: small, ...options })
  const [reception] = await askAt(opened.url, 'PUT', '/api/reception', { is_open: true })
  const code = new URL(reception?.url ?? '').searchParams.get('c') ?? ''
  await opened.page.goto(`/anotarme?c=${code}`)
  await opened.page.getByRole('button', { name: /^(Enviar|Send)$/ }).waitFor()
  return { ...opened, code }
}

/** Opens the form, with a waiver. */
async function openSigning() {
  const opened = await openForm({ hasTouch: true })
  await writeWaiver(opened, 'Corro bajo mi responsabilidad.')
  await opened.page.reload()
  await pad(opened.page).waitFor()
  return opened
}

const writeWaiver = (opened: { url: string }, text: string) =>
  askAt(opened.url, 'PUT', '/api/waiver', { text })

const pad = (page: Page) => page.getByRole('img', { name: /^(Firme|Assine) aqui|^Firme aquí/ })
type Box = Awaited<ReturnType<ReturnType<typeof pad>['boundingBox']>>
const drawn = (page: Page) => pad(page).locator('path').getAttribute('d')

/** Returns the functions that draw with a finger, at places of the box from 0 to 1. */
async function finger(page: Page) {
  const session = await page.context().newCDPSession(page)
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', place?: readonly [number, number]) => {
    const { x, y, width, height } = (await pad(page).boundingBox()) as NonNullable<Box>
    const touchPoints = place ? [{ x: x + place[0] * width, y: y + place[1] * height }] : []
    await session.send('Input.dispatchTouchEvent', { type, touchPoints })
  }
  const down = async (...[first, ...others]: [number, number][]) => {
    await pad(page).scrollIntoViewIfNeeded()
    if (first) await touch('touchStart', first)
    for (const place of others) await touch('touchMove', place)
  }
  const up = () => touch('touchEnd')
  const draw = async (...places: [number, number][]) => {
    await down(...places)
    await up()
  }
  return { down, up, draw }
}

/** Returns what the desk reads of the first application. */
async function firstWaiting(opened: { url: string }) {
  const [first] = await askAt(opened.url, 'GET', '/api/applications')
  const [whole] = await askAt(opened.url, 'GET', `/api/applications/${first?.id}`)
  return whole as unknown as { signed: boolean; waiver?: { strokes: string; guardian?: object } }
}

/** Fills in what the form asks for over plain HTTP. */
async function fillIn(page: Page, given: object = {}): Promise<void> {
  const { tiposangre: _, ...draft } = aDraft(given)
  await fill(page, draft)
}

const send = (page: Page) => page.getByRole('button', { name: 'Enviar' }).click()

/** Approves the first application as the desk does. */
async function approve(opened: { url: string }): Promise<void> {
  const [first] = await askAt(opened.url, 'GET', '/api/applications')
  const [whole] = await askAt(opened.url, 'GET', `/api/applications/${first?.id}`)
  const data = { ...JSON.parse(whole?.data_driver ?? ''), tiposangre: 'O+' }
  const { headers, payload } = formRequest({ data_driver: data, application: first?.id ?? '' })
  const body = new Uint8Array(payload as Buffer)
  await fetch(`${opened.url}/api`, { method: 'POST', headers: headers as never, body })
}

/** Writes the page as a browser that translates it does: each text in elements of its own, and other words in the selects. */
function translatePage(page: Page): Promise<void> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      const parent = text.parentElement
      if (!text.data.trim() || !parent || parent.closest('script, style')) continue
      if (parent.tagName === 'OPTION') text.data = `${text.data} (translated)`
      else {
        const font = document.createElement('font')
        text.replaceWith(font)
        font.append(text.data)
      }
    }
  })
}

describe('the form on a phone', () => {
  test('a page that the browser translates sends what was chosen', async () => {
    const opened = await openForm()
    const { page } = opened
    await translatePage(page)
    await fillIn(page)
    await translatePage(page)
    await send(page)
    await page.getByText('001').waitFor()
    const [first] = await askAt(opened.url, 'GET', '/api/applications')
    const [whole] = await askAt(opened.url, 'GET', `/api/applications/${first?.id}`)
    const { licencia, modalidad } = aDraft()
    expect(JSON.parse(whole?.data_driver ?? '')).toMatchObject({ licencia, modalidad })
  })
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
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/\bAna\b/)
    const saved = await downloadFrom(page.getByRole('button', { name: 'Guardar imagen' }))
    expect(saved.suggestedFilename()).toMatch(/^credencial-ana-[a-z-]+\.png$/)
    const credential = await page.getByRole('link', { name: 'Ver mi credencial' }).getAttribute('href')
    expect(await readQr(await readFile(await saved.path()))).toContain(credential)
    await page.getByRole('link', { name: 'Ver mi credencial' }).click()
    await page.getByRole('heading', { name: 'Ana' }).waitFor()
  })

  test('asks in its language about a check digit once the document is left', async () => {
    const { page, url } = await openForm()
    await setEvent(url, anEvent({ country: 'CL' }))
    await page.reload()
    await page.getByLabel('Idioma').selectOption('English')
    const document = page.getByLabel('Identity document (RUT)')
    await document.fill('12.345.678-4')
    expect(await page.getByText('does not add up').count()).toBe(0)
    await document.press('Tab')
    await page.getByText('This number does not add up (RUT): compare it with your document').waitFor()
    await expectAccessibleLayout(page, 'a question about a check digit')
    await document.fill('12.345.678-5')
    await document.press('Tab')
    expect(await page.getByText('does not add up').count()).toBe(0)
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
    expect(await askAt(again.url, 'GET', '/api/applications')).toMatchObject([
      { name: expect.stringContaining('Ana') },
    ])
  })

  test('reads a date of six digits, when it is left and when it is sent', async () => {
    const { page, url } = await openForm()
    await fillIn(page)
    const date = page.getByLabel('Fecha de Nacimiento')
    await date.fill('100295')
    await date.press('Tab')
    expect(await date.inputValue()).toBe('10/02/1995')
    await date.fill('110295')
    await date.press('Enter')
    await page.getByText('001').waitFor()
    const [waiting] = await askAt(url, 'GET', '/api/applications')
    const [whole] = await askAt(url, 'GET', `/api/applications/${waiting?.id}`)
    expect(JSON.parse(String(whole?.data_driver))).toMatchObject({ fechanac: '1995-02-11' })
  })

  test('tells the reason of a refusal, and takes the corrected form with another turn; a second person applies after it', async () => {
    const opened = await openForm()
    const { page } = opened
    await fillIn(page, { name: 'Ana', club: 'Uno' })
    await send(page)
    await page.getByText('001').waitFor()
    const [first] = await askAt(opened.url, 'GET', '/api/applications')
    await askAt(opened.url, 'POST', `/api/applications/${first?.id}/refuse`, { reason: 'Falta el club' })
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

  test('of two persons in two tabs of one phone, each has an application and a turn of the own', async () => {
    const opened = await openForm()
    const { page, context } = opened
    await fillIn(page, { name: 'Ana' })
    const other = await context.newPage()
    await other.setViewportSize(small)
    await other.goto(`/anotarme?c=${opened.code}`)
    await other.getByText('Falta enviarlo.').waitFor()
    await expectAccessibleLayout(other, 'a form that another tab has')
    await other.getByRole('button', { name: 'Anotar a otra persona' }).click()
    expect(await other.getByLabel('Nombres').inputValue()).toBe('')
    await fillIn(other, { name: 'Beto' })
    await page.getByLabel('Club').fill('El de Ana')
    await send(other)
    await other.getByText('001').waitFor()
    await send(page)
    await page.getByText('002').waitFor()
    const waiting = await askAt(opened.url, 'GET', '/api/applications')
    expect(waiting.map(({ name }: { name: string }) => name.split(' ')[0])).toEqual(['Beto', 'Ana'])
    for (const turn of ['001', '002']) await other.getByText(turn).waitFor()
  })

  test('that another tab has not sent goes on there as another application, so that neither replaces the other', async () => {
    const opened = await openForm()
    const { page, context } = opened
    await fillIn(page, { name: 'Ana' })
    const other = await context.newPage()
    await other.goto(`/anotarme?c=${opened.code}`)
    await other.getByRole('button', { name: 'Seguir con este' }).click()
    expect(await other.getByLabel('Nombres').inputValue()).toBe('Ana')
    await other.getByLabel('Nombres').fill('Beto')
    await send(other)
    await other.getByText('001').waitFor()
    await send(page)
    await page.getByText('002').waitFor()
    expect(await askAt(opened.url, 'GET', '/api/applications')).toHaveLength(2)
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
    const stored = await page.evaluate(() => Object.values(localStorage))
    expect(stored.join()).toContain('"tipodoc":"Pasaporte"')
  })

  test('says that the reception is closed, also while it was open before, and keeps what is typed', async () => {
    const opened = await openForm()
    const { page } = opened
    await fillIn(page, { name: 'Ana' })
    await askAt(opened.url, 'PUT', '/api/reception', { is_open: false })
    await send(page)
    await page.getByText('La autoinscripción está cerrada: pase por la mesa').waitFor()
    expect(await page.getByLabel('Nombres').inputValue()).toBe('Ana')
    await page.reload()
    await page.getByText('La autoinscripción está cerrada: pase por la mesa').waitFor()
  })
})

describe('the waiver on a phone', () => {
  test('is signed with a finger while the phone turns, and is still there after a reload', async () => {
    const opened = await openSigning()
    const { page } = opened
    await page.getByText('Corro bajo mi responsabilidad.').waitFor()
    await fillIn(page, { name: 'Ana' })
    await send(page)
    await page.getByText('Firme en el recuadro, o elija «Firmo en la mesa».').waitFor()
    expect(await page.getByLabel('Firmo ahora').evaluate((one) => one === document.activeElement)).toBe(true)
    const { draw, down, up } = await finger(page)
    await draw([0.5, 0.5])
    await send(page)
    await page.getByText('Eso no parece una firma: firme con el dedo, con un trazo más largo').waitFor()
    await expectAccessibleLayout(page, 'the waiver on a phone')
    await page.getByRole('button', { name: 'Borrar la firma' }).click()
    await draw([0.1, 0.5], [0.3, 0.2], [0.5, 0.6])
    const first = (await drawn(page)) ?? ''
    await page.setViewportSize({ width: small.height, height: small.width })
    expect(await drawn(page)).toBe(first)
    await down([0.55, 0.5], [0.65, 0.8])
    await page.setViewportSize(small)
    await up()
    await page.reload()
    const both = (await drawn(page)) ?? ''
    expect(both.startsWith(first)).toBe(true)
    expect(readStrokes(both)).toHaveLength(2)
    await expectAccessibleLayout(page, 'a signed waiver on a phone')
    await send(page)
    await page.getByText('Deslinde firmado.').waitFor()
    const { signed, waiver } = await firstWaiting(opened)
    expect([signed, waiver?.strokes]).toEqual([true, both])

    // A correction keeps it, and what is drawn anew takes its place.
    await page.getByRole('button', { name: 'Corregir' }).click()
    await page.getByText('Ya firmó este texto.').waitFor()
    await page.getByRole('button', { name: 'Borrar la firma' }).click()
    await page.getByLabel('Club').fill('Dos')
    await send(page)
    await page.getByText('Deslinde firmado.').waitFor()
    expect((await firstWaiting(opened)).waiver?.strokes).toBe(both)
    await page.getByRole('button', { name: 'Corregir' }).click()
    await draw([0.2, 0.2], [0.8, 0.8])
    await send(page)
    await page.getByText('Deslinde firmado.').waitFor()
    expect(readStrokes((await firstWaiting(opened)).waiver?.strokes ?? '')).toHaveLength(1)
    await approve(opened)
    await page.getByText('Aprobado: ya está registrado.').waitFor()
    await page.getByText('Deslinde firmado.').waitFor()
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('strokes')
  })

  test('is signed at the desk by a rider who chooses so', async () => {
    const opened = await openSigning()
    const { page } = opened
    await page.getByLabel('Firmo en la mesa').check()
    await pad(page).waitFor({ state: 'detached' })
    await page.reload()
    await fillIn(page, { name: 'Ana' })
    await send(page)
    await page.getByText('El deslinde se firma en la mesa.').waitFor()
    expect(await firstWaiting(opened)).toMatchObject({ signed: false })
    await approve(opened)
    await page.getByText('Aprobado: ya está registrado.').waitFor()
    await page.getByText('El deslinde se firma en la mesa.').waitFor()
  })

  test('of a minor has the guardian, whose name was typed for the consent, and speaks Portuguese', async () => {
    const opened = await openForm()
    await writeWaiver(opened, 'Corro bajo mi responsabilidad.')
    await askAt(opened.url, 'PUT', '/api/settings', { consent: { text: 'Acepto.' } })
    const page = await openElsewhere(opened, '/anotarme', small)
    await page.goto(`/anotarme?c=${opened.code}`)
    await fillIn(page, { name: 'Ana', fechanac: formatDate(addDays(today(), -15 * 365)) })
    await page.getByLabel('Idioma').selectOption('Português')
    await page.getByLabel('Aceito o uso dos meus dados').check()
    await page.getByLabel('Adulto que aceita pelo menor').fill('Rosa Núñez')
    const guardian = page.getByLabel('Nome do adulto que assina')
    expect(await guardian.inputValue()).toBe('Rosa Núñez')
    await page.getByRole('button', { name: 'Enviar' }).click()
    await page.getByText('Escreva o documento do adulto que assina').waitFor()
    await page.getByText('Assine no quadro, ou escolha «Assino na mesa».').waitFor()
    await guardian.fill('')
    await page.getByRole('button', { name: 'Enviar' }).click()
    await page.getByText('Menor de 18 anos: escreva o nome do adulto que assina').waitFor()
    await guardian.fill('Rosa Núñez')
    await page.getByLabel('Documento do adulto que assina').fill('70123456')
    const { draw } = await finger(page)
    await draw([0.1, 0.5], [0.9, 0.6])
    await writeWaiver(opened, 'Outro.')
    await page.getByRole('button', { name: 'Enviar' }).click()
    await page.getByText('O texto do termo de responsabilidade mudou').first().waitFor()
    await page.getByLabel('Assino na mesa').check()
    await page.getByLabel('Assino agora').check()
    expect(await guardian.inputValue()).toBe('Rosa Núñez')
    await draw([0.1, 0.5], [0.9, 0.6])
    await page.getByRole('button', { name: 'Enviar' }).click()
    await page.getByText('Termo de responsabilidade assinado.').waitFor()
    expect(await firstWaiting(opened)).toMatchObject({
      waiver: { guardian: { name: 'Rosa Núñez', document: '70123456' } },
    })
  })
})
