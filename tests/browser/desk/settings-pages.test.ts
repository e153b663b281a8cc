/** Tests of the pages of *Ajustes* and of *Preparar el evento*, in a real Chromium. */
import { expect, test } from 'vitest'
import { anEvent, setEvent } from '../../support/events.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { pageOpener, register } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'

const openPage = pageOpener()

test.each(['Este evento', 'Siempre', 'Esta laptop'])(
  'each page of «%s» has an address, to which the first page leads, and looks as every screen must',
  async (group) => {
    const { page } = await openPage('/ajustes')
    const links = page.getByRole('navigation', { name: group }).getByRole('link')
    await links.getByText('Ningun').first().or(links.getByText('Completa')).first().waitFor()
    const titles = await links.locator('b').allTextContents()
    expect(titles.length).toBeGreaterThan(4)
    for (const title of titles) {
      await links.filter({ has: page.getByText(title, { exact: true }) }).click()
      await page.waitForURL(/\/ajustes\/[a-z]+$/)
      await page.reload()
      await page.getByRole('region', { name: title, exact: true }).waitFor()
      await page.waitForLoadState('networkidle')
      await expectAccessibleLayout(page, `the page ${title} of Ajustes`)
      await page.getByRole('link', { name: 'Todos los ajustes' }).click()
      await page.waitForURL('**/ajustes')
    }
    await expectAccessibleLayout(page, 'the pages of Ajustes')
  },
  120_000,
)

test('an address of an earlier version leads to the page of its section', async () => {
  const { page } = await openPage('/ajustes#precios')
  await page.waitForURL('**/ajustes/precios')
  await page.getByRole('region', { name: 'Precios' }).waitFor()
})

test('a search finds the pages by the words in them, and an Enter opens the first', async () => {
  const { page } = await openPage('/ajustes')
  const search = page.getByLabel('Buscar en Ajustes')
  const found = page.getByRole('main').getByRole('navigation').getByRole('link')
  await search.fill('cilindradas')
  await expect.poll(() => found.count()).toBe(1)
  await search.fill('xyzzy')
  await page.getByText('Nada en Ajustes tiene esas palabras.').waitFor()
  await search.fill('contraseña')
  await expect.poll(() => found.count()).toBe(1)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/ajustes/cuentas')
})

test('who opens the first event is led from step to step, each of which says how far it is, and to what else there is', async () => {
  const { page, url } = await openPage('/search')
  await page.getByRole('link', { name: 'Preparar el evento' }).click()
  const section = page.getByRole('region', { name: 'Preparar el evento' })
  const steps = section.getByRole('listitem')
  await section.getByText('Sin precios: no se cobra').waitFor()
  expect((await steps.locator('b').allTextContents()).slice(0, 9)).toEqual([
    ...[
      'Clases',
      'Evento',
      'Categorías',
      'Precios',
      'Deslinde',
      'Planilla',
      'Inscribir',
      'Tarjetas',
      'Puertas',
    ],
  ])
  for (const name of ['Caja', 'Chips', 'Autoinscripción'])
    expect(await section.getByRole('link', { name }).count()).toBe(1)
  await setEvent(url, anEvent({ categories: [{ id: 'mx1', modalidad: 'MOTOCROSS', name: 'MX1' }] }))
  await register(url, aDraft())
  await page.reload()
  await section.getByText('Copa Andina').waitFor()
  await section.getByText('1 categoría').waitFor()
  await section.getByText('1 piloto sin tarjeta').waitFor()
  await section.getByRole('link', { name: 'Clases' }).click()
  await page.waitForURL('**/ajustes/clases')
  for (const [title, path] of [
    ['Evento', 'ajustes/evento'],
    ['Categorías', 'ajustes/categorias'],
    ['Precios', 'ajustes/precios'],
    ['Deslinde', 'ajustes/deslinde'],
    ['Planilla', 'search'],
  ] as const) {
    await page.getByRole('link', { name: `Siguiente paso: ${title}` }).click()
    await page.waitForURL(`**/${path}*`)
  }
})
