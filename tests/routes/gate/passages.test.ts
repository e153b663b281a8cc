/** Tests of the calls of gates: scans, the list of passages, the numbers, the roster and small photos. */
import { setTimeout } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { beforeEach, expect, test, vi } from 'vitest'
import { UnavailableError } from '#domain/errors'
import { maxScannedText, type Scan } from '#domain/gate/passage'
import { findRiders, indexRiders } from '#domain/gate/rider-search'
import type { PassageAnswer, PassageNumbers } from '#domain/gate/schemas'
import type { PilotRecord } from '#domain/pilots/schemas'
import { today } from '#domain/text/date'
import { readContent } from '../../../server/spreadsheets/table-reader.ts'
import { stopClock } from '../../support/clock.ts'
import { aReceivedScan, aScan } from '../../support/passages.ts'
import { aDraft, aPicture } from '../../support/pilots.ts'
import { sendTogether, write } from '../../support/requests.ts'
import { openApp, registered, startTestServer } from '../../support/server.ts'
import { followEvents } from '../../support/stream.ts'
import { askAt } from '../../support/versions.ts'

// Two scans with midnight between them are two first entries.
beforeEach(() => stopClock())

/** Sends a request as a page of the server does. */

/** Sends scans one after the other, each at its own time: those of a device that does not reach the server come late. */
async function send(app: FastifyInstance, ...scans: Scan[]): Promise<PassageAnswer[]> {
  const answers: PassageAnswer[] = []
  const now = new Date()
  for (const scan of scans) {
    if (!scan.offline) vi.setSystemTime(scan.at)
    answers.push(...(await sendTogether(app, scan)))
    vi.setSystemTime(now)
  }
  return answers
}

async function summary(app: FastifyInstance): Promise<PassageNumbers> {
  return (await app.inject('/api/passages/summary')).json().data[0]
}

/** Opens the routes of an event with several gates. */
async function openEvent() {
  const server = await openApp()
  const gate = { gates: ['Norte', 'Sur', 'Este'] }
  await write(server, 'PUT', '/api/settings', { gate })
  return server
}

/** Returns a time some minutes before now. */
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const scanOf = ({ id_driver }: PilotRecord, changes: Partial<Scan> = {}) =>
  aScan({ scanned: `http://192.168.1.20:4780/credencial/${id_driver}`, ...changes })

test('a scan is answered with what a gate shows, and a second entry names the first', async () => {
  const { app } = await openEvent()
  const draft = aDraft()
  const record = await registered(app, draft, await aPicture())
  const entry = scanOf(record, { at: ago(30) })
  const [answer] = await send(app, entry)
  expect(answer).toEqual({
    id: entry.id,
    result: 'pass',
    admitted: true,
    pilot: {
      id: record.id_driver,
      name: draft.name,
      lastname: draft.lastname,
      npiloto: draft.npiloto,
      modalidad: draft.modalidad,
      tiposangre: draft.tiposangre,
      photo: record.attachment,
      status: { kind: 'valid', until: `${today().slice(0, 4)}-12-31` },
    },
  })
  const scanner = `httpÑ--192.168.1.20Ñ4780-credencial-${record.id_driver.toLowerCase()}`
  const [second, same] = await send(app, aScan({ scanned: scanner, gate: 'Sur', at: ago(10) }), entry)
  expect(second).toMatchObject({ result: 'again', admitted: true, previous: { at: entry.at, gate: 'Norte' } })
  expect(same).toEqual(answer)
  expect(await summary(app)).toMatchObject({ inside: 1, incidents: 0 })
  expect((await app.inject('/api/passages')).json()).toMatchObject({ total: 2 })
})

test('a device whose clock is wrong cannot hide a second entry, and its own time is kept', async () => {
  const { app } = await openEvent()
  const record = await registered(app)
  const day = 24 * 60
  const [late] = await sendTogether(app, scanOf(record, { at: ago(day) }))
  const [early] = await sendTogether(app, scanOf(record, { at: ago(-day), gate: 'Sur' }))
  const [coming] = await sendTogether(app, scanOf(record, { at: ago(-day), gate: 'Este', offline: true }))
  expect([late, early, coming].map((one) => one?.result)).toEqual(['pass', 'again', 'again'])
  const { data } = (await app.inject('/api/passages')).json()
  for (const { at, received, device_time: deviceTime } of data) {
    expect(at).toBe(received)
    expect(Math.abs(Date.parse(deviceTime) - Date.parse(at))).toBeGreaterThan(60_000)
  }
})

