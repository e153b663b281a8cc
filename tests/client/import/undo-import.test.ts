/** Tests that an import is undone as a whole, from its report and from the list of imports, in a real Chromium. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pageOpener, update } from '../../support/page.ts'
import { root } from '../../support/root.ts'

const openPage = pageOpener()
const example = join(root, 'data/example.csv')

test('an import is undone with one press, and is refused by name once one of its pilots was edited', async () => {
  const { page, url } = await openPage('/')
  await page.getByRole('button', { name: 'Importar una planilla' }).click()
  await page.getByLabel('Elegir archivo').setInputFiles(example)
  await page.getByRole('button', { name: 'Importar 40 pilotos' }).click()
  await page.getByText('Se importaron 40 pilotos').waitFor()
  await page.getByRole('button', { name: 'Deshacer importación' }).click()
  await page.getByText('Importación deshecha: 40 borrados').waitFor()
  expect(await page.getByRole('button', { name: 'Deshacer importación' }).count()).toBe(0)
  await page.getByText('Todavía no hay pilotos').waitFor()

  await page.getByRole('button', { name: 'Otro archivo' }).click()
  await page.getByLabel('Elegir archivo').setInputFiles(example)
  await page.getByRole('button', { name: 'Importar 40 pilotos' }).click()
  await page.getByText('Se importaron 40 pilotos').waitFor()
  const { data } = await (await fetch(`${url}/api?list=all&per_page=1`)).json()
  const draft = JSON.parse(data[0].data_driver)
  await update(url, data[0].id_driver, { ...draft, club: 'Otro club' })
  await page.getByRole('button', { name: 'Deshacer importación' }).click()
  const refusal = `La importación no se deshizo: desde entonces se cambió a ${draft.name} ${draft.lastname}`
  await page.getByText(refusal).waitFor()
  await page.getByRole('button', { name: 'Listo' }).click()
  await page.getByText('40 pilotos', { exact: true }).waitFor()

  await page.goto(`${url}/borrados`)
  await page.getByText('No hay pilotos borrados.').waitFor()
  await page.getByText('Deshecha', { exact: true }).waitFor()
  await page.getByRole('button', { name: /^Deshacer la importación del/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deshacer importación' }).click()
  await page.getByRole('dialog').getByText(refusal).waitFor()
  await update(url, data[0].id_driver, draft)
  // An edit counts even if it was taken back.
  await page.getByRole('dialog').getByRole('button', { name: 'Deshacer importación' }).click()
  await page.getByRole('dialog').getByText(refusal).waitFor()
})
