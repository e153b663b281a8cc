/** Tests the text of the consent on the screen *Ajustes*, in the form and on the credential, in a real Chromium. */
import { expect, test } from 'vitest'
import { formatDate, today } from '#domain/text/date'
import { expectAccessibleLayout } from '../../../support/looks.ts'
import { chooseFromMenu } from '../../../support/menu.ts'
import { fill, openElsewhere, pageOpener } from '../../../support/page.ts'
import { aDraft } from '../../../support/pilots.ts'
import { askAt } from '../../../support/versions.ts'

const openPage = pageOpener()
const child = `${Number(today().slice(0, 4)) - 10}-01-01`

test('an admin writes the text, the desk ticks it by keys, and an adult accepts for a minor', async () => {
  const opened = await openPage('/ajustes/datos')
  const { page } = opened
  const text = page.getByLabel('Texto del consentimiento')
  await text.fill('La federación usa sus datos para el evento.\nPuede pedir que se borren.')
  await page.getByRole('button', { name: 'Guardar el texto' }).click()
  await page.getByText('Guardado: la versión 1 vale desde ahora.').waitFor()
  await expectAccessibleLayout(page, 'the text of the consent')

  await page.goto('/form')
  const tick = page.getByLabel('Acepta el uso de sus datos')
  const button = page.getByRole('button', { name: 'Registrar' })
  await tick.check()
  await page.getByLabel('Fecha de Nacimiento').fill(formatDate(child))
  await page.getByLabel('Apoderado que acepta').waitFor()
  const sizeOf = () =>
    page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight])
  for (const [width = 0, height = 0] of [
    [1440, 900],
    [1366, 768],
  ]) {
    await page.setViewportSize({ width, height })
    expect(await sizeOf()).toEqual([width, height])
  }
  await page.getByRole('button', { name: 'Leer el texto' }).click()
  await page.getByRole('dialog').getByText('Puede pedir que se borren.').waitFor()
  await page.keyboard.press('Escape')

  await tick.uncheck()

  // Without the tick the rider is registered, and the desk is told.
  await fill(page, aDraft())
  await button.click()
  await page.getByText('Registro exitoso').waitFor()
  await page.getByText('Falta el consentimiento: se anota con «Editar».').waitFor()

  // The keys lead from the last field to the tick, to the adult and to the button.
  await fill(page, aDraft({ fechanac: child, npiloto: '7' }))
  await page.getByLabel('Historial deportivo').fill('')
  await page.getByLabel('Historial deportivo').press('Enter')
  // The section of the guardian is open for a minor.
  await page.getByLabel('País').press('Enter')
  expect(await tick.evaluate((box) => box === document.activeElement)).toBe(true)
  await page.keyboard.press('Space')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Es menor de 18 años: escriba quién acepta').waitFor()
  const guardian = page.getByLabel('Apoderado que acepta')
  await expect.poll(() => guardian.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.getByLabel('Historial deportivo').fill('Primero en 2024')
  await expectAccessibleLayout(page, 'a form whose guardian is missing')
  await guardian.fill('Rosa Núñez')
  await guardian.press('Enter')
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByText('Registro exitoso').waitFor()
  expect(await page.getByText('Falta el consentimiento').count()).toBe(0)
  await page.getByRole('link', { name: 'Ver credencial' }).click()
  await page.getByText(/aceptó la versión 1 el \d\d\/\d\d\/\d{4}, por Rosa Núñez · la laptop/).waitFor()

  // A scan without an account shows none of it.
  const { pathname } = new URL(page.url())
  await page.setViewportSize({ width: 360, height: 740 })
  await expectAccessibleLayout(page, 'a credential with a consent')
  const stranger = await openElsewhere(opened, '/assets/none')
  await stranger.setExtraHTTPHeaders({ 'x-forwarded-for': '192.168.1.77' })
  await stranger.goto(pathname)
  await stranger.getByRole('heading', { level: 1 }).waitFor()
  expect(await stranger.locator('body').innerText()).not.toContain('Rosa')
})

test('a rider who accepted an older text accepts the current one on edit, and withdraws it', async () => {
  const { page, url } = await openPage('/ajustes')
  const put = (text: string) => askAt(url, 'PUT', '/api/settings', { consent: { text } })
  await put('Uno')
  await page.goto('/form')
  await fill(page, aDraft())
  await page.getByLabel('Acepta el uso de sus datos').check()
  await page.getByRole('button', { name: 'Registrar' }).click()
  await page.getByText('Registro exitoso').waitFor()
  await put('Dos')
  await page.getByRole('link', { name: 'Ver credencial' }).click()
  await page.getByText(/aceptó la versión 1 .*; la actual es la 2/).waitFor()
  await page.getByRole('link', { name: 'Editar' }).click()
  await page.getByRole('button', { name: 'Acepta la versión 2' }).click()
  await page.getByRole('button', { name: 'Editar' }).click()
  await page.getByText('El usuario fue actualizado exitosamente').waitFor()
  await page.getByRole('link', { name: 'Ver credencial' }).click()
  await page.getByText(/aceptó la versión 2 /).waitFor()
  expect(await page.getByText('la actual es').count()).toBe(0)
  await page.getByRole('link', { name: 'Editar' }).click()
  await page.getByLabel('Acepta el uso de sus datos').uncheck()
  await page.getByRole('button', { name: 'Editar' }).click()
  await page.getByRole('link', { name: 'Ver credencial' }).click()
  await page.getByText('Falta el consentimiento').waitFor()
  await chooseFromMenu(page, 'Historial de cambios')
  await page.getByText('Consentimiento retirado').waitFor()
  await page.getByText('Acepta el uso de sus datos: versión 2').waitFor()
})
