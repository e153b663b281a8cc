/** Tests in a real Chromium that an import replaces no suspension silently. */
import { expect, test } from 'vitest'
import { changeTerms } from '../../support/gate.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { pageOpener, register } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'
import { choose, importButton } from './import-page.ts'

const openPage = pageOpener()

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
