/** Tests the sign-in in a real Chromium. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openStores as openRemote } from '../../../server/store/open.ts'
import { aFolder } from '../../support/folder.ts'
import { addAccount, described, fill, pageOpener, phone, signIn } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'

const openPage = pageOpener()

/** On a phone, the end of the session is behind the other screens. */
async function signOutOnPhone(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Más pantallas' }).click()
  await page.getByRole('menuitem', { name: /^Salir/ }).click()
}

const locked = { requireLogin: true, viewport: phone }

describe('the sign-in', () => {
  test('shows both errors whichever field was wrong, recovers a half-filled form only for the account that typed it, which another tab lets send it after its session has ended, and says how long to wait after five wrong attempts', async () => {
    const folder = await aFolder()
    for (const user of ['ana', 'beto']) await addAccount(folder, user)
    const { page, context } = await openPage('/login', { ...locked, folder })
    await page.getByLabel('Usuario').fill('ana')
    await page.getByLabel('Contraseña').fill('otra clave')
    await page.getByRole('button', { name: 'Ingresar' }).click()
    await page.getByText('*Usuario incorrecto').waitFor()
    expect(await described(page.getByLabel('Usuario'))).toBe('*Usuario incorrecto')
    expect(await described(page.getByLabel('Contraseña'))).toBe('*Contraseña incorrecta')
    expect(await page.getByLabel('Usuario').evaluate((input) => input === document.activeElement)).toBe(true)
    expect((await page.getByRole('alert').allTextContents()).filter(Boolean)).toEqual([
      '*Usuario incorrecto',
      '*Contraseña incorrecta',
    ])
    expect(await page.getByRole('main').textContent()).not.toContain('no son correctos')
    await page.getByLabel('Contraseña').fill('la clave de ana')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/form')

    const name = page.getByLabel('Nombres')
    const signOut = () => signOutOnPhone(page)
    await name.fill('Lo de Ana')
    await signOut()
    await page.waitForURL('**/login')
    await signIn(page, 'beto')
    await page.getByRole('button', { name: 'Registrar' }).waitFor()
    expect(await name.inputValue()).toBe('')
    await signOut()
    await signIn(page, 'ana')
    await page.getByText(/Se recuperó lo que había escrito \(hoy, \d\d:\d\d\)/).waitFor()
    expect(await name.inputValue()).toBe('Lo de Ana')

    await fill(page, aDraft())
    await context.clearCookies()
    await page.getByRole('button', { name: 'Registrar' }).click()
    const link = page.getByRole('link', { name: 'Inicie sesión en otra pestaña' })
    const [tab] = await Promise.all([page.waitForEvent('popup'), link.click()])
    await signIn(tab, 'ana')
    await tab.waitForURL('**/form')
    await page.getByRole('button', { name: 'Registrar' }).click()
    await page.getByText('Registro exitoso').waitFor()
    await signOut()
    await page.waitForURL('**/login')

    // A device that the account has used may try more often.
    await context.clearCookies()
    await page.getByLabel('Usuario').fill('ana')
    for (let count = 0; count < 5; count += 1) {
      await page.getByLabel('Contraseña').fill(`clave ${count}`)
      await Promise.all([page.waitForResponse('**/api/session'), page.keyboard.press('Enter')])
    }
    await page.getByText('Demasiados intentos: espere 30 segundos').waitFor()
  })

  test('leads back to a scanned credential, which hides personal data whenever its session ends', async () => {
    const folder = await aFolder()
    await addAccount(folder, 'ana')
    const remote = await openRemote(folder)
    const { id } = await remote.pilots.register(aDraft({ dni: 40123456 }))
    await remote.close()
    const { page, context } = await openPage(`/credencial/${id}`, { ...locked, folder, publicData: 'minima' })
    const signInHere = async () => {
      await page.getByRole('link', { name: 'Ingresar' }).click()
      await signIn(page, 'ana')
      await page.waitForURL(`**/credencial/${id}`)
      await page.getByText('40123456').waitFor()
    }
    await signInHere()
    await page.getByRole('link', { name: 'Editar' }).waitFor()
    expect(await page.getByRole('link', { name: 'Ingresar' }).count()).toBe(0)
    await signOutOnPhone(page)
    await page.getByText('40123456').waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Íñigo Núñez Peña' }).waitFor()

    // The form of an ended session is not filled by half.
    await signInHere()
    await context.clearCookies()
    await page.getByRole('link', { name: 'Editar' }).click()
    await page.getByRole('alert').filter({ hasText: 'Inicie sesión para continuar' }).waitFor()
    expect(await page.getByRole('textbox').count()).toBe(0)
    await page.getByRole('link', { name: 'Lista' }).click()
    await page.waitForURL('**/login')
  })
})
