/** Tests imports and exports from the list, in a real Chromium. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Download, Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { pilotColumns } from '#domain/import/columns'
import { fileTooLarge, maxFileBytes } from '#domain/import/import'
import { readTable } from '../../../server/spreadsheets/read.ts'
import { dragOver } from '../../support/file-drag.ts'
import { holdBack } from '../../support/held-requests.ts'
import { laptop, pageOpener, phone, register } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'
import { root } from '../../support/root.ts'

const openPage = pageOpener()
const sheet = join(root, 'tests/fixtures/inscritos.xlsx')
const example = join(root, 'data/example.csv')

/** Drags files over the list and drops them. */
async function drop(page: Page, files: { name: string; content: string }[]) {
  await page.locator('h1').waitFor()
  const dataTransfer = await page.evaluateHandle((dropped) => {
    const transfer = new DataTransfer()
    for (const { name, content } of dropped) transfer.items.add(new File([content], name))
    return transfer
  }, files)
  if (!(await page.getByRole('dialog').isVisible())) {
    await dragOver(page.locator('main'), dataTransfer, 'Suelte la planilla para importarla')
  }
  await page.dispatchEvent('main', 'drop', { dataTransfer })
}

function choose(page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) {
  return page.getByLabel('Elegir archivo').setInputFiles(file)
}

function csv(name: string, text: string) {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(text) }
}

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

describe('an import', () => {
  test('starts with a dropped file, previews its changes, applies them once, and the list shows the pilots', async () => {
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

    const reading = await holdBack(page, '**/api/import?dry_run=1')
    const importing = await holdBack(page, '**/api/import')
    await drop(page, [{ name: 'planilla.csv', content: await readFile(example, 'utf8') }])
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
    const isFocused = (button: Element) => button === document.activeElement
    expect(await page.getByRole('button', { name: 'Listo' }).evaluate(isFocused)).toBe(true)
    expect(sent).toEqual(['?dry_run=1', ''])

    await page.getByRole('button', { name: 'Otro archivo' }).click()
    await choose(page, example)
    await page.getByText('Ninguna fila se puede importar. Si son los mismos pilotos').waitFor()
    await page.getByLabel('Cambiar los pilotos que ya existen').check()
    await page.getByText('No hay nada que importar: los pilotos ya están así.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('40 pilotos').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('names unused columns and bad cells, saves the rejected rows, and changes pilots as its options say', async () => {
    const { page, url } = await openPage('/', { viewport: phone })
    await page.getByRole('button', { name: 'Importar una planilla' }).click()
    await choose(page, sheet)
    await page.getByText('Columnas').click()
    expect(await page.getByLabel('Campo de «N°»').inputValue()).toBe('')
    expect(await page.getByLabel('Campo de «Ciudad»').inputValue()).toBe('ciudad')
    await page.getByText('fila 7, Correo').waitFor()
    await page.getByText('correo electronico invalido').waitFor()
    await page.getByRole('button', { name: 'Importar 2 pilotos' }).click()
    await page.getByText('Se importaron 2 pilotos').waitFor()

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Descargar rechazados' }).click()
    const { name, bytes } = await saved(download)
    expect(name).toBe('inscritos-rechazados.csv')
    const mended = bytes.toString().replace('eva@ejemplo', 'eva@ejemplo.pe').replace('01/02/2026', '1-2')
    await page.getByRole('button', { name: 'Otro archivo' }).click()
    await choose(page, csv(name, mended))
    await page.getByRole('button', { name: 'Importar 1 piloto' }).click()
    await page.getByText('Se importaron 1 piloto').waitFor()
    expect(await counts(page)).toMatchObject({ nuevos: '1', rechazados: '1' })

    await register(url, aDraft({ dni: 7, club: 'Viejo' }))
    await page.getByRole('button', { name: 'Otro archivo' }).click()
    await choose(page, csv('clubes.csv', 'DNI;Club\n7;Nuevo\n8;Otro\n'))
    await page.getByRole('alert').filter({ hasText: 'Al archivo le faltan columnas' }).waitFor()
    await page.getByLabel('Cambiar los pilotos que ya existen').check()
    await page.getByRole('button', { name: 'Importar 1 piloto' }).waitFor()
    await page.getByLabel('No importar nada si una fila está mal').check()
    await page.getByText('eligió no importar nada').waitFor()
    expect(await page.getByRole('button', { name: 'Importar', exact: true }).last().isDisabled()).toBe(true)
    await page.getByLabel('No importar nada si una fila está mal').uncheck()
    await page.getByRole('button', { name: 'Importar 1 piloto' }).click()
    await page.getByText('Se importaron 1 piloto').waitFor()
    expect(await counts(page)).toMatchObject({ cambiados: '1', rechazados: '1' })
    await page.getByRole('button', { name: 'Listo' }).click()
    await page.setViewportSize(laptop)
    await page.getByRole('cell', { name: 'Nuevo' }).waitFor()
  })

  test('says why a file cannot be imported, and accepts another file', async () => {
    const { page } = await openPage('/')
    const says = (text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor()
    await drop(page, [
      { name: 'una.csv', content: 'a' },
      { name: 'otra.csv', content: 'b' },
    ])
    await says('Se importa un archivo a la vez')
    await choose(page, join(root, 'docs/pictures/credential.png'))
    await says('El archivo no es una planilla')
    await page.evaluate((bytes) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(bytes)], 'enorme.csv'))
      document.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer }))
    }, maxFileBytes + 1)
    await says(fileTooLarge)
    await page.evaluate(() => {
      const { arrayBuffer } = Blob.prototype
      Blob.prototype.arrayBuffer = () => {
        Blob.prototype.arrayBuffer = arrayBuffer
        return Promise.reject(new DOMException('gone', 'NotFoundError'))
      }
    })
    await drop(page, [{ name: 'perdida.csv', content: 'a' }])
    await says('No se pudo leer «perdida.csv»')
    await choose(page, csv('ancha.csv', `DNI${';x'.repeat(1799)}\n`))
    await says('El archivo tiene 1.800 columnas y se leen hasta 300')
    expect(await page.getByRole('button', { name: 'Reintentar' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Otro archivo' }).click()
    const bad = `${'x;'.repeat(pilotColumns.length - 1)}x\n`
    await choose(page, csv('malas.csv', `${pilotColumns.join(';')}\n${bad.repeat(110)}`))
    await page.getByText('110 filas con Correo Electronico: correo electronico invalido').click()
    await page.getByText('y 10 más, en el archivo de rechazados').waitFor()

    const failures = [
      (route: Route) => route.abort(),
      (route: Route) => route.fulfill({ status: 503, json: { error: 'Se está leyendo otro archivo' } }),
      (route: Route) => route.fulfill({ status: 401, json: { error: 'Inicie sesión para continuar' } }),
    ]
    await page.route('**/api/import*', (route) => failures.shift()?.(route) ?? route.continue())
    await page.getByRole('button', { name: 'Otro archivo' }).click()
    await choose(page, example)
    await says('El kiosco no responde')
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await says('Se está leyendo otro archivo')
    await page.getByRole('button', { name: 'Reintentar' }).click()
    const link = page.getByRole('link', { name: 'Iniciar sesión' })
    await link.waitFor()
    expect([await link.getAttribute('href'), await link.getAttribute('target')]).toEqual(['/login', '_blank'])
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await page.getByRole('button', { name: 'Importar 40 pilotos' }).waitFor()
  })
})

