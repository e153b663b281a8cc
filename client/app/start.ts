/** The first script of every page: it is small and imports nothing at once, so that it can load the rest again. */
import { loadSheet, retriedLoad } from './retried-load.ts'

for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
  if (!hasArrived(link)) void loadSheet(link.href)

void retriedLoad(() => import('./main.tsx'))

/** The rules of a sheet that did not arrive cannot be read. */
function hasArrived({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet !== null && sheet.cssRules.length > 0
  } catch {
    return false
  }
}
