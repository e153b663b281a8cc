/** Tests of removals, revocations, histories, filters and events over HTTP. */
import { describe, expect, test } from 'vitest'
import { hashOf } from '../../support/accounts.ts'
import { pilotos } from '../../support/command.ts'
import { addAccount } from '../../support/page.ts'
import { aDraft } from '../../support/pilots.ts'
import { formRequest, openApp, publicUrl, registered, startTestServer } from '../../support/server.ts'
import { openStream, sessionAt } from '../../support/stream.ts'
import { askAt } from '../../support/versions.ts'

const headers = { 'sec-fetch-site': 'same-origin' }
const outside = { headers, remoteAddress: '192.168.1.50' }

test('several pilots are removed at once, listed as removed, and restored, except one whose DNI is taken', async () => {
  const { app } = await openApp()
  const records = [await registered(app, aDraft({ dni: 7 })), await registered(app), await registered(app)]
  const [first, second, third] = records.map(({ id_driver }) => id_driver)
  const post = (url: string, payload: object) => app.inject({ method: 'POST', url, headers, payload })
  const refused = await post('/api/pilots/remove', { ids: [first, '0000000000ZZ'] })
  expect([refused.statusCode, refused.json()]).toEqual([
    404,
    { error: 'De 2 pilotos, 1 ya no está en la lista: no se borró ninguno', missing: ['0000000000ZZ'] },
  ])
  expect((await post('/api/pilots/remove', { ids: [] })).statusCode).toBe(400)
  const removed = await post('/api/pilots/remove', { ids: [first, second] })
  expect(removed.json().data).toEqual(records.slice(0, 2))

  const list = (await app.inject('/api/removed?per_page=1')).json()
  expect(list).toEqual({
    data: [expect.objectContaining({ removed_at: expect.any(String), removed_by: 'esta laptop' })],
    total: 2,
  })
  expect((await app.inject(`/api/removed?search=${'a'.repeat(300)}`)).statusCode).toBe(400)
  const other = await registered(app, aDraft({ dni: 7 }))
  const undone = await post('/api/pilots/undo-remove', { ids: [first, second, third] })
  expect(undone.json().data).toEqual([
    {
      restored: records.slice(1),
      refused: [
        {
          id: first,
          name: 'Íñigo Núñez Peña',
          reason: 'Ya existe un piloto con este DNI',
          other: other.id_driver,
        },
      ],
    },
  ])
  expect((await app.inject('/api/removed')).json().total).toBe(1)
})

test('a revoked credential returns its time and nothing about the person, also on the page', async () => {
  const { app } = await openApp()
  const { id_driver: id } = await registered(app, aDraft({ name: 'Ñusta', lastname: 'Única' }))
  const { data } = (await app.inject({ method: 'POST', url: `/api/pilots/${id}/revoke`, headers })).json()
  expect(data[0].id_driver).not.toBe(id)
  const answer = await app.inject({ url: `/api?list=${id}`, ...outside })
  expect([answer.statusCode, answer.json()]).toEqual([
    410,
    { error: 'CREDENCIAL ANULADA', revoked_at: expect.stringMatching(/^20.*Z$/) },
  ])
  const page = await app.inject({ url: `/credencial/${id}`, ...outside })
  expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('CREDENCIAL ANULADA')])
  expect(page.body).not.toMatch(/Ñusta|Única/)
  expect((await app.inject(`/api?qr=${publicUrl}/credencial/${id}`)).statusCode).toBe(410)
})

test('staff learn the current credential of a revoked one, after any number of revocations, unless the pilot was removed', async () => {
  const { app } = await openApp()
  const { id_driver: first } = await registered(app)
  const revoke = async (id: string): Promise<string> =>
    (await app.inject({ method: 'POST', url: `/api/pilots/${id}/revoke`, headers })).json().data[0].id_driver
  const answer = async () => (await app.inject(`/api?list=${first}`)).json()
  const current = await revoke(await revoke(first))
  expect(await answer()).toMatchObject({ error: 'CREDENCIAL ANULADA', next: current })
  expect((await app.inject(`/credencial/${first}`)).body).toContain(current)
  for (const url of [`/api?list=${first}`, `/credencial/${first}`])
    expect((await app.inject({ url, ...outside })).body).not.toContain(current)
  await app.inject({ method: 'DELETE', url: `/api/pilots/${current}`, headers })
  expect(await answer()).toEqual({ error: 'CREDENCIAL ANULADA', revoked_at: expect.any(String) })
})

test('the history of a pilot names the account that made each change', async () => {
  const { app, stores } = await openApp()
  const draft = aDraft()
  const { id_driver: id } = await registered(app, draft)
  const account = { user: 'marta', password: hashOf('la clave de marta') }
  await stores.accounts.put(account)
  const cookies = { pilotos_session: await stores.sessions.start(account) }
  await app.inject({ ...formRequest({ id_driver: id, data_driver: { ...draft, club: 'Otro' } }), cookies })
  const history = (await app.inject(`/api/pilots/${id}/history`)).json().data
  expect(history).toMatchObject([
    { at: expect.any(String), by: 'esta laptop', kind: 'registered' },
    { at: expect.any(String), by: 'marta', kind: 'changed' },
  ])
})

