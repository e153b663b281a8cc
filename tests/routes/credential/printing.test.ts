/** Tests of cards that are printed at once over HTTP: what comes out, what counts as printed, and who may do what. */
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { layouts } from '#domain/credential/cards'
import type { PilotId } from '#domain/pilots/pilot-id'
import { FakePrinters } from '../../support/fake-printers.ts'
import { aDraft } from '../../support/pilots.ts'
import { write } from '../../support/requests.ts'
import { openApp, registered, type TestServer } from '../../support/server.ts'

/** Opens a server whose printers are `Zebra`, which is chosen for cards, and `Epson`. */
async function openPrinting() {
  const printers = new FakePrinters('Zebra', 'Epson')
  const server = await openApp({ printSystem: printers })
  await choose(server.app, { card: 'Zebra' })
  const { id_driver: id } = await registered(server.app)
  return { ...server, printers, id }
}

function choose(app: FastifyInstance, chosen: object, others: object = {}) {
  return write({ app }, 'PUT', '/api/printers', { chosen, desks: {}, ...others })
}

async function printNow(app: FastifyInstance, id: string, more: object = {}) {
  return (await write({ app }, 'POST', '/api/print/now', { ids: [id], ...more })).json()
}

async function queueOf(app: FastifyInstance) {
  return (await app.inject('/api/print/queue')).json().data
}

async function isPrinted({ stores }: Pick<TestServer, 'stores'>, id: string): Promise<boolean> {
  return (await stores.pilots.get(id as PilotId)).card !== undefined
}

test('Without a chosen printer, the order is answered with nothing, and the dialog is as before', async () => {
  const printers = new FakePrinters('Zebra')
  const { app } = await openApp({ printSystem: printers })
  const { id_driver: id } = await registered(app)
  expect(await printNow(app, id)).toEqual({ data: [] })
  expect(await queueOf(app)).toEqual([])
  expect(printers.jobs).toEqual([])
})

test('A card counts as printed only when the job has ended well, and a second press prints nothing', async () => {
  const server = await openPrinting()
  const { app, printers, id } = server
  const [job] = (await printNow(app, id)).data
  await expect.poll(() => printers.jobs.length).toBe(1)
  expect((await printNow(app, id)).data[0].id).toBe(job.id)
  printers.now = { state: 'waiting', reason: 'Sin papel' }
  await expect.poll(() => queueOf(app)).toMatchObject([{ state: 'printing', reason: 'Sin papel' }])
  expect(await isPrinted(server, id)).toBe(false)
  printers.now = { state: 'printed' }
  await expect.poll(() => queueOf(app)).toMatchObject([{ id: job.id, state: 'printed' }])
  expect(await isPrinted(server, id)).toBe(true)
  expect(await printNow(app, id)).toMatchObject({ printed: 1, total: 1 })
  expect(printers.jobs).toMatchObject([{ printer: 'Zebra', sheet: layouts.card.page }])
  expect(printers.jobs[0]?.pdf.toString('latin1', 0, 5)).toBe('%PDF-')
  await printNow(app, id, { confirmed: true })
  await expect.poll(() => printers.jobs.length).toBe(2)
})

test('A card that is not valid or lacks letters is asked about once, together with an earlier print', async () => {
  const { app, stores, printers } = await openPrinting()
  const { id_driver: id } = await registered(app, aDraft({ name: 'Ana', lastname: '张伟' }))
  await stores.pilots.changeTerms([String(id)], { suspension: { from: '2026-01-01', reason: 'Pago' } })
  printers.now = { state: 'printed' }
  const asked = await printNow(app, id)
  expect(asked).toMatchObject({ printed: 0, total: 1 })
  expect(asked.error).toMatch(
    /^Esta credencial está suspendida\. Se imprime igual, con su fecha\. 1 piloto tiene letras .*: Ana 张伟/,
  )
  expect(await queueOf(app)).toEqual([])
  await printNow(app, id, { confirmed: true })
  await expect.poll(() => queueOf(app)).toMatchObject([{ state: 'printed' }])
  expect((await printNow(app, id)).error).toMatch(
    /^Esta credencial ya se imprimió\. Esta credencial está susp/,
  )
})

