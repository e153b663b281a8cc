/** Time as a page has it. A test can stop it: then what is prompt does not depend on how busy the machine is. */
import type { Locator, Page } from 'playwright-core'

/** Follows the time of a page, and what the page hears of changes, from its next load on. */
export async function followTime(page: Page): Promise<void> {
  await page.clock.install()
  await page.addInitScript(() => {
    const Stream = window.EventSource
    Object.assign(window, { heardChanges: 0 })
    window.EventSource = class extends Stream {
      constructor(url: string | URL) {
        super(url)
        this.addEventListener('change', () => {
          ;(window as never as { heardChanges: number }).heardChanges += 1
        })
      }
    }
  })
}

/** Of the page's time, a second passes between the moment in which it hears of a change and that in which it has shown it. */
export async function expectWithinASecond(
  page: Page,
  change: () => Promise<unknown>,
  relativePath: Locator,
): Promise<void> {
  const heard = await page.evaluate(() => (window as never as { heardChanges: number }).heardChanges)
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
  await change()
  await page.waitForFunction(
    (before) => (window as never as { heardChanges: number }).heardChanges > before,
    heard,
  )
  await page.clock.runFor(1000)
  await relativePath.waitFor()
  await page.clock.resume()
}
