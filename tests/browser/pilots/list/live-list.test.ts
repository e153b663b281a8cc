/** Tests the list while it is searched, sorted, filtered and changed elsewhere, in a real Chromium. */

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pilotos } from '../../../support/command.ts'
import { downloadFrom } from '../../../support/downloads.ts'
import { holdBack } from '../../../support/held-requests.ts'
import { chooseFromMenu } from '../../../support/menu.ts'
import { blank, goTo, isFocused, pageOpener, phone, register, registerAll } from '../../../support/page.ts'
import { expectWithinASecond, followTime } from '../../../support/page-time.ts'
import { aDraft } from '../../../support/pilots.ts'
import { startTestServer } from '../../../support/server.ts'
import { askAt } from '../../../support/versions.ts'

const openPage = pageOpener()
const names = (page: Page) => page.locator('tbody [id^="name-"]').allInnerTexts()
const query = (page: Page) => new URL(page.url()).search

function three() {
  return [
    aDraft({ name: 'Ana', lastname: 'Zárate', modalidad: 'RALLY', licencia: 'Anual', club: 'Sur' }),
    aDraft({ name: 'Luis', lastname: 'Álvarez', modalidad: 'UTV', licencia: 'Regional', club: 'Este' }),
    aDraft({ name: 'Eva', lastname: 'Muñoz', modalidad: 'RALLY', licencia: 'Regional', club: 'Norte' }),
  ]
}

function thirty() {
  return Array.from({ length: 30 }, (_, index) => aDraft({ name: `Piloto${index}`, lastname: 'Quispe' }))
}

test('a search runs while a person types, adds one entry to the history, finds similar words, and shows the last results during a burst of changes', async () => {
  const { page, url } = await openPage('/', { pilots: three() })
  const box = page.getByRole('searchbox')
  await box.click()
  await page.keyboard.type('mun')
  await page.getByText('1 piloto con «mun»').waitFor()
  expect(query(page)).toBe('?search=mun')
  await page.keyboard.type('oz ')
  await page.getByText('1 piloto con «munoz»').waitFor()
  expect(await box.inputValue()).toBe('munoz ')
  expect(await box.evaluate(isFocused)).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Limpiar' }).click()
  await page.getByText('3 pilotos').waitFor()
  expect(await box.evaluate(isFocused)).toBe(true)
  await page.goBack()
  await page.getByText('1 piloto con «munoz»').waitFor()
  expect(await box.inputValue()).toBe('munoz')
  await page.goBack()
  await page.getByText('3 pilotos').waitFor()
  expect(await box.inputValue()).toBe('')

  // If no pilot fits exactly, those with one letter of difference are shown, and it says so.
  await box.fill('munos')
  await page
    .getByRole('status')
    .filter({ hasText: '1 piloto. Nada coincide exactamente con «munos»: estos se parecen.' })
    .waitFor()
  expect(await names(page)).toEqual(['Eva Muñoz'])
  await box.fill('munoz')
  await page.getByText('1 piloto con «munoz»').waitFor()
  expect(await page.getByText('Nada coincide').count()).toBe(0)

  // The results are those for the last words even if the response to earlier words arrives late.
  const late = await holdBack(page, '**/api?list=all&search=ana*')
  await box.fill('ana')
  await late.arrived
  await box.fill('eva')
  await page.getByText('1 piloto con «eva»').waitFor()
  late.release()
  // The page has received the late response, or has cancelled its request, before it shows this later pilot.
  await register(url, aDraft({ name: 'Eva', lastname: 'Nueva' }))
  await page.getByText('2 pilotos con «eva»').waitFor()
  expect(await names(page)).toEqual(['Eva Nueva', 'Eva Muñoz'])
  expect(await box.inputValue()).toBe('eva')

  // A burst of changes reloads the list only a few times a second, and the last change appears.
  let loads = 0
  page.on('request', (request) => {
    if (request.url().includes('list=all')) loads += 1
  })
  const start = Date.now()
  for (let index = 0; index < 20; index += 1) await register(url, aDraft({ name: 'Eva' }))
  await page.getByText('22 pilotos con «eva»').waitFor()
  expect(loads).toBeLessThanOrEqual(2 + (Date.now() - start) / 400)
})

