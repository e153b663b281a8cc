/** Starts and ends the session of a browser: in the store, and in the cookies of the browser. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PublicAddress } from '../network/public-address.ts'
import type { Account, SessionStore } from '../store/contract/account-store.ts'
import { needsSecureCookie } from './cookies.ts'
import { deviceHeader } from './device-cookie.ts'
import { sessionHeader, sessionOf } from './guard.ts'

export class BrowserSessions {
  constructor(
    private readonly sessions: SessionStore,
    private readonly address: PublicAddress,
  ) {}

  /** Signs a browser in, and makes it a known device of the account. Ends its previous session. */
  async start(request: FastifyRequest, reply: FastifyReply, account: Account): Promise<void> {
    await this.#endStored(request)
    const session = await this.sessions.start(account)
    const isSecure = this.#isSecure(request)
    reply.header('set-cookie', [sessionHeader(session, isSecure), deviceHeader(account, isSecure)])
  }

  /** Signs a browser out. */
  async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.#endStored(request)
    reply.header('set-cookie', sessionHeader(undefined, this.#isSecure(request)))
  }

  async #endStored(request: FastifyRequest): Promise<void> {
    const id = sessionOf(request)
    if (id) await this.sessions.end(id)
  }

  #isSecure(request: FastifyRequest): boolean {
    return needsSecureCookie(request, this.address.url())
  }
}
