/** Tests how a pilot is registered who has no value in the fields that need none, in a real Chromium. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fieldNames, noneOf } from '#domain/pilots/fields'
import { expectAccessibleLayout } from '../../../support/looks.ts'
import { chooseFromMenu } from '../../../support/menu.ts'
import { described, fill, hasFocus, labelled, pageOpener, register } from '../../../support/page.ts'
import { aDraft, aForeigner } from '../../../support/pilots.ts'

const openPage = pageOpener()

const optional = fieldNames.filter((name) => noneOf(name) !== undefined && name !== 'dni')
const words = Object.fromEntries(optional.map((name) => [name, noneOf(name)]))

test('a pilot without e-mail, telephone, licence number, number, club and known blood type is registered, shown and edited', async () => {
  const { page, url } = await openPage('/form')
  const others = Object.entries(aDraft({ name: 'Ana', lastname: 'Paz' })).filter(([name]) => !(name in words))
  await fill(page, Object.fromEntries(others))
  // A button for the mouse, a key for the keyboard, and an option of the select.
  await page.getByRole('button', { name: 'No tiene' }).first().click()
  await expect
    .poll(() => labelled(page, 'email').evaluate((field) => field === document.activeElement))
    .toBe(true)
  await page.keyboard.press('Enter')
  await page.keyboard.press('-')
  expect(await labelled(page, 'celular').inputValue()).toBe('No tiene')
  for (const name of ['nlicencia', 'npiloto', 'club'] as const) {
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
  expect(labels).toEqual(['DNI', 'Modalidad', 'Licencia', 'Fecha de Nacimiento'])
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
  await chooseFromMenu(page, 'Historial de cambios')
  await page.getByText('Club: «Independiente» → «Zorros»').waitFor()
})

test('a rider without a DNI has another document, whose controls appear when it is said', async () => {
  const { page, url } = await openPage('/form')
  await register(url, aForeigner({ name: 'Ana', lastname: 'Paz', documento: 'AB123' }))
  await page.setViewportSize({ width: 1366, height: 768 })
  expect(await labelled(page, 'tipodoc').count()).toBe(0)
  const { dni: _dni, tipodoc: _kind, documento: _number, ...others } = aForeigner({ name: 'Luz' })
  await fill(page, others)
  await labelled(page, 'dni').focus()
  await page.keyboard.press('-')
  await page.keyboard.press('Enter')
  await expect.poll(() => hasFocus(page, 'tipodoc')).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(768)
  await page.setViewportSize({ width: 1024, height: 600 })
  const isCut = ({ scrollWidth, clientWidth }: HTMLElement) => scrollWidth > clientWidth
  expect(await labelled(page, 'fechanac').evaluate(isCut)).toBe(false)
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => described(labelled(page, 'documento'))).toBe('Ingrese el número de documento')
  expect(await described(labelled(page, 'tipodoc'))).toBe('Elija el tipo de documento')
  // A DNI hides both, and its button shows them again.
  await labelled(page, 'dni').fill('')
  expect(await labelled(page, 'documento').count()).toBe(0)
  await labelled(page, 'dni').locator('..').getByRole('button', { name: 'No tiene' }).click()
  await expect.poll(() => hasFocus(page, 'tipodoc')).toBe(true)
  await page.keyboard.type('Pas')
  await page.keyboard.press('Enter')
  await page.keyboard.type('ab-123')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => described(labelled(page, 'documento')))
    .toBe('Ya existe un piloto con este documento: Ana Paz · Editar')
  await expectAccessibleLayout(page, 'the form with another document')
  await labelled(page, 'documento').fill('ab-124')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Registro exitoso Luz').waitFor()
  await page.getByRole('link', { name: /Ver credencial/ }).click()
  const credential = page.getByRole('article')
  await credential.getByText('Pasaporte AB124').waitFor()
  expect((await credential.locator('dt').allTextContents())[0]).toBe('Documento')
  await page.goto(`${url}/?search=pasaporte+ab+124`)
  const row = page.getByRole('row').filter({ hasText: 'Luz' })
  await row.getByText('Pasaporte AB124').waitFor()
})

async function valuesOf(page: Page): Promise<Record<string, string>> {
  const values = optional.map(async (name) => [name, await labelled(page, name).inputValue()])
  return Object.fromEntries(await Promise.all(values))
}
