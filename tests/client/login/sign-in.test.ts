/** Tests the sign-in in a real Chromium. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openStores as openRemote } from '../../../server/store/open.ts'
import { pilotos } from '../../support/command.ts'
import { addAccount, blank, described, fill, pageOpener, phone, signIn } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'

const openPage = pageOpener()

describe('the sign-in', () => {
  async function openLocked(path: string, publicData?: 'minima') {
    const opened = await openPage(blank, { requireLogin: true, publicData, viewport: phone })
    await addAccount(opened.folder, 'ana')
    await opened.page.goto(path)
    return opened
  }

  test('has the texts of the specification, and shows both errors whichever field was wrong', async () => {
    const { page } = await openLocked('/login')
    await page.getByRole('heading', { name: 'Sign up' }).waitFor()
    await page.getByLabel('Usuario').fill('ana')
    await page.getByLabel('Contraseña').fill('otra clave')
    await page.getByRole('button', { name: 'Ingresar' }).click()
    await page.getByText('*Usuario incorrecto').waitFor()
    expect(await described(page.getByLabel('Usuario'))).toBe('*Usuario incorrecto')
    expect(await described(page.getByLabel('Contraseña'))).toBe('*Contraseña incorrecta')
    expect((await page.getByRole('alert').allTextContents()).filter(Boolean)).toEqual([
      '*Usuario incorrecto',
      '*Contraseña incorrecta',
    ])
    expect(await page.getByRole('main').textContent()).not.toContain('no son correctos')
    await page.getByLabel('Contraseña').fill('la clave de ana')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/form')
    await page.getByRole('button', { name: 'Salir' }).click()
    await page.waitForURL('**/login')
  })

  test('in another tab lets a person send a half-filled form after the session has ended', async () => {
    const { page, context } = await openLocked('/login')
    const signIn = async (tab: Page) => {
      await tab.getByLabel('Usuario').fill('ana')
      await tab.getByLabel('Contraseña').fill('la clave de ana')
      await tab.getByRole('button', { name: 'Ingresar' }).click()
      await tab.waitForURL('**/form')
    }
    await signIn(page)
    await fill(page, aDraft())
    await context.clearCookies()
    await page.getByRole('button', { name: 'Registrar' }).click()
    const link = page.getByRole('link', { name: 'Inicie sesión en otra pestaña' })
    const [tab] = await Promise.all([page.waitForEvent('popup'), link.click()])
    await signIn(tab)
    await page.getByRole('button', { name: 'Registrar' }).click()
    await page.getByText('Registro exitoso').waitFor()
  })

  test('hides personal data once its session ends, if public data is minimal, and never half-fills the form', async () => {
    const { page, context, folder } = await openLocked('/login', 'minima')
    const opened = await openRemote(folder)
    const { id } = await opened.pilots.register(aDraft({ dni: 40123456 }))
    const signIn = async () => {
      await page.goto('/login')
      await page.getByLabel('Usuario').fill('ana')
      await page.getByLabel('Contraseña').fill('la clave de ana')
      await page.getByRole('button', { name: 'Ingresar' }).click()
      await page.waitForURL('**/form')
      await page.goto(`/credencial/${id}`)
      await page.getByText('40123456').waitFor()
    }
    await signIn()
    await page.getByRole('button', { name: 'Salir' }).click()
    await page.getByText('40123456').waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Íñigo Núñez Peña' }).waitFor()

    await signIn()
    await context.clearCookies()
    await page.getByRole('link', { name: 'Editar' }).click()
    await page.getByRole('alert').filter({ hasText: 'Inicie sesión para continuar' }).waitFor()
    expect(await page.getByRole('textbox').count()).toBe(0)
    await page.getByRole('link', { name: 'Lista' }).click()
    await page.waitForURL('**/login')
  })

  test('appears by itself on an open page once the account is removed, and leads back to that page', async () => {
    const { page, folder } = await openLocked('/login')
    await signIn(page, 'ana')
    await page.getByRole('link', { name: 'Lista' }).click()
    await page.getByText('Todavía no hay pilotos').waitFor()
    await pilotos(['staff', 'remove', 'ana', '--data', folder])
    await page.waitForURL('**/login')
    await addAccount(folder, 'ana')
    await signIn(page, 'ana')
    await page.waitForURL('**/search')
  })

  test('leads to the page that the person had requested', async () => {
    const { page } = await openLocked('/search?search=norte')
    await page.waitForURL('**/login')
    await page.getByLabel('Usuario').fill('ana')
    await page.getByLabel('Contraseña').fill('la clave de ana')
    await page.getByRole('button', { name: 'Ingresar' }).click()
    await page.waitForURL('**/search?search=norte')
  })

  test('is reached from a credential that a phone has scanned, and leads back to it', async () => {
    const { page, folder } = await openLocked('/login')
    const opened = await openRemote(folder)
    const { id } = await opened.pilots.register(aDraft())
    await page.goto(`/credencial/${id}`)
    await page.getByRole('link', { name: 'Ingresar' }).click()
    await signIn(page, 'ana')
    await page.waitForURL(`**/credencial/${id}`)
    await page.getByRole('link', { name: 'Editar' }).waitFor()
    expect(await page.getByRole('link', { name: 'Ingresar' }).count()).toBe(0)
  })

  test('says how long to wait after five wrong attempts', async () => {
    const { page } = await openLocked('/login')
    await page.getByLabel('Usuario').fill('ana')
    for (let count = 0; count < 5; count += 1) {
      await page.getByLabel('Contraseña').fill(`clave ${count}`)
      await Promise.all([page.waitForResponse('**/api/session'), page.keyboard.press('Enter')])
    }
    await page.getByText('Demasiados intentos: espere 30 segundos').waitFor()
  })

  test('says how to create an account if there is none', async () => {
    const { page } = await openPage('/login')
    await page.getByText('pilotos staff add USUARIO').waitFor()
  })
})
