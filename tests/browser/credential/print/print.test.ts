/** Tests printing from the list and from a credential, in a real Chromium. */

import { describe, expect, test } from 'vitest'
import { pagesOfPdf } from '../../../support/downloads.ts'
import { holdBack } from '../../../support/held-requests.ts'
import { expectAccessibleLayout } from '../../../support/looks.ts'
import { chooseFromMenu } from '../../../support/menu.ts'
import { blank, fill, pageOpener, phone, registerAll } from '../../../support/page.ts'
import { aDraft } from '../../../support/pilots.ts'
import { orderHeaders } from '../../../support/sent-orders.ts'

const openPage = pageOpener()

/**
 * Runs in the page: answers that an order waits for another one. A route of Playwright could answer it too, but a page
 * with a route loses the last request that it sends while it is closed.
 */
function keepWaiting(): void {
  const waitsFor = { by: 'ana', done: 2300, total: 10_000 }
  const unfinished = { before: 2, waits_for: waitsFor, done: 0, total: 1, url: null }
  const { fetch } = window
  window.fetch = async (resource, init) => {
    const isProgress = (init?.method ?? 'GET') === 'GET' && String(resource).startsWith('/api/print/')
    return isProgress ? Response.json({ data: [unfinished] }) : fetch(resource, init)
  }
}

