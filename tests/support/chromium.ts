/** Finds and launches the browsers of the client's tests. */
import { execFileSync } from 'node:child_process'
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

/**
 * Returns the path of an installed browser. If there is none and the process runs as root on Debian, it installs
 * Debian's package first.
 *
 * @throws Error that names the packages to install, if no browser is found
 */
function findChromium(): string {
  const found = installed()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.error('Installing Chromium for the tests of the screens…')
    const options = {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }
    execFileSync('apt-get', ['update', '-qq'], options as never)
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options as never)
  }
  const now = installed()
  if (now) return now
  throw new Error(
    'The tests need a browser: install Chromium, Chrome or Edge (on Debian: apt-get install chromium), ' +
      'or name one in PILOTOS_CHROMIUM.',
  )
}

/** Launches the headless shell, or else a full browser, with a new profile and without background requests. */
export function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  return launch(process.env.PILOTOS_CHROMIUM ?? onPath([shell]) ?? findChromium(), args)
}

/** Launches the full browser, with a new profile and without background requests to the internet. */
export function launchWholeBrowser(args: readonly string[]): Promise<Browser> {
  return launch(findChromium(), args)
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

async function launch(executablePath: string, args: readonly string[]): Promise<Browser> {
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

function installed(): string | undefined {
  return process.env.PILOTOS_CHROMIUM ?? onPath(names) ?? places.find((path) => existsSync(path))
}

function onPath(commands: readonly string[]): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => commands.map((name) => join(folder, name)))
    .find((path) => existsSync(path))
}
