/**
 * Retries a module that did not arrive: a laptop that joins a Wi-Fi cuts every request. A browser never requests a module
 * again that failed to arrive (HTML standard, section "Fetching scripts"), so that the retry loads the page again.
 */
import { askKiosk } from '../api/silence.ts'

/** The time in which the network comes back, in milliseconds. */
const pause = 500

/** The time for which a page that was loaded again is not loaded again by itself, in milliseconds. */
const longestStart = 10_000

/** Imports a module, with one retry. @throws Error if the retry fails, or the kiosk is away */
export async function importOnce<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    await retryOnce(error)
    // The page is being left.
    return new Promise(() => {})
  }
}

/** Loads the page again after a failure. @throws Error if the page is a retry already, or the kiosk is away */
export async function retryOnce(failure: unknown): Promise<void> {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation?.type === 'reload' && performance.now() < longestStart) throw failure
  await new Promise((resolve) => setTimeout(resolve, pause))
  await loadPageAgain()
}

/** Loads the page again if the kiosk responds: without it, the page would be lost. @throws Error if it is away */
export async function loadPageAgain(): Promise<void> {
  await askKiosk()
  window.location.reload()
}
