/** A kiosk and a browser before it: the desk, as the tests of the screens use it. */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { type FieldName, fieldNames, fields } from '#domain/fields'
import { launchBrowser } from './chromium.ts'
import { formRequest, listeningKiosk } from './kiosk.ts'

export const laptop = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

interface DeskOptions {
  requireLogin?: boolean
  publicData?: 'completa' | 'minima'
  viewport?: typeof phone
  /** Registered before the page opens. */
  pilots?: object[]
}

export interface TestDesk {
  page: Page
  context: BrowserContext
  url: string
  port: number
  folder: string
  /** Stops the kiosk. */
  close: () => Promise<void>
}

/** A browser for all tests of a file; gives what opens a desk of one test's own. */
export function withBrowser(): (path?: string, options?: DeskOptions) => Promise<TestDesk> {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())
  return (path = '/', options = {}) => openDesk(browser, path, options)
}

/** An error on the page, or something that its policy forbids, fails the test. */
async function openDesk(browser: Browser, path: string, options: DeskOptions): Promise<TestDesk> {
  const { viewport = laptop, pilots = [], ...how } = options
  const kiosk = await listeningKiosk({ countryCode: '51', ...how })
  for (const pilot of pilots) await register(kiosk.url, pilot)
  const context = await browser.newContext({ viewport, baseURL: kiosk.url, locale: 'es-PE' })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  page.on('pageerror', (error) => {
    throw error
  })
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) throw new Error(message.text())
  })
  await page.goto(path)
  return { ...kiosk, page, context }
}

/** Registers a pilot over HTTP and gives its identifier. */
export async function register(url: string, draft: object): Promise<string> {
  const { headers, payload } = formRequest({ data_driver: draft })
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

/** The text that `aria-describedby` ties to a control. */
export function described(control: ReturnType<Page['getByLabel']>): Promise<string> {
  return control.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  )
}
