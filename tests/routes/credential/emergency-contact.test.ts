/** Tests who sees health data and the emergency contact of a pilot, in the bytes of every route. */
import { describe, expect, test } from 'vitest'
import { phoneUrl } from '#domain/api/addresses'
import { publicDataNames, type Role, roles } from '#domain/staff/roles'
import { routeRoles } from '../../../server/http/serve.ts'
import { openFolder } from '../../../server/store/open.ts'
import { aFolder } from '../../support/folder.ts'
import { aScan } from '../../support/passages.ts'
import { aDraft } from '../../support/pilots.ts'
import { phone, sessionOf } from '../../support/requests.ts'
import { openApp, type TestServer } from '../../support/server.ts'

const contact = {
  emergencia_nombre: 'Rosa Zárate',
  emergencia_celular: '955 111 222',
  emergencia_parentesco: 'Madrina',
}
const health = {
  alergias: 'Penicilina',
  seguro: 'Rímac 77',
  apoderado: 'Tutora Inés',
  apoderado_dni: '40999111',
}
const draft = aDraft({ ...contact, ...health })

/** Returns the values that the bytes of an answer have. */
function valuesIn(body: string): string[] {
  return [...Object.values(contact), ...Object.values(health)].filter((value) => body.includes(value))
}

const cookiesOf = async (server: TestServer, role?: Role, gate?: string) =>
  role ? sessionOf(server, { user: `${role}1`, password: 'x', role, gate }) : {}

const ask = (id: string, gate = 'Puerta principal') => ({
  ...phone,
  method: 'POST' as const,
  url: `/api/pilots/${id}/emergency-contact`,
  payload: { gate },
})

describe.each(publicDataNames)('with the public view %s', (publicData) => {
  test.each([undefined, ...roles])(
    'the routes for everybody and for gates tell %s only what the role sees',
    async (role) => {
      const server = await openApp({ publicData })
      const { app, stores } = server
      const { id } = await stores.pilots.register(draft)
      const cookies = await cookiesOf(server, role)
      const isDesk = role === 'mesa' || role === 'admin'
      const urls = Object.entries(routeRoles)
        .filter(([key, access]) => key.startsWith('GET ') && (access === 'public' || access === 'puerta'))
        .map(([key]) =>
          key
            .slice('GET '.length)
            .replace(/:id\w*\??/, id)
            .replace(/:name|\*/, 'x'),
        )
        .filter((url) => url !== '/api/changes')
      const found: string[] = []
      for (const url of [
        ...urls,
        `/api?list=${id}`,
        '/api?list=all',
        `/api?list=all&search=${contact.emergencia_nombre}`,
      ]) {
        const { body } = await app.inject({ ...phone, url: encodeURI(url), cookies })
        if (valuesIn(body).length > 0) found.push(url.replace(id, 'ID'))
      }
      const all = ['/credencial/ID', '/api?list=ID', '/api?list=all']
      expect(found.filter((url) => !all.includes(url))).toEqual([])
      expect(found.length > 0).toBe(isDesk)

      const payload = { passages: [aScan({ scanned: id, gate: 'Puerta principal' })] }
      const scan = { ...phone, method: 'POST', url: '/api/passages', cookies, payload } as const
      const passage = await app.inject(scan)
      expect([passage.statusCode, valuesIn(passage.body)]).toEqual([role ? 200 : 401, []])
      const shown = await app.inject({ ...ask(id), cookies })
      expect([shown.statusCode, valuesIn(shown.body)]).toEqual(
        role ? [200, Object.values(contact)] : [401, []],
      )
      const kinds = (await stores.pilots.history(id)).map(({ kind }) => kind)
      expect(kinds).toEqual(role ? ['registered', 'contact'] : ['registered'])
    },
  )
})

describe('an emergency contact', () => {
  test('is noted with the gate of a paired phone, whatever it sends, and with an existing gate of others', async () => {
    const server = await openApp()
    const { app, stores } = server
    const { id } = await stores.pilots.register(draft)
    const cookies = await cookiesOf(server, 'puerta', 'Norte')
    expect((await app.inject({ ...ask(id, 'Sur'), cookies })).json().data).toEqual([contact])
    const desk = await cookiesOf(server, 'mesa')
    const refused = await app.inject({ ...ask(id, 'Sur'), cookies: desk })
    expect([refused.statusCode, refused.json().error, valuesIn(refused.body)]).toEqual([
      400,
      'No hay una puerta Sur: elija otra, o agréguela en Ajustes',
      [],
    ])
    expect((await app.inject({ ...ask('0000000000ZZ'), cookies })).statusCode).toBe(404)
    expect(
      (await app.inject({ ...phone, url: `/api/pilots/${id}/history`, cookies: desk })).json().data,
    ).toEqual([
      expect.objectContaining({ kind: 'registered' }),
      { at: expect.any(String), by: 'puerta1', kind: 'contact', gate: 'Norte' },
    ])
  })

  test('of a pilot who has none is null, and nothing is noted', async () => {
    const server = await openApp()
    const { id } = await server.stores.pilots.register(aDraft(health))
    const cookies = await cookiesOf(server, 'puerta')
    const answer = await server.app.inject({ ...ask(id), cookies })
    expect(answer.json().data).toEqual([
      { emergencia_nombre: null, emergencia_celular: null, emergencia_parentesco: null },
    ])
    expect(await server.stores.pilots.history(id)).toHaveLength(1)
  })

  test('is not shown if the history cannot be written, and the note survives a restart', async () => {
    let isFull = false
    const folder = await aFolder()
    const stores = await openFolder(folder, {
      sync: async () => {
        if (isFull) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
      },
    })
    const server = await openApp({ stores })
    const { id } = await stores.pilots.register(draft)
    const cookies = await cookiesOf({ ...server, stores }, 'puerta')
    expect((await server.app.inject({ ...ask(id), cookies })).statusCode).toBe(200)
    isFull = true
    const refused = await server.app.inject({ ...ask(id), cookies })
    expect([refused.statusCode >= 500, valuesIn(refused.body)]).toEqual([true, []])
    expect(server.reported).not.toEqual([])
    await server.app.close()
    await stores.close()
    const again = await openFolder(folder)
    const kinds = (await again.pilots.history(id)).map(({ kind }) => kind)
    await again.close()
    expect(kinds).toEqual(['registered', 'contact'])
  })
})

test.each([
  ['912 345 678', 'tel:912345678'],
  ['+51 912-345-678', 'tel:+51912345678'],
  ['(01) 234 5678 anexo 12', 'tel:012345678'],
  ['Casa: 054-123456', 'tel:054123456'],
  ['912 345 678 / 955 111 222', 'tel:912345678'],
  ['912345678 - 955111222', 'tel:912345678'],
  ['la vecina', undefined],
  ['912 345 678 955 111 222', undefined],
])('the telephone %j is dialled as %s', (text, url) => {
  expect(phoneUrl(text)).toBe(url)
})
