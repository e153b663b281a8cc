/** Tests of the queue of applications in a database, which two kiosks use. */
import { randomBytes } from 'node:crypto'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { newPilotId } from '#domain/pilots/pilot-id'
import { openDatabase } from '../../../server/store/postgres/database-stores.ts'
import { cuttingProxy } from '../../support/cutting-proxy.ts'
import { withStores } from '../../support/opened-stores.ts'
import { aDraft, aPicture } from '../../support/pilots.ts'
import { hasPostgres, sharedPostgres } from '../../support/postgres.ts'
import { formRequest, startTestServer } from '../../support/server.ts'
import { followEvents } from '../../support/stream.ts'
import { askAt } from '../../support/versions.ts'

describe.skipIf(!hasPostgres)('on PostgreSQL', () => {
  test('a second kiosk hears of an application and of its decision, and of two desks that approve it at once, one does', async () => {
    const folder = await sharedPostgres().databaseWithTables()
    const [one, other] = [await startTestServer({ folder }), await startTestServer({ folder })]
    const told = await followEvents(other.url, 'queue')
    await expect.poll(() => told).toEqual([{ waiting: 0 }])
    const [{ url: poster }] = await askAt(one.url, 'PUT', '/api/reception', { is_open: true })
    const code = new URL(poster).searchParams.get('c') ?? ''
    const isOpen = async () => (await askAt(other.url, 'GET', '/api/reception'))[0].is_open
    await expect.poll(isOpen).toBe(true)
    const id = randomBytes(16).toString('base64url')
    const values = aDraft()
    const picture = await aPicture('png', 300, 300)
    const application = { values, language: 'es' }
    const apply = async ({ url }: { url: string }) => {
      const answer = await send(`${url}/api/applications`, { id, code, application, _img: picture })
      return (await answer.json()).data
    }
    expect(await apply(one)).toEqual([{ turn: 1, state: 'waiting' }])
    await expect.poll(() => told).toEqual([{ waiting: 0 }, { waiting: 1 }])
    // The phone may have changed the kiosk before it got an answer.
    expect(await apply(other)).toEqual([{ turn: 1, state: 'waiting' }])

    const approvals = [one.url, other.url].map((url) =>
      send(`${url}/api`, { data_driver: { ...values, tiposangre: 'O+' }, application: id, take_img: '1' }),
    )
    const statuses = (await Promise.all(approvals)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, 409])
    await expect.poll(() => told.at(-1)).toEqual({ waiting: 0 })
    const { pilots } = await withStores(folder, ({ pilots }) => pilots.list())
    expect(pilots).toHaveLength(1)
    const state = await fetch(`${other.url}/api/applications/${id}/status`)
    expect((await state.json()).data).toEqual([{ turn: 1, state: 'approved', pilot: pilots[0]?.id }])
    const names = (await sharedPostgres().admin(
      'SELECT name FROM pilotos.photos',
      folder.split('/').at(-1),
    )) as {
      name: string
    }[]
    expect(names.map(({ name }) => name)).toEqual([pilots[0]?.photo])
  })

  test('a refusal whose connection is cut while it is stored is made once', async () => {
    const { port, databaseWithTables } = sharedPostgres()
    const address = await databaseWithTables()
    const proxy = await cuttingProxy(port)
    const open = async (place: string) => {
      const stores = await openDatabase(place)
      onTestFinished(() => stores.close())
      return stores
    }
    const { applications, photos } = await open(address)
    const id = randomBytes(16).toString('base64url')
    const photo = await photos.save(await aPicture('jpeg', 10, 10))
    await applications.submit({ id, device: '192.168.1.77', draft: aDraft(), photo, language: 'es' })
    // The first COMMIT of a connection has its text.
    const cut = await open(address.replace(`:${port}/`, `:${proxy.port}/`))
    proxy.cutAt('commit')
    const refuse = vi.fn(async () => ({ outcome: { refused: 'Falta la licencia' }, result: undefined }))
    await cut.applications.decide(id, refuse)
    expect(refuse).toHaveBeenCalledTimes(1)
    expect(proxy.cuts()).toBe(1)
    expect(await applications.list()).toMatchObject([{ turn: 1, outcome: { refused: 'Falta la licencia' } }])
    await expect(photos.read(photo)).rejects.toThrow()
  })

  test('while a desk decides, another kiosk neither decides on the application nor takes a correction of its rider', async () => {
    const { admin, databaseWithTables } = sharedPostgres()
    const address = await databaseWithTables()
    const [one, other] = await Promise.all([1, 2].map(() => openDatabase(address)))
    onTestFinished(async () => void (await Promise.all([one?.close(), other?.close()])))
    const id = randomBytes(16).toString('base64url')
    const sent = { id, device: '192.168.1.77', draft: aDraft(), photo: null, language: 'es' } as const
    await one?.applications.submit(sent)
    const name = address.split('/').at(-1)
    const blocked = () =>
      admin(`SELECT 1 FROM pg_stat_activity WHERE datname = '${name}' AND wait_event_type = 'Lock'`)
    const outcome = { pilot: newPilotId() }
    const meanwhile: Promise<unknown>[] = []
    await one?.applications.decide(id, async () => {
      const refuse = async () => ({ outcome: { refused: 'Falta la licencia' }, result: undefined })
      meanwhile.push(
        expect(other?.applications.decide(id, refuse)).rejects.toThrow('Alguien ya aprobó el turno 001'),
      )
      await expect.poll(blocked).toHaveLength(1)
      const corrected = { ...sent, draft: aDraft({ club: 'Otro' }) }
      meanwhile.push(expect(other?.applications.submit(corrected)).resolves.toMatchObject({ outcome }))
      return { outcome, result: undefined }
    })
    await Promise.all(meanwhile)
    expect(await other?.applications.list()).toMatchObject([{ outcome }])
  })
})

function send(url: string, parts: Parameters<typeof formRequest>[0]): Promise<Response> {
  const { headers, payload } = formRequest(parts)
  return fetch(url, { method: 'POST', headers: headers as never, body: new Uint8Array(payload as Buffer) })
}
