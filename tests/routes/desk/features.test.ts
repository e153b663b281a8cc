/** Tests of the features that a session names as used by the open event. */
import { expect, test } from 'vitest'
import { laptop, phone, ask as sent } from '../../support/requests.ts'
import { openApp } from '../../support/server.ts'
import { eventData } from '../../support/till.ts'

test('a session of staff names what the open event uses, which the next one takes over but for the open queue, and a phone is told nothing', async () => {
  const server = await openApp()
  const { app } = server
  const uses = async (from: object = laptop) =>
    (await app.inject({ ...from, url: '/api/session' })).json().data[0].uses
  const order = async (method: 'POST' | 'PUT', url: string, body: object) =>
    expect((await sent(server, method, url, body)).status).toBeLessThan(300)
  const event = (await sent(server, 'GET', '/api/events')).body.data[0].id
  const price = { id: 'todos', kind: 'entry', label: 'Inscripción', cents: 8000 }
  expect(await uses()).toEqual([])
  await order('PUT', '/api/till', { event, currency: 'PEN', prices: [price], means: [] })
  expect(await uses()).toEqual(['till'])
  await order('POST', '/api/chips', { event, chips: [{ code: '7000001', label: '1', rented: true }] })
  await order('PUT', '/api/waiver', { text: 'Corro bajo mi responsabilidad' })
  await order('PUT', '/api/reception', { is_open: true })
  expect(await uses()).toEqual(['till', 'chips', 'waivers', 'applications'])
  expect(await uses(phone)).toBeUndefined()
  await order('POST', `/api/events?after=${event}`, { ...(await eventData(server)), name: 'La siguiente' })
  expect(await uses()).toEqual(['till', 'chips', 'waivers'])
})
