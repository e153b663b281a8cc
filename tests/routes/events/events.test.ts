/** Tests of the calls for events, and of what belongs to which event. */
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { EventInfo } from '#domain/events/calls'
import { firstEventId } from '#domain/events/event'
import type { PassageRecord } from '#domain/gate/schemas'
import { readBackup } from '../../../server/store/backup/backup.ts'
import { restoreBackup } from '../../../server/store/backup/restore.ts'
import { anEvent, setEvent } from '../../support/events.ts'
import { otherDesk } from '../../support/other-desk.ts'
import { aScan } from '../../support/passages.ts'
import { aDraft } from '../../support/pilots.ts'
import { phone, restarted, sessionOf, write } from '../../support/requests.ts'
import { openApp, registered, startTestServer, type TestServer } from '../../support/server.ts'
import { followEvents } from '../../support/stream.ts'

/** Sends a request as a page of the server does. */

const open = (app: FastifyInstance, data: object = anEvent(), after: string = firstEventId) =>
  write({ app }, 'POST', `/api/events?after=${after}`, data)

async function events(app: FastifyInstance): Promise<EventInfo[]> {
  return (await app.inject('/api/events')).json().data
}

/** Returns the texts that were scanned in an event, the newest first. */
async function scannedIn(app: FastifyInstance, event?: string): Promise<string[]> {
  const answer = await app.inject(`/api/passages${event === undefined ? '' : `?event=${event}`}`)
  return answer.json().data.map(({ scanned }: PassageRecord) => scanned)
}

/** Opens the routes of an event with the gate Norte. */
async function withGate(): Promise<TestServer> {
  const server = await openApp()
  await write(server, 'PUT', '/api/settings', { gate: { gates: ['Norte'] } })
  return server
}

test('every folder has a first event without a name, which staff can name before a second one is opened', async () => {
  const { app } = await openApp()
  expect(await events(app)).toMatchObject([{ id: firstEventId, name: '', opened_at: '', closed_at: null }])
  const named = await write(
    { app },
    'PUT',
    `/api/events/${firstEventId}`,
    anEvent({ name: ' Copa Andina ', last: '' }),
  )
  expect(named.json().data).toMatchObject([{ name: 'Copa Andina', first: '2026-11-21', last: '2026-11-21' }])
  expect((await app.inject('/api/passages/summary')).json().data[0]).toMatchObject({ event: 'Copa Andina' })

  const data = anEvent({ name: 'Gran Premio', demand: 'checks', checks: ['guardian', 'payment'] })
  const opened = await open(app, data)
  expect(opened.statusCode).toBe(201)
  const [second] = opened.json().data
  expect(second).toMatchObject({ ...data, checks: ['payment', 'guardian'], closed_at: null })
  expect(await events(app)).toEqual([
    second,
    expect.objectContaining({ id: firstEventId, name: 'Copa Andina', closed_at: second.opened_at }),
  ])
})

test('of two persons who open an event, the second one is told which is open', async () => {
  const { app } = await openApp()
  const answers = await Promise.all([
    open(app, anEvent({ name: 'Uno' })),
    open(app, anEvent({ name: 'Otro' })),
  ])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
  const refused = answers.find(({ statusCode }) => statusCode === 409)
  const [opened] = await events(app)
  expect(refused?.json().error).toBe(
    `Mientras tanto se abrió ${opened?.name}: cargue la página otra vez y repita`,
  )
  expect(await events(app)).toHaveLength(2)
  expect((await open(app, anEvent(), 'nadie')).statusCode).toBe(404)
})

