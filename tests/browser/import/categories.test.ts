/** Tests the import of a sheet with a column of categories, and how its riders are entered in them, in a real Chromium. */
import { expect, test } from 'vitest'
import { fieldNames, requiredNames } from '#domain/pilots/fields'
import { anEvent, setEvent } from '../../support/events.ts'
import { dropOnList } from '../../support/file-drag.ts'
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
  const lines = ['MX1', 'mx 2', '85', 'Mx-2', '85 c.c.', 'MX9', 'mx 9', 'Novel'].map((clase, index) => {
    const draft = aDraft({ name: `P${index}`, npiloto: String(index + 1), dni: 70000001 + index })
    return [...names.map((name) => String(draft[name] ?? '').replace(/["\n]/g, ' ')), clase, 'KTM'].join(';')
  })
  const sheet = [[...names, 'Categoría', 'Moto'].join(';'), ...lines, ''].join('\n')
  await page.goto('/')
  await startImport(page, { name: 'fecha.csv', buffer: Buffer.from(sheet) })
  await page.getByText('5 pilotos quedan por inscribir en la categoría del archivo').waitFor()
  await page.getByText('3 filas con Categoría del evento sin reconocer').waitFor()
  await expectAccessibleLayout(page, 'an import with categories')
  expect(await page.getByLabel('Campo de «Categoría»').inputValue()).toBe('categoria_evento')
  const choice = (text: string) => page.getByLabel(`En lugar de «${text}»`)
  const options = await choice('MX9').locator('option').allTextContents()
  expect(options).toEqual([
    'Seleccione…',
    ...['MX1', 'MX2', '85 cc'].map((name) => `MOTOCROSS · ${name}`),
    'Sin categoría',
  ])
  await choice('MX9').selectOption('MOTOCROSS · MX1')
  await importButton(page, 'Usar en las 2 filas').click()
  await importButton(page, 'Importar 7 pilotos').waitFor()
  await importButton(page, 'Deshacer').click()
  await importButton(page, 'Importar 5 pilotos').waitFor()
  await importButton(page, 'Usar en las 2 filas').click()
  await choice('Novel').selectOption('Sin categoría')
  await importButton(page, 'Usar').click()
  // A rider without a category needs a modalidad, which the others have by theirs.
  await page.getByText('1 fila sin Modalidad').waitFor()
  await page.getByLabel('Modalidad, donde falta').selectOption('RALLY')
  await expectAccessibleLayout(page, 'an import with corrected categories')
  await importButton(page, 'Importar 8 pilotos').click()
  await page.getByText('Se importaron 8 pilotos').waitFor()
  await page.getByText('7 pilotos quedan por inscribir').waitFor()
  await page.getByText('1 moto del archivo no se guarda').waitFor()
  await page.getByRole('button', { name: 'Listo' }).click()

  const { data } = await (await fetch(`${url}/api/entries/pending`)).json()
  expect(data[0].riders[0]).toMatchObject({ motorcycle: { brand: 'KTM' } })
  await page.getByRole('button', { name: 'Inscribir', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Inscribir 8' }).click()
  await page.getByText('8 inscri').first().waitFor()
  await page.getByRole('button', { name: 'Listo' }).click()
  const counts = await (await fetch(`${url}/api/count`)).json()
  expect(counts.data[0]).toMatchObject({
    pending: 0,
    categories: { 'motocross-mx1': 3, 'motocross-mx2': 2, 'motocross-85cc': 2 },
  })
})

test('the text of a category is chosen once for each modalidad, and for a single row, and the choice comes back with the file', async () => {
  const { page, url } = await openPage()
  const names = ['MX1', 'Promocionales']
  const categories = ['MOTOCROSS', 'ENDURO CROSS'].flatMap((modalidad) =>
    names.map((name) => ({ modalidad, name })),
  )
  await setEvent(url, anEvent({ categories: categories as never }))
  const riders = [
    ['MOTOCROSS', 'Promoc.'],
    ['MOTOCROSS', 'PROMOC'],
    ['ENDURO CROSS', 'Promoc.'],
    ['ENDURO CROSS', 'Novel'],
    ['MOTOCROSS', 'MX1'],
    ['ENDURO CROSS', 'MX1'],
  ].map(([modalidad, clase], index) => {
    const draft = { ...aDraft({ name: `P${index}`, npiloto: '7', dni: 70000001 + index }), modalidad }
    return [...requiredNames.map((name) => String(draft[name]).replace(/["\n]/g, ' ')), clase].join(';')
  })
  const sheet = [[...requiredNames, 'Grupo'].join(';'), ...riders, ''].join('\n')
  const file = { name: 'fecha.csv', buffer: Buffer.from(sheet) }
  await page.goto('/')
  await startImport(page, file)
  await page.getByText('6 filas con un número repetido en su modalidad').waitFor()
  await page.getByLabel('Campo de «Grupo»').selectOption('Categoría del evento')
  // The riders of two categories have each number once.
  await page.getByText('con un número repetido').waitFor({ state: 'hidden' })
  await page.getByText('4 filas con Categoría del evento sin reconocer').waitFor()
  await page.getByText('¿quiso decir Promocionales?').first().waitFor()
  await importButton(page, 'Usar en las 2 filas').click()
  await page.getByText('2 filas con Categoría del evento sin reconocer').waitFor()
  await page.getByText('Ver las 2 filas').click()
  const cell = page.getByLabel('Categoría del evento, línea 4')
  expect(await cell.locator('option').allTextContents()).toEqual([
    '«ENDURO CROSS · Promoc.»',
    ...[...names, 'Sin categoría'],
  ])
  await cell.selectOption('MX1')
  await page.getByLabel('En lugar de «ENDURO CROSS · Novel»').selectOption('Sin categoría')
  await importButton(page, 'Usar').last().click()
  await importButton(page, 'Importar 6 pilotos').click()
  await page.getByText('5 pilotos quedan por inscribir').waitFor()
  await page.getByRole('button', { name: 'Listo' }).click()

  const { data } = await (await fetch(`${url}/api/entries/pending`)).json()
  const wishes = data[0].riders.map(({ category }: { category: string }) => category)
  expect(wishes.toSorted()).toEqual([
    ...['endurocross-mx1', 'endurocross-mx1'],
    ...['motocross-mx1', 'motocross-promocionales', 'motocross-promocionales'],
  ])
  await dropOnList(page, [{ name: file.name, content: file.buffer }])
  await page.getByText('Ya existe un piloto con este DNI').first().waitFor()
  await page.getByText('sin reconocer').waitFor({ state: 'hidden' })
})
