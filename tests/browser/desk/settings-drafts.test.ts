/** Tests of what is typed on *Ajustes* and not saved, in a real Chromium. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { anEvent, openEventOf, setEvent } from '../../support/events.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { addAccount, blank, goTo, pageOpener, register, signIn } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'
import { scan } from '../../support/scanner.ts'
import { askAt } from '../../support/versions.ts'

const openPage = pageOpener()
const form = (page: Page) => page.getByRole('form', { name: 'Evento abierto' })
const name = (page: Page) => form(page).getByLabel('Nombre')
const recovered = (page: Page) => page.getByText('Se recuperó lo que escribió aquí')
const save = (page: Page) => form(page).getByRole('button', { name: 'Guardar el evento' })

test('a draft comes back, also after a reload, says if what is stored has changed, and is gone once it is saved or discarded', async () => {
  const { page, url } = await openPage('/ajustes/evento')
  // Another page of this browser has the form open, and nothing typed in it.
  const beside = await page.context().newPage()
  await beside.goto('/ajustes/evento')
  await name(beside).waitFor()
  await name(page).fill('Copa Andina')
  await goTo(page, '/ajustes/clases')
  await page.getByRole('region', { name: 'Clases' }).waitFor()
  await goTo(page, '/ajustes/evento')
  await recovered(page).waitFor()
  await page.reload()
  await recovered(page).waitFor()
  expect(await name(page).inputValue()).toBe('Copa Andina')
  await expectAccessibleLayout(page, 'a draft of the event')
  await setEvent(url, anEvent({ name: 'Copa Sur' }))
  await page.getByText('lo guardado cambió mientras tanto').waitFor()
  await expect.poll(() => name(beside).inputValue()).toBe('Copa Sur')
  const kept = () => Object.entries(localStorage).filter(([, value]) => value.includes('Copa Andina')).length
  expect(await page.evaluate(kept)).toBe(1)
  await save(page).click()
  const versions = page.getByRole('dialog', { name: 'Dos versiones de este evento' })
  await versions.getByLabel('La suya').first().check()
  await versions.getByRole('button', { name: 'Guardar así' }).click()
  await form(page).getByText('Guardado: vale desde ahora.').waitFor()
  expect((await openEventOf(url)).name).toBe('Copa Andina')
  expect(await recovered(page).count()).toBe(0)

  await name(page).fill('Otra')
  await page.reload()
  await recovered(page).waitFor()
  await form(page).getByRole('button', { name: 'Descartar' }).click()
  await name(page).fill('Otra más')
  expect(await recovered(page).count()).toBe(0)
  // A value that is typed back to the stored one is no draft.
  await name(page).fill('Copa Andina')
  await page.reload()
  await name(page).waitFor()
  expect(await recovered(page).count()).toBe(0)
})

test('the draft of a person who signs out is not that of the next one', async () => {
  const { page, folder } = await openPage(blank, { requireLogin: true })
  for (const user of ['ana', 'luz']) await addAccount(folder, user)
  const enter = async (user: string) => {
    await page.goto('/ajustes/deslinde')
    await signIn(page, user)
    await page.getByLabel('Texto del deslinde').waitFor()
  }
  await enter('ana')
  await page.getByLabel('Texto del deslinde').fill('Corro bajo mi responsabilidad.')
  await page.getByRole('button', { name: 'Salir' }).click()
  await enter('luz')
  expect(await page.getByLabel('Texto del deslinde').inputValue()).toBe('')
  await page.getByRole('button', { name: 'Salir' }).click()
  await enter('ana')
  expect(await page.getByLabel('Texto del deslinde').inputValue()).toBe('Corro bajo mi responsabilidad.')
})

test('digits typed on a box stay on Ajustes, and a scanned credential opens, with the draft there afterwards', async () => {
  const { page, url } = await openPage()
  const id = await register(url, aDraft({ name: 'Ana', lastname: 'Quispe' }))
  await page.goto('/ajustes/evento')
  await name(page).fill('Copa Andina')
  await form(page).getByLabel('Pagó').check()
  await page.keyboard.type('1234', { delay: 150 })
  await goTo(page, '/ajustes/vista')
  await page.getByRole('region', { name: 'Vista pública' }).waitFor()
  await page.keyboard.type('57', { delay: 150 })
  expect(new URL(page.url()).pathname).toBe('/ajustes/vista')
  await goTo(page, '/ajustes/evento')
  await recovered(page).waitFor()
  await form(page).getByLabel('Pagó').focus()
  await scan(page, id)
  await page.getByRole('heading', { name: 'Ana Quispe' }).waitFor()
  await page.getByText('Lo escrito en el formulario se conserva.').waitFor()
  await page.getByRole('link', { name: 'Volver al formulario' }).click()
  await page.waitForURL('**/ajustes/evento')
  expect(await name(page).inputValue()).toBe('Copa Andina')
  expect(await form(page).getByLabel('Pagó').isChecked()).toBe(true)
})

test('to fill in the event of a new kiosk, to add a class and to untick others is the work of one person', async () => {
  const { page, url } = await openPage('/ajustes/evento')
  const ridden = async () => (await openEventOf(url)).modalidades
  await name(page).fill('Copa Andina')
  for (const one of ['RALLY', 'UTV']) await form(page).getByLabel(one, { exact: true }).uncheck()
  // Elsewhere, as the import adds one.
  await askAt(url, 'POST', '/api/classes', { field: 'modalidad', name: 'MX1' })
  await form(page).getByLabel('MX1').waitFor()
  await save(page).click()
  await form(page).getByText('Guardado: vale desde ahora.').waitFor()
  expect(await ridden()).toEqual(expect.arrayContaining(['MX1', 'MOTOCROSS']))
  expect(await ridden()).not.toContain('RALLY')
  expect(await page.getByText('Otra persona').count()).toBe(0)

  await form(page).getByLabel('RALLY', { exact: true }).check()
  await goTo(page, '/ajustes/clases')
  await page.getByRole('button', { name: 'Agregar modalidad' }).click()
  await page.getByRole('dialog').getByLabel('Nombre', { exact: true }).fill('MX2')
  await page.keyboard.press('Enter')
  await page.getByText('MX2 ya se puede elegir.').waitFor()
  await goTo(page, '/ajustes/evento')
  await recovered(page).waitFor()
  expect(await page.getByText('lo guardado cambió').count()).toBe(0)
  await save(page).click()
  await form(page).getByText('Guardado: vale desde ahora.').waitFor()
  expect(await ridden()).toContain('RALLY')
})
