/** Tests of the report of an event, and of its PDF. */
import { expect, test } from 'vitest'
import { anEvent } from '../../support/events.ts'
import { aScan } from '../../support/passages.ts'
import { aDraft } from '../../support/pilots.ts'
import { write } from '../../support/requests.ts'
import { openApp, type TestServer } from '../../support/server.ts'

const data = anEvent({
  name: 'Copa Sur',
  place: 'Lima',
  modalidades: ['ENDURO CROSS'],
  checks: ['payment'],
})

/** Sends an order of the laptop, and returns the first item of the answer. */
async function send({ app }: TestServer, method: 'POST' | 'PUT', url: string, payload: object) {
  const response = await write({ app }, method, url, payload)
  expect(response.statusCode, response.body).toBeLessThan(300)
  return response.json().data[0]
}

async function reportOf({ app }: TestServer, query = '') {
  const response = await app.inject(`/api/report${query}`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json().data[0]
}

test('the report of the open event has what was done, and stays as it is when the next event opens', async () => {
  const server = await openApp()
  const { stores } = server
  await send(server, 'PUT', '/api/events/primero', data)
  const [first, second] = [
    { name: 'Ana', npiloto: '7' },
    { name: 'Beto', npiloto: '8' },
  ]
  const ana = await stores.pilots.register(aDraft(first), undefined, 'marta')
  const beto = await stores.pilots.register(aDraft(second), undefined, 'luis')
  await send(server, 'POST', '/api/entries', { event: 'primero', ids: [ana.id, beto.id] })
  const paid = { event: 'primero', modalidad: 'ENDURO CROSS', to: { checks: { payment: true } } }
  await send(server, 'PUT', `/api/entries/${ana.id}`, paid)
  await stores.pilots.issueCards([ana.id], 'http://192.168.1.20:4780', { by: 'marta' })
  await stores.pilots.revoke(beto.id, 'luis')
  await send(server, 'PUT', '/api/settings', { gate: { gates: ['Norte'] } })
  await send(server, 'POST', '/api/passages', { passages: [aScan({ scanned: ana.id })] })

  const report = await reportOf(server)
  expect(report).toMatchObject({
    event: {
      id: 'primero',
      title: 'Copa Sur',
      place: 'Lima',
      days: 'del 21/11/2026 al 22/11/2026',
      is_open: true,
    },
    from: '',
    before: null,
    registered: 2,
    renewed: 0,
    cards: { printed: 1, revoked: 1 },
    entered: { riders: 2, modalidades: [{ name: 'ENDURO CROSS', riders: 2 }] },
    checks: [{ name: 'payment', lacking: 1 }],
    complete: 1,
    persons: 1,
    days: [{ persons: 1, hours: [{ persons: 1 }] }],
    inside: { total: 1, riders: [{ id: ana.id, number: '7', gate: 'Norte' }] },
    incidents: { open: 0, settled: 0, taken_back: 0, doubtful: 0, passages: [] },
  })
  expect(report.work).toEqual(
    expect.arrayContaining([
      { name: 'marta', registered: 1, changes: 0, prints: 1, scans: 0 },
      { name: 'luis', registered: 1, changes: 1, prints: 0, scans: 0 },
      { name: 'esta laptop', registered: 0, changes: 3, prints: 0, scans: 1 },
    ]),
  )

  await send(server, 'POST', '/api/events?after=primero', { ...data, name: 'Copa Norte' })
  await stores.pilots.register(aDraft(), undefined, 'marta')
  expect(await reportOf(server)).toMatchObject({
    event: { title: 'Copa Norte' },
    registered: 1,
    entered: { riders: 0 },
    persons: 0,
    inside: { total: 0 },
  })
  const { at: _now, before, event, ...before1 } = await reportOf(server, '?event=primero')
  const { at: _then, before: _none, event: _open, ...before2 } = report
  expect([before1, event.is_open, before]).toEqual([before2, false, expect.any(String)])
})

test('the PDF is sent under a name with its day, and an unknown event is refused', async () => {
  const server = await openApp()
  const response = await server.app.inject('/api/report.pdf')
  expect(response.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(/^attachment; filename="informe-\d{4}-\d\d-\d\d\.pdf"$/),
  })
  expect(response.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  for (const path of ['/api/report', '/api/report.pdf'])
    expect((await server.app.inject(`${path}?event=otro`)).json()).toEqual({
      error: 'Ese evento ya no está en esta laptop: vea los eventos en Ajustes',
    })
})
