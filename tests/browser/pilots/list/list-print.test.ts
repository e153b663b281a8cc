/** Tests *Imprimir lista*: on paper, as a PDF and as a workbook, in a real Chromium. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { defaultBrand } from '#domain/desk/brand'
import { readBook } from '../../../../server/spreadsheets/formats/xlsx-book.ts'
import { openStores as openRemote } from '../../../../server/store/open.ts'
import { downloadFrom } from '../../../support/downloads.ts'
import { anEvent, changeEntry, enter, openEventOf, setEvent } from '../../../support/events.ts'
import { aFolder } from '../../../support/folder.ts'
import { holdBack } from '../../../support/held-requests.ts'
import { expectAccessibleLayout } from '../../../support/looks.ts'
import { canReadPdfs } from '../../../support/machine.ts'
import { chooseFromMenu } from '../../../support/menu.ts'
import { blank, goTo, pageOpener, registerAll, type TestPage } from '../../../support/page.ts'
import { textOfPdf } from '../../../support/pdfs.ts'
import { aDraft, aRow } from '../../../support/pilots.ts'

const openPage = pageOpener()

/** Opens the list of many pilots called Rojas and one called Quispe. The page counts its calls of `window.print`, which does nothing else. */
async function openList(count: number, path: string): Promise<TestPage> {
  const folder = await aFolder()
  const remote = await openRemote(folder)
  await remote.settings.change({ brand: { ...defaultBrand, name: 'Copa Sur' } })
  const rows = Array.from({ length: count }, (_, index) => {
    const modalidad = index % 2 === 0 ? 'RALLY' : 'UTV'
    const npiloto = String(count - index)
    return aRow(index, aDraft({ name: 'Ana', lastname: `Rojas ${index}`, modalidad, npiloto }))
  })
  await remote.pilots.import(rows)
  await remote.pilots.register(aDraft({ lastname: 'Quispe' }))
  await remote.close()
  const opened = await openPage(path, { folder })
  await countPrints(opened.page)
  await opened.page.getByRole('table').waitFor()
  return opened
}

async function countPrints(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.assign(window, { prints: 0, print: () => Object.assign(window, { prints: printsOf() + 1 }) })
    const printsOf = () => (window as unknown as { prints: number }).prints
  })
}

const prints = (page: Page) => page.evaluate(() => (window as unknown as { prints: number }).prints)
const sheetOf = (page: Page) => page.getByRole('region', { name: 'Lista para imprimir', includeHidden: true })

/** Returns the texts of the printed list: the heading with its notes, the names of the groups, the numbers and the names. */
async function printed(page: Page) {
  const sheet = sheetOf(page)
  return {
    head: String(await sheet.locator('header').textContent()),
    groups: await sheet.locator('tbody th').allTextContents(),
    numbers: await sheet.locator('tbody td:first-child').allTextContents(),
    names: await sheet.locator('tbody td:nth-child(2)').allTextContents(),
  }
}

/** Returns the text of a PDF, page by page. */
async function pagesOf(content: Buffer): Promise<string[]> {
  const path = join(await aFolder(), 'lista.pdf')
  await writeFile(path, content)
  const text = textOfPdf(path, '-layout')
  return text.split('\f').slice(0, -1)
}

/** Numbers from 1 to `last`, every second one. */
const numbers = (first: number, last: number) =>
  Array.from({ length: Math.floor((last - first) / 2) + 1 }, (_, index) => String(first + 2 * index))

test('the menu of the browser prints the loaded page, and says so; chosen pilots are printed alone; Ctrl+P prints all that the search finds, by modalidad and number', async () => {
  const { page } = await openList(230, '/search?sort=lastname&page=2')
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  const loaded = await printed(page)
  expect(loaded.head).toContain('Página 2 de 5 de la lista: 50 pilotos. Ctrl+P imprime todos.')
  expect(loaded.numbers).toHaveLength(50)
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  const chosen: (string | null)[] = []
  for (const place of [3, 9]) {
    const box = page.getByRole('checkbox', { name: /^Elegir a Ana/ }).nth(place)
    await box.check()
    chosen.push(await box.getAttribute('aria-label'))
  }
  await page.getByRole('searchbox').fill('Rojas 109')
  await page.getByText('con «Rojas 109»').waitFor()
  await page.keyboard.press('Meta+p')
  await expect.poll(() => prints(page)).toBe(1)
  const { head: ofChosen, names } = await printed(page)
  expect(names.sort()).toEqual(chosen.map((name) => name?.replace(/^Elegir a Ana (.*)$/, '$1, Ana')).sort())
  expect(ofChosen).toContain('2 pilotos elegidos')
  await page.getByRole('button', { name: 'Quitar selección' }).click()

  await goTo(page, '/search?search=rojas&sort=lastname&order=desc&page=3')
  await page.getByText('230 pilotos con «rojas»').waitFor()
  await page.keyboard.press('Control+p')
  await expect.poll(() => prints(page)).toBe(2)
  const { head, groups, numbers: found } = await printed(page)
  expect(head).toMatch(/^230 pilotos con «rojas»Copa Sur · \d\d\/\d\d\/\d{4}, \d\d:\d\d$/)
  expect(groups).toEqual(['RALLY · 115', 'UTV · 115'])
  expect(found).toEqual([...numbers(2, 230), ...numbers(1, 229)])
  // After the print, the page is as before.
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  expect(await sheetOf(page).count()).toBe(0)

  // A print that was cancelled never comes, and a refused one can be tried again.
  const held = await holdBack(page, '**/api/printed-list*')
  await page.keyboard.press('Control+p')
  await page.getByText('Preparando la lista…').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  held.release()
  await page.unroute('**/api/printed-list*')
  await page.route('**/api/printed-list*', (route) =>
    route.fulfill({ status: 503, json: { error: 'La base de datos no responde' } }),
  )
  await page.keyboard.press('Control+p')
  await page.getByText('La base de datos no responde').waitFor()
  await page.unroute('**/api/printed-list*')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect.poll(() => prints(page)).toBe(3)
})

