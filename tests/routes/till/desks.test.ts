/** Tests that the money of two desks is joined, that each role sees and does what is its own, and that an erasure leaves no trace. */
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventsOf, openEvent } from '#domain/events/events'
import type { PilotId } from '#domain/pilots/pilot-id'
import { joinedTills, newTill } from '#domain/till/event-till'
import { makeFolder } from '../../../server/files/atomic-file.ts'
import { readBackup } from '../../../server/store/backup/backup.ts'
import { restoreBackup } from '../../../server/store/backup/restore.ts'
import { writeBackup } from '../../../server/store/backup/write-backup.ts'
import type { OpenStores, Stores } from '../../../server/store/shared/stores.ts'
import { mergeBackup, otherDesk, uploadBackup } from '../../support/other-desk.ts'
import { ask, write } from '../../support/requests.ts'
import { openApp } from '../../support/server.ts'
import { anId, openTill, thisDrawer } from '../../support/till.ts'
import { tracesIn } from '../../support/traces.ts'

/** Takes money at another desk, whose receipts have a letter. */
async function payThere({ pilots, settings }: OpenStores, rider: string, owed: number, letter = 'B') {
  const event = openEvent((await settings.read()).events)
  await settings.change({ receipts: { [`otra-${letter}`]: letter } })
  const basis = { event, machine: `otra-${letter}`, drawer: 'luis' }
  const parts = [{ rider: rider as PilotId, owed, cents: owed }]
  await pilots.changeTill({ kind: 'pay', id: anId(), parts, means: 'Yape' }, basis, 'luis')
}

test('a merge joins the payments of two desks, and who paid at both is listed and gets the money back', async () => {
  const till = await openTill()
  const { stores, enter, pay, report, order, owedBy } = till
  const [ana, eva] = [await enter(), await enter()]
  const path = await otherDesk(stores, async (desk) => {
    await payThere(desk, ana, 12_000)
    await payThere(desk, eva, 12_000)
  })
  await pay(ana, 12_000)
  await mergeBackup(till, path)
  const joined = await report()
  // The other laptop has a drawer of its own, also for those without an account.
  expect(joined.drawers.map(({ drawer }: { drawer: string }) => drawer)).toEqual([thisDrawer, 'luis'])
  expect(joined.receipts[0].payment.by).toBe(thisDrawer)
  expect(joined.receipts.map(({ name }: { name: string }) => name)).toEqual(['A-0001', 'B-0001', 'B-0002'])
  expect(joined).toMatchObject({ paid: 36_000, charged: 24_000, owing: [], clashes: [] })
  expect(joined.overpaid).toMatchObject([{ id: ana, cents: -12_000 }])
  await order(`/api/pilots/${ana}/refund`, { id: anId(), owed: -12_000, means: 'Efectivo' })
  expect(await owedBy(ana)).toBe(0)
  await mergeBackup(till, path)
  expect(await report()).toMatchObject({ paid: 24_000, overpaid: [] })
})

test('a merge tells what it changes in the money, and who was paid for here and is exempt there', async () => {
  const till = await openTill()
  const { stores, enter, pay } = till
  const [ana, eva, zoe] = [await enter({ name: 'Ana', lastname: 'Paz' }), await enter(), await enter()]
  const path = await otherDesk(stores, async (desk) => {
    await payThere(desk, eva, 12_000)
    const event = openEvent((await desk.settings.read()).events)
    for (const rider of [ana, zoe] as PilotId[]) {
      const { charges = [] } = await desk.pilots.get(rider)
      const order = { kind: 'uncharge', rider, charges: charges.map(({ id }) => id), reason: 'Juez' } as const
      await desk.pilots.changeTill(order, { event, drawer: 'luis' }, 'luis')
    }
  })
  await pay(ana, 12_000)
  const { report } = await mergeBackup(till, path)
  expect(report.fields).toEqual([
    'En la caja de «Primer evento», lo pagado pasa de S/ 120.00 a S/ 240.00 y lo exonerado pasa de S/ 0.00 a S/ 240.00',
    'Quedan con dinero a su favor en «Primer evento»: Ana Paz S/ 120.00 (una mesa cobró y otra exoneró)',
  ])
  expect((await mergeBackup(till, path)).report.fields).toBeUndefined()
})

