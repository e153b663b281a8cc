/** Tests of the fields of one's own in a real Chromium: a journey through all that shows them, and their details. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { requiredNames } from '#domain/pilots/fields'
import { pilotos } from '../../../support/command.ts'
import { dropOnList } from '../../../support/file-drag.ts'
import { aFolder } from '../../../support/folder.ts'
import { choose, importButton } from '../../../support/import-page.ts'
import { expectAccessibleLayout } from '../../../support/looks.ts'
import { canReadPdfs } from '../../../support/machine.ts'
import { chooseFromMenu } from '../../../support/menu.ts'
import { edit, otherDesk } from '../../../support/other-desk.ts'
import { fill, pageOpener, register, update } from '../../../support/page.ts'
import { textOfPdf } from '../../../support/pdfs.ts'
import { aDraft } from '../../../support/pilots.ts'
import { tracesIn } from '../../../support/traces.ts'
import { askAt } from '../../../support/versions.ts'

const openPage = pageOpener()
const aTalla = { label: 'Talla', options: ['S', 'M', 'L'], audience: 'desk' }

/** Adds or changes a field as another admin does. */
/** Returns the given names of the listed pilots. */
async function names(page: Page): Promise<string[]> {
  const shown = await page.locator('tbody [id^="name-"]').allInnerTexts()
  return shown.map((text) => text.split(' ')[0] ?? '').sort()
}

const [talla, peso, bus] = ['propio_opcion_talla_de_polo', 'propio_numero_peso', 'propio_texto_bus'] as const

