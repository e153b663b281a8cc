/** Tests what pages say of a kiosk that neither answers nor refuses, such as one on a laptop that sleeps. */
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { launchBrowser } from '../../support/chromium.ts'
import { serve } from '../../support/command.ts'
import { aFolder } from '../../support/folder.ts'
import { fill, phone, register } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'

/** Opens pages of a kiosk that the test can stop and let go on. */
async function openKiosk() {
  const server = await serve(['--data', await aFolder(), '--no-https'])
  const browser = await launchBrowser()
  onTestFinished(async () => {
    server.signal('SIGCONT')
    await browser.close()
  })
  const openPage = async (path: string) => {
    const page = await browser.newPage({ baseURL: server.url, locale: 'es-PE', viewport: phone })
    // Only the answers of the kiosk take time.
    await page.clock.install()
    await page.goto(path)
    return page
  }
  return { ...server, openPage }
}

const gone = (page: Page) => page.getByRole('alert').filter({ hasText: 'El kiosco no responde' })

test('a list notices a kiosk that hangs, and goes on when the kiosk does', async () => {
  const { url, signal, openPage } = await openKiosk()
  await register(url, aDraft({ name: 'Ana' }))
  const page = await openPage('/search')
  await page.getByText('Ana').first().waitFor()
  signal('SIGSTOP')
  await page.getByRole('searchbox').fill('Luis')
  // The silence of the change feed, and the pause before a search that has no answer is noticed.
  await page.clock.runFor(30_000)
  await gone(page).first().waitFor()
  signal('SIGCONT')
  await page.clock.runFor(5000)
  await page.getByText('Ningún piloto').waitFor()
  await expect.poll(() => gone(page).count()).toBe(0)
})

test('a form that is being saved says what is known of a kiosk that hangs, and keeps what is typed', async () => {
  const { signal, openPage } = await openKiosk()
  const page = await openPage('/form')
  await fill(page, aDraft({ name: 'Ana', lastname: 'Quispe' }))
  signal('SIGSTOP')
  await page.getByRole('button', { name: 'Registrar', exact: true }).click()
  await page.getByText('Guardando').waitFor()
  await page.clock.runFor(10_000)
  await page.getByText('No se sabe si se guardó. El kiosco no responde').waitFor()
  expect(await page.getByText('Guardando').count()).toBe(0)
  expect(await page.getByLabel('Nombres').inputValue()).toBe('Ana')
})

test('a sign-in does not wait for a kiosk that hangs', async () => {
  const { signal, openPage } = await openKiosk()
  const page = await openPage('/login')
  await page.getByLabel('Usuario').fill('ana')
  await page.getByLabel('Contraseña').fill('una clave')
  signal('SIGSTOP')
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await page.clock.runFor(10_000)
  await page.getByText('El kiosco no responde. Revise').waitFor()
})
