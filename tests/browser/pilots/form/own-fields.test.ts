/** Tests of the fields of one's own in a real Chromium: from *Ajustes* to the form and the credential. */
import { expect, test } from 'vitest'
import { pageOpener, register } from '../../../support/page.ts'
import { aDraft } from '../../../support/pilots.ts'

const openPage = pageOpener()

test('an admin adds a choice and a box, and the form and the credential have them at once', async () => {
  const { page, url } = await openPage('/ajustes')
  const id = await register(url, aDraft({ name: 'Ana' }))
  const section = page.locator('#campos')
  const dialog = page.getByRole('dialog')
  await section.getByRole('button', { name: 'Agregar campo' }).click()
  await dialog.getByLabel('Nombre del campo').fill('Talla de polo')
  await dialog.getByLabel(/^Opciones: se elige/).check()
  await dialog.getByRole('textbox', { name: 'Opciones' }).fill('S\nM\nL')
  await dialog.getByLabel('Todos los que escanean').check()
  await dialog.getByRole('button', { name: 'Agregar', exact: true }).click()
  await section.getByText('«Talla de polo» ya se pide en el formulario.').waitFor()
  await section.getByRole('button', { name: 'Agregar campo' }).click()
  await dialog.getByLabel('Nombre del campo').fill('talla de POLO')
  await dialog.getByRole('button', { name: 'Agregar', exact: true }).click()
  await dialog.getByText('Ya hay un campo con ese nombre').waitFor()
  await dialog.getByLabel('Nombre del campo').fill('Camping')
  await dialog.getByLabel(/^Casilla/).check()
  await dialog.getByRole('button', { name: 'Agregar', exact: true }).click()
  await section.getByText('Van 2 de 12.').waitFor()

  await page.goto(`${url}/form/${id}`)
  await page.getByText('Otros datos').click()
  await page.getByLabel('Talla de polo').selectOption('M')
  await page.getByLabel('Camping').check()
  await page.getByRole('button', { name: 'Editar', exact: true }).click()
  await page
    .getByText('Piloto actualizado')
    .or(page.getByText(/exitos/i))
    .first()
    .waitFor()
  await page.goto(`${url}/credencial/${id}`)
  const facts = page.locator('dl').first()
  await facts.getByText('Talla de polo').waitFor()
  expect(await facts.innerText()).toMatch(/Camping\s+Sí/)
})
