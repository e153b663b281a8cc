/** Tests that no route stores what its schema does not name, and that everything a kiosk has accepted can be read again. */

import { randomUUID } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import { hostname } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import fastify, { type FastifyInstance, type InjectOptions, type RouteOptions } from 'fastify'
import * as Type from 'typebox'
import { expect, test } from 'vitest'
import type { CallName } from '#domain/api/calls'
import type { Scan } from '#domain/gate/passage'
import { noWaiver } from '#domain/waivers/waiver'
import { needsOrderId } from '../../../server/http/order-of.ts'
import { compileValidator, enforceBodies } from '../../../server/http/serve.ts'
import { readBackup } from '../../../server/store/backup/backup.ts'
import { restoreBackup } from '../../../server/store/backup/restore.ts'
import { writeBackup } from '../../../server/store/backup/write-backup.ts'
import { diagnoseFolder } from '../../../server/store/folder/diagnostics.ts'
import { openFolder } from '../../../server/store/open.ts'
import { anEvent } from '../../support/events.ts'
import { aFolder } from '../../support/folder.ts'
import { aScan } from '../../support/passages.ts'
import { aDraft } from '../../support/pilots.ts'
import { formRequest, openApp, registered, type TestServer } from '../../support/server.ts'

const own = { 'sec-fetch-site': 'same-origin' }

/** Returns the identifier of the order of a route. */
const keyOf = (route: string) => route.replace(/\W+/g, '-').slice(0, 40)

/** The routes with a body, which the server registers. */
const withBody = new Map<string, RouteOptions>()

subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', (route) => {
    const { method, url, config } = route
    const isWriting = !/GET|HEAD/.test(String(method)) && config?.access !== 'terminal'
    if (isWriting) withBody.set(`${method} ${url}`, route)
  })
})

/** The properties that a hostile device adds: some are those of stored passages and pilots. */
const forged = {
  deviceTime: 5,
  pilot: 'ABCDEFGHJKMN',
  status: 5,
  result: 'pass',
  isAdmitted: true,
  by: 'marta',
  number: -1,
  photo: '../../etc/passwd',
  role: 'admin',
  gate: { again: 5 },
  junk: 'x'.repeat(200_000),
  __proto__: { isAdmin: true },
}

