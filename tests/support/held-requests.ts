/** Holds requests of a page until the test releases them, so that the test can see the page meanwhile. */
import type { BrowserContext, Page } from 'playwright-core'

export interface HeldRequests {
  /** Resolves once the first request is held. */
  arrived: Promise<void>
  /** Sends the held requests, and from then on all others without delay. */
  release(): void
}

/** Holds the requests whose URL matches. */
export async function holdBack(from: Page | BrowserContext, url: string | RegExp): Promise<HeldRequests> {
  const arrival = gate()
  const departure = gate()
  await from.route(url, async (route) => {
    arrival.open()
    await departure.opened
    // The page may have aborted the request, or be closed.
    await route.continue().catch(() => {})
  })
  return { arrived: arrival.opened, release: departure.open }
}

function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}
