/** Tests how a person completes the mapping of a file and corrects it before it is imported, in a real Chromium. */
import { expect, test } from 'vitest'
import { fieldNames } from '#domain/pilot/fields'
import { holdBack } from '../../support/held-requests.ts'
import {
  choose,
  expectFocus,
  federationFile,
  importButton,
  says,
  startImport,
} from '../../support/import-page.ts'
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

test('the nearest option is accepted for all rows with a value and can be undone, and empty cells take one value', async () => {
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

  await page.getByRole('button', { name: 'Otro archivo' }).click()
  await choose(page, 'mayusculas.xlsx')
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
  await page.getByRole('button', { name: 'Resumen' }).click()
  await page.getByRole('button', { name: /^VELOCIDAD\s*6$/ }).waitFor()
})

test('texts that stand for no value are replaced with one press, whether they are rejected or would be stored', async () => {
  const { page } = await openPage('/')
  const rows = [
    { email: '-', celular: 'S/N', club: '-', dni: 41000001 },
    { email: 'sin correo', club: '-', dni: 41000002 },
    { tiposangre: 'no sé', nlicencia: 'no tiene', dni: 41000003 },
  ]
  await startImport(page, {
    name: 'sin-valor.json',
    buffer: Buffer.from(JSON.stringify(rows.map((row) => ({ ...aDraft(), ...row })))),
  })
  await page.getByText('2 filas con Club «-»: ¿quiso decir Independiente?').waitFor()
  await page.getByRole('button', { name: 'Poner «Independiente»' }).click()
  await page.getByText('2 filas con Club «-» ✓ Independiente').waitFor()
  await expectAccessibleLayout(page, 'texts that stand for no value')
  await page.getByRole('button', { name: 'Poner «No tiene» en las 2 filas' }).dblclick()
  await page.getByRole('button', { name: 'Quitar «No tiene» en las 2 filas' }).waitFor()
  await page.getByRole('button', { name: 'Poner «No tiene»', exact: true }).click()
  await expectFocus(page, 'Celular, registro 1', 'No tiene')
  await page.getByRole('button', { name: 'Usar', exact: true }).click()
  await importButton(page, 'Importar 3 pilotos').click()
  await page.getByText('Se importaron 3 pilotos').waitFor()
  const { data } = await page.evaluate(async () => (await fetch('/api?list=all')).json())
  expect(data.map((one: { data_driver: string }) => JSON.parse(one.data_driver))).toMatchObject([
    { dni: 41000003, tiposangre: null, nlicencia: null },
    { dni: 41000002, email: null, club: null },
    { dni: 41000001, email: null, celular: null, club: null },
  ])
})

test('passports in the column of the DNIs are read with one choice of their kind, which can be taken back', async () => {
  const { page } = await openPage('/')
  const documents = [43334445, 'AB-123', 'CD 124', 'x1234', 'Y1']
  await startImport(page, {
    name: 'pasaportes.json',
    buffer: Buffer.from(JSON.stringify(documents.map((dni) => ({ ...aDraft(), dni })))),
  })
  const kind = page.getByLabel('Tipo de documento, donde no es un DNI')
  await page.locator('summary').filter({ hasText: '«AB-123»' }).click()
  await expectAccessibleLayout(page, 'passports in the column of the DNIs')
  await kind.selectOption('Pasaporte')
  await importButton(page, 'Importar 5 pilotos').waitFor()
  await page.getByLabel('Tipo de documento', { exact: true }).selectOption('')
  await importButton(page, 'Importar 1 piloto').waitFor()
  await page.locator('summary').filter({ hasText: '«AB-123»' }).click()
  await kind.selectOption('Otro')
  await importButton(page, 'Importar 5 pilotos').click()
  await page.getByText('Se importaron 5 pilotos').waitFor()
  const { data } = await page.evaluate(async () => (await fetch('/api?list=all')).json())
  expect(data.map((one: { data_driver: string }) => JSON.parse(one.data_driver))).toMatchObject([
    ...['Y1', 'X1234', 'CD124', 'AB123'].map((documento) => ({ dni: null, tipodoc: 'Otro', documento })),
    { dni: 43334445 },
  ])
})

