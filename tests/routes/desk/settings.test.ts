/** Tests of the settings that staff change in the browser. */
import { expect, test } from 'vitest'
import { defaultRules } from '#domain/credential/validity-rules'
import { addDays, today } from '#domain/text/date'
import { stopClock } from '../../support/clock.ts'
import { aFolder } from '../../support/folder.ts'
import { withStores } from '../../support/opened-stores.ts'
import { aDraft } from '../../support/pilots.ts'
import { phone, restarted, write } from '../../support/requests.ts'
import { openApp, registered, type TestServer } from '../../support/server.ts'

const url = '/api/settings'
const consent = { text: '', version: 0 }
const gate = { again: 'warn', gates: ['Puerta principal'] }
const retention = { health: null, contact: null, everything: null }

const put = (server: TestServer, payload: object) => write(server, 'PUT', url, payload)

/** Returns true if a scan from a phone shows the DNI, in the answer and in the page. */
async function showsAll({ app }: TestServer, id: string): Promise<boolean> {
  const [answer, page] = [
    await app.inject({ ...phone, url: `/api?list=${id}` }),
    await app.inject({ ...phone, url: `/credencial/${id}` }),
  ]
  const [inAnswer, inPage] = [answer, page].map(({ body }) => body.includes('40123456'))
  expect(inPage).toBe(inAnswer)
  return inAnswer === true
}

test('the public view changes at once, and stays after a restart', async () => {
  const server = await openApp()
  const { id_driver: id } = await registered(server.app, aDraft({ dni: 40123456 }))
  const answer = await server.app.inject(url)
  expect(answer.json()).toEqual({
    data: [
      { public_data: 'completa', public_data_fixed: false, validity: defaultRules, gate, retention, consent },
    ],
  })
  expect(await showsAll(server, id)).toBe(true)
  const changed = await put(server, { public_data: 'minima' })
  expect(changed.json()).toEqual({
    data: [
      { public_data: 'minima', public_data_fixed: false, validity: defaultRules, gate, retention, consent },
    ],
  })
  expect(await showsAll(server, id)).toBe(false)
  expect((await server.app.inject(`/api?list=${id}`)).body).toContain('40123456')
  await server.stores.settings.change({ offset: [1, 2] })
  expect((await put(server, {})).json()).toEqual(changed.json())

  const next = await restarted(server)
  expect(await showsAll(next, id)).toBe(false)
  expect((await put(next, { public_data: 'completa' })).statusCode).toBe(200)
  expect(await showsAll(next, id)).toBe(true)
  expect(await next.stores.settings.read()).toMatchObject({ offset: [1, 2], publicData: 'completa' })
})

test('the option of the command overrides the setting, which then cannot be changed', async () => {
  const folder = await aFolder()
  await withStores(folder, ({ settings }) => settings.change({ publicData: 'completa' }))
  const server = await openApp({ publicData: 'minima' }, folder)
  const { id_driver: id } = await registered(server.app, aDraft({ dni: 40123456 }))
  expect((await server.app.inject(url)).json()).toEqual({
    data: [
      { public_data: 'minima', public_data_fixed: true, validity: defaultRules, gate, retention, consent },
    ],
  })
  expect(await showsAll(server, id)).toBe(false)
  const refused = await put(server, { public_data: 'completa' })
  expect(refused.statusCode).toBe(403)
  expect(refused.json().error).toContain('--public minima')
  expect(await showsAll(server, id)).toBe(false)
})

test('a change through a store that the server has open takes effect too', async () => {
  const server = await openApp()
  const { id_driver: id } = await registered(server.app, aDraft({ dni: 40123456 }))
  const payload = { part: 'settings', method: 'change', args: [{ publicData: 'minima' }] }
  const headers = { 'x-pilotos-secret': 'the secret of this kiosk' }
  await server.app.inject({ method: 'POST', url: '/terminal', payload, headers })
  expect(await showsAll(server, id)).toBe(false)
})

test('unknown values of a setting are refused', async () => {
  const server = await openApp()
  const wrong = await put(server, { public_data: 'nada' })
  expect([wrong.statusCode, wrong.json().error]).toEqual([400, 'public_data es completa o minima'])
  expect((await server.app.inject(url)).json().data[0].public_data).toBe('completa')
})

test('a preview of other rules says what they would give today, and whose statuses they would change', async () => {
  stopClock()
  const server = await openApp()
  const [one, two] = [await registered(server.app, aDraft()), await registered(server.app, aDraft())]
  await registered(server.app, aDraft({ licencia: 'Regional' }))
  const yesterday = addDays(today(), -1)
  await server.stores.pilots.changeTerms([one.id_driver], { issued: addDays(today(), -20) })
  await server.stores.pilots.changeTerms([two.id_driver], { until: yesterday })
  const preview = (payload: object) => write(server, 'POST', `${url}/validity`, payload)
  const regional = `${today().slice(0, 4)}-12-31`
  expect((await preview({ Anual: { kind: 'days', days: 19 } })).json()).toEqual({
    data: [
      {
        ends: { Anual: addDays(today(), 19), Regional: regional },
        changes: [{ from: 'valid', to: 'expired', pilots: 1 }],
      },
    ],
  })
  expect((await preview({ Regional: { kind: 'date', date: yesterday } })).json().data[0]).toMatchObject({
    ends: { Regional: yesterday },
    changes: [{ from: 'valid', to: 'expired', pilots: 1 }],
  })
  expect((await preview({ Anual: { kind: 'days', days: 0 } })).statusCode).toBe(422)
  expect((await server.app.inject(url)).json().data[0].validity).toEqual(defaultRules)
})