test('the number that one desk has added to a transfer stays, also after the other desk has printed the receipt', async () => {
  const till = await openTill()
  const { stores, enter, pay, order, event } = till
  const rider = await enter()
  const { id } = (await pay(rider, 12_000, { means: 'Transferencia' })).body.data[0].payment
  const path = await otherDesk(stores, async (desk) => {
    await desk.pilots.changeTill({ kind: 'printed', payment: id }, { event: { id: event }, drawer: 'luis' })
  })
  await order(`/api/payments/${id}/reference`, { id: anId(), reference: '00412' })
  await mergeBackup(till, path)
  expect((await stores.pilots.get(rider)).payments).toMatchObject([{ reference: '00412', printed: true }])
})

test('desks that took money in two currencies are not joined, also by a restore, and nothing is stored', async () => {
  const till = await openTill()
  const { stores, enter, pay, report } = till
  const rider = await enter()
  const path = await otherDesk(stores, async (desk) => {
    const [{ id, till: there, ...rest }] = eventsOf((await desk.settings.read()).events)
    const pesos = { ...rest, ...(there && { till: { ...there, currency: 'CLP' as const } }) }
    await desk.settings.change({ events: { [id]: pesos } })
    await desk.pilots.changeEntries({ kind: 'withdraw', ids: [rider] }, { id, ...rest })
    await desk.pilots.changeEntries({ kind: 'enter', ids: [rider], modalidades: ['RALLY'] }, { id, ...pesos })
    await payThere(desk, rider, 8000)
  })
  await pay(rider, 12_000)
  const before = await report()
  const answer = await uploadBackup(till, path)
  expect([answer.statusCode, answer.json().error]).toEqual([
    409,
    expect.stringContaining('montos en CLP y PEN'),
  ])
  await expect(restoreBackup(stores, await readBackup(path))).rejects.toThrow('montos en CLP y PEN')
  expect(await report()).toEqual(before)
})

test('two laptops with one letter are told, and the next receipt needs another one', async () => {
  const till = await openTill()
  const { stores, enter, pay, report } = till
  const [ana, eva, iris] = [await enter(), await enter(), await enter()]
  const path = await otherDesk(stores, (desk) => payThere(desk, eva, 12_000, 'A'))
  await pay(ana, 12_000)
  await mergeBackup(till, path)
  expect((await report()).clashes).toEqual(['A'])
  expect((await pay(iris, 12_000)).body.error).toContain('Elija antes la letra')
  expect((await ask(till, 'PUT', '/api/till/letter', { letter: 'A' })).status).toBe(409)
  const [{ letter, letters }] = (await ask(till, 'GET', '/api/till')).body.data
  expect(letter).toBeNull()
  expect(letters[0]).toBe('B')
  await ask(till, 'PUT', '/api/till/letter', { letter: 'B' })
  expect((await pay(iris, 12_000)).body.data[0].payment).toMatchObject({ letter: 'B', number: 1 })
})

test('a laptop whose letter has no further number, since another desk gave the last one, chooses another letter', async () => {
  const till = await openTill()
  const { stores, enter, pay, event } = till
  const [ana, eva] = [await enter(), await enter()]
  const path = await otherDesk(stores, async (desk) => {
    await payThere(desk, ana, 12_000)
    const { payments = [] } = await desk.pilots.get(ana)
    const last = payments.map((one) => ({ ...one, letter: 'A', number: 9_999_999 }))
    await desk.pilots.setFact(ana, 'payments', last)
  })
  await mergeBackup(till, path)
  expect((await pay(eva, 12_000)).body.error).toContain('Elija antes la letra')
  expect((await ask(till, 'GET', '/api/till')).body.data[0]).toMatchObject({ event, letter: null })
  expect((await ask(till, 'PUT', '/api/till/letter', { letter: 'A' })).status).toBe(409)
  await ask(till, 'PUT', '/api/till/letter', { letter: 'C' })
  expect((await pay(eva, 12_000)).body.data[0].payment).toMatchObject({ letter: 'C', number: 1 })
})

