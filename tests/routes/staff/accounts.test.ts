/** Tests of the accounts that staff manage in the browser. */
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { checksWith, hashOf, quickChecks, quickHash } from '../../support/accounts.ts'
import { laptop, phone } from '../../support/requests.ts'
import { openApp, type TestServer } from '../../support/server.ts'

const password = 'una clave larga'

/** Opens a server with the account ana. Its passwords are checked without the cost of scrypt. */
async function openWithAccount(options = {}): Promise<TestServer> {
  const server = await openApp({ passwordChecks: quickChecks(), ...options })
  await server.stores.accounts.put({ user: 'ana', password: quickHash('la clave de ana') })
  return server
}

/** Signs in from a phone, and returns the cookies of its browser. */
async function cookiesOf({ app }: TestServer, user: string, password: string) {
  const payload = { user, password }
  const answer = await app.inject({ ...phone, method: 'POST', url: '/api/session', payload })
  expect(answer.statusCode).toBe(200)
  return Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))
}

async function ask({ app }: TestServer, request: InjectOptions) {
  const { statusCode, body, cookies } = await app.inject(request)
  expect(body).not.toContain(password)
  expect(body).not.toContain('scrypt')
  return { status: statusCode, body: body ? JSON.parse(body) : undefined, cookies }
}

const url = '/api/accounts'
const add = (payload: object) => ({ ...laptop, method: 'POST', url, payload }) as const

test('an account is added, signs in elsewhere, gets another password and is removed', async () => {
  const server = await openApp()
  await server.stores.accounts.put({ user: 'ana', password: hashOf('la clave de ana') })
  expect(await ask(server, add({ user: ' eva ', password }))).toMatchObject({
    status: 201,
    body: { data: [{ user: 'eva', role: 'admin' }] },
  })
  expect((await ask(server, url as InjectOptions)).body).toEqual({
    data: [
      { user: 'ana', role: 'admin' },
      { user: 'eva', role: 'admin' },
    ],
  })
  const cookies = await cookiesOf(server, 'eva', password)
  const list = { ...phone, cookies, url: '/api?list=all' }
  expect((await ask(server, list)).status).toBe(200)

  const change = {
    ...laptop,
    method: 'PUT',
    url,
    payload: { user: 'eva', password: `${password} 2` },
  } as const
  expect((await ask(server, change)).status).toBe(200)
  expect((await ask(server, list)).status).toBe(401)
  const again = { ...list, cookies: await cookiesOf(server, 'eva', `${password} 2`) }
  expect((await ask(server, again)).status).toBe(200)

  const remove = { ...laptop, method: 'DELETE', url: `${url}?user=eva` } as const
  expect(await ask(server, remove)).toMatchObject({ status: 204, cookies: [] })
  expect((await ask(server, again)).status).toBe(401)
  expect(await ask(server, remove)).toMatchObject({ status: 404, body: { error: 'No existe la cuenta eva' } })
  expect((await ask(server, change)).status).toBe(404)
  expect(server.reported).toEqual([])
})

test('an account that changes its own password stays signed in here, and is signed out elsewhere', async () => {
  const server = await openWithAccount()
  const [here, elsewhere] = [
    await cookiesOf(server, 'ana', 'la clave de ana'),
    await cookiesOf(server, 'ana', 'la clave de ana'),
  ]
  const payload = { user: 'ana', password }
  const { status, cookies } = await ask(server, { ...phone, cookies: here, method: 'PUT', url, payload })
  expect(status).toBe(200)
  const renewed = Object.fromEntries(cookies.map(({ name, value }) => [name, value]))
  const listWith = async (cookies: Record<string, string>) =>
    (await ask(server, { ...phone, cookies, url: '/api?list=all' })).status
  expect([await listWith(renewed), await listWith(here), await listWith(elsewhere)]).toEqual([200, 401, 401])
})

test('an account that removes itself is signed out, and the laptop is still staff', async () => {
  const server = await openWithAccount()
  const cookies = await cookiesOf(server, 'ana', 'la clave de ana')
  const removed = await ask(server, { ...phone, cookies, method: 'DELETE', url: `${url}?user=ana` })
  expect(removed).toMatchObject({ status: 204, cookies: [{ name: 'pilotos_session', maxAge: 0 }] })
  expect((await ask(server, { ...phone, cookies, url })).status).toBe(401)
  expect(await ask(server, url as InjectOptions)).toMatchObject({ status: 200, body: { data: [] } })
})