test('an export of a search or of all pilots is a file that can be read back in each format, and a failed one leaves the list', async () => {
  const names = async (bytes: Buffer) => [...(await readTable(bytes)).rows].map(({ values }) => values.name)
  const pilots = [aDraft({ name: 'Ñusta', modalidad: 'RALLY' }), aDraft({ name: 'Luis', modalidad: 'UTV' })]
  const { page } = await openPage('/search?search=rally', { pilots })
  for (const format of ['Excel (.xlsx)', 'CSV (para Excel)', 'CSV sin formato (para programas)', 'JSON']) {
    await page.getByRole('button', { name: 'Exportar' }).click()
    const save = async () => {
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: format }).click()
      return saved(download)
    }
    const found = await save()
    expect(found.name, format).toMatch(/^pilotos-\d{4}-\d\d-\d\d\.(xlsx|csv|json)$/)
    expect(await names(found.bytes), format).toEqual(['Ñusta'])
    await page.getByText(`Se descargó ${found.name}`).waitFor()
    await page.getByLabel('Todos los pilotos').check()
    expect(await names((await save()).bytes), format).toEqual(['Ñusta', 'Luis'])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }

  await page.getByRole('button', { name: 'Exportar' }).click()
  await page.route('**/api/export*', (route) =>
    route.fulfill({ status: 500, json: { error: 'Algo falló en el servidor' } }),
  )
  await page.getByRole('button', { name: 'JSON' }).click()
  await page.getByRole('alert').filter({ hasText: 'Algo falló en el servidor' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/search')
})
