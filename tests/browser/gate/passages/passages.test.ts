/** Tests the screen of incidents and of all passages, in a real Chromium. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays, today } from '#domain/text/date'
import { downloadFrom } from '../../../support/downloads.ts'
import { changeGates, sendScans } from '../../../support/gate.ts'
import { expectAccessibleLayout } from '../../../support/looks.ts'
import { openElsewhere, pageOpener, register } from '../../../support/page.ts'
import { aScan } from '../../../support/passages.ts'
import { aDraft } from '../../../support/pilots.ts'

const openPage = pageOpener()
/** The passages. The links to the pages are items of a list, too. */
const items = (page: Page) => page.getByRole('listitem').filter({ has: page.locator('time') })

/** Returns a time of yesterday. Soon after midnight, times of some minutes ago would be of another day than now. */
const yesterday = (time: string) => new Date(`${addDays(today(), -1)}T${time}`).toISOString()

test('an incident is told in a sentence, leads to the credential, and is live, in the menu and in the filter', async () => {
  const { page, url } = await openPage('/incidencias')
  await changeGates(url, { gates: ['Norte', 'Sur', 'Boxes'] })
  await page.getByRole('heading', { name: 'No hay incidencias.' }).waitFor()
  const menu = page.getByRole('navigation', { name: 'Principal' })
  expect(await menu.getByRole('link', { name: 'Incidencias' }).count()).toBe(0)

  const ana = await register(url, aDraft({ name: 'Ana', npiloto: '127' }))
  const late = { scanned: ana, offline: true, admitted: true }
  await sendScans(
    url,
    aScan({ ...late, at: yesterday('12:00') }),
    aScan({ scanned: 'un texto', gate: 'Boxes' }),
  )
  await sendScans(url, aScan({ ...late, gate: 'Sur', at: yesterday('12:10') }))
  const item = items(page)
  await expect.poll(() => item.count()).toBe(1)
  await menu.getByRole('link', { name: 'Incidencias 1' }).waitFor()
  await item.getByText(/^Entró .*por Norte y otra vez .*por Sur, sin conexión\.$/).waitFor()
  await item.getByText('127').waitFor()

  await page.getByLabel('Puerta', { exact: true }).selectOption('Norte')
  await page.getByRole('heading', { name: 'No hay incidencias con ese filtro.' }).waitFor()
  await page.getByRole('link', { name: 'Quitar el filtro' }).click()
  await item.getByRole('link', { name: 'Ana Núñez Peña' }).click()
  await page.waitForURL(`**/credencial/${ana}`)
})

test('an incident is settled with a reason and opened again, and the menu and the page of another desk follow', async () => {
  const opened = await openPage('/incidencias', { viewport: { width: 360, height: 800 } })
  const { page, url } = opened
  await changeGates(url, { gates: ['Norte', 'Sur', 'Boxes y paddock de motociclismo'] })
  const ana = await register(url, aDraft({ name: 'Ana', lastname: 'Quispe' }))
  const late = { scanned: ana, offline: true, admitted: true }
  await sendScans(url, aScan({ ...late, at: yesterday('12:00') }))
  await sendScans(url, aScan({ ...late, gate: 'Sur', at: yesterday('12:10') }))
  const other = await openElsewhere(opened, '/incidencias')
  const menu = other
    .getByRole('navigation', { name: 'Principal' })
    .getByRole('link', { name: 'Incidencias 1' })
  await menu.waitFor()
  const settle = (desk: Page) => desk.getByRole('button', { name: 'Resolver la incidencia de Ana Quispe' })
  await settle(other).click()

  const lines = await page
    .getByRole('navigation', { name: 'Qué se muestra' })
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => {
        const range = document.createRange()
        range.selectNodeContents(link)
        return range.getClientRects().length
      }),
    )
  expect(lines, 'each choice is in one line').toEqual([1, 1, 1])
  await settle(page).click()
  const dialog = page.getByRole('dialog', { name: 'Resolver la incidencia' })
  await dialog.getByText(/Entró .* por Norte y otra vez .* por Sur/).waitFor()
  await dialog.getByRole('button', { name: 'Resolver' }).click()
  await dialog.getByText('Escriba el motivo').waitFor()
  await expectAccessibleLayout(page, 'the settlement of an incident')
  await dialog.getByLabel('Motivo').fill('Entró con su padre')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'No hay incidencias.' }).waitFor()
  await menu.waitFor({ state: 'detached' })

  // The other desk was about to settle it too.
  await other.getByLabel('Motivo').fill('Otro motivo')
  await other.keyboard.press('Enter')
  await other.getByText(/ya está resuelta por esta laptop: Entró con su padre/).waitFor()
  await other.getByRole('button', { name: 'Cancelar' }).click()

  await page.getByRole('link', { name: 'Resueltas' }).click()
  await page.getByText('1 incidencia resuelta').waitFor()
  await page.getByText('Incidencia resuelta por esta laptop: Entró con su padre').waitFor()
  await expectAccessibleLayout(page, 'settled incidents')
  await page.getByRole('button', { name: 'Abrir de nuevo la incidencia de Ana Quispe' }).click()
  await page.getByRole('heading', { name: 'No hay incidencias resueltas.' }).waitFor()
  await settle(other).waitFor()
  await menu.waitFor()
})

test('all readings are shown with those that were refused and taken back, in pages, and saved as a file', async () => {
  const { page, url } = await openPage()
  await changeGates(url, { gates: ['Norte', 'Sur'] })
  const ana = await register(url, aDraft({ name: 'Ana' }))
  const wrong = aScan({ scanned: ana })
  await sendScans(
    url,
    ...Array.from({ length: 50 }, (_, index) => aScan({ scanned: `texto ${index}` })),
    wrong,
  )
  await sendScans(url, aScan({ scanned: ana, corrects: wrong.id }))
  await page.goto('/incidencias')
  await page.getByRole('link', { name: 'Todas las lecturas' }).click()
  await page.getByText('52 lecturas').waitFor()
  const item = items(page)
  expect((await item.locator('p').allInnerTexts()).slice(0, 3)).toEqual([
    expect.stringMatching(/^Se deshizo una lectura /),
    expect.stringMatching(/^Entró .* Se deshizo\.$/),
    expect.stringMatching(/«texto 49»\): no pasó\.$/),
  ])

  await page.getByLabel('Día', { exact: true }).fill(today().split('-').reverse().join('/'))
  await page.waitForURL('**/incidencias?all=1&day=*')
  await page.getByRole('link', { name: 'Siguiente' }).click()
  await page.waitForURL('**&page=2')
  await expect.poll(() => item.count()).toBe(2)
  await expectAccessibleLayout(page, 'all readings')
  const file = await downloadFrom(page.getByRole('button', { name: 'Exportar a CSV' }))
  expect(file.suggestedFilename()).toBe(`lecturas-${today()}.csv`)
  expect((await readFile(await file.path(), 'utf8')).trim().split('\n')).toHaveLength(53)
})
