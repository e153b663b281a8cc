/** Tests of the retention of personal data: the list of who is due, and the order to empty a group of fields. */
import { expect, test } from 'vitest'
import { stopClock } from '../../support/clock.ts'
import { restore } from '../../support/merges.ts'
import { aReceivedScan } from '../../support/passages.ts'
import { aDraft } from '../../support/pilots.ts'
import { write } from '../../support/requests.ts'
import { openApp, registered, type TestServer } from '../../support/server.ts'

const url = '/api/retention'

const get = async ({ app }: TestServer, path = url) => (await app.inject({ url: path })).json()
const send = (server: TestServer, path: string, payload: object, method: 'POST' | 'PUT' = 'POST') =>
  write(server, method, path, payload)

test('who is away for long is due, and loses only what a person confirms', async () => {
  stopClock(new Date(2024, 0, 10, 12))
  const server = await openApp()
  const old = await registered(server.app, aDraft({ name: 'Ana', alergias: 'Penicilina' }))
  const seen = await registered(server.app, aDraft({ name: 'Bea' }))
  expect(await get(server)).toEqual({ data: [{ health: 0, contact: 0, everything: 0 }] })
  const rules = { health: 12, contact: 24, everything: null }
  const saved = await send(server, '/api/settings', { retention: rules }, 'PUT')
  expect(saved.json().data[0].retention).toEqual(rules)
  expect(await get(server)).toEqual({ data: [{ health: 0, contact: 0, everything: 0 }] })

  stopClock(new Date(2025, 5, 1, 12))
  await registered(server.app, aDraft({ name: 'Zoe' }))
  expect(await get(server)).toEqual({ data: [{ health: 2, contact: 0, everything: 0 }] })
  const listed = await get(server, `${url}/health`)
  expect(listed.data).toEqual([
    {
      id_driver: old.id_driver,
      name: 'Ana Núñez Peña',
      last: '2024-01-10',
      fields: ['tiposangre', 'alergias'],
    },
    { id_driver: seen.id_driver, name: 'Bea Núñez Peña', last: '2024-01-10', fields: ['tiposangre'] },
  ])

  // One of them comes back between the list and the order.
  const pilot = seen.id_driver
  const scan = aReceivedScan({
    at: new Date().toISOString(),
    scanned: pilot,
    pilot,
    admitted: true,
  } as object)
  await server.stores.passages.record([scan], 'warn')
  const order = { ids: [old.id_driver, pilot] }
  expect((await send(server, `${url}/health`, order)).json()).toEqual({ data: [{ pilots: 1, left: 1 }] })
  expect(await server.stores.pilots.get(old.id_driver)).toMatchObject({
    tiposangre: null,
    email: 'inigo@ejemplo.org',
  })
  expect((await server.stores.pilots.get(pilot)).tiposangre).toBe('AB+')
  expect(await get(server)).toEqual({ data: [{ health: 0, contact: 0, everything: 0 }] })
})

test('those who are due as a whole are erased, and nobody else', async () => {
  stopClock(new Date(2020, 0, 10, 12))
  const server = await openApp()
  const [ana, bea] = [
    await registered(server.app, aDraft({ name: 'Ana' })),
    await registered(server.app, aDraft({ name: 'Bea' })),
  ]
  await send(server, '/api/settings', { retention: { everything: 60 } }, 'PUT')
  stopClock(new Date(2026, 5, 1, 12))
  const zoe = await registered(server.app, aDraft({ name: 'Zoe' }))
  const order = { ids: [ana.id_driver, zoe.id_driver] }
  expect((await send(server, `${url}/everything`, order)).json().data).toMatchObject([
    { pilots: 1, left: 1, erasure: { persons: 1, photos: 0, passages: 0, backups: 0 } },
  ])
  const { pilots } = await server.stores.pilots.list({ order: 'asc' })
  expect(pilots.map(({ id }) => id)).toEqual([bea.id_driver, zoe.id_driver])
  expect((await send(server, `${url}/everything`, { ids: [ana.id_driver] })).json().data).toEqual([
    { pilots: 0, left: 1 },
  ])
})

test('an order whose riders have all come back, were emptied or removed since says so, and leaves no change', async () => {
  stopClock(new Date(2020, 0, 10, 12))
  const server = await openApp()
  const { id_driver: ana } = await registered(server.app, aDraft({ name: 'Ana' }))
  await send(server, '/api/settings', { retention: { contact: 24, everything: 60 } }, 'PUT')
  stopClock(new Date(2026, 5, 1, 12))
  const { pilots } = server.stores
  const order = async (group: string, ids = [ana]) =>
    (await send(server, `${url}/${group}`, { ids })).json().data
  // Both codes are of one rider.
  const joined = { id: '7K3Q9XW2M4T9', at: new Date().toISOString(), next: ana, joined: true as const }
  await restore(server.stores.merges, { ...(await pilots.list()), revoked: [joined] })
  expect(await order('contact', [ana, joined.id])).toEqual([{ pilots: 1, left: 0 }])
  expect(await order('contact')).toEqual([{ pilots: 0, left: 1 }])
  await pilots.remove(ana)
  const before = await pilots.history(ana)
  expect(await order('everything')).toEqual([{ pilots: 0, left: 1 }])
  expect(await pilots.history(ana)).toEqual(before)
  expect(before.map(({ kind }) => kind)).toEqual(['registered', 'restored', 'forgotten', 'removed'])
})

test('a group and months that are none are refused', async () => {
  const server = await openApp()
  const { id_driver: id } = await registered(server.app, aDraft())
  expect((await send(server, `${url}/todo`, { ids: [id] })).statusCode).toBe(400)
  const wrong = await send(server, '/api/settings', { retention: { health: 0 } }, 'PUT')
  expect(wrong.statusCode).toBe(400)
  expect(wrong.json().error).toContain('1 a 240')
  const none = { health: null, contact: null, everything: null }
  expect((await get(server, '/api/settings')).data[0].retention).toEqual(none)
})
