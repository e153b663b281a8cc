/** Tests that a half-filled form survives reloads, closed tabs and server failures, in a real Chromium. */
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { chooseFromMenu } from '../../../support/menu.ts'
import {
  blank,
  choosePhoto,
  fill,
  openElsewhere,
  pageOpener,
  register,
  update,
} from '../../../support/page.ts'
import { aDraft, aPicture } from '../../../support/pilots.ts'
import { startTestServer } from '../../../support/server.ts'

const openPage = pageOpener()
const recovered = /Se recuperó lo que había escrito \(hoy, \d\d:\d\d\)/

/** Waits until a draft in `localStorage` contains `words`. */
async function waitForDraft(page: Page, words: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => Object.values(localStorage).join('\n'))).toContain(words)
}

/** Opens a blank form in a tab of its own, as a person does. */
async function openTab(page: Page, context: BrowserContext): Promise<Page> {
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate(() => void open('/form', '_blank', 'noopener')),
  ])
  await tab.waitForLoadState()
  return tab
}

describe('a half-filled form', () => {
  test('is recovered by its own tab after a reload until it is discarded, and by a new tab after its own was closed until it is sent', async () => {
    const { page, context } = await openPage('/form')
    await fill(page, { name: 'Ana', licencia: 'Regional', participacion: 'Una\nDos' })
    await choosePhoto(page, await aPicture('png', 400, 300))
    await waitForDraft(page, '"hadPhoto":true')
    const tab = await openTab(page, context)
    await tab.getByRole('button', { name: 'Registrar' }).waitFor()
    expect(await tab.getByLabel('Nombres').inputValue()).toBe('')
    await fill(tab, aDraft({ name: 'Beto' }))
    await waitForDraft(tab, 'Beto')
    await Promise.all([page.reload(), tab.reload()])
    await page.getByText(recovered).waitFor()
    await page.getByText('La foto que eligió no se recupera: elíjala otra vez.').waitFor()
    expect(await page.getByLabel('Nombres').inputValue()).toBe('Ana')
    expect(await page.getByLabel('Licencia', { exact: true }).inputValue()).toBe('Regional')
    expect(await page.getByLabel('Historial deportivo').inputValue()).toBe('Una\nDos')
    await tab.getByText(recovered).waitFor()
    expect(await tab.getByLabel('Nombres').inputValue()).toBe('Beto')

    await page.getByRole('button', { name: 'Descartar' }).click()
    expect(await page.getByLabel('Nombres').inputValue()).toBe('')
    await page.reload()
    await page.getByRole('button', { name: 'Registrar' }).waitFor()
    expect(await page.getByText(recovered).count()).toBe(0)
    expect(await page.getByLabel('Nombres').inputValue()).toBe('')

    // The tab writes its draft when it is closed.
    await tab.getByLabel('Nombres').fill('Berta')
    await tab.close()
    const next = await openTab(page, context)
    await next.getByText(recovered).waitFor()
    expect(await next.getByLabel('Nombres').inputValue()).toBe('Berta')
    await next.getByRole('button', { name: 'Registrar' }).click()
    await next.getByText('Registro exitoso').waitFor()
    expect(await next.evaluate(() => Object.keys(localStorage))).toEqual([])
  })

  test('is not taken over by a new tab while its own tab is too busy to answer', async () => {
    const { page, context } = await openPage('/form')
    await fill(page, { name: 'Ana' })
    await waitForDraft(page, 'Ana')
    await page.evaluate(() => {
      BroadcastChannel.prototype.postMessage = () => {}
    })
    const tab = await context.newPage()
    await tab.goto(page.url())
    await tab.getByRole('button', { name: 'Registrar' }).waitFor()
    expect(await tab.getByLabel('Nombres').inputValue()).toBe('')
  })

  test('is named to other tabs over plain HTTP, where the browser has no locks, and recovered once its own tab is closed', async () => {
    const { page, context } = await openPage('/search')
    await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'locks'))
    await page.goto('/form')
    await fill(page, { name: 'Ana' })
    await waitForDraft(page, 'Ana')
    const tab = await context.newPage()
    await tab.goto('/search')
    const answered = await tab.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const channel = new BroadcastChannel('pilotos-drafts')
          channel.onmessage = ({ data }) => Array.isArray(data) && resolve(data)
          channel.postMessage('who?')
        }),
    )
    expect(answered).toEqual([expect.stringContaining('pilotos-draft/')])
    await page.close()
    await tab.goto('/form')
    await tab.getByText(recovered).waitFor()
    expect(await tab.getByLabel('Nombres').inputValue()).toBe('Ana')
  })

  test('of a pilot is not kept if it equals the stored values, and keeps the version that it began with, so later changes by others are noticed', async () => {
    const draft = aDraft({ club: 'Uno' })
    const { page, url } = await openPage()
    const id = await register(url, draft)
    await page.goto(`/form/${id}`)
    await page.getByLabel('Club').fill('Dos')
    await waitForDraft(page, 'Dos')
    await page.getByLabel('Club').fill('Uno')
    await page.reload()
    await page.getByRole('button', { name: 'Editar' }).waitFor()
    expect(await page.getByText(recovered).count()).toBe(0)
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])

    await page.getByLabel('Club').fill('Mi club')
    await page.goto(blank)
    await update(url, id, { ...draft, club: 'Su club' })
    await page.goto(`/form/${id}`)
    await page.getByText(recovered).waitFor()
    await page.getByText('Otra persona cambió a este piloto mientras tanto').waitFor()
    expect(await page.getByLabel('Club').inputValue()).toBe('Mi club')
    await page.getByRole('button', { name: 'Descartar' }).click()
    expect(await page.getByLabel('Club').inputValue()).toBe('Su club')
    expect(await page.getByText('Otra persona cambió').count()).toBe(0)
  })

  test('can be sent even if the browser blocks its storage', async () => {
    const { page } = await openPage()
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('forbidden', 'SecurityError')
          },
        })
    })
    await page.goto('/form')
    await fill(page, aDraft())
    // The form writes its draft now, unless it has already tried.
    await page.evaluate(() => dispatchEvent(new Event('pagehide')))
    await page.getByRole('button', { name: 'Registrar' }).click()
    await page.getByText('Registro exitoso').waitFor()
  })

  test('survives a server that stops, and is sent with one shortcut once the server is back', async () => {
    const { page, url, folder, port, close } = await openPage('/form')
    await fill(page, aDraft({ name: 'Ana' }))
    await close()
    await page.keyboard.press('Control+Enter')
    await page.getByText('No se sabe si se guardó. El kiosco no responde.').waitFor()
    expect(await page.getByLabel('Nombres').inputValue()).toBe('Ana')
    await page.getByText('se sigue solo cuando vuelva').waitFor()
    await startTestServer({ folder, port, countryCode: '51' })
    await page.getByText('El kiosco ya responde').waitFor()
    const count = async () => ((await (await fetch(`${url}/api?list=all`)).json()) as { total: number }).total
    expect(await count()).toBe(0)
    await page.keyboard.press('Control+Enter')
    await page.getByText('Registro exitoso').waitFor()
    expect(await count()).toBe(1)
  })

  test('is forgotten in another browser when its person is erased for ever, or when that browser opens PilotOS again', async () => {
    const opened = await openPage('/search')
    const { page, url } = opened
    const [desk, away] = [await openElsewhere(opened, '/search'), await openElsewhere(opened, '/search')]
    const fechanac = '1990-03-04'
    const id = await register(url, aDraft({ dni: 71234567, name: 'Evangelina', fechanac }))
    const other = await register(url, aDraft({ name: 'Otra' }))
    for (const browser of [desk, away]) {
      for (const one of [id, other]) {
        await browser.goto(`/form/${one}`)
        await browser.getByLabel('Club').fill('Nuevo club')
        await waitForDraft(browser, one)
      }
      await browser.goto('/form')
      await fill(browser, { dni: '71234567', fechanac })
      await waitForDraft(browser, '"dni":"71234567"')
      await browser.goto('/search')
    }
    await away.goto(blank)
    await page.goto(`/credencial/${id}`)
    await chooseFromMenu(page, 'Borrar para siempre')
    await page.getByRole('button', { name: 'Seguir' }).click()
    await page.getByLabel('Documento').fill('71234567')
    await page.getByLabel('Documento').press('Enter')
    await page.getByText('Se borró para siempre a 1 persona').waitFor()
    const left = (browser: Page) =>
      browser.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('pilotos-draft/')))
    await expect.poll(() => left(desk)).toEqual([expect.stringContaining(`/${other}/`)])
    expect(await left(away)).toHaveLength(3)
    await away.goto('/search')
    await expect.poll(() => left(away)).toEqual([expect.stringContaining(`/${other}/`)])
  })
})
