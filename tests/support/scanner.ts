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
  const strokes = keys.flatMap((key, index) => {
    const timestamp = (start + index * gap) / 1000
    const text = key === 'Enter' ? '\r' : key
    return [
      { type: 'keyDown' as const, key, text, timestamp },
      { type: 'keyUp' as const, key, timestamp },
    ]
  })
  // All are sent at once: between two of them, a busy test would be slower than a person types.
  await Promise.all(strokes.map((stroke) => keyboard.send('Input.dispatchKeyEvent', stroke)))
}
