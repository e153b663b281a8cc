/** Tests in a real Chromium that the pages offer each role what it may do, and refuse the rest in words. */
import { test } from 'vitest'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { addAccount, blank, goTo, pageOpener, signIn } from '../../support/page.ts'

const openPage = pageOpener()

test('an account is demoted to the gate on Ajustes, and its pages lead to the gate', async () => {
  const { page, folder } = await openPage(blank, { requireLogin: true })
  await addAccount(folder, 'ana')
  await addAccount(folder, 'luz')
  await page.goto('/ajustes/cuentas')
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