/** Bodies that each route accepts, by its method and path. The routes that are not listed need no body. */
function goodBodies(id: string): Record<string, object> {
  const rule = { kind: 'days', days: 30 }
  const [event, reason, version] = ['primero', 'era otra persona', noWaiver]
  const [modalidad, numbers] = ['MOTOCROSS', '1-99']
  const age = { from: 10, on: 'race' }
  const category = { modalidad, name: 'MX1', age, engine: { strokes: '2T' }, numbers, places: 40 }
  const reserved = { number: '07', modalidad, for: 'Juan Pérez', until: '2099-12-31' }
  const price = {
    id: 'lic',
    kind: 'extra',
    label: 'Licencia',
    cents: 5000,
    early: { cents: 4000, until: '2026-12-01' },
  }
  return {
    'POST /api/session': { user: 'marta', password: 'secret of marta' },
    'POST /api/passages': { passages: [aScan({ scanned: id, gate: 'Puerta principal' })] },
    'PUT /api/passages/:id/settlement': { reason: 'entró con su padre' },
    'PUT /api/waiver': { text: 'Corro bajo mi responsabilidad', version },
    'POST /api/pilots/:id/waiver': { hash: 'a'.repeat(64), strokes: 'M1 2l3 4' },
    'PUT /api/pilots/:id/terms': { suspension: { from: '2026-01-01', reason: 'no pagó' }, version },
    'POST /api/renewals': { ids: [id], dry_run: true },
    'POST /api/pilots/remove': { ids: [id] },
    'POST /api/pilots/undo-remove': { ids: [id] },
    'POST /api/import/undo': { change: 1 },
    'POST /api/print': { ids: [id], layout: 'card', dry_run: true },
    'POST /api/accounts': { user: 'eva', password: 'the password', role: 'mesa' },
    'PUT /api/accounts': { user: 'eva', role: 'puerta' },
    'POST /api/gate/pairings': { gate: 'Puerta principal' },
    'POST /api/gate/pair': { code: 'x' },
    'PUT /api/settings': {
      public_data: 'minima',
      validity: { Anual: rule },
      gate: { again: 'daily', gates: ['Norte', 'Puerta principal'] },
    },
    'POST /api/settings/validity': { Anual: rule },
    'PUT /api/brand': { name: 'Copa', colour: '#123456' },
    'POST /api/brand/card': { name: 'Copa', colour: '#123456' },
    'POST /api/merges/:id/preview': {
      prefer: 'other',
      conflicts: [{ id_driver: id, field: 'club', side: 'this' }],
      same: [{ this: id, other: id }],
    },
    'POST /api/merges/:id': { conflicts: [{ id_driver: id, field: 'club', side: 'this' }] },
    'POST /api/pictures/:job': { replace: true },
    'PUT /api/reception': { is_open: true, wifi: 'Carrera' },
    'PUT /api/till': { event, version, currency: 'PEN', prices: [price], means: ['Yape'] },
    'PUT /api/till/letter': { letter: 'A' },
    'PUT /api/till/float': { event, float: 5000 },
    'POST /api/till/close': {
      event,
      letter: 'A',
      drawer: `la laptop ${hostname()}`,
      shift: 1,
      float: 0,
      expected: { Efectivo: 5000 },
      counted: { Efectivo: 5000 },
    },
    'POST /api/pilots/:id/charges': { event, price: 'lic', cents: 5000 },
    'POST /api/payments': {
      ...{ event, means: 'Efectivo', handed: 6000 },
      parts: [{ rider: id, owed: 5000, cents: 5000 }],
    },
    'POST /api/payments/:id/reference': { event, reference: '00412' },
    'POST /api/payments/:id/void': { event, reason },
    'POST /api/pilots/:id/refund': { event, owed: -5000, means: 'Efectivo' },
    'POST /api/pilots/:id/uncharge': { event, charges: [keyOf('POST /api/pilots/:id/charges')], reason },
    'POST /api/chips': { event, chips: [{ code: '401', label: '12', rented: true }] },
    'POST /api/chips/lend': { ...{ event, rider: id, chip: '12' }, deposit: 3000, document: 'DNI' },
    'POST /api/chips/return': { event, chip: '401' },
    'POST /api/applications/:id/refuse': { reason: 'falta la licencia' },
    'POST /api/fields/table': { rows: [{ kind: 'texto', label: 'Bus', audience: 'desk' }] },
    'POST /api/classes/table': { field: 'modalidad', rows: [{ name: 'MX1', spellings: ['Cross 1'] }] },
    'POST /api/categories/:event': category,
    'POST /api/categories/:event/table': { rows: [{ ...category, name: 'MX2', numbers: '100-199' }] },
    'PUT /api/categories/:event/:id': { name: 'MX1', version },
    'POST /api/categories/:event/:id/move': { up: true },
    'POST /api/reserved/:event': reserved,
    'POST /api/reserved/:event/table': { rows: [{ ...reserved, number: '8' }] },
    'PUT /api/reserved/:event/:id': { ...reserved, version },
  }
}

/** Returns the path of a route with an identifier, and with the open event. */
function addressOf(path: string, id: string): string {
  return path.replace(':event', 'primero').replace(/:id|:job|:name/, id)
}

/** Opens a server with a pilot, and an event with a name. */
async function openWithPilot(): Promise<TestServer & { id: string }> {
  const server = await openApp()
  await server.stores.settings.change({ events: { primero: { ...anEvent(), openedAt: '' } } })
  const { id_driver: id } = await registered(server.app)
  return { ...server, id }
}

/** Checks that a folder opens again without a repair, and that a backup of it can be restored. */
async function expectReadable({ app, stores, folder }: TestServer): Promise<void> {
  await app.close()
  await stores.close()
  const findings = await diagnoseFolder(folder, undefined)
  // A random value may look invented, and there is no backup yet.
  const isExpected = /ninguna copia|tienen? «|más por revisar/
  expect(findings.filter(({ level, text }) => level !== 'ok' && !isExpected.test(text))).toEqual([])
  const again = await openFolder(folder)
  expect(again.notes).toEqual([])
  const path = join(await aFolder(), 'copia.tar.gz')
  const count = await writeBackup(again, path)
  const passages = await again.passages.log()
  await again.close()
  const other = await openFolder(await aFolder())
  expect(await restoreBackup(other, await readBackup(path))).toMatchObject(count)
  expect(await other.passages.log()).toEqual(passages)
  await other.close()
}

