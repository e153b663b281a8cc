/** Tests of removing several pilots from the list, and of the screen of removed pilots, in a real Chromium. */
import { expect, test } from 'vitest'
import { pageOpener, phone, register } from '../../../support/page.ts'
import { aDraft, aPicture } from '../../../support/pilots.ts'
import { askAt } from '../../../support/versions.ts'

const openPage = pageOpener()

/** Registers pilots with these names. Returns their identifiers. */
async function registerAll(url: string, names: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const name of names) ids.push(await register(url, aDraft({ name, lastname: 'Rojas' })))
  return ids
}

const remove = (url: string, id: string) => askAt(url, 'DELETE', `/api/pilots/${id}`)

test('chosen pilots are removed after one question that names them, if all of them are still there, and one undo brings them back', async () => {
  const { page, url } = await openPage()
  const [, luz = ''] = await registerAll(url, ['Ana', 'Luz', 'Rosa', 'Eva'])
  await page.goto(`${url}/search`)
  for (const name of ['Ana', 'Luz', 'Rosa']) await page.getByLabel(`Elegir a ${name} Rojas`).check()
  const remove3 = page.getByRole('button', { name: 'Borrar 3', exact: true })
  await remove3.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Se borran Ana Rojas, Luz Rojas y Rosa Rojas.').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('3 elegidos').waitFor()

  await remove3.click()
  await dialog.getByRole('button', { name: 'Borrar 3 pilotos' }).click()
  await page.getByText('Se borraron 3 pilotos.').waitFor()
  await page.getByText('1 piloto', { exact: true }).waitFor()
  expect(await page.getByText('elegidos').count()).toBe(0)

  // The undo names a pilot whose DNI is taken meanwhile, and restores the others.
  const { data } = await (await fetch(`${url}/api/removed?search=ana`)).json()
  await register(url, aDraft({ name: 'Otra', dni: JSON.parse(data[0].data_driver).dni }))
  await page.getByRole('button', { name: 'Deshacer' }).press('Enter')
  await page.getByText('2 pilotos están otra vez en la lista.').waitFor()
  await page.getByText('Ana Rojas no se recuperó: Ya existe un piloto con este DNI').waitFor()
  await page.getByText('4 pilotos', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Deshacer' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Cerrar' }).click()
  await page.getByText('otra vez en la lista').waitFor({ state: 'hidden' })

  // A removal that names a pilot who is gone removes nobody, and the next press removes the others.
  for (const name of ['Luz', 'Rosa']) await page.getByLabel(`Elegir a ${name} Rojas`).check()
  await page.getByRole('button', { name: 'Borrar 2', exact: true }).click()
  await dialog.getByText('Luz Rojas y Rosa Rojas').waitFor()
  await remove(url, luz)
  await page.getByRole('button', { name: 'Borrar 2 pilotos' }).click()
  await page.getByText('De 2 pilotos, 1 ya no está en la lista: no se borró ninguno').waitFor()
  await page.getByRole('button', { name: 'Borrar 1 piloto' }).click()
  await page.getByText('Se borró a Rosa Rojas.').waitFor()
  await page.getByText('2 pilotos', { exact: true }).waitFor()
})

test('a removed pilot is found and restored on a phone, with the photo and a link to the credential', async () => {
  const { page, url } = await openPage('/borrados', { viewport: phone })
  await page.getByText('No hay pilotos borrados.').waitFor()
  const ids = await registerAll(url, ['Luz', 'Rosa'])
  const draft = aDraft({ name: 'Ñusta', lastname: 'Peña', npiloto: '7' })
  ids.push(await register(url, draft, await aPicture('png', 400, 300)))
  for (const id of ids) await remove(url, id)
  await page.getByText('3 borrados').waitFor()
  expect(await page.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/7[\s\S]*Ñusta Peña[\s\S]*Borrado el\s.* por esta laptop/),
    expect.stringContaining('Rosa Rojas'),
    expect.stringContaining('Luz Rojas'),
  ])
  await page.setViewportSize({ width: 1024, height: 600 })
  const row = page.getByRole('listitem').filter({ hasText: 'Ñusta' })
  const [restore, erase] = await Promise.all(
    ['Recuperar', 'Borrar para siempre'].map((name) => row.getByText(name).boundingBox()),
  )
  expect(erase?.y, 'both buttons are in one line').toBe(restore?.y)
  await page.setViewportSize(phone)
  await page.getByLabel('Buscar borrados').fill('nusta')
  await page.getByText('1 borrado con «nusta»').waitFor()
  const photo = page.getByAltText('Foto de Ñusta Peña')
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)

  await page.getByRole('button', { name: 'Recuperar a Ñusta Peña' }).press('Enter')
  const link = page.getByRole('link', { name: 'Ver credencial de Ñusta Peña' })
  await link.waitFor()
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  // The address changes before the screen does: going back at once would never leave the list.
  await page.getByRole('heading', { name: 'Ñusta Peña' }).waitFor()
  await page.goBack()
  await page.getByText('Ningún borrado tiene todas esas palabras.').waitFor()

  // A DNI that another pilot has now is named, with a link to that pilot.
  await page.getByRole('link', { name: 'Ver todos los borrados' }).click()
  await page.getByText('2 borrados').waitFor()
  const { data } = await (await fetch(`${url}/api/removed?search=rosa`)).json()
  await register(url, aDraft({ name: 'Otra', dni: JSON.parse(data[0].data_driver).dni }))
  await page.getByRole('button', { name: 'Recuperar a Rosa Rojas' }).click()
  await page.getByText('No se recuperó: Ya existe un piloto con este DNI').waitFor()
  await page.getByRole('link', { name: 'Ver el piloto' }).click()
  await page.getByText('Otra').first().waitFor()
})
