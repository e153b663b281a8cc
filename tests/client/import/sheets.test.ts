/** Tests imports of several sheets, and what a person confirms or loses, in a real Chromium. */
import { expect, test } from 'vitest'
import writeBook from 'write-excel-file/node'
import { holdBack } from '../../support/held-requests.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { pageOpener, phone } from '../../support/page.ts'
import { expectFocus, importButton, says, startImport } from './import-page.ts'

const openPage = pageOpener()

const header =
  'Nombres;Apellidos;DNI;Fecha de nacimiento;Celular;Correo;N° Licencia;Dorsal;Licencia;Modalidad'

/** Makes a workbook with three riders of «MX1», one of them with a bad e-mail address, and two of «Damas». */
async function twoSheets() {
  const rider = (dni: number, name: string, email = `p${dni}@ejemplo.org`) =>
    `${name};Huamán;${dni};05/02/1990;987654321;${email};L-${dni};${dni % 100};Anual;MOTOCROSS;Andes;O+;Nacional 2024`
  const sheet = (...riders: string[]) =>
    [`${header};Club;Tipo de sangre;Historial`, ...riders].map((row) => row.split(';'))
  const sheets = {
    MX1: sheet(rider(41000001, 'Rosa', 'sin correo'), rider(41000002, 'Luis'), rider(41000003, 'Juan')),
    Damas: sheet(rider(41000004, 'Ana'), rider(41000005, 'Eva')),
  }
  const book = writeBook(Object.entries(sheets).map(([name, data]) => ({ sheet: name, data })))
  return { name: 'nacional.xlsx', buffer: await book.toBuffer() }
}

test('the sheets that were not read are named, and imported one after the other with the same values', async () => {
  const { page } = await openPage('/')
  await startImport(page, 'hojas-por-region.xlsx')
  await importButton(page, 'Importar 14 pilotos').waitFor()
  await page.getByLabel('Campo de «Club»').selectOption('No se usa')
  await page.getByRole('button', { name: 'Poner «Sin club»' }).click()
  await page.getByText('Quedan 17 pilotos en otras hojas: «Lima» (8) y «Cusco» (9)').waitFor()
  await importButton(page, 'Importar 14 pilotos').click()
  await page.getByText('Se importaron 14 pilotos').waitFor()
  await page.getByText('Quedan 17 pilotos en otras hojas').waitFor()
  await page.getByRole('button', { name: 'Importar la hoja «Cusco»' }).click()
  await page.getByText('Quedan 8 pilotos en otra hoja: «Lima»').waitFor()
  expect(await page.getByLabel('Club', { exact: true }).inputValue()).toBe('Sin club')
  await importButton(page, 'Importar 9 pilotos').click()
  await page.getByText('Se importaron 9 pilotos').waitFor()
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
  await importButton(page, 'Importar 2 pilotos').waitFor()
  await sheet.selectOption('MX1 (3 pilotos)')
  await importButton(page, 'Importar 2 pilotos').waitFor()
  await page.getByLabel('Correo Electronico, fila 2').waitFor()
  expect(await page.getByLabel('Correo Electronico, fila 2').inputValue()).toBe('sin correo')
})

test('a new start drops the corrections only after a question', async () => {
  const { page } = await openPage('/')
  await startImport(page, await twoSheets())
  await page.getByLabel('Hoja', { exact: true }).selectOption('Damas (2 pilotos)')
  await page.getByLabel('Campo de «Club»').selectOption('No se usa')
  await page.getByRole('button', { name: 'Poner «Sin club»' }).click()
  await importButton(page, 'Importar 2 pilotos').click()
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

test('a bad row names its rider before and after the import', async () => {
  const { page } = await openPage('/', { viewport: phone })
  await startImport(page, await twoSheets())
  await page.getByText('fila 2, Correo · Rosa Huamán').waitFor()
  await page.getByText('Quedan 2 pilotos en otra hoja: «Damas»').waitFor()
  await expectAccessibleLayout(page, 'the rider of a bad row')
  await importButton(page, 'Importar 2 pilotos').click()
  await page.getByText('Se importaron 2 pilotos').waitFor()
  await page.getByText('fila 2, Correo · Rosa Huamán').waitFor()
  await expectAccessibleLayout(page, 'the sheets that remain')
})

test('a press on the button while a typed cell is checked imports nothing, and keeps the focus for the next', async () => {
  const { page } = await openPage('/')
  const imports: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname === '/api/import' && !search.includes('dry_run')) imports.push(search)
  })
  await startImport(page, 'por-corregir.xlsx')
  await importButton(page, 'Importar 7 pilotos').waitFor()
  const checking = await holdBack(page, '**/api/import?dry_run=1')
  await page.getByLabel('Correo Electronico, fila 4').fill('secretaria@ejemplo.org')
  // The button is marked as disabled, so that a plain click would wait.
  await importButton(page, 'Importar 7 pilotos').click({ force: true })
  await page.getByText('Espere: se está revisando lo último que escribió.').waitFor()
  checking.release()
  await page.getByText('Ya se revisó lo último que escribió: pulse otra vez.').waitFor()
  const button = importButton(page, 'Importar 8 pilotos')
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(imports).toEqual([])
  await button.press('Enter')
  await page.getByText('Se importaron 8 pilotos').waitFor()
  expect(imports).toEqual([''])
})

test('a press that began before the result of the last dry run imports nothing', async () => {
  const { page } = await openPage('/')
  await startImport(page, 'por-corregir.xlsx')
  await importButton(page, 'Importar 7 pilotos').waitFor()
  await page.getByLabel('Celular, fila 9').fill('987654321')
  await importButton(page, 'Importar 7 pilotos').hover()
  await page.mouse.down()
  await importButton(page, 'Importar 8 pilotos').waitFor()
  await page.mouse.up()
  await page.getByText('Ya se revisó lo último que escribió: pulse otra vez.').waitFor()
  await importButton(page, 'Importar 8 pilotos').click()
  await page.getByText('Se importaron 8 pilotos').waitFor()
})