test('the categories of an event are stored, taken over by the next one, and refused at the place of each problem', async () => {
  const server = await openApp()
  const { app } = server
  const path = `/api/events/${firstEventId}`
  const { categories: _none, ...event } = anEvent()
  const age = { from: 10, to: 13, on: 'year-end' }
  const cadets = {
    modalidad: 'MOTOCROSS',
    name: ' 85  cc ',
    age,
    engine: { strokes: '2T' },
    numbers: '1-199, 901',
  }
  const named = { modalidad: 'MOTOCROSS', name: 'MX1', numbers: '200-399', places: 40 }
  const put = await write({ app }, 'PUT', path, { ...event, categories: [cadets, named] })
  const { categories } = put.json().data[0]
  expect(categories).toEqual([
    { id: 'motocross-85cc', ...cadets, name: '85 cc' },
    { id: 'motocross-mx1', ...named },
  ])

  const overlap = [
    categories[0],
    { ...categories[1], numbers: '150-300' },
    { ...named, name: ' ', numbers: 'x' },
  ]
  const refused = await write({ app }, 'PUT', path, { ...event, categories: overlap })
  expect(refused.statusCode).toBe(422)
  const overlaps =
    '85 cc y MX1 comparten 150-199: cambie los de una o, en Ajustes › Evento, permita los mismos números'
  expect(refused.json().fields).toEqual({
    'categories.0.numbers': overlaps,
    'categories.1.numbers': overlaps,
    'categories.2.name': 'Escriba el nombre de la categoría',
    'categories.2.numbers': 'Escriba los números como 1-199, 901',
  })
  // An event can let two categories use the same numbers, and no longer once they are apart.
  const shared = { ...event, categories: overlap.slice(0, 2), sharedNumbers: true }
  expect((await write({ app }, 'PUT', path, shared)).json().data).toMatchObject([{ sharedNumbers: true }])
  const apart = { ...event, sharedNumbers: false }
  expect((await write({ app }, 'PUT', path, apart)).json().fields).toEqual({ sharedNumbers: overlaps })
  const both = await write({ app }, 'PUT', path, { ...apart, categories })
  expect(both.json().data).toMatchObject([{ sharedNumbers: false, categories }])
  for (const wrong of [
    { ...named, more: 1 },
    { ...named, age: { on: 'ayer' } },
    { ...named, engine: { from: '125' } },
    { ...named, numbers: '1,'.repeat(101) },
    { modalidad: 'MOTOCROSS' },
  ])
    expect((await write({ app }, 'PUT', path, { ...event, categories: [wrong] })).statusCode).toBe(400)
  const many = Array.from({ length: 101 }, (_, index) => ({ ...named, name: `C${index}` }))
  expect((await write({ app }, 'PUT', path, { ...event, categories: many })).json().error).toMatch(
    /hasta 100/,
  )

  // Of two admins, the second one is refused, and one who changes other data leaves the categories.
  const emptied = { ...event, categories: [], version: 'de antes' }
  expect((await write({ app }, 'PUT', path, emptied)).statusCode).toBe(409)
  const moved = { ...event, place: 'Jauja' }
  expect((await write({ app }, 'PUT', path, moved)).json().data).toMatchObject([
    { place: 'Jauja', categories },
  ])

  const next = await open(app, { ...event, name: 'Gran Premio' })
  expect(next.json().data).toMatchObject([{ name: 'Gran Premio', categories }])
  const rename = { name: 'MX' }
  expect((await write({ app }, 'PUT', '/api/classes/modalidad/MOTOCROSS', rename)).statusCode).toBe(200)
  const renamed = categories.map((one: object) => ({ ...one, modalidad: 'MX' }))
  expect(await events(app)).toMatchObject([{ categories: renamed }, { categories: renamed }])
  const { app: again } = await restarted(server)
  expect(await events(again)).toMatchObject([{ categories: renamed }, { categories: renamed }])
})

test.each(['', ' ', 'a\nb', '\u0000', 'mx 1', '٣', 1])(
  'a category with the identifier %j, which no key and no text could have, is refused',
  async (id) => {
    const { app } = await openApp()
    const categories = [{ id, modalidad: 'RALLY', name: 'R1' }]
    const answer = await write(
      { app },
      'PUT',
      `/api/events/${firstEventId}`,
      anEvent({ categories } as object),
    )
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error).toContain('id es el identificador de la categoría')
    expect((await events(app))[0]?.categories).toEqual([])
  },
)

