/** Tests of reserved numbers over HTTP: who gets them, which numbers are taken, two admins, and what a person is told. */
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { anEvent } from '../../support/events.ts'
import { aDraft } from '../../support/pilots.ts'
import { ask } from '../../support/requests.ts'
import { openApp, registered, type TestServer } from '../../support/server.ts'

const modalidad = 'MOTOCROSS'
const categories = [
  { id: 'mx1', modalidad, name: 'MX1', numbers: '1-99' },
  { id: 'mx2', modalidad, name: 'MX2' },
]
const reserved = [{ number: '07', modalidad, category: 'mx1', for: 'juan perez' }]

const put = (server: TestServer, event: object) => ask(server, 'PUT', '/api/events/primero', event)

test('a reserved number is refused to others, offered to nobody else, and proposed to its person as it was typed', async () => {
  const server = await openApp()
  await put(server, anEvent({ categories, reserved }))
  const register = async (name: string, lastname: string) =>
    (await registered(server.app, aDraft({ name, lastname, modalidad, npiloto: '45' }))).id_driver
  const [juan, eva] = [await register('Juan', 'Pérez'), await register('Eva', 'Rojas')]
  const enter = (id: string, order: object = {}) =>
    ask(server, 'POST', '/api/entries', { event: 'primero', ids: [id], ...order })
  const refused = await enter(eva, { number: '7' })
  const reason = 'El número 7 de MX1 está reservado para juan perez'
  expect(refused.body.data[0].refused).toMatchObject([{ id: eva, reason }])

  const numbers = async (query = '') => (await ask(server, 'GET', `/api/entries/numbers${query}`)).body.data
  expect(await numbers()).toEqual([{ modalidad, category: 'mx1', entries: 0, numbers: ['07'] }])
  expect(await numbers(`?rider=${eva}`)).toEqual(await numbers())
  expect(await numbers(`?rider=${juan}`)).toEqual([])
  expect((await ask(server, 'GET', `/api/entries/${juan}`)).body.data).toMatchObject([
    { modalidad, category: 'mx1', number: '07' },
  ])
  // A number of the whole modalidad is taken in each of its categories, and in no other.
  const rally = { id: 'r1', modalidad: 'RALLY', name: 'R1' }
  const whole = { number: '9', modalidad, for: 'Luz' }
  await put(server, anEvent({ categories: [...categories, rally], reserved: [...reserved, whole] }))
  expect(await numbers()).toEqual([
    { modalidad, category: 'mx1', entries: 0, numbers: ['07', '9'] },
    { modalidad, entries: 0, numbers: ['9'] },
    { modalidad, category: 'mx2', entries: 0, numbers: ['9'] },
  ])
  const [report] = (await enter(juan)).body.data
  expect(report.pilots[0].entries).toMatchObject([{ category: 'mx1', number: '07' }])

  const zip = await server.app.inject(`/api/pilots/${juan}/personal-data`)
  const page = strFromU8(unzipSync(zip.rawPayload)['datos.html'] ?? new Uint8Array())
  expect(page).toContain('<td>07 de MX1</td><td>para juan perez</td>')
})

test('a problem of a reserved number is told at its place, a category that has one stays, and two admins are told', async () => {
  const server = await openApp()
  const event = anEvent({ categories, reserved })
  await put(server, event)
  const outside = await put(server, { ...event, reserved: [{ ...reserved[0], number: '100' }] })
  expect(outside).toMatchObject({
    status: 422,
    body: { fields: { 'reserved.0.number': 'El número 100 no es de MX1, que tiene 1-99' } },
  })
  const { reserved: _reserved, ...older } = event
  expect(await put(server, { ...older, categories: categories.slice(1) })).toMatchObject({
    status: 422,
    body: { fields: { 'reserved.0.category': expect.stringContaining('quite antes la reserva') } },
  })
  expect((await put(server, { ...event, reserved: Array(201).fill(reserved[0]) })).status).toBe(400)
  expect((await put(server, older)).body.data[0].reserved).toEqual(reserved)
  const [{ version }] = (await ask(server, 'GET', '/api/events')).body.data
  expect((await put(server, { ...event, reserved: [], version })).status).toBe(200)
  expect(await put(server, { ...event, place: 'Lima', version })).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('Número reservado 07 MOTOCROSS · MX1: quitado') },
  })
})
