/** Tests of printing over HTTP: orders, their progress, their PDFs, and the guard against a second card. */
import { mkdir, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PrintJobs } from '../../../server/credential/print/print-jobs.ts'
import { readPilots } from '../../../server/credential/print/print-order.ts'
import { serve } from '../../support/command.ts'
import { aFolder } from '../../support/folder.ts'
import { register } from '../../support/page.ts'
import { aDraft, aPicture, aRow } from '../../support/pilots.ts'
import { readQr } from '../../support/qr-reader.ts'
import { write } from '../../support/requests.ts'
import {
  openApp,
  publicUrl,
  registered,
  startTestServer,
  type TestServer,
  workers,
} from '../../support/server.ts'
import { aSignal } from '../../support/signal.ts'
import { askAt } from '../../support/versions.ts'

/** The interval of the polls for work in the background, in milliseconds. */
const waiting = { interval: 5 }

function order(app: FastifyInstance, payload: object) {
  return write({ app }, 'POST', '/api/print', { layout: 'card', ...payload })
}

/** Gives the process a temporary folder of its own until the test ends. */
async function ownTemporaryFolder(): Promise<string> {
  const folder = await aFolder()
  vi.stubEnv('TMPDIR', folder)
  onTestFinished(() => void vi.unstubAllEnvs())
  return folder
}

/** Sends an order and returns the address of its PDF once it is complete. */
async function prepared(app: FastifyInstance, payload: object): Promise<string> {
  return finished(app, await ordered(app, payload))
}

async function finished(app: FastifyInstance, job: string): Promise<string> {
  const url = async () => (await progressOf(app, job)).url
  await expect.poll(url, waiting).toEqual(expect.any(String))
  return url()
}

async function progressOf(app: FastifyInstance, job: string) {
  return (await app.inject(`/api/print/${job}`)).json().data[0]
}

/** Imports `count` pilots. */
async function crowd({ stores }: TestServer, count: number): Promise<void> {
  await stores.pilots.import(Array.from({ length: count }, (_, index) => aRow(index)))
}

/** Sends an order and returns the name of its job. */
async function ordered(app: FastifyInstance, payload: object): Promise<string> {
  return (await order(app, payload)).json().data[0].job
}

function cancelled(app: FastifyInstance, job: string) {
  return write({ app }, 'DELETE', `/api/print/${job}`)
}

/** Sends an order, opens its PDF, and returns the address of the PDF. */
async function printed(app: FastifyInstance, payload: object): Promise<string> {
  const url = await prepared(app, payload)
  expect((await app.inject(url)).statusCode).toBe(200)
  return url
}

test('an order results in a PDF, and its pilots have a card once the PDF is opened', async () => {
  const { app, stores } = await openApp()
  const one = await registered(app, aDraft({ name: 'Ana' }))
  const two = await registered(app, aDraft({ name: 'Luis' }))
  const url = await printed(app, { search: 'ana' })
  const pdf = await app.inject(url)
  expect(pdf.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' })
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  const until = `${new Date().getFullYear()}-12-31`
  expect((await stores.pilots.get(one.id_driver)).card).toMatchObject({ address: publicUrl, until })
  expect((await stores.pilots.get(two.id_driver)).card).toBeUndefined()
  const { data } = (await app.inject('/api?list=all')).json()
  expect(data.map(({ card }: { card?: unknown }) => Boolean(card))).toEqual([false, true])
})

test('a dry run counts the cards that are expired or suspended, and prints nothing', async () => {
  const { app, stores } = await openApp()
  const [one, two] = [await registered(app), await registered(app), await registered(app)].map(
    ({ id_driver: id }) => id,
  )
  await stores.pilots.changeTerms([String(one)], { until: '2026-01-01' })
  await stores.pilots.changeTerms([String(two)], { suspension: { from: '2026-01-01', reason: 'Pago' } })
  const counted = async (payload: object) => {
    const answer = await order(app, { ...payload, dry_run: true })
    return [answer.statusCode, answer.json().data?.[0]]
  }
  const none = { undrawable: [], undrawable_total: 0, incomplete: [], incomplete_total: 0 }
  expect(await counted({})).toEqual([200, { total: 3, expired: 1, suspended: 1, ...none }])
  expect(await counted({ ids: [two] })).toEqual([200, { total: 1, expired: 0, suspended: 1, ...none }])
  expect(await counted({ search: 'nadie' })).toEqual([404, undefined])
  expect((await stores.pilots.list()).pilots.some(({ card }) => card)).toBe(false)
})

test('a rider who is incomplete by the time of the print gets no card', async () => {
  const { stores } = await openApp()
  await stores.pilots.import([aRow(0), aRow(1, { ...aDraft({ name: 'Eva' }), dni: '' })], {
    incomplete: true,
  })
  const { pilots } = await stores.pilots.list({ order: 'asc' })
  const ids = pilots.map(({ id }) => id)
  const printed: string[] = []
  for await (const { id } of readPilots(stores, ids)) printed.push(id)
  expect([ids.length, printed]).toEqual([2, [ids[0]]])
})

test('a card is sent as a picture that nobody keeps and that counts as no print, and an incomplete rider has none', async () => {
  const { app, stores } = await openApp()
  const { id_driver: id } = await registered(app, aDraft({ name: 'Ñusta', lastname: 'Díaz' }))
  const asked = await Promise.all(Array.from({ length: 12 }, () => app.inject(`/api/pilots/${id}/card.png`)))
  for (const { statusCode, headers, rawPayload } of asked) {
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, no-store',
      'content-disposition': 'attachment; filename="credencial-nusta-diaz.png"',
    })
    expect(await readQr(rawPayload)).toBe(`${publicUrl}/credencial/${id}`)
  }
  expect((await stores.pilots.get(id)).card).toBeUndefined()
  await stores.pilots.import([aRow(1, { ...aDraft({ name: 'Eva' }), dni: '' })], { incomplete: true })
  const [eva] = (await stores.pilots.list({ search: 'Eva' })).pilots
  const refused = await app.inject(`/api/pilots/${eva?.id}/card.png`)
  expect(refused.statusCode).toBe(409)
  expect(refused.json().error).toContain('Sin credencial hasta que la mesa los complete')
})

