/** The weekend of an event: from the sheet of a federation to the entries, and a number that changes everywhere. */
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { checkDraft } from '#domain/pilots/pilot'
import type { PilotRecord } from '#domain/pilots/schemas'
import { today } from '#domain/text/date'
import { countingClicks } from '../../support/clicks.ts'
import { pilotos } from '../../support/command.ts'
import { anEvent, setEvent } from '../../support/events.ts'
import { dropOnList } from '../../support/file-drag.ts'
import { aFolder } from '../../support/folder.ts'
import { openGate } from '../../support/gate.ts'
import { importButton, says } from '../../support/import-page.ts'
import { canReadPdfs } from '../../support/machine.ts'
import { pageOpener, type TestPage } from '../../support/page.ts'
import { textOfPdf } from '../../support/pdfs.ts'
import { scan } from '../../support/scanner.ts'
import { weekendRiders, weekendXlsx } from '../../support/weekend-sheet.ts'

const openPage = pageOpener()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Corrects and imports the sheet of the weekend in the open page. */
async function importWeekend(page: Page, name: string, content: Buffer): Promise<void> {
  await dropOnList(page, [{ name, content }])
  // The problems move when one of them is settled.
  const press = async (control: Locator) => {
    await control.click()
    await page.locator('dialog [aria-busy=true]').first().waitFor({ state: 'hidden' })
  }
  await says(page, 'Al archivo le faltan columnas: Historial deportivo')
  await press(button(page, 'Poner «Sin historial»'))
  await page
    .getByRole('checkbox', { name: 'Escribir MARÍA como María en 362 nombres', checked: true })
    .waitFor()
  for (const title of ['15 filas sin Correo Electronico', '15 filas con Correo Electronico']) {
    const group = page.getByRole('listitem').filter({ hasText: title })
    await press(group.getByRole('button', { name: 'Poner «No tiene» en las 15 filas' }))
  }
  await press(button(page, 'Usar el primero en las 20 filas'))
  await press(button(page, 'Poner «No tiene» en las 16 filas'))
  await press(button(page, 'Poner «MOTOCROSS» en las 402 filas'))
  await press(button(page, 'Poner «No sabe» en las 16 filas'))
  await press(button(page, 'Poner «No sabe» en las 15 filas'))
  await page.getByLabel('En lugar de «NACIONAL»').selectOption('Anual')
  await press(button(page, 'Usar en las 402 filas'))
  await press(button(page, 'Completar después todo lo que falta'))
  await page.getByText('4 filas repiten a un piloto del archivo con los mismos datos').waitFor()
  await importButton(page, `Importar ${weekendRiders.all} pilotos`).click()
  await page.getByText(`Se importaron ${weekendRiders.all} pilotos`).waitFor()
}

async function recordsOf({ url }: TestPage, query = ''): Promise<PilotRecord[]> {
  return (await (await fetch(`${url}/api?list=all${query}`)).json()).data
}

test('the sheet of a weekend is imported in at most 15 clicks and entered in at most 10, and a new number is true everywhere', async () => {
  const kiosk = await openPage('/', { viewport: { width: 1366, height: 768 } })
  const { page, url, folder } = kiosk
  await setEvent(url, anEvent({ name: 'Fecha 2', first: today(), last: today() }))
  const importClicks = await countingClicks(page)
  await importWeekend(page, 'inscritos.xlsx', await weekendXlsx())
  expect(await importClicks()).toBeLessThanOrEqual(15)
  const drafts = (await recordsOf(kiosk)).map(({ data_driver }) => JSON.parse(data_driver))
  expect(drafts).toHaveLength(weekendRiders.all)
  const complete = drafts.filter((draft) => checkDraft(draft).draft)
  expect(complete).toHaveLength(weekendRiders.complete)
  for (const { name, lastname } of drafts) expect(`${name} ${lastname}`).toMatch(/\p{Ll}/u)
  expect(drafts.filter(({ tipodoc }) => tipodoc === 'Pasaporte').length).toBeGreaterThan(5)

  const entryClicks = await countingClicks(page)
  await button(page, 'Listo').click()
  await button(page, 'Inscribir').click()
  await button(page, `Inscribir ${weekendRiders.all}`).click()
  // Those without a number are told, and are entered one by one.
  await page.getByText('352 inscritos').waitFor()
  await button(page, 'Listo').click()
  expect(await entryClicks()).toBeLessThanOrEqual(10)

  const [rider] = await recordsOf(kiosk, '&search=mcdonald')
  const { id_driver: id } = rider as PilotRecord
  await page.goto(`/form/${id}`)
  await page.getByLabel('Numero de Piloto').fill('901')
  await button(page, 'Editar').click()
  await button(page, 'Cambiar también').click()
  await page.getByRole('link', { name: 'Ver credencial' }).waitFor()

  await page.goto('/search?search=901')
  await page.getByRole('cell', { name: '901', exact: true }).waitFor()
  await page.goto(`/credencial/${id}`)
  await page.getByText('901', { exact: true }).first().waitFor()
  const command = (...args: string[]) => pilotos([...args, '--data', folder])
  const orbits = await command('export', '-', '--for', 'orbits')
  expect(orbits.stdout).toMatch(/^901,MOTOCROSS,/m)
  const out = join(await aFolder(), 'credencial.pdf')
  await command('print', id, '--out', out, '--public-url', url)
  if (canReadPdfs()) expect(textOfPdf(out)).toMatch(/^901$/m)
  await openGate(page)
  await scan(page, `${url}/credencial/${id}`)
  await page.getByRole('region', { name: 'Respuesta' }).getByText('901').waitFor()
  const report = JSON.parse((await command('report', '--json')).stdout)
  expect(report.inside).toMatchObject({ total: 1, riders: [{ number: '901' }] })
})