test('categories whose names have no letter for an identifier have one that can be read again', async () => {
  const { app } = await openApp()
  const given = ['青年', '少年'].map((name) => ({ modalidad: 'RALLY', name }))
  const { categories: _none, ...event } = anEvent()
  const path = `/api/events/${firstEventId}`
  const { categories } = (await write({ app }, 'PUT', path, { ...event, categories: given })).json().data[0]
  expect(categories.map((one: { id: string }) => one.id)).toEqual(['rally-otra', 'rally-otra-2'])
  expect((await write({ app }, 'PUT', path, { ...event, categories })).statusCode).toBe(200)
})

test('the desk sees the events, and only admins open and change them', async () => {
  const server = await openApp()
  const { app } = server
  for (const role of ['puerta', 'mesa'] as const) {
    const request = { ...phone, cookies: await sessionOf(server, { user: role, password: 'x', role }) }
    const list = await app.inject({ ...request, url: '/api/events' })
    expect(list.statusCode).toBe(role === 'mesa' ? 200 : 403)
    const changes = [
      ['POST', `/api/events?after=${firstEventId}`],
      ['PUT', `/api/events/${firstEventId}`],
      ['DELETE', `/api/events/${firstEventId}`],
    ] as const
    for (const [method, url] of changes)
      expect((await app.inject({ ...request, method, url, payload: anEvent() })).statusCode).toBe(403)
  }
  expect(await events(app)).toHaveLength(1)
})

/** Sets the clock until the end of the test. */
function setClock(moment: string): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(moment) })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}

test('an event that is opened while the clock is ahead gets what is scanned and done after it, and so does the next one', async () => {
  const { app } = await withGate()
  const { id_driver: ana } = await registered(app)
  const scan = (changes: object = {}) =>
    write({ app }, 'POST', '/api/passages', { passages: [aScan({ scanned: ana, ...changes })] })
  const reportOf = async (id: string) => (await app.inject(`/api/report?event=${id}`)).json().data[0]
  const inside = async () => (await app.inject('/api/passages/summary')).json().data[0].inside
  await scan()
  const now = new Date().toISOString()
  setClock('2099-01-01T10:00:00.000Z')
  const { id } = (await open(app)).json().data[0]
  setClock(now)
  expect(await inside()).toBe(0)
  expect((await scan()).json().data[0]).toMatchObject({ result: 'pass' })
  expect(await inside()).toBe(1)
  expect(await scannedIn(app, 'open')).toEqual([ana])
  await registered(app, aDraft({ npiloto: '12' }))
  expect(await reportOf('open')).toMatchObject({ registered: 1, persons: 1, inside: { total: 1 } })
  expect(await reportOf(firstEventId)).toMatchObject({ registered: 1, persons: 1 })

  const { id: next } = (await open(app, anEvent({ name: 'Otro' }), id)).json().data[0]
  expect((await events(app)).map((event) => event.id)).toEqual([next, id, firstEventId])
  await scan()
  expect(await scannedIn(app, next)).toEqual([ana])
  expect(await reportOf('open')).toMatchObject({ registered: 0, persons: 1 })
  // This phone was offline all the time, and its roster is of the first event.
  await scan({ offline: true, admitted: true, event: firstEventId })
  expect(await scannedIn(app, firstEventId)).toEqual([ana, ana])
  expect(await scannedIn(app, next)).toEqual([ana])
})

test('an event opened by mistake is removed, and the one before is open again', async () => {
  const { app } = await withGate()
  const { id } = (await open(app)).json().data[0]
  expect((await write({ app }, 'DELETE', `/api/events/${id}`)).statusCode).toBe(204)
  expect(await events(app)).toMatchObject([{ id: firstEventId, closed_at: null }])
  expect((await write({ app }, 'DELETE', `/api/events/${id}`)).statusCode).toBe(404)
  expect((await write({ app }, 'DELETE', `/api/events/${firstEventId}`)).json().error).toContain(
    'El primer evento',
  )
  expect((await app.inject('/api/passages/summary')).json().data[0]).toMatchObject({ event: '' })
})

