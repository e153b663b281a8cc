/** Opens pages of a server in a browser, and works with them as the staff does. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { onTestFinished, test } from 'vitest'
import type { Installation } from '#domain/desk/installation'
import { type FieldName, fieldNames, fields } from '#domain/pilots/fields'
import type { Role } from '#domain/staff/roles'
import type { PrintSystem } from '../../server/credential/print/print-system.ts'
import type { Interfaces } from '../../server/network/phone-networks.ts'
import { openStores as openStore } from '../../server/store/open.ts'
import { hashOf } from './accounts.ts'
import { launchBrowser, SharedBrowsers } from './chromium.ts'
import { ContextPool } from './context-pool.ts'
import { diagnostics, prepare } from './diagnostics.ts'
import { onOwnPort } from './port.ts'
import { formRequest, startTestServer } from './server.ts'
import { withSlowAnswers } from './slow-answers.ts'

export const laptop = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

interface PageOptions {
  /** The data folder, or the address of a database. By default a new folder. */
  folder?: string
  /** The port, if another server will use it again. By default the port of this worker. */
  port?: number
  requireLogin?: boolean
  /** The trusted proxies, whose `X-Forwarded-For` tells the devices apart. */
  trustProxy?: string[]
  /** The option `--country-code`: by default that of Peru, and none if it is given as undefined. */
  countryCode?: string
  publicData?: 'completa' | 'minima'
  /** The printers of the laptop. By default those that the machine has. */
  printSystem?: PrintSystem
  /** How the program seems to be installed. By default as a clone. */
  installation?: Installation
  /** Returns the network adapters of the laptop, instead of an address that is given. */
  interfaces?: () => Interfaces
  viewport?: typeof phone
  /** True if the device has a touchscreen. */
  hasTouch?: boolean
  /** The permissions that the pages have from the start, by their names in the browser. */
  permissions?: string[]
  /** The interval between two automatic backups, in milliseconds. */
  backupEvery?: number
  /** Drafts of the pilots to register before the page opens. */
  pilots?: object[]
  /** True if the errors that the server reports are part of the test. */
  expectsErrors?: boolean
}

export interface TestPage {
  page: Page
  context: BrowserContext
  url: string
  port: number
  folder: string
  /** Stops the server. */
  close: () => Promise<void>
}

/**
 * The path for a test that has something to do before it opens a page of the server. It is an address of the server
 * without a file: the next page of the server then needs no other process.
 */
export const blank = '/assets/none'

/**
 * Returns a function that opens a page, with a new server for each call. All files that run in the same worker share
 * the browser. Each call uses an empty browser context, which shares nothing with others.
 */
export function pageOpener(
  launch: () => Promise<Browser> = launchBrowser,
): (path?: string, options?: PageOptions) => Promise<TestPage> {
  let browser: Browser
  worker.beforeAll(async ({ browsers }) => {
    browser = await browsers.get(launch)
  })
  return (path = blank, options = {}) => openPage(browser, path, options)
}

/** The browsers of a worker. They are closed when it ends. */
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
  const server = await withSlowAnswers(() => startPageServer(how))
  for (const pilot of pilots) await register(server.url, pilot)
  const page = await newPage(browser, server.url, path, { viewport, hasTouch, permissions })
  return { ...server, page, context: page.context() }
}

/** The port of the servers of this worker's tests: pages of one origin share their compiled scripts. */
let sharedPort: number | undefined
let isPortTaken = false

/** Starts a server on the port of this worker, unless a test asks for another one or has a server there already. */
async function startPageServer(options: Parameters<typeof startTestServer>[0] = {}) {
  const start = (port: number) => startTestServer({ countryCode: '51', ...options, port })
  if (options.port !== undefined || isPortTaken) return start(options.port ?? 0)
  isPortTaken = true
  // Registered before the server, so it happens after the server has closed.
  onTestFinished(() => {
    isPortTaken = false
  })
  const server = await onOwnPort(start, sharedPort)
  sharedPort = server.port
  return server
}

/** Opens a page of the same server in another browser context, which shares nothing with the first. */
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
  const { context, openPage, end } = await takeContext(browser, { ...options, baseURL: url, locale: 'es-PE' })
  diagnostics().record(context, end)
  return openPage(path)
}

/** Makes the requests of a page count as those of a phone: the test server listens on loopback only. */
export function asLan(page: Page): Promise<void> {
  return page.setExtraHTTPHeaders({ 'x-forwarded-for': '192.168.1.77' })
}

const pools = new WeakMap<Browser, ContextPool>()

