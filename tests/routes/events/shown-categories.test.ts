/** Tests of the places that show the category of a rider in the open event: the credential, the card and the gates. */
import { expect, test } from 'vitest'
import type { GateRoster } from '#domain/gate/schemas'
import { anEvent } from '../../support/events.ts'
import { aScan } from '../../support/passages.ts'
import { aDraft } from '../../support/pilots.ts'
import { phone as stranger, write } from '../../support/requests.ts'
import { openApp, registered } from '../../support/server.ts'

const reason = 'Es su primera carrera'

/** Opens a server with a rider of 40 years who is entered in a category of at most 13, for a reason. */
async function withEntry() {
  const server = await openApp()
  const categories = [
    { modalidad: 'RALLY', name: 'Juvenil', age: { to: 13, on: 'race' } },
    { modalidad: 'RALLY', name: 'Mayores' },
  ]
  await write(server, 'PUT', '/api/events/primero', { ...anEvent(), categories })
  const draft = aDraft({ modalidad: 'RALLY', npiloto: '27', fechanac: '1986-01-01' })
  const { id_driver: id } = await registered(server.app, draft)
  const entry = { event: 'primero', ids: [id], categories: { RALLY: { id: 'rally-juvenil', reason } } }
  expect((await write(server, 'POST', '/api/entries', entry)).statusCode).toBe(200)
  const change = (to: object) =>
    write(server, 'PUT', `/api/entries/${id}`, { event: 'primero', modalidad: 'RALLY', to })
  return { server, id, change }
}

test('the credential has the category for strangers and for staff, unless the event wants it plain', async () => {
  const { server, id, change } = await withEntry()
  const { app } = server
  const page = async () => (await app.inject({ ...stranger, url: `/credencial/${id}` })).body
  const record = async (from = {}) => (await app.inject({ ...from, url: `/api?list=${id}` })).json().data[0]
  expect(await page()).toContain('<dt>Categoría</dt><dd>Juvenil</dd>')
  expect([(await record()).category, (await record(stranger)).category]).toEqual(['Juvenil', 'Juvenil'])
  expect(JSON.stringify(await record(stranger))).not.toContain(reason)
  expect((await change({ number: '12' })).statusCode).toBe(200)
  expect((await record(stranger)).category).toBe('Juvenil')
  const events = async () => (await server.app.inject('/api/events')).json().data[0]
  const put = async (changes: object) => {
    const { name, place, country, first, last, modalidades, checks, demand } = await events()
    const payload = { name, place, country, first, last, modalidades, checks, demand, ...changes }
    return (await write(server, 'PUT', '/api/events/primero', payload)).statusCode
  }
  expect(await put({ plainCards: 'sí' })).toBe(400)
  expect(await put({ plainCards: true })).toBe(200)
  expect(await page()).not.toContain('Categoría')
  expect(await record()).not.toHaveProperty('category')
  // A request of an older page leaves the choice.
  expect([await put({ place: 'Jauja' }), (await events()).plainCards]).toEqual([200, true])
  expect([await put({ plainCards: false }), (await record()).category]).toEqual([200, 'Juvenil'])
})

test('a gate gets the category with its answer and in its roster, and no reason of an exception', async () => {
  const { server, id } = await withEntry()
  await write(server, 'PUT', '/api/settings', { gate: { gates: ['Norte'] } })
  const scan = aScan({ scanned: id, gate: 'Norte', at: new Date().toISOString() })
  const scanned = await write(server, 'POST', '/api/passages', { passages: [scan] })
  expect(scanned.json().data[0].pilot).toMatchObject({ modalidad: 'RALLY', category: 'Juvenil' })
  const roster = await server.app.inject('/api/gate/roster')
  const [{ pilots }] = roster.json().data as [GateRoster]
  expect(pilots).toMatchObject([{ id, npiloto: '27', modalidad: 'RALLY', category: 'Juvenil' }])
  expect(scanned.body + roster.body).not.toMatch(/primera carrera|exception|rally-juvenil/)
  // The categories are those of the open event, and a change of one reaches the roster.
  await write(server, 'POST', '/api/events?after=primero', anEvent({ name: 'Fecha 2' }))
  const next = await server.app.inject('/api/gate/roster')
  expect(next.json().data[0].pilots[0]).not.toHaveProperty('category')
  expect(next.headers.etag).not.toBe(roster.headers.etag)
})
