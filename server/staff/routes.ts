/** Signs staff in and out, pairs phones with gates, and describes the session to the client. No GET pairs a phone. */
import type { FastifyRequest } from 'fastify'
import { pairingUrl } from '#domain/api/addresses'
import { MalformedError, NotFoundError } from '#domain/errors'
import { qrPixels } from '#domain/pilots/pilot-id'
import type { PairingInfo, SessionInfo } from '#domain/staff/calls'
import type { Pairing } from '#domain/staff/pairing'
import { permits } from '#domain/staff/roles'
import { serve } from '../http/serve.ts'
import { qrSvg } from '../qr/qr.ts'
import type { Routes, Services } from '../services.ts'
import { type Account, isPhone, roleOf } from '../store/documents/accounts.ts'
import { deviceName } from './pairings.ts'

export const session: Routes = async (app, services) => {
  const { browsers, signIns, guard, availability, pairings, guesses, gates, address } = services
  const { accounts } = services.stores

  serve(app, 'GET /api/session', async (request) => ({
    data: [await availability.whileAvailable(() => describeSession(request, services))],
  }))

  serve(app, 'POST /api/session', async (request, reply) => {
    const { user, password } = request.body
    const signIn = { user: textOf(user).trim(), password: textOf(password) }
    // A sign-in that cannot be checked, since the database is unavailable, does not count as failed.
    const known = await availability.whileAvailable(() => accounts.list())
    const account = await signIns.judge(request, signIn, known)
    await browsers.start(request, reply, account)
    return { data: [await describeSession(request, services, account)] }
  })

  serve(app, 'DELETE /api/session', async (request, reply) => {
    // Without its session, the account of a paired phone is of no use.
    const phone = guard.gateOf(request) === undefined ? undefined : guard.userOf(request)
    if (phone !== undefined) await accounts.remove(phone)
    await browsers.end(request, reply)
  })

  serve(app, 'POST /api/gate/pairings', async ({ body: { gate } }) => {
    if (!gates.current.gates.includes(gate))
      throw new MalformedError(`No hay una puerta ${gate}: agréguela primero`)
    const { code, pairing } = await pairings.create(gate)
    const url = pairingUrl(address.url(), code)
    return { data: [{ ...pairingInfo(pairing), url, qr: qrSvg(url, qrPixels.usual) }] }
  })

  serve(app, 'GET /api/gate/pairings/:id', async ({ params: { id } }) => {
    const found = await pairings.find(id)
    if (!found) throw new NotFoundError('Ese código ya no está: haga otro')
    const account = (await accounts.list()).find(({ user }) => user === found.account)
    return { data: [{ ...pairingInfo(found), ...(account?.device && { device: account.device }) }] }
  })

  serve(app, 'DELETE /api/gate/pairings/:id', async ({ params }) => pairings.cancel(params.id))

  serve(app, 'POST /api/gate/pair', async (request, reply) => {
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
