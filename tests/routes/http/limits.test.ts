/** Tests that the limits stop floods and guesses, but neither staff nor requests with a right code or password. */
import type { FastifyInstance } from 'fastify'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { isUserName, passwordProblem } from '#domain/staff/accounts'
import { Attempts } from '../../../server/http/attempts.ts'
import { hashPassword } from '../../../server/staff/passwords.ts'
import type { Account } from '../../../server/store/documents/accounts.ts'
import { checksWith, quickChecks, quickHash, quickMatches } from '../../support/accounts.ts'
import { stopClock } from '../../support/clock.ts'
import { aDraft } from '../../support/pilots.ts'
import { formRequest, openApp, publicUrl, registered } from '../../support/server.ts'
import { aSignal } from '../../support/signal.ts'

const host = '192.168.1.20:4780'
const phone = '192.168.1.77'

/** The status, whether there is a time to wait, and the message. */
const tooMany = [429, true, expect.stringContaining('Demasiados intentos')]

interface From {
  ip?: string
  cookies?: Record<string, string>
}

function signIn(app: FastifyInstance, user: string, password: string, from: From = {}) {
  const { ip = phone, cookies = {} } = from
  const headers = { host, 'sec-fetch-site': 'same-origin' }
  const payload = { user, password }
  return app.inject({ method: 'POST', url: '/api/session', remoteAddress: ip, headers, cookies, payload })
}

/** Returns an account for `quickChecks`, whose password is checked without a cost. */
const account = (user: string, password = `la clave de ${user}`): Account => ({
  user,
  password: quickHash(password, 0),
})

/** Opens a server with the accounts ana and eva. Its clock moves only by `pass`, which takes seconds. */
async function openWithAccounts() {
  let now = 0
  /** Functions that each end a started wait. */
  const held: (() => void)[] = []
  const clock = { now: () => now, wait: () => new Promise<void>((resolve) => held.push(resolve)) }
  const server = await openApp({ clock, passwordChecks: quickChecks() })
  await server.stores.accounts.put(account('ana'))
  await server.stores.accounts.put(account('eva'))
  const pass = (seconds: number) => {
    now += seconds * 1000
  }
  return { ...server, held, pass }
}

/** Returns the cookies that an answer sets. */
function cookiesOf({ cookies }: { cookies: { name: string; value: string }[] }): Record<string, string> {
  return Object.fromEntries(cookies.map(({ name, value }) => [name, value]))
}

/** Signs in and returns the device cookie without the session cookie. */
async function knownDevice(app: FastifyInstance, user: string, from: From = {}) {
  const answer = await signIn(app, user, `la clave de ${user}`, from)
  const { pilotos_session: _session, ...device } = cookiesOf(answer)
  return device
}

describe('a sign-in', () => {
  test('over 4 KB is refused in Spanish, and the longest name with the longest password fits', async () => {
    const { app, stores } = await openApp()
    const big = await signIn(app, 'x'.repeat(1_000_000), 'x')
    expect([big.statusCode, big.json().error]).toEqual([413, 'Lo enviado es demasiado grande'])

    // JSON encodes a control character in six bytes, more than any other character.
    const [user, password] = ['\u0001'.repeat(60), '\u0001'.repeat(512)]
    expect([isUserName(user), passwordProblem(password)]).toEqual([true, undefined])
    expect([isUserName(`${user}x`), passwordProblem(`${password}x`)]).toEqual([
      false,
      'La contraseña puede tener hasta 512 caracteres',
    ])
    await stores.accounts.put({ user, password: hashPassword(password) })
    expect((await signIn(app, user, password)).statusCode).toBe(200)
    expect((await signIn(app, `${user}x`, password)).statusCode).toBe(401)
  })

  test('is checked with at most one other, while eight wait, further ones get 429, and a registration is not delayed', async () => {
    const [free, open] = aSignal()
    let running = 0
    let most = 0
    const checks = checksWith(async () => {
      running += 1
      most = Math.max(most, running)
      await free
      running -= 1
      return false
    })
    const { app } = await openApp({ passwordChecks: checks })
    const refused: { status: number; wait: unknown; error: string }[] = []
    const [enough, hasEnough] = aSignal()
    const all = Array.from({ length: 30 }, async (_, index) => {
      const answer = await signIn(app, 'ana', 'no', { ip: `192.168.1.${index}` })
      const { statusCode: status, headers } = answer
      if (status === 429) refused.push({ status, wait: headers['retry-after'], error: answer.json().error })
      if (refused.length === 20) hasEnough()
      return status
    })
    await enough
    expect(refused[0]).toEqual({
      status: 429,
      wait: '2',
      error: 'Muchas personas inician sesión a la vez: espere 2 segundos y pruebe otra vez',
    })
    await registered(app)
    open()
    expect((await Promise.all(all)).filter((status) => status === 401)).toHaveLength(10)
    expect(most).toBe(2)
  })

  test('from a known device is checked before sign-ins from unknown ones, and is accepted while their queue is full', async () => {
    const [free, open] = aSignal()
    let isHeld = false
    const begun: string[] = []
    const checks = checksWith(async (one, password) => {
      begun.push(one?.user ?? '?')
      if (isHeld) await free
      return quickMatches(one, password)
    })
    const { app, stores } = await openApp({ passwordChecks: checks })
    await stores.accounts.put(account('ana'))
    const device = await knownDevice(app, 'ana')
    isHeld = true
    const [full, isFull] = aSignal()
    const flood = Array.from({ length: 11 }, async (_, index) => {
      const { statusCode } = await signIn(app, 'nadie', 'no', { ip: `192.168.1.${index}` })
      if (statusCode === 429) isFull()
    })
    await full
    const [queued, isQueued] = aSignal()
    const check = checks.check.bind(checks)
    vi.spyOn(checks, 'check').mockImplementation((...args) => {
      isQueued()
      return check(...args)
    })
    const known = signIn(app, 'ana', 'la clave de ana', { cookies: device })
    await queued
    open()
    expect((await known).statusCode).toBe(200)
    await Promise.all(flood)
    expect(begun.slice(0, 4)).toEqual(['ana', '?', '?', 'ana'])
  })
})

