/** Tests in a real Chromium of a phone that becomes a gate over https, whose certificate it does not trust. */

import { createHash, X509Certificate } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { qrPng } from '../../../server/qr/qr.ts'
import { film } from '../../support/camera.ts'
import { launchBrowser } from '../../support/chromium.ts'
import { passageRecords } from '../../support/gate.ts'
import { expectAccessibleLayout } from '../../support/looks.ts'
import { addAccount, phone, register, signIn } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'
import { scan } from '../../support/scanner.ts'
import { orderHeaders } from '../../support/sent-orders.ts'
import { startTestServer } from '../../support/server.ts'

test('the code of the desk leads over a page with two pictures to https, where the camera of the gate reads by itself', async () => {
  const { url, folder, secureUrl = '' } = await startTestServer({ securePort: 0 })
  const id = await register(url, aDraft({ name: 'Ana' }))
  const browser = await launchBrowser([
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
  ])
  onTestFinished(() => browser.close())
  const code = async () => {
    const headers = { ...orderHeaders(), 'content-type': 'application/json', origin: url }
    const body = JSON.stringify({ gate: 'Puerta principal' })
    const made = await fetch(`${url}/api/gate/pairings`, { method: 'POST', headers, body })
    const { data } = (await made.json()) as { data: [{ url: string }] }
    return new URL(data[0].url)
  }
  const open = async (address: string, ignoreHTTPSErrors: boolean) => {
    const context = await browser.newContext({ viewport: phone, hasTouch: true, ignoreHTTPSErrors })
    const page = await context.newPage()
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': '192.168.1.77' })
    // The test server listens on loopback, which browsers trust without https.
    await page.addInitScript(() => {
      if (location.protocol === 'http:') Object.defineProperty(window, 'isSecureContext', { value: false })
    })
    await page.goto(address)
    return page
  }

  const shown = await code()
  // The QR is one of the http address, as those of credentials.
  expect(shown.origin).toBe('http://192.168.1.20:4780')
  const page = await open(`${url}/puerta${shown.hash}`, true)
  const link = page.getByRole('link', { name: 'Abrir la página segura' })
  await link.waitFor()
  expect(new URL(page.url()).hash).toBe('')
  await expectAccessibleLayout(page, 'the page before the secure address of a gate')
  const target = new URL((await link.getAttribute('href')) ?? '')
  expect(target.origin).toBe(secureUrl)
  target.hostname = '127.0.0.1'
  await expect(open(target.href, false)).rejects.toThrow('ERR_CERT_AUTHORITY_INVALID')

  await page.goto(target.href)
  await page.getByRole('button', { name: 'Empezar' }).waitFor()
  expect(new URL(page.url()).hash).toBe('')
  const picture = sharp(qrPng(`http://192.168.1.20:4780/credencial/${id}`, 512)).toColourspace('srgb')
  await film(page, await picture.png().toBuffer())
  await page.getByRole('button', { name: 'Empezar' }).click()
  await page.getByRole('heading', { level: 2, name: 'PASE' }).waitFor()
  expect((await passageRecords(url)).map(({ gate }) => gate)).toEqual(['Puerta principal'])

  // A person who declines is a gate all the same, and learns how the phone becomes one there.
  const other = await open(`${url}/puerta${(await code()).hash}`, true)
  await other.getByRole('button', { name: 'Seguir sin cámara en vivo' }).click()
  await other.getByText('pida en la mesa otro código, escanéelo y toque «Abrir la página segura».').waitFor()
  await other.getByRole('button', { name: 'Empezar' }).click()
  const [chooser] = await Promise.all([
    other.waitForEvent('filechooser'),
    other.getByRole('button', { name: 'Escanee para la entrada' }).tap(),
  ])
  expect(chooser.isMultiple()).toBe(false)
  await other.goto(new URL('/puerta', target).href)
  await other.getByText('Este equipo todavía no es una puerta.').waitFor()

  // So does a person with an account.
  await addAccount(folder, 'ana')
  const third = await open(`${url}/login`, true)
  await signIn(third, 'ana')
  await third.goto(`${url}/puerta`)
  expect(await third.getByRole('link', { name: 'la página segura' }).getAttribute('href')).toBe(
    `${secureUrl}/puerta`,
  )
})

test('without the laptop, a camera that was closed for the search, or while the page was hidden, reads again', async () => {
  const { url, secureUrl = '', close } = await startTestServer({ securePort: 0 })
  const id = await register(url, aDraft())
  const browser = await launchBrowser()
  onTestFinished(() => browser.close())
  // Chromium keeps no file of a page whose certificate it does not trust.
  const context = await browser.newContext({ viewport: phone, ignoreHTTPSErrors: true })
  const page = await context.newPage()
  await page.goto(`https://127.0.0.1:${new URL(secureUrl).port}/puerta`)
  await film(page, await sharp(qrPng(id, 512)).toColourspace('srgb').png().toBuffer())
  await page.getByRole('button', { name: 'Empezar' }).click()
  const next = page.getByRole('button', { name: 'Siguiente' })
  await next.click()
  await close()
  await page.getByText('Sin conexión con la laptop').waitFor()
  await page.getByRole('button', { name: 'Buscar' }).click()
  await page.getByRole('button', { name: 'Cámara' }).click()
  await next.click()
  for (const value of ['hidden', 'visible'])
    await page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, value)
  await next.click()
})

test('a gate whose kiosk has another certificate says that the page must be opened again, and keeps its scans', async () => {
  const { url, folder, secureUrl = '', port, close } = await startTestServer({ securePort: 0 })
  const id = await register(url, aDraft({ npiloto: '1' }))
  const { port: securePort } = new URL(secureUrl)
  const file = join(folder, 'certificate.pem')
  const key = new X509Certificate(await readFile(file)).publicKey.export({ type: 'spki', format: 'der' })
  const allowed = createHash('sha256').update(key).digest('base64')
  const browser = await launchBrowser([`--ignore-certificate-errors-spki-list=${allowed}`])
  onTestFinished(() => browser.close())
  const page = await browser.newPage({ baseURL: `https://127.0.0.1:${securePort}`, viewport: phone })
  await page.goto('/puerta')
  await page.getByRole('button', { name: 'Empezar' }).click()
  await close()
  await page.getByText('Sin conexión con la laptop').waitFor()
  await scan(page, id)
  await page.getByRole('heading', { level: 2, name: 'PASE' }).waitFor()
  await rm(file)
  await startTestServer({ folder, port, securePort: Number(securePort) })
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.getByRole('button', { name: 'Siguiente' }).click()
  const link = page.getByRole('link', { name: 'abra esta página otra vez' })
  // Another tab asks, so that this page stays.
  expect([await link.getAttribute('href'), await link.getAttribute('target')]).toEqual(['/puerta', '_blank'])
  await page.getByText('· 1 lectura por enviar').waitFor()
  await expectAccessibleLayout(page, 'a gate whose kiosk has another certificate')
})
