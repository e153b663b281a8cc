/** Tests of the places that show the category of a rider in the open event: the credential, the card and the gates. */
import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { GateRoster } from '#domain/gate/schemas'
import { anEvent } from '../../support/events.ts'
import { aFolder } from '../../support/folder.ts'
import { canReadPdfs } from '../../support/machine.ts'
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
  expect((await record(stranger)).category).toBe('Juvenil con el 12')
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
  expect([await put({ plainCards: false }), (await record()).category]).toEqual([200, 'Juvenil con el 12'])
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

test('the printed card has the category, and is out of date once the rider is in another one', async () => {
  const { server, id, change } = await withEntry()
  const isOutdated = async () => (await server.stores.pilots.get(id as never)).card?.outdated === true
  const started = await write(server, 'POST', '/api/print', { ids: [id], layout: 'card' })
  const url = async () =>
    (await server.app.inject(`/api/print/${started.json().data[0].job}`)).json().data[0].url
  await expect.poll(url, { interval: 5 }).toEqual(expect.any(String))
  const pdf = (await server.app.inject(await url())).rawPayload
  if (canReadPdfs()) {
    const file = join(await aFolder(), 'card.pdf')
    await writeFile(file, pdf)
    const text = execFileSync('pdftotext', ['-raw', file, '-'], { encoding: 'utf8' })
    expect(text).toMatch(/MODALIDAD\s+RALLY · Juvenil\s/)
  }
  await change({ transponder: '4012345', checks: { payment: true } })
  expect(await isOutdated()).toBe(false)
  await change({ category: { id: 'rally-mayores' } })
  expect(await isOutdated()).toBe(true)
})

test('the history and the data of the person have the name that the category has now, and the reason', async () => {
  const { server, id } = await withEntry()
  const [event] = (await server.app.inject('/api/events')).json().data
  const categories = event.categories.map((one: { id: string; name: string }) =>
    one.id === 'rally-juvenil' ? { ...one, name: 'Juvenil B' } : one,
  )
  await write(server, 'PUT', '/api/events/primero', { ...anEvent(), categories })
  const described = `RALLY con el 27, categoría Juvenil B, fuera de categoría: ${reason}`
  const history = (await server.app.inject(`/api/pilots/${id}/history`)).json().data
  expect(history).toContainEqual(
    expect.objectContaining({ changes: [{ field: 'entries', before: '', after: described }] }),
  )
  const files = unzipSync((await server.app.inject(`/api/pilots/${id}/personal-data`)).rawPayload)
  const page = strFromU8(files['datos.html'] ?? new Uint8Array())
  expect(page.split(described)).toHaveLength(3)
  expect(strFromU8(files['datos.json'] ?? new Uint8Array())).toMatch(/"categoryName": "Juvenil B"/)
})
