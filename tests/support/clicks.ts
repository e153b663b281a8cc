/** Counts what a person does on a page: clicks, keys, choices in a select and files that are dropped. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Counts from now on. Returns the clicks so far; a select takes two, and a file that is dropped one. A key fails. */
export async function countingClicks(page: Page): Promise<() => Promise<number>> {
  const counted = await page.evaluateHandle(() => {
    const counts = { clicks: 0, keys: 0 }
    addEventListener('pointerdown', () => (counts.clicks += 1), true)
    addEventListener('drop', () => (counts.clicks += 1), true)
    addEventListener(
      'change',
      ({ target }) => (counts.clicks += target instanceof HTMLSelectElement ? 2 : 0),
      true,
    )
    addEventListener('keydown', () => (counts.keys += 1), true)
    return counts
  })
  return async () => {
    const { clicks, keys } = await counted.jsonValue()
    expect(keys).toBe(0)
    return clicks
  }
}
