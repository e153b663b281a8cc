/** Tests how a person completes the mapping of a file and corrects it before it is imported, in a real Chromium. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { federationFiles } from '../../support/federations.ts'
import { holdBack } from '../../support/held-requests.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { pageOpener, phone } from '../../support/page.ts'

const openPage = pageOpener()

async function choose(page: Page, name: string) {
  const found = federationFiles.find(({ file }) => file === name)
  if (!found) throw new Error(`There is no file ${name}`)
  const buffer = await found.bytes()
  await page.getByLabel('Elegir archivo').setInputFiles({ name, mimeType: 'text/plain', buffer })
}

async function startImport(page: Page, name: string) {
  await page.getByRole('button', { name: 'Importar una planilla' }).click()
  await choose(page, name)
}

const says = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor()
const importButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Expects that the control has the focus and this value. */
async function expectFocus(page: Page, label: string, value: string) {
  const control = page.getByLabel(label, { exact: true })
  await expect
    .poll(() => control.evaluate((element) => element === document.activeElement), { message: label })
    .toBe(true)
  expect(await control.inputValue()).toBe(value)
}

test('a file without some columns is imported with values for all rows, and rows set aside are named', async () => {
  const { page } = await openPage('/')
  await startImport(page, 'club-valle.csv')
  await says(page, 'Al archivo le faltan columnas: Licencia')
  await page.getByLabel('Licencia', { exact: true }).selectOption('Anual')
  await page.getByRole('button', { name: 'Poner «Sin historial»' }).click()
  await expectFocus(page, 'Historial deportivo', 'Sin historial')
  await importButton(page, 'Importar 12 pilotos').waitFor()
  const aside = page.getByText('4 líneas no son pilotos y se dejan aparte: línea')
  await aside.click()
  await page.getByText('«Elaborado por: Ing. Rosario Paucar»', { exact: false }).last().waitFor()
  await importButton(page, 'Importar 12 pilotos').click()
  await page.getByText('Se importaron 12 pilotos').waitFor()
  await aside.waitFor()
})

test('a column with an unknown header is chosen once, and remembered for the next file like it', async () => {
  const { page } = await openPage('/')
  await startImport(page, 'inscritos-fecha-1.xlsx')
  await says(page, 'Al archivo le faltan columnas: Numero de Licencia')
  await page.getByRole('button', { name: '¿Es Numero de Licencia?' }).click()
  await importButton(page, 'Importar 11 pilotos').click()
  await page.getByText('Se importaron 11 pilotos').waitFor()
  await page.getByRole('button', { name: 'Otro archivo' }).click()
  await choose(page, 'inscritos-fecha-2.xlsx')
  await page.getByText('Se usaron las columnas que eligió la vez anterior').waitFor()
  await importButton(page, 'Importar 9 pilotos').waitFor()
  await page.getByRole('button', { name: 'Empezar de nuevo' }).click()
  await says(page, 'Al archivo le faltan columnas: Numero de Licencia')
  await page.getByLabel('Campo de «Cód. Fed.»').selectOption('Numero de Licencia')
  await importButton(page, 'Importar 9 pilotos').waitFor()
})

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

test('the nearest option is accepted for all rows with a value, and can be undone', async () => {
  const { page } = await openPage('/')
  await startImport(page, 'velocross-huaral.csv')
  await importButton(page, 'Importar 7 pilotos').waitFor()
  await page.getByText('¿quiso decir Regional?').waitFor()
  await page.getByText('6 filas con modalidad sin reconocer: «Velocros»').click()
  await page.getByRole('button', { name: 'Usar en las 6 filas' }).dblclick()
  await page.getByText('Corregidas: filas con modalidad sin reconocer').waitFor()
  await page.getByRole('button', { name: 'Usar en las 2 filas' }).click()
  await importButton(page, 'Importar 15 pilotos').waitFor()
  await page.getByRole('button', { name: 'Deshacer' }).last().click()
  await page.getByText('6 filas con modalidad sin reconocer: «Velocros»').waitFor()
  await page.getByLabel('En lugar de «Velocros»').selectOption('VELOCIDAD')
  await page.getByRole('button', { name: 'Usar en las 6 filas' }).click()
  await importButton(page, 'Importar 15 pilotos').click()
  await page.getByText('Se importaron 15 pilotos').waitFor()
  await page.getByRole('button', { name: 'Listo' }).click()
  await page.getByRole('button', { name: /^VELOCIDAD\s*6$/ }).waitFor()
})