test('the document of a removed rider names that rider, until somebody has it', async () => {
  const { app } = await openApp()
  const draft = aDraft({ name: 'Ana', lastname: 'Paz' })
  const { id_driver: id } = await registered(app, draft)
  const removed = async () => (await app.inject(`/api/duplicates?dni=${draft.dni}`)).json().data[0].removed
  const post = (url: string) => app.inject({ method: 'POST', url, headers, payload: {} })
  expect(await removed()).toBeUndefined()
  await app.inject({ method: 'DELETE', url: `/api/pilots/${id}`, headers })
  const ana = { id, name: 'Ana Paz', photo: null, at: expect.any(String) }
  expect(await removed()).toEqual(ana)
  // The registration of somebody else removes nobody.
  await registered(app, aDraft({ dni: 71000009 }))
  expect(await removed()).toEqual(ana)
  await post(`/api/pilots/${id}/undo-remove`)
  expect(await removed()).toBeUndefined()

  // Of two riders with the document, the one who was removed last is named.
  await app.inject({ method: 'DELETE', url: `/api/pilots/${id}`, headers })
  const { id_driver: second } = await registered(app, draft)
  expect(await removed()).toBeUndefined()
  await app.inject({ method: 'DELETE', url: `/api/pilots/${second}`, headers })
  expect(await removed()).toMatchObject({ id: second })
})

describe('events', () => {
  /** Opens a stream. Its `next` reads events until one has the given name, and returns the data of that event. */
  async function follow(url: string) {
    const abort = new AbortController()
    const response = await fetch(url, { signal: abort.signal })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    return {
      status: response.status,
      abort: () => abort.abort(),
      async next(name: string): Promise<Record<string, unknown>> {
        for (;;) {
          const found = new RegExp(`event: ${name}\\ndata: (.*)\\n\\n`).exec(text)
          if (found) {
            text = text.slice(found.index + found[0].length)
            return JSON.parse(found[1] ?? '')
          }
          const { value, done } = (await reader?.read()) ?? { done: true }
          if (done) throw new Error(`The stream has ended: ${text}`)
          text += value
        }
      },
    }
  }

  test('report every change, also of the terminal', async () => {
    const { url, folder } = await startTestServer()
    const { openStores } = await import('../../../server/store/open.ts')
    const terminal = await openStores(folder)
    const one = await terminal.pilots.register(aDraft())
    const all = await follow(`${url}/api/changes`)
    const settings = expect.any(String)
    expect(await all.next('hello')).toEqual({ number: 1, passages: 0, settings, role: 'admin' })
    const two = await terminal.pilots.register(aDraft())
    expect(await all.next('change')).toEqual({ number: 2, ids: [two.id] })
    await terminal.pilots.update(one.id, aDraft({ dni: one.dni, club: 'Otro' }))
    expect(await all.next('change')).toEqual({ number: 3, ids: [one.id] })
    all.abort()
  })

  test('tell open pages to load again after a change of the rules of validity', async () => {
    const { url } = await startTestServer()
    const all = await follow(`${url}/api/changes`)
    const { settings: before } = await all.next('hello')
    const validity = { Anual: { kind: 'days', days: 30 } }
    await askAt(url, 'PUT', '/api/settings', { validity })
    const { settings, ...change } = await all.next('change')
    expect(change).toEqual({ number: 1 })
    expect(settings).not.toBe(before)
    all.abort()
    const later = await follow(`${url}/api/changes`)
    expect(await later.next('hello')).toMatchObject({ settings })
    later.abort()
    const page = await (await fetch(`${url}/search`, { headers: { accept: 'text/html' } })).text()
    expect(page).toContain(`"settings":"${settings}"`)
  })

  test.each<[string, (url: string, folder: string, cookie: string) => Promise<unknown>]>([
    [
      'the user signs out',
      (url, _folder, cookie) =>
        fetch(`${url}/api/session`, { method: 'DELETE', headers: { ...headers, cookie } }),
    ],
    ['the account is removed', (_url, folder) => pilotos(['staff', 'remove', 'ana', '--data', folder])],
    ['the account gets another password', (_url, folder) => addAccount(folder, 'ana', 'otra clave')],
  ])('end with their session if %s', async (_title, end) => {
    const { url, folder } = await startTestServer({ requireLogin: true })
    await addAccount(folder, 'ana')
    await addAccount(folder, 'eva')
    const [ana, eva] = [await sessionAt(url, 'ana'), await sessionAt(url, 'eva')]
    const [streams, other] = [
      await Promise.all([openStream(url, ana), openStream(url, ana)]),
      await openStream(url, eva),
    ]
    await end(url, folder, ana)
    await Promise.all(streams.map(({ ended }) => ended))
    expect((await fetch(`${url}/api/changes`, { headers: { cookie: ana } })).status).toBe(401)
    expect((await fetch(`${url}/api/count`, { headers: { cookie: eva } })).status).toBe(200)
    expect(other.hasEnded()).toBe(false)
  })

  test('end when the server closes, which does not wait for them', async () => {
    const { url, close } = await startTestServer()
    const all = await follow(`${url}/api/changes`)
    await all.next('hello')
    const before = Date.now()
    await close()
    expect(Date.now() - before).toBeLessThan(5000)
    await expect(all.next('change')).rejects.toThrow()
  })
})
