/** Tests of statuses and terms over HTTP: who sees what, changes of terms, midnight, and renewals. */
import { describe, expect, test, vi } from 'vitest'
import type { PilotRecord } from '#domain/pilots/schemas'
import { stopClock } from '../../support/clock.ts'
import { aDraft } from '../../support/pilots.ts'
import { phone, write } from '../../support/requests.ts'
import { openApp, registered, type TestServer } from '../../support/server.ts'

const suspension = { from: '2026-01-01', reason: 'Pago pendiente' }

const putTerms = (server: TestServer, id: string, payload: object, query = '') =>
  write(server, 'PUT', `/api/pilots/${id}/terms${query}`, payload)

async function recordOf({ app }: TestServer, id: string, from: object = {}): Promise<PilotRecord> {
  const [answer, page] = await Promise.all([
    app.inject({ ...from, url: `/api?list=${id}` }),
    app.inject({ ...from, url: `/credencial/${id}` }),
  ])
  expect(page.body.includes('Pago pendiente')).toBe(answer.body.includes('Pago pendiente'))
  return answer.json().data[0]
}

describe('the status', () => {
  test('is in every record; its reason and the terms are for staff only', async () => {
    stopClock(new Date(2026, 10, 22, 18, 30))
    const server = await openApp()
    const { version: _version, ...record } = await registered(server.app)
    const id = record.id_driver
    expect(record.status).toEqual({ kind: 'valid', until: '2026-12-31' })
    expect(record).not.toHaveProperty('terms')
    expect(await recordOf(server, id, phone)).toEqual(record)

    const changed = await putTerms(server, id, { medical: '2027-01-31', suspension })
    const terms = { medical: '2027-01-31', suspension }
    expect(changed.statusCode).toBe(200)
    const status = { kind: 'suspended', reason: 'Pago pendiente' }
    const shown = { ...record, version: expect.any(String), status, terms }
    expect(changed.json()).toEqual({ data: [shown] })
    expect(await recordOf(server, id)).toEqual(shown)
    expect((await server.app.inject('/api?list=all')).json()).toEqual({ data: [shown], total: 1 })
    expect(await recordOf(server, id, phone)).toEqual({ ...record, status: { kind: 'suspended' } })
    await write(server, 'PUT', '/api/settings', { public_data: 'minima' })
    expect(await recordOf(server, id, phone)).toEqual({
      id_driver: id,
      attachment: null,
      data_driver: expect.not.stringContaining('dni'),
      status: { kind: 'suspended' },
    })
  })

  test('follows the day at midnight, and the clock when it is set back', async () => {
    stopClock(new Date(2026, 11, 31, 23, 59, 59, 999))
    const server = await openApp()
    const { id_driver: id } = await registered(server.app)
    expect((await recordOf(server, id)).status).toEqual({ kind: 'valid', until: '2026-12-31' })
    expect((await recordOf(server, id, phone)).status?.kind).toBe('valid')
    vi.setSystemTime(new Date(2027, 0, 1))
    expect((await recordOf(server, id)).status).toEqual({ kind: 'expired', until: '2026-12-31' })
    expect((await recordOf(server, id, phone)).status?.kind).toBe('expired')
    vi.setSystemTime(new Date(2026, 11, 31, 12))
    expect((await recordOf(server, id)).status?.kind).toBe('valid')
  })
})

describe('a change of terms', () => {
  test('as a dry run answers the record that it would make, and stores nothing', async () => {
    stopClock(new Date(2026, 10, 22, 18, 30))
    const server = await openApp()
    const { id_driver: id } = await registered(server.app, aDraft())
    const before = server.stores.pilots.lastChange
    const wouldBe = await putTerms(server, id, { medical: '2026-11-21' }, '?dry_run=1')
    expect(wouldBe.json().data[0].status).toEqual({ kind: 'expired', until: '2026-11-21', isMedical: true })
    expect(server.stores.pilots.lastChange).toBe(before)
    expect((await recordOf(server, id)).status?.kind).toBe('valid')
  })
})
