/** Printing over HTTP: the order, how far it is, its PDF, and the guard against a second card. */
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { aFolder } from '../support/folder.ts'
import { openApp, publicUrl, registered } from '../support/kiosk.ts'
import { aDraft } from '../support/pilots.ts'

function order(app: FastifyInstance, payload: object) {
  const headers = { 'sec-fetch-site': 'same-origin' }
  return app.inject({ method: 'POST', url: '/api/print', headers, payload: { layout: 'card', ...payload } })
}

/** The address of the PDF, once it is whole. */
async function prepared(app: FastifyInstance, payload: object): Promise<string> {
  const [{ job }] = (await order(app, payload)).json().data
  for (;;) {
    const [{ url }] = (await app.inject(`/api/print/${job}`)).json().data
    if (url) return url
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** The same, once it was opened. */
async function printed(app: FastifyInstance, payload: object): Promise<string> {
  const url = await prepared(app, payload)
  expect((await app.inject(url)).statusCode).toBe(200)
  return url
}

test('an order becomes a PDF, and its pilots have a card from then on', async () => {
  const { app, desk } = await openApp()
  const one = await registered(app, aDraft({ name: 'Ana' }))
  const two = await registered(app, aDraft({ name: 'Luis' }))
  const url = await printed(app, { search: 'ana' })
  const pdf = await app.inject(url)
  expect(pdf.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' })
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect((await desk.pilots.get(one.id_driver)).card?.address).toBe(publicUrl)
  expect((await desk.pilots.get(two.id_driver)).card).toBeUndefined()
  const { data } = (await app.inject('/api?list=all')).json()
  expect(data.map(({ card }: { card?: unknown }) => Boolean(card))).toEqual([false, true])
})

test('an order keeps to the filters of the list', async () => {
  const { app, desk } = await openApp()
  const one = await registered(app, aDraft({ modalidad: 'RALLY' }))
  const two = await registered(app, aDraft({ modalidad: 'UTV' }))
  await printed(app, { modalidad: 'RALLY', today: true })
  expect((await desk.pilots.get(one.id_driver)).card).toBeDefined()
  expect((await desk.pilots.get(two.id_driver)).card).toBeUndefined()
  const none = await order(app, { modalidad: 'RALLY', licencia: 'Regional' })
  expect([none.statusCode, none.json().error]).toEqual([404, 'Ningún piloto queda con esos filtros'])
  expect((await order(app, { modalidad: 'rally' })).statusCode).toBe(400)
})

test('who has a card is printed again only where that is said, or left out', async () => {
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

test('of two orders of one pilot at once, one is refused: nobody gets two cards', async () => {
  const { app } = await openApp()
  const { id_driver } = await registered(app)
  const urls = [await prepared(app, { ids: [id_driver] }), await prepared(app, { ids: [id_driver] })]
  const opened = await Promise.all(urls.map((url) => app.inject(url)))
  expect(opened.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
})

test('a PDF that nobody opens is no card, and one that was tidied away says so', async () => {
  vi.stubEnv('TMPDIR', await aFolder())
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  const { app, desk } = await openApp()
  const { id_driver } = await registered(app)
  const url = await prepared(app, {})
  expect((await desk.pilots.get(id_driver)).card).toBeUndefined()
  const folder = (await readdir(tmpdir())).filter((name) => name.startsWith('pilotos-print-'))
  for (const name of folder) await rm(join(tmpdir(), name), { recursive: true, force: true })
  expect((await app.inject(url)).json()).toEqual({ error: 'Ese PDF no está: prepárelo otra vez' })
  await printed(app, {})
  expect((await desk.pilots.get(id_driver)).card).toBeDefined()
})

test('how the printer is off is kept for the next order', async () => {
  const { app } = await openApp()
  await registered(app)
  expect((await app.inject('/api/print')).json().data).toEqual([{ offset: [0, 0], public_url: publicUrl }])
  await printed(app, { layout: 'sheet', start: 10, offset: [0.5, -1] })
  expect((await app.inject('/api/print')).json().data[0].offset).toEqual([0.5, -1])
})

test.each([
  [{ layout: 'a5' }, 400, 'layout es card, a7, a6 o sheet'],
  [{ layout: 'sheet', start: 11 }, 400, 'un número de 1 a 10'],
  [{ offset: [0, 50] }, 400, 'de -20 a 20 mm'],
  [{ ids: [] }, 400, 'ids es una lista'],
  [{ ids: ['0000000000ZZ'] }, 404, 'No existe un piloto con este identificador'],
  [{ search: 'nadie' }, 404, 'Ningún piloto tiene todas estas palabras: nadie'],
  [{}, 404, 'Todavía no hay pilotos'],
])('%j is refused with %i', async (payload, status, message) => {
  const { app } = await openApp()
  const response = await order(app, payload)
  expect([response.statusCode, response.json().error]).toEqual([status, expect.stringContaining(message)])
})

test('only staff prints, and sees what was printed', async () => {
  const { app } = await openApp()
  await registered(app)
  const url = await printed(app, {})
  for (const path of [url, '/api/print']) {
    expect((await app.inject({ url: path, remoteAddress: '192.168.1.50' })).statusCode).toBe(401)
  }
  expect((await app.inject('/api/print/none')).statusCode).toBe(404)
})

test('a kiosk that is closed leaves no PDF behind', async () => {
  const temporary = await aFolder()
  const { app } = await openApp()
  vi.stubEnv('TMPDIR', temporary)
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  await registered(app)
  await printed(app, {})
  expect(await readdir(temporary)).toHaveLength(1)
  await app.close()
  expect(await readdir(temporary)).toEqual([])
})
