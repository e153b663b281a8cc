/** Tests of orders that are sent again since their answers were lost. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PilotId } from '#domain/pilots/pilot-id'
import { readBackup } from '../../../server/store/backup/backup.ts'
import { restoreBackup } from '../../../server/store/backup/restore.ts'
import { writeBackup } from '../../../server/store/backup/write-backup.ts'
import { stopClock } from '../../support/clock.ts'
import { aFolder } from '../../support/folder.ts'
import { aDraft } from '../../support/pilots.ts'
import { fresh, restarted, sameOrigin } from '../../support/requests.ts'
import { formRequest, registered, type TestServer } from '../../support/server.ts'
import { eventData, openTill } from '../../support/till.ts'

interface Sent {
  method: 'POST' | 'PUT' | 'DELETE'
  url: string
  body?: object
  key: string
}

/** Sends an order with its identifier, and returns the status and the items of the answer. */
async function send({ app }: Pick<TestServer, 'app'>, { method, url, body, key }: Sent) {
  const form = url === '/api' && formRequest(body as Record<string, object>)
  const headers = { ...sameOrigin, 'idempotency-key': key }
  const answer = await app.inject(
    form ? { ...form, headers: { ...form.headers, ...headers } } : { method, url, payload: body, headers },
  )
  const { data = [], error } = answer.body ? answer.json() : {}
  return { status: answer.statusCode, data, error }
}

/** Returns the text of all files in a folder. */
async function textIn(folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = files.filter((file) => file.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return (await Promise.all(paths.map((path) => readFile(path, 'utf8')))).join()
}

let keys = 0
const aKey = () => `clave-de-un-pedido-${++keys}`

/** Returns the identifiers in an answer, in their order. */
function identifiersIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(identifiersIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) =>
    /^id|^key$|^name$|^receipt$|^number$|^letter$/.test(name) ? [`${name} ${one}`] : identifiersIn(one),
  )
}