test('a laptop that begins with the backup of another one, or loses its folder, does not get the letter again', async () => {
  const first = await openTill()
  const path = join(first.folder, 'primera.tar.gz')
  await writeBackup(first.stores, path)
  const second = await openApp()
  await restoreBackup(second.stores, await readBackup(path))
  const [{ letter, letters }] = (await ask(second, 'GET', '/api/till')).body.data
  expect([letter, letters[0]]).toEqual([null, 'B'])
  expect((await ask(second, 'PUT', '/api/till/letter', { letter: 'A' })).body.error).toContain('Otra laptop')
  expect((await ask(first, 'PUT', '/api/till/letter', { letter: 'A' })).status).toBe(200)
  expect((await first.pay(await first.enter(), 12_000)).body.data[0].payment.number).toBe(1)
})

test('a folder that was copied to another laptop needs a letter of its own', async () => {
  const till = await openTill()
  const { stores, enter, pay } = till
  await pay(await enter(), 12_000)
  await stores.settings.change({ receipts: { [hostname()]: undefined as never, 'otra-laptop': 'A' } })
  const rider = await enter()
  expect((await pay(rider, 12_000)).body.error).toContain('Elija antes la letra')
  expect((await ask(till, 'PUT', '/api/till/letter', { letter: 'A' })).body.error).toContain('Otra laptop')
})

test('a drawer that was closed at another desk, and a chip that came back there, are so after a merge, until it is undone', async () => {
  const till = await openTill()
  const { stores, enter, order, report, app, event } = till
  const rider = await enter()
  await order('/api/chips', { chips: [{ code: '401', label: '12', rented: false }] })
  await order('/api/chips/lend', { id: anId(), rider, chip: '401' })
  const path = await otherDesk(stores, async ({ pilots, settings }) => {
    const events = eventsOf((await settings.read()).events)
    const [{ id, till: there, ...rest }] = events
    await pilots.changeTill({ kind: 'return', chip: '401' }, { event: events[0], drawer: 'luis' }, 'luis')
    const closed = { at: '2026-11-28T20:00:00.000Z', counted: { Efectivo: 0 } }
    const shift = { letter: 'B', drawer: 'luis', shift: 1, float: 0, closed }
    const counted = { ...rest, ...(there && { till: { ...there, shifts: [shift] } }) }
    await settings.change({ events: { [id]: counted } })
  })
  const { change } = await mergeBackup(till, path)
  expect((await report()).drawers).toMatchObject([{ letter: 'B', closed: { counted: { Efectivo: 0 } } }])
  expect((await ask({ app }, 'GET', '/api/chips')).body.data[0].lent).toEqual([])
  expect(event).toBe('primero')
  expect((await ask({ app }, 'POST', '/api/import/undo', { change })).status).toBe(200)
  expect((await report()).drawers).toEqual([])
  expect((await ask({ app }, 'GET', '/api/chips')).body.data[0].lent).toHaveLength(1)
})

test('a chip that two desks have lent is back for all who had it', async () => {
  const till = await openTill()
  const { stores, enter, order, app } = till
  const [ana, eva] = [await enter(), await enter()]
  await order('/api/chips', { chips: [{ code: '401', label: '12', rented: false }] })
  const path = await otherDesk(stores, async ({ pilots, settings }) => {
    const events = eventsOf((await settings.read()).events)
    for (const rider of [ana, eva] as PilotId[]) {
      const basis = { event: events[0], drawer: 'luis' }
      await pilots.changeTill({ kind: 'lend', id: anId(), rider, chip: '401' }, basis, 'luis')
      if (rider === ana) await pilots.changeTill({ kind: 'return', chip: '401' }, basis, 'luis')
    }
  })
  await order('/api/chips/lend', { id: anId(), rider: ana, chip: '401', deposit: 3000 })
  await mergeBackup(till, path)
  const lent = async () => (await ask({ app }, 'GET', '/api/chips')).body.data[0].lent
  expect((await lent()).map(({ id }: { id: string }) => id).sort()).toEqual([ana, eva].sort())
  const { pilots } = (await order('/api/chips/return', { chip: '12' })).body.data[0]
  expect(pilots).toHaveLength(2)
  expect(await lent()).toEqual([])
  expect(await till.owedBy(ana)).toBe(12_000)
})

