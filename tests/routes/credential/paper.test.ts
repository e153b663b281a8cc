/** Tests the paper of all PDFs over HTTP: that of the country of the open event. */
import { expect, test } from 'vitest'
import { sheets } from '#domain/credential/cards'
import type { EventData } from '#domain/events/event'
import { anEvent } from '../../support/events.ts'
import { aDraft } from '../../support/pilots.ts'
import { ask, write } from '../../support/requests.ts'
import { openApp, registered } from '../../support/server.ts'

/** Opens a server whose open event has a rider, a waiver that the rider has signed, and the reception. */
async function openAll() {
  const server = await openApp()
  const { id_driver: id } = await registered(server.app, aDraft({ modalidad: 'RALLY', npiloto: '27' }))
  const { id: event } = (await ask(server, 'GET', '/api/events')).body.data[0]
  await ask(server, 'POST', '/api/entries', { event, ids: [id] })
  const { hash } = (await ask(server, 'PUT', '/api/waiver', { text: 'Corro.' })).body.data[0]
  await ask(server, 'POST', `/api/pilots/${id}/waiver`, { hash, strokes: 'M100 200l300 -80l300 140' })
  await ask(server, 'PUT', '/api/reception', { is_open: true })
  const choose = async (country: EventData['country']) => {
    expect((await ask(server, 'PUT', `/api/events/${event}`, anEvent({ country }))).status).toBe(200)
  }
  const { app } = server
  const list = { event, modalidad: 'RALLY', kind: 'provisional', order: 'number' }
  const files = {
    report: () => app.inject('/api/report.pdf'),
    poster: () => app.inject('/api/reception/poster.pdf'),
    waiver: () => app.inject(`/api/pilots/${id}/waiver.pdf`),
    waivers: () => app.inject('/api/events/open/waivers.pdf'),
    list: () => write(server, 'POST', '/api/printed-list?format=pdf', {}),
    starts: () => write(server, 'POST', '/api/start-lists?format=pdf', list),
    emergency: () => write(server, 'POST', '/api/emergency-sheet', { ids: [id] }),
    ...Object.fromEntries(
      sheets.map((layout) => [
        layout,
        async () => {
          const order = { layout, ids: [id], again: true }
          const [{ job }] = (await ask(server, 'POST', '/api/print', order)).body.data
          const address = async () => (await ask(server, 'GET', `/api/print/${job}`)).body.data[0].url
          await expect.poll(address).toEqual(expect.any(String))
          return app.inject(await address())
        },
      ]),
    ),
  }
  return { choose, files }
}

/** Returns the size of the first page, in whole millimetres. */
function sizeOf(pdf: Buffer): string {
  const [, ...size] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1')) ?? []
  return size.map((length) => Math.round((Number(length) * 25.4) / 72)).join(' × ')
}

test('each PDF has the paper of the country of the open event: A4, or US Letter', async () => {
  const { choose, files } = await openAll()
  for (const [country, size] of [
    ['MX', '216 × 279'],
    ['PE', '210 × 297'],
  ] as const) {
    await choose(country)
    const drawn = Object.entries(files).map(async ([name, file]) => {
      const { statusCode, rawPayload } = await file()
      return [name, statusCode, sizeOf(rawPayload)]
    })
    expect(await Promise.all(drawn)).toEqual(Object.keys(files).map((name) => [name, 200, size]))
  }
})