test('fields of all kinds go from Ajustes through form, filter, import, export, card, merge and history to an erasure', async () => {
  const { page, url, folder } = await openPage('/ajustes/campos')
  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
  await addField(page, 'Talla de polo', async (dialog) => {
    await dialog.getByLabel(/^Opciones: se elige/).check()
    await dialog.getByRole('textbox', { name: 'Opciones' }).fill('S\nM\nL')
    await dialog.getByLabel('Todos los que escanean').check()
    await dialog.getByLabel(/^Obligatorio/).check()
    await dialog.getByLabel('En la credencial impresa').check()
  })
  await addField(page, 'Camping', (dialog) => dialog.getByLabel(/^Casilla/).check())
  await addField(page, 'Bus', async () => {})
  await addField(page, 'Peso', (dialog) => dialog.getByLabel('Número').check())
  await addField(page, 'Vence la visa', (dialog) => dialog.getByLabel('Fecha').check())
  await page.locator('#campos').getByText('Van 5 de 12.').waitFor()
  await press('Agregar campo')
  await page.getByRole('dialog').getByLabel('Nombre del campo').fill('talla de POLO')
  await press('Agregar')
  await page.getByRole('dialog').getByText('Ya hay un campo con ese nombre').waitFor()

  const ana = aDraft({
    name: 'Ana',
    lastname: 'Quispe',
    dni: 71234567,
    club: 'Sur',
    participacion: 'Ninguna',
  })
  await page.goto('/form')
  await fill(page, ana)
  // The page is higher than the window, and the button is in it.
  await page.setViewportSize({ width: 1366, height: 768 })
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(800)
  const button = await page.getByRole('button', { name: 'Registrar' }).boundingBox()
  expect((button?.y ?? 768) + (button?.height ?? 0)).toBeLessThanOrEqual(768)
  await press('Registrar')
  await page.getByText('Elija una opción de Talla de polo').first().waitFor()
  // Both folded sections can be open, one below the other.
  await page.getByText('Emergencia y seguro').click()
  await page.getByLabel('Alergias').fill('Penicilina')
  await page.getByLabel('Talla de polo').selectOption('M')
  await page.getByLabel('Camping').check()
  await page.getByLabel('Bus').fill('Bus Ñandú')
  await page.getByLabel('Peso').fill('72,5')
  await page.getByLabel('Vence la visa').fill('31/12/2026')
  await press('Registrar')
  await page.getByRole('link', { name: 'Ver credencial' }).click()
  await page.locator('dl').getByText('Talla de polo').waitFor()
  const facts = (await page.locator('dl').allInnerTexts()).join('\n')
  for (const fact of [
    /Talla de polo\s+M/,
    /Camping\s+Sí/,
    /Bus\s+Bus Ñandú/,
    /Peso\s+72,5/,
    /visa\s+31\/12\/2026/,
  ])
    expect(facts).toMatch(fact)
  const id = String(new URL(page.url()).pathname.split('/').at(-1))

  await page.goto('/')
  const riders = ['Eva', 'Luz', 'Mar'].map((name) => ({ ...ana, name, dni: aDraft().dni }))
  const head = [...requiredNames, 'TALLA DE POLO', 'peso', 'Vence la visa', 'Camping']
  const own = ['XXL;60;2027-01-31;x', 'xx-l;mucho;;no', 's;-;ayer;']
  const lines = riders.map((row, index) => [...requiredNames.map((name) => row[name]), own[index]].join(';'))
  await chooseFromMenu(page, 'Importar')
  // A sheet without the required field.
  const plain = [requiredNames, ...riders.map((row) => requiredNames.map((name) => row[name]))]
  await choose(page, {
    name: 'sin-talla.csv',
    buffer: Buffer.from(plain.map((row) => row.join(';')).join('\n')),
  })
  await press('Completar después: Talla de polo')
  await importButton(page, 'Importar 3 pilotos').waitFor()
  await press('No completar después: Talla de polo')
  await press('Otro archivo')
  await choose(page, { name: 'tallas.csv', buffer: Buffer.from([head.join(';'), ...lines].join('\n')) })
  await page.getByText('2 filas con Talla de polo sin reconocer').waitFor()
  await expectAccessibleLayout(page, 'an import with bad cells of own fields')
  await page.getByLabel('En lugar de «XXL»').selectOption('L')
  await press('Usar en las 2 filas')
  await importButton(page, 'Importar 1 piloto').waitFor()
  await page.getByLabel('Peso, línea 3').fill('58')
  await page.keyboard.press('Enter')
  await importButton(page, 'Importar 2 pilotos').waitFor()
  await press('Poner «No tiene»')
  await page.getByLabel('Vence la visa, línea 4').fill('1/2/2027')
  await page.keyboard.press('Enter')
  await importButton(page, 'Importar 3 pilotos').click()
  await page.getByText('Se importaron 3 pilotos').waitFor()
  await press('Listo')

  await press('Resumen')
  await press('L 2')
  await expect.poll(() => names(page)).toEqual(['Eva', 'Luz'])
  await press('Sí 1')
  await expect.poll(() => names(page)).toEqual(['Eva'])

  await page.goto('/')
  await chooseFromMenu(page, 'Exportar')
  const download = page.waitForEvent('download')
  await press('Excel (.xlsx)')
  const sheet = await (await download).path()
  const command = (...args: string[]) => pilotos([...args, '--data', folder])
  const again = await command('import', sheet, '--update')
  expect([again.stdout, again.code]).toEqual(['0 registrados, 4 sin cambios, 0 rechazados\n', 0])

  const pdf = join(await aFolder(), 'credencial.pdf')
  expect((await command('print', id, '--out', pdf, '--public-url', url)).code).toBe(0)
  if (canReadPdfs()) {
    const card = textOfPdf(pdf, '-raw')
    expect(card).toMatch(/Talla de polo:?\s+M/)
    expect(card).not.toContain('Ñandú')
  }

  const backup = await otherDesk(url, (other) => edit(other, ana.dni, { [talla]: 'L', [peso]: 70 }))
  await update(url, id, { ...ana, [talla]: 'S', [peso]: 71, [bus]: 'Bus Ñandú 2' })
  await page.goto('/')
  await dropOnList(page, [{ name: 'norte.tar.gz', content: await readFile(backup) }])
  const merge = page.getByRole('dialog', { name: 'Unir con otra mesa' })
  const version = (group: string, text: string) =>
    merge
      .getByRole('group', { name: group })
      .locator('label')
      .filter({ has: page.getByText(text, { exact: true }) })
  await version('Talla de polo de Ana Quispe', 'L').click()
  await version('Peso de Ana Quispe', '71').click()
  await merge.getByRole('button', { name: /^Unir \d pilotos?$/ }).click()
  await page.getByRole('dialog', { name: 'Unión terminada' }).getByRole('button', { name: 'Listo' }).click()
  const [record] = (await (await fetch(`${url}/api?list=${id}`)).json()).data
  expect(JSON.parse(record.data_driver)).toMatchObject({ [talla]: 'L', [peso]: 71, [bus]: 'Bus Ñandú 2' })

  await page.goto(`/credencial/${id}`)
  await chooseFromMenu(page, 'Historial de cambios')
  await page.getByText('Unido con los datos de otra mesa').waitFor()
  const history = await page.getByRole('dialog').innerText()
  expect(history).toMatch(/Talla de polo.*S.*L/s)
  expect(history).toMatch(/Bus\W+Bus Ñandú\W+Bus Ñandú 2/)
  expect(history).not.toContain('propio_')

  await page.goto(`/credencial/${id}`)
  await chooseFromMenu(page, 'Borrar para siempre')
  const erasure = page.getByRole('dialog', { name: 'Borrar para siempre' })
  await erasure.getByRole('button', { name: 'Seguir' }).click()
  await erasure.getByLabel('Documento').fill('71234567')
  await erasure.getByRole('button', { name: 'Borrar para siempre' }).click()
  await page.getByText('Se borró para siempre a 1 persona').waitFor()
  expect(await tracesIn(folder, ['Bus Ñandú', id])).toEqual([])
})

