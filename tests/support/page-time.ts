/** Controls the clock of a page, so that a test of its promptness does not depend on the load of the machine. */
import type { BrowserContext, Locator, Page } from 'playwright-core'

/** Replaces the clock of a page and counts the changes and passages that it receives, from its next load on. */
export async function followTime(page: Page): Promise<void> {
  await page.clock.install()
  await page.addInitScript(() => {
    const Stream = window.EventSource
    Object.assign(window, { heardChanges: 0 })
    window.EventSource = class extends Stream {
      constructor(url: string | URL) {
        super(url)
        for (const type of ['change', 'passages']) {
          this.addEventListener(type, () => {
            ;(window as never as { heardChanges: number }).heardChanges += 1
          })
        }
      }
    }
  })
}

/**
 * Expects that the page shows `expected` at most one second after it receives the change, measured on the page's
 * clock. Needs `followTime`.
 */
export async function expectWithinASecond(
  page: Page,
  change: () => Promise<unknown>,
  expected: Locator,
): Promise<void> {
  const heard = await page.evaluate(() => (window as never as { heardChanges: number }).heardChanges)
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
  await change()
  await page.waitForFunction(
    (before) => (window as never as { heardChanges: number }).heardChanges > before,
    heard,
  )
  await page.clock.runFor(1000)
  await expected.waitFor()
  await page.clock.resume()
}

/**
 * Fixes the date of a page, now and after each load, and lets its time run. The clock of Playwright would also date key
 * strokes by when the page handles them, so that a busy machine would lose the scans of `scan`.
 */
export async function fixDate(target: Page | BrowserContext, time: number): Promise<void> {
  await target.addInitScript(stopDate, time)
  if ('evaluate' in target) await target.evaluate(stopDate, time)
}

/** Runs in the page. It has methods, as tsx wraps a function that it names, in a helper that no page has. */
function stopDate(time: number): void {
  window.Date = new Proxy(Date, {
    construct(real, args, made) {
      return Reflect.construct(real, args.length > 0 ? args : [time], made)
    },
    get(real, name) {
      return name === 'now' ? () => time : Reflect.get(real, name)
    },
  })
}
