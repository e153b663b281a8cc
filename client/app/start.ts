/** The first script of every page. It is small, imports no other, and starts the application with one retry. */
import { importOnce, retryOnce } from './retry.ts'

/** The time after which the page says that it may not load, in milliseconds. It starts all the same if it does. */
const longestStart = 20_000

setTimeout(tell, longestStart)
void start().catch(tell)

function tell(): void {
  const text = document.querySelector('.starting')
  if (text)
    text.textContent =
      'No se pudo cargar la página. Revise que este equipo siga en la red del kiosco, y recárguela.'
}

async function start(): Promise<void> {
  // A script waits for the stylesheets before it, so that each of them has arrived or failed.
  if (![...document.styleSheets].every(hasArrived)) await retryOnce(new Error('A stylesheet did not arrive'))
  const main = document.querySelector<HTMLLinkElement>('link[rel="modulepreload"]')
  if (main) await importOnce(() => import(main.href))
}

/** Returns true if a stylesheet has loaded. The rules of one that failed to load cannot be read. */
function hasArrived(sheet: CSSStyleSheet): boolean {
  try {
    return sheet.cssRules.length > 0
  } catch {
    return false
  }
}
