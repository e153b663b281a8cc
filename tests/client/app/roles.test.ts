/** Tests in a real Chromium that the pages offer each role what it may do, and refuse the rest in words. */
import { expect, test } from 'vitest'
import { openStores as openStore } from '../../../server/store/open.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { addAccount, blank, goTo, pageOpener, signIn } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'

const openPage = pageOpener()

test('an account of the desk neither deletes nor sets anything, and a new role changes its open pages', async () => {
  const { page, folder } = await openPage(blank, { requireLogin: true })
  const stores = await openStore(folder)
  await stores.pilots.register(aDraft())
  await addAccount(folder, 'eva', undefined, 'mesa')
  await page.goto('/')
  await signIn(page, 'eva')
  const bar = page.getByRole('navigation', { name: 'Principal' })
  await page.getByRole('checkbox', { name: 'Elegir a Íñigo' }).check()
  await page.getByText('1 elegido').waitFor()
  expect(await page.getByRole('button', { name: 'Eliminar' }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Borrados' }).count()).toBe(0)
  expect(await bar.getByRole('link', { name: 'Ajustes' }).count()).toBe(0)
  await page.getByRole('link', { name: /^Editar a / }).click()
  await page.getByRole('button', { name: 'Editar', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Borrar piloto' }).count()).toBe(0)

  for (const path of ['/ajustes', '/borrados']) {
    await page.goto(path)
    await page.getByText('Esto lo hace una cuenta de admin, y la suya es de mesa.').waitFor()
  }
  await expectAccessibleLayout(page, 'a screen for another role')
  await page.getByRole('link', { name: 'Ir a la lista' }).click()
  await page.getByRole('heading', { name: 'Pilotos' }).waitFor()

  await stores.accounts.change({ user: 'eva', role: 'admin' })
  await bar.getByRole('link', { name: 'Ajustes' }).waitFor()
  await page.getByRole('checkbox', { name: 'Elegir a Íñigo' }).check()
  await page.getByRole('button', { name: 'Eliminar' }).waitFor()
  await stores.accounts.change({ user: 'eva', role: 'mesa' })
  await bar.getByRole('link', { name: 'Ajustes' }).waitFor({ state: 'detached' })
  await stores.close()
})

test('an account is demoted to the gate on Ajustes, and its pages lead to the gate', async () => {
  const { page, folder } = await openPage(blank, { requireLogin: true })
  await addAccount(folder, 'ana')
  await addAccount(folder, 'luz')
  await page.goto('/ajustes')
  await signIn(page, 'luz')
  await page.getByRole('button', { name: 'Cambiar el rol de luz' }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessibleLayout(page, 'the dialog of a role')
  await dialog.getByRole('radio', { name: 'Puerta' }).check()
  await dialog.getByRole('button', { name: 'Cambiar' }).click()
  await page.waitForURL('**/puerta')
  await page.goto('/')
  await page.waitForURL('**/puerta')
  for (const path of ['/form', '/ajustes']) {
    await goTo(page, path)
    await page.waitForFunction(() => location.pathname === '/puerta')
  }
})
