/** Tests the credential that the server renders, without scripts and with the application on top, in a real Chromium. */
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openStores as openRemote } from '../../../server/store/open.ts'
import { holdBack } from '../../support/held-requests.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { chooseFromMenu } from '../../support/menu.ts'
import { addAccount, blank, pageOpener, phone, register, signIn, type TestPage } from '../../support/page.ts'
import { aDraft, aPicture } from '../../support/pilots.ts'

const openPage = pageOpener()

/** Opens a page of the same server in a context with other options. */
async function pageIn({ page, url }: TestPage, options: BrowserContextOptions): Promise<Page> {
  const browser = page.context().browser()
  const context = await browser?.newContext({ baseURL: url, locale: 'es-PE', viewport: phone, ...options })
  if (!context) throw new Error('The page has no browser')
  onTestFinished(() => context.close())
  return context.newPage()
}

describe('a scan without a session', () => {
  const open = async (pilot = aDraft(), picture?: Buffer) => {
    const opened = await openPage(blank, { requireLogin: true, viewport: phone })
    const remote = await openRemote(opened.folder)
    const photo = picture && (await remote.photos.save(picture))
    const { id } = await remote.pilots.register(pilot, photo)
    return { ...opened, remote, id, path: `/credencial/${id}` }
  }

  test('shows the name, the status, the photo and the QR in a browser without scripts, and prints on one page', async () => {
    const opened = await open(aDraft({ participacion: 'Debutante' }), await aPicture('jpeg', 40, 30))
    const page = await pageIn(opened, { javaScriptEnabled: false })
    await page.goto(opened.path)
    await page.getByRole('heading', { name: 'Íñigo Núñez Peña' }).waitFor()
    expect(await page.title()).toBe('Íñigo Núñez Peña · Credencial')
    await page.getByText(`VIGENTE hasta 31/12/${new Date().getFullYear()}`).waitFor()
    for (const name of ['Foto de Íñigo Núñez Peña', 'Código QR de esta credencial']) {
      const picture = page.getByRole('img', { name })
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0)
      const { width = 0, height } = (await picture.boundingBox()) ?? {}
      expect(width).toBe(height)
    }
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)

    await opened.remote.pilots.revoke(opened.id)
    await page.reload()
    await page.getByRole('heading', { name: 'CREDENCIAL ANULADA' }).waitFor()
    await page.goto('/credencial/0000000000ZZ')
    await page.getByText('No existe un piloto con este identificador').waitFor()
    await page.goto('/credencial/corto')
    await page.getByText('No existe un piloto con este identificador').waitFor()
  })

  test('loads one small script, breaks no rule of axe-core, and has the colours of the dark scheme', async () => {
    const opened = await open(aDraft({ club: 'Unión'.repeat(20) }))
    const { page, path } = opened
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await page.goto(path)
    await page.getByRole('heading', { name: 'Íñigo Núñez Peña' }).waitFor()
    expect(requests.filter((one) => /\.(js|css)$/.test(one))).toEqual([
      expect.stringMatching(/^\/assets\/follow-/),
    ])
    await expectAccessibleLayout(page, 'a public credential')
    await page.goto('/credencial/0000000000ZZ')
    await page.getByText('No existe un piloto con este identificador').waitFor()
    await expectAccessibleLayout(page, 'a public page of an unknown code')
    const colours = async (colorScheme: 'light' | 'dark') => {
      await page.emulateMedia({ colorScheme })
      return page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
    }
    expect([await colours('light'), await colours('dark')]).toEqual(['rgb(238, 241, 245)', 'rgb(12, 16, 22)'])
  })

  test('is up to date when a phone shows it again, but stays while the server is away', async () => {
    const { page, remote, id, path, close } = await open()
    await page.goto(path)
    await page.getByRole('heading', { name: 'Íñigo Núñez Peña' }).waitFor()
    await remote.pilots.revoke(id)
    const showAgain = () =>
      page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await showAgain()
    await page.getByRole('heading', { name: 'CREDENCIAL ANULADA' }).waitFor()
    await remote.close()
    await close()
    const failed = page.waitForEvent('requestfailed')
    await showAgain()
    await failed
    expect(await page.getByRole('heading', { name: 'CREDENCIAL ANULADA' }).isVisible()).toBe(true)
  })

  test('of a revoked code has the time of the phone, wherever the server is', async () => {
    const opened = await open()
    await opened.remote.pilots.revoke(opened.id)
    const page = await pageIn(opened, { timezoneId: 'Asia/Tokyo' })
    await page.goto(opened.path)
    const time = page.locator('time')
    const at = new Date(String(await time.getAttribute('datetime')))
    const shown = at.toLocaleString('es-PE', {
      timeZone: 'Asia/Tokyo',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    await expect.poll(() => time.textContent()).toContain(shown)
  })
})

