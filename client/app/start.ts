/** The first script of every page. It is small and loads all others dynamically, so that it can retry them. */
import { loadSheet, retriedLoad } from './retried-load.ts'

for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
  if (!hasArrived(link)) void loadSheet(link.href)

void retriedLoad(() => import('./main.tsx'))

/** Returns true if a stylesheet has loaded. The rules of a stylesheet that failed to load cannot be read. */
function hasArrived({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet !== null && sheet.cssRules.length > 0
  } catch {
    return false
  }
}