test('every route with a body refuses properties that it does not name, at any depth, and orders without an identifier, and stores nothing of them', async () => {
  const server = await openWithPilot()
  const { app, id } = server
  const bodies = goodBodies(id)
  const jsonRoutes = [...withBody.keys()].filter(
    (key) => !/^POST \/api(\/applications)?$|terminal|\/api\/import$|^PUT \/api\/pictures/.test(key),
  )
  expect(Object.keys(bodies).filter((key) => !jsonRoutes.includes(key))).toEqual([])
  const accepted: string[] = []
  for (const key of jsonRoutes) {
    const [method, path = ''] = key.split(' ')
    const url = addressOf(path, id)
    for (const payload of hostileVersions(bodies[key] ?? {})) {
      const answer = await app.inject({ method: method as 'POST', url, payload, headers: own })
      if (![400, 413].includes(answer.statusCode))
        accepted.push(`${key} ${answer.statusCode} ${JSON.stringify(payload).slice(0, 80)}`)
    }
  }
  expect(accepted).toEqual([])
  for (const [key, payload] of Object.entries(bodies)) {
    const [method, path = ''] = key.split(' ')
    const url = addressOf(path, id)
    const order = { method: method as 'POST', url, payload, headers: { ...own, 'idempotency-key': '' } }
    const isRefused = (await app.inject(order)).body.includes('Falta idempotency-key')
    expect([key, isRefused]).toEqual([key, needsOrderId(key as CallName)])
    order.headers['idempotency-key'] = keyOf(key)
    const answer = await app.inject(order)
    expect(answer.statusCode, `${key} ${answer.body}`).not.toBe(400)
    if (answer.statusCode < 300) accepted.push(await sameAgain(app, order, answer))
  }
  expect(accepted.filter(Boolean)).toEqual([])
  await expectReadable(server)
})

/** Sends an order again, and returns a text about another status. */
async function sameAgain(app: FastifyInstance, order: InjectOptions, first: { statusCode: number }) {
  const again = await app.inject(order)
  return again.statusCode === first.statusCode
    ? ''
    : `${order.method} ${order.url}: ${first.statusCode}, then ${again.statusCode} ${again.body.slice(0, 100)}`
}

/** Yields versions of a body in which one of its objects has a further property. */
function* hostileVersions(body: object): Generator<object> {
  for (const [name, value] of Object.entries(forged)) if (!(name in body)) yield { ...body, [name]: value }
  for (const [key, value] of Object.entries(body)) {
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value)) for (const inner of hostileVersions(value)) yield { ...body, [key]: inner }
    else if (typeof value[0] === 'object')
      for (const inner of hostileVersions(value[0])) yield { ...body, [key]: [inner, ...value.slice(1)] }
  }
}

test.each<[string, object]>([
  ['a name', { user: 'x'.repeat(5000), password: 'the password' }],
  ['a list of gates', { gate: { gates: Array.from({ length: 51 }, (_, index) => `Puerta ${index}`) } }],
])('%s over its bound is refused', async (_, payload) => {
  const { app } = await openApp()
  const [url, method] = 'user' in payload ? ['/api/accounts', 'POST'] : ['/api/settings', 'PUT']
  const answer = await app.inject({ url, method: method as 'POST', payload, headers: own })
  expect([400, 413]).toContain(answer.statusCode)
})

test('a form drops the parts and the properties that it does not name', async () => {
  const server = await openWithPilot()
  const data = { ...aDraft(), ...forged, isAdmin: true }
  const request = formRequest({ data_driver: data, junk: 'x', photo: 'y', terms: '{"until":"2099-01-01"}' })
  const answer = await server.app.inject(request)
  expect(answer.statusCode).toBe(201)
  const { pilots } = await server.stores.pilots.list()
  for (const name of ['junk', 'isAdmin', 'role', 'terms']) expect(pilots[0]).not.toHaveProperty(name)
  expect(pilots[0]?.photo).toBeNull()
  await expectReadable(server)
})

test('a route whose body may be anything cannot be registered, and one that states none accepts none', async () => {
  const app = fastify()
  app.setValidatorCompiler(compileValidator)
  enforceBodies(app)
  const open: [Type.TSchema, string][] = [
    [Type.Object({}), 'body'],
    [Type.Object({ text: Type.String() }, { additionalProperties: false }), 'body.text'],
    [Type.Array(Type.Integer()), 'body'],
    [Type.Array(Type.Object({}), { maxItems: 2 }), 'body[]'],
    [Type.Unknown(), 'body'],
    [Type.Record(Type.String(), Type.Integer()), 'body'],
    [Type.Union([Type.Null(), Type.Object({})]), 'body'],
  ]
  for (const [body, part] of open)
    expect(() => app.post('/open', { schema: { body } }, async () => '')).toThrow(
      `accepts anything as its ${part}`,
    )
  app.post('/closed', async () => 'done')
  expect((await app.inject({ method: 'POST', url: '/closed' })).statusCode).toBe(200)
  expect((await app.inject({ method: 'POST', url: '/closed', payload: { junk: 1 } })).statusCode).toBe(400)
  await app.close()
})

