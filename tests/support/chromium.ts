/** The browsers that the screens are tested in. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

/** Chromium without the parts that nobody sees: it takes half as long. It cannot ask for a permission. */
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

/** One already on the machine, else Debian's package where this runs as root. @throws saying what to install */
export function findChromium(): string {
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

/** A browser of one's own: its profile is new, and it asks nothing of the internet. */
export function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  return launch(process.env.PILOTOS_CHROMIUM ?? onPath([shell]) ?? findChromium(), args)
}

/** The same, whole. */
export function launchWholeBrowser(args: readonly string[]): Promise<Browser> {
  return launch(findChromium(), args)
}

/** Browsers that are launched when they are first asked for, one for each way to launch them. */
export class SharedBrowsers {
  #browsers = new Map<() => Promise<Browser>, Promise<Browser>>()

  /** One that has crashed, or was closed, is launched anew. */
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

function launch(executablePath: string, args: readonly string[]): Promise<Browser> {
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
