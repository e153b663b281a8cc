/** Tests how much of a list of 460 riders shows on the screens of the desk and of a phone, in a real Chromium. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { classNames } from '#domain/pilots/classes/classes'
import { addDays, today } from '#domain/text/date'
import { pilotos } from '../../../support/command.ts'
import { anEvent, enter, openEventOf, setEvent } from '../../../support/events.ts'
import { sharedFolder } from '../../../support/folder.ts'
import { changeGates, sendScans } from '../../../support/gate.ts'
import { expectAccessibleLayout } from '../../../support/looks.ts'
import { blank, laptop, pageOpener, phone, registerAll } from '../../../support/page.ts'
import { aScan } from '../../../support/passages.ts'
import { aDraft } from '../../../support/pilots.ts'
import { prices } from '../../../support/till.ts'
import { askAt } from '../../../support/versions.ts'

const modalidadNames = classNames('modalidad')

const openPage = pageOpener()
const names = ['Ana', 'Luz Marina', 'María Fernanda', 'Juan Carlos', 'Mónica']
const lastnames = ['Quispe Mamani', 'Fernández-Dávila Barreda', 'De la Cruz Rojas', 'Condori Huanca']
const clubs = ['Moto Club Arequipa', 'Club Deportivo Rímac Racing', 'Independiente']
const drafts = Array.from({ length: 460 }, (_, index) =>
  aDraft({
    name: names[index % names.length],
    lastname: lastnames[index % lastnames.length],
    email: `un.correo.bastante.largo.${index}@federacion.example`,
    npiloto: String((index * 7) % 1000),
    nlicencia: `FPM-2026-${String(index).padStart(4, '0')}`,
    modalidad: modalidadNames[index % modalidadNames.length],
    club: clubs[index % clubs.length],
  }),
)
const folder = sharedFolder(async (data) => {
  const { code } = await pilotos(['import', '-', '--data', data], { input: JSON.stringify(drafts) })
  expect(code).toBe(0)
})

/** Opens the list of a copy of the 460 riders, which the test does not change. */
function openList(path: string, options: { viewport: typeof phone; hasTouch?: boolean }) {
  return openPage(path, { folder: folder(), ...options })
}

/** Returns the number of rows that are wholly inside the window. */
function visibleRows(page: Page): Promise<number> {
  return page.locator('tbody tr').evaluateAll(
    (rows) =>
      rows.filter((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        return top >= 0 && bottom <= window.innerHeight
      }).length,
  )
}

/** Returns the visible words of the rows that stand on more than one line. A line may end after a hyphen. */
function brokenWords(page: Page): Promise<string[]> {
  return page.locator('tbody').evaluate((body) => {
    const broken: string[] = []
    const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (!node.parentElement?.checkVisibility()) continue
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[^\s-]+/g)) {
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word)
      }
    }
    return broken
  })
}

/** Says what the desk has to do for the first rider, and opens or closes the summary. */
const lacking = (page: Page) =>
  page
    .locator('tbody tr')
    .first()
    .getByText(/^Falta: /)
    .allTextContents()
const summary = (page: Page) => page.getByRole('button', { name: 'Resumen', exact: true })

