/** A journey of two gates that go on while the server is killed, in real browsers, with a server in its own process. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openFolder } from '../../server/store/open.ts'
import { serve } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { changeGates, openGate, passageRecords, word } from '../support/gate.ts'
import { heldPilots } from '../support/gate-database.ts'
import { blank, laptop, openElsewhere, pageOpener, phone } from '../support/page.ts'
import { aDraft, aRow } from '../support/pilots.ts'
import { onOwnPort } from '../support/port.ts'
import { scan } from '../support/scanner.ts'

const openPage = pageOpener()

interface Rider {
  id: string
  npiloto: string
}

/** Creates a folder with riders whose numbers are 100, 101 and so on. */
async function aFolderWith(riders: number): Promise<{ folder: string; riders: Rider[] }> {
  const folder = await aFolder()
  const stores = await openFolder(folder)
  await stores.pilots.import(
    Array.from({ length: riders }, (_, index) => aRow(index, aDraft({ npiloto: String(100 + index) }))),
  )
  const { pilots } = await stores.pilots.list({ order: 'asc' })
  await stores.close()
  return { folder, riders: pilots.map(({ id, npiloto }) => ({ id, npiloto: npiloto ?? '' })) }
}

/** Scans a rider, and waits for the answer. */
async function answered(page: Page, { id, npiloto }: Rider): Promise<void> {
  await scan(page, id)
  const answer = page.getByRole('region', { name: 'Respuesta' })
  await answer.getByText(`Número ${npiloto}`, { exact: true }).waitFor()
}

test('a gate holds a roster of 2,000 riders, of less than a megabyte, and answers by it in an outage', async () => {
  const { folder, riders } = await aFolderWith(2000)
  const opened = await openPage(blank, { folder, viewport: phone })
  const { page, url } = opened
  const roster = page.waitForResponse('**/api/gate/roster')
  await openGate(page)
  expect((await (await roster).body()).length).toBeLessThan(1_000_000)
  const { encodedBodySize } = await page.evaluate(() =>
    performance.getEntriesByName(new URL('/api/gate/roster', location.href).href)[0]?.toJSON(),
  )
  expect(encodedBodySize).toBeLessThan(150_000)
  await expect.poll(() => heldPilots(page)).toBe(2000)
  // The page asks again with the version that it holds.
  const unchanged = page.waitForResponse('**/api/gate/roster')
  await openGate(page)
  expect((await unchanged).status()).toBe(304)
  await opened.close()
  await page.getByText('Sin conexión con la laptop').waitFor()
  await answered(page, riders[1999] as Rider)
  await word(page, 'PASE').waitFor()
  expect(new URL(page.url()).href).toBe(`${url}/puerta`)
})

test('two gates answer by themselves while the server is killed, and then every passage is in the log once', async () => {
  const { folder, riders } = await aFolderWith(20)
  const start = (port: number) => serve(['--data', folder, '--port', String(port)])
  const first = await onOwnPort(start)
  await changeGates(first.url, { gates: ['Norte', 'Sur'] })
  const other = { ...(await openPage(blank)), url: first.url }
  const [norte, sur] = await Promise.all([
    openElsewhere(other, '/puerta', phone),
    openElsewhere(other, '/puerta', phone),
  ])
  const desk = await norte.context().newPage()
  await desk.setViewportSize(laptop)
  await desk.goto('/search')
  await desk.getByRole('button', { name: 'Resumen' }).click()
  await openGate(norte, 'Norte')
  await openGate(sur, 'Sur')
  const [early, heard, ...others] = riders
  if (!early || !heard) throw new Error('There is no rider')

  // A second entry is told at the other gate, and the desk counts it without a reload.
  await answered(norte, early)
  await word(norte, 'PASE').waitFor()
  await answered(sur, early)
  await word(sur, /^YA ENTRÓ hace \d+ s, por Norte$/).waitFor()
  expect(await sur.getByText('Sin conexión').count()).toBe(0)
  await answered(norte, heard)
  await desk.getByRole('button', { name: 'Adentro 2' }).waitFor()

  await first.stop('SIGKILL')
  for (const page of [norte, sur]) await page.getByText('Sin conexión con la laptop').waitFor()
  // Two riders are scanned at both gates; none of the gates can know it.
  const [atNorte, atSur] = [others.slice(0, 10), [heard, ...others.slice(8, 17)]]
  await Promise.all([
    (async () => {
      for (const rider of atNorte) await answered(norte, rider)
    })(),
    (async () => {
      for (const rider of atSur) {
        await answered(sur, rider)
        // The gate has heard of the entries until the interruption.
        const expected = rider === heard ? /^YA ENTRÓ hace \d+ s, por Norte$/ : 'PASE'
        await word(sur, expected).waitFor()
        await sur.getByText(/Sin conexión: responde la lista de las \d\d:\d\d \(hace/).waitFor()
      }
    })(),
  ])
  for (const page of [norte, sur]) {
    await page.getByText(/Responde con la lista de las .* · 10 lecturas por enviar/).waitFor()
  }

  const again = await start(first.port)
  await Promise.all([norte, sur].map((page) => page.getByText('Enviadas').waitFor()))
  const records = await passageRecords(again.url)
  const offline = records.filter((record) => record.offline)
  expect(records).toHaveLength(23)
  expect(offline).toHaveLength(20)
  expect(new Set(records.map(({ id }) => id)).size).toBe(23)
  // The gate that had heard of the entry a moment before let nobody in with the same card.
  expect(offline.filter(({ admitted }) => !admitted).map(({ pilot }) => pilot?.npiloto)).toEqual([
    heard.npiloto,
  ])
  const incidents = await passageRecords(again.url, '&incidents=1')
  expect(incidents.map(({ pilot }) => pilot?.npiloto).sort()).toEqual(
    others
      .slice(8, 10)
      .map(({ npiloto }) => npiloto)
      .sort(),
  )
  // Both gates know the entries of each other again.
  await answered(norte, others[12] as Rider)
  await word(norte, /^YA ENTRÓ .* por Sur$/).waitFor()
})
