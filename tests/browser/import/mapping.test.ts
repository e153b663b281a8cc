/** Tests how a person completes the mapping of a file and corrects it before it is imported, in a real Chromium. */
import { expect, test } from 'vitest'
import { fieldNames, requiredNames } from '#domain/pilots/fields'
import { holdBack } from '../../support/held-requests.ts'
import { expectFocus, federationFile, importButton, says, startImport } from '../../support/import-page.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { described, laptop, pageOpener } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'

const openPage = pageOpener()

test('a file without some columns is imported with values for all rows or for new pilots only, and rows set aside are named', async () => {
  const { page } = await openPage('/')
  await startImport(page, 'club-valle.csv')
  await says(page, 'Al archivo le faltan columnas: Licencia')
  await page.locator('summary').filter({ hasText: 'Encabezado' }).click()
  await expectAccessibleLayout(page, 'the columns of a file')
  await page.getByLabel('Licencia', { exact: true }).selectOption('Anual')
  await page.getByRole('button', { name: 'Poner «Sin historial»' }).click()
  await expectFocus(page, 'Historial deportivo', 'Sin historial')
  await importButton(page, 'Importar 12 pilotos').waitFor()
  const forNewPilots = page.getByText('Solo para los pilotos nuevos: los que ya existen conservan lo suyo.')
  expect(await forNewPilots.count()).toBe(0)
  await page.getByLabel('Cambiar los pilotos que ya existen').check()
  await forNewPilots.waitFor()
  await page.getByLabel('Cambiar los pilotos que ya existen').uncheck()
  const aside = page.getByText('4 líneas no son pilotos y se dejan aparte: línea')
  await aside.click()
  await page.getByText('«Elaborado por: Ing. Rosario Paucar»', { exact: false }).last().waitFor()
  await importButton(page, 'Importar 12 pilotos').click()
  await page.getByText('Se importaron 12 pilotos').waitFor()
  await aside.waitFor()
})

test('a column that may be a missing field is offered before the words for none, and leaves the focus on its field', async () => {
  const { page } = await openPage('/')
  const draft = { ...aDraft(), participacion: 'no' }
  const nameOf = { nlicencia: 'Número', npiloto: 'N° Piloto' } as Record<string, string>
  const header = [...requiredNames.map((name) => nameOf[name] ?? name), 'Talla']
  const cells = [...requiredNames.map((name) => draft[name]), 'M']
  const buffer = Buffer.from(`${header.join(';')}\n${cells.join(';')}\n`)
  await startImport(page, { name: 'sin-licencia.csv', buffer })
  await says(page, 'Al archivo le faltan columnas: Numero de Licencia')
  await page.getByRole('button', { name: 'Usar la columna «Número»' }).click()
  await expectFocus(page, 'Campo de «Número»', 'nlicencia')
  await importButton(page, 'Importar 1 piloto').waitFor()
})