test('A failed print says why, is taken back in the system, and is tried again by hand', async () => {
  const server = await openPrinting()
  const { app, printers, id } = server
  printers.now = { state: 'failed', reason: 'La impresora la abandonó' }
  const [job] = (await printNow(app, id)).data
  await expect
    .poll(() => queueOf(app))
    .toMatchObject([{ state: 'failed', reason: 'La impresora la abandonó' }])
  expect(printers.cancelled).toEqual(['1'])
  expect(await isPrinted(server, id)).toBe(false)
  printers.now = { state: 'printed' }
  await write({ app }, 'POST', `/api/print/queue/${job.id}/retry`)
  await expect.poll(() => isPrinted(server, id)).toBe(true)
})

test('A new order takes the place of a failed one, on the printer that is chosen by then', async () => {
  const { app, printers, id } = await openPrinting()
  printers.list = [{ name: 'Epson', state: 'ready' }]
  await printNow(app, id)
  await expect
    .poll(() => queueOf(app))
    .toMatchObject([{ state: 'failed', reason: expect.stringContaining('Zebra') }])
  expect((await choose(app, { a6: 'Epson' })).statusCode).toBe(200)
  await printNow(app, id)
  await expect.poll(() => printers.jobs).toMatchObject([{ printer: 'Epson', sheet: layouts.a6.page }])
  expect(await queueOf(app)).toMatchObject([{ printer: 'Epson' }])
})

test('The orders of a printer come out one after the other, and what is removed does not', async () => {
  const { app, printers, id } = await openPrinting()
  const ids = [id]
  for (const _ of [1, 2]) ids.push((await registered(app)).id_driver)
  const jobs = []
  for (const one of ids) jobs.push((await printNow(app, one)).data[0])
  await expect.poll(() => printers.jobs.length).toBe(1)
  expect((await queueOf(app)).map(({ state }: { state: string }) => state)).toEqual([
    'printing',
    'waiting',
    'waiting',
  ])
  expect((await write({ app }, 'DELETE', `/api/print/queue/${jobs[1].id}`)).statusCode).toBe(204)
  expect((await write({ app }, 'DELETE', `/api/print/queue/${jobs[0].id}`)).statusCode).toBe(204)
  await expect.poll(() => printers.cancelled).toEqual(['1'])
  printers.now = { state: 'printed' }
  await expect.poll(() => queueOf(app)).toMatchObject([{ id: jobs[2].id, state: 'printed' }])
  expect(printers.jobs.length).toBe(2)
  expect((await write({ app }, 'DELETE', '/api/print/queue/none')).statusCode).toBe(404)
})

test('A server that stops takes back what is not printed, and the next one says nothing of it', async () => {
  const server = await openPrinting()
  await printNow(server.app, server.id)
  await expect.poll(() => server.printers.jobs.length).toBe(1)
  await server.app.close()
  expect(server.printers.cancelled).toEqual(['1'])
  expect(await isPrinted(server, server.id)).toBe(false)
})

test('The queue forgets a person who is erased', async () => {
  const { app, printers, id, stores } = await openPrinting()
  printers.now = { state: 'printed' }
  await printNow(app, id)
  await expect.poll(() => queueOf(app)).toMatchObject([{ state: 'printed' }])
  const document = String((await stores.pilots.get(id as PilotId)).dni)
  expect((await write({ app }, 'POST', `/api/pilots/${id}/erase`, { document })).statusCode).toBe(200)
  await expect.poll(() => queueOf(app)).toEqual([])
})

test('Only a printer of the list is chosen or tried, and one that is gone may stay', async () => {
  const { app, printers } = await openPrinting()
  expect((await choose(app, { card: 'Otra' })).json().error).toContain('no tiene la impresora Otra')
  expect((await choose(app, {}, { desks: { ana: '-o raw' } })).statusCode).toBe(400)
  const test = (printer: string) => write({ app }, 'POST', '/api/printers/test', { printer, layout: 'a6' })
  expect((await test('Otra')).statusCode).toBe(400)
  printers.now = { state: 'printed' }
  expect((await test('Epson')).json().data[0]).toMatchObject({ name: 'Tarjeta de prueba', printer: 'Epson' })
  await expect.poll(() => printers.jobs).toMatchObject([{ printer: 'Epson', sheet: layouts.a6.page }])
  printers.list = []
  const kept = await choose(app, { card: 'Zebra' }, { kind: 'card' })
  expect(kept.json().data[0]).toEqual({ printers: [], chosen: { card: 'Zebra' }, kind: 'card', desks: {} })
  expect((await choose(app, {})).json().data[0]).toEqual({ printers: [], chosen: {}, desks: {} })
})
