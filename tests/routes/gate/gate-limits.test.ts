/** Tests of what a device may say of its scans: its gate, its time, and what it takes back. */
import { beforeEach, expect, test, vi } from 'vitest'
import type { Scan } from '#domain/gate/passage'
import { stopClock } from '../../support/clock.ts'
import { aScan } from '../../support/passages.ts'
import { aDraft } from '../../support/pilots.ts'
import { laptop, phone, sessionOf, write } from '../../support/requests.ts'
import { openApp, registered, type TestServer } from '../../support/server.ts'

const minute = 60_000

beforeEach(() => stopClock())

/** Returns a time some minutes after the time of the clock. */
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minute).toISOString()

/** Lets some minutes pass. */
const wait = (minutes: number) => vi.setSystemTime(Date.now() + minutes * minute)

async function openEvent() {
  const server = await openApp()
  await write(server, 'PUT', '/api/settings', { gate: { gates: ['Norte', 'Sur'] } })
  return { ...server, code: (await registered(server.app)).id_driver }
}

/** Returns the request of a device with a session: a phone that is paired with a gate, or an account. */
async function device(server: TestServer, account: { gate?: string; role?: 'puerta' | 'mesa' }) {
  const { gate, role = 'puerta' } = account
  const stored = { user: gate ? `Puerta ${gate} 1` : role, password: 'x', role, ...(gate && { gate }) }
  return { ...phone, cookies: await sessionOf(server, stored) }
}

async function send({ app }: TestServer, who: object, ...passages: Scan[]) {
  const answer = await app.inject({ ...who, method: 'POST', url: '/api/passages', payload: { passages } })
  return { status: answer.statusCode, ...answer.json() }
}

async function list({ app }: TestServer, filter = '') {
  return (await app.inject(`/api/passages?${filter}`)).json().data
}

test('a paired phone scans at the gate of its pairing, whatever it says', async () => {
  const server = await openEvent()
  const norte = await device(server, { gate: 'Norte' })
  for (const gate of ['Norte', 'Sur', 'XXX'])
    expect(await send(server, norte, aScan({ gate, scanned: server.code }))).toMatchObject({ status: 200 })
  expect((await list(server)).map(({ gate }: Scan) => gate)).toEqual(['Norte', 'Norte', 'Norte'])
})

test('an account chooses among the gates that exist, and a scan of an earlier gate still arrives', async () => {
  const server = await openEvent()
  const { code } = server
  const ana = await device(server, {})
  expect(await send(server, ana, aScan({ gate: 'Sur', scanned: code }))).toMatchObject({ status: 200 })
  expect(await send(server, ana, aScan({ gate: 'XXX', scanned: code }))).toMatchObject({
    status: 400,
    error: 'No hay una puerta XXX: elija otra, o agréguela en Ajustes',
  })
  wait(5)
  await write(server, 'PUT', '/api/settings', { gate: { gates: ['Norte'] } })
  const late = aScan({ gate: 'Sur', scanned: code, at: inMinutes(-1) })
  expect(await send(server, ana, late)).toMatchObject({ status: 400 })
  expect(await send(server, ana, { ...late, offline: true, admitted: true })).toMatchObject({ status: 200 })
  expect(await send(server, ana, aScan({ gate: 'XXX', offline: true }))).toMatchObject({ status: 400 })
})

test.each([
  ['of 1970', '1970-01-01T00:00:00Z'],
  ['of the year -1', '0000-01-01T00:00:00+23:59'],
  ['before the pairing', '2026-11-21T10:00:00Z'],
  ['of the future', '2999-01-01T00:00:00Z'],
])('an offline scan %s is stored with the time of the server, told, and an incident', async (_, time) => {
  const server = await openEvent()
  // The clock stands at noon where the tests run.
  vi.setSystemTime('2026-11-21T17:00:00Z')
  const norte = await device(server, { gate: 'Norte' })
  wait(30)
  const scan = aScan({ scanned: server.code, offline: true, admitted: true, at: time })
  const answer = await send(server, norte, scan)
  expect(answer.data).toMatchObject([{ id: scan.id, result: 'pass', admitted: true, doubt: 'time' }])
  const times = { at: new Date().toISOString(), device_time: expect.any(String) }
  expect(await list(server, 'incidents=1')).toMatchObject([
    { id: scan.id, incident: true, doubt: 'time', ...times },
  ])
  expect(await send(server, norte, scan)).toMatchObject({ data: answer.data })
})

test('an offline scan between the sign-in and now is no incident, and one of the laptop may be of the last days', async () => {
  const server = await openEvent()
  const ana = await device(server, {})
  wait(30)
  const offline = { scanned: server.code, offline: true, admitted: true }
  await send(server, ana, aScan({ ...offline, at: inMinutes(-29) }))
  const { id_driver: luis } = await registered(server.app, aDraft())
  await send(server, laptop, aScan({ ...offline, scanned: luis, at: inMinutes(-24 * 60) }))
  expect(await list(server, 'incidents=1')).toEqual([])
  const { id_driver: eva } = await registered(server.app, aDraft())
  await send(server, laptop, aScan({ ...offline, scanned: eva, at: inMinutes(-8 * 24 * 60) }))
  expect(await list(server, 'incidents=1')).toMatchObject([{ doubt: 'time' }])
})

test('a phone takes back the passages of its own gate only, and the desk those of all gates', async () => {
  const server = await openEvent()
  const [norte, sur] = [await device(server, { gate: 'Norte' }), await device(server, { gate: 'Sur' })]
  const mesa = await device(server, { role: 'mesa' })
  const entry = aScan({ scanned: server.code })
  await send(server, sur, entry)
  const undo = () => aScan({ scanned: server.code, corrects: entry.id })
  expect(await send(server, norte, undo())).toEqual({
    status: 400,
    error: 'Esa lectura es de la puerta Sur: se deshace allí, o en la mesa',
  })
  const ana = await device(server, {})
  // The same correction again, with another gate, hides the first one from nobody.
  for (const gates of [
    ['Norte', 'Sur'],
    ['Sur', 'Norte'],
  ])
    expect(await send(server, ana, ...gates.map((gate) => ({ ...undo(), gate })))).toMatchObject({
      status: 400,
    })
  expect(await list(server)).toMatchObject([{ id: entry.id, corrected: false }])
  expect(await send(server, sur, undo())).toMatchObject({ status: 200 })
  expect(await send(server, mesa, undo())).toMatchObject({ status: 200 })
  expect((await list(server)).at(-1)).toMatchObject({ id: entry.id, corrected: true })
})
