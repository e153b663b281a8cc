/** Tests that a test finds nothing of earlier tests in its browser context, although tests share contexts. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ContextPool } from '../../support/context-pool.ts'
import { blank, laptop, pageOpener } from '../../support/page.ts'

const openPage = pageOpener()

/** Stores an entry in every place in which a page can store something. */
function storeEverywhere(page: Page): Promise<void> {
  return page.evaluate(async () => {
    localStorage.setItem('kept', 'yes')
    sessionStorage.setItem('kept', 'yes')
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store needs a secure context
    document.cookie = 'kept=yes'
    await (await caches.open('kept')).put('/kept', new Response('yes'))
    await new Promise((resolve, reject) => {
      const request = indexedDB.open('kept')
      request.onsuccess = resolve
      request.onerror = reject
    })
  })
}

function stateOf(page: Page): Promise<unknown> {
  return page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    cookie: document.cookie,
    caches: await caches.keys(),
    databases: await indexedDB.databases(),
    isOnline: navigator.onLine,
    camera: (await navigator.permissions.query({ name: 'camera' })).state,
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    isLongAgo: Date.now() < 1e12,
    history: history.length,
  }))
}

async function usePage(page: Page): Promise<void> {
  await page.context().newPage()
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.addInitScript(() => localStorage.setItem('kept', 'by a script'))
  await page.route('**', (route) => route.abort())
}

/** Ways in which a test leaves something in a page or its context, and true if another test may use the context. */
const uses: [(page: Page) => Promise<unknown>, boolean][] = [
  [storeEverywhere, false],
  [(page) => page.evaluate(() => localStorage.setItem('kept', 'by a page')), true],
  [usePage, true],
  [(page) => page.close(), true],
  [(page) => page.context().route('**', (route) => route.abort()), false],
  [(page) => page.context().addInitScript(() => localStorage.setItem('kept', 'by a script')), false],
  [(page) => page.context().setOffline(true), false],
  [(page) => page.context().grantPermissions(['camera']), false],
  [(page) => page.clock.install({ time: 0 }), false],
]

test('whatever a test does to its page or its context, the next test gets an empty context of the same origin', async () => {
  const { url, context } = await openPage()
  const browser = context.browser()
  if (!browser) throw new Error('The page has no browser')
  const pool = new ContextPool(browser, async () => {})
  let expected: unknown
  let earlier: unknown
  for (const [use, isReused] of uses) {
    const { context: own, openPage: open, end } = await pool.take({ baseURL: url, viewport: laptop })
    const page = await open(blank)
    const state = await stateOf(page)
    expected ??= state
    expect(state).toEqual(expected)
    if (earlier) expect(own).toBe(earlier)
    await use(page)
    await end()
    earlier = isReused ? own : undefined
    expect(own.pages()).toHaveLength(isReused ? 1 : 0)
  }
})
