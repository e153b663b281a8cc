/** Tests of the waiver over HTTP: its text, who signs it, and what the gate then says. */
import { expect, test } from 'vitest'
import type { PilotId } from '#domain/pilots/pilot-id'
import { addDays, today } from '#domain/text/date'
import { findPersonData } from '../../../server/privacy/person-data.ts'
import { personJson, personPage } from '../../../server/privacy/person-files.ts'
import { aScan } from '../../support/passages.ts'
import { aDraft } from '../../support/pilots.ts'
import { ask, phone, sessionOf } from '../../support/requests.ts'
import { openApp, registered, type TestServer } from '../../support/server.ts'

const strokes = 'M100 200l300 -80l300 140'
const minor = { fechanac: addDays(today(), -15 * 365), apoderado: 'Rosa Núñez' }

/** Opens a server whose event demands the waiver at the gate, with a rider who is entered. */
async function openSigning(changes = {}) {
  const server = await openApp()
  const { hash } = await writeText(server, 'Corro bajo mi responsabilidad.')
  const { body } = await ask(server, 'GET', '/api/events')
  const { id: event, opened_at: _at, closed_at: _end, ...data } = body.data[0]
  const demanding = { ...data, name: 'Copa', checks: ['waiver'], demand: 'checks' }
  await ask(server, 'PUT', `/api/events/${event}`, demanding)
  const { id_driver: id } = await registered(server.app, aDraft(changes))
  await ask(server, 'POST', '/api/entries', { event, ids: [id] })
  const sign = (more: object = {}, cookies = {}) =>
    ask(server, 'POST', `/api/pilots/${id}/waiver`, { hash, strokes, ...more }, cookies)
  return { ...server, hash, id, event, sign }
}

async function writeText(server: Pick<TestServer, 'app'>, text: string) {
  return (await ask(server, 'PUT', '/api/waiver', { text })).body.data[0]
}

async function lacksAtGate(server: Pick<TestServer, 'app'>, scanned: string) {
  const scan = aScan({ scanned, gate: 'Puerta principal', at: new Date().toISOString() })
  return (await ask(server, 'POST', '/api/passages', { passages: [scan] })).body.data[0].lacks
}

const recordOf = async (server: Pick<TestServer, 'app'>, id: string) =>
  (await ask(server, 'GET', `/api?list=${id}`)).body.data[0]

test('the gate misses the waiver until the rider has signed it, once', async () => {
  const server = await openSigning()
  const { id, sign, stores } = server
  expect(await lacksAtGate(server, id)).toEqual(['waiver'])
  expect((await recordOf(server, id)).waiver_due).toBe(1)
  expect(await sign()).toMatchObject({ status: 200, body: { data: [{ version: 1 }] } })
  expect(await lacksAtGate(server, id)).toBeUndefined()
  const record = await recordOf(server, id)
  expect(record).toMatchObject({ signed: { version: 1 } })
  expect(record.waiver_due).toBeUndefined()
  expect(JSON.stringify(record)).not.toContain(strokes)
  const before = await stores.pilots.get(id)
  expect((await sign({ strokes: 'M0 0l900 300l10 10' })).status).toBe(200)
  expect((await stores.pilots.get(id)).waivers).toEqual(before.waivers)
  expect((await ask(server, 'GET', `/api/pilots/${id}/history`)).body.data.at(-1)).toMatchObject({
    kind: 'waivers',
  })
})

test('a new text asks again, and an earlier signature stays', async () => {
  const server = await openSigning()
  const { id, sign, stores } = server
  await sign()
  const next = await writeText(server, 'Corro bajo mi responsabilidad, y la de nadie más.')
  expect(next.version).toBe(2)
  expect((await recordOf(server, id)).waiver_due).toBe(2)
  expect(await sign()).toMatchObject({ status: 409, body: { error: expect.stringContaining('cambió') } })
  expect((await sign({ hash: next.hash })).status).toBe(200)
  expect((await stores.pilots.get(id)).waivers?.map(({ version }) => version)).toEqual([1, 2])
  // The text of before is known by its version again, and is signed.
  expect((await writeText(server, 'Corro bajo mi responsabilidad.')).version).toBe(1)
  expect((await recordOf(server, id)).waiver_due).toBeUndefined()
  expect((await ask(server, 'PUT', '/api/waiver', { text: '' })).body.data).toEqual([])
  expect(await lacksAtGate(server, id)).toBeUndefined()
})

test('a signature that a phone kept stands below the text that was signed, at the time of the phone', async () => {
  const server = await openSigning()
  const { id, sign, stores } = server
  await writeText(server, 'Otro texto.')
  const at = new Date(Date.now() - 3_600_000).toISOString()
  expect((await sign({ offline: true, at })).status).toBe(200)
  expect((await stores.pilots.get(id)).waivers).toMatchObject([{ version: 1, at, strokes }])
  expect((await recordOf(server, id)).waiver_due).toBe(2)
  expect((await sign({ offline: true, at: 'ayer' })).status).toBe(400)
})

test('a minor signs with the guardian, by name and document', async () => {
  const server = await openSigning(minor)
  const { id, sign, stores } = server
  expect(await sign()).toMatchObject({
    status: 422,
    body: { fields: { guardian_name: expect.any(String), guardian_document: expect.any(String) } },
  })
  const guardian = { name: ' Rosa  Núñez ', document: 'DNI 40506070' }
  expect((await sign({ guardian })).status).toBe(200)
  expect((await stores.pilots.get(id)).waivers?.[0]?.guardian).toEqual({
    name: 'Rosa Núñez',
    document: 'DNI 40506070',
  })
})