test('a scan in another time zone is ordered by its time, and a code that nobody has is stored too', async () => {
  const { app } = await openEvent()
  const record = await registered(app)
  const at = new Date(Date.now() - 60 * 60_000)
  const local = `${new Date(at.getTime() - 5 * 60 * 60_000).toISOString().slice(0, 19)}-05:00`
  const results = await send(
    app,
    scanOf(record, { at: local }),
    aScan({ scanned: 'entrada general' }),
    aScan({ scanned: '0000000000ZZ', direction: 'out' }),
  )
  expect(results.map(({ result, admitted, pilot }) => [result, admitted, pilot?.name])).toEqual([
    ['pass', true, 'Íñigo'],
    ['unknown', false, undefined],
    ['unknown', false, undefined],
  ])
  const { data } = (await app.inject('/api/passages')).json()
  expect(data.map(({ scanned }: Scan) => scanned)).toEqual([
    '0000000000ZZ',
    'entrada general',
    expect.stringContaining(record.id_driver),
  ])
  expect(data[2]).toMatchObject({ at: `${at.toISOString().slice(0, 19)}.000Z`, by: 'esta laptop' })
})

test('pilots are listed and exported by their attendance, also under a new code', async () => {
  const { app } = await openEvent()
  const [ana, luis, eva] = [
    await registered(app, aDraft({ name: 'Ana', npiloto: '1' })),
    await registered(app, aDraft({ name: 'Luis', npiloto: '2' })),
    await registered(app, aDraft({ name: 'Eva', npiloto: '3' })),
  ]
  await registered(app, aDraft({ name: 'Not entered' }))
  const ids = [ana, luis, eva].map(({ id_driver: id }) => id)
  await write({ app }, 'POST', '/api/entries', { event: 'primero', ids })
  await send(app, scanOf(ana, { at: ago(9) }), scanOf(luis, { at: ago(9) }))
  await send(app, scanOf(luis, { at: ago(8), direction: 'out' }))
  await write({ app }, 'POST', `/api/pilots/${ana.id_driver}/revoke`)
  const names = async (attendance: string) => {
    const { data } = (await app.inject(`/api?list=all&sort=name&attendance=${attendance}`)).json()
    return data.map((record: PilotRecord) => JSON.parse(String(record.data_driver)).name)
  }
  expect(await names('inside')).toEqual(['Ana'])
  expect(await names('entered')).toEqual(['Ana', 'Luis'])
  expect(await names('missing')).toEqual(['Eva'])
  expect((await app.inject('/api?list=all&attendance=away')).statusCode).toBe(400)
  expect((await app.inject('/api/export?format=json&attendance=missing')).json()).toMatchObject([
    { id_driver: eva.id_driver },
  ])
  expect(await summary(app)).toMatchObject({ inside: 1, entered_today: 2, missing: 1 })
  const renewal = await write({ app }, 'POST', '/api/renewals', { attendance: 'missing', dry_run: true })
  expect(renewal.json().data[0]).toMatchObject({ total: 1 })
})

test('the passages of a pilot stay together when the card is revoked', async () => {
  const { app } = await openEvent()
  const lost = await registered(app)
  await send(app, scanOf(lost, { at: ago(60) }))
  const revoke = await write({ app }, 'POST', `/api/pilots/${lost.id_driver}/revoke`)
  const found = revoke.json().data[0]
  const [refused, again, exit, late] = await send(
    app,
    scanOf(lost, { at: ago(40) }),
    scanOf(found, { at: ago(30), gate: 'Sur' }),
    scanOf(lost, { at: ago(20), direction: 'out' }),
    // This device was offline when the card was still good.
    scanOf(lost, { at: ago(10), offline: true, admitted: true }),
  )
  const revoked = { kind: 'revoked', at: expect.any(String) }
  expect(refused).toMatchObject({
    result: 'revoked',
    admitted: false,
    pilot: { id: found.id_driver, status: revoked },
  })
  expect(again).toMatchObject({ result: 'again', pilot: { status: { kind: 'valid' } } })
  expect(exit).toMatchObject({ result: 'pass', admitted: true })
  expect(late).toMatchObject({ result: 'pass', pilot: { status: { kind: 'valid' } } })

  const [incident] = await send(
    app,
    scanOf(lost, { at: new Date(Date.now() + 1000).toISOString(), offline: true, gate: 'Sur' }),
  )
  expect(incident).toMatchObject({ result: 'revoked', admitted: true })
  for (const id of [lost.id_driver, found.id_driver])
    expect((await app.inject(`/api/passages?pilot=${id}`)).json().total).toBe(6)
  expect((await app.inject('/api/passages?incidents=1')).json()).toMatchObject({
    total: 2,
    data: [
      { id: incident?.id, incident: true, pilot: { id: found.id_driver, name: 'Íñigo Núñez Peña' } },
      { id: late?.id, incident: true, doubt: 'revoked' },
    ],
  })
})

