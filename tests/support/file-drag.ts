/** Drags files over a page. */
import type { JSHandle, Locator } from 'playwright-core'
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
