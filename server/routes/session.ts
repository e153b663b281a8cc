/** Signs staff in and out, and describes the session to the client. */

import type { FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import { sessionPath } from '#domain/web/addresses'
import { maxSignInBytes, permits } from '#domain/web/roles'
import { dataOf, requested } from '#domain/web/schema-parts'
import { type SessionInfo, sessionInfo } from '#domain/web/settings-schemas'
import { type Account, isPhone, roleOf } from '../store/contract/account-store.ts'
import { answers, anything, empty } from './route-schemas.ts'
import type { Routes, Services } from './services.ts'

const described = answers({ 200: dataOf(sessionInfo) })

/** A user or a password that is not a text is a wrong one. */
const signInBody = requested('Usuario y contraseña van como un objeto JSON', {
  user: Type.Optional(anything('The name of the account.')),
  password: Type.Optional(anything('The password.')),
})

export const session: Routes = async (app, services) => {
  const { browsers, signIns, guard, availability } = services
  const { accounts } = services.stores

  const reading = {
    summary: 'Answers with the session and the settings that every page needs first.',
    response: described,
  }
  app.get(sessionPath, { schema: reading }, async (request) => ({
    data: [await availability.whileAvailable(() => describeSession(request, services))],
  }))

  const signingIn = {
    summary: 'Signs in, and sets the cookie of the session.',
    description: 'A wrong name and a wrong password get the same 401.',
    body: signInBody,
    response: described,
  }
  app.post(sessionPath, { schema: signingIn, bodyLimit: maxSignInBytes }, async (request, reply) => {
    const { user, password } = request.body
    const signIn = { user: textOf(user).trim(), password: textOf(password) }
    // A sign-in that cannot be checked, since the database is unavailable, does not count as failed.
    const known = await availability.whileAvailable(() => accounts.list())
    const account = await signIns.judge(request, signIn, known)
    await browsers.start(request, reply, account)
    return { data: [await describeSession(request, services, account)] }
  })

  const signingOut = { summary: 'Signs out.', response: answers({ 204: empty }) }
  app.delete(sessionPath, { schema: signingOut }, async (request, reply) => {
    // Without its session, the account of a paired phone is of no use.
    const phone = guard.gateOf(request) === undefined ? undefined : guard.userOf(request)
    if (phone !== undefined) await accounts.remove(phone)
    await browsers.end(request, reply)
    return reply.code(204).send()
  })
}

/** Describes the session of a browser, which `signedIn` has begun in this request. @throws MachineError if the accounts cannot be read */
export async function describeSession(
  request: FastifyRequest,
  services: Services,
  signedIn?: Account,
): Promise<SessionInfo> {
  const { guard, stores } = services
  const { user, role, gate } = signedIn
    ? { ...signedIn, role: guard.isTrustedLaptop(request) ? 'admin' : roleOf(signedIn) }
    : { user: guard.userOf(request), role: guard.roleOf(request), gate: guard.gateOf(request) }
  return {
    ...describeStranger(services),
    user: user ?? null,
    role: role ?? null,
    gate: gate ?? null,
    staff: role !== undefined && permits(role, 'mesa'),
    has_accounts: (await stores.accounts.list()).some((account) => !isPhone(account)),
  }
}

/** Describes the session of a browser that has none, without the accounts: only the sign-in asks if there are any. */
export function describeStranger({ address, countryCode, branding }: Services): SessionInfo {
  return {
    user: null,
    role: null,
    gate: null,
    staff: false,
    has_accounts: true,
    public_url: address.url(),
    country_code: countryCode ?? null,
    brand: branding.describe(),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