describe('for staff, the application on top of the HTML', () => {
  /** Opens a credential while its scripts are held back, and returns what differs once the application has started. */
  async function started(page: Page, path: string) {
    const messages: string[] = []
    const requests: string[] = []
    page.on('console', (message) => messages.push(message.text()))
    page.on('request', (request) =>
      requests.push(new URL(request.url()).search || new URL(request.url()).pathname),
    )
    const { arrived, release } = await holdBack(page, '**/main-*.js')
    await page.goto(path, { waitUntil: 'commit' })
    await arrived
    // The browser shows nothing before the stylesheet has arrived, which may be later than the page.
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    const elements = await page.getByRole('main').locator('h1, img, svg, p, dd').elementHandles()
    const heading = page.getByRole('heading', { level: 1 })
    const before = await heading.boundingBox()
    release()
    return {
      messages,
      requests,
      count: elements.length,
      /** Returns the elements that are no longer in the page, and the movement of the heading. */
      async changes() {
        const gone = await Promise.all(
          elements.map((element) => element.evaluate((node) => !node.isConnected)),
        )
        const after = await heading.boundingBox()
        return {
          gone: gone.filter(Boolean).length,
          hasMoved: after?.x !== before?.x || after?.y !== before?.y,
        }
      },
    }
  }

  async function expectUnchanged(page: Page, path: string) {
    const { changes, messages, requests, count } = await started(page, path)
    await chooseFromMenu(page, 'Historial de cambios')
    await page.getByRole('dialog').getByText('Registrado').waitFor()
    expect(await changes()).toEqual({ gone: 0, hasMoved: false })
    expect(count).toBeGreaterThan(10)
    expect(messages).toEqual([])
    expect(requests.filter((path) => path.includes('list=') || path.includes('session'))).toEqual([])
  }

  test('keeps every element, asks for no data again, and warns of nothing', async () => {
    const { page, url } = await openPage(blank, { viewport: phone })
    const id = await register(url, aDraft(), await aPicture('jpeg', 40, 30))
    await expectUnchanged(page, `/credencial/${id}`)
  })

  test('does so with an account, too, which the sign-in has led back to the credential', async () => {
    const { page, folder } = await openPage(blank, { requireLogin: true, viewport: phone })
    await addAccount(folder, 'marta')
    const remote = await openRemote(folder)
    const { id } = await remote.pilots.register(
      aDraft(),
      await remote.photos.save(await aPicture('jpeg', 40, 30)),
    )
    const path = `/credencial/${id}`
    await page.goto(path)
    await page.getByRole('link', { name: 'Ingresar' }).click()
    await signIn(page, 'marta')
    await page.waitForURL(`**${path}`)
    await page.getByRole('button', { name: 'Más', exact: true }).waitFor()
    await expectUnchanged(page, path)
  })

  test('offers the account of a gate to record an entry', async () => {
    const opened = await openPage(blank, { requireLogin: true, viewport: phone })
    await addAccount(opened.folder, 'paco', undefined, 'puerta')
    const remote = await openRemote(opened.folder)
    const { id } = await remote.pilots.register(aDraft())
    const { url } = opened
    const data = { user: 'paco', password: 'la clave de paco' }
    const signedIn = await opened.context.request.post('/api/session', { data, headers: { origin: url } })
    expect(signedIn.status()).toBe(200)
    const { changes, messages } = await started(opened.page, `/credencial/${id}`)
    await opened.page.getByRole('link', { name: 'Elegir la puerta para registrar entradas' }).waitFor()
    expect(await changes()).toEqual({ gone: 0, hasMoved: false })
    expect(messages).toEqual([])
    expect(await opened.page.getByText('987654321').count()).toBe(0)
  })

  test('shows a placeholder for a photo that failed to load before it started', async () => {
    const { page, url } = await openPage(blank, { viewport: phone })
    const id = await register(url, aDraft(), await aPicture('jpeg', 40, 30))
    await page.route('**/files/*', (route) => route.fulfill({ status: 404 }))
    const { arrived, release } = await holdBack(page, '**/main-*.js')
    const failed = page.waitForResponse('**/files/*')
    await page.goto(`/credencial/${id}`, { waitUntil: 'commit' })
    await Promise.all([arrived, failed])
    release()
    await page.getByRole('img', { name: 'Sin foto' }).waitFor()
  })
})