test('of two counts of one drawer, both desks have the last one after merges', () => {
  const tillAt = (at: string, cash: number) => ({
    ...newTill('PE'),
    shifts: [
      { letter: 'B', drawer: 'luis', shift: 1, float: 0, closed: { at, counted: { Efectivo: cash } } },
    ],
  })
  const [first, last] = [tillAt('2026-11-28T20:00:00.000Z', 1), tillAt('2026-11-28T21:00:00.000Z', 2)]
  expect(joinedTills(first, last)?.shifts).toEqual(last.shifts)
  expect(joinedTills(last, first)?.shifts).toEqual(last.shifts)
})

test('a restored backup gives no number of a receipt again', async () => {
  const till = await openTill()
  const { stores, enter, pay, folder, report } = till
  const [ana, eva] = [await enter(), await enter()]
  await pay(ana, 12_000)
  const path = join(folder, 'antes.tar.gz')
  await writeBackup(stores, path)
  await pay(eva, 12_000)
  await restoreBackup(stores, await readBackup(path))
  expect((await report()).paid).toBe(12_000)
  expect((await pay(eva, 12_000)).body.data[0].payment).toMatchObject({ letter: 'A', number: 3 })
})

test('a gate sees nothing of money, and the desk neither voids, closes nor sets prices', async () => {
  const till = await openTill()
  const { as, enter, pay, event } = till
  const rider = await enter()
  const { id } = (await pay(rider, 12_000)).body.data[0].payment
  const gate = await as('puerta')
  const seen = (await gate('GET', `/api?list=${rider}`)).body
  expect(seen).not.toMatch(/charges|payments|owed|:12000[,}]/)
  const desk = await as('mesa')
  const reason = 'Error'
  const count = { event, letter: 'A', drawer: 'marta', shift: 1, float: 0, expected: {}, counted: {} }
  for (const [method, url, body] of [
    ['POST', `/api/payments/${id}/void`, { event, id: anId(), reason }],
    ['POST', '/api/till/close', count],
    ['PUT', '/api/till', { event, currency: 'PEN', prices: [], means: [] }],
    ['POST', `/api/pilots/${rider}/uncharge`, { event, charges: ['x'], reason }],
    ['POST', '/api/chips/remove', { event, chip: '401' }],
  ] as const)
    expect((await desk(method, url, body)).statusCode, url).toBe(403)
  expect((await desk('GET', '/api/till/report')).json().data[0].paid).toBe(12_000)
})

test('a person with receipts is not removed, but erased, which leaves the amounts and nothing else in the folder and its backups', async () => {
  const till = await openTill()
  const { stores, enter, pay, report, folder } = till
  const rider = await enter({ name: 'Zoraida', lastname: 'Quispetupa', dni: 70_000_001 })
  await pay(rider, 12_000, { means: 'Transferencia', reference: 'OP-778899' })
  await makeFolder(join(folder, 'backups'))
  const backup = join(folder, 'backups', 'pilotos-2026-11-28-150000.tar.gz')
  await writeBackup(stores, backup)
  expect((await tracesIn(folder, ['OP-778899'])).length).toBeGreaterThan(1)
  expect((await ask(till, 'DELETE', `/api/pilots/${rider}`)).status).toBe(409)
  await ask(till, 'POST', `/api/pilots/${rider}/erase`, { document: '70000001' })
  expect(await tracesIn(folder, ['OP-778899', 'Zoraida', rider])).toEqual([])
  expect(await report()).toMatchObject({ paid: 12_000, receipts: [{ name: 'A-0001', cents: 12_000 }] })
  await restoreBackup(stores as Stores, await readBackup(backup))
  expect((await report()).paid).toBe(12_000)
})

test('an event with receipts is not removed, also once everybody who paid is erased', async () => {
  const till = await openTill()
  const { stores, openNext } = till
  const remove = async (id: string) => (await write(till, 'DELETE', `/api/events/${id}`)).statusCode
  expect(await remove(await openNext('Otra'))).toBe(204)
  const next = await openNext('Otra')
  const rider = await till.enter()
  await ask(till, 'POST', '/api/entries', { event: next, ids: [rider], modalidades: ['MOTOCROSS'] })
  const parts = [{ rider, owed: 12_000, cents: 12_000 }]
  const paid = await ask(till, 'POST', '/api/payments', { event: next, id: anId(), parts, means: 'Yape' })
  expect(paid.status).toBe(200)
  await stores.erasures.erase([rider as PilotId])
  expect(await remove(next)).toBe(409)
})