test('a pilot with a card is printed again only on request, and is left out on request', async () => {
  const { app } = await openApp()
  const { id_driver } = await registered(app)
  await printed(app, { ids: [id_driver] })
  const refused = await order(app, {})
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    { error: 'Este piloto ya tiene una credencial impresa', printed: 1, total: 1 },
  ])
  await registered(app)
  expect((await order(app, {})).json()).toMatchObject({ printed: 1, total: 2 })
  await printed(app, { only_new: true })
  expect((await order(app, { only_new: true })).statusCode).toBe(409)
  await printed(app, { again: true })
})

test('one of two simultaneous orders for one pilot is refused, so that no pilot gets two cards', async () => {
  const { app } = await openApp()
  const { id_driver } = await registered(app)
  const urls = [await prepared(app, { ids: [id_driver] }), await prepared(app, { ids: [id_driver] })]
  const opened = await Promise.all(urls.map((url) => app.inject(url)))
  expect(opened.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
})

test('a PDF that is not opened does not count as a card, and a deleted one is reported as missing', async () => {
  await ownTemporaryFolder()
  const { app, stores } = await openApp()
  const { id_driver } = await registered(app)
  const url = await prepared(app, {})
  expect((await stores.pilots.get(id_driver)).card).toBeUndefined()
  const folder = (await readdir(tmpdir())).filter((name) => name.startsWith('pilotos-print-'))
  for (const name of folder) await rm(join(tmpdir(), name), { recursive: true, force: true })
  expect((await app.inject(url)).json()).toEqual({ error: 'Ese PDF no está: prepárelo otra vez' })
  await printed(app, {})
  expect((await stores.pilots.get(id_driver)).card).toBeDefined()
})

test('a single card does not wait for large orders, which are prepared one after another', async () => {
  const server = await openApp()
  const { app, stores } = server
  await registered(app, aDraft(), await aPicture())
  await crowd(server, 10)
  const { id_driver } = await registered(app)
  // The first order is not complete before the photo is read.
  const read = stores.photos.read.bind(stores.photos)
  const [held, release] = aSignal()
  stores.photos.read = (name) => held.then(() => read(name))
  const [first, second] = [await ordered(app, {}), await ordered(app, {})]
  await prepared(app, { ids: [id_driver] })
  expect(await progressOf(app, second)).toEqual({
    before: 1,
    waits_for: { by: 'esta laptop', done: expect.any(Number), total: 12 },
    done: 0,
    total: 12,
    url: null,
  })
  expect(await progressOf(app, first)).toMatchObject({ before: 0, waits_for: null, total: 12, url: null })
  release()
  await cancelled(app, first)
  expect((await app.inject(await finished(app, second))).statusCode).toBe(200)
})

test('a cancelled order is not prepared any further, leaves no file and does not count as a card', async () => {
  const server = await openApp()
  const { app, stores } = server
  await ownTemporaryFolder()
  await crowd(server, 200)
  const [pilot] = (await stores.pilots.list({ perPage: 1 })).pilots
  const [running, queued] = [await ordered(app, {}), await ordered(app, {})]
  const ready = await ordered(app, { ids: [pilot?.id] })
  await finished(app, ready)
  await expect.poll(async () => (await progressOf(app, running)).done, waiting).toBeGreaterThan(0)
  for (const job of [queued, running, ready]) {
    const answer = await cancelled(app, job)
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    expect((await app.inject(`/api/print/${job}`)).statusCode).toBe(404)
    expect((await app.inject(`/api/print/${job}/credenciales.pdf`)).statusCode).toBe(404)
    expect((await cancelled(app, job)).statusCode).toBe(404)
  }
  const [folder = ''] = await readdir(tmpdir())
  expect(await readdir(join(tmpdir(), folder))).toEqual(['lock'])
  expect((await stores.pilots.list()).pilots.filter(({ card }) => card)).toEqual([])
})

test('the number of waiting large orders is limited per person and in total, and small orders are still accepted', async () => {
  const { stores } = await openApp()
  const jobs = new PrintJobs({ stores, workers })
  const endless = new Promise<never>(() => {})
  const start = (by: string, size: number) => void jobs.start(by, size, () => endless)
  const refusal = async (by: string, size: number) =>
    (await jobs.start(by, size, () => endless).catch((error) => error)) as Error
  for (let count = 0; count < 5; count += 1) start('ana', 50_000)
  expect(await refusal('ana', 50_000)).toMatchObject({
    kind: 'too-many',
    message: expect.stringMatching(/^Ya hay 5 impresiones suyas .*espere a que termine una, o cancélela$/),
  })
  for (let count = 0; count < 5; count += 1) start('luis', 50_000)
  expect(await refusal('eva', 50_000)).toMatchObject({
    kind: 'too-many',
    message: expect.stringMatching(/^Ya hay 10 impresiones .*espere un momento y pruebe otra vez$/),
  })
  const pilot = await stores.pilots.register(aDraft())
  const order = { ids: [pilot.id], layout: 'card' as const, address: publicUrl, by: 'ana' }
  expect(await jobs.start('ana', 1, async () => order)).toMatchObject({ total: 1 })
  await jobs.close()
})

test('an order over the limit is answered with 429, and is accepted once another is cancelled', async () => {
  const server = await openApp()
  const { app } = server
  await crowd(server, 200)
  const jobs = await Promise.all(Array.from({ length: 5 }, () => ordered(app, {})))
  expect((await order(app, {})).statusCode).toBe(429)
  await cancelled(app, jobs[4] ?? '')
  expect((await order(app, {})).statusCode).toBe(202)
})

test('large orders of several people take turns, and a waiting one can be cancelled', async () => {
  const { stores } = await openApp()
  const jobs = new PrintJobs({ stores, workers })
  onTestFinished(() => jobs.close())
  await stores.pilots.import(Array.from({ length: 150 }, (_, index) => aRow(index)))
  const ids = (await stores.pilots.list()).pilots.map(({ id }) => id)
  const start = (by: string) =>
    jobs.start(by, ids.length, async () => ({ ids, layout: 'card', address: publicUrl, by }))
  const [first, second, third] = [await start('ana'), await start('ana'), await start('ana')]
  const other = await start('eva')
  expect(jobs.ahead(first.id)).toEqual([])
  expect(jobs.ahead(other.id).map(({ by, total }) => [by, total])).toEqual([['ana', 150]])
  expect(jobs.ahead(third.id).map(({ by }) => by)).toEqual(['ana', 'eva', 'ana'])
  await jobs.cancel(second.id)
  expect(jobs.ahead(third.id).map(({ by }) => by)).toEqual(['ana', 'eva'])
  await jobs.cancel(first.id)
  expect(jobs.ahead(other.id)).toEqual([])
  expect(jobs.ahead(third.id).map(({ by }) => by)).toEqual(['eva'])
})

test('a cancelled order stops at once', async () => {
  const server = await openApp()
  await crowd(server, 200)
  const ids = (await server.stores.pilots.list()).pilots.map(({ id }) => id)
  const jobs = new PrintJobs({ stores: server.stores, workers })
  onTestFinished(() => jobs.close())
  const all = { ids, layout: 'card', address: publicUrl, by: 'ana' } as const
  const job = await jobs.start('ana', 200, async () => all)
  await expect.poll(() => job.done, { interval: 1 }).toBeGreaterThan(0)
  await jobs.cancel(job.id)
  const { done } = job
  expect(done).toBeLessThan(200)
  await jobs.close()
  expect([job.done, job.path]).toEqual([done, undefined])
})

test('a pilot who is removed or revoked while an order waits gets no card, and the others do', async () => {
  const { stores } = await openApp()
  const jobs = new PrintJobs({ stores, workers })
  onTestFinished(() => jobs.close())
  const [gone, revoked, other] = [aDraft(), aDraft(), aDraft()].map((draft) => stores.pilots.register(draft))
  const ids = (await Promise.all([gone, revoked, other])).map((pilot) => pilot?.id ?? '')
  const order = { ids, layout: 'card' as const, address: publicUrl, by: 'ana' }
  const { id } = await jobs.start('ana', 3, async () => {
    await stores.pilots.remove(ids[0] ?? '')
    await stores.pilots.revoke(ids[1] ?? '')
    return order
  })
  await expect.poll(() => jobs.get(id).path, waiting).toBeDefined()
  await jobs.note(id)
  const { pilots } = await stores.pilots.list()
  expect(pilots.filter(({ card }) => card).map((pilot) => pilot.id)).toEqual(ids.slice(2))
})

test('the offset of the printer is stored for the next order', async () => {
  const { app } = await openApp()
  await registered(app)
  expect((await app.inject('/api/print')).json().data).toEqual([{ offset: [0, 0], public_url: publicUrl }])
  await printed(app, { layout: 'sheet', start: 10, offset: [0.5, -1] })
  expect((await app.inject('/api/print')).json().data[0].offset).toEqual([0.5, -1])
})

test.each([
  [{ layout: 'a5' }, 400, 'layout es card, a7, a6 o sheet'],
  [{ layout: 'sheet', start: 11 }, 400, 'un número de 1 a 10'],
  [{ layout: 'sheet', bleed: true }, 400, 'el sangrado es para una tarjeta por página'],
  [{ offset: [0, 50] }, 400, 'de -20 a 20 mm'],
  [{ ids: [] }, 400, 'Van los identificadores, como una lista'],
  [{ ids: ['0000000000ZZ'] }, 404, 'No existe un piloto con este identificador'],
  [{ search: 'nadie' }, 404, 'Ningún piloto tiene todas estas palabras: nadie'],
  [{}, 404, 'Todavía no hay pilotos'],
])('%j is refused with %i', async (payload, status, message) => {
  const { app } = await openApp()
  const response = await order(app, payload)
  expect([response.statusCode, response.json().error]).toEqual([status, expect.stringContaining(message)])
})

test('a server that is closed leaves no PDF behind', async () => {
  const { app } = await openApp()
  const temporary = await ownTemporaryFolder()
  await registered(app)
  await printed(app, {})
  expect(await readdir(temporary)).toHaveLength(1)
  await app.close()
  expect(await readdir(temporary)).toEqual([])
})

test('the next start removes the PDFs of a server that was killed, and keeps the PDFs of a running one', async () => {
  const temporary = await ownTemporaryFolder()
  const prints = async () =>
    (await readdir(temporary)).filter((name) => name.startsWith('pilotos-print-')).sort()
  const data = await aFolder()
  const killed = await serve(['--data', data])
  const running = await startTestServer()
  await preparedAt(killed.url)
  const [left = ''] = await prints()
  const url = await preparedAt(running.url)
  await killed.stop('SIGKILL')
  const [young, old, elsewhere] = ['young', 'old', 'elsewhere'].map((name) =>
    join(temporary, `pilotos-print-${name}`),
  ) as [string, string, string]
  const others = await aFolder()
  await writeFile(join(others, 'lock'), '')
  await symlink(others, elsewhere)
  for (const path of [young, old]) await mkdir(path)
  await utimes(old, new Date(0), new Date(0))

  await (await startTestServer({ folder: data })).close()
  const existing = await prints()
  expect(existing).toHaveLength(3)
  expect(existing).toEqual(expect.arrayContaining(['pilotos-print-elsewhere', 'pilotos-print-young']))
  expect(existing).not.toContain(left)
  expect(await readdir(others)).toEqual(['lock'])
  expect((await fetch(url)).status).toBe(200)
  await running.close()
  expect(await prints()).toEqual(['pilotos-print-elsewhere', 'pilotos-print-young'])
})

/** Registers a pilot on a listening server and returns the address of the PDF with the card. */
async function preparedAt(server: string): Promise<string> {
  const ids = [await register(server, aDraft())]
  const [{ job }] = await askAt(server, 'POST', '/api/print', { ids, layout: 'card' })
  const url = async () => (await askAt(server, 'GET', `/api/print/${job}`))[0].url
  await expect.poll(url, waiting).toEqual(expect.any(String))
  return server + (await url())
}
