/** Drags files over a page. */
import type { JSHandle, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Drags files over an element until the page shows the hint. Repeats the event meanwhile, as a browser does. */
export async function dragOver(target: Locator, dataTransfer: JSHandle, hint: string): Promise<void> {
  await expect
    .poll(async () => {
      await target.dispatchEvent('dragover', { dataTransfer })
      return target.page().getByText(hint).isVisible()
    })
    .toBe(true)
}

/** Drags files over the list and drops them. */
export async function dropOnList(page: Page, files: { name: string; content: string }[]) {
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
