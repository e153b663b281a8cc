/** A kiosk and a browser before it: the desk, as the tests of the screens use it. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { test } from 'vitest'
import { type FieldName, fieldNames, fields } from '#domain/pilot/fields'
import { hashPassword } from '../../server/access/passwords.ts'
import { openStores as openStore } from '../../server/store/open.ts'
import { launchBrowser, SharedBrowsers } from './chromium.ts'
import { diagnostics } from './diagnostics.ts'
import { formRequest, startTestServer } from './server.ts'

export const laptop = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

interface PageOptions {
  /** Its data, where it is not in a folder of its own: of a database too. */
  folder?: string
  /** Named where a kiosk will be opened on it again. */
  port?: number
  requireLogin?: boolean
  publicData?: 'completa' | 'minima'
  viewport?: typeof phone
  /** Whether it has a screen that is touched. */
  hasTouch?: boolean
  /** What the pages may do unasked, as the browser calls it. */
  permissions?: string[]
  /** Between two automatic backups, in milliseconds. */
  backupEvery?: number
  /** Registered before the page opens. */
  pilots?: object[]
  /** Whether the errors that the kiosk reports are part of the test. */
  expectsErrors?: boolean
}

export interface TestPage {
  page: Page
  context: BrowserContext
  url: string
  port: number
  folder: string
  /** Stops the kiosk. */
  close: () => Promise<void>
}

/** The page of a test that has something to do before it opens one of the kiosk's. */
export const blank = 'about:blank'

/**
 * Gives what opens a desk of one test's own. The browser is shared by all files that run in the same worker, and each
 * desk has a context of its own, which shares nothing with others.
 */
export function withBrowser(
  launch: () => Promise<Browser> = launchBrowser,
): (path?: string, options?: PageOptions) => Promise<TestPage> {
  let browser: Browser
  worker.beforeAll(async ({ browsers }) => {
    browser = await browsers.get(launch)
  })
  return (path = blank, options = {}) => openPage(browser, path, options)
}

/** The browsers of a worker, which are closed with it. */
const worker = test.extend<{ $worker: { browsers: SharedBrowsers } }>({
  browsers: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the pattern to learn what a fixture needs
    async ({}, use) => {
      const browsers = new SharedBrowsers()
      await use(browsers)
      await browsers.close()
    },
    { scope: 'worker' },
  ],
})

async function openPage(browser: Browser, path: string, options: PageOptions): Promise<TestPage> {
  const { viewport = laptop, hasTouch, permissions, pilots = [], ...how } = options
  const server = await startTestServer({ countryCode: '51', ...how })
  for (const pilot of pilots) await register(server.url, pilot)
  const page = await newPage(browser, server.url, path, { viewport, hasTouch, permissions })
  return { ...server, page, context: page.context() }
}

/** Another browser before the same kiosk: it shares nothing with the first. */
export function openElsewhere({ page, url }: TestPage, path: string, viewport = laptop): Promise<Page> {
  const browser = page.context().browser()
  if (!browser) throw new Error('The page has no browser')
  return newPage(browser, url, path, { viewport })
}

async function newPage(
  browser: Browser,
  url: string,
  path: string,
  options: Pick<BrowserContextOptions, 'viewport' | 'hasTouch' | 'permissions'>,
): Promise<Page> {
  const context = await browser.newContext({ ...options, baseURL: url, locale: 'es-PE' })
  await diagnostics().watch(context)
  const page = await context.newPage()
  await page.goto(path)
  return page
}

/** Signs in with the password that `addAccount` gives, from the sign-in. */
export async function signIn(page: Page, user: string): Promise<void> {
  await page.getByLabel('Usuario').fill(user)
  await page.getByLabel('Contraseña').fill(`la clave de ${user}`)
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await page.getByRole('button', { name: 'Salir' }).waitFor()
}

/** The account of somebody at the desk. */
export async function addAccount(folder: string, user: string): Promise<void> {
  const opened = await openStore(folder)
  await opened.accounts.put({ user, password: await hashPassword(`la clave de ${user}`) })
  await opened.close()
}

/** Registers a pilot over HTTP and gives its identifier. */
export function register(url: string, draft: object, picture?: Buffer): Promise<string> {
  return send(url, { data_driver: draft, ...(picture && { _img: picture }) })
}

/** Changes a pilot over HTTP, as somebody else would. */
export async function update(url: string, id: string, draft: object): Promise<void> {
  await send(url, { id_driver: id, data_driver: draft })
}

async function send(url: string, parts: Record<string, string | object>): Promise<string> {
  const { headers, payload } = formRequest(parts)
  const response = await fetch(`${url}/api`, {
    method: 'POST',
    headers: headers as never,
    body: new Uint8Array(payload as Buffer),
  })
  const { data } = (await response.json()) as { data: { id_driver: string }[] }
  return String(data[0]?.id_driver)
}

/** Types a pilot into the form. */
export async function fill(page: Page, values: Partial<Record<FieldName, string | number>>): Promise<void> {
  for (const name of fieldNames) {
    const value = values[name]
    if (value === undefined) continue
    const control = page.getByLabel(fields[name].label, { exact: true })
    if (fields[name].control === 'select') await control.selectOption(String(value))
    else await control.fill(String(value))
  }
}

/** Chooses a picture in the form, and uses it as it is framed at first. */
export async function choosePhoto(page: Page, buffer: Buffer): Promise<void> {
  await page
    .getByLabel('Foto', { exact: true })
    .setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer })
  await page.getByRole('button', { name: 'Usar foto' }).click()
  await page.getByAltText('Foto elegida').waitFor()
}

/** The text that `aria-describedby` ties to a control. */
export function described(control: ReturnType<Page['getByLabel']>): Promise<string> {
  return control.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  )
}
