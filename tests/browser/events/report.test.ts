/** Tests the screen of the report of an event, in a real Chromium. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { downloadFrom } from '../../support/downloads.ts'
import { anEvent, enter, setEvent } from '../../support/events.ts'
import { changeGates, sendScans } from '../../support/gate.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { pageOpener, register } from '../../support/page.ts'
import { aScan } from '../../support/passages.ts'
import { aDraft } from '../../support/pilots.ts'

const openPage = pageOpener()

const event = anEvent({
  name: 'Copa Sur',
  place: 'Lima',
  modalidades: ['ENDURO CROSS'],
  checks: ['payment'],
})

const part = (page: Page, name: string | RegExp) => page.getByRole('region', { name })

test('the report of an event is found from the list, shows its numbers and its chart, and is saved as a PDF', async () => {
  const { page, url } = await openPage('/search')
  await setEvent(url, event)
  await changeGates(url, { gates: ['Norte'] })
  const ana = await register(
    url,
    aDraft({ name: 'Ana', lastname: 'Quispe', npiloto: '127', club: 'Los Cóndores' }),
  )
  const beto = await register(url, aDraft({ name: 'Beto', npiloto: '8', club: 'Los Cóndores' }))
  await enter(url, { ids: [ana, beto] })
  const scan = aScan({ scanned: ana })
  await sendScans(url, scan)
  await page.getByRole('link', { name: 'Informe' }).click()

  await page.getByRole('heading', { name: 'Copa Sur' }).waitFor()
  await page.getByText('Lima, del 21/11/2026 al 22/11/2026').waitFor()
  expect(await page.getByRole('definition').allTextContents()).toEqual([
    '2',
    '0',
    '2',
    '1',
    '1',
    '0',
    '0',
    '0',
  ])
  const hour = `${new Date(scan.at).getHours()} h`
  await part(page, 'Entraron por hora')
    .getByRole('row', { name: `${hour} 1` })
    .waitFor()
  await part(page, 'Inscritos por club').getByRole('row', { name: 'Los Cóndores 2' }).waitFor()
  await part(page, 'Requisitos que faltan').getByRole('row', { name: 'Sin pago 2' }).waitFor()
  await part(page, 'Incidencias').getByText('No hubo incidencias.').waitFor()
  await part(page, 'Quién trabajó').getByText('2 registros, 2 cambios y 1 lectura').waitFor()
  await part(page, 'Siguen adentro: 1').getByRole('link', { name: 'Ana Quispe' }).waitFor()
  await expectAccessibleLayout(page, 'the report')

  const download = await downloadFrom(page.getByRole('button', { name: 'Descargar PDF' }))
  const pdf = await readFile(await download.path())
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  await page.getByText(/^Se descargó informe-.*\.pdf/).waitFor()
})

test('the event is chosen if there are several, and one in which nothing happened says so', async () => {
  const { page, url } = await openPage(undefined, { viewport: { width: 360, height: 800 } })
  await setEvent(url, event)
  await register(url, aDraft())
  await setEvent(url, { ...event, name: 'Copa Norte' }, 'open')
  await page.goto('/informe')
  await page.getByRole('heading', { name: 'Copa Norte' }).waitFor()
  for (const text of [
    'Nadie pasó por las puertas.',
    'No hay nadie adentro.',
    'Nadie hizo nada en este tiempo.',
  ])
    await page.getByText(text).waitFor()
  await page.getByLabel('Evento').selectOption('Copa Sur')
  await page.waitForURL('**/informe?event=primero')
  await page.getByRole('heading', { name: 'Copa Sur' }).waitFor()
  expect(await page.getByRole('definition').first().textContent()).toBe('1')
  await page.getByText('No quedó nadie adentro.').waitFor()

  await register(url, aDraft())
  await page.getByLabel('Evento').selectOption('Copa Norte (abierto)')
  await page.waitForURL('**/informe')
  await part(page, 'Quién trabajó').getByText('1 registro').waitFor()
})
