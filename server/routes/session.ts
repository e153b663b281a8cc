/** Signing in and out, and what the client needs to know before it draws anything. */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { TooManyError, UnauthorizedError } from '#domain/errors'
import { isObject } from '#domain/json'
import { signInTexts } from '#domain/sign-in'
import type { SessionInfo } from '#domain/wire'
import { Attempts } from '../access/attempts.ts'
import { type Guard, sessionHeader, sessionOf } from '../access/guard.ts'
import { passwordMatches } from '../access/passwords.ts'
import type { Presence } from '../presence.ts'
import type { PublicAddress } from '../public-address.ts'
import type { AccountStore } from '../store/account-store.ts'
import type { SessionStore } from '../store/session-store.ts'

export interface SessionOptions {
  accounts: AccountStore
  sessions: SessionStore
  guard: Guard
  presence: Presence
  address: PublicAddress
  countryCode?: string
}

export const session: FastifyPluginAsync<SessionOptions> = async (app, options) => {
  const { accounts, sessions, presence } = options
  const attempts = new Attempts({ free: 5, firstWait: 30, longestWait: 15 * 60, forgetAfter: 60 * 60 })

  app.get('/', async (request) => ({
    data: [await presence.whileThere(() => describeSession(request, options))],
  }))

  app.post('/', { config: { rateLimit: { max: 30 } } }, async (request, reply) => {
    const { user, password } = readSignIn(request.body)
    // A try that cannot be judged does not count.
    const known = await presence.whileThere(() => accounts.list())
    const account = known.find((one) => one.user === user)
    const who = `${user} ${request.ip}`
    const wait = attempts.waitOf(who)
    if (wait > 0) throw new TooManyError(wait)
    // Wrong until it has proved right, so that many at once count as many.
    const next = attempts.fail(who)
    if (!(await passwordMatches(account, password))) {
      if (next > 0) throw new TooManyError(next)
      throw new UnauthorizedError(signInTexts.refused, {
        user: signInTexts.user,
        password: signInTexts.password,
      })
    }
    attempts.forget(who)
    await endSession(request)
    reply.header('set-cookie', sessionHeader(await sessions.start(user)))
    return { data: [await describeSession(request, options, user)] }
  })

  app.delete('/', async (request, reply) => {
    await endSession(request)
    return reply.header('set-cookie', sessionHeader()).code(204).send()
  })

  async function endSession(request: FastifyRequest): Promise<void> {
    const id = sessionOf(request)
    if (id) await sessions.end(id)
  }
}

/** What a browser is told of itself. @throws MachineError where the accounts cannot be read */
export async function describeSession(
  request: FastifyRequest,
  { accounts, guard, address, countryCode }: SessionOptions,
  user = guard.userOf(request),
): Promise<SessionInfo> {
  return {
    user: user ?? null,
    staff: user !== undefined || guard.isStaff(request),
    has_accounts: (await accounts.list()).length > 0,
    public_url: address.url(),
    country_code: countryCode ?? null,
  }
}

function readSignIn(body: unknown): { user: string; password: string } {
  const { user, password } = isObject(body) ? body : {}
  return {
    user: typeof user === 'string' ? user.trim() : '',
    password: typeof password === 'string' ? password : '',
  }
}
