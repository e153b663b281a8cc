/** Finds and launches the browsers of the client's tests. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Browser } from 'playwright-core'
import { sharesProcesses } from './context-pool.ts'

/** Chromium without a user interface. It takes half as long as the full browser, and cannot ask for a permission. */
const shell = 'chromium-headless-shell'
const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'chrome',
]
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** Returns the path of an installed browser. @throws Error that names what to install, if there is none */
function findChromium(): string {
  const found = onPath(names) ?? places.find((path) => existsSync(path))
  if (found) return found
  throw new Error(
    'The tests need a browser: install Chromium, Chrome or Edge (on Debian: apt-get install chromium), ' +
      'or name one in PILOTOS_CHROMIUM.',
  )
}

/** Returns the path of the headless shell, or else of a full browser. */
export function browserPath(): string {
  return process.env.PILOTOS_CHROMIUM ?? onPath([shell]) ?? findChromium()
}

/** Launches the headless shell, or else a full browser, with a new profile and without background requests. */
export function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  return launch(browserPath(), args)
}

/** Launches the full browser, with a new profile and without background requests to the internet. */
export function launchWholeBrowser(args: readonly string[]): Promise<Browser> {
  return launch(process.env.PILOTOS_CHROMIUM ?? findChromium(), args)
}

/** A lazy cache of browsers, one for each launch function. */
export class SharedBrowsers {
  #browsers = new Map<() => Promise<Browser>, Promise<Browser>>()

  /** Returns the browser of a launch function. Launches it if it is not running, also after a crash. */
  async get(launchNew: () => Promise<Browser>): Promise<Browser> {
    const known = await this.#browsers.get(launchNew)
    if (known?.isConnected()) return known
    const launched = launchNew()
    this.#browsers.set(launchNew, launched)
    return launched
  }

  async close(): Promise<void> {
    await Promise.all([...this.#browsers.values()].map(async (browser) => (await browser).close()))
  }
}

/** No page of a test lives long enough to regain the time that the optimizing compilers take. */
const withoutOptimizing = '--js-flags=--no-opt --no-maglev'

/** Launches a browser with a new profile and without background requests. */
export async function launch(executablePath: string, args: readonly string[] = []): Promise<Browser> {
  // Loaded on demand, since tests without a browser use the accounts of `page.ts`.
  const { chromium } = await import('playwright-core')
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      sharesProcesses,
      withoutOptimizing,
      ...args,
    ],
  })
}

function onPath(commands: readonly string[]): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => commands.map((name) => join(folder, name)))
    .find((path) => existsSync(path))
}
