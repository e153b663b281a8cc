/** Tests of the figures of *Ajustes*. */
import { expect, test } from 'vitest'
import { ask as sent } from '../../support/requests.ts'
import { openApp } from '../../support/server.ts'
import { eventData } from '../../support/till.ts'

test('the figures of the settings say how much of each thing is set', async () => {
  const server = await openApp()
  const overview = async () => (await sent(server, 'GET', '/api/overview')).body.data[0]
  const order = async (method: 'POST' | 'PUT', url: string, body: object) =>
    expect((await sent(server, method, url, body)).status).toBeLessThan(300)
  const fresh = await overview()
  expect(fresh).toMatchObject({ event: '', categories: 0, prices: 0, waiver: 0, reception: false })
  expect(fresh).toMatchObject({ gates: 1, phones: 0, modalidades: 13, licencias: 2 })
  expect(fresh).toMatchObject({ accounts: 0, printers: 0, pilots: 0, entered: 0, public_data: 'completa' })

  const event = (await sent(server, 'GET', '/api/events')).body.data[0].id
  await order('PUT', `/api/events/${event}`, { ...(await eventData(server)), name: 'Copa Andina' })
  const price = { id: 'todos', kind: 'entry', label: 'Inscripción', cents: 8000 }
  await order('PUT', '/api/till', { event, currency: 'PEN', prices: [price], means: [] })
  await order('POST', '/api/classes', { field: 'licencia', name: 'Nacional' })
  await order('PUT', '/api/waiver', { text: 'Corro bajo mi responsabilidad' })
  await order('PUT', '/api/reception', { is_open: true })
  await order('PUT', '/api/settings', { gate: { again: 'warn', gates: ['Norte', 'Sur'] } })
  const set = {
    event: 'Copa Andina',
    prices: 1,
    licencias: 3,
    waiver: 1,
    reception: true,
    gates: 2,
  }
  expect(await overview()).toMatchObject(set)
})
