/** Tests imports and exports from the list, in a real Chromium. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Download, Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { readTable } from '../../../server/spreadsheets/table-reader.ts'
import { dropOnList } from '../../support/file-drag.ts'
import { holdBack } from '../../support/held-requests.ts'
import { choose, says } from '../../support/import-page.ts'
import { chooseFromMenu } from '../../support/menu.ts'
import { isFocused, pageOpener, phone } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'
import { root } from '../../support/root.ts'

const openPage = pageOpener()
const sheet = join(root, 'tests/fixtures/inscritos.xlsx')
const example = join(root, 'data/example.csv')

async function counts(page: Page): Promise<Record<string, string>> {
  const pairs = await page
    .locator('dialog dl div')
    .evaluateAll((rows) =>
      rows.map((row) => [row.querySelector('dt')?.textContent, row.querySelector('dd')?.textContent]),
    )
  return Object.fromEntries(pairs)
}

async function saved(download: Promise<Download>): Promise<{ name: string; bytes: Buffer }> {
  const file = await download
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

test('one dropped file is imported once, and a chosen one names its unused columns and bad cells, saves the rejected rows, and is sent again after a failure', async () => {
  const { page } = await openPage('/')
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname === '/api/import') sent.push(search)
  })
  await page.getByText('Todavía no hay pilotos').waitFor()
  const text = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.setData('text/plain', 'un texto')
    return transfer
  })
  await page.dispatchEvent('main', 'dragover', { dataTransfer: text })
  expect(await page.getByText('Suelte la planilla para importarla').count()).toBe(0)
  await page.dispatchEvent('main', 'drop', { dataTransfer: text })
  expect(await page.getByRole('dialog').count()).toBe(0)
  const file = { name: 'planilla.csv', content: await readFile(example, 'utf8') }
  await dropOnList(page, [file, file])
  await says(page, 'Se importa un archivo a la vez')

  const reading = await holdBack(page, '**/api/import?dry_run=1')
  const importing = await holdBack(page, '**/api/import')
  await dropOnList(page, [file])
  await page.getByText('Leyendo planilla.csv…').waitFor()
  reading.release()
  await page.getByText('CSV separado por comas, UTF-8').waitFor()
  expect(await page.getByLabel('Campo de «name»').inputValue()).toBe('name')
  expect(await counts(page)).toEqual({ nuevos: '40', cambian: '0', 'sin cambios': '0', rechazados: '0' })
  await page.getByText('Todavía no hay pilotos').waitFor()
  await page.getByRole('button', { name: 'Importar 40 pilotos' }).dblclick()
  await page.getByText('Importando planilla.csv…').waitFor()
  importing.release()
  await page.getByText('Se importaron 40 pilotos').waitFor()
  expect(await counts(page)).toMatchObject({ nuevos: '40', cambiados: '0' })
  expect(await page.getByText('Se importaron 40 pilotos').evaluate(isFocused)).toBe(true)
  expect(sent).toEqual(['?dry_run=1', ''])

  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Otro archivo' }).click()
  const bad = JSON.stringify(Array.from({ length: 110 }, () => aDraft({ email: 'x' })))
  await choose(page, { name: 'malas.json', buffer: Buffer.from(bad) })
  await page.getByText('110 filas con Correo Electronico: correo electronico invalido').click()
  await page.getByText('y 10 más, en el archivo de rechazados').waitFor()
  await page.getByText('Ninguna fila se puede importar.').waitFor()

  const failures = [
    (route: Route) => route.abort(),
    (route: Route) => route.fulfill({ status: 401, json: { error: 'Inicie sesión para continuar' } }),
  ]
  await page.route('**/api/import*', (route) => failures.shift()?.(route) ?? route.continue())
  await page.getByRole('button', { name: 'Otro archivo' }).click()
  await choose(page, { name: 'inscritos.xlsx', buffer: await readFile(sheet) })
  await says(page, 'El kiosco no responde')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  const link = page.getByRole('link', { name: 'Iniciar sesión' })
  await link.waitFor()
  expect([await link.getAttribute('href'), await link.getAttribute('target')]).toEqual(['/login', '_blank'])
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await page.getByText('Columnas').click()
  expect(await page.getByLabel('Campo de «N°»').inputValue()).toBe('')
  expect(await page.getByLabel('Campo de «Ciudad»').inputValue()).toBe('ciudad')
  await page.getByText('fila 7, Correo').waitFor()
  await page.getByText('correo electronico invalido').waitFor()
  await page.getByLabel('No importar nada si una fila está mal').check()
  await page.getByText('eligió no importar nada').waitFor()
  expect(await page.getByRole('button', { name: 'Importar', exact: true }).last().isDisabled()).toBe(true)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar rechazados' }).click()
  const { name, bytes } = await saved(download)
  expect([name, bytes.toString()]).toEqual([
    'inscritos-rechazados.csv',
    expect.stringContaining('eva@ejemplo'),
  ])
  await page.keyboard.press('Escape')
  await page.getByText('40 pilotos').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('an export of a search or of all pilots is a file that can be read back in each format, and a failed one leaves the list', async () => {
  const names = async (bytes: Buffer) => [...(await readTable(bytes)).rows].map(({ values }) => values.name)
  const pilots = [aDraft({ name: 'Ñusta', modalidad: 'RALLY' }), aDraft({ name: 'Luis', modalidad: 'UTV' })]
  const { page } = await openPage('/search?search=rally', { pilots })
  for (const format of ['Excel (.xlsx)', 'CSV (para Excel)', 'CSV sin formato (para programas)', 'JSON']) {
    await chooseFromMenu(page, 'Exportar')
    const save = async () => {
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: format }).click()
      return saved(download)
    }
    const found = await save()
    expect(found.name, format).toMatch(/^pilotos-\d{4}-\d\d-\d\d\.(xlsx|csv|json)$/)
    expect(await names(found.bytes), format).toEqual(['Ñusta'])
    await page.getByText(`Se descargó ${found.name}`).waitFor()
    if (format === 'JSON') {
      await page.getByLabel('Todos los pilotos').check()
      expect(await names((await save()).bytes)).toEqual(['Ñusta', 'Luis'])
    }
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }

  await chooseFromMenu(page, 'Exportar')
  await page.route('**/api/export*', (route) =>
    route.fulfill({ status: 500, json: { error: 'Algo falló en el kiosco' } }),
  )
  await page.getByRole('button', { name: 'JSON' }).click()
  await page.getByRole('alert').filter({ hasText: 'Algo falló en el kiosco' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/search')
})
