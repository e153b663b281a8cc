/** Goes from screen to screen. */
import type { Page } from 'playwright-core'

/** Opens another screen as a link does: without another load of the page, which costs computing time. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}