test('an order that is sent again is done once, and gets the status and the identifiers of before, also after a restart', async () => {
  const till = await openTill()
  const { enter, event } = till
  const [ana, eva, lis, oto] = [await enter(), await enter(), await enter(), await enter()]
  const [pia, leo, nia] = await Promise.all(
    [1, 2, 3].map(async () => (await registered(till.app, aDraft())).id_driver),
  )
  const { licencia } = aDraft()
  await till.stores.settings.change({ validity: { [licencia]: { kind: 'days', days: 10 } } })
  const code = { code: '401', label: '', rented: false }
  const parts = [{ rider: ana, owed: 17_000, cents: 5000 }]
  const payment = { event, parts, means: 'Efectivo' }
  const charge = { event, price: 'lic', cents: 5000 }
  const loan = { event, rider: eva, chip: '401' }
  /** Each order, and what another one with its identifier says. */
  const orders: [order: string, body: object | undefined, other: object][] = [
    ['POST /api', { data_driver: aDraft({ dni: 45_000_001 }) }, { data_driver: aDraft({ dni: 45_000_002 }) }],
    ['POST /api', { id_driver: ana, data_driver: aDraft({ club: 'Norte' }) }, { id_driver: eva }],
    [`PUT /api/pilots/${eva}/terms`, { until: '2030-01-31' }, { until: '2030-02-28' }],
    ['POST /api/fields', { label: 'Talla', kind: 'texto', audience: 'desk' }, { label: 'Polo' }],
    ['POST /api/classes', { field: 'modalidad', name: 'Trial indoor' }, { name: 'Trial' }],
    ['POST /api/chips', { event, chips: [code] }, { chips: [{ ...code, code: '402' }] }],
    ['POST /api/chips/lend', loan, { rider: ana }],
    [`POST /api/pilots/${ana}/charges`, charge, { cents: 4000 }],
    ['POST /api/payments', payment, { means: 'Yape' }],
    ['POST /api/entries/withdraw', { event, ids: [oto] }, { ids: [ana] }],
    ['POST /api/pilots/remove', { ids: [oto] }, { ids: [ana] }],
    ['POST /api/pilots/undo-remove', { ids: [oto] }, { ids: [ana] }],
    [`DELETE /api/pilots/${pia}`, undefined, {}],
    ['POST /api/pilots/remove', { ids: [leo] }, { ids: [ana] }],
    ['PUT /api/till/float', { event, float: 2000 }, { float: 3000 }],
    ['POST /api/renewals', { ids: [nia], issued: '2030-01-01' }, { ids: [ana] }],
    ['POST /api/entries', { event, ids: [nia], modalidades: ['MOTOCROSS'] }, { ids: [ana] }],
    ['POST /api/entries', { event, entered: 'none', modalidades: ['MOTOCROSS'] }, { modalidades: ['RALLY'] }],
    [`POST /api/pilots/${lis}/revoke`, undefined, {}],
  ]
  const done: { sent: Sent; other: object; answer: Awaited<ReturnType<typeof send>> }[] = []
  for (const [order, body, other] of orders) {
    const [method, url] = order.split(' ') as [Sent['method'], string]
    const sent = { method, url, body: await fresh(till.app, { method, url, body }), key: aKey() }
    const answer = await send(till, sent)
    expect(answer.status, `${order} ${answer.error}`).toBeLessThan(300)
    done.push({ sent, other, answer })
  }
  const change = till.stores.pilots.lastChange

  let server: TestServer = till
  for (const isRestarted of [false, true]) {
    if (isRestarted) server = await restarted(till)
    for (const { sent, other, answer } of done) {
      const again = await send(server, sent)
      expect([again.error, again.status, identifiersIn(again.data)], sent.url).toEqual([
        undefined,
        answer.status,
        expect.arrayContaining(identifiersIn(answer.data)),
      ])
      const body = sent.body && { ...sent.body, ...other }
      expect(
        await send(server, { ...sent, url: sent.url.replace(lis, ana).replace(`${pia}`, ana), body }),
        sent.url,
      ).toMatchObject({ status: 409, error: expect.stringContaining('ya se hizo') })
    }
    expect(server.stores.pilots.lastChange).toBe(change)
  }
})

test('an order that eight pages send at the same time is done once, and all of them get the same answer', async () => {
  const till = await openTill()
  const sent = { method: 'POST', url: '/api', body: { data_driver: aDraft() }, key: aKey() } as const
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(till, sent)))
  expect(new Set(answers.map(({ status, data }) => `${status} ${data[0]?.id_driver}`)).size).toBe(1)
  expect((await till.stores.pilots.list()).total).toBe(1)
})

test('an order that names an erased person is forgotten, with its digest, and those of others stay', async () => {
  const till = await openTill()
  const [ana, eva] = [await till.enter(), await till.enter()]
  const sentFor = async (rider: string): Promise<Sent> => {
    const edit = { method: 'PUT', url: `/api/pilots/${rider}/terms`, body: { until: '2030-01-31' } } as const
    return { ...edit, body: await fresh(till.app, edit), key: aKey() }
  }
  const [ofAna, ofEva] = [await sentFor(ana), await sentFor(eva)]
  for (const one of [ofAna, ofEva]) expect((await send(till, one)).status).toBe(200)
  const keysIn = async () => {
    const all = await textIn(till.folder)
    return [ofAna, ofEva].map(({ key }) => all.includes(key))
  }
  expect(await keysIn()).toEqual([true, true])
  await till.stores.erasures.erase([ana as PilotId])
  expect(await keysIn()).toEqual([false, true])
  expect([(await send(till, ofAna)).status, (await send(till, ofEva)).status]).toEqual([404, 200])
})

