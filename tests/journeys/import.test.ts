/** A journey through the import: columns are chosen once and remembered, in a real Chromium. */
import { expect, test } from 'vitest'
import { choose, expectFocus, importButton, says, startImport } from '../support/import-page.ts'
import { pageOpener } from '../support/page.ts'

const openPage = pageOpener()

test('a column with an unknown or a wrong header is chosen once, and remembered for the next file like it', async () => {
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

  await page.getByRole('button', { name: 'Otro archivo' }).click()
  await choose(page, fullNamesAsNames())
  await says(page, 'Al archivo le faltan columnas: Apellidos')
  await page.getByRole('button', { name: '¿Es Nombre completo?' }).click()
  await importButton(page, 'Importar 3 pilotos').waitFor()
  await expectFocus(page, 'Campo de «Nombre»', 'nombrecompleto')
  expect(await page.getByRole('button', { name: /^¿Es / }).count()).toBe(0)
})

/** Makes a file whose column «Nombre» contains full names. */
function fullNamesAsNames() {
  const names = ['QUISPE MAMANI, Ana María', 'HUAMÁN FLORES, Rosa', 'TORRES ROJAS, Luis Alberto']
  const rows = names.map((name, index) =>
    [name, 41000001 + index, '05/02/1990', 987654321, `p${index}@ejemplo.org`, `L-${index}`, index + 1].join(
      ';',
    ),
  )
  const header = 'Nombre;DNI;Fecha de nacimiento;Celular;Correo;N° Licencia;Dorsal'
  const others = [
    'Licencia;Modalidad;Club;Tipo de sangre;Historial',
    'Anual;ENDURO CROSS;Andes;O+;Sin historial',
  ]
  const text = [header, ...rows].map((line, index) => `${line};${others[Math.min(index, 1)]}`).join('\n')
  return { name: 'nombres.csv', buffer: Buffer.from(text) }
}
