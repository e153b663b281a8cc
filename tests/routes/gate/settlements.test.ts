/** Tests of the calls that settle incidents at the gate. */
import { expect, test } from 'vitest'
import type { Role } from '#domain/staff/roles'
import { changeGates } from '../../support/gate.ts'
import { aReceivedScan, at } from '../../support/passages.ts'
import { phone, sessionOf } from '../../support/requests.ts'
import { openApp, startTestServer, type TestServer } from '../../support/server.ts'
import { followEvents } from '../../support/stream.ts'
import { askAt } from '../../support/versions.ts'

const [entry, incident] = [aReceivedScan(), aReceivedScan({ at: at('09:30'), gate: 'Sur', offline: true })]

async function openWithIncident(): Promise<TestServer> {
  const server = await openApp()
  await server.stores.passages.record([entry, incident], 'daily')
  return server
}

/** Settles an incident or, without a reason, opens it again: on a phone that has signed in with a role. */
async function settle(server: TestServer, role: Role, id: string, reason?: unknown) {
  const response = await server.app.inject({
    ...phone,
    method: reason === undefined ? 'DELETE' : 'PUT',
    url: `/api/passages/${id}/settlement`,
    ...(reason !== undefined && { payload: { reason } }),
    cookies: await sessionOf(server, { user: `una de ${role}`, password: 'x', role }),
  })
  return { status: response.statusCode, body: response.json() }
}

const read = async ({ app }: TestServer, query: string) => (await app.inject(`/api/passages?${query}`)).json()

test('the desk settles an incident with a reason and opens it again, and the number of incidents follows', async () => {
  const server = await openWithIncident()
  const { app } = server
  const summary = async () => (await app.inject('/api/passages/summary')).json().data[0].incidents
  expect(await summary()).toBe(1)
  const { status, body } = await settle(server, 'mesa', incident.id, ' Entró con  su padre ')
  const settled = { at: expect.any(String), by: 'una de mesa', reason: 'Entró con su padre' }
  expect([status, body.data]).toEqual([
    200,
    [expect.objectContaining({ id: incident.id, incident: false, corrected: false, settled })],
  ])
  expect(await summary()).toBe(0)
  expect((await read(server, 'incidents=1')).total).toBe(0)
  expect(await read(server, 'settled=1')).toMatchObject({ total: 1, data: [{ settled }] })
  const [head, line = ''] = (await app.inject('/api/passages/export?settled=1&plain=1')).body.split('\n')
  expect(head).toContain(',Incidencia,Resuelta,Resolvió,Motivo,')
  expect(line).toMatch(/,no,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,una de mesa,Entró con su padre,/)

  // A second click changes nothing, and another desk learns who was first.
  expect((await settle(server, 'mesa', incident.id, 'Entró con su padre')).body).toEqual(body)
  expect(await settle(server, 'admin', incident.id, 'Otro motivo')).toEqual({
    status: 409,
    body: {
      error:
        'La incidencia ya está resuelta por una de mesa: Entró con su padre. Para cambiarlo, ábrala de nuevo',
    },
  })
  for (const _ of [1, 2]) {
    const opened = await settle(server, 'admin', incident.id)
    expect([opened.status, opened.body.data[0].incident]).toEqual([200, true])
    expect(opened.body.data[0]).not.toHaveProperty('settled')
  }
  expect(await summary()).toBe(1)
  expect((await settle(server, 'admin', incident.id, 'Otro motivo')).status).toBe(200)
})

test('a passage that is no incident or a reason that is none is refused', async () => {
  const server = await openWithIncident()
  expect((await settle(server, 'mesa', entry.id, 'Listo')).status).toBe(409)
  expect((await settle(server, 'mesa', crypto.randomUUID(), 'Listo')).status).toBe(404)
  expect((await settle(server, 'mesa', incident.id, 7)).status).toBe(400)
  expect(await settle(server, 'mesa', incident.id, ' ')).toEqual({
    status: 422,
    body: { error: 'Hay datos por corregir', fields: { reason: 'Escriba el motivo' } },
  })
  expect((await read(server, 'incidents=1')).total).toBe(1)
})

test('open pages hear of a settlement, which is no new passage', async () => {
  const { url } = await startTestServer()
  await changeGates(url, { gates: ['Norte', 'Sur'] })
  const events = await followEvents(url, 'passages')
  const { id, scanned, gate, direction } = incident
  const scan = { id, scanned, gate, direction, at: new Date().toISOString(), offline: true, admitted: true }
  await askAt(url, 'POST', '/api/passages', { passages: [scan] })
  await askAt(url, 'PUT', `/api/passages/${id}/settlement`, { reason: 'Es del equipo' })
  await expect.poll(() => events).toEqual([expect.anything(), { number: 2, passages: [] }])
})