test('bad cells are typed over one after the other, without losing the focus or a text that is being typed', async () => {
  const { page } = await openPage('/')
  await startImport(page, 'por-corregir.xlsx')
  await importButton(page, 'Importar 7 pilotos').waitFor()
  const reading = await holdBack(page, '**/api/import*')
  await page.getByLabel('Correo Electronico, fila 4').fill('secretaria@ejemplo.org')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await reading.arrived
  await page.getByLabel('Celular, fila 9').fill('98765')
  reading.release()
  await page.getByText('✓ corregido').waitFor()
  await expectFocus(page, 'Celular, fila 9', '98765')
  await page.keyboard.type('4321')
  await page.keyboard.press('Enter')
  await importButton(page, 'Importar 9 pilotos').waitFor()
  await expectFocus(page, 'Celular, fila 9', '987654321')
  await page.getByLabel('Fecha de Nacimiento, fila 6').fill('28/02/1999')
  await page.keyboard.press('Enter')
  await importButton(page, 'Importar 10 pilotos').click()
  await page.getByText('Se importaron 10 pilotos').waitFor()
})

test('empty cells take one value for all of them', async () => {
  const { page } = await openPage('/')
  await startImport(page, 'mayusculas.xlsx')
  await page.getByText('3 filas sin Club').waitFor()
  await page.getByLabel('Club, donde falta').fill('Independiente')
  await page.getByText('Corregidas: filas sin Club').waitFor()
  await expectFocus(page, 'Club, donde falta', 'Independiente')
  await page.getByText('7 filas sin Historial deportivo').click()
  await page.getByRole('button', { name: 'Poner «Sin historial»' }).click()
  await page.getByLabel('Escribir los nombres en minúsculas').check()
  await importButton(page, 'Importar 15 pilotos').click()
  await page.getByText('Se importaron 15 pilotos').waitFor()
  await page.getByRole('button', { name: 'Listo' }).click()
  await page.getByText('de la Cruz Quispe').waitFor()
})

test('full names are shown as they are divided, and uncertain ones are corrected', async () => {
  const { page } = await openPage('/')
  await startImport(page, 'comision-enduro.txt')
  const divided = page.getByRole('row', { name: 'línea 2 de la Cruz Quispe Ana María' })
  await divided.waitFor()
  await page.getByLabel('Primero los nombres').check()
  await divided.waitFor({ state: 'detached' })
  await page.getByLabel('Primero los apellidos').check()
  await divided.waitFor()
  await page.getByText('3 nombres por revisar').click()
  await page.getByLabel('Apellidos, línea 8').fill('Torres Rojas')
  await page.getByLabel('Nombres, línea 8').fill('Luis Alberto')
  await page.keyboard.press('Enter')
  await page.getByText('2 nombres por revisar').waitFor()
  await expectFocus(page, 'Nombres, línea 8', 'Luis Alberto')
  await importButton(page, 'Importar 13 pilotos').click()
  await page.getByText('Se importaron 13 pilotos').waitFor()
  await page.getByRole('button', { name: 'Listo' }).click()
  await page.getByText('Luis Alberto Torres Rojas').waitFor()
})

test('corrections survive a failed request, and closing the dialog asks before it discards them', async () => {
  const { page, context } = await openPage('/')
  await startImport(page, 'por-corregir.xlsx')
  await importButton(page, 'Importar 7 pilotos').waitFor()
  await context.setOffline(true)
  await page.getByLabel('Celular, fila 9').fill('987654321')
  await page.keyboard.press('Enter')
  await says(page, 'El kiosco no responde')
  expect(await importButton(page, 'Importar 7 pilotos').isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByText('todavía no se importó').waitFor()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await importButton(page, 'Importar 8 pilotos').waitFor()
  expect(await page.getByLabel('Celular, fila 9').inputValue()).toBe('987654321')
  await page.getByRole('button', { name: 'Cerrar' }).click()
  await page.getByRole('button', { name: 'Descartar' }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})

test('the columns and the corrections pass the layout and accessibility checks', async () => {
  const { page } = await openPage('/', { viewport: phone })
  await startImport(page, 'club-valle.csv')
  await says(page, 'Al archivo le faltan columnas')
  await page.locator('summary').filter({ hasText: 'Encabezado' }).click()
  await expectAccessibleLayout(page, 'the columns of a file')
  await page.getByRole('button', { name: 'Otro archivo' }).click()
  await choose(page, 'enduro-independiente.xlsx')
  await page.getByText('7 filas con modalidad sin reconocer').click()
  await page.getByText('Ver las 7 filas').click()
  await expectAccessibleLayout(page, 'the problems of a file')
  await page.getByRole('button', { name: 'Otro archivo' }).click()
  await choose(page, 'comision-enduro.txt')
  await page.getByText('3 nombres por revisar').click()
  await expectAccessibleLayout(page, 'uncertain names')
})