test('corrections survive a failed request, a press meanwhile imports nothing, and the dialog asks before it discards them', async () => {
  const { page } = await openPage('/')
  await startImport(page, 'por-corregir.xlsx')
  await page.getByLabel('Celular, fila 9').fill('98765432Y')
  await page.keyboard.press('Escape')
  await page.getByText('todavía no se importó').waitFor()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expectFocus(page, 'Celular, fila 9', '98765432Y')
  await importButton(page, 'Importar 7 pilotos').waitFor()
  await page.getByLabel('Celular, fila 9').fill('987654321')
  await importButton(page, 'Importar 7 pilotos').hover()
  // This press begins before the result of the dry run, and ends after it.
  await page.mouse.down()
  await importButton(page, 'Importar 8 pilotos').waitFor()
  await page.mouse.up()
  await page.getByText('Ya se revisó lo último que escribió: pulse otra vez.').waitFor()

  await page.route('**/api/import*', (route) => route.abort())
  await page.getByLabel('Correo Electronico, fila 4').fill('secretaria@ejemplo.org')
  await page.keyboard.press('Enter')
  await says(page, 'El kiosco no responde')
  expect(await importButton(page, 'Importar 8 pilotos').isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByText('todavía no se importó').waitFor()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.unroute('**/api/import*')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await importButton(page, 'Importar 9 pilotos').waitFor()
  expect(await page.getByLabel('Correo Electronico, fila 4').inputValue()).toBe('secretaria@ejemplo.org')
  await page.getByRole('button', { name: 'Cerrar' }).click()
  await page.getByRole('button', { name: 'Descartar' }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})

test('bad cells are typed over without losing the focus or a text that is being typed, and a press while one is checked imports nothing', async () => {
  const { page } = await openPage('/')
  const imports: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname === '/api/import' && !search.includes('dry_run')) imports.push(search)
  })
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
  expect(await page.getByLabel('Celular, fila 9').inputValue()).toBe('987654321')

  const checking = await holdBack(page, '**/api/import?dry_run=1')
  await page.getByLabel('Fecha de Nacimiento, fila 6').fill('28/02/1999')
  // The button is marked as disabled, so that a plain click would wait.
  await importButton(page, 'Importar 9 pilotos').click({ force: true })
  await page.getByText('Espere: se está revisando lo último que escribió.').waitFor()
  checking.release()
  await page.getByText('Ya se revisó lo último que escribió: pulse otra vez.').waitFor()
  const button = importButton(page, 'Importar 10 pilotos')
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(imports).toEqual([])
  await button.press('Enter')
  await page.getByText('Se importaron 10 pilotos').waitFor()
  expect(imports).toEqual([''])
})

