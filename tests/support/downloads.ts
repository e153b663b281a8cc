/** The files that a page lets a person download. */
import type { Download, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Clicks on a control that saves a file, and returns the download. */
export async function downloadFrom(control: Locator): Promise<Download> {
  const [download] = await Promise.all([control.page().waitForEvent('download'), control.click()])
  return download
}

/** Returns the number of pages of the PDF that the dialog links to. */
export async function pagesOfPdf(page: Page): Promise<number> {
  const url = String(await page.getByRole('link', { name: 'Abrir el PDF' }).getAttribute('href'))
  const response = await page.request.get(url)
  expect([response.status(), response.headers()['content-type']]).toEqual([200, 'application/pdf'])
  return (await response.body()).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}