describe('failed sign-ins', () => {
  test('of others never lock a known device out: not at its address, not after a restart, not on another server', async () => {
    const { app } = await openWithAccounts()
    const answer = await signIn(app, 'ana', 'la clave de ana')
    expect(answer.cookies[1]).toMatchObject({
      name: expect.stringMatching(/^pilotos_device_/),
      httpOnly: true,
      sameSite: 'Strict',
      path: '/api/session',
      maxAge: 365 * 24 * 60 * 60,
    })
    const device = await knownDevice(app, 'ana')
    const elsewhere = await openWithAccounts()
    for (const server of [app, elsewhere.app]) {
      for (let count = 0; count < 6; count += 1) await signIn(server, 'ana', 'no')
      expect((await signIn(server, 'ana', 'la clave de ana')).statusCode).toBe(429)
      expect((await signIn(server, 'ana', 'la clave de ana', { cookies: device })).statusCode).toBe(200)
    }
  })

  test('are slowed if the device belongs to another account or to an earlier password, or often fails itself', async () => {
    const { app, stores } = await openWithAccounts()
    const [ana, eva] = [await knownDevice(app, 'ana'), await knownDevice(app, 'eva')]
    const forged = { [Object.keys(ana)[0] ?? '']: Object.values(eva)[0] ?? '' }
    for (let count = 0; count < 5; count += 1) await signIn(app, 'ana', 'no')
    const right = async (cookies: Record<string, string>, password = 'la clave de ana') =>
      (await signIn(app, 'ana', password, { cookies })).statusCode
    expect([await right(eva), await right(forged), await right({ ...eva, ...ana })]).toEqual([429, 429, 200])

    for (let count = 0; count < 10; count += 1) expect(await right(ana, 'no')).toBe(401)
    expect(await right(ana)).toBe(429)

    const other = await knownDevice(app, 'ana', { ip: '192.168.1.78' })
    expect(await right(other)).toBe(200)
    await stores.accounts.put(account('ana', 'otra clave'))
    expect(await right(other, 'otra clave')).toBe(429)
  })

  test('with many names from one address are slowed there, but not at other addresses and not on a known device', async () => {
    const { app, pass } = await openWithAccounts()
    const device = await knownDevice(app, 'ana')
    for (let count = 0; count < 39; count += 1)
      expect((await signIn(app, `nombre${count}`, 'la misma clave')).statusCode).toBe(401)
    const last = await signIn(app, 'nombre39', 'la misma clave')
    expect([last.statusCode, Number(last.headers['retry-after']) > 0, last.json().error]).toEqual(tooMany)
    const right = async (from: From = {}) => (await signIn(app, 'ana', 'la clave de ana', from)).statusCode
    expect([await right(), await right({ ip: '192.168.1.78' }), await right({ cookies: device })]).toEqual([
      429, 200, 200,
    ])
    pass(30)
    expect(await right()).toBe(200)
  })
})

