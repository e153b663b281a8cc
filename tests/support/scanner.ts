/** A hand scanner, as a page hears it. */
import type { Page } from 'playwright-core'

/** Types key by key, as a keyboard of any layout, and ends with Enter; `gap` is between two strokes, in milliseconds. */
export async function scan(page: Page, text: string, gap = 5): Promise<void> {
  const keyboard = await page.context().newCDPSession(page)
  const keys = [...text, 'Enter']
  // A page takes a stroke from before it was opened for one of that moment: the first must not come so early.
  await page.waitForFunction((age) => performance.now() > age, keys.length * gap)
  // A keyboard says when a key was pressed, however busy the machine is that hears it: the last one is pressed now.
  const start = Date.now() - keys.length * gap
  for (const [place, key] of keys.entries()) {
    const timestamp = (start + place * gap) / 1000
    const typed = key === 'Enter' ? '\r' : key
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: typed, timestamp })
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', key, timestamp })
  }
}
