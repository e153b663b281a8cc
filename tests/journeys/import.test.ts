/** A journey through the import: columns are chosen once and remembered, in a real Chromium. */
import { expect, test } from 'vitest'
import { countingClicks } from '../support/clicks.ts'
import { dropOnList } from '../support/file-drag.ts'
import { choose, expectFocus, importButton, says, startImport } from '../support/import-page.ts'
import { messyCsv } from '../support/messy-sheet.ts'
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

test('all good rows of a messy sheet of 500 riders are stored after 15 clicks without typing, and corrections survive an undo', async () => {
  const { page } = await openPage('/')
  const clicks = await countingClicks(page)
  await dropOnList(page, [{ name: 'inscritos.csv', content: messyCsv().toString() }])
  await says(page, 'Al archivo le faltan columnas: Historial deportivo')
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await press('Poner «Sin historial»')
  await page.getByText('5 líneas no son pilotos y se dejan aparte: línea 3 «ZONA SUR»').waitFor()
  await page.getByText('2 filas con un número repetido en su modalidad').waitFor()
  await press('Aceptar las 3 sugerencias')
  await press('Poner «No tiene» en las 60 filas')
  await press('Usar el primero en las 25 filas')
  await press('Poner «No tiene» en las 20 filas')
  await press('Quitar el dígito en las 41 filas')
  await press('Poner «No sabe» en las 56 filas')
  await page.getByText('22 filas con modalidad sin reconocer').waitFor()
  await press('Usar en las 17 filas')
  await page.getByLabel('En lugar de «Enduro Ind.»').selectOption('ENDURO CROSS')
  await press('Usar en las 5 filas')
  await importButton(page, 'Importar 497 pilotos').click()
  const result = page.getByText('Se importaron 497 pilotos')
  await result.waitFor()
  await page.getByText('2 filas con Fecha de Nacimiento').waitFor()
  expect(await clicks()).toBeLessThanOrEqual(15)
  expect(await result.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await result.evaluate((element) => element.parentElement?.scrollTop)).toBe(0)

  await press('Deshacer importación')
  await page.getByText('Importación deshecha: 497 borrados').waitFor()
  await press('Listo')
  await dropOnList(page, [{ name: 'inscritos.csv', content: messyCsv().toString() }])
  await page.getByText('Están las correcciones con las que importó este archivo la vez anterior.').waitFor()
  // The blood types that nobody knew are asked again. Without the first rider, the last one is no duplicate.
  await importButton(page, 'Importar 442 pilotos').waitFor()
  await press('Poner «No sabe» en las 56 filas')
  await importButton(page, 'Importar 497 pilotos').waitFor()
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
