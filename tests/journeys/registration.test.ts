/** Tests all screens with one pilot, from the registration to the credential, in a real Chromium. */
import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { fieldNames, fields } from '#domain/pilots/fields'
import { ageOn, today } from '#domain/text/date'
import { isShown } from '../../client/pilots/form/pilot-values.ts'
import { pilotos } from '../support/command.ts'
import { downloadFrom } from '../support/downloads.ts'
import { chooseFromMenu } from '../support/menu.ts'
import { choosePhoto, fill, pageOpener } from '../support/page.ts'
import { aDraft, aPicture } from '../support/pilots.ts'
import { readQr } from '../support/qr-reader.ts'
import { publicUrl } from '../support/server.ts'

const openPage = pageOpener()

test('a pilot is registered, found, edited and displayed, and the QR leads to the credential', async () => {
  const { page, context, folder } = await openPage('/form')
  const draft = aDraft({ name: 'Begoña', lastname: 'Ibáñez', dni: 40123456 })

  await fill(page, { ...draft, fechanac: '28/02/1994' })
  await choosePhoto(page, await aPicture('png', 400, 400))
  await page.getByRole('button', { name: 'Registrar' }).click()
  await page.getByRole('alert').filter({ hasText: 'Registro exitoso' }).waitFor()
  for (const name of fieldNames.filter((one) => isShown(one)))
    expect(await page.getByLabel(fields[name].label, { exact: true }).inputValue()).toBe('')
  const first = page.getByLabel(fields.dni.label)
  expect(await first.evaluate((field) => field === document.activeElement)).toBe(true)

  await page.getByRole('link', { name: 'Lista' }).click()
  await page.getByRole('searchbox').fill('ibanez BEGONA')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/search?search=ibanez+BEGONA')
  await page.getByText('1 piloto con «ibanez BEGONA»').waitFor()
  expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
    '',
    'N°',
    'Nombre Piloto\nDNI',
    'Numero de Licencia',
    'Modelo de Moto',
    'Club',
    'Correo Electronico',
    'QR',
    'Credencial',
    'Editar',
  ])
  expect(await page.getByRole('rowheader').allInnerTexts()).toEqual(['Begoña Ibáñez\n40123456'])
  expect(await page.getByRole('cell').allInnerTexts()).toEqual([
    '',
    '93',
    'FM-2026-0001',
    'ENDURO CROSS',
    'Moto Club "Ñandú"',
    'inigo@ejemplo.org',
    'QR',
    'Buscar',
    'Editar',
  ])

  await page.getByRole('link', { name: 'Editar a Begoña Ibáñez', exact: true }).click()
  await page.waitForURL('**/form/*')
  expect(await page.getByLabel('Fecha de Nacimiento').inputValue()).toBe('28/02/1994')
  await page.getByAltText('Foto guardada').waitFor()
  await page.getByLabel('Club').fill('Otro club')
  await page.getByRole('button', { name: 'Editar' }).click()
  await page
    .getByRole('alert')
    .filter({ hasText: 'El usuario fue actualizado exitosamente Piloto Begoña' })
    .waitFor()
  await page.getByRole('link', { name: 'Ver credencial F2' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/form')
  expect(await page.getByLabel('Nombres').inputValue()).toBe('')
  await page.getByRole('button', { name: 'Registrar' }).waitFor()

  await page.getByRole('link', { name: 'Lista' }).click()
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'QR de Begoña Ibáñez', exact: true }).click(),
  ])
  await tab.waitForLoadState()
  expect(await tab.evaluate(() => document.contentType)).toBe('image/png')
  const text = await readQr(await tab.screenshot())
  await page.getByRole('link', { name: 'Buscar credencial de Begoña Ibáñez', exact: true }).click()
  await page.waitForURL('**/credencial/*')
  expect(text).toBe(publicUrl + new URL(page.url()).pathname)

  await page.getByRole('heading', { name: 'Begoña Ibáñez' }).waitFor()
  const facts = await page
    .locator('dl div')
    .evaluateAll((rows) =>
      rows.map((row) => [row.querySelector('dt')?.textContent, row.querySelector('dd')?.textContent]),
    )
  expect(Object.fromEntries(facts)).toEqual({
    DNI: '40123456',
    'Licencia N°': 'FM-2026-0001',
    'Piloto N°': '93',
    Modalidad: 'ENDURO CROSS',
    'Fecha de Nacimiento': `28/02/1994 · ${ageOn('1994-02-28', today())} años`,
    Correo: 'inigo@ejemplo.org',
    Licencia: 'Anual',
    'Tipo de sangre': 'AB+',
  })
  await page.getByText('campeón regional').waitFor()
  await page.getByRole('heading', { name: 'Historial de Competiciones' }).waitFor()
  expect(await page.getByRole('link', { name: /987654321/ }).getAttribute('href')).toBe(
    'https://wa.me/51987654321',
  )
  await page.getByAltText('Foto de Begoña Ibáñez').waitFor()
  const qr = page.getByAltText('Código QR de esta credencial')
  await qr.evaluate((image: HTMLImageElement) => image.decode())
  expect(await readQr(await qr.screenshot())).toBe(text)

  await chooseFromMenu(page, 'Entregar datos')
  const dialog = page.getByRole('dialog', { name: 'Entregar datos' })
  const saved = await downloadFrom(dialog.getByRole('button', { name: 'Descargar' }))
  await dialog.getByText(/^Se descargó datos-40123456\.zip \(.+\)\.$/).waitFor()
  const files = unzipSync(await readFile(await saved.path()))
  expect(Object.keys(files)).toEqual(['datos.html', 'datos.json', 'foto.jpg'])
  const handed = await context.newPage()
  await handed.setContent(strFromU8(files['datos.html'] ?? new Uint8Array()))
  await handed.getByRole('heading', { name: 'Datos de Begoña Ibáñez' }).waitFor()
  await handed.getByText('Club: «Moto Club "Ñandú"» → «Otro club»').waitFor()
  const picture = handed.getByAltText('Foto de Begoña Ibáñez')
  await picture.evaluate((image: HTMLImageElement) => image.decode())

  expect(JSON.parse((await pilotos(['list', '--json', '--data', folder])).stdout)).toMatchObject([
    { name: 'Begoña', club: 'Otro club', attachment: expect.stringMatching(/\.jpg$/) },
  ])
})
