/** Tests that both cards of a rider whom two desks registered are the same rider's, until one of them is lost. */
import type { FastifyInstance, InjectOptions } from 'fastify'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Scan } from '#domain/gate/passage'
import type { PilotRecord } from '#domain/pilots/schemas'
import { today } from '#domain/text/date'
import type { AppOptions } from '../../../server/app.ts'
import { stopClock } from '../../support/clock.ts'
import { restore } from '../../support/merges.ts'
import { aScan } from '../../support/passages.ts'
import { aDraft } from '../../support/pilots.ts'
import { sendTogether, write } from '../../support/requests.ts'
import { formRequest, openApp, publicUrl, registered } from '../../support/server.ts'

// Two scans with midnight between them are two first entries.
beforeEach(() => stopClock())

/** The code of the card that the other desk printed. */
const other = '0K3Q9XW2M4T1'
/** A request without a session, from the network. */
const stranger = { remoteAddress: '192.168.1.50', headers: { host: '192.168.1.20:4780' } }

/** Opens the routes with a rider who has the cards of two desks. */
async function openJoined(options: Partial<AppOptions> = {}) {
  const server = await openApp(options)
  const { app, stores } = server
  const { id_driver: id } = await registered(app, aDraft({ emergencia_nombre: 'Rosa' }))
  const joined = { id: other, next: id, at: new Date().toISOString(), joined: true } as const
  await restore(stores.merges, { ...(await stores.pilots.list()), revoked: [joined] })
  return { ...server, id }
}

const scanOf = (code: string, changes: Partial<Scan> = {}) =>
  aScan({ scanned: `${publicUrl}/credencial/${code}`, gate: 'Puerta principal', ...changes })

async function read<Body>(app: FastifyInstance, request: string | InjectOptions): Promise<Body> {
  const response = await app.inject(request)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

const recordOf = async (app: FastifyInstance, code: string) =>
  (await read<{ data: PilotRecord[] }>(app, `/api?list=${code}`)).data[0]

test('the other card of a rider opens the credential, with the QR of the first one, and is no wrong code', async () => {
  const wait = vi.fn(async () => {})
  const { app, id } = await openJoined({ clock: { now: () => 0, wait } })
  for (let count = 0; count < 30; count += 1) await read(app, { ...stranger, url: `/api?list=${other}` })
  expect(wait).not.toHaveBeenCalled()
  expect((await recordOf(app, other))?.id_driver).toBe(id)
  const page = await app.inject({ ...stranger, url: `/credencial/${other}` })
  expect(page.body).toContain('VIGENTE')
  expect(page.body).toContain(`credencial%2F${id}`)
  expect(page.body).not.toContain(`credencial%2F${other}`)
  const [first, second] = await Promise.all(
    [id, other].map((code) =>
      app.inject({ ...stranger, url: `/api?qr=${publicUrl}/credencial/${code}&format=svg` }),
    ),
  )
  expect([second?.statusCode, second?.body]).toEqual([200, first?.body])
})

test('what the desk does with the other card is done with its rider', async () => {
  const { app, id } = await openJoined()
  const record = await recordOf(app, other)
  const edited = { ...JSON.parse(String(record?.data_driver)), club: 'Nuevo' }
  const saved = await app.inject(
    formRequest({ id_driver: other, data_driver: edited, version: record?.version ?? '' }),
  )
  expect(saved.json()).toMatchObject({
    data: [{ id_driver: id, data_driver: expect.stringContaining('Nuevo') }],
  })
  const terms = await write({ app }, 'PUT', `/api/pilots/${other}/terms`, { issued: today() })
  expect(terms.json()).toMatchObject({ data: [{ id_driver: id, status: { kind: 'valid' } }] })
  const renewal = await write({ app }, 'POST', '/api/renewals', { ids: [id, other], dry_run: true })
  expect(renewal.json()).toMatchObject({ data: [{ total: 1 }] })
  const found = await read(app, `/api/duplicates?dni=${edited.dni}&except=${other}`)
  expect(found).toEqual({ data: [{}] })
  const kinds = async () =>
    (await read<{ data: { kind: string }[] }>(app, `/api/pilots/${other}/history`)).data.map(
      ({ kind }) => kind,
    )
  expect(await kinds()).toEqual(['registered', 'restored', 'changed', 'renewed'])

  const removed = await write({ app }, 'POST', '/api/pilots/remove', { ids: [id, other] })
  expect(removed.json()).toMatchObject({ data: [{ id_driver: id }] })
  expect((await app.inject(`/api?list=${other}`)).statusCode).toBe(404)
  const restored = await write({ app }, 'POST', `/api/pilots/${other}/undo-remove`)
  expect(restored.json()).toMatchObject({ data: [{ id_driver: id }] })
  await write({ app }, 'DELETE', `/api/pilots/${other}`)
  const undone = await write({ app }, 'POST', '/api/pilots/undo-remove', { ids: [other, id] })
  expect(undone.json()).toMatchObject({ data: [{ restored: [{ id_driver: id }], refused: [] }] })
})

test('when a card is lost, both are refused, online and offline, and lead to the new one', async () => {
  const { app, id } = await openJoined()
  const [revoked] = (await write({ app }, 'POST', `/api/pilots/${other}/revoke`)).json().data
  const next = revoked.id_driver
  expect(next).not.toBe(id)
  for (const code of [id, other]) {
    const refused = await app.inject(`/api?list=${code}`)
    expect([refused.statusCode, refused.json()]).toMatchObject([410, { next }])
    expect((await app.inject(`/credencial/${code}`)).body).toContain(next)
    const page = await app.inject({ ...stranger, url: `/credencial/${code}` })
    expect(page.body).toContain('CREDENCIAL ANULADA')
    expect(page.body).not.toContain(next)
  }
  const answers = await sendTogether(app, scanOf(other), scanOf(id), scanOf(next))
  expect(answers).toMatchObject([
    { result: 'revoked', admitted: false, pilot: { id: next } },
    { result: 'revoked', admitted: false, pilot: { id: next } },
    { result: 'pass', admitted: true, pilot: { id: next } },
  ])
  const { data } = await read<{ data: object[] }>(app, '/api/gate/roster')
  expect(data[0]).toMatchObject({ revoked: [other, id], pilots: [{ id: next }] })
  expect(data[0]).not.toHaveProperty('joined')
})
