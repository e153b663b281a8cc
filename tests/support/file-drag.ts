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
export async function dropOnList(page: Page, files: { name: string; content: string | Buffer }[]) {
  await page.locator('h1').waitFor()
  const dropped = files.map(({ name, content }) => ({ name, bytes: [...Buffer.from(content)] }))
  const dataTransfer = await page.evaluateHandle((each) => {
    const transfer = new DataTransfer()
    for (const { name, bytes } of each) transfer.items.add(new File([new Uint8Array(bytes)], name))
    return transfer
  }, dropped)
  if (!(await page.getByRole('dialog').isVisible())) {
    await dragOver(page.locator('main'), dataTransfer, 'Suelte la planilla para importarla')
  }
  await page.dispatchEvent('main', 'drop', { dataTransfer })
}
