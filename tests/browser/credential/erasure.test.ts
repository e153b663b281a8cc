/** Tests that an admin erases a person for ever in two steps, from the credential and from Borrados, in a real Chromium. */
import { mkdir, writeFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { chooseFromMenu } from '../../support/menu.ts'
import { addAccount, asLan, blank, openElsewhere, pageOpener, register, signIn } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'
import { tracesIn } from '../../support/traces.ts'

const openPage = pageOpener()

const draft = aDraft({ name: 'Evangelina', lastname: 'Quispitúpac', dni: 71234567 })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Borrar para siempre' })

test('a person is erased once the document was typed, with the drafts, and the report says what is left to do', async () => {
  const opened = await openPage()
  const { page, url, folder } = opened
  const id = await register(url, draft)
  await page.goto(`/form/${id}`)
  await page.getByLabel('Club').fill('Otro')
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')))
  await expect.poll(drafts).toHaveLength(1)
  await page.goto(`/credencial/${id}`)
  await chooseFromMenu(page, 'Borrar para siempre')
  const dialog = dialogOf(page)
  await dialog.getByText('No se puede deshacer').waitFor()
  await expectAccessibleLayout(page, 'the first step of an erasure')
  await dialog.getByRole('button', { name: 'Seguir' }).click()
  await dialog.getByLabel('Documento').fill('71234568')
  await dialog.getByLabel('Documento').press('Enter')
  await dialog.getByText('No es el documento de esta persona').waitFor()
  await expectAccessibleLayout(page, 'the second step of an erasure')
  await mkdir(`${folder}/backups`, { recursive: true })
  await writeFile(`${folder}/backups/rota.tar.gz`, 'x')
  await dialog.getByLabel('Documento').fill('71.234.567')
  await dialog.getByRole('button', { name: 'Borrar para siempre' }).dblclick()
  await page.getByText('Se borró para siempre a 1 persona').waitFor()
  await page.getByText('bórrelo usted, en backups: rota.tar.gz').waitFor()
  await expectAccessibleLayout(page, 'the report of an erasure')
  expect(await drafts()).toEqual([])
  expect(await tracesIn(folder, ['Evangelina', 'Quispitúpac', '71234567', id])).toEqual([])

  // The person comes back, and a form says so.
  await page.goto('/form')
  await page.locator('[name=dni]').fill('71234567')
  await page.locator('[name=dni]').press('Tab')
  await page.locator('[name=fechanac]').fill(draft.fechanac)
  await page.locator('[name=fechanac]').press('Tab')
  await page.getByText(/Alguien con este documento se borró para siempre el \d/).waitFor()
})

test('a removed person is erased from Borrados, by admins only, and another screen follows', async () => {
  const opened = await openPage()
  const { page, url, folder } = opened
  const id = await register(url, draft)
  await addAccount(folder, 'marta', undefined, 'mesa')
  const desk = await openElsewhere(opened, blank)
  await asLan(desk)
  await desk.goto('/login')
  await signIn(desk, 'marta')
  await desk.goto(`/credencial/${id}`)
  await desk.getByRole('button', { name: 'Más', exact: true }).click()
  await desk.getByRole('menuitem', { name: 'Entregar datos' }).waitFor()
  expect(await desk.getByText('Borrar para siempre').count()).toBe(0)
  await page.goto(`/form/${id}`)
  await page.getByRole('button', { name: 'Borrar piloto' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Borrar piloto' }).click()
  await desk.getByText('Este piloto fue borrado.').waitFor()
  await page.goto('/borrados')
  await page.getByRole('button', { name: 'Borrar para siempre a Evangelina Quispitúpac' }).click()
  await expectAccessibleLayout(page, 'the removed, with the first step of an erasure')
  await dialogOf(page).getByRole('button', { name: 'Seguir' }).click()
  await dialogOf(page).getByLabel('Documento').fill('71234567')
  await dialogOf(page).getByLabel('Documento').press('Enter')
  await page.getByText('Se borró para siempre a 1 persona').waitFor()
  await page.getByText('No hay pilotos borrados.').waitFor()
})