test('a press on a title changes the order, which is kept in the address and marked in the column; a phone has a select for it', async () => {
  const { page } = await openPage('/', { pilots: three() })
  const column = page.getByRole('columnheader', { name: 'Nombre Piloto' })
  const press = (name: string) => column.getByRole('button', { name }).click()
  const up = ['Luis Álvarez', 'Eva Muñoz', 'Ana Zárate']
  const down = up.toReversed()
  await expect.poll(() => names(page)).toEqual(['Eva Muñoz', 'Luis Álvarez', 'Ana Zárate'])
  await press('Nombre Piloto')
  await expect.poll(() => names(page)).toEqual(up)
  expect([query(page), await column.getAttribute('aria-sort')]).toEqual(['?sort=lastname', 'ascending'])
  await press('Nombre Piloto')
  await expect.poll(() => names(page)).toEqual(down)
  expect(await column.getAttribute('aria-sort')).toBe('descending')
  await page.goBack()
  await expect.poll(() => names(page)).toEqual(up)
  await press('DNI')
  await page.locator('[aria-sort="ascending"] [aria-current]').filter({ hasText: 'DNI' }).waitFor()
  await page.setViewportSize(phone)
  await page.getByLabel('Ordenar por').selectOption('Club (Z-A)')
  await expect.poll(() => names(page)).toEqual(['Ana Zárate', 'Eva Muñoz', 'Luis Álvarez'])
  expect(query(page)).toBe('?sort=club&order=desc')
})

test('the summary is closed at first, and stays as the person left it; it counts the pilots, and its filters combine with the search in the address, also of exports and prints', async () => {
  const filled = { celular: 999999999, email: 'sincorreo@gmail.com', modalidad: 'UTV' } as const
  const { page } = await openPage('/', { pilots: [...three(), aDraft({ name: 'Rosa', ...filled })] })
  const bar = (name: string) => page.getByRole('button', { name })
  const chip = page.getByRole('button', { name: /^RALLY \d$/ })
  const summary = bar('Resumen')
  await page.getByText('4 pilotos').waitFor()
  expect([await chip.count(), await summary.getAttribute('aria-expanded')]).toEqual([0, 'false'])
  await summary.click()
  expect(await page.getByRole('button', { name: /^[A-Z ]+ \d+$/ }).allTextContents()).toEqual([
    'RALLY 2',
    'UTV 2',
  ])
  await chip.click()
  await bar('Regional 1').click()
  // The numbers are those of the found pilots or, of another modalidad, what it would find.
  await bar('UTV 1').waitFor()
  await bar('Hoy 1').click()
  await page.getByRole('searchbox').fill('eva')
  await page
    .getByText('1 piloto de RALLY, licencia Regional, registrado hoy, con «eva»', { exact: true })
    .waitFor()
  expect(query(page)).toBe('?search=eva&modalidad=RALLY&licencia=Regional&today=1')
  await page.reload()
  expect([await chip.getAttribute('aria-pressed'), await summary.getAttribute('aria-expanded')]).toEqual([
    'true',
    'true',
  ])
  expect(await page.getByRole('searchbox').inputValue()).toBe('eva')
  await chip.click()
  await page.getByText('1 piloto licencia Regional, registrado hoy, con «eva»').waitFor()
  await bar('Quitar filtros').click()
  await page.getByText('1 piloto con «eva»').waitFor()
  await bar('Limpiar').click()

  // The filters show and go while the summary is closed, as it is after a reload.
  await chip.click()
  await bar('Sin foto 2').click()
  await bar('Sin imprimir 2').click()
  await summary.click()
  expect(await chip.count()).toBe(0)
  await page.reload()
  await page.getByText('2 pilotos de RALLY, sin foto, sin imprimir').waitFor()
  expect(await chip.count()).toBe(0)

  // Exports and prints are limited to the filtered or selected pilots, as their dialogs say.
  await chooseFromMenu(page, 'Exportar')
  expect(await page.getByLabel('2 pilotos de RALLY').isChecked()).toBe(true)
  const exported = async () => {
    const download = await downloadFrom(bar('JSON'))
    const text = await (await download.createReadStream()).toArray()
    return JSON.parse(String(Buffer.concat(text))).map(({ name }: { name: string }) => name)
  }
  expect(await exported()).toEqual(['Ana', 'Eva'])
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: 'Elegir a Eva Muñoz' }).check()
  await chooseFromMenu(page, 'Exportar')
  expect(await page.getByLabel('1 piloto elegido').isChecked()).toBe(true)
  expect(await exported()).toEqual(['Eva'])
  await page.keyboard.press('Escape')
  await bar('Quitar selección').click()
  await bar('Imprimir').click()
  await page.getByText('Se imprimen las de 2 pilotos de RALLY, sin foto, sin imprimir.').waitFor()
  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.method() === 'POST'),
    bar('Preparar PDF').click(),
  ])
  expect(request.postDataJSON()).toMatchObject({ modalidad: 'RALLY' })
  await page.getByRole('link', { name: 'Abrir el PDF' }).waitFor()
  await bar('Listo').click()
  await page.getByText('0 pilotos de RALLY, sin foto, sin imprimir').waitFor()
  await bar('Quitar filtros').click()
  await expect.poll(() => page.getByText('✓ Impresa').count()).toBe(2)
  expect(query(page)).toBe('')

  // Pilots with invented values are found until a person corrects them.
  await summary.click()
  await bar('Datos por revisar 1').click()
  await page.getByText('1 piloto con datos por revisar', { exact: true }).waitFor()
  expect([query(page), await names(page)]).toEqual(['?invented=1', ['Rosa Núñez Peña']])
  await page.getByRole('link', { name: 'Editar a Rosa Núñez Peña' }).click()
  await page.getByLabel('Celular', { exact: true }).fill('No tiene')
  await page.getByLabel('Correo Electronico').fill('rosa@ejemplo.org')
  await page.getByRole('button', { name: 'Editar', exact: true }).click()
  await page.getByText('actualizado exitosamente').waitFor()
  await goTo(page, '/search?invented=1')
  await page.getByText('0 pilotos con datos por revisar').waitFor()
})