test('an event with a rider or a scan is not removed', async () => {
  const { app } = await withGate()
  const { id_driver: ana } = await registered(app)
  const { id } = (await open(app)).json().data[0]
  const remove = () => write({ app }, 'DELETE', `/api/events/${id}`)
  const enter = () => write({ app }, 'POST', '/api/entries', { event: id, ids: [ana] })
  expect((await enter()).json().data[0]).toMatchObject({ changed: 1 })
  expect([(await remove()).statusCode, (await remove()).json().error]).toEqual([
    409,
    'El evento no se quitó: tiene 1 inscrito. Solo se quita uno en el que no hay nada',
  ])
  expect((await events(app)).map((event) => event.id)).toEqual([id, firstEventId])
  await write({ app }, 'POST', '/api/entries/withdraw', { event: id, ids: [ana] })
  await write({ app }, 'POST', '/api/passages', { passages: [aScan({ scanned: ana })] })
  expect((await remove()).json().error).toContain('tiene 1 lectura')
})

test('of a rider who is entered and an event that is removed at the same moment, one is told that it was not done', async () => {
  const { app } = await withGate()
  const { id_driver: ana } = await registered(app)
  for (let round = 0; round < 6; round += 1) {
    const [{ id: before }] = (await events(app)) as [EventInfo]
    const { id } = (await open(app, anEvent(), before)).json().data[0]
    const orders = [
      () => write({ app }, 'POST', '/api/entries', { event: id, ids: [ana] }),
      () => write({ app }, 'DELETE', `/api/events/${id}`),
    ]
    const done = await Promise.all((round % 2 ? orders : orders.toReversed()).map((give) => give()))
    expect(done.filter(({ statusCode }) => statusCode < 300)).toHaveLength(1)
    const isThere = (await events(app)).some((event) => event.id === id)
    const { entries = [] } = (await app.inject(`/api?list=all`)).json().data[0]
    expect(entries).toHaveLength(isThere ? 1 : 0)
  }
})

test('open pages hear of an event that is opened or changed', async () => {
  const { url } = await startTestServer()
  const changes = await followEvents(url, 'change')
  await setEvent(url, anEvent())
  await expect.poll(() => changes).toHaveLength(1)
  await setEvent(url, anEvent(), 'open')
  await expect.poll(() => changes).toHaveLength(2)
})

test('events outlast a restart, and a backup takes them along', async () => {
  const first = await openApp()
  await write(first, 'PUT', `/api/events/${firstEventId}`, anEvent({ name: 'Copa Andina', country: 'CL' }))
  await open(first.app, anEvent({ name: 'Gran Premio' }))
  const listed = await events(first.app)
  expect(listed.map(({ name }) => name)).toEqual(['Gran Premio', 'Copa Andina'])
  const again = await restarted(first)
  expect(await events(again.app)).toEqual(listed)
  const path = await otherDesk(again.stores, async () => {})
  const other = await openApp()
  await restoreBackup(other.stores, await readBackup(path))
  expect(await events((await restarted(other)).app)).toEqual(listed)
})

test('of two edits of an event that began with the same data, the second one is refused with both values, and one without a version is, too', async () => {
  const { app } = await openApp()
  const put = async (changes: object) => {
    const answer = await write({ app }, 'PUT', `/api/events/${firstEventId}`, { ...anEvent(), ...changes })
    return { status: answer.statusCode, error: answer.json().error }
  }
  const versionOf = async () => (await events(app))[0]?.version
  expect(await put({ version: await versionOf() })).toMatchObject({ status: 200 })
  const version = await versionOf()
  const both = await Promise.all([put({ name: 'Una', version }), put({ name: 'Otra', version })])
  expect(both).toMatchObject([
    { status: 200 },
    {
      status: 409,
      error: 'Otra persona cambió este evento mientras tanto. Evento Una: Nombre: «Copa Andina» → «Una»',
    },
  ])
  // The answer to the first one was lost.
  expect(await put({ name: 'Una', version })).toMatchObject({ status: 200 })
  expect(await put({ name: 'Otra', version: await versionOf() })).toMatchObject({ status: 200 })
  expect(await put({ name: 'Tercera', version: 'de otra carpeta' })).toEqual({
    status: 409,
    error: 'Otra persona cambió este evento mientras tanto',
  })
  expect(await put({ name: 'Cuarta', version: undefined })).toMatchObject({ status: 400 })
  expect(await events(app)).toMatchObject([{ name: 'Otra' }])
})