/** Adds a field in *Ajustes*, of the kind text unless `chooses` chooses another one. */
async function addField(
  page: Page,
  label: string,
  chooses: (dialog: Locator) => Promise<void>,
): Promise<void> {
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Agregar campo' }).click()
  await dialog.getByLabel('Nombre del campo').fill(label)
  await chooses(dialog)
  await dialog.getByRole('button', { name: 'Agregar', exact: true }).click()
  await page.getByText(`«${label}» ya se pide en el formulario.`).waitFor()
}

test('of two admins who edit one field, the second sees the version of the first, and replaces it only knowingly', async () => {
  const { page, url } = await openPage('/ajustes/campos')
  await askAt(url, 'POST', '/api/fields', { ...aTalla, kind: 'opcion' })
  await page.reload()
  const section = page.locator('#campos')
  const dialog = page.getByRole('dialog')
  await section.getByRole('button', { name: 'Editar Talla' }).click()
  await dialog.getByLabel('Nombre del campo').fill('Polo')
  const theirs = { ...aTalla, options: ['S', 'M', 'XL'], isRequired: true }
  await askAt(url, 'PUT', '/api/fields/propio_opcion_talla', theirs)
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await dialog.getByRole('alert').getByText('Otra persona cambió este campo mientras tanto').waitFor()
  await dialog.getByText('«Talla» · Opciones: S, M, XL · obligatorio · Solo la mesa').waitFor()
  await expectAccessibleLayout(page, 'a field that another admin has changed')
  await section.getByText('Opciones: S, M, XL · obligatorio', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await section.getByText('«Polo» quedó cambiado').waitFor()
  await section.getByText('Opciones: S, M, L', { exact: true }).waitFor()
})

test('the summary filters by a choice and a box of one’s own, and says how many have none', async () => {
  const { page, url } = await openPage('/', { pilots: [aDraft({ name: 'Luz' })] })
  await askAt(url, 'POST', '/api/fields', { ...aTalla, kind: 'opcion' })
  await askAt(url, 'POST', '/api/fields', { label: 'Camping', kind: 'casilla', audience: 'desk' })
  await register(url, { ...aDraft({ name: 'Ana' }), propio_opcion_talla: 'M', propio_casilla_camping: 'Sí' })
  await register(url, { ...aDraft({ name: 'Eva' }), propio_opcion_talla: 'M' })
  await page.reload()
  const chip = (name: string) => page.getByRole('button', { name, exact: true })
  await chip('Resumen').click()
  await chip('Sin dato 1').waitFor()
  await chip('M 2').click()
  await expect.poll(() => names(page)).toEqual(['Ana', 'Eva'])
  await chip('Sí 1').click()
  await expect.poll(() => names(page)).toEqual(['Ana'])
  await page.reload()
  await expect.poll(() => names(page)).toEqual(['Ana'])
  await page.getByRole('button', { name: /^M \d$/ }).click()
  await page.getByRole('button', { name: /^Sí \d$/ }).click()
  await chip('Sin dato 1').click()
  await expect.poll(() => names(page)).toEqual(['Luz'])
})
