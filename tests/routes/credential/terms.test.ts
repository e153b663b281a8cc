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
  test('is refused for unknown and revoked codes, and days that do not exist', async () => {
    const server = await openApp()
    const { id_driver: id } = await registered(server.app)
    const refused = await putTerms(server, id, {
      until: '2027-02-29',
      suspension: { from: '2026-05-02', to: '2026-05-01', reason: '  ' },
    })
    expect([refused.statusCode, refused.json().fields]).toEqual([
      422,
      {
        until: 'No es un día del calendario',
        to: 'La suspensión termina antes de empezar',
        reason: 'Escriba el motivo de la suspensión',
      },
    ])
    const malformed = await putTerms(server, id, { until: '31/12/2026' })
    expect([malformed.statusCode, malformed.json().error]).toEqual([400, 'El día va como 2026-12-31'])
    expect(await recordOf(server, id)).not.toHaveProperty('terms')
    expect((await putTerms(server, '0000000000ZZ', {})).statusCode).toBe(404)
    await write(server, 'POST', `/api/pilots/${id}/revoke`)
    expect((await putTerms(server, id, {})).statusCode).toBe(410)
  })

  test('leaves the other terms as they are, and null removes one', async () => {
    const server = await openApp()
    const { id_driver: id } = await registered(server.app, aDraft())
    const termsAfter = async (payload: object) => (await putTerms(server, id, payload)).json().data[0].terms
    expect(await termsAfter({ until: '2027-01-31', medical: '2026-12-01' })).toEqual({
      until: '2027-01-31',
      medical: '2026-12-01',
    })
    expect(await termsAfter({ suspension: { ...suspension, to: null } })).toEqual({
      until: '2027-01-31',
      medical: '2026-12-01',
      suspension,
    })
    expect(await termsAfter({ suspension: null, medical: null })).toEqual({ until: '2027-01-31' })
    expect(await termsAfter({ until: null })).toBeUndefined()
  })

  test('is refused if another person has changed the terms since, and says how', async () => {
    const server = await openApp()
    const { id_driver: id } = await registered(server.app, aDraft())
    const { version } = await recordOf(server, id)
    await putTerms(server, id, { until: '2027-01-31', version })
    const refused = await putTerms(server, id, { until: '2027-03-31', version })
    expect([refused.statusCode, refused.json().error]).toEqual([
      409,
      'Otra persona cambió a este piloto mientras tanto. Válida hasta: «según la licencia» → «31/01/2027»',
    ])
    const again = await putTerms(server, id, { until: '2027-01-31', version })
    expect(again.json().data[0].terms).toEqual({ until: '2027-01-31' })
  })

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

describe('a renewal', () => {
  const renew = (server: TestServer, payload: object) => write(server, 'POST', '/api/renewals', payload)

  test('says what it would do, then renews the pilots of a filter or of a list, once', async () => {
    stopClock(new Date(2026, 10, 22, 18, 30))
    const server = await openApp()
    const [one, two] = [await registered(server.app), await registered(server.app)]
    vi.setSystemTime(new Date(2027, 1, 28))
    const three = await registered(server.app)
    await putTerms(server, two.id_driver, { medical: '2027-01-31' })
    const report = {
      total: 2,
      renewed: 2,
      unchanged: 0,
      ends: [{ before: '2026-12-31', after: '2027-12-31', pilots: 2 }],
      invalid: [
        {
          id: two.id_driver,
          name: 'Íñigo Núñez Peña',
          status: { kind: 'expired', until: '2027-01-31', isMedical: true },
        },
      ],
      invalid_total: 1,
    }
    const isExpired = async (id: string) => (await recordOf(server, id)).status?.kind === 'expired'
    const before = server.stores.pilots.lastChange
    expect((await renew(server, { status: 'expired', dry_run: true })).json()).toEqual({ data: [report] })
    expect(server.stores.pilots.lastChange).toBe(before)
    expect(await isExpired(one.id_driver)).toBe(true)
    expect((await renew(server, { status: 'expired' })).json()).toEqual({ data: [report] })
    expect(server.stores.pilots.lastChange).toBe(before + 1)
    expect((await recordOf(server, one.id_driver)).terms).toEqual({ issued: '2027-02-28' })
    expect(await isExpired(one.id_driver)).toBe(false)
    expect((await recordOf(server, three.id_driver)).terms).toBeUndefined()

    const ids = [one.id_driver, three.id_driver]
    expect((await renew(server, { ids })).json().data[0]).toMatchObject({ renewed: 0, unchanged: 2 })
    expect(server.stores.pilots.lastChange).toBe(before + 1)
    const history = await server.app.inject(`/api/pilots/${one.id_driver}/history`)
    expect(history.json().data[1]).toMatchObject({
      kind: 'renewed',
      changes: [{ field: 'issued', before: '', after: '2027-02-28' }],
    })
    const counts = (await server.app.inject('/api/count')).json().data[0].status
    expect(counts).toEqual({ valid: 2, expired: 1, suspended: 0, incomplete: 0 })
    const listed = (await server.app.inject('/api?list=all&status=expired')).json()
    expect(listed.data.map((record: PilotRecord) => record.id_driver)).toEqual([two.id_driver])
    expect((await renew(server, { search: 'nadie' })).statusCode).toBe(404)
    expect((await renew(server, { ids: ['0000000000ZZ'] })).statusCode).toBe(404)
    expect((await server.app.inject('/api?list=all&status=revoked')).json().error).toBe(
      'status es uno de: valid, expired, suspended o incomplete',
    )
  })
  test('in December, on a given day of issue, is for the next year, and the credential stays valid', async () => {
    stopClock(new Date(2026, 11, 10, 18, 30))
    const server = await openApp()
    const { id_driver: id } = await registered(server.app)
    expect((await renew(server, { ids: [id] })).json().data[0]).toMatchObject({ renewed: 0 })
    const order = { ids: [id], issued: '2027-01-01' }
    const ends = [{ before: '2026-12-31', after: '2027-12-31', pilots: 1 }]
    expect((await renew(server, { ...order, dry_run: true })).json().data[0]).toMatchObject({ ends })
    expect(await recordOf(server, id)).not.toHaveProperty('terms')
    expect((await renew(server, order)).json().data[0]).toMatchObject({ renewed: 1, ends })
    expect(await recordOf(server, id)).toMatchObject({
      terms: { issued: '2027-01-01' },
      status: { kind: 'valid', until: '2027-12-31' },
    })
    expect((await server.app.inject('/api?list=all&status=valid')).json().total).toBe(1)
    const history = await server.app.inject(`/api/pilots/${id}/history`)
    expect(history.json().data[1].kind).toBe('renewed')
    const wrong = await renew(server, { ...order, issued: '2027-02-29' })
    expect([wrong.statusCode, wrong.json().fields]).toEqual([422, { issued: 'No es un día del calendario' }])
    expect((await renew(server, { ...order, issued: '01/01/2027' })).statusCode).toBe(400)
  })
})
