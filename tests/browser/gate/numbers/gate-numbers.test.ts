/** Tests the numbers of the gates on the list and on the page of a gate, in a real Chromium. */
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { openStores } from '../../../../server/store/open.ts'
import { enter } from '../../../support/events.ts'
import { changeGates, openGate, sendScans } from '../../../support/gate.ts'
import { expectAccessibleLayout } from '../../../support/looks.ts'
import { addAccount, blank, pageOpener, phone, register } from '../../../support/page.ts'
import { expectWithinASecond, followTime } from '../../../support/page-time.ts'
import { aReceivedScan, aScan } from '../../../support/passages.ts'
import { aDraft } from '../../../support/pilots.ts'

const openPage = pageOpener()
const names = (page: Page) => page.locator('tbody [id^="name-"]').allInnerTexts()
const rows = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).locator('tbody tr').allInnerTexts()

test('a hundred passages at two gates count persons once, within a second, with at most two loads, and list who is inside or missing', async () => {
  const { page, url } = await openPage()
  await changeGates(url, { gates: ['Norte', 'Sur'] })
  const ids: string[] = []
  for (const [index, name] of ['Ana', 'Luis', 'Eva', 'Óscar', 'Paz'].entries())
    ids.push(await register(url, aDraft({ name, npiloto: String(index + 1) })))
  await enter(url)
  await followTime(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Resumen' }).click()
  await page.getByText('5 pilotos').waitFor()
  expect(await page.getByRole('group', { name: 'Puertas' }).count()).toBe(0)

  let loads = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/summary')) loads += 1
  })
  await expectWithinASecond(
    page,
    async () => {
      for (let batch = 0; batch < 10; batch += 1) {
        const scans = Array.from({ length: 10 }, (_, index) =>
          // A device that answered by itself let them in at both gates.
          aScan({ scanned: ids[index % 3], gate: batch % 2 === 0 ? 'Norte' : 'Sur', offline: true }),
        )
        await sendScans(url, ...scans)
      }
      await page.waitForFunction(() => (window as never as { heardChanges: number }).heardChanges >= 10)
    },
    page.getByRole('button', { name: 'Entraron hoy 3' }),
  )
  expect(loads).toBeLessThanOrEqual(2)
  const group = page.getByRole('group', { name: 'Puertas' })
  for (const name of ['Adentro 3', 'Faltan 2']) await group.getByRole('button', { name }).waitFor()
  await expectAccessibleLayout(page, 'the numbers')

  // The list follows the gates.
  await page.getByRole('button', { name: 'Faltan 2' }).click()
  await page.getByText('2 pilotos inscritos, que no han entrado').waitFor()
  expect(new URL(page.url()).search).toBe('?attendance=missing')
  expect(await names(page)).toEqual(['Paz Núñez Peña', 'Óscar Núñez Peña'])
  await sendScans(url, aScan({ scanned: ids[3] }))
  await page.getByText('1 piloto inscrito, que no ha entrado').waitFor()
  expect(await names(page)).toEqual(['Paz Núñez Peña'])
  await page.getByRole('button', { name: 'Adentro 4' }).click()
  await page.getByText('4 pilotos adentro').waitFor()
  await page.getByRole('searchbox').fill('luis')
  await page.getByText('1 piloto adentro, con «luis»').waitFor()
  await page.getByRole('button', { name: 'Quitar filtros' }).click()
  await page.getByText('1 piloto con «luis»').waitFor()
})

test('a gate sees the numbers, which follow the other gates, and no way to the list', async () => {
  const { page, url, folder } = await openPage(blank, { viewport: phone, requireLogin: true })
  const stores = await openStores(folder)
  onTestFinished(() => stores.close())
  await addAccount(folder, 'marta', undefined, 'puerta')
  const data = { user: 'marta', password: 'la clave de marta' }
  await page.request.post('/api/session', { data, headers: { origin: url } })
  await openGate(page)
  await page.getByRole('button', { name: '0 adentro' }).click()
  const { id } = await stores.pilots.register(aDraft())
  await stores.passages.record([aReceivedScan({ pilot: id, at: new Date().toISOString() })], 'warn')
  await page.getByRole('button', { name: '1 adentro' }).waitFor()
  const region = page.getByRole('region', { name: 'Puertas' })
  await region.getByText('Entraron hoy').waitFor()
  expect(await rows(page, 'Personas por puerta, hoy')).toEqual(['Norte\t1\t0'])
  // The hour may end while the test runs.
  expect((await rows(page, 'Personas por hora, hoy')).at(-1)).toMatch(/^de \d+ a \d+\t1\t0$/)
  expect(await region.getByRole('button').count()).toBe(0)
  expect(await page.getByRole('link').count()).toBe(0)
  await expectAccessibleLayout(page, 'the numbers of a gate')
})