test('gates from before the rule of names stay, and a change of the others keeps them', async () => {
  const { app, stores } = await openApp()
  const gates = ['Norte', 'NORTE', 'Sur\u200b']
  await stores.settings.change({ gate: { again: 'warn', gates } })
  const settings = (gate: object) => write({ app }, 'PUT', '/api/settings', { gate })
  expect((await settings({ again: 'daily' })).json().data[0].gate.gates).toEqual(gates)
  const more = await settings({ gates: [...gates, 'Este'] })
  expect(more.json().data[0].gate.gates).toEqual([...gates, 'Este'])
})

test.each<[string, object]>([
  ['passages', { passages: [] }],
  ['passages', { passages: Array.from({ length: 501 }, () => aScan()) }],
  ['id', { passages: [aScan({ id: 'mine' })] }],
  ['scanned', { passages: [aScan({ scanned: 'x'.repeat(501) })] }],
  ['gate', { passages: [aScan({ gate: ' ' })] }],
  ['at', { passages: [aScan({ at: '2026-11-21' })] }],
  ['at', { passages: [aScan({ at: '2026-13-21T10:00:00Z' })] }],
  ['direction', { passages: [{ ...aScan(), direction: 'up' }] }],
])('a request with a wrong %s is refused, and nothing of it is stored', async (name, payload) => {
  const { app } = await openApp()
  const response = await write({ app }, 'POST', '/api/passages', payload)
  expect(response.statusCode).toBe(400)
  expect(response.json().error).toMatch(new RegExp(`^${name} |^El nombre|^Las lecturas`))
  expect((await app.inject('/api/passages')).json().total).toBe(0)
})

test('the numbers are refused, and no error is left behind, if the passages cannot be read', async () => {
  const { app, stores } = await openApp()
  // A spy would handle the rejection.
  stores.passages.summary = () => Promise.reject(new UnavailableError())
  vi.spyOn(stores.pilots, 'revocations').mockImplementation(() => setTimeout(10, []))
  const { statusCode } = await app.inject('/api/passages/summary')
  expect(statusCode).toBe(503)
})

test('the list is filtered by days, gates and results, and comes in pages', async () => {
  const { app } = await openEvent()
  const record = await registered(app)
  await send(
    app,
    scanOf(record, { at: '2026-02-28T12:00:00Z', gate: 'Sur' }),
    scanOf(record, { at: '2026-03-01T12:00:00Z', direction: 'out' }),
    aScan({ scanned: 'otra cosa', at: '2026-03-02T12:00:00Z' }),
  )
  const numbers = async (query: string) => {
    const { data, total } = (await app.inject(`/api/passages?${query}`)).json()
    return [data.map(({ number }: { number: number }) => number), total]
  }
  expect(await numbers('per_page=2&page=2')).toEqual([[1], 3])
  expect(await numbers('from=2026-02-28&to=2026-03-01')).toEqual([[2, 1], 2])
  expect(await numbers('gate=Sur')).toEqual([[1], 1])
  expect(await numbers('result=unknown')).toEqual([[3], 1])
  expect(await numbers('direction=out')).toEqual([[2], 1])
  expect((await app.inject('/api/passages?gate=Sur')).json().gates).toEqual(['Norte', 'Sur'])
  const exported = await app.inject('/api/passages/export?format=json&to=2026-03-01')
  expect(exported.json().map(({ number }: { number: number }) => number)).toEqual([1, 2])
  expect(exported.headers['content-disposition']).toBe(`attachment; filename="lecturas-${today()}.json"`)
  expect((await app.inject('/api/passages/export?gate=Sur&plain=1')).body.trim().split('\n')).toHaveLength(2)
  const book = await app.inject('/api/passages/export?format=xlsx')
  expect(book.rawPayload.subarray(0, 2).toString()).toBe('PK')
  for (const query of ['from=2026-02-31', 'result=no', 'page=0', 'direction=up'])
    expect((await app.inject(`/api/passages?${query}`)).statusCode).toBe(400)
  expect((await app.inject('/api/passages?pilot=nadie')).statusCode).toBe(404)
})

