/** A journey through the sign-in and the roles: the pages offer each account what it may do, in a real Chromium. */
import { expect, test } from 'vitest'
import { openStores } from '../../server/store/open.ts'
import { pilotos } from '../support/command.ts'
import { expectAccessibleLayout } from '../support/looks.ts'
import { addAccount, blank, pageOpener, phone, signIn } from '../support/page.ts'
import { aDraft } from '../support/pilots.ts'

const openPage = pageOpener()

test('the sign-in appears instead of a page and whenever the account is removed, and leads back to that page', async () => {
  const { page, folder } = await openPage('/search?search=norte', { requireLogin: true, viewport: phone })
  await page.waitForURL('**/login')
  await page.getByRole('heading', { name: 'Sign up' }).waitFor()
  await page.getByText('pilotos staff add USUARIO').waitFor()
  await addAccount(folder, 'ana')
  await signIn(page, 'ana')
  await page.waitForURL('**/search?search=norte')

  await page.getByRole('link', { name: 'Lista' }).click()
  await page.getByText('Todavía no hay pilotos').waitFor()
  await pilotos(['staff', 'remove', 'ana', '--data', folder])
  await page.waitForURL('**/login')
  await addAccount(folder, 'ana')
  await signIn(page, 'ana')
  await page.waitForURL('**/search')
})

test('an account of the desk neither deletes nor sets anything, and a new role changes its open pages', async () => {
  const { page, folder } = await openPage(blank, { requireLogin: true })
  const stores = await openStores(folder)
  await stores.pilots.register(aDraft())
  await addAccount(folder, 'eva', undefined, 'mesa')
  await page.goto('/')
  await signIn(page, 'eva')
  const bar = page.getByRole('navigation', { name: 'Principal' })
  await page.getByRole('checkbox', { name: 'Elegir a Íñigo' }).check()
  await page.getByText('1 elegido').waitFor()
  expect(await page.getByRole('button', { name: /^Borrar \d/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Más', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Importar' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Borrados' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  expect(await bar.getByRole('link', { name: 'Ajustes' }).count()).toBe(0)
  await page.getByRole('link', { name: /^Editar a / }).click()
  await page.getByRole('button', { name: 'Editar', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Borrar piloto' }).count()).toBe(0)

  for (const path of ['/ajustes', '/ajustes/precios', '/borrados']) {
    await page.goto(path)
    await page.getByText('Esto lo hace una cuenta de admin, y la suya es de mesa.').waitFor()
  }
  await expectAccessibleLayout(page, 'a screen for another role')
  await page.getByRole('link', { name: 'Ir a la lista' }).click()
  await page.getByRole('heading', { name: 'Pilotos' }).waitFor()

  await stores.accounts.change({ user: 'eva', role: 'admin' })
  await bar.getByRole('link', { name: 'Ajustes' }).waitFor()
  await page.getByRole('checkbox', { name: 'Elegir a Íñigo' }).check()
  await page.getByRole('button', { name: /^Borrar \d/ }).waitFor()
  await stores.accounts.change({ user: 'eva', role: 'mesa' })
  await bar.getByRole('link', { name: 'Ajustes' }).waitFor({ state: 'detached' })
  await stores.close()
})
