/** Holds requests of a page until the test releases them, so that the test can see the page meanwhile. */
import type { BrowserContext, Page } from 'playwright-core'
import { aSignal } from './signal.ts'

export interface HeldRequests {
  /** Resolves once the first request is held. */
  arrived: Promise<void>
  /** Sends the held requests, and from then on all others without delay. */
  release(): void
}

/** Holds the requests whose URL matches. */
export async function holdBack(from: Page | BrowserContext, url: string | RegExp): Promise<HeldRequests> {
  const [arrived, arrive] = aSignal()
  const [released, release] = aSignal()
  await from.route(url, async (route) => {
    arrive()
    await released
    // The page may have aborted the request, or be closed.
    await route.continue().catch(() => {})
  })
  return { arrived, release }
}
