/** Simulates a handheld scanner, which types like a keyboard. */
import type { CDPSession, Page } from 'playwright-core'

/**
 * Types a text key by key, independently of a keyboard layout, and ends with Enter, with another key or with none. `gap`
 * is the time between two keystrokes, in milliseconds.
 */
export async function scan(
  page: Page,
  text: string,
  gap = 5,
  end: 'Enter' | 'Tab' | '' = 'Enter',
): Promise<void> {
  const keyboard = await keyboardOf(page)
  const keys = [...text, ...(end ? [end] : [])]
  // A page dates a keystroke from before its load to the load itself, so the first one must be later than the load.
  await page.waitForFunction((age) => performance.now() > age, keys.length * gap)
  // Each event has its own time, so the gaps do not depend on the load of the machine. The last key is pressed now.
  const start = performance.timeOrigin + performance.now() - keys.length * gap
  const strokes = keys.flatMap((key, index) => {
    const timestamp = (start + index * gap) / 1000
    const text = key === 'Enter' ? '\r' : key === 'Tab' ? '\t' : key
    return [
      { type: 'keyDown' as const, key, text, timestamp },
      { type: 'keyUp' as const, key, timestamp },
    ]
  })
  // All are sent at once, because a busy test may pause between two of them for longer than a person does.
  await Promise.all(strokes.map((stroke) => keyboard.send('Input.dispatchKeyEvent', stroke)))
}

const keyboards = new WeakMap<Page, Promise<CDPSession>>()

function keyboardOf(page: Page): Promise<CDPSession> {
  const keyboard = keyboards.get(page) ?? page.context().newCDPSession(page)
  keyboards.set(page, keyboard)
  return keyboard
}
