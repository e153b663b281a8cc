/** The menu *Más* of a page, as a person uses it. */
import type { Locator, Page } from 'playwright-core'

/** Opens the menu with the further actions, and presses the item of this name, which may show its keys. */
export async function chooseFromMenu(page: Page | Locator, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Más', exact: true }).click()
  const named = new RegExp(`^${name}( Ctrl\\+P)?$`)
  await page.getByRole('menuitem', { name: named }).click()
}