describe('printing', () => {
  test('of the emergency sheet takes the riders without a photo that the list shows', async () => {
    const { page, url } = await openPage(blank, { viewport: phone })
    await registerAll(url, [aDraft()])
    await page.goto('/search?no_photo=1')
    await chooseFromMenu(page, 'Imprimir')
    const [file] = await Promise.all([
      page.waitForEvent('download', { timeout: 10_000 }),
      page.getByRole('button', { name: 'Hoja de emergencia' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('emergencia.pdf')
  })

  test('of a sheet starts at the first free position, and remembers the size and the printer offset', async () => {
    const { page, url } = await openPage(blank, { viewport: phone })
    await registerAll(
      url,
      ['Norte', 'Norte', 'Norte', 'Sur'].map((club) => aDraft({ club })),
    )
    await page.goto('/search?search=norte&no_photo=1')
    await chooseFromMenu(page, 'Imprimir')
    await page.getByText('Se imprimen las de 3 pilotos sin foto, con «norte».').waitFor()
    await page.getByLabel('Hoja A4').check()
    await page.getByRole('radio', { name: 'Lugar 1', exact: true }).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    expect(await page.getByRole('radio', { name: 'Lugar 3' }).isChecked()).toBe(true)
    await page.getByText('Ajustar la impresora').click()
    await page.getByLabel('A la derecha (mm)').fill('mucho')
    await page.getByRole('button', { name: 'Preparar PDF' }).click()
    await page.getByText('Son dos números de -20 a 20').first().waitFor()
    await page.getByLabel('A la derecha (mm)').fill('0,5')
    const [request] = await Promise.all([
      page.waitForRequest((sent) => sent.method() === 'POST'),
      page.getByRole('button', { name: 'Preparar PDF' }).click(),
    ])
    expect(request.postDataJSON()).toEqual({
      search: 'norte',
      no_photo: true,
      layout: 'sheet',
      start: 3,
      offset: [0.5, 0],
    })
    await page.getByRole('link', { name: 'Abrir el PDF' }).waitFor()
    await page.reload()
    await chooseFromMenu(page, 'Imprimir')
    expect(await page.getByLabel('Hoja A4').isChecked()).toBe(true)
    expect(await page.getByRole('radio', { name: 'Lugar 6' }).isChecked()).toBe(true)
    await page.getByText('Ajustar la impresora').click()
    await expect.poll(() => page.getByLabel('A la derecha (mm)').inputValue()).toBe('0,5')
    expect(await page.getByLabel('sangrado').count()).toBe(0)
    await page.getByLabel('Tarjeta, 85,6').check()
    await page.getByLabel('Con 3 mm de sangrado').check()
    const [bled] = await Promise.all([
      page.waitForRequest((sent) => sent.method() === 'POST'),
      page.getByRole('button', { name: 'Preparar PDF' }).click(),
    ])
    expect(bled.postDataJSON()).toMatchObject({ layout: 'card', bleed: true })
    await page.getByText('No falta ninguna').waitFor()
  })

  test('names the riders whose cards would have boxes in place of letters, before anything is printed', async () => {
    const { page } = await openPage('/', { pilots: [aDraft({ name: '张伟' }), aDraft({ name: 'Иван' })] })
    await page.getByRole('button', { name: 'Imprimir' }).click()
    const dialog = page.getByRole('dialog', { name: 'Imprimir credenciales' })
    await dialog
      .getByText(/1 piloto tiene letras .* salen como cuadros: 张伟 Núñez Peña \(张伟\)\./)
      .waitFor()
    await expectAccessibleLayout(page, 'the notice of letters that a typeface lacks')
  })

  test('shows the printer offset once it is known, changes only what is typed, and says why it or the print failed; it keeps the settings, continues once the server answers, and asks before it prints cards again', async () => {
    const { page, url } = await openPage('/', { pilots: [aDraft(), aDraft()] })
    const headers = { 'content-type': 'application/json', ...orderHeaders() }
    const body = JSON.stringify({ layout: 'card', offset: [2.5, -1] })
    await fetch(`${url}/api/print`, { method: 'POST', headers, body })
    const offset = page.getByLabel('A la derecha (mm)')
    const noAnswer = page.getByRole('alert').filter({ hasText: 'El kiosco no responde' })
    const prepare = (name = 'Preparar PDF') => page.getByRole('button', { name }).click()
    const openDialog = async () => {
      await page.getByRole('button', { name: 'Imprimir' }).click()
      await page.getByText('Ajustar la impresora').click()
    }

    const late = await holdBack(page, '**/api/print')
    await openDialog()
    await late.arrived
    await page.getByRole('dialog').getByText('Cargando…').waitFor()
    expect(await offset.count()).toBe(0)
    late.release()
    await offset.fill('1,5')
    await page.unroute('**/api/print')
    await page.getByLabel('Colgante A6').check()
    await page.route('**/api/print', (route) => route.abort())
    await prepare()
    await noAnswer.waitFor()
    expect(await page.getByLabel('Colgante A6').isChecked()).toBe(true)
    await page.unroute('**/api/print')
    const [request] = await Promise.all([
      page.waitForRequest((sent) => sent.method() === 'POST' && !sent.postDataJSON().dry_run),
      prepare('Reintentar'),
    ])
    expect(request.postDataJSON()).toMatchObject({ layout: 'a6', offset: [1.5, -1] })
    await page.getByRole('link', { name: 'Abrir el PDF' }).waitFor()
    await pagesOfPdf(page)
    await page.getByRole('button', { name: 'Listo' }).click()

    await page.route('**/api/print', (route) =>
      route.request().method() === 'GET' ? route.abort() : route.fallback(),
    )
    await openDialog()
    await noAnswer.waitFor()
    await page.unroute('**/api/print')
    await expect.poll(() => offset.inputValue()).toBe('1,5')
    await prepare()
    await page.getByText('No falta ninguna: las 2 ya se imprimieron.').waitFor()
    expect(await page.getByRole('button', { name: /Solo las que faltan/ }).count()).toBe(0)
    await prepare('Imprimir todas otra vez')
    await page.getByRole('link', { name: 'Abrir el PDF' }).waitFor()
  })

  test('follows a registration with one key, as do the next pilot and the search, and typing triggers none', async () => {
    const { page } = await openPage('/form')
    const name = page.getByLabel('Nombres')
    const dni = page.getByLabel('Documento de identidad (DNI)')
    const isFocused = () => dni.evaluate((field) => field === document.activeElement)
    await fill(page, aDraft({ name: 'Ana', lastname: 'Paz' }))
    await page.keyboard.press('Control+Enter')
    await page.getByText('Registro exitoso Ana Paz').waitFor()
    const labels = await page.getByRole('alert').getByRole('button').allTextContents()
    expect(labels).toEqual(['Imprimir F8', 'Inscribir F6', 'Siguiente F4'])
    await page.keyboard.press('F8')
    await page.getByText('Se imprime la de Ana Paz.').waitFor()
    // The other keys wait until the dialog is closed. Enter prints with the remembered layout.
    await page.keyboard.press('F9')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Abrir el PDF' }).waitFor()
    expect(await pagesOfPdf(page)).toBe(1)
    await page.keyboard.press('Escape')
    await expect.poll(isFocused).toBe(true)
    // The dialog took the focus from an empty form, in which nothing is missing yet.
    expect(await page.getByText('Campo Requerido').count()).toBe(0)

    // While the next pilot is typed, the keys do not act on the one before.
    await name.pressSequentially('F8 i n s')
    expect([await name.inputValue(), await page.getByRole('dialog').count()]).toEqual(['F8 i n s', 0])
    expect(await page.getByRole('alert').getByRole('button').allTextContents()).toEqual([
      'Imprimir ',
      'Inscribir ',
      'Siguiente F4',
    ])
    await page.keyboard.press('F8')
    await page.getByText('Hay otro piloto a medio escribir').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('link', { name: 'Ver credencial' }).focus()
    await page.keyboard.press('F4')
    expect(await isFocused()).toBe(true)
    await page.keyboard.press('F9')
    await page.getByText('1 piloto', { exact: true }).first().waitFor()
    await page.keyboard.type('paz')
    await page.waitForURL(/search=paz/)
  })

  test('stops on the server too if it is cancelled or if its dialog or its page is closed', async () => {
    const { page, url } = await openPage('/', { pilots: [aDraft()] })
    await page.evaluate(keepWaiting)
    const stopped = async (stop: () => Promise<unknown>) => {
      await page.getByRole('button', { name: 'Imprimir' }).click()
      const accepted = page.waitForResponse((response) => response.status() === 202)
      await page.getByRole('button', { name: 'Preparar PDF' }).click()
      const { job } = (await (await accepted).json()).data[0]
      await page
        .getByText(
          'Espera su turno: antes va la impresión de ana (2.300 de 10.000 credenciales) y 1 impresión más.',
        )
        .waitFor()
      await stop()
      await expect.poll(async () => (await fetch(`${url}/api/print/${job}`)).status).toBe(404)
    }
    await stopped(() => page.getByRole('button', { name: 'Cancelar' }).click())
    await page.getByLabel('Colgante A6').waitFor()
    await page.keyboard.press('Escape')
    await stopped(() => page.keyboard.press('Escape'))
    await stopped(() => page.getByRole('button', { name: 'Cerrar' }).click())
    await stopped(() => page.reload())
    await page.evaluate(keepWaiting)
    await stopped(() => page.close({ runBeforeUnload: true }))
  })
})
