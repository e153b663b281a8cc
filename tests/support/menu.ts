/** The menu *Más* of a page, as a person uses it. */
import type { Locator, Page } from 'playwright-core'

/** Opens the menu with the further actions, and presses the item of this name. */
export async function chooseFromMenu(page: Page | Locator, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Más', exact: true }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}