describe('after the clock was set back by a year, failed sign-ins', () => {
  beforeEach(() => stopClock(new Date('2027-11-21T12:00:00Z')))

  test('wait no longer than before, and a right password is accepted after the wait', async () => {
    const attempts = new Attempts({ free: 1, firstWait: 30, longestWait: 900, forgetAfter: 3600 })
    attempts.count('ana')
    const { app, pass } = await openWithAccounts()
    for (let count = 0; count < 5; count += 1) await signIn(app, 'ana', 'no')
    vi.setSystemTime(new Date('2026-11-21T12:00:00Z'))
    expect(attempts.waitOf('ana')).toBeLessThanOrEqual(30)
    const early = await signIn(app, 'ana', 'la clave de ana')
    expect([early.statusCode, early.json().wait]).toEqual([429, 30])
    pass(30)
    expect((await signIn(app, 'ana', 'la clave de ana')).statusCode).toBe(200)
  })
})

describe('wrong codes from an address', () => {
  const lan = { remoteAddress: phone, headers: { host } }
  const qrOf = (id: string) => `/api?qr=${encodeURIComponent(`${publicUrl}/credencial/${id}`)}`
  const wrong = '0000000000ZZ'

  test('are delayed and then refused, while every right code from there is answered without delay', async () => {
    const { app, held } = await openWithAccounts()
    const { id_driver: id } = await registered(app)
    const status = async (url: string) => (await app.inject({ ...lan, url })).statusCode
    for (let count = 0; count < 19; count += 1)
      expect(await status(count % 2 ? qrOf(wrong) : `/api?list=${wrong}`)).toBe(count % 2 ? 400 : 404)
    const answered: number[] = []
    const [enough, hasEnough] = aSignal()
    const late = Array.from({ length: 30 }, async () => {
      answered.push(await status(`/api?list=${wrong}`))
      if (answered.length === 26) hasEnough()
    })
    await enough
    expect(new Set(answered)).toEqual(new Set([429]))

    for (let count = 0; count < 50; count += 1) {
      expect(await status(`/api?list=${id}`)).toBe(200)
      expect(await status(`/api?list=${id.toLowerCase()}`)).toBe(200)
      expect(await status(qrOf(id))).toBe(200)
      const page = await app.inject({ ...lan, url: `/credencial/${id}` })
      expect(page.body).toContain('<title>Íñigo Núñez Peña')
    }
    expect(held).toHaveLength(4)
    for (const release of held) release()
    await Promise.all(late)
    expect(answered.slice(26)).toEqual([404, 404, 404, 404])
  })

  test('are not counted if staff send them, from the laptop or with a session', async () => {
    const { app, held } = await openWithAccounts()
    const cookies = cookiesOf(await signIn(app, 'ana', 'la clave de ana'))
    for (let count = 0; count < 40; count += 1) {
      expect((await app.inject({ ...lan, cookies, url: `/api?list=${wrong}` })).statusCode).toBe(404)
      expect((await app.inject(`/api?list=${wrong}`)).statusCode).toBe(404)
    }
    expect(held).toEqual([])
  })

  test('and QRs of unusual sizes are limited, but not QRs of usual sizes or for staff', async () => {
    const { app } = await openWithAccounts()
    const { id_driver: id } = await registered(app)
    const cookies = cookiesOf(await signIn(app, 'ana', 'la clave de ana'))
    const ask = (query: string, how: object = {}) => app.inject({ ...lan, ...how, url: qrOf(id) + query })
    const draw = async (query: string, how: object = {}) => (await ask(query, how)).statusCode
    for (let size = 600; size < 659; size += 1) expect(await draw(`&size=${size}`)).toBe(200)
    const last = await ask('&size=700')
    expect([last.statusCode, Number(last.headers['retry-after']) > 0, last.json().error]).toEqual(tooMany)
    expect(await draw('&size=600')).toBe(429)
    for (let count = 0; count < 400; count += 1) expect(await draw(count % 2 ? '' : '&format=svg')).toBe(200)
    expect(await draw('&size=701', { cookies })).toBe(200)
  })
})

test('ten phones of staff behind one address can write without a limit', async () => {
  const { app } = await openWithAccounts()
  const sessions = []
  for (let count = 0; count < 10; count += 1)
    sessions.push(cookiesOf(await signIn(app, 'ana', 'la clave de ana')))
  for (let count = 0; count < 200; count += 1) {
    const form = formRequest({ data_driver: aDraft({ dni: 40_000_000 + count }) })
    const from = { remoteAddress: phone, cookies: sessions[count % 10] }
    const { statusCode } = await app.inject({ ...form, headers: { ...form.headers, host }, ...from })
    expect(statusCode).toBe(201)
  }
})