test('an existing name is refused, and its password stays', async () => {
  const server = await openWithAccount()
  const answer = await ask(server, add({ user: 'ana', password }))
  expect(answer.status).toBe(409)
  expect(answer.body.fields.user).toContain('Ya existe la cuenta ana')
  await cookiesOf(server, 'ana', 'la clave de ana')
  const both = await Promise.all(
    [1, 2].map((n) => ask(server, add({ user: 'eva', password: `${password} ${n}` }))),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
})

test.each([
  [{ user: '', password }, { user: 'El usuario es una palabra de hasta 60 letras' }],
  [{ user: 'dos palabras', password }, { user: 'El usuario es una palabra de hasta 60 letras' }],
  [{ user: 'eva', password: 'corta' }, { password: 'La contraseña debe tener al menos 8 caracteres' }],
  [
    { user: 'eva', password: 'x'.repeat(513) },
    { password: 'La contraseña puede tener hasta 512 caracteres' },
  ],
])('the account %j is refused by its fields', async (payload, fields) => {
  const server = await openWithAccount()
  expect(await ask(server, add(payload))).toMatchObject({ status: 422, body: { fields } })
  expect(await server.stores.accounts.list()).toHaveLength(1)
})

test('a call that is too large or without a text is refused', async () => {
  const server = await openWithAccount()
  const requests: [InjectOptions, number][] = [
    [add({ user: 'eva', password: 'x'.repeat(5000) }), 413],
    [add({ user: 'eva', password: 12345678 }), 400],
    [add([]), 400],
    [{ ...laptop, method: 'DELETE', url }, 400],
  ]
  for (const [request, status] of requests) expect((await ask(server, request)).status).toBe(status)
  expect((await server.stores.accounts.list()).map(({ user }) => user)).toEqual(['ana'])
})

test('new passwords wait in the queue of all password checks, and are refused when it is full', async () => {
  let release = () => {}
  const held = new Promise<boolean>((resolve) => {
    release = () => resolve(false)
  })
  const checks = checksWith(() => held)
  const server = await openWithAccount({ passwordChecks: checks })
  const waiting = Array.from({ length: 10 }, () => checks.check(undefined, 'x', 'known device'))
  expect(await ask(server, add({ user: 'eva', password }))).toMatchObject({ status: 429, body: { wait: 2 } })
  release()
  await Promise.all(waiting)
  expect((await ask(server, add({ user: 'eva', password }))).status).toBe(201)
})

test('a name that differs only by case, width or what nobody sees is refused for a new account', async () => {
  const server = await openWithAccount()
  for (const user of ['ANA', 'ａna', 'Ana']) {
    const message = 'Ya existe la cuenta ana, que es el mismo nombre: elija otro usuario'
    expect(await ask(server, add({ user, password }))).toMatchObject({
      status: 409,
      body: { error: message, fields: { user: message } },
    })
  }
  for (const user of ['a\u0000na', 'ana\u200b', '\u202eana', 'a\u00adna']) {
    expect(await ask(server, add({ user, password }))).toMatchObject({
      status: 422,
      body: { fields: { user: expect.stringContaining('un carácter que no se ve') } },
    })
  }
  const answers = await Promise.all(['eva', 'EVA', 'Eva'].map((user) => ask(server, add({ user, password }))))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  expect(await server.stores.accounts.list()).toHaveLength(2)
})

test('accounts from before the rule of names sign in, change and are removed', async () => {
  const server = await openWithAccount()
  const old = ['jefa', 'JEFA', 'ｊefa', 'je\u200bfa']
  for (const user of old)
    await server.stores.accounts.put({ user, password: quickHash(`la clave de ${user}`) })
  for (const user of old) {
    const cookies = await cookiesOf(server, user, `la clave de ${user}`)
    const session = await ask(server, { ...phone, cookies, url: '/api/session' })
    expect(session.body.data[0].user).toBe(user)
    const change = { ...laptop, method: 'PUT', url, payload: { user, role: 'mesa' } } as const
    expect((await ask(server, change)).status).toBe(200)
    const query = new URLSearchParams({ user })
    expect((await ask(server, { ...laptop, method: 'DELETE', url: `${url}?${query}` })).status).toBe(204)
  }
})

test('a person signs in however the name of the account is written, and guesses at it are counted together', async () => {
  const server = await openWithAccount()
  const signIn = (user: string, password: string) =>
    server.app.inject({ ...phone, method: 'POST', url: '/api/session', payload: { user, password } })
  const right = await signIn(' Ana', 'la clave de ana')
  expect(right.json().data[0].user).toBe('ana')
  const guesses = ['ana', 'Ana', 'ANA', 'aNa', 'ａna', 'anA']
  const statuses = []
  for (const user of guesses) statuses.push((await signIn(user, 'otra clave')).statusCode)
  expect(statuses).toEqual([401, 401, 401, 401, 429, 429])
})

test('accounts with any name can be changed and removed', async () => {
  const server = await openWithAccount()
  for (const user of ['..', 'a/b', 'ñandú', '%2e%2e', 'a?b&c', '__proto__']) {
    expect((await ask(server, add({ user, password }))).status).toBe(201)
    const query = new URLSearchParams({ user })
    expect((await ask(server, { ...laptop, method: 'DELETE', url: `${url}?${query}` })).status).toBe(204)
  }
  expect(await server.stores.accounts.list()).toHaveLength(1)
})

test('a changed role counts at once in every session of the account, and a wrong role is told so', async () => {
  const server = await openWithAccount()
  expect(await ask(server, add({ user: 'eva', password, role: 'mesa' }))).toMatchObject({ status: 201 })
  const cookies = await cookiesOf(server, 'eva', password)
  const asEva = (request: InjectOptions) => ask(server, { ...phone, cookies, ...request })
  const change = (role: string) =>
    ask(server, { ...laptop, method: 'PUT', url, payload: { user: 'eva', role } } as const)
  const session = async () => (await asEva({ url: '/api/session' })).body.data[0]
  expect(await session()).toMatchObject({ user: 'eva', role: 'mesa', staff: true, gate: null })
  expect((await asEva({ url: '/api?list=all' })).status).toBe(200)
  expect(await asEva({ url })).toMatchObject({
    status: 403,
    body: { error: 'Esto lo hace una cuenta de admin, y la suya es de mesa' },
  })
  expect(await change('puerta')).toMatchObject({ status: 200, body: { data: [{ role: 'puerta' }] } })
  expect(await session()).toMatchObject({ user: 'eva', role: 'puerta', staff: false })
  expect(await asEva({ url: '/api?list=all' })).toMatchObject({
    status: 403,
    body: { error: 'Esto lo hace una cuenta de mesa o de admin, y la suya es de puerta' },
  })
  await change('admin')
  expect((await asEva({ url })).status).toBe(200)
  expect((await change('jefe')).status).toBe(400)
  const renamed = { ...laptop, method: 'PUT', url, payload: { user: 'luz', role: 'mesa' } } as const
  expect((await ask(server, renamed)).status).toBe(404)
})

test('the last admin keeps its role and its account where the laptop needs a session too', async () => {
  const server = await openWithAccount({ requireLogin: true })
  await server.stores.accounts.put({ user: 'eva', password: 'x', role: 'mesa' })
  const cookies = await cookiesOf(server, 'ana', 'la clave de ana')
  const asAna = (request: InjectOptions) => ask(server, { ...phone, cookies, ...request })
  const demote = () => asAna({ method: 'PUT', url, payload: { user: 'ana', role: 'mesa' } })
  const refused = { status: 409, body: { error: expect.stringContaining('ana es la única cuenta de admin') } }
  expect(await demote()).toMatchObject(refused)
  expect(await asAna({ method: 'DELETE', url: `${url}?user=ana` })).toMatchObject(refused)
  expect((await asAna({ method: 'DELETE', url: `${url}?user=eva` })).status).toBe(204)
  await server.stores.accounts.put({ user: 'luz', password: 'x', role: 'admin' })
  expect((await demote()).status).toBe(200)
})

test('admins who demote and remove each other at the same moment leave one, who can bring the others back', async () => {
  const server = await openWithAccount({ requireLogin: true })
  const names = ['ana', 'eva', 'luz', 'mar', 'sol', 'paz']
  const stored = quickHash(password)
  for (const user of names) await server.stores.accounts.put({ user, password: stored })
  const cookies = await Promise.all(names.map((user) => cookiesOf(server, user, password)))
  const answers = await Promise.all(
    names.map((_, index) => {
      const other = names[(index + 1) % names.length] ?? ''
      const request: InjectOptions =
        index % 2 > 0
          ? { method: 'DELETE', url: `${url}?user=${other}` }
          : { method: 'PUT', url, payload: { user: other, role: 'mesa' } }
      return ask(server, { ...phone, cookies: cookies[index], ...request })
    }),
  )
  const admins = (await server.stores.accounts.list()).filter(({ role = 'admin' }) => role === 'admin')
  expect(admins).toHaveLength(1)
  expect(answers.filter(({ status }) => status >= 400)).toMatchObject([
    { status: 409, body: { error: expect.stringContaining('es la única cuenta de admin') } },
  ])
  const [{ user: last } = { user: '' }] = admins
  const payload = { user: 'nueva', password, role: 'admin' }
  const own = cookies[names.indexOf(last)]
  expect(await ask(server, { ...phone, cookies: own, method: 'POST', url, payload })).toMatchObject({
    status: 201,
  })
})

test('the account of a paired phone has no password, and cannot get one or another role', async () => {
  const server = await openApp()
  const phoneAccount = { user: 'Puerta Norte 1', password: 'phone:x', role: 'puerta', gate: 'Norte' } as const
  await server.stores.accounts.put(phoneAccount)
  for (const change of [{ password }, { role: 'admin' }]) {
    const payload = { user: phoneAccount.user, ...change }
    const answer = await ask(server, { ...laptop, method: 'PUT', url, payload } as const)
    expect(answer).toMatchObject({ status: 409, body: { error: expect.stringContaining('emparejado') } })
  }
  for (const wrong of ['', 'phone:x', 'x', password]) {
    const payload = { user: phoneAccount.user, password: wrong }
    const answer = await server.app.inject({ ...phone, method: 'POST', url: '/api/session', payload })
    expect(answer.statusCode).toBe(401)
  }
})
