/** Tests the screen of start lists, in a real Chromium. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { downloadFrom } from '../../support/downloads.ts'
import { anEvent, enter, setEvent } from '../../support/events.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { pageOpener, register } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'

const openPage = pageOpener()

test('a list is found from the list of pilots, divided by the places of its category, drawn with its seed, pasted, saved, and out of date after a withdrawal', async () => {
  const { page, url } = await openPage('/search')
  const categories = [{ id: 'motos', modalidad: 'RALLY', name: 'Motos', places: 2 }]
  await setEvent(
    url,
    anEvent({ name: 'Copa Sur', modalidades: ['RALLY', 'UTV'], checks: ['payment'], categories }),
  )
  const ids: string[] = []
  for (const npiloto of ['27', '8', '101', '55']) {
    const modalidad = npiloto === '55' ? 'UTV' : 'RALLY'
    ids.push(await register(url, aDraft({ name: 'Ana', lastname: `Paz ${npiloto}`, npiloto, modalidad })))
  }
  await page.goto(`${url}/lista-de-salida`)
  await page.getByText('Todavía nadie está inscrito').waitFor()
  await enter(url, { ids })
  await page.goto(`${url}/search`)
  await page.getByRole('button', { name: 'Más', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Lista de salida' }).click()

  const sheet = page.getByRole('region', { name: 'Lista de salida' })
  const numbers = () => sheet.locator('li b').allTextContents()
  await sheet.getByText('Van tachados: 8 Ana Paz 8 (falta pago)').waitFor()
  expect(await numbers()).toEqual(['8', '27', '101'])
  await sheet.getByText('Son 3 y en una manga caben 2: van en 2 mangas').waitFor()
  const group = page.getByLabel('Categoría o modalidad')
  expect(await group.locator('option').allTextContents()).toEqual(['RALLY · Motos', 'RALLY', 'UTV'])
  await page.getByLabel('Cuántos caben en una manga').fill('3')
  await sheet.getByText('3 pilotos').waitFor()

  await page.getByLabel('Tachar a quien le falta un requisito').uncheck()
  await sheet.getByText('Van tachados').waitFor({ state: 'detached' })
  await page.getByLabel('Hora de la primera salida').fill('08:00')
  await page.getByLabel('Cuántos salen juntos').fill('2')
  await sheet.getByText('Por número · Salida de a 2 por minuto desde las 08:00').waitFor()
  expect(await sheet.locator('li strong').allTextContents()).toEqual(['08:00 ', '08:00 ', '08:01 '])
  await page.getByLabel('Tachar a quien le falta un requisito').check()

  await page.getByLabel('Por sorteo').check()
  await page.getByLabel('Semilla del sorteo').fill('4821')
  await sheet.getByText('Sorteo con la semilla 4821').waitFor()
  const drawn = await numbers()
  await page.getByLabel('Semilla del sorteo').fill('')
  await page.getByText('Escriba la semilla del sorteo').waitFor()
  await page.getByLabel('Semilla del sorteo').fill('4821')
  await sheet.getByText('Sorteo con la semilla 4821').waitFor()
  expect(await numbers()).toEqual(drawn)

  await page.getByLabel('En el orden de unos números').check()
  await page.getByText('Escriba o pegue los números, como 27 8 101').waitFor()
  await page.getByLabel('Números en su orden').fill('101 5, 027')
  await sheet.getByText('Nadie tiene estos números: 5').waitFor()
  await sheet.getByText('no van en la lista: 8 Ana Paz 8').waitFor()
  expect(await numbers()).toEqual(['101', '27'])
  await expectAccessibleLayout(page, 'the start list')
  // On a phone, the name in a column of two has the whole column.
  await page.getByLabel('En dos columnas').check()
  await page.setViewportSize({ width: 360, height: 800 })
  const cell = sheet.locator('ol li').first()
  const widths = [cell, cell.locator('> span').first()].map(async (one) => (await one.boundingBox())?.width)
  expect(new Set(await Promise.all(widths)).size).toBe(1)
  await expectAccessibleLayout(page, 'the grid of a start list on a phone')
  await page.setViewportSize({ width: 1366, height: 768 })

  await page.getByLabel('Definitiva').check()
  await sheet.getByText('Definitiva, versión 1').waitFor()
  const download = await downloadFrom(page.getByRole('button', { name: 'PDF' }))
  const file = await readFile(await download.path())
  expect(file.subarray(0, 5).toString()).toBe('%PDF-')
  await page.getByText('RALLY · Motos: la última es la definitiva, versión 1, y está al día.').waitFor()
  await page.getByLabel('Por número').check()
  await downloadFrom(page.getByRole('button', { name: 'Todas en un PDF' }))
  await page.getByText('RALLY · Motos: la última es la definitiva, versión 2, y está al día.').waitFor()
  await group.selectOption('UTV')
  await page.getByText('UTV: la última es la definitiva, versión 1, y está al día.').waitFor()

  await page.evaluate(
    (body) =>
      fetch('/api/entries/withdraw', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
        body: JSON.stringify(body),
      }),
    { event: 'primero', ids: ids.slice(0, 1) },
  )
  await page.getByText('quedó vieja:').waitFor()
  await page.getByText('se retiró 27 Ana Paz 27.').waitFor()
})
