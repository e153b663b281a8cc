/** Tests of the queue of applications in a database, which two kiosks use. */
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openStores } from '../../../server/store/open.ts'
import { aDraft, aPicture } from '../../support/pilots.ts'
import { hasPostgres, sharedPostgres } from '../../support/postgres.ts'
import { formRequest, startTestServer } from '../../support/server.ts'
import { followEvents } from '../../support/stream.ts'

test.skipIf(!hasPostgres)(
  'a second kiosk hears of an application and of its decision, and of two desks that approve it at once, one does',
  async () => {
    const folder = await sharedPostgres().databaseWithTables()
    const [one, other] = [await startTestServer({ folder }), await startTestServer({ folder })]
    const told = await followEvents(other.url, 'queue')
    await expect.poll(() => told).toEqual([{ waiting: 0 }])
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
    const opening = { method: 'PUT', headers, body: JSON.stringify({ is_open: true }) }
    const { data: receptions } = await (await fetch(`${one.url}/api/reception`, opening)).json()
    const code = new URL(receptions[0].url).searchParams.get('c') ?? ''
    const isOpen = async () => (await (await fetch(`${other.url}/api/reception`)).json()).data[0].is_open
    await expect.poll(isOpen).toBe(true)
    const id = randomBytes(16).toString('base64url')
    const values = aDraft()
    const picture = await aPicture('png', 300, 300)
    const application = { values, language: 'es' }
    // Both answer the phone, which may send again after it has changed the kiosk.
    const turns = [one.url, other.url].map(async (url) => {
      const answer = await send(`${url}/api/applications`, { id, code, application, _img: picture })
      return (await answer.json()).data[0]
    })
    expect(await Promise.all(turns)).toEqual(Array(2).fill({ turn: 1, state: 'waiting' }))
    await expect.poll(() => told.at(-1)).toEqual({ waiting: 1 })

    const approvals = [one.url, other.url].map((url) =>
      send(`${url}/api`, { data_driver: { ...values, tiposangre: 'O+' }, application: id, take_img: '1' }),
    )
    const statuses = (await Promise.all(approvals)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, 409])
    await expect.poll(() => told.at(-1)).toEqual({ waiting: 0 })
    const stores = await openStores(folder)
    const { pilots } = await stores.pilots.list()
    await stores.close()
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
  },
)

function send(url: string, parts: Parameters<typeof formRequest>[0]): Promise<Response> {
  const { headers, payload } = formRequest(parts)
  return fetch(url, { method: 'POST', headers: headers as never, body: new Uint8Array(payload as Buffer) })
}
