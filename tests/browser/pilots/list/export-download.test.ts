/** Tests of what the export dialog shows while a file is on its way, and when its connection breaks. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { chooseFromMenu } from '../../../support/menu.ts'
import { pageOpener, phone } from '../../../support/page.ts'
import { aDraft } from '../../../support/pilots.ts'

const openPage = pageOpener()

const content = Buffer.alloc(200_000, 'x')

/** Serves the first half of `content`, and holds the rest of each answer. */
async function halvingServer() {
  const held: ServerResponse[] = []
  const server = createServer((_request, response) => {
    response.writeHead(200, {
      'content-length': content.length,
      'content-disposition': 'attachment; filename="pilotos.json"',
    })
    response.write(content.subarray(0, content.length / 2))
    held.push(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { held, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

test('an export can be cancelled, a broken connection is a failure, and a file is saved only when it is complete', async () => {
  const { page } = await openPage('/', { pilots: [aDraft()] })
  const { held, url } = await halvingServer()
  await page.route('**/api/export*', (route) => route.continue({ url }))
  let downloads = 0
  page.on('download', () => {
    downloads += 1
  })
  await chooseFromMenu(page, 'Exportar')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await page.setViewportSize(phone)
  const status = dialog.getByRole('status')
  const half = dialog.getByText('Preparando JSON… 100 KB')

  await dialog.getByRole('button', { name: 'JSON' }).click()
  await half.waitFor()
  // A second click starts no second export, and the button does not look as if it did.
  const csv = dialog.getByRole('button', { name: 'CSV (para Excel)' })
  await csv.click({ force: true })
  expect(await csv.evaluate((one) => getComputedStyle(one).cursor)).toBe('default')
  const tooWide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
  expect(tooWide).toBe(0)

  held[0]?.destroy()
  await dialog.getByRole('alert').filter({ hasText: 'El kiosco no responde' }).waitFor()
  await dialog.getByRole('button', { name: 'JSON' }).click()
  await half.waitFor()
  expect(await dialog.getByRole('alert').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await half.waitFor({ state: 'detached' })
  expect([await status.textContent(), downloads, held.length]).toEqual(['', 0, 2])

  await dialog.getByRole('button', { name: 'JSON' }).click()
  await half.waitFor()
  const waiting = page.waitForEvent('download')
  held[2]?.end(content.subarray(content.length / 2))
  const chunks = await (await (await waiting).createReadStream()).toArray()
  expect(Buffer.concat(chunks)).toEqual(content)
  await dialog.getByText('Se descargó pilotos.json').waitFor()
  expect(downloads).toBe(1)
})
