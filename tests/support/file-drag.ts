/** Files that are dragged over a page. */
import type { JSHandle, Locator } from 'playwright-core'
import { expect } from 'vitest'

/** Holds files over an element until the page says where they can be dropped; a browser repeats the event meanwhile. */
export async function dragOver(target: Locator, dataTransfer: JSHandle, hint: string): Promise<void> {
  await expect
    .poll(async () => {
      await target.dispatchEvent('dragover', { dataTransfer })
      return target.page().getByText(hint).isVisible()
    })
    .toBe(true)
}