test('with the summary open in an event, a desk sees 8 and 5 riders at least, and a phone 4; a row says in one line what this desk has to do from the first day on', async () => {
  const { page, url } = await openPage(blank)
  await registerAll(url, drafts.slice(0, 60))
  await changeGates(url, { gates: ['Norte'] })
  const categories = ['65 cc', '85 cc', 'MX1', 'MX2', 'Veteranos más de 40'].map((name, index) => ({
    ...{ modalidad: 'MOTOCROSS', name, id: `motocross-${index}` },
    numbers: `${1 + index * 200}-${200 + index * 200}`,
  }))
  const checks = ['payment', 'insurance', 'inspection', 'waiver', 'guardian'] as const
  const data = anEvent({
    checks: [...checks],
    categories,
    first: addDays(today(), 1),
    last: addDays(today(), 2),
  })
  await setEvent(url, data)
  await askAt(url, 'PUT', '/api/waiver', { text: 'Corro bajo mi responsabilidad.' })
  const { id: event } = await openEventOf(url)
  await askAt(url, 'PUT', '/api/till', { event, currency: 'PEN', prices, means: [] })
  await enter(url)
  await page.goto('/?entered=all')
  await page.getByText('60 pilotos inscritos').waitFor()
  expect(await lacking(page)).toEqual([])
  await setEvent(url, { ...data, first: today() })
  await expect.poll(() => lacking(page)).toEqual(['Falta: pago, seguro y deslinde'])

  const { data: riders } = await (await fetch(`${url}/api?list=all&per_page=2`)).json()
  for (const { id_driver: scanned } of riders) await sendScans(url, aScan({ scanned }))
  await summary(page).click()
  await page.getByRole('button', { name: 'Adentro 2' }).waitFor()
  const sizes = [
    [1366, 768, 8],
    [1024, 600, 5],
    [360, 800, 4],
  ] as const
  for (const [width, height, rows] of sizes) {
    await page.setViewportSize({ width, height })
    expect(await visibleRows(page), `${width}×${height}`).toBeGreaterThanOrEqual(rows)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  await expectAccessibleLayout(page, 'the summary of an event')
  await page.getByRole('button', { name: '85 cc' }).click()
  await page.getByRole('button', { name: /^Deben \d/ }).click()
  await page.getByText(/ en MOTOCROSS · 85 cc, que deben$/).waitFor()
  await page.getByRole('button', { name: /^Deben \d/, pressed: true }).click()
  await page.getByRole('button', { name: /^Sin deslinde \d/ }).click()
  await page.getByText(/ en MOTOCROSS · 85 cc, sin deslinde$/).waitFor()
  expect(new URL(page.url()).search).toBe('?entered=category%3Amotocross-1&lacks=waiver')
  const number = await page
    .locator('tbody tr')
    .first()
    .getByText(/^\d{3}$/)
    .textContent()
  await page.getByRole('searchbox').fill(`N° ${number}`)
  await page.getByText(`1 piloto inscrito en MOTOCROSS · 85 cc, sin deslinde, con «N° ${number}»`).waitFor()
})

const visibleTitles = (page: Page) => page.getByRole('columnheader').allInnerTexts()

test('the desk sees 12, 9 and 6 riders at least, columns hide before a word breaks, the header stays in view, and pages are links and a select', async () => {
  const { page } = await openList('/', { viewport: { width: 1440, height: 900 } })
  await page.getByText('460 pilotos').waitFor()
  await page.evaluate(() => document.fonts.ready)
  const whole = ['', 'N°', 'Nombre Piloto\nDNI', 'Numero de Licencia', 'Modelo de Moto']
  const last = ['QR', 'Credencial', 'Editar']
  const without = (...titles: string[]) => whole.filter((title) => !titles.includes(title))
  const sizes: [width: number, height: number, rows: number, titles: string[]][] = [
    [1440, 900, 12, [...whole, 'Club', 'Correo Electronico']],
    [1366, 768, 9, [...whole, 'Club', 'Correo Electronico']],
    [1280, 720, 8, [...whole, 'Club', 'Correo Electronico']],
    [1024, 600, 6, whole],
    [768, 1024, 12, without('Numero de Licencia')],
  ]
  for (const [width, height, rows, titles] of sizes) {
    const where = `${width}×${height}`
    await page.setViewportSize({ width, height })
    expect(await visibleTitles(page), where).toEqual([...titles, ...last])
    expect(await visibleRows(page), where).toBeGreaterThanOrEqual(rows)
    expect(await brokenWords(page), where).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBe(width)
  }

  // The header of the table stays in view while the page scrolls, and does not hide a row that has the focus.
  await page.setViewportSize({ width: 1024, height: 600 })
  const header = page.getByRole('columnheader', { name: 'Credencial' })
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  expect((await header.boundingBox())?.y).toBe(0)
  const link = page.locator('tbody tr').nth(20).getByRole('link', { name: 'Buscar credencial' })
  await link.focus()
  const [row, head] = [await link.boundingBox(), await header.boundingBox()]
  expect(row?.y).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0))

  // Pages are links by their numbers and a select, and the current one is marked.
  await page.getByRole('button', { name: 'Numero de Licencia' }).click()
  await page.getByText('FPM-2026-0000', { exact: true }).waitFor()
  await page.setViewportSize(laptop)
  const pages = page.getByRole('navigation', { name: 'Páginas' })
  const shown = () =>
    pages
      .getByRole('listitem')
      .evaluateAll((items) =>
        items.map(({ firstElementChild, textContent }) =>
          firstElementChild?.ariaCurrent === 'page' ? `[${textContent}]` : textContent,
        ),
      )
  const query = () => new URL(page.url()).search
  await pages.getByLabel('Ir a la página').selectOption('5 de 10')
  await expect.poll(shown).toEqual(['1', '…', '4', '[5]', '6', '…', '10'])
  await pages.getByRole('link', { name: 'Página 4' }).click()
  await expect.poll(shown).toEqual(['1', '2', '3', '[4]', '5', '…', '10'])
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await pages.getByLabel('Ir a la página').selectOption('9 de 10')
  await expect.poll(shown).toEqual(['1', '…', '8', '[9]', '10'])
  expect(query()).toBe('?sort=nlicencia&page=9')
  await page.getByText('FPM-2026-0400', { exact: true }).waitFor()
  await pages.getByRole('link', { name: 'Siguiente' }).click()
  await expect.poll(shown).toEqual(['1', '…', '9', '[10]'])
  expect(await pages.getByRole('link', { name: 'Siguiente' }).count()).toBe(0)
  expect(await page.locator('tbody tr').count()).toBe(10)
  await expectAccessibleLayout(page, 'the last page')
  await page.setViewportSize(phone)
  expect(await pages.getByRole('listitem').count()).toBe(0)
  await pages.getByLabel('Ir a la página').selectOption('2 de 10')
  await page.getByText('Mónica Condori Huanca').first().waitFor()
  await expect.poll(query).toBe('?sort=nlicencia&page=2')
})