/** Random versions of a JSON value: most of its parts stay, and others become a value of their type or any value. */
function versionsOf(value: unknown): fc.Arbitrary<unknown> {
  const same = Array.isArray(value)
    ? fc.tuple(...value.map(versionsOf)).chain((items) => fc.shuffledSubarray([...items, ...items]))
    : typeof value === 'object' && value !== null
      ? fc.record(Object.fromEntries(Object.entries(value).map(([key, one]) => [key, versionsOf(one)])), {
          requiredKeys: Object.keys(value).slice(0, 2),
        })
      : fc.constant(value)
  const extended = fc
    .tuple(same, fc.dictionary(fc.constantFrom(...Object.keys(forged)), fc.jsonValue({ maxDepth: 1 })))
    .map(([one, more]) => (typeof one === 'object' && !Array.isArray(one) ? { ...one, ...more } : one))
  const likely = typeof value === 'number' ? fc.integer() : fc.oneof(naughty, days, fc.boolean())
  return fc.oneof(
    { weight: 20, arbitrary: same },
    { weight: 1, arbitrary: extended },
    { weight: 2, arbitrary: likely },
    fc.jsonValue({ maxDepth: 2 }),
  )
}

/** Of any characters. `fc.string` of all of them takes seconds to prepare. */
const anyText = fc
  .array(
    fc.integer({ min: 0, max: 0x10ffff }).filter((code) => code < 0xd800 || code > 0xdfff),
    { maxLength: 70 },
  )
  .map((codes) => String.fromCodePoint(...codes))

const naughty = fc.oneof(
  anyText,
  fc.constantFrom(
    '\u0000',
    '\u202e',
    '\ud800',
    '{"id":1}',
    '../..',
    '=1+1',
    'x'.repeat(400),
    '🏁'.repeat(60),
    '🏁'.repeat(200),
  ),
)
const days = fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10))

test('whatever random bodies the routes have accepted, the data folder and a backup of it can be read again', async () => {
  let accepted = 0
  const keys = Object.keys(goodBodies(''))
  const property = fc.asyncProperty(
    fc.array(
      fc.tuple(
        fc.constantFrom(...keys, ...Array(8).fill('POST /api'), ...Array(8).fill('POST /api/passages')),
        fc.infiniteStream(fc.nat()),
      ),
      { minLength: 60, maxLength: 60 },
    ),
    async (requests) => {
      const server = await openWithPilot()
      for (const [key, stream] of requests) {
        const { id } = (await server.stores.pilots.list({ perPage: 1 })).pilots[0] ?? server
        const [seed = 0] = stream.take(1)
        const good = key === 'POST /api' ? aDraft() : goodBodies(id)[key]
        const [body] = fc.sample(versionsOf(good), { numRuns: 1, seed })
        const [method, path = ''] = key.split(' ')
        const request =
          key === 'POST /api'
            ? formRequest({ data_driver: JSON.stringify(body) })
            : {
                method: method as 'POST',
                url: addressOf(path, id),
                headers: { ...own, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
                payload: JSON.stringify(body),
              }
        const { statusCode } = await server.app.inject(request)
        if (statusCode < 300) accepted += 1
        else expect(statusCode, `${key} ${JSON.stringify(body)}`).toBeLessThan(500)
      }
      await expectReadable(server)
    },
  )
  await fc.assert(property, { numRuns: 6 })
  expect(accepted).toBeGreaterThan(30)
}, 60_000)

const principal = { gate: 'Puerta principal' }

async function send(app: FastifyInstance, ...passages: Scan[]) {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/passages',
    payload: { passages },
    headers: own,
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}

test('the same identifier with another code is a conflict, which is recorded once and lets nobody through', async () => {
  const server = await openWithPilot()
  const { app, id } = server
  const { id_driver: lost } = await registered(app, aDraft({ name: 'Luis' }))
  await app.inject({ method: 'POST', url: `/api/pilots/${lost}/revoke`, headers: own })
  const first = aScan({ scanned: id, ...principal })
  expect(await send(app, first)).toMatchObject([{ id: first.id, result: 'pass', admitted: true }])
  const other = { ...first, scanned: lost }
  for (const scans of [[other], [other, other]])
    for (const answer of await send(app, ...scans))
      expect(answer).toMatchObject({ id: first.id, result: 'conflict', admitted: false })
  expect(await send(app, first)).toMatchObject([{ result: 'pass', admitted: true }])
  const exit = { ...first, direction: 'out' as const }
  expect(await send(app, exit)).toMatchObject([{ result: 'conflict', admitted: false }])
  expect((await app.inject('/api/passages')).json().total).toBe(3)
  expect((await app.inject('/api/passages?incidents=1')).json()).toMatchObject({
    total: 2,
    data: [{ result: 'conflict' }, { result: 'conflict', scanned: lost, admitted: false }],
  })
  await expectReadable(server)
})
