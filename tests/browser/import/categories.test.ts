/** Tests the import of a sheet with a column of categories, and how its riders are entered in them, in a real Chromium. */
import { expect, test } from 'vitest'
import { fieldNames } from '#domain/pilots/fields'
import { anEvent, setEvent } from '../../support/events.ts'
import { importButton, startImport } from '../../support/import-page.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { pageOpener } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'

const openPage = pageOpener()

test('a sheet with classes in several spellings is entered in its categories with one order', async () => {
  const { page, url } = await openPage()
  const categories = ['MX1', 'MX2', '85 cc'].map((name) => ({ modalidad: 'MOTOCROSS', name }))
  await setEvent(url, anEvent({ categories: categories as never }))
  const names = fieldNames.filter((name) => name !== 'modalidad')
  const lines = ['MX1', 'mx 2', '85', 'Mx-2', '85 c.c.', 'MX9'].map((clase, index) => {
    const draft = aDraft({ name: `P${index}`, npiloto: String(index + 1), dni: 70000001 + index })
    return [...names.map((name) => String(draft[name] ?? '').replace(/["\n]/g, ' ')), clase].join(';')
  })
  const sheet = [[...names, 'Categoría'].join(';'), ...lines, ''].join('\n')
  await page.goto('/')
  await startImport(page, { name: 'fecha.csv', buffer: Buffer.from(sheet) })
  await page.getByText('5 pilotos quedan por inscribir en la categoría del archivo').waitFor()
  await page.getByText('No es una categoría del evento abierto').first().waitFor()
  await expectAccessibleLayout(page, 'an import with categories')
  await importButton(page, 'Importar 5 pilotos').click()
  await page.getByText('Se importaron 5 pilotos').waitFor()
  await page.getByText('5 pilotos quedan por inscribir').waitFor()
  await page.getByRole('button', { name: 'Listo' }).click()

  await page.getByRole('button', { name: 'Inscribir', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Inscribir 5' }).click()
  await page.getByText('5 inscri').first().waitFor()
  await page.getByRole('button', { name: 'Listo' }).click()
  const counts = await (await fetch(`${url}/api/count`)).json()
  expect(counts.data[0]).toMatchObject({
    pending: 0,
    categories: { 'motocross-mx1': 1, 'motocross-mx2': 2, 'motocross-85cc': 2 },
  })
})
