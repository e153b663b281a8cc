/** Tests imports of several sheets, and what a person confirms or loses, in a real Chromium. */
import { expect, test } from 'vitest'
import writeBook from 'write-excel-file/node'
import { filteredBook } from '../../support/books.ts'
import { expectFocus, importButton, says, startImport } from '../../support/import-page.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { described, pageOpener } from '../../support/page.ts'

const openPage = pageOpener()

const header =
  'Nombres;Apellidos;DNI;Fecha de nacimiento;Celular;Correo;N° Licencia;Dorsal;Licencia;Modalidad'

/** Makes a workbook with three riders of «MX1» and two of «Damas», one of each with a bad e-mail address, and one of «Veteranos». */
async function threeSheets() {
  const rider = (dni: number, name: string, email = `p${dni}@ejemplo.org`) =>
    `${name};Huamán;${dni};05/02/1990;987654321;${email};L-${dni};${dni % 100};Anual;MOTOCROSS;Andes;O+;Nacional 2024`
  const sheet = (...riders: string[]) =>
    [`${header};Club;Tipo de sangre;Historial`, ...riders].map((row) => row.split(';'))
  const sheets = {
    MX1: sheet(rider(41000001, 'Rosa', 'sin correo'), rider(41000002, 'Luis'), rider(41000003, 'Juan')),
    Damas: sheet(rider(41000004, 'Ana'), rider(41000005, 'Eva', 'sin correo')),
    Veteranos: sheet(rider(41000006, 'Leo')),
  }
  const book = writeBook(Object.entries(sheets).map(([name, data]) => ({ sheet: name, data })))
  return { name: 'nacional.xlsx', buffer: await book.toBuffer() }
}

test('the sheets of a book are imported one after the other with the same values, and corrections are dropped only after a question', async () => {
  const { page } = await openPage('/')
  await startImport(page, await threeSheets())
  const email = page.getByLabel('Correo Electronico, fila 2')
  const sheet = page.getByLabel('Hoja', { exact: true })
  const answer = (button: string) => page.getByRole('button', { name: button }).click()
  await page.getByText('fila 2, Correo · Rosa Huamán').waitFor()
  await page.getByText('Quedan 3 pilotos en otras hojas: «Damas» (2) y «Veteranos» (1)').waitFor()
  await email.fill('rosa@ejemplo.org')
  await page.keyboard.press('Enter')
  await importButton(page, 'Importar 3 pilotos').waitFor()
  await sheet.focus()
  await sheet.selectOption('Damas (2 pilotos)')
  await page.getByText('Lo que corrigió de «nacional.xlsx» todavía no se importó.').waitFor()
  await answer('Cancelar')
  await expectFocus(page, 'Hoja', 'MX1')
  await page.getByLabel('Encabezado', { exact: true }).selectOption('El archivo no tiene encabezado')
  await says(page, 'El archivo')
  await page.getByLabel('Campo de «Columna A»').waitFor()
  await page.getByLabel('Encabezado', { exact: true }).selectOption('1')
  await importButton(page, 'Importar 3 pilotos').waitFor()
  expect(await email.inputValue()).toBe('rosa@ejemplo.org')
  await sheet.selectOption('Damas (2 pilotos)')
  await answer('Descartar')
  await importButton(page, 'Importar 1 piloto').waitFor()
  await page.getByLabel('Campo de «Club»').selectOption('No se usa')
  await says(page, 'Al archivo le faltan columnas: Club')
  // The column that is not used has the clubs: nothing is offered in their place, and the person types the value.
  await page.getByLabel('Club', { exact: true }).fill('Independiente')
  await importButton(page, 'Importar 1 piloto').click()
  await page.getByText('Se importaron 1 piloto').waitFor()
  await page.getByText('fila 3, Correo · Eva Huamán').waitFor()
  await page.getByText('Quedan 4 pilotos en otras hojas: «MX1» (3) y «Veteranos» (1)').waitFor()
  await expectAccessibleLayout(page, 'the rider of a bad row and the sheets that remain')

  await answer('Importar la hoja «MX1»')
  await page.getByText('Queda 1 piloto en otra hoja: «Veteranos»').waitFor()
  expect(await page.getByLabel('Club', { exact: true }).inputValue()).toBe('Independiente')
  expect(await email.inputValue()).toBe('sin correo')
  await email.fill('rosa@ejemplo.org')
  await page.keyboard.press('Enter')
  await importButton(page, 'Importar 3 pilotos').waitFor()
  await answer('Empezar de nuevo')
  await answer('Cancelar')
  expect(await email.inputValue()).toBe('rosa@ejemplo.org')
  await answer('Empezar de nuevo')
  await answer('Descartar')
  await importButton(page, 'Importar 2 pilotos').waitFor()
  expect(await page.getByLabel('Campo de «Club»').inputValue()).toBe('club')
})

test('hidden rows of a workbook are told, and come along only if a person chooses so', async () => {
  const { page } = await openPage('/')
  await startImport(page, { name: 'filtrada.xlsx', buffer: filteredBook() })
  await importButton(page, 'Importar 2 pilotos').waitFor()
  const hidden = page.getByRole('group', { name: '2 filas con pilotos están ocultas en el libro' })
  expect(await described(hidden)).toContain('no se importan hasta que lo elija')
  expect(await hidden.getByRole('radio', { checked: true }).count()).toBe(0)
  await page.getByText('2 filas sin importar: La fila está oculta en el libro').waitFor()
  await expectAccessibleLayout(page, 'the question about hidden rows')
  await hidden.getByLabel('Importarlas también').check()
  await importButton(page, 'Importar 4 pilotos').waitFor()
  await hidden.getByLabel('Dejarlas fuera').check()
  await importButton(page, 'Importar 2 pilotos').click()
  await page.getByText('Se importaron 2 pilotos').waitFor()
})
