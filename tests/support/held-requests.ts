/** Requests of a page that wait until the test lets go of them, so that the page can be seen meanwhile. */
import type { BrowserContext, Page } from 'playwright-core'

export interface HeldRequests {
  /** Resolves once the first request waits. */
  arrived: Promise<void>
  /** Sends on the requests that wait, and from then on all others at once. */
  release(): void
}

/** Holds back the requests whose address matches. */
export async function holdBack(from: Page | BrowserContext, url: string | RegExp): Promise<HeldRequests> {
  const arrival = gate()
  const departure = gate()
  await from.route(url, async (route) => {
    arrival.open()
    await departure.opened
    // The page may have given up the request, or be closed.
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
