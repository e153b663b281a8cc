/** Tests in a real Chromium that an import replaces no suspension silently, and is undone as a whole. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { changeTerms } from '../../support/gate.ts'
import { choose, importButton } from '../../support/import-page.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { pageOpener, register, update } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'
import { root } from '../../support/root.ts'

const openPage = pageOpener()
const example = join(root, 'data/example.csv')

test('the preview says which suspensions stay, and takes those of the file only if the person says so', async () => {
  const { page, url } = await openPage('/')
  const ids = [await register(url, aDraft({ name: 'Ana', lastname: 'Paz' })), await register(url, aDraft())]
  const suspension = { from: '2026-01-01', reason: 'Antidopaje' }
  for (const id of ids) await changeTerms(url, id, { suspension })
  const suspensions = async () => {
    const records = await Promise.all(ids.map(async (id) => (await fetch(`${url}/api?list=${id}`)).json()))
    return records.map(({ data }) => data[0].terms.suspension)
  }
  const lines = ['id_driver;club;suspendida_desde;suspendida_motivo', `${ids[0]};Otro;01/05/2026;Pago`]
  const file = { name: 'padron.csv', buffer: Buffer.from(`${lines.join('\n')}\n${ids[1]};;01/01/2026;\n`) }
  await page.reload()
  await page.getByRole('button', { name: 'Importar' }).click()
  await choose(page, file)
  await page.getByLabel('Cambiar los pilotos que ya existen').check()
  const text = '1 piloto con una suspensión que sigue y otra en el archivo: '
  await page.getByText(`${text}queda la que está`).waitFor()
  await page
    .getByText('Ana Paz: desde 01/01/2026: Antidopaje. En el archivo: desde 01/05/2026: Pago')
    .waitFor()
  await expectAccessibleLayout(page, 'an import with another suspension')
  await importButton(page, 'Importar 1 piloto').click()
  await page.getByText('Se importaron 1 piloto').waitFor()
  await page.getByText(`${text}queda la que está`).waitFor()
  expect(await suspensions()).toEqual([suspension, suspension])

  await page.getByRole('button', { name: 'Otro archivo' }).click()
  await choose(page, file)
  await page.getByText('las suspensiones que siguen se quedan como están').waitFor()
  await page.getByLabel('Usar las suspensiones del archivo').check()
  await page.getByText(`${text}se usa la del archivo`).waitFor()
  await importButton(page, 'Importar 1 piloto').click()
  await page.getByText('Se importaron 1 piloto').waitFor()
  expect(await suspensions()).toEqual([{ from: '2026-05-01', reason: 'Pago' }, suspension])
})

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
