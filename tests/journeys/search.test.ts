/** A journey through the list: search, order and pages, in a real Chromium. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { holdBack } from '../support/held-requests.ts'
import { blank, pageOpener, registerAll } from '../support/page.ts'
import { aDraft } from '../support/pilots.ts'

const openPage = pageOpener()
const sixty = () =>
  Array.from({ length: 60 }, (_, index) =>
    aDraft({ name: `Piloto${index}`, club: index < 52 ? 'Norte' : 'Sur' }),
  )
const currentPage = (page: Page) =>
  page.getByRole('navigation', { name: 'Páginas' }).locator('[aria-current="page"]')

test('the list has 50 pilots a page; Back, a reload and the address keep the search, whose length is limited, and the page', async () => {
  const { page, url } = await openPage(blank)
  await registerAll(url, sixty())
  await page.goto('/search?page=99')
  await currentPage(page).getByText('2').waitFor()
  await page.getByRole('link', { name: 'Anterior' }).click()
  await currentPage(page).getByText('1').waitFor()
  await page.getByText('60 pilotos').waitFor()
  expect(await page.locator('tbody tr').count()).toBe(50)
  await page.getByRole('searchbox').fill('norte')
  await page.keyboard.press('Enter')
  await page.getByText('52 pilotos con «norte»').waitFor()
  await page.getByRole('link', { name: 'Siguiente' }).click()
  await currentPage(page).getByText('2').waitFor()
  expect(new URL(page.url()).search).toBe('?search=norte&page=2')
  await page.reload()
  await page.getByText('Piloto0 ').waitFor()
  expect(await page.locator('tbody tr').count()).toBe(2)
  expect(await page.getByRole('searchbox').inputValue()).toBe('norte')
  await page.goBack()
  await currentPage(page).getByText('1').waitFor()
  await page.goBack()
  await page.getByText('60 pilotos').waitFor()
  expect(await page.getByRole('searchbox').inputValue()).toBe('')

  // A page that is chosen while the list is being sorted is a page of the sorted list.
  const late = await holdBack(page, '**/api?list=all*sort=lastname*')
  await page.getByRole('button', { name: 'Nombre Piloto' }).click()
  await late.arrived
  await page.getByRole('link', { name: 'Siguiente' }).click()
  late.release()
  await currentPage(page).getByText('2').waitFor()
  expect(new URL(page.url()).search).toBe('?sort=lastname&page=2')
  await page.reload()
  await currentPage(page).getByText('2').waitFor()
  await page.getByRole('columnheader', { name: 'Nombre Piloto' }).waitFor()
  expect(await page.locator('th[aria-sort="ascending"]').innerText()).toContain('Nombre Piloto')

  // The server accepts a search of this length, but not with so many words.
  const box = page.getByRole('searchbox')
  await box.focus()
  await page.keyboard.insertText('a '.repeat(150))
  expect((await box.inputValue()).length).toBe(200)
  await page.getByText('La búsqueda admite hasta 200 caracteres y 20 palabras').waitFor()
})