test.skipIf(!canReadPdfs())(
  'paper has the checks, a column to sign, the head on every page and the number of the page; the PDF and the workbook have the same rows',
  async () => {
    const { page, url } = await openPage(blank)
    await setEvent(url, anEvent({ name: 'Copa Ñandú', checks: ['payment', 'inspection'] }))
    const riders = Array.from({ length: 60 }, (_, index) =>
      aDraft({
        name: 'Ángel',
        lastname: 'Muñoz',
        npiloto: String(60 - index),
        modalidad: 'RALLY',
        club: 'Uno',
      }),
    )
    const long = 'Echeverría-Goyeneche Ibarburu de la Santísima Trinidad'
    await registerAll(url, [
      ...riders,
      aDraft({ name: 'Maximiliano Bartolomé', lastname: long, modalidad: 'UTV' }),
    ])
    await enter(url)
    const { id } = await openEventOf(url)
    const { data } = await (await fetch(`${url}/api?list=all&search=maximiliano`)).json()
    const change = { event: id, modalidad: 'UTV', to: { checks: { payment: true } } }
    await changeEntry(url, data[0].id_driver, change)
    await page.goto('/search')
    await countPrints(page)
    await chooseFromMenu(page, 'Imprimir lista')
    const dialog = page.getByRole('dialog', { name: 'Imprimir lista' })
    await dialog.getByText('61 pilotos, por modalidad y número').waitFor()
    await expectAccessibleLayout(page, 'the dialog Imprimir lista')

    const save = async (label: string) => {
      const file = await downloadFrom(dialog.getByRole('button', { name: label }))
      await dialog.getByText(`Se descargó ${file.suggestedFilename()}`).waitFor()
      return Buffer.concat(await (await file.createReadStream()).toArray())
    }
    const fromServer = await pagesOf(await save('PDF'))
    const [sheet] = await readBook(await save('Excel (.xlsx)'))
    await page.keyboard.press('Control+p')
    await expect.poll(() => prints(page)).toBe(1)
    expect(await dialog.count()).toBe(0)
    const fromPaper = await pagesOf(await page.pdf({ preferCSSPageSize: true }))

    for (const pages of [fromServer, fromPaper]) {
      expect(pages.length).toBeGreaterThanOrEqual(3)
      pages.forEach((text, index) => {
        // The letters of a margin box stand apart in the text of a page.
        expect(text.replace(/\s/g, '')).toContain(`Página${index + 1}de${pages.length}`)
        expect(text).toMatch(/Apellidos y nombres.*Pagó.*Firma|APELLIDOS Y NOMBRES.*PAGÓ.*FIRMA/s)
      })
      expect(pages[0]).toContain('Copa Ñandú')
      const whole = pages.join('\n')
      const order = [...whole.matchAll(/^ *(\d+) +Muñoz, Ángel/gm)].map(([, number]) => Number(number))
      expect(order).toEqual(Array.from({ length: 60 }, (_, index) => index + 1))
      expect(whole.replace(/\s+/g, ' ')).toMatch(/RALLY.*Muñoz.*UTV.*Sí/)
    }
    expect(sheet?.rows.size).toBe(62)
  },
)

test('a printed page has the paper of the country of the event: A4, or US Letter', async () => {
  const { page, url } = await openPage(blank)
  await registerAll(url, [aDraft()])
  const sizes = async () => {
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    return new Set(
      Array.from(pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g), ([, ...size]) =>
        size.map((one) => Math.round(Number(one))).join(' × '),
      ),
    )
  }
  for (const [country, size] of [
    ['MX', '612 × 792'],
    ['PE', '595 × 842'],
  ] as const) {
    await setEvent(url, anEvent({ country }))
    await page.goto('/search')
    await page.getByRole('row').nth(1).waitFor()
    await expect.poll(sizes).toEqual(new Set([size]))
    await countPrints(page)
    await page.keyboard.press('Control+p')
    await expect.poll(() => prints(page)).toBe(1)
    expect(await sizes()).toEqual(new Set([size]))
  }
})

test('a list without pilots says so, and nothing is printed', async () => {
  const { page } = await openList(1, '/search?search=rojas&modalidad=RALLY')
  await goTo(page, '/search?modalidad=TUNING%20OFF')
  await page.getByText('Ningún piloto queda con esos filtros.').waitFor()
  await page.keyboard.press('Control+p')
  await page.getByText('No hay pilotos en esta lista.').waitFor()
  await page.keyboard.press('Escape')
  await chooseFromMenu(page, 'Imprimir lista')
  await page.getByText('No hay pilotos en esta lista.').waitFor()
  expect(await page.getByRole('dialog').getByRole('button', { name: 'PDF' }).count()).toBe(0)
  expect(await prints(page)).toBe(0)
})
