/** Tests that a half-filled form survives reloads, closed tabs and server failures, in a real Chromium. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { serve } from '../../support/command.ts'
import { aFolder } from '../../support/folder.ts'
import { addAccount, choosePhoto, fill, pageOpener, register, signIn, update } from '../../support/page.ts'
import { aDraft, aPicture } from '../../support/pilots.ts'
import { onOwnPort } from '../../support/port.ts'

const openPage = pageOpener()
const recovered = /Se recuperó lo que había escrito \(hoy, \d\d:\d\d\)/

/** Waits until a draft in `localStorage` contains `words`. */
async function waitForDraft(page: Page, words: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => Object.values(localStorage).join('\n'))).toContain(words)
}

describe('a half-filled form', () => {
  test('is recovered after a reload, until it is discarded', async () => {
    const { page } = await openPage('/form')
    await fill(page, { name: 'Ana', licencia: 'Regional', participacion: 'Una\nDos' })
    await choosePhoto(page, await aPicture())
    await waitForDraft(page, '"hadPhoto":true')
    await page.reload()
    await page.getByText(recovered).waitFor()
    await page.getByText('La foto que eligió no se recupera: elíjala otra vez.').waitFor()
    expect(await page.getByLabel('Nombres').inputValue()).toBe('Ana')
    expect(await page.getByLabel('Licencia', { exact: true }).inputValue()).toBe('Regional')
    expect(await page.getByLabel('Historial deportivo').inputValue()).toBe('Una\nDos')

    await page.getByRole('button', { name: 'Descartar' }).click()
    expect(await page.getByLabel('Nombres').inputValue()).toBe('')
    await page.reload()
    await page.getByRole('button', { name: 'Registrar' }).waitFor()
    expect(await page.getByText(recovered).count()).toBe(0)
    expect(await page.getByLabel('Nombres').inputValue()).toBe('')
  })

  test('is recovered in a new tab, and its draft is deleted once it is sent', async () => {
    const { page, context } = await openPage('/form')
    await fill(page, aDraft({ name: 'Ana' }))
    await page.close()
    const tab = await context.newPage()
    await tab.goto('/form')
    await tab.getByText(recovered).waitFor()
    expect(await tab.getByLabel('Nombres').inputValue()).toBe('Ana')
    await tab.getByRole('button', { name: 'Registrar' }).click()
    await tab.getByText('Registro exitoso').waitFor()
    expect(await tab.evaluate(() => Object.keys(localStorage))).toEqual([])
    await tab.reload()
    await tab.getByRole('button', { name: 'Registrar' }).waitFor()
    expect(await tab.getByText(recovered).count()).toBe(0)
  })

  test('is kept separately for each of two tabs', async () => {
    const { page, context } = await openPage('/form')
    await page.getByLabel('Nombres').fill('Ana')
    await waitForDraft(page, 'Ana')
    const tab = await context.newPage()
    await tab.goto('/form')
    await tab.getByRole('button', { name: 'Registrar' }).waitFor()
    expect(await tab.getByLabel('Nombres').inputValue()).toBe('')
    await tab.getByLabel('Nombres').fill('Beto')
    await waitForDraft(tab, 'Beto')
    await page.reload()
    await tab.reload()
    await page.getByText(recovered).waitFor()
    await tab.getByText(recovered).waitFor()
    expect(await page.getByLabel('Nombres').inputValue()).toBe('Ana')
    expect(await tab.getByLabel('Nombres').inputValue()).toBe('Beto')
  })

  test('keeps the version of the pilot that it began with, so later changes by others are noticed', async () => {
    const { page, url } = await openPage()
    const draft = aDraft()
    const id = await register(url, draft)
    await page.goto(`/form/${id}`)
    await page.getByLabel('Club').fill('Mi club')
    await page.goto('/search')
    await update(url, id, { ...draft, club: 'Su club' })
    await page.goto(`/form/${id}`)
    await page.getByText(recovered).waitFor()
    await page.getByText('Otra persona cambió a este piloto mientras tanto').waitFor()
    expect(await page.getByLabel('Club').inputValue()).toBe('Mi club')
    await page.getByRole('button', { name: 'Descartar' }).click()
    expect(await page.getByLabel('Club').inputValue()).toBe('Su club')
    expect(await page.getByText('Otra persona cambió').count()).toBe(0)
  })

  test('is not kept as a draft if its values equal the stored values', async () => {
    const { page, url } = await openPage()
    const id = await register(url, aDraft({ club: 'Uno' }))
    await page.goto(`/form/${id}`)
    await page.getByLabel('Club').fill('Dos')
    await waitForDraft(page, 'Dos')
    await page.getByLabel('Club').fill('Uno')
    await page.reload()
    await page.getByRole('button', { name: 'Editar' }).waitFor()
    expect(await page.getByText(recovered).count()).toBe(0)
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  })

  test('is recovered only for the account that typed it, after that account signs in again', async () => {
    const { page, folder } = await openPage('/login', { requireLogin: true })
    await addAccount(folder, 'ana')
    await addAccount(folder, 'beto')
    await signIn(page, 'ana')
    await page.getByLabel('Nombres').fill('Lo de Ana')
    await page.getByRole('button', { name: 'Salir' }).click()
    await signIn(page, 'beto')
    await page.getByRole('button', { name: 'Registrar' }).waitFor()
    expect(await page.getByLabel('Nombres').inputValue()).toBe('')
    await page.getByRole('button', { name: 'Salir' }).click()
    await signIn(page, 'ana')
    await page.getByText(recovered).waitFor()
    expect(await page.getByLabel('Nombres').inputValue()).toBe('Lo de Ana')
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
    await page.clock.install()
    await page.goto('/form')
    await fill(page, aDraft())
    // The form would write its draft within this second.
    await page.clock.fastForward(1000)
    await page.getByRole('button', { name: 'Registrar' }).click()
    await page.getByText('Registro exitoso').waitFor()
  })

  test('survives a killed server, and is sent with one shortcut once the server is back', async () => {
    const folder = await aFolder()
    const open = (port: number) => serve(['--data', folder, '--port', String(port), '--host', '127.0.0.1'])
    const first = await onOwnPort(open)
    const { page } = await openPage()
    await page.goto(`${first.url}/form`)
    await fill(page, aDraft({ name: 'Ana' }))
    await first.stop('SIGKILL')
    await page.keyboard.press('Control+Enter')
    await page.getByText('No se sabe si se guardó. El kiosco no responde.').waitFor()
    expect(await page.getByLabel('Nombres').inputValue()).toBe('Ana')
    await page.getByText('se sigue solo cuando vuelva').waitFor()
    await open(first.port)
    await page.getByText('El kiosco ya responde').waitFor()
    const count = async () =>
      ((await (await fetch(`${first.url}/api?list=all`)).json()) as { total: number }).total
    expect(await count()).toBe(0)
    await page.keyboard.press('Control+Enter')
    await page.getByText('Registro exitoso').waitFor()
    expect(await count()).toBe(1)
  })
})