test('each question and problem of a file is answered in one place, for all of its rows at once, and an answer can be taken back', async () => {
  const { page } = await openPage('/')
  await startImport(page, await fileWithAllProblems())
  await importButton(page, 'Importar 4 pilotos').waitFor()
  const dates = page.getByRole('group', { name: 'Fechas de «Fec. Nac.»' })
  const [dayFirst, monthFirst] = [
    dates.getByRole('radio', { name: 'Primero el día: 05/03/1994 es el 5-mar-1994' }),
    dates.getByRole('radio', { name: 'Primero el mes: 05/03/1994 es el 3-may-1994' }),
  ]
  expect(await dayFirst.isChecked()).toBe(true)
  const doubt = 'Se lee como día/mes: así pueden leerse 12 de sus 13 fechas, y «03/25/1994» no'
  expect(await described(dates)).toContain(doubt)
  await page.getByText('1 fila con Fecha de Nacimiento: No puede leerse como día/mes').waitFor()
  const divided = page.getByRole('row', { name: 'línea 2 de la Cruz Quispe Ana María' })
  await divided.waitFor()
  await page.getByText('3 nombres por revisar').click()
  await page.getByText('Ver las 2 filas').click()
  await expectAccessibleLayout(page, 'the questions and problems of a file')
  await dayFirst.focus()
  await page.keyboard.press('ArrowDown')
  await importButton(page, 'Importar 5 pilotos').waitFor()
  expect(await monthFirst.evaluate((radio) => radio === document.activeElement)).toBe(true)
  expect(await page.getByText(doubt).count()).toBe(0)

  const checked = () => page.locator('dialog [aria-busy="true"]').first().waitFor({ state: 'detached' })
  const press = async (button: string) => {
    await page.getByRole('button', { name: button, exact: true }).first().click()
    await checked()
  }
  await page.getByLabel('Escribir MARÍA como María').check()
  await checked()
  await page.getByLabel('Primero los nombres').check()
  await divided.waitFor({ state: 'detached' })
  await page.getByLabel('Primero los apellidos').check()
  await divided.waitFor()
  await page.getByLabel('Apellidos, línea 8').fill('Torres Rojas')
  await page.getByLabel('Nombres, línea 8').fill('Luis Alberto')
  await page.keyboard.press('Enter')
  await page.getByText('2 nombres por revisar').waitFor()
  await expectFocus(page, 'Nombres, línea 8', 'Luis Alberto')

  await page.getByText('3 filas con Club «-»: ¿quiso decir Independiente?').waitFor()
  await press('Poner «Independiente»')
  await page.getByText('3 filas con Club «-» ✓ Independiente').waitFor()
  await page.getByRole('button', { name: 'Poner «No tiene» en las 2 filas' }).dblclick()
  await page.getByRole('button', { name: 'Quitar «No tiene» en las 2 filas' }).waitFor()
  await checked()
  await press('Poner «No tiene»')
  await expectFocus(page, 'Celular, línea 13', 'No tiene')
  await page.getByText('Corregidas: filas con Celular').waitFor()
  await page.getByText('2 filas con modalidad sin reconocer: «Velocros»').waitFor()
  await page.getByText('¿quiso decir VELOCROSS?').waitFor()
  await page.getByRole('button', { name: 'Usar en las 2 filas' }).dblclick()
  await page.getByText('Corregidas: filas con modalidad sin reconocer').waitFor()
  await importButton(page, 'Importar 10 pilotos').waitFor()
  await page.getByRole('button', { name: 'Deshacer' }).last().click()
  await page.getByText('2 filas con modalidad sin reconocer: «Velocros»').waitFor()
  await page.getByLabel('En lugar de «Velocros»').selectOption('VELOCIDAD')
  await press('Usar en las 2 filas')
  await press('Usar')
  await page.getByText('Corregidas: filas con tipo de sangre').waitFor()
  const kind = page.getByLabel('Tipo de documento, donde no es un DNI')
  await kind.selectOption('Pasaporte')
  await checked()
  await page.getByLabel('Club, donde falta').fill('Sur')
  await page.getByText('Corregidas: filas sin Club').waitFor()
  await expectFocus(page, 'Club, donde falta', 'Sur')
  await importButton(page, 'Importar 13 pilotos').waitFor()
  await kind.selectOption('')
  await importButton(page, 'Importar 12 pilotos').waitFor()
  await kind.selectOption('Otro')
  await importButton(page, 'Importar 13 pilotos').click()
  await page.getByText('Se importaron 13 pilotos').waitFor()
  const { data } = await page.evaluate(async () => (await fetch('/api?list=all')).json())
  expect(data.map((one: { data_driver: string }) => JSON.parse(one.data_driver)).reverse()).toMatchObject([
    { lastname: 'de la Cruz Quispe', tiposangre: null, fechanac: '1994-05-03' },
    { lastname: 'del Águila Flores', email: null },
    { lastname: 'da Silva Rojas', dni: null, tipodoc: 'Otro', documento: 'AB123', club: null },
    { lastname: 'Von Humboldt Mendoza', email: null },
    { name: 'Tulio', modalidad: 'VELOCIDAD' },
    { name: 'Ana María del Carmen' },
    { name: 'Luis Alberto', lastname: 'Torres Rojas' },
    { lastname: 'Vásquez García', club: null },
    { lastname: 'Sánchez Condori', club: 'Sur' },
    { name: 'Carmen Patricia', lastname: 'Chávez Zegarra' },
    { lastname: 'Salazar Mamani', modalidad: 'VELOCIDAD' },
    { lastname: 'Núñez Espinoza', celular: null },
    { lastname: 'Mendoza Rodríguez', fechanac: '1994-03-25' },
  ])
})

