/** Tests imports of several sheets, and what a person confirms or loses, in a real Chromium. */
import { expect, test } from 'vitest'
import writeBook from 'write-excel-file/node'
import { expectFocus, importButton, says, startImport } from '../../support/import-page.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { pageOpener } from '../../support/page.ts'

const openPage = pageOpener()

const header =
  'Nombres;Apellidos;DNI;Fecha de nacimiento;Celular;Correo;N° Licencia;Dorsal;Licencia;Modalidad'

/** Makes a workbook with three riders of «MX1» and two of «Damas», one of each with a bad e-mail address. */
async function twoSheets() {
  const rider = (dni: number, name: string, email = `p${dni}@ejemplo.org`) =>
    `${name};Huamán;${dni};05/02/1990;987654321;${email};L-${dni};${dni % 100};Anual;MOTOCROSS;Andes;O+;Nacional 2024`
  const sheet = (...riders: string[]) =>
    [`${header};Club;Tipo de sangre;Historial`, ...riders].map((row) => row.split(';'))
  const sheets = {
    MX1: sheet(rider(41000001, 'Rosa', 'sin correo'), rider(41000002, 'Luis'), rider(41000003, 'Juan')),
    Damas: sheet(rider(41000004, 'Ana'), rider(41000005, 'Eva', 'sin correo')),
  }
  const book = writeBook(Object.entries(sheets).map(([name, data]) => ({ sheet: name, data })))
  return { name: 'nacional.xlsx', buffer: await book.toBuffer() }
}

test('a column can be left out and another sheet or header chosen', async () => {
  const { page } = await openPage('/')
  await startImport(page, 'hojas-por-region.xlsx')
  await importButton(page, 'Importar 14 pilotos').waitFor()
  await page.getByLabel('Hoja', { exact: true }).selectOption('Cusco (9 pilotos)')
  await importButton(page, 'Importar 9 pilotos').waitFor()
  await page.getByLabel('Campo de «Correo»').selectOption('No se usa')
  await says(page, 'Al archivo le faltan columnas: Correo Electronico')
  await page.getByLabel('Encabezado', { exact: true }).selectOption('El archivo no tiene encabezado')
  await page.getByLabel('Campo de «Columna A»').waitFor()
  await page.getByLabel('Encabezado', { exact: true }).selectOption('2')
  await importButton(page, 'Importar 9 pilotos').waitFor()
  expect(await page.getByLabel('Campo de «Correo»').inputValue()).toBe('email')
})

test('the sheets that were not read are named, and imported one after the other with the same values', async () => {
  const { page } = await openPage('/')
  await startImport(page, 'hojas-por-region.xlsx')
  await page.getByText('Quedan 17 pilotos en otras hojas: «Lima» (8) y «Cusco» (9)').waitFor()
  await page.getByLabel('Hoja', { exact: true }).selectOption('Cusco (9 pilotos)')
  await importButton(page, 'Importar 9 pilotos').waitFor()
  await page.getByLabel('Campo de «Club»').selectOption('No se usa')
  await page.getByRole('button', { name: 'Poner «Independiente»' }).click()
  await importButton(page, 'Importar 9 pilotos').click()
  await page.getByText('Se importaron 9 pilotos').waitFor()
  await page.getByText('Quedan 22 pilotos en otras hojas: «Lima» (8) y «Arequipa» (14)').waitFor()
  await page.getByRole('button', { name: 'Importar la hoja «Arequipa»' }).click()
  await page.getByText('Quedan 8 pilotos en otra hoja: «Lima»').waitFor()
  expect(await page.getByLabel('Club', { exact: true }).inputValue()).toBe('Independiente')
  await importButton(page, 'Importar 14 pilotos').click()
  await page.getByText('Se importaron 14 pilotos').waitFor()
  await page.getByRole('button', { name: 'Importar la hoja «Lima»' }).click()
  await importButton(page, 'Importar 8 pilotos').click()
  await page.getByText('Se importaron 8 pilotos').waitFor()
  expect(await page.getByRole('button', { name: /^Importar la hoja/ }).count()).toBe(0)
})

test('another sheet drops the corrections only after a question, and another header keeps them', async () => {
  const { page } = await openPage('/')
  await startImport(page, await twoSheets())
  await page.getByLabel('Correo Electronico, fila 2').fill('rosa@ejemplo.org')
  await page.keyboard.press('Enter')
  await importButton(page, 'Importar 3 pilotos').waitFor()
  const sheet = page.getByLabel('Hoja', { exact: true })
  await sheet.focus()
  await sheet.selectOption('Damas (2 pilotos)')
  await page.getByText('Lo que corrigió de «nacional.xlsx» todavía no se importó.').waitFor()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expectFocus(page, 'Hoja', 'MX1')
  await page.getByLabel('Encabezado', { exact: true }).selectOption('El archivo no tiene encabezado')
  await says(page, 'El archivo')
  await page.getByLabel('Encabezado', { exact: true }).selectOption('1')
  await importButton(page, 'Importar 3 pilotos').waitFor()
  expect(await page.getByLabel('Correo Electronico, fila 2').inputValue()).toBe('rosa@ejemplo.org')
  await sheet.selectOption('Damas (2 pilotos)')
  await page.getByRole('button', { name: 'Descartar' }).click()
  await importButton(page, 'Importar 1 piloto').waitFor()
  await sheet.selectOption('MX1 (3 pilotos)')
  await importButton(page, 'Importar 2 pilotos').waitFor()
  await page.getByLabel('Correo Electronico, fila 2').waitFor()
  expect(await page.getByLabel('Correo Electronico, fila 2').inputValue()).toBe('sin correo')
})

test('a bad row names its rider before and after the import, and a new start drops the corrections only after a question', async () => {
  const { page } = await openPage('/')
  await startImport(page, await twoSheets())
  await page.getByText('fila 2, Correo · Rosa Huamán').waitFor()
  await page.getByText('Quedan 2 pilotos en otra hoja: «Damas»').waitFor()
  await page.getByLabel('Hoja', { exact: true }).selectOption('Damas (2 pilotos)')
  await importButton(page, 'Importar 1 piloto').waitFor()
  await page.getByLabel('Campo de «Club»').selectOption('No se usa')
  await page.getByRole('button', { name: 'Poner «Independiente»' }).click()
  await importButton(page, 'Importar 1 piloto').click()
  await page.getByText('Se importaron 1 piloto').waitFor()
  await page.getByText('fila 3, Correo · Eva Huamán').waitFor()
  await expectAccessibleLayout(page, 'the rider of a bad row and the sheets that remain')
  await page.getByRole('button', { name: 'Importar la hoja «MX1»' }).click()
  await page.getByLabel('Correo Electronico, fila 2').fill('rosa@ejemplo.org')
  await page.keyboard.press('Enter')
  await importButton(page, 'Importar 3 pilotos').waitFor()
  await page.getByRole('button', { name: 'Empezar de nuevo' }).click()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  expect(await page.getByLabel('Correo Electronico, fila 2').inputValue()).toBe('rosa@ejemplo.org')
  await page.getByRole('button', { name: 'Empezar de nuevo' }).click()
  await page.getByRole('button', { name: 'Descartar' }).click()
  await importButton(page, 'Importar 2 pilotos').waitFor()
  expect(await page.getByLabel('Campo de «Club»').inputValue()).toBe('club')
})
