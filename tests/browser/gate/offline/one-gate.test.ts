/** Tests of what a gate knows by itself: its time, its scans in all tabs, and what its browser deletes. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays, today } from '#domain/text/date'
import { changeTerms, openGate, passageRecords, reconnect, word } from '../../../support/gate.ts'
import { heldPilots } from '../../../support/gate-database.ts'
import { expectAccessibleLayout } from '../../../support/looks.ts'
import { blank, pageOpener, phone, register } from '../../../support/page.ts'
import { fixDate } from '../../../support/page-time.ts'
import { aDraft } from '../../../support/pilots.ts'
import { scan } from '../../../support/scanner.ts'
import { startTestServer } from '../../../support/server.ts'

const openPage = pageOpener()

const away = (page: Page) => page.getByText('Sin conexión con la laptop')
const day = 24 * 60 * 60 * 1000

/** Opens a gate of a server with two riders, which another server can replace at its port. */
async function openReplaceable() {
  const opened = await openPage(blank, { viewport: phone })
  const { page, url, folder, port } = opened
  const ids = [
    await register(url, aDraft({ npiloto: '1' })),
    await register(url, aDraft({ npiloto: '2' })),
  ] as const
  await openGate(page)
  await expect.poll(() => heldPilots(page)).toBe(2)
  return { ...opened, ids, restart: () => startTestServer({ folder, port }) }
}

/** Deletes what the origin of a page has stored, as a browser does that lacks space. */
async function deleteStorage(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb,local_storage' })
  await session.detach()
}

test.each([
  ['back', -2 * day],
  ['ahead', 400 * day],
])('a telephone whose clock is set %s lets a rider pass once, on the day of the laptop', async (_, shift) => {
  const { page, url, ids, close, restart } = await openReplaceable()
  await changeTerms(url, ids[1], { until: addDays(today(), 1) })
  await close()
  await away(page).waitFor()
  await scan(page, ids[0])
  await word(page, 'PASE').waitFor()
  await fixDate(page, Date.now() + shift)
  await scan(page, ids[1])
  await word(page, 'PASE').waitFor()
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await scan(page, ids[0])
  await word(page, /YA ENTRÓ|PASE/).waitFor()
  // The same scan, or a second one: never another passage.
  expect(await page.getByText('Número 1', { exact: true }).count()).toBe(1)
  const start = Date.now()
  await restart()
  await reconnect(page)
  await page.getByText('Enviadas').waitFor()
  const records = await passageRecords(url)
  for (const { at, result } of records) {
    expect(Math.abs(Date.parse(at) - start)).toBeLessThan(60_000)
    expect(result).not.toBe('expired')
  }
  expect(records.filter(({ scanned, result }) => scanned === ids[0] && result === 'pass')).toHaveLength(1)
})

test('two tabs of a telephone are one gate: who has passed in one passes in none once more, with and without the server', async () => {
  const { page, context, ids, close } = await openReplaceable()
  const other = await context.newPage()
  await openGate(other)
  // A hidden page hears nothing of the server.
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await scan(other, ids[0])
  await word(other, 'PASE').waitFor()
  await close()
  await away(other).waitFor()
  await scan(other, ids[1])
  await word(other, 'PASE').waitFor()
  await page.bringToFront()
  await page.evaluate(() => {
    Reflect.deleteProperty(document, 'visibilityState')
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await page.getByRole('button', { name: 'Salida' }).waitFor()
  for (const [index, id] of ids.entries()) {
    await scan(page, id)
    await page.getByText(`Número ${index + 1}`, { exact: true }).waitFor()
    await page.getByText(/Es la misma lectura|hace \d+ s, en esta puerta/).waitFor()
    await page.getByRole('button', { name: 'Siguiente' }).click()
  }
})

test('a gate whose browser deletes its storage sends what it knows, and says that the browser may do so', async () => {
  const { page, url, ids, close, restart } = await openReplaceable()
  await close()
  await away(page).waitFor()
  await scan(page, ids[0])
  await word(page, 'PASE').waitFor()
  await page.getByText('Este navegador puede borrar lo guardado').waitFor()
  await expectAccessibleLayout(page, 'a gate whose browser may delete its scans')
  await deleteStorage(page)
  await scan(page, ids[1])
  await word(page, 'PASE').waitFor()
  await page.getByText('· 2 lecturas por enviar').waitFor()
  // They are stored once more.
  await expect
    .poll(() =>
      page.evaluate(async () => (await indexedDB.databases()).map(({ name, version }) => [name, version])),
    )
    .toEqual([['pilotos-gate', 2]])
  expect(await heldPilots(page)).toBe(2)
  await restart()
  await reconnect(page)
  await page.getByText('Enviadas').waitFor()
  expect((await passageRecords(url)).map(({ scanned }) => scanned).sort()).toEqual([...ids].sort())
})

test('a gate says what its browser has deleted while no page was open', async () => {
  const { page, ids, close, restart } = await openReplaceable()
  await close()
  await away(page).waitFor()
  await scan(page, ids[0])
  await page.getByText('· 1 lectura por enviar').waitFor()
  page.on('dialog', (dialog) => void dialog.accept())
  const origin = new URL(page.url()).origin
  await page.goto('about:blank')
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' })
  await restart()
  // Some versions of Chromium would delete the `sessionStorage` with it.
  await page.goto(origin + blank)
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${origin}/puerta`)
  await page.getByText('1 lectura por enviar puede haberse perdido. Avise a la mesa').waitFor()
  await expectAccessibleLayout(page, 'a gate whose browser has deleted its scans')
  expect(await page.getByText('Enviadas').count()).toBe(0)
})