test('an order whose result says the name of somebody else is forgotten with that person', async () => {
  const till = await openTill()
  const [ana] = [await till.enter({}, []), await till.enter({ lastname: 'Quillahuaman', npiloto: '812' })]
  const zoe = (await till.stores.pilots.list()).pilots.find(({ npiloto }) => npiloto === '812')
  const body = { event: till.event, ids: [ana], modalidades: ['MOTOCROSS', 'RALLY'], number: '812' }
  const { data } = await send(till, { method: 'POST', url: '/api/entries', body, key: aKey() })
  expect(data[0]).toMatchObject({
    changed: 1,
    refused: [{ reason: expect.stringContaining('Quillahuaman') }],
  })
  await till.stores.erasures.erase([zoe?.id as PilotId])
  expect(await textIn(till.folder)).not.toContain('Quillahuaman')
})

test('an event that is opened or removed by an order which comes again is opened and removed once', async () => {
  const till = await openTill()
  const body = { ...(await eventData(till)), name: 'Fecha 2' }
  const opening = { method: 'POST', url: `/api/events?after=${till.event}`, body, key: aKey() } as const
  const [opened, again] = [await send(till, opening), await send(till, opening)]
  expect([opened.status, again.status, again.data[0].id]).toEqual([201, 201, opened.data[0].id])
  const removal = { method: 'DELETE', url: `/api/events/${opened.data[0].id}`, key: aKey() } as const
  const [removed, twice] = [await send(till, removal), await send(till, removal)]
  expect(twice.status).toBe(removed.status)
  expect(removed.status).toBeLessThan(300)
})

test('after a restore, an order that it took back is done again', async () => {
  const till = await openTill()
  const sent = { method: 'POST', url: '/api', body: { data_driver: aDraft() }, key: aKey() } as const
  const saved = join(await aFolder(), 'copia.tar.gz')
  await writeBackup(till.stores, saved)
  const [first] = (await send(till, sent)).data
  await restoreBackup(till.stores, await readBackup(saved))
  const again = await send(till, sent)
  expect([again.status, again.data[0].id_driver === first.id_driver]).toEqual([201, false])
})

test('an order is remembered for 90 days, and a registration for good', async () => {
  stopClock(new Date(2026, 10, 21, 12))
  const till = await openTill()
  const ana = await till.enter()
  const registration = { method: 'POST', url: '/api', body: { data_driver: aDraft() }, key: aKey() } as const
  const revocation = { method: 'POST', url: `/api/pilots/${ana}/revoke`, key: aKey() } as const
  const [{ id_driver: rider }] = (await send(till, registration)).data
  await send(till, revocation)
  const statuses = async () => {
    const other = { method: 'POST', url: '/api', body: { data_driver: aDraft() }, key: aKey() } as const
    await send(till, other)
    const [one, two] = [await send(till, revocation), await send(till, registration)]
    return [one.status, two.status, two.data[0].id_driver]
  }
  stopClock(new Date(2027, 1, 18, 12))
  expect(await statuses()).toEqual([200, 201, rider])
  stopClock(new Date(2027, 1, 21, 12))
  expect(await statuses()).toEqual([410, 201, rider])
})

test('an identifier of another form is refused, and so is an order about money without one', async () => {
  const till = await openTill()
  const order = { method: 'PUT', url: '/api/till/float', body: { event: till.event, float: 1 } } as const
  for (const key of ['a b c d e f g h', 'corta', 'larga'.repeat(20), '__proto__/clave'])
    expect(await send(till, { ...order, key })).toMatchObject({
      status: 400,
      error: 'idempotency-key no es el identificador de un pedido: tiene de 8 a 40 letras, cifras, - y _',
    })
  const parts = [{ rider: await till.enter(), owed: 12_000, cents: 12_000 }]
  const body = { event: till.event, parts, means: 'Efectivo' }
  expect(await send(till, { method: 'POST', url: '/api/payments', body, key: '' })).toMatchObject({
    status: 400,
    error:
      'Falta idempotency-key: el pedido va con un identificador propio, con el que se hace una sola vez aunque se repita',
  })
})