test('bad cells take the whole width, each in one line with its rider, and Enter applies a text and goes to the next one', async () => {
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
  await page.keyboard.press('Tab')
  await expectFocus(page, 'Celular, línea 72', 'no tiene 72')
  checking.release()
  await importButton(page, 'Importar 456 pilotos').waitFor()
  await page.getByText('44 filas con Celular').waitFor()
  await expectFocus(page, 'Celular, línea 72', 'no tiene 72')
  expect(await cells.nth(2).inputValue()).toBe('tampoco')
  await cells.last().fill('900000492')
  await page.keyboard.press('Enter')
  await importButton(page, 'Importar 457 pilotos').waitFor()
  await expectFocus(page, 'Celular, línea 492', '900000492')
  // The first one, and one for each text.
  expect(dryRuns.length).toBe(8)
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

test('full names are shown as they are divided, and uncertain ones are corrected', async () => {
  const { page } = await openPage('/')
  await startImport(page, await fullNamesWithProblems())
  const divided = page.getByRole('row', { name: 'línea 2 de la Cruz Quispe Ana María' })
  await divided.waitFor()
  await page.getByText('3 nombres por revisar').click()
  await page.getByText('2 filas con modalidad sin reconocer').waitFor()
  await page.getByText('Ver las 2 filas').click()
  await expectAccessibleLayout(page, 'uncertain names and problems')
  await page.getByLabel('Primero los nombres').check()
  await divided.waitFor({ state: 'detached' })
  await page.getByLabel('Primero los apellidos').check()
  await divided.waitFor()
  await page.getByLabel('Apellidos, línea 8').fill('Torres Rojas')
  await page.getByLabel('Nombres, línea 8').fill('Luis Alberto')
  await page.keyboard.press('Enter')
  await page.getByText('2 nombres por revisar').waitFor()
  await expectFocus(page, 'Nombres, línea 8', 'Luis Alberto')
  await importButton(page, 'Importar 10 pilotos').click()
  await page.getByText('Se importaron 10 pilotos').waitFor()
  await page.getByRole('button', { name: 'Listo' }).click()
  await page.getByText('Luis Alberto Torres Rojas').waitFor()
})

/** Makes a file with uncertain names, two unknown options and a bad e-mail address. */
async function fullNamesWithProblems() {
  const { name, buffer } = await federationFile('comision-enduro.txt')
  const text = buffer
    .toString('utf16le')
    .replaceAll('VELOCROSS', 'Velocros')
    .replace(/\tclaudia\S+/, '\tsin correo')
  return { name, buffer: Buffer.from(text, 'utf16le') }
}

test('the order of dates is asked once for their column, keeps the focus, and is remembered', async () => {
  const { page } = await openPage('/')
  const drafts = Array.from({ length: 20 }, (_, index) =>
    aDraft({ fechanac: index < 19 ? '05/03/1994' : '03/25/1994', participacion: 'no', club: 'Sur' }),
  )
  const header = fieldNames.map((name) => (name === 'fechanac' ? 'Nacimiento' : name)).join(';')
  const rows = drafts.map((draft) => fieldNames.map((name) => draft[name]).join(';'))
  const file = { name: 'fechas.csv', buffer: Buffer.from([header, ...rows].join('\n')) }
  await startImport(page, file)
  await importButton(page, 'Importar 19 pilotos').waitFor()
  const choice = page.getByRole('group', { name: 'Fechas de «Nacimiento»' })
  const [dayFirst, monthFirst] = [
    choice.getByRole('radio', { name: 'Primero el día: 05/03/1994 es el 5-mar-1994' }),
    choice.getByRole('radio', { name: 'Primero el mes: 05/03/1994 es el 3-may-1994' }),
  ]
  expect(await dayFirst.isChecked()).toBe(true)
  const doubt = 'Se lee como día/mes: así pueden leerse 19 de sus 20 fechas, y «03/25/1994» no'
  expect(await described(choice)).toContain(doubt)
  await page.getByText('1 fila con Fecha de Nacimiento: No puede leerse como día/mes').waitFor()
  await expectAccessibleLayout(page, 'the question of the dates')
  await dayFirst.focus()
  await page.keyboard.press('ArrowDown')
  await importButton(page, 'Importar 20 pilotos').waitFor()
  expect(await monthFirst.evaluate((radio) => radio === document.activeElement)).toBe(true)
  expect(await page.getByText(doubt).count()).toBe(0)
  await importButton(page, 'Importar 20 pilotos').click()
  await page.getByText('Se importaron 20 pilotos').waitFor()
  await page.getByRole('button', { name: 'Otro archivo' }).click()
  await choose(page, file)
  await page.getByText('Se usaron las columnas que eligió la vez anterior').waitFor()
  expect(await monthFirst.isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Empezar de nuevo' }).click()
  await page.getByText(doubt).first().waitFor()
})
