/** Signs staff in and out, pairs phones with gates, and describes the session to the client. No GET pairs a phone. */
import type { FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import { MalformedError, NotFoundError } from '#domain/errors'
import type { Pairing } from '#domain/gate/pairing'
import { pairingsPath, pairingUrl, pairPath, sessionPath } from '#domain/web/addresses'
import { newPairing, type PairingInfo, pairing, pairingOrder, phoneCode } from '#domain/web/gate-schemas'
import { maxSignInBytes, permits } from '#domain/web/roles'
import { anything, dataOf, empty, requested, text } from '#domain/web/schema-parts'
import { type SessionInfo, sessionInfo } from '#domain/web/settings-schemas'
import { deviceName } from '../access/pairings.ts'
import { qrPixels } from '../qr/png.ts'
import { qrSvg } from '../qr/qr.ts'
import { type Account, isPhone, roleOf } from '../store/contract/account-store.ts'
import { answers } from './route-schemas.ts'
import type { Routes, Services } from './services.ts'

const described = answers({ 200: dataOf(sessionInfo) })

/** A user or a password that is not a text is a wrong one. */
const signInBody = requested('Usuario y contraseña van como un objeto JSON', {
  user: Type.Optional(anything('The name of the account.')),
  password: Type.Optional(anything('The password.')),
})

const params = Type.Object({ id: text('The identifier of the code.') })

const creation = {
  summary: 'Makes a code that pairs one phone with a gate, and is valid for ten minutes.',
  description: '400 if there is no such gate.',
  body: pairingOrder,
  response: answers({ 201: dataOf(newPairing) }),
}

const following = {
  summary: 'Answers with a code, and with the phone that has used it.',
  params,
  response: answers({ 200: dataOf(pairing) }),
}

const cancelling = {
  summary: 'Makes a code unusable that no phone has used.',
  params,
  response: answers({ 204: empty }),
}

const using = {
  summary: 'Makes the browser the gate of a code, and sets the cookie of its session.',
  description:
    '404 for an unknown code, which is delayed like a wrong code of a credential, and 410 for one that was used or ' +
    "has expired. The browser's earlier session ends.",
  body: phoneCode,
  response: answers({ 200: dataOf(sessionInfo) }),
}

export const session: Routes = async (app, services) => {
  const { browsers, signIns, guard, availability, pairings, guesses, gates, address } = services
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

  app.post(pairingsPath(), { schema: creation }, async ({ body: { gate } }, reply) => {
    if (!gates.current.gates.includes(gate))
      throw new MalformedError(`No hay una puerta ${gate}: agréguela primero`)
    const { code, pairing } = await pairings.create(gate)
    const url = pairingUrl(address.url(), code)
    return reply.code(201).send({ data: [{ ...pairingInfo(pairing), url, qr: qrSvg(url, qrPixels.usual) }] })
  })

  app.get(pairingsPath(':id'), { schema: following }, async ({ params: { id } }) => {
    const found = await pairings.find(id)
    if (!found) throw new NotFoundError('Ese código ya no está: haga otro')
    const account = (await accounts.list()).find(({ user }) => user === found.account)
    return { data: [{ ...pairingInfo(found), ...(account?.device && { device: account.device }) }] }
  })

  app.delete(pairingsPath(':id'), { schema: cancelling }, async ({ params }, reply) => {
    await pairings.cancel(params.id)
    return reply.code(204).send()
  })

  app.post(pairPath, { schema: using, bodyLimit: 1024 }, async (request, reply) => {
    const device = deviceName(request.headers['user-agent'], request.ip)
    const account = await pairings.pair(request.body.code, device).catch(async (error) => {
      if (error instanceof NotFoundError) await guesses.holdBack(request)
      throw error
    })
    // A phone is at one gate: its earlier pairing ends with its session.
    const earlier = guard.gateOf(request) === undefined ? undefined : guard.userOf(request)
    await browsers.start(request, reply, account)
    if (earlier !== undefined) await accounts.remove(earlier)
    return { data: [await describeSession(request, services, account)] }
  })
}

/** Describes the session of a browser, which `signedIn` has begun in this request. @throws MachineError if the accounts cannot be read */
export async function describeSession(
  request: FastifyRequest,
  services: Services,
  signedIn?: Account,
): Promise<SessionInfo> {
  const { guard, stores, clockCheck } = services
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
    ...(role !== undefined && clockCheck.problem && { clock: clockCheck.problem }),
  }
}

/** Describes the session of a browser that has none, without the accounts: only the sign-in asks if there are any. */
export function describeStranger({ address, branding, events }: Services): SessionInfo {
  return {
    user: null,
    role: null,
    gate: null,
    staff: false,
    has_accounts: true,
    public_url: address.url(),
    secure_url: address.secureUrl() ?? null,
    country: events.open.country || null,
    country_code: events.callingCode ?? null,
    brand: branding.describe(),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function pairingInfo({ hash, gate, expires, account }: Pairing): PairingInfo {
  return { id: hash, gate, expires, ...(account !== undefined && { user: account }) }
}
