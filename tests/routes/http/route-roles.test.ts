/** Tests that every registered route has a row in the table of roles, and answers exactly the roles of its row. */
import { subscribe } from 'node:diagnostics_channel'
import fastify, { type FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { sessionPath } from '#domain/api/addresses'
import type { Access } from '#domain/api/call'
import { permits, type Role, roles } from '#domain/staff/roles'
import { createGuard } from '../../../server/http/guard.ts'
import { enforceRoles, routeRoles } from '../../../server/http/serve.ts'
import { Availability } from '../../../server/store/availability.ts'
import { laptop, phone, sessionOf } from '../../support/requests.ts'
import { openApp, type TestServer } from '../../support/server.ts'

const registered = new Set<string>()

subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (one !== 'HEAD') registered.add(`${one} ${url}`)
  })
})

type Person = 'nobody' | Role | 'the laptop'
const people: readonly Person[] = ['nobody', ...roles, 'the laptop']

/** Returns the cookies of a new session of a person who has an account. */
async function cookiesOf(server: TestServer, person: Person): Promise<Record<string, string>> {
  const role = roles.find((one) => one === person)
  return role ? sessionOf(server, { user: role, password: 'x', role }) : {}
}

/** Returns the status that a person gets. */
async function statusFor({ app }: TestServer, key: string, person: Person, cookies: object) {
  const [method = '', path = ''] = key.split(' ')
  const url = path.replace(/:id\b|:id_driver|:job|:name/g, 'ABCDEFGHJKMN').replace(/:\w+\?|\*/, '')
  const from = person === 'the laptop' ? laptop : phone
  const response = await app.inject({
    ...from,
    method: method as 'GET',
    url,
    cookies: { ...cookies },
    payloadAsStream: true,
  })
  response.stream().destroy()
  return response.statusCode
}

/** Returns the refusal that a person must get, or undefined for an answer of the route itself. */
function refusalOf(access: Access, person: Person): number[] | undefined {
  if (access === 'terminal') return [403, 404]
  if (access === 'public' || person === 'the laptop') return undefined
  if (person === 'nobody') return [401]
  return permits(person, access) ? undefined : [403]
}

describe('the table of roles', () => {
  test('has a row for every registered route, and a route for every row', async () => {
    await openApp()
    expect([...registered].sort()).toEqual(Object.keys(routeRoles).sort())
  })

  test('opens no more calls to strangers and to gates than these', () => {
    const callsOf = (role: Access) =>
      Object.keys(routeRoles).filter((key) => routeRoles[key] === role && /^\w+ \/(api|files)/.test(key))
    expect(callsOf('public')).toEqual([
      'GET /api',
      'GET /files/:name',
      ...['GET /api/session', 'POST /api/session', 'DELETE /api/session', 'POST /api/gate/pair'],
      ...['GET /api/applications/form', 'POST /api/applications', 'GET /api/applications/:id/status'],
      ...['GET /api/applications/:id/card.png', 'GET /api/applications/:id/qr.svg'],
      'GET /api/brand/logo',
    ])
    expect(callsOf('puerta')).toEqual([
      ...['GET /api/changes', 'POST /api/passages', 'GET /api/passages/summary'],
      ...['POST /api/pilots/:id/emergency-contact', 'GET /api/gate/roster'],
      ...['GET /api/waiver', 'POST /api/pilots/:id/waiver'],
    ])
  })

  test.each(people)('lets %s reach the routes of its rows, and no other', async (person) => {
    const server = await openApp()
    const wrong: string[] = []
    let cookies = await cookiesOf(server, person)
    for (const [key, access] of Object.entries(routeRoles)) {
      const status = await statusFor(server, key, person, cookies)
      if (key === `DELETE ${sessionPath}`) cookies = await cookiesOf(server, person)
      const refusal = refusalOf(access, person)
      const isRight = refusal ? refusal.includes(status) : status !== 401 && status !== 403
      if (!isRight) wrong.push(`${key}: ${status}`)
    }
    expect(wrong).toEqual([])
    expect(server.reported).toEqual([])
  })

  test('a route without a row cannot be registered', async () => {
    const app = fastify()
    const { stores } = await openApp()
    const guard = createGuard(stores.sessions, { availability: new Availability(), proxySign: undefined })
    enforceRoles(app, { guard, isTerminal: () => false })
    expect(() => app.get('/api/forgotten', async () => '')).toThrow('GET /api/forgotten is missing')
  })
})
