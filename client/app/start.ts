/**
 * The first script of every page. It is small, imports no other, and loads those that the page names, so that it can
 * retry them.
 */
import { loadModule, loadSheet } from './retried-load.ts'

for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
  if (!hasArrived(link)) void loadSheet(link.href)

const links = document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="fetch"]')
const [main = '', ...imported] = [...links].map(({ href }) => href)
void loadModule([main, ...imported], () => import(main))

/** Returns true if a stylesheet has loaded. The rules of a stylesheet that failed to load cannot be read. */
function hasArrived({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet !== null && sheet.cssRules.length > 0
  } catch {
    return false
  }
}
