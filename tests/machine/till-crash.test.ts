/** Tests that no acknowledged payment is lost or doubled when the kiosk is killed while eight desks take money. */
import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import type { PilotId } from '#domain/pilots/pilot-id'
import { newTill } from '#domain/till/event-till'
import { partsOf } from '#domain/till/receipts'
import { openFolder } from '../../server/store/open.ts'
import { serve } from '../support/command.ts'
import { aFolder } from '../support/folder.ts'
import { aDraft } from '../support/pilots.ts'
import { prices } from '../support/till.ts'
import { askAt } from '../support/versions.ts'

const payments = Number(process.env.PILOTOS_TEST_PAYMENTS ?? 1000)
const kills = 5
const writers = 8
const riders = 60
const event = 'primero'

const random = (below: number) => Math.floor(Math.random() * below)

/** Returns a function that posts an order, and resolves to the answer, or to nothing without one. */
function posting(url: string) {
  return (path: string, body: object, method = 'POST') =>
    askAt(url, method, path, body).then(
      ([item]) => item,
      () => undefined,
    )
}

test(`of ${payments} payments by ${writers} desks, each acknowledged one is there once after ${kills} kills`, async () => {
  const folder = await aFolder()
  const stores = await openFolder(folder)
  const ids: PilotId[] = []
  for (let index = 0; index < riders; index += 1) ids.push((await stores.pilots.register(aDraft())).id)
  await stores.settings.change({ receipts: { [hostname()]: 'A' } })
  await stores.close()
  /** The amounts of orders by their identifiers, and the receipts of those that were acknowledged. */
  const sent = new Map<string, number>()
  const acknowledged = new Map<string, number>()
  for (let round = 0; round < kills; round += 1) {
    const kiosk = await serve(['--data', folder])
    const post = posting(kiosk.url)
    if (round === 0) await post('/api/till', { event, currency: 'PEN', prices, means: ['Yape'] }, 'PUT')
    let left = payments / kills
    /** Charges a rider something and takes the money. A press that got no answer is repeated. */
    const pay = async (id: string) => {
      const rider = ids[random(riders)] ?? ''
      const charge = { event, id: `cargo-${id}`, price: 'lic', cents: 5000 }
      const owed = (await post(`/api/pilots/${rider}/charges`, charge))?.pilots[0].owed ?? 0
      if (owed <= 0) return
      sent.set(id, owed)
      const order = { event, id, parts: [{ rider, owed, cents: owed }], means: 'Efectivo' }
      for (const paid of [await post('/api/payments', order), await post('/api/payments', order)])
        if (paid) acknowledged.set(id, paid.payment.number)
      left -= 1
      if (left === 0) kiosk.signal('SIGKILL')
    }
    const work = Array.from({ length: writers }, async (_, writer) => {
      for (let count = 0; left > 0; count += 1) await pay(`orden-${round}-${writer}-${count}`)
    })
    await Promise.all(work)
  }
  const again = await openFolder(folder)
  const { pilots } = await again.pilots.list()
  expect(again.notes.filter((note) => /dañad|repetid/.test(note))).toEqual([])
  await again.close()
  const stored = partsOf(pilots, [{ till: newTill('') }]).map(({ payment }) => payment)
  const byId = new Map(stored.map((payment) => [payment.id, payment]))
  const faults = [...acknowledged].filter(([id, number]) => byId.get(id)?.number !== number)
  expect(faults).toEqual([])
  expect(byId.size).toBe(stored.length)
  expect(stored.filter(({ id, cents }) => sent.get(id) !== cents)).toEqual([])
  const numbers = stored.map(({ number }) => number).sort((one, other) => one - other)
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  expect(acknowledged.size).toBeGreaterThan(payments / 2)
}, 240_000)