test('a workbook has all passages as the CSV has them, whatever they say, and of whomever', async () => {
  const { app, stores } = await openEvent()
  // A CSV has neither control characters nor halves of a pair.
  const textOf = (cell: unknown) => String(Buffer.from(String(cell ?? ''))).replace(/\p{Control}/gu, '')
  const lines = async (format: string) => {
    const { statusCode, rawPayload } = await app.inject(`/api/passages/export?format=${format}`)
    expect(statusCode, rawPayload.toString()).toBe(200)
    const { sheets } = await readContent(rawPayload)
    return [...sheets[0].lines].map(({ cells }) => cells.map((cell) => textOf(cell)))
  }
  expect(await lines('xlsx')).toEqual(await lines('csv'))

  const [ana, eva] = [
    await registered(app, aDraft({ name: 'Ana' })),
    await registered(app, aDraft({ name: 'Eva' })),
  ]
  const offline = { offline: true, admitted: true, at: ago(30) }
  await send(
    app,
    scanOf(ana),
    scanOf(ana, { ...offline, gate: 'Sur' }),
    scanOf(eva, offline),
    scanOf(eva, { cardless: true }),
    aScan({ ...offline, scanned: '7K3Q9XW2M4T9', at: ago(60) }),
    // Times that no device has.
    aScan({ ...offline, scanned: 'x', at: '9999-12-31T23:59:59-14:00' }),
    aScan({ ...offline, scanned: 'x', at: '0000-01-01T00:00:00Z' }),
    ...[
      '=1+1',
      'constructor',
      '__proto__',
      '_x0041_',
      'a\u0000\u0007\ud83d b',
      ' ñ \u{1f3cd} ',
      '"a",b;c\td\n',
      'x'.repeat(maxScannedText),
    ].map((scanned) => aScan({ scanned })),
  )
  const incident = (await app.inject('/api/passages?incidents=1')).json().data[0]
  expect(
    (await write({ app }, 'PUT', `/api/passages/${incident.id}/settlement`, { reason: 'Pagó, "después"' }))
      .statusCode,
  ).toBe(200)
  await stores.erasures.erase([eva.id_driver], 'ana')
  await stores.pilots.remove(ana.id_driver)
  const found = await lines('xlsx')
  expect(found).toHaveLength(16)
  expect(found).toEqual(await lines('csv'))

  const many = Array.from({ length: 1000 }, (_, index) => aReceivedScan({ scanned: `x${index}`, at: ago(1) }))
  for (let start = 0; start < many.length; start += 500)
    await stores.passages.record(many.slice(start, start + 500), 'warn')
  expect(await lines('xlsx')).toHaveLength(1016)
})

test('an export is read in pages, and has the passages of its beginning, whoever passes meanwhile', async () => {
  const { app, stores } = await openApp()
  const pilots = await Promise.all([1, 2, 3].map(() => registered(app)))
  const scans = Array.from({ length: 11_000 }, (_, index) => {
    const pilot = pilots[index % 3]?.id_driver
    return aReceivedScan({ pilot, gate: `Puerta ${index}`, at: new Date(1e12 + index * 1000).toISOString() })
  })
  await stores.passages.record(scans, 'warn')
  const pages = vi.spyOn(stores.passages, 'listAfter')
  const exporting = app.inject('/api/passages/export?plain=1')
  await vi.waitUntil(() => pages.mock.calls.length > 0, { interval: 0, timeout: 30_000 })
  await stores.passages.record([aReceivedScan({ gate: 'Tarde' })], 'warn')

  const lines = (await exporting).body.trim().split('\n').slice(1)
  expect(pages.mock.calls.length).toBe(6)
  expect(lines.map((line) => line.split(',')[2])).toEqual(scans.map(({ gate }) => gate))
  expect(lines.every((line) => line.includes('Íñigo Núñez Peña'))).toBe(true)
})

