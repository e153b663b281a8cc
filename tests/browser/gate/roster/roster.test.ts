/** Tests the printed list, in a real Chromium. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { defaultBrand } from '#domain/desk/brand'
import { formatMoment } from '#domain/text/date'
import { openStores as openRemote } from '../../../../server/store/open.ts'
import { aFolder } from '../../../support/folder.ts'
import { changeGates, sendScans } from '../../../support/gate.ts'
import { holdBack } from '../../../support/held-requests.ts'
import { goTo, pageOpener, register, type TestPage } from '../../../support/page.ts'
import { aScan } from '../../../support/passages.ts'
import { aDraft, aRow } from '../../../support/pilots.ts'

const openPage = pageOpener()

/** Opens the list of many pilots called Rojas and one called Quispe. The page counts its calls of `window.print`, which does nothing else. */
async function openList(count: number, path: string): Promise<TestPage> {
  const folder = await aFolder()
  const remote = await openRemote(folder)
  await remote.settings.change({ brand: { ...defaultBrand, name: 'Copa Sur' } })
  const rows = Array.from({ length: count }, (_, index) =>
    aRow(index, aDraft({ name: 'Ana', lastname: `Rojas ${String(index).padStart(3, '0')}`, club: 'Uno' })),
  )
  await remote.pilots.import(rows)
  await remote.pilots.register(aDraft({ lastname: 'Quispe' }))
  await remote.close()
  const opened = await openPage(path, { folder })
  await opened.page.evaluate(() => {
    Object.assign(window, { prints: 0, print: () => Object.assign(window, { prints: printsOf() + 1 }) })
    const printsOf = () => (window as unknown as { prints: number }).prints
  })
  await opened.page.getByRole('table').waitFor()
  return opened
}

const prints = (page: Page) => page.evaluate(() => (window as unknown as { prints: number }).prints)

/** Returns the texts of the printed list: the heading with its notes, and the cells of the second column. */
async function printed(page: Page): Promise<{ head: string; names: string[] }> {
  const roster = page.locator('section[aria-label="Lista para imprimir"]')
  const names = await roster.locator('tbody td:nth-child(2)').allTextContents()
  return { head: String(await roster.locator('header').textContent()), names }
}

test('the menu of the browser prints the loaded page, and says so; chosen pilots are printed alone; Ctrl+P prints one line for each pilot that the search finds, also if it was cancelled before or the list changes meanwhile', async () => {
  const { page, url } = await openList(230, '/search?sort=lastname&page=2')
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  const loaded = await printed(page)
  expect(loaded.head).toContain('Página 2 de 5 de la lista: 50 pilotos. Ctrl+P imprime todos.')
  expect([loaded.names.length, loaded.names[0]]).toEqual([50, 'Rojas 049, Ana'])
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  for (const name of ['Ana Rojas 061', 'Ana Rojas 057'])
    await page.getByRole('checkbox', { name: `Elegir a ${name}` }).check()
  await page.getByRole('searchbox').fill('Rojas 109')
  await page.getByText('con «Rojas 109»').waitFor()
  await page.keyboard.press('Meta+p')
  await expect.poll(() => prints(page)).toBe(1)
  expect((await printed(page)).names).toEqual(['Rojas 057, Ana', 'Rojas 061, Ana'])
  expect((await printed(page)).head).toContain('2 pilotos elegidos')
  await page.getByRole('button', { name: 'Quitar selección' }).click()

  await goTo(page, '/search?search=rojas&sort=lastname&order=desc&page=3')
  await page.getByText('230 pilotos con «rojas»').waitFor()
  await page.keyboard.press('Control+p')
  await expect.poll(() => prints(page)).toBe(2)
  const { head, names } = await printed(page)
  expect(head).toMatch(
    /^230 pilotos con «rojas»Copa Sur · \d\d\/\d\d\/\d{4}, \d\d:\d\dOrden: Apellidos \(Z-A\)$/,
  )
  expect(names).toEqual(
    Array.from({ length: 230 }, (_, index) => `Rojas ${String(229 - index).padStart(3, '0')}, Ana`),
  )
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(5)
  // After the print, the page is as before.
  await expect.poll(() => page.getByText('230 pilotos con «rojas»').count()).toBe(1)
  expect(await prints(page)).toBe(2)

  const second = /per_page=200.*page=2|page=2.*per_page=200/
  const cancelled = await holdBack(page, second)
  await page.keyboard.press('Control+p')
  await page.getByText('200 de 230').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  cancelled.release()
  await page.unroute(second)

  const held = await holdBack(page, second)
  await page.keyboard.press('Control+p')
  await held.arrived
  await register(url, aDraft({ lastname: 'Rojas Nueva', name: 'Eva' }))
  held.release()
  await expect.poll(() => prints(page)).toBe(3)
  const whole = (await printed(page)).names
  expect([whole.length, new Set(whole).size, whole[0]]).toEqual([231, 231, 'Rojas Nueva, Eva'])
})

test('the printed list of those inside says by which gate each of them entered, and when; the browser keeps no copy of the roster', async () => {
  const { page, url } = await openList(3, '/')
  await changeGates(url, { gates: ['Norte', 'Sur'] })
  const { data } = await (await fetch(`${url}/api?list=all&sort=lastname`)).json()
  const [, one, two] = data.map(({ id_driver: id }: { id_driver: string }) => id)
  const at = new Date()
  await sendScans(url, aScan({ scanned: one, gate: 'Norte', at: at.toISOString() }))
  await sendScans(url, aScan({ scanned: two, gate: 'Sur', at: at.toISOString() }))
  await goTo(page, '/search?attendance=inside&sort=lastname')
  await page.getByText('2 pilotos adentro').waitFor()
  await page.keyboard.press('Control+p')
  await expect.poll(() => prints(page)).toBe(1)
  const roster = page.locator('section[aria-label="Lista para imprimir"]')
  expect(await roster.locator('th').last().textContent()).toBe('Entró por')
  const cached = await page.evaluate(() =>
    fetch('/api/gate/roster', { cache: 'only-if-cached', mode: 'same-origin' }).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  expect(cached).toBe(false)
  const time = formatMoment(at.toISOString())
  expect(await roster.locator('td:last-child').allTextContents()).toEqual([`Norte, ${time}`, `Sur, ${time}`])
})