test('a change from elsewhere appears within a second, and keeps the typed text, the selection, the focus and the scroll position', async () => {
  const { page, context, url, folder } = await openPage(blank)
  await registerAll(url, thirty())
  await followTime(page)
  await page.goto('/')
  await page.getByText('30 pilotos').waitFor()
  await page.getByRole('button', { name: 'Resumen' }).click()
  await page.getByRole('checkbox', { name: 'Elegir a Piloto15 Quispe' }).check()
  await page.getByRole('checkbox', { name: 'Elegir a Piloto15 Quispe' }).scrollIntoViewIfNeeded()
  await page.evaluate(() => window.scrollBy(0, 200))
  const row = page.getByRole('row', { name: /Piloto15/ })
  const index = async () => Math.round((await row.boundingBox())?.y ?? 0)
  const before = await index()

  const other = await context.newPage()
  await other.goto(`${url}/form`)
  await other.getByLabel('Nombres').waitFor()
  await page.bringToFront()
  await expectWithinASecond(
    page,
    () => register(url, aDraft({ name: 'Nueva', lastname: 'Quispe' })),
    page.getByText('31 pilotos'),
  )
  await page.getByRole('button', { name: 'Hoy 31' }).waitFor()
  await page.getByText('1 elegido').waitFor()
  expect(await page.getByRole('checkbox', { name: 'Elegir a Piloto15 Quispe' }).isChecked()).toBe(true)
  expect(await page.getByRole('checkbox', { name: 'Elegir a Piloto15 Quispe' }).evaluate(isFocused)).toBe(
    true,
  )
  expect(Math.abs((await index()) - before)).toBeLessThanOrEqual(2)

  await page.getByRole('searchbox').pressSequentially('terminal')
  await page.getByText('0 pilotos con «terminal»').waitFor()
  await page.getByRole('searchbox').pressSequentially(' qu')
  const list = JSON.parse((await pilotos(['list', '--json', '--data', folder])).stdout)
  const draft = aDraft({ name: 'Terminal', lastname: 'Quispe' })
  expect(list).toHaveLength(31)
  await expectWithinASecond(
    page,
    async () => {
      const { code } = await pilotos(['import', '-', '--data', folder], { input: JSON.stringify([draft]) })
      expect(code).toBe(0)
    },
    page.getByRole('rowheader', { name: 'Terminal Quispe' }),
  )
  expect(await page.getByRole('searchbox').inputValue()).toBe('terminal qu')
  expect(await page.getByRole('searchbox').evaluate(isFocused)).toBe(true)
})

test('an open list keeps the focus when its row is removed elsewhere, says that the server is unreachable, keeps its rows, and continues by itself', async () => {
  const { page, url, folder, port, close } = await openPage('/', { pilots: three() })
  // The focus of a removed row moves to the row that takes its position.
  const link = (name: string) =>
    page.getByRole('row', { name }).getByRole('link', { name: 'Buscar credencial' })
  const id = (await link('Luis Álvarez').getAttribute('href'))?.split('/').at(-1)
  await link('Luis Álvarez').focus()
  await askAt(url, 'DELETE', `/api/pilots/${id}`)
  await page.getByText('2 pilotos').waitFor()
  expect(await link('Ana Zárate').evaluate(isFocused)).toBe(true)

  await page.getByRole('searchbox').pressSequentially('rally')
  await page.getByText('2 pilotos con «rally»').waitFor()
  await close()
  const banner = page
    .getByRole('alert')
    .filter({ hasText: 'Lo escrito sigue aquí; se sigue solo cuando vuelva' })
  await banner.waitFor()
  expect(await names(page)).toEqual(['Eva Muñoz', 'Ana Zárate'])
  const draft = aDraft({ name: 'Mientras', modalidad: 'RALLY' })
  await pilotos(['import', '-', '--data', folder], { input: JSON.stringify([draft]) })
  await startTestServer({ folder, port, countryCode: '51' })
  await page.getByText('3 pilotos con «rally»').waitFor()
  await banner.waitFor({ state: 'detached' })
  expect(await page.getByRole('searchbox').inputValue()).toBe('rally')
})