/** Returns an empty context. Those of the worker's port are used again. */
async function takeContext(browser: Browser, options: BrowserContextOptions & { baseURL: string }) {
  if (new URL(options.baseURL).port === String(sharedPort)) {
    const pool = pools.get(browser) ?? new ContextPool(browser, prepare)
    pools.set(browser, pool)
    return pool.take(options)
  }
  const context = await browser.newContext(options)
  await prepare(context)
  const openPage = async (path: string) => {
    const page = await context.newPage()
    await page.goto(path)
    return page
  }
  return { context, openPage, end: () => context.close() }
}

/** Signs in on the sign-in page, with the password that `addAccount` sets. */
export async function signIn(page: Page, user: string): Promise<void> {
  await page.getByLabel('Usuario').fill(user)
  await page.getByLabel('Contraseña').fill(`la clave de ${user}`)
  await page.getByRole('button', { name: 'Ingresar' }).click()
  // A phone has it behind the other button.
  await page
    .getByRole('button', { name: /^(Salir|Más pantallas)$/ })
    .first()
    .waitFor()
}

/** Adds an account to a store, or replaces its password: by default, `la clave de ` followed by the user's name. */
export async function addAccount(
  folder: string,
  user: string,
  password = `la clave de ${user}`,
  role?: Role,
): Promise<void> {
  const opened = await openStore(folder)
  await opened.accounts.put({ user, password: hashOf(password), ...(role && { role }) })
  await opened.close()
}

/** Registers a pilot over HTTP and returns its identifier. */
export function register(url: string, draft: object, picture?: Buffer): Promise<string> {
  return send(url, { data_driver: draft, ...(picture && { _img: picture }) })
}

/** Registers many pilots over HTTP in one request. */
export async function registerAll(url: string, drafts: object[], query = ''): Promise<void> {
  const headers = { 'content-type': 'application/octet-stream', 'sec-fetch-site': 'same-origin' }
  const init = { method: 'POST', headers, body: JSON.stringify(drafts) }
  const response = await fetch(`${url}/api/import${query}`, init)
  if (!response.ok) throw new Error(await response.text())
}

/** Updates a pilot over HTTP, outside of the page. */
export async function update(url: string, id: string, draft: object, picture?: Buffer): Promise<void> {
  await send(url, { id_driver: id, data_driver: draft, ...(picture && { _img: picture }) })
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

/**
 * Fills in the form with the given values: the first one as a person does, once the form is ready, and the others in
 * one step of the page. Otherwise the page would be painted after each of them, which takes as long as loading it.
 */
export async function fill(
  page: Page,
  values: Partial<Record<FieldName, string | number | null>>,
): Promise<void> {
  const entries = fieldNames.flatMap((name) => {
    const value = values[name]
    return value === undefined ? [] : [{ label: fields[name].label, value: String(value), name }]
  })
  const [first, ...others] = entries
  if (!first) return
  const control = page.getByLabel(first.label, { exact: true })
  if (fields[first.name].control === 'select') await control.selectOption(first.value)
  else await control.fill(first.value)
  await page.evaluate(fillNow, others)
}

/** Runs in the page: enters each value into the control with that label, and reports it as typing does. */
async function fillNow(entries: { label: string; value: string }[]): Promise<void> {
  const labels = [...document.querySelectorAll('label')]
  for (const { label, value } of entries) {
    const control = labels.find(({ textContent }) => textContent.trim() === label)?.control
    if (!control || control.matches(':disabled, [readonly]')) throw new Error(`No field takes ${label}`)
    control.focus()
    // React listens for a change of the property that only the setter of the prototype makes.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
    if ((control as HTMLInputElement).value !== value) throw new Error(`${label} does not take ${value}`)
    for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
    await Promise.resolve()
  }
}

/** Opens another screen as a link does: without another load of the page, which costs computing time. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** Chooses a picture in the form and accepts the initial crop. */
export async function choosePhoto(page: Page, buffer: Buffer): Promise<void> {
  await page
    .getByLabel('Foto', { exact: true })
    .setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer })
  await page.getByRole('button', { name: 'Usar foto' }).click()
  await page.getByAltText('Foto elegida').waitFor()
}

/** Returns the control of a field of the form, by its label. */
export function labelled(page: Page, name: FieldName) {
  return page.getByLabel(fields[name].label, { exact: true })
}

/** Is true of the element that has the focus. */
export const isFocused = (element: Element) => element === document.activeElement

/** Returns true if the control of a field of the form has the focus. */
export function hasFocus(page: Page, name: FieldName): Promise<boolean> {
  return labelled(page, name).evaluate(isFocused)
}

/** Returns the number of riders of a server. */
export async function countOf(url: string): Promise<number> {
  return ((await (await fetch(`${url}/api?list=all`)).json()) as { total: number }).total
}

/** Returns the text of the elements that a control's `aria-describedby` refers to. */
export function described(control: ReturnType<Page['getByLabel']>): Promise<string> {
  return control.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  )
}
