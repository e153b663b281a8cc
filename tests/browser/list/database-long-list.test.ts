/** Tests the list of more pilots than a database counts, in a real Chromium. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openStores } from '../../../server/store/open.ts'
import { blank, pageOpener } from '../../support/page.ts'
import { aDraft, aRow } from '../../support/pilots.ts'
import { hasPostgres, sharedPostgres } from '../../support/postgres.ts'

const openPage = pageOpener()

test.skipIf(!hasPostgres)(
  'a search that finds over 1,000 pilots says so, counts them before they are exported or printed, and on late pages',
  async () => {
    const folder = await sharedPostgres().databaseWithTables()
    const stores = await openStores(folder)
    const rows = Array.from({ length: 1060 }, (_, index) =>
      aRow(index, aDraft({ dni: 10_000_000 + index, lastname: index < 1055 ? 'Rojas' : 'Quispe' })),
    )
    await stores.pilots.import(rows)
    await stores.close()
    const { page, url } = await openPage(blank, { folder })
    await page.goto('/search?search=rojas')
    await page.getByText('Más de 1.000 pilotos con «rojas»').waitFor()
    const pages = page.getByRole('navigation', { name: 'Páginas' })
    expect(await pages.getByRole('listitem').allTextContents()).toEqual(['1', '2', '…', '21', '…'])
    expect(await pages.getByRole('option').last().textContent()).toBe('21')

    // Each dialog that acts on all of them names their number first.
    await page.route('**/api?list=all*per_page=1', (route) => route.abort())
    await tool(page, 'Exportar')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('El kiosco no responde').waitFor()
    expect(await dialog.getByRole('button', { name: 'Excel' }).count()).toBe(0)
    await page.unroute('**/api?list=all*per_page=1')
    await dialog.getByRole('button', { name: 'Reintentar' }).click()
    await dialog.getByLabel('1.055 pilotos con «rojas»').waitFor()
    await page.keyboard.press('Escape')
    await tool(page, 'Imprimir')
    await dialog.getByText('Se imprimen las de 1.055 pilotos con «rojas».').waitFor()
    await page.keyboard.press('Escape')

    await pages.getByRole('link', { name: 'Página 21' }).click()
    await page.getByText('1.055 pilotos con «rojas»', { exact: true }).waitFor()
    expect(await pages.getByRole('listitem').allTextContents()).toEqual(['1', '…', '20', '21', '22'])
    await page.goto('/search?search=rojas&page=99')
    await pages.locator('[aria-current="page"]').getByText('22').waitFor()
    // All pilots have a stored number, which is exact.
    await page.goto('/')
    await page.getByText('1.060 pilotos').waitFor()

    const answer = async (query: string) => {
      const { data, ...rest } = await (await fetch(`${url}/api?list=all&search=rojas&${query}`)).json()
      return { ...rest, length: data.length }
    }
    expect(await answer('per_page=50&max_total=1000')).toEqual({
      total: 1000,
      total_capped: true,
      length: 50,
    })
    expect(await answer('per_page=50&max_total=2000')).toEqual({ total: 1055, length: 50 })
    expect(await answer('per_page=50')).toEqual({ total: 1055, length: 50 })
  },
)

function tool(page: Page, name: string): Promise<void> {
  return page.getByRole('button', { name, exact: true }).click()
}
