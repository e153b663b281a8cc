/**
 * Browser contexts that the tests of a worker use one after another. A new context starts a new process, which
 * compiles all scripts of the pages again: that takes longer than most tests. A context that a test returns is empty
 * again, and keeps only the process and the HTTP cache, which stores nothing but the immutable assets. One whose pages
 * have used a database of the browser is not used again.
 */
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'

/** The flag of a browser whose pages of one context and one site share a process. */
export const sharesProcesses = '--process-per-site'

/** The methods whose effect on a context lasts. A context on which a test has called one of them is not used again. */
const lasting = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'route',
  'routeFromHAR',
  'routeWebSocket',
  'setDefaultNavigationTimeout',
  'setDefaultTimeout',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setHTTPCredentials',
  'setOffline',
] as const

/** The kinds of data that an origin stores in a browser. */
const stored =
  'cookies,file_systems,local_storage,service_workers,cache_storage,storage_buckets,shared_storage'

type PooledOptions = BrowserContextOptions & { baseURL: string }

interface TakenContext {
  context: BrowserContext
  /** Opens a page at a path, and waits until it has loaded. */
  openPage: (path: string) => Promise<Page>
  end: () => Promise<void>
}

export class ContextPool {
  #free = new Map<string, PooledContext[]>()

  constructor(
    private readonly browser: Browser,
    private readonly prepare: (context: BrowserContext) => Promise<void>,
  ) {}

  /** Returns an empty context, a function that opens pages in it, and one that returns it to the pool. */
  async take(options: PooledOptions): Promise<TakenContext> {
    const key = JSON.stringify(options)
    const free = this.#free.get(key) ?? []
    this.#free.set(key, free)
    const pooled = free.pop() ?? (await PooledContext.open(this.browser, options, this.prepare))
    const end = async () => {
      if (await pooled.empty()) free.push(pooled)
      else await pooled.context.close()
    }
    return { context: pooled.context, openPage: (path) => pooled.openPage(path), end }
  }
}

class PooledContext {
  #isChanged = false

  private constructor(
    readonly context: BrowserContext,
    private readonly origin: string,
    /** A page that keeps the process of the site while no test has a page in it. */
    private readonly keeper: Page,
    private readonly session: CDPSession,
    private readonly targets: CDPSession,
    private readonly browserContextId: string | undefined,
  ) {
    const setChanged = () => {
      this.#isChanged = true
    }
    for (const name of lasting) watch(context, name, setChanged)
    for (const name of methodsOf(context.clock)) watch(context.clock, name, setChanged)
  }

  static async open(
    browser: Browser,
    options: PooledOptions,
    prepare: (context: BrowserContext) => Promise<void>,
  ): Promise<PooledContext> {
    const context = await browser.newContext(options)
    const keeper = await context.newPage()
    await keeper.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
    await keeper.goto('/')
    await keeper.unrouteAll()
    await prepare(context)
    const { origin } = new URL(options.baseURL)
    const session = await context.newCDPSession(keeper)
    const { targetInfo } = await session.send('Target.getTargetInfo')
    const targets = await browser.newBrowserCDPSession()
    return new PooledContext(context, origin, keeper, session, targets, targetInfo.browserContextId)
  }

  /** `newPage` of the context would start another process, for the empty page that it opens first. */
  async openPage(path: string): Promise<Page> {
    const { href: url } = new URL(path, this.origin)
    const [page] = await Promise.all([
      this.context.waitForEvent('page'),
      this.targets.send('Target.createTarget', { url, browserContextId: this.browserContextId }),
    ])
    await page.waitForLoadState()
    return page
  }

  /** Closes the pages of a test, and deletes what they have stored. Returns false if the context is of no more use. */
  async empty(): Promise<boolean> {
    if (this.#isChanged || this.keeper.isClosed() || (await this.#hasDatabase())) return false
    const pages = this.context.pages().filter((page) => page !== this.keeper)
    await Promise.all(pages.map((page) => page.close()))
    // A page that closes may store something late. The process that both share has stored it before it clears this.
    await this.keeper.evaluate(() => localStorage.clear())
    await this.context.clearCookies()
    await this.session.send('Storage.clearDataForOrigin', { origin: this.origin, storageTypes: stored })
    return true
  }

  /** A gate that still stores a scan while its page closes would otherwise leave it to the next test's gate. */
  async #hasDatabase(): Promise<boolean> {
    return this.keeper.evaluate(async () => (await indexedDB.databases()).length > 0)
  }
}

/** Calls `report` before each call of a method. */
function watch<Target extends object>(target: Target, name: keyof Target, report: () => void): void {
  const method = target[name] as (...args: unknown[]) => unknown
  Object.assign(target, {
    [name]: (...args: unknown[]) => {
      report()
      return method.apply(target, args)
    },
  })
}

function methodsOf<Target extends object>(target: Target): (keyof Target)[] {
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(target)) as (keyof Target)[]
  return names.filter((name) => name !== 'constructor' && typeof target[name] === 'function')
}
