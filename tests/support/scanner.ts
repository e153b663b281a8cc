/** A hand scanner, as a page hears it. */
import type { Page } from 'playwright-core'

/** Types key by key, as a keyboard of any layout, and ends with Enter; `gap` is between two strokes, in milliseconds. */
export async function scan(page: Page, text: string, gap = 5): Promise<void> {
  const keyboard = await page.context().newCDPSession(page)
  const start = Date.now()
  for (const [place, key] of [...text, 'Enter'].entries()) {
    // A keyboard says when a key was pressed, however busy the machine is that hears it.
    const timestamp = (start + place * gap) / 1000
    const typed = key === 'Enter' ? '\r' : key
    await page.waitForTimeout(Math.max(0, start + place * gap - Date.now()))
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: typed, timestamp })
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', key, timestamp })
  }
}