test('a gate learns that a rider is under 18 on the day of the scan, and neither the age nor the birthday', async () => {
  const { app } = await openEvent()
  const record = await registered(app, aDraft({ fechanac: '2008-11-22' }))
  const listed = async () => (await app.inject('/api/gate/roster')).json().data[0].pilots[0]
  expect((await send(app, scanOf(record)))[0]?.pilot?.minor).toBe(true)
  expect(await listed()).toMatchObject({ minor: true })
  expect(JSON.stringify(await listed())).not.toMatch(/"2008-|:2008[,}]/)
  vi.setSystemTime(new Date(2026, 10, 22, 12))
  expect((await send(app, scanOf(record, { direction: 'out' })))[0]?.pilot).not.toHaveProperty('minor')
  expect(await listed()).not.toHaveProperty('minor')
})

test('a rider without a card is found by the last four characters of the document, and let in after a lost card', async () => {
  const { app } = await openEvent()
  const ana = await registered(app, aDraft({ dni: 40001234 }))
  await registered(app, aDraft({ dni: null, tipodoc: 'Pasaporte', documento: 'AB-98765' }))
  const roster = (await app.inject('/api/gate/roster')).body
  expect(JSON.parse(roster).data[0].pilots).toMatchObject([{ document: '1234' }, { document: '8765' }])
  expect(roster).not.toMatch(/40001234|"[^"]*98765"/)
  // A gate whose list is older names the rider by the code of the lost card, which nobody shows.
  await write({ app }, 'POST', `/api/pilots/${ana.id_driver}/revoke`)
  const [lost, found] = await send(app, scanOf(ana), aScan({ scanned: ana.id_driver, cardless: true }))
  expect([lost?.result, found?.result]).toEqual(['revoked', 'pass'])
})

test('the search of a gate finds no telephone, since its roster has none; that of the desk does', async () => {
  const { app } = await openEvent()
  await registered(app, aDraft({ celular: 987650001, dni: 40001234 }))
  const roster = (await app.inject('/api/gate/roster')).json().data[0]
  expect(JSON.stringify(roster)).not.toContain('98765')
  const { data } = (await app.inject('/api?list=all&search=987650001')).json()
  expect([data.length, findRiders(indexRiders(roster.pilots), '987650001')]).toEqual([1, []])
})

test('the roster has what a gate needs, and is sent again only after a change', async () => {
  const { app } = await openEvent()
  const [ana, luis] = [await registered(app, aDraft({ name: 'Ana' })), await registered(app, aDraft())]
  const reason = 'no pagó'
  await write({ app }, 'PUT', `/api/pilots/${luis.id_driver}/terms`, {
    suspension: { from: '2026-01-01', reason },
  })
  const ask = (version?: unknown, more: object = {}) =>
    app.inject({
      url: '/api/gate/roster',
      headers: { ...(version ? { 'if-none-match': String(version) } : {}), ...more },
    })
  const first = await ask()
  expect(first.json().data[0]).toMatchObject({
    again: 'warn',
    gates: ['Norte', 'Sur', 'Este'],
    revoked: [],
    pilots: [
      { id: ana.id_driver, name: 'Ana', status: { kind: 'valid' } },
      { id: luis.id_driver, status: { kind: 'suspended' } },
    ],
  })
  expect(first.body).not.toContain(reason)
  expect(first.body).not.toContain('inigo@ejemplo.org')
  const { etag } = first.headers
  const same = await ask(etag)
  expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, '', etag])

  const entry = scanOf(ana)
  await send(app, entry)
  const zipped = await ask(etag, { 'accept-encoding': 'gzip, deflate' })
  expect(zipped.headers).toMatchObject({
    'content-encoding': 'gzip',
    'content-type': 'application/json; charset=utf-8',
  })
  const [roster] = JSON.parse(gunzipSync(zipped.rawPayload).toString()).data
  expect(roster.pilots[0].last).toEqual({ at: entry.at, gate: 'Norte', direction: 'in' })
  await write({ app }, 'POST', `/api/pilots/${ana.id_driver}/revoke`)
  const exit = scanOf(ana, { direction: 'out', at: new Date(Date.parse(entry.at) + 1000).toISOString() })
  await send(app, exit)
  const third = (await ask(zipped.headers.etag)).json().data[0]
  expect(third.revoked).toEqual([ana.id_driver])
  expect(third.pilots.at(-1)).toMatchObject({
    name: 'Ana',
    last: { at: exit.at, direction: 'out' },
    entry: { at: entry.at, gate: 'Norte' },
  })
  expect(third.pilots.at(-1).id).not.toBe(ana.id_driver)
})

