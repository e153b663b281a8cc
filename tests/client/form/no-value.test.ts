/** Tests how a pilot is registered who has no value in the fields that need none, in a real Chromium. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type FieldName, fieldNames, fields, noneOf } from '#domain/pilot/fields'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { fill, pageOpener } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'

const openPage = pageOpener()

const labelled = (page: Page, name: FieldName) => page.getByLabel(fields[name].label, { exact: true })

const optional = fieldNames.filter((name) => noneOf(name) !== undefined)
const words = Object.fromEntries(optional.map((name) => [name, noneOf(name)]))

test('a pilot without e-mail, telephone, licence number, club and known blood type is registered, shown and edited', async () => {
  const { page, url } = await openPage('/form')
  const others = Object.entries(aDraft({ name: 'Ana', lastname: 'Paz' })).filter(([name]) => !(name in words))
  await fill(page, Object.fromEntries(others))
  await expectAccessibleLayout(page, 'the form with buttons for no value')
  // A button for the mouse, a key for the keyboard, and an option of the select.
  await page.getByRole('button', { name: 'No tiene' }).first().click()
  await expect
    .poll(() => labelled(page, 'email').evaluate((field) => field === document.activeElement))
    .toBe(true)
  await page.keyboard.press('Enter')
  await page.keyboard.press('-')
  expect(await labelled(page, 'celular').inputValue()).toBe('No tiene')
  for (const name of ['nlicencia', 'club'] as const) {
    await labelled(page, name).focus()
    await page.keyboard.press('-')
  }
  await page.keyboard.press('Enter')
  await page.keyboard.type('No')
  await page.keyboard.press('Enter')
  expect(await valuesOf(page)).toEqual(words)
  await page.keyboard.press('Control+Enter')
  await page.getByText('Registro exitoso Ana Paz').waitFor()
  const { data } = (await (await fetch(`${url}/api?list=all`)).json()) as {
    data: { data_driver: string; id_driver: string }[]
  }
  const none = Object.fromEntries(optional.map((name) => [name, null]))
  expect(JSON.parse(String(data[0]?.data_driver))).toMatchObject(none)
  const id = data[0]?.id_driver

  await page.goto(`${url}/credencial/${id}`)
  await page.getByRole('heading', { name: 'Ana Paz' }).waitFor()
  const credential = page.getByRole('article')
  expect(await credential.getByRole('link', { name: /WhatsApp/ }).count()).toBe(0)
  const labels = await credential.locator('dt').allTextContents()
  expect(labels).toEqual(['DNI', 'Piloto N°', 'Modalidad', 'Licencia', 'Fecha de Nacimiento'])
  await expectAccessibleLayout(page, 'a credential without what its pilot does not have')
  await page.goto(url)
  const row = page.getByRole('row').filter({ hasText: 'Ana Paz' })
  await row.waitFor()
  expect(await row.innerText()).not.toMatch(/null|No tiene|Independiente/)

  await page.goto(`${url}/form/${id}`)
  await expect.poll(() => valuesOf(page)).toEqual(words)
  await labelled(page, 'club').fill('Zorros')
  await page.getByRole('button', { name: 'Editar', exact: true }).click()
  await page.getByText('El usuario fue actualizado exitosamente').waitFor()
  await page.goto(`${url}/credencial/${id}`)
  await page.getByText('Zorros').waitFor()
  await page.getByRole('button', { name: 'Historial de cambios' }).click()
  await page.getByText('Club: «Independiente» → «Zorros»').waitFor()
})

async function valuesOf(page: Page): Promise<Record<string, string>> {
  const values = optional.map(async (name) => [name, await labelled(page, name).inputValue()])
  return Object.fromEntries(await Promise.all(values))
}
