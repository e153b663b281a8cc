/** The addresses of the pages of *Ajustes*. A scanned credential, which loads those of all screens, does not need them. */
import { screens } from '../api/addresses.ts'

export const settingsPage = `${screens.settings}/:page`

/** Returns the address of *Ajustes*, or of one of its pages. */
export function settingsPath(page?: string): string {
  return page ? settingsPage.replace(':page', page) : screens.settings
}