test('a phone shows two lines a rider, and four riders while its keyboard is open', async () => {
  const { page } = await openList('/', { viewport: phone, hasTouch: true })
  await page.getByText('460 pilotos').waitFor()
  await page.evaluate(() => document.fonts.ready)
  expect(await visibleRows(page)).toBeGreaterThanOrEqual(10)
  const row = page.locator('tbody tr').first()
  expect(await page.getByRole('rowheader').first().allInnerTexts()).toEqual([
    `Mónica Condori Huanca\n${await row.getByText(/^\d{8}$/).textContent()}\n${modalidadNames[459 % modalidadNames.length]}`,
  ])
  expect(await row.getByText('213', { exact: true }).isVisible()).toBe(true)
  const [name, dni] = await Promise.all(
    [/Mónica/, /^\d{8}$/].map((text) => row.getByText(text).boundingBox()),
  )
  expect(dni?.y).toBeGreaterThan(name?.y ?? Number.POSITIVE_INFINITY)
  expect((await row.boundingBox())?.height).toBeLessThanOrEqual(64)
  expect(await brokenWords(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 510 })
  await page.getByRole('searchbox').pressSequentially('quispe')
  await page.getByText('115 pilotos con «quispe»').waitFor()
  expect(await visibleRows(page)).toBeGreaterThanOrEqual(4)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await page.getByRole('button', { name: 'Limpiar' }).count()).toBe(1)
  // The button of the browser that clears a search would be at the end of the field.
  const box = await page.getByRole('searchbox').boundingBox()
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) - 12, (box?.y ?? 0) + (box?.height ?? 0) / 2)
  expect(await page.getByRole('searchbox').inputValue()).toBe('quispe')
  expect(await page.getByRole('button', { name: 'Teclas' }).count()).toBe(0)
})
