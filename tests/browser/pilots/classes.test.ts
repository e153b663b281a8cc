/** Tests of *Ajustes › Clases*: an admin adds, renames, orders and retires modalidades and licencias. */
import { expect, test } from 'vitest'
import { openStores } from '../../../server/store/open.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { blank, fill, goTo, pageOpener, register } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'
import { askAt } from '../../support/versions.ts'

const openPage = pageOpener()

test('an admin adds a modalidad and a licencia, renames the one with its riders, and retires the other', async () => {
  const { page, url } = await openPage('/ajustes/clases')
  const classes = page.getByRole('region', { name: 'Clases' })
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await press('Agregar modalidad')
  await page.getByRole('dialog').getByLabel('Nombre', { exact: true }).fill('moto cross')
  await press('Agregar')
  await page.getByText('Ya existe MOTOCROSS').waitFor()
  await page.getByRole('dialog').getByLabel('Nombre', { exact: true }).fill('MX1')
  await page.getByLabel('Otras maneras de escribirla').fill('450\nMotocross 1')
  await press('Agregar')
  await classes.getByText('MX1 ya se puede elegir.').waitFor()
  await press('Agregar licencia')
  await page.getByRole('dialog').getByLabel('Nombre', { exact: true }).fill('Nacional')
  await page.keyboard.press('Enter')
  await classes.getByText('Nacional ya se puede elegir.').waitFor()
  await press('Subir Nacional')
  const licences = classes.getByRole('list', { name: 'Licencias' })
  await expect.poll(() => licences.locator('b').allTextContents()).toEqual(['Anual', 'Nacional', 'Regional'])
  await expectAccessibleLayout(page, 'the classes of Ajustes')

  // Vigencia has a rule for the new licence.
  await goTo(page, '/ajustes/vigencia')
  await page.getByRole('group', { name: 'Licencia Nacional' }).first().waitFor()

  await page.goto('/form')
  await fill(page, aDraft({ name: 'Eva', lastname: 'Paz', modalidad: 'MX1', licencia: 'Nacional' }))
  await press('Registrar')
  await page.getByText('Registro exitoso').waitFor()

  await page.goto('/ajustes/clases')
  await press('Editar MX1')
  await page.getByRole('dialog').getByLabel('Nombre', { exact: true }).fill('MX 450')
  await page.getByText('1 piloto pasa a tener el nombre nuevo.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
  await classes.getByText('MX 450 quedó cambiada.').waitFor()
  await press('Retirar Nacional')
  await page.getByText('1 piloto la tiene y la conserva.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Retirar' }).click()
  await classes.getByText('Nacional ya no se ofrece.').waitFor()

  await page.goto('/search')
  await page.getByRole('button', { name: 'Resumen' }).click()
  await page.getByRole('button', { name: /^MX 450\s*1$/ }).click()
  await page.getByText('1 piloto', { exact: false }).first().waitFor()
  await page.goto('/form')
  const offered = await page.getByLabel('Licencia', { exact: true }).locator('option').allTextContents()
  expect(offered).not.toContain('Nacional')
  await register(url, aDraft({ modalidad: 'motocross 1' }))
})

test('of two admins who edit one class, the second sees the version of the first before replacing it', async () => {
  const { page, url } = await openPage('/ajustes/clases')
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await press('Editar UTV')
  await askAt(url, 'PUT', '/api/classes/modalidad/UTV', { name: 'UTV 1000' })
  await page.getByRole('dialog').getByLabel('Nombre', { exact: true }).fill('Buggy')
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
  await page.getByText('Ahora es: UTV 1000, también SxS, Side by side.', { exact: false }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
  await page.getByText('Buggy quedó cambiada.').waitFor()
})

test('the name of a modalidad that is wider than a phone wraps in the list, beside the arrow of its row', async () => {
  const { page, url, folder } = await openPage(blank, { viewport: { width: 360, height: 800 } })
  const modalidad = 'Motos Clásicas y de Colección hasta 1989'
  const stores = await openStores(folder)
  await stores.settings.changeItem('modalidad', { kind: 'add', item: { name: modalidad } })
  await register(url, { ...aDraft(), modalidad })
  await page.goto('/')
  const name = page.getByRole('row').getByText(modalidad).locator('visible=true')
  const { x = 0, width = 0 } = (await name.boundingBox()) ?? {}
  const arrow = page.getByRole('row').getByRole('link', { name: /^Buscar credencial/ })
  expect(x + width).toBeLessThanOrEqual((await arrow.boundingBox())?.x ?? 0)
})
