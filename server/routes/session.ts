/** Signs staff in and out, and describes the session to the client. */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { isObject } from '#domain/text/json'
import { maxSignInBytes } from '#domain/web/sign-in'
import type { SessionInfo } from '#domain/web/wire'
import { needsSecureCookie } from '../access/cookies.ts'
import { deviceHeader } from '../access/device-cookie.ts'
import { type Guard, sessionHeader, sessionOf } from '../access/guard.ts'
import type { SignIn, SignIns } from '../access/sign-ins.ts'
import type { PublicAddress } from '../network/public-address.ts'
import type { Availability } from '../store/availability.ts'
import type { AccountStore } from '../store/contract/account-store.ts'
import type { SessionStore } from '../store/contract/session-store.ts'

export interface SessionOptions {
  accounts: AccountStore
  sessions: SessionStore
  signIns: SignIns
  guard: Guard
  availability: Availability
  address: PublicAddress
  countryCode?: string
}

export const session: FastifyPluginAsync<SessionOptions> = async (app, options) => {
  const { accounts, sessions, signIns, availability, address } = options

  app.get('/', async (request) => ({
    data: [await availability.whileAvailable(() => describeSession(request, options))],
  }))

  app.post('/', { bodyLimit: maxSignInBytes }, async (request, reply) => {
    const signIn = readSignIn(request.body)
    // A sign-in that cannot be checked, since the database is unavailable, does not count as failed.
    const known = await availability.whileAvailable(() => accounts.list())
    const account = await signIns.judge(request, signIn, known)
    await endSession(request)
    const session = await sessions.start(account.user)
    const isSecure = isSecureFor(request)
    reply.header('set-cookie', [sessionHeader(session, isSecure), deviceHeader(account, isSecure)])
    return { data: [await describeSession(request, options, account.user)] }
  })

  app.delete('/', async (request, reply) => {
    await endSession(request)
    return reply
      .header('set-cookie', sessionHeader(undefined, isSecureFor(request)))
      .code(204)
      .send()
  })

  async function endSession(request: FastifyRequest): Promise<void> {
    const id = sessionOf(request)
    if (id) await sessions.end(id)
  }

  function isSecureFor(request: FastifyRequest): boolean {
    return needsSecureCookie(request, address.url())
  }
}

/** Describes the session of a browser. @throws MachineError if the accounts cannot be read */
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

function readSignIn(body: unknown): SignIn {
  const { user, password } = isObject(body) ? body : {}
  return {
    user: typeof user === 'string' ? user.trim() : '',
    password: typeof password === 'string' ? password : '',
  }
}
