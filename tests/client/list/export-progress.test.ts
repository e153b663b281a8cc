/** Tests of what the export dialog shows while a large file is on its way. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { readTable } from '../../../server/spreadsheets/read.ts'
import { pageOpener, phone } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'

const openPage = pageOpener()

declare global {
  /** Lets the rest of an export pass, or cuts it off. */
  var settleExport: (isCut: boolean) => void
}

/** Lets the first half of the bytes of each export pass, and holds the rest until `settleExport` is called. */
async function holdHalfOfExports(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const original = window.fetch
    window.fetch = async (input, init) => {
      const response = await original(input, init)
      if (!String(input).startsWith('/api/export')) return response
      const bytes = new Uint8Array(await response.arrayBuffer())
      const half = bytes.length / 2
      const body = new ReadableStream({
        async start(controller) {
          controller.enqueue(bytes.slice(0, half))
          init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason))
          const isCut = await new Promise<boolean>((resolve) => {
            globalThis.settleExport = resolve
          })
          if (isCut) return controller.error(new TypeError('network error'))
          controller.enqueue(bytes.slice(half))
          controller.close()
        },
      })
      return new Response(body, { headers: response.headers })
    }
  })
}

const settle = (page: Page, isCut: boolean) => page.evaluate((cut) => globalThis.settleExport(cut), isCut)

test('a large export shows how much is written, can be cancelled, and is saved only when it is complete', async () => {
  const { page, url } = await openPage('/')
  const pilots = Array.from({ length: 2500 }, () => aDraft())
  const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/octet-stream' }
  const imported = await fetch(`${url}/api/import`, { method: 'POST', headers, body: JSON.stringify(pilots) })
  expect(imported.status).toBe(200)
  await holdHalfOfExports(page)
  await page.reload()
  let downloads = 0
  page.on('download', () => {
    downloads += 1
  })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/export')) asked.push(request.url())
  })
  await page.getByRole('button', { name: 'Exportar' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await page.setViewportSize(phone)
  const bar = dialog.getByRole('progressbar', { name: 'Archivo' })
  const numbers = dialog.getByText(/^[\d.]+ de 2\.500 pilotos$/)

  await dialog.getByRole('button', { name: 'JSON' }).click()
  await numbers.waitFor()
  const [, done] = /^([\d.]+) de/.exec((await numbers.textContent()) ?? '') ?? []
  const written = Number(done?.replace('.', ''))
  expect(written).toBeGreaterThan(0)
  expect(written).toBeLessThan(2500)
  expect(await bar.evaluate((one: HTMLProgressElement) => [one.value, one.max])).toEqual([written, 2500])
  await dialog.getByText('Preparando JSON…').waitFor()
  // A second click starts no second export, and the button does not look as if it did.
  const csv = dialog.getByRole('button', { name: 'CSV (para Excel)' })
  await csv.click({ force: true })
  expect(await csv.evaluate((one) => getComputedStyle(one).cursor)).toBe('default')
  const tooWide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
  expect(tooWide).toBe(0)

  await settle(page, true)
  await dialog.getByRole('alert').waitFor()
  expect(await bar.count()).toBe(0)
  await dialog.getByRole('button', { name: 'CSV sin formato' }).click()
  await numbers.waitFor()
  expect(await dialog.getByRole('alert').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await bar.waitFor({ state: 'detached' })
  expect(await dialog.getByRole('status').textContent()).toBe('')
  expect([downloads, asked.length]).toEqual([0, 2])

  await dialog.getByRole('button', { name: 'Excel', exact: false }).first().click()
  await numbers.waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), settle(page, false)])
  const chunks = await (await download.createReadStream()).toArray()
  const { rows } = await readTable(Buffer.concat(chunks))
  expect([...rows]).toHaveLength(2500)
  await dialog.getByText(`Se descargó ${download.suggestedFilename()}`).waitFor()
  expect(downloads).toBe(1)
})
