/** Tests of the fields of one's own in a real Chromium: from *Ajustes* to the form, the list and the credential. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessibleLayout } from '../../../support/looks.ts'
import { pageOpener, register } from '../../../support/page.ts'
import { aDraft } from '../../../support/pilots.ts'

const openPage = pageOpener()
const aTalla = { label: 'Talla', options: ['S', 'M', 'L'], audience: 'desk' }

/** Adds or changes a field as another admin does. */
async function sendField(url: string, method: 'POST' | 'PUT', path: string, field: object): Promise<void> {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const answer = await fetch(url + path, { method, headers, body: JSON.stringify(field) })
  expect(answer.status).toBe(200)
}

/** Returns the given names of the listed pilots. */
async function names(page: Page): Promise<string[]> {
  const shown = await page.locator('tbody [id^="name-"]').allInnerTexts()
  return shown.map((text) => text.split(' ')[0] ?? '').sort()
}

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
  // Both folded sections can be opened, one below the other.
  await page.getByText('Emergencia y seguro').click()
  await page.getByText('Otros datos').click()
  await page.getByLabel('Alergias').fill('Penicilina')
  await page.getByLabel('Talla de polo').selectOption('M')
  await page.getByLabel('Camping').check()
  await page.getByRole('button', { name: 'Editar', exact: true }).click()
  await page.getByText('El usuario fue actualizado exitosamente').waitFor()
  await page.goto(`${url}/credencial/${id}`)
  const facts = page.locator('dl').first()
  await facts.getByText('Talla de polo').waitFor()
  expect(await facts.innerText()).toMatch(/Camping\s+Sí/)
})

test('of two admins who edit one field, the second sees the version of the first, and replaces it only knowingly', async () => {
  const { page, url } = await openPage('/ajustes')
  await sendField(url, 'POST', '/api/fields', { ...aTalla, kind: 'opcion' })
  await page.reload()
  const section = page.locator('#campos')
  const dialog = page.getByRole('dialog')
  await section.getByRole('button', { name: 'Editar Talla' }).click()
  await dialog.getByLabel('Nombre del campo').fill('Polo')
  const theirs = { ...aTalla, options: ['S', 'M', 'XL'], isRequired: true }
  await sendField(url, 'PUT', '/api/fields/propio_opcion_talla', theirs)
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await dialog.getByRole('alert').getByText('Otra persona cambió este campo mientras tanto').waitFor()
  await dialog.getByText('«Talla» · Opciones: S, M, XL · obligatorio · Solo la mesa').waitFor()
  await expectAccessibleLayout(page, 'a field that another admin has changed')
  await section.getByText('Opciones: S, M, XL · obligatorio', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await section.getByText('«Polo» quedó cambiado').waitFor()
  await section.getByText('Opciones: S, M, L', { exact: true }).waitFor()
})

test('the summary filters by a choice and a box of one’s own, and says how many have none', async () => {
  const { page, url } = await openPage('/', { pilots: [aDraft({ name: 'Luz' })] })
  await sendField(url, 'POST', '/api/fields', { ...aTalla, kind: 'opcion' })
  await sendField(url, 'POST', '/api/fields', { label: 'Camping', kind: 'casilla', audience: 'desk' })
  await register(url, { ...aDraft({ name: 'Ana' }), propio_opcion_talla: 'M', propio_casilla_camping: 'Sí' })
  await register(url, { ...aDraft({ name: 'Eva' }), propio_opcion_talla: 'M' })
  await page.reload()
  const chip = (name: string) => page.getByRole('button', { name, exact: true })
  await chip('Resumen').click()
  await chip('Sin dato 1').waitFor()
  await chip('M 2').click()
  await expect.poll(() => names(page)).toEqual(['Ana', 'Eva'])
  await chip('Sí 1').click()
  await expect.poll(() => names(page)).toEqual(['Ana'])
  await page.reload()
  await expect.poll(() => names(page)).toEqual(['Ana'])
  await page.getByRole('button', { name: /^M \d$/ }).click()
  await page.getByRole('button', { name: /^Sí \d$/ }).click()
  await chip('Sin dato 1').click()
  await expect.poll(() => names(page)).toEqual(['Luz'])
})