test('a small photo has at most 4 KB, and no cache of a browser keeps it', async () => {
  const { app } = await openApp()
  const { default: sharp } = await import('sharp')
  const noise = await sharp({
    create: {
      width: 800,
      height: 600,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 90 },
    },
  })
    .png()
    .toBuffer()
  const { attachment } = await registered(app, aDraft(), noise)
  const [small, again] = await Promise.all([1, 2].map(() => app.inject(`/files/${attachment}?size=small`)))
  expect(small?.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'no-store' })
  expect(small?.rawPayload.length).toBeLessThanOrEqual(4096)
  expect(await sharp(small?.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 96, height: 72 })
  expect(again?.rawPayload).toEqual(small?.rawPayload)
  expect((await app.inject('/files/0123456789AB.jpg?size=small')).statusCode).toBe(404)
  expect((await app.inject(`/files/${attachment}?size=big`)).statusCode).toBe(400)
})

test('open pages hear of every new passage, and of many at once by their number', async () => {
  const { url } = await startTestServer()
  const [hellos, events] = [await followEvents(url, 'hello'), await followEvents(url, 'passages')]
  await expect
    .poll(() => hellos)
    .toEqual([expect.objectContaining({ number: 0, passages: 0, role: 'admin' })])
  const post = (passages: Scan[]) => askAt(url, 'POST', '/api/passages', { passages })
  const atGate = { gate: 'Puerta principal' }
  const scan = aScan({ scanned: 'otra cosa', ...atGate })
  await post([scan])
  const { id, gate, direction, at } = scan
  const news = { id, gate, direction, at, result: 'unknown', admitted: false, counted: false }
  await expect.poll(() => events).toEqual([{ number: 1, passages: [news] }])
  // The same scan again is nothing new.
  await post([scan])
  await post(Array.from({ length: 60 }, () => aScan(atGate)))
  await expect.poll(() => events.slice(1)).toEqual([{ number: 61 }])
})

test('the roster has the text of the waiver while the open event demands it, and each new one', async () => {
  const { app } = await openEvent()
  const { id_driver: id } = await registered(app, aDraft())
  const [{ id: event, version: _version, opened_at: _at, closed_at: _end, ...data }] = (
    await app.inject('/api/events')
  ).json().data
  await write({ app }, 'POST', '/api/entries', { event, ids: [id] })
  const demand = (more: object) =>
    write({ app }, 'PUT', `/api/events/${event}`, { ...data, name: 'Copa', checks: ['waiver'], ...more })
  const roster = async () => (await app.inject('/api/gate/roster')).json().data[0]
  await write({ app }, 'PUT', '/api/waiver', { text: 'Uno.' })
  await demand({ demand: 'entry' })
  expect((await roster()).waiver).toBeUndefined()
  await demand({ demand: 'checks' })
  const { waiver, pilots } = await roster()
  expect(waiver).toEqual({ version: 1, text: 'Uno.', hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(pilots[0].lacks).toEqual(['waiver'])
  const signature = { hash: waiver.hash, strokes: 'M100 200l300 -80l300 140' }
  await write({ app }, 'POST', `/api/pilots/${id}/waiver`, signature)
  expect((await roster()).pilots[0].lacks).toBeUndefined()
  await write({ app }, 'PUT', '/api/waiver', { text: 'Dos.' })
  expect(await roster()).toMatchObject({
    waiver: { version: 2, text: 'Dos.' },
    pilots: [{ lacks: ['waiver'] }],
  })
  await write({ app }, 'PUT', '/api/waiver', { text: '' })
  expect((await roster()).waiver).toBeUndefined()
})