test('a rider whose birth date shows later that a minor has signed alone signs again, with the guardian', async () => {
  const server = await openSigning()
  const { id, sign, stores } = server
  await sign()
  expect(await lacksAtGate(server, id)).toBeUndefined()
  await stores.pilots.update(id as PilotId, aDraft(minor))
  expect(await lacksAtGate(server, id)).toEqual(['waiver'])
  expect(await recordOf(server, id)).toMatchObject({ waiver_due: 1, signed: { version: 1 } })
  const guardian = { name: 'Rosa Núñez', document: 'DNI 40506070' }
  expect((await sign({ guardian })).body.data).toMatchObject([{ version: 1, guardian }])
  expect((await recordOf(server, id)).waiver_due).toBeUndefined()
  expect(await lacksAtGate(server, id)).toBeUndefined()
})

test('a dot and a foreign text sign nothing; a gate signs, but not on paper', async () => {
  const server = await openSigning()
  const { id, sign, stores } = server
  expect(await sign({ strokes: 'M5 5l0 0' })).toMatchObject({
    status: 422,
    body: { fields: { strokes: expect.stringContaining('firma') } },
  })
  expect((await sign({ strokes: '<svg onload=1>' })).status).toBe(400)
  expect((await sign({ hash: 'f'.repeat(64) })).status).toBe(409)
  const cookies = await sessionOf(server, { user: 'norte', password: 'x', role: 'puerta' })
  const url = `/api/pilots/${id}/waiver`
  const asGate = (payload: object) => server.app.inject({ ...phone, method: 'POST', url, cookies, payload })
  expect((await asGate({ hash: server.hash, paper: true })).statusCode).toBe(403)
  const answer = await asGate({ hash: server.hash, strokes })
  expect(answer.statusCode).toBe(200)
  expect((await stores.pilots.get(id)).waivers).toMatchObject([{ by: 'norte', device: '192.168.1.77' }])
})

test('a new event asks for the text of the one before, and the report of that one stays', async () => {
  const server = await openSigning()
  const { id, event, sign } = server
  await sign()
  const { body } = await ask(server, 'GET', '/api/events')
  const { id: _id, version: _version, opened_at: _at, closed_at: _end, ...data } = body.data[0]
  const opened = await ask(server, 'POST', `/api/events?after=${event}`, { ...data, name: 'Segunda' })
  expect(opened.status).toBe(201)
  expect((await recordOf(server, id)).waiver_due).toBeUndefined()
  await writeText(server, 'Texto de la segunda.')
  expect((await recordOf(server, id)).waiver_due).toBe(2)
  const { checks } = (await ask(server, 'GET', `/api/report?event=${event}`)).body.data[0]
  expect(checks).toEqual([{ name: 'waiver', lacking: 0 }])
})

test('those who are entered and have not signed are counted, listed and exported', async () => {
  const server = await openSigning()
  const { id, sign } = server
  await registered(server.app, aDraft({ name: 'Nadie' }))
  const unsigned = async () => {
    const [count, list, file] = await Promise.all(
      ['count?', '?list=all&lacks=waiver', 'export?format=json&lacks=waiver'].map((path) =>
        server.app.inject(`/api${path.startsWith('?') ? '' : '/'}${path}`),
      ),
    )
    const ids = list?.json().data.map((one: { id_driver: string }) => one.id_driver)
    return [count?.json().data[0].unsigned, ids, file?.json().length]
  }
  expect(await unsigned()).toEqual([1, [id], 1])
  await sign()
  expect(await unsigned()).toEqual([0, [], 0])
})

test('a rider and an event have their signatures as a PDF, and nobody without one', async () => {
  const server = await openSigning()
  const { id, event, sign } = server
  const pdfOf = (url: string) => server.app.inject(url)
  for (const url of [`/api/pilots/${id}/waiver.pdf`, `/api/events/${event}/waivers.pdf`]) {
    const none = await pdfOf(url)
    expect([none.statusCode, none.json().error]).toEqual([404, expect.stringContaining('firmado')])
  }
  const unknown = (await pdfOf('/api/pilots/7K3Q9XW2M4TB/waiver.pdf')).json().error
  expect(unknown).toBe('No existe un piloto con este identificador')
  await sign()
  for (const url of [`/api/pilots/${id}/waiver.pdf`, '/api/events/open/waivers.pdf']) {
    const { statusCode, rawPayload, headers } = await pdfOf(url)
    expect([statusCode, rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    expect(headers['content-disposition']).toMatch(/^attachment; filename="deslindes?-\d{4}-\d\d-\d\d\.pdf"$/)
  }
})

test('a person’s data has the signature and the text below which it stands', async () => {
  const server = await openSigning(minor)
  const guardian = { name: 'Rosa Núñez', document: 'DNI 40506070' }
  await server.sign({ guardian })
  const data = await findPersonData(server.stores, server.id, [])
  const page = personPage(data)
  expect(page).toContain(`<path d="${strokes}"/>`)
  expect(page).toContain('Rosa Núñez, DNI 40506070')
  expect(page).toContain('<p class="text">Corro bajo mi responsabilidad.</p>')
  const [registration] = (personJson(data) as { registrations: object[] }).registrations
  expect(registration).toMatchObject({
    waivers: [{ strokes, guardian, hash: server.hash }],
    waiverTexts: [{ version: 1, text: 'Corro bajo mi responsabilidad.' }],
  })
})