/** Makes a file with uncertain names, some in capitals, a date in another order, and bad cells of all kinds. */
async function fileWithAllProblems() {
  const { name, buffer } = await federationFile('comision-enduro.txt')
  const text = buffer
    .toString('utf16le')
    .replaceAll('VELOCROSS', 'Velocros')
    .replace(/\tclaudia\S+/, '\tsin correo')
    .replace(/\tvictor\S+/, '\t-')
    .replace('\t40466326\t', '\tAB-123\t')
    .replace('924596433', 'S/N')
    .replace('\tO+\t', '\tno sé\t')
    .replaceAll('Club Deportivo Motor Misti', '-')
    .replace('Asociación Rueda Libre\tO-', '\tO-')
    .replaceAll(/\d\d\/\d\d\/\d{4}/g, '05/03/1994')
    .replace(/05\/03\/1994(?!.*05\/03)/s, '03/25/1994')
    .replace(/^Chávez[^\t]+/m, (rider) => rider.toUpperCase())
  return { name, buffer: Buffer.from(text, 'utf16le') }
}

test('bad cells take the whole width, each in one line with its rider, Enter goes to the next one, and no answer moves the focus or changes a text', async () => {
  const { page } = await openPage('/')
  const dryRuns: string[] = []
  page.on('request', (request) => request.url().includes('dry_run') && dryRuns.push(request.url()))
  await startImport(page, badTelephones())
  await page.getByText('49 filas con Celular').click()
  const cells = page.getByLabel(/^Celular, línea/)
  for (const viewport of [{ width: 1024, height: 600 }, laptop]) {
    await page.setViewportSize(viewport)
    const places = await cells.evaluateAll((inputs) =>
      inputs.map((input) => {
        const [file, name, cell] = [
          document.querySelector('dialog p'),
          input.previousElementSibling,
          input,
        ].map((each) => each?.getBoundingClientRect())
        return [name?.left === file?.left, cell?.right === file?.right, Number(name?.height) < 30]
      }),
    )
    expect(places).toEqual(Array(49).fill([true, true, true]))
  }

  const checking = await holdBack(page, '**/api/import?dry_run=1')
  await cells.first().selectText()
  for (let line = 12; line < 62; line += 10) {
    await expectFocus(page, `Celular, línea ${line}`, `no tiene ${line}`)
    // Only a selected text is replaced.
    await page.keyboard.type(line === 32 ? 'tampoco' : `9000000${line}`)
    await page.keyboard.press('Enter')
  }
  await expectFocus(page, 'Celular, línea 62', 'no tiene 62')
  await page.keyboard.type('900000062')
  // Between two cells is the button that completes the rider later.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expectFocus(page, 'Celular, línea 72', 'no tiene 72')
  await page.keyboard.type('90000')
  checking.release()
  await importButton(page, 'Importar 456 pilotos').waitFor()
  await page.getByText('44 filas con Celular').waitFor()
  await expectFocus(page, 'Celular, línea 72', '90000')
  expect(await cells.nth(2).inputValue()).toBe('tampoco')
  await page.keyboard.type('0072')
  await page.keyboard.press('Enter')
  await expectFocus(page, 'Celular, línea 82', 'no tiene 82')
  await importButton(page, 'Importar 457 pilotos').waitFor()
  await cells.last().fill('900000492')
  await page.keyboard.press('Enter')
  await importButton(page, 'Importar 458 pilotos').waitFor()
  await expectFocus(page, 'Celular, línea 492', '900000492')
  // The first one, and one for each text.
  expect(dryRuns.length).toBe(9)
})

/** Makes a file of 500 rows with a bad telephone in every tenth line, from 12 to 492. */
function badTelephones() {
  const rows = Array.from({ length: 500 }, (_, index) => {
    const line = index + 2
    const isBad = line > 2 && line < 502 && line % 10 === 2
    const draft = {
      ...aDraft({ participacion: 'no', club: 'Sur' }),
      celular: isBad ? `no tiene ${line}` : 900000000,
    }
    return fieldNames.map((name) => draft[name]).join(';')
  })
  return { name: 'telefonos.csv', buffer: Buffer.from([fieldNames.join(';'), ...rows].join('\n')) }
}
