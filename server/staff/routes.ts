/** Signs staff in and out, pairs phones with gates, describes the session to the client, and keeps the accounts. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pairingUrl } from '#domain/api/addresses'
import type { ClockProblem } from '#domain/clock'
import type { FeatureName } from '#domain/desk/features'
import { InvalidError, MalformedError, NotFoundError, PilotosError } from '#domain/errors'
import { qrPixels } from '#domain/pilots/pilot-id'
import {
  deviceName,
  existingAccount,
  noAccount,
  type Pairing,
  passwordProblem,
  unchangeablePhone,
  userProblem,
} from '#domain/staff/accounts'
import type { AccountInfo, PairingInfo, SessionInfo } from '#domain/staff/calls'
import { permits } from '#domain/staff/roles'
import type { Clock } from '../http/attempts.ts'
import { BrowserSessions } from '../http/guard.ts'
import { orderIdOf } from '../http/order-of.ts'
import { type Parts, type Routes, serve } from '../http/serve.ts'
import { qrSvg } from '../qr/qr.ts'
import { type Account, isPhone, roleOf } from '../store/documents/accounts.ts'
import { Pairings } from './pairings.ts'
import { hashingIn, PasswordChecks, SignIns } from './sign-ins.ts'

/** The parts of the server that the description of a session tells. */
export interface SessionNeeds extends Parts {
  /** Returns the features that the open event uses. */
  uses: () => FeatureName[]
  clockCheck: { readonly problem: ClockProblem | undefined }
}

interface Needs extends SessionNeeds {
  /** Delays the answers to wrong codes. */
  guesses: { holdBack(request: FastifyRequest): Promise<void> }
  passwordChecks?: PasswordChecks
  clock: Clock
}

export const staff: Routes<Needs> = async (app, needs) => {
  const { workers, passwordChecks = new PasswordChecks(hashingIn(workers)) } = needs
  const browsers = new BrowserSessions(needs.stores.sessions, needs.address)
  serveSessions(app, needs, browsers, passwordChecks)
  serveAccounts(app, needs, browsers, passwordChecks)
}

/** No GET pairs a phone. */
function serveSessions(
  app: FastifyInstance,
  needs: Needs,
  browsers: BrowserSessions,
  passwordChecks: PasswordChecks,
): void {
  const { stores, guard, availability, guesses, gates, address } = needs
  const { accounts } = stores
  const signIns = new SignIns(passwordChecks, needs.clock.now)
  const pairings = new Pairings(stores.pairings, accounts, gates.nameOf)

  serve(app, 'GET /api/session', async (request) => ({
    data: [await availability.whileAvailable(() => describeSession(request, needs))],
  }))

  serve(app, 'POST /api/session', async (request, reply) => {
    const { user, password } = request.body
    const signIn = { user: textOf(user).trim(), password: textOf(password) }
    // A sign-in that cannot be checked, since the database is unavailable, does not count as failed.
    const known = await availability.whileAvailable(() => accounts.list())
    const account = await signIns.judge(request, signIn, known)
    await browsers.start(request, reply, account)
    return { data: [await describeSession(request, needs, account)] }
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
    if (!found || found.cancelled) throw new NotFoundError('Ese código ya no está: haga otro')
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
    return { data: [await describeSession(request, needs, account)] }
  })
}

/** Describes the session of a browser, which `signedIn` has begun in this request. @throws MachineError if the accounts cannot be read */
export async function describeSession(
  request: FastifyRequest,
  needs: SessionNeeds,
  signedIn?: Account,
): Promise<SessionInfo> {
  const { guard, stores, clockCheck, fields, printers } = needs
  const { user, role, gate } = signedIn
    ? { ...signedIn, role: guard.isTrustedLaptop(request) ? 'admin' : roleOf(signedIn) }
    : { user: guard.userOf(request), role: guard.roleOf(request), gate: guard.gateOf(request) }
  const isStaff = role !== undefined && permits(role, 'mesa')
  const { definitions } = fields.table
  return {
    ...describeStranger(needs),
    user: user ?? null,
    role: role ?? null,
    gate: gate ?? null,
    staff: isStaff,
    has_accounts: (await stores.accounts.list()).some((account) => !isPhone(account)),
    ...(isStaff && Object.keys(definitions).length > 0 && { fields: definitions }),
    ...(isStaff && { uses: needs.uses() }),
    ...(isStaff && printers.placeFor(user) !== undefined && { prints_now: true }),
    ...(role === 'admin' && stores.damage.length > 0 && { damage: [...stores.damage] }),
    ...(role !== undefined && clockCheck.problem && { clock: clockCheck.problem }),
  }
}

/** Describes the session of a browser that has none, without the accounts: only the sign-in asks if there are any. */
export function describeStranger({ address, branding, events }: SessionNeeds): SessionInfo {
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
    event: events.open.name,
    brand: branding.describe(),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function pairingInfo({ hash, gate, expires, account }: Pairing): PairingInfo {
  return { id: hash, gate, expires, ...(account !== undefined && { user: account }) }
}

/** Lets admins list, add and remove accounts and change their passwords and roles. No answer contains a password. */
function serveAccounts(
  app: FastifyInstance,
  { stores, guard }: Needs,
  browsers: BrowserSessions,
  passwordChecks: PasswordChecks,
): void {
  const { accounts, sessions } = stores
  // Somebody can always administer this server in a browser.
  const options = { keepsAdmin: !guard.trustsLaptop }

  serve(app, 'GET /api/accounts', async () => {
    const [all, seen] = [await accounts.list(), await sessions.lastSeen()]
    all.sort((one, other) => (one.user < other.user ? -1 : 1))
    return { data: all.map((one) => describe(one, seen.get(one.user))) }
  })

  serve(app, 'POST /api/accounts', async (request) => {
    const { body } = request
    const { password, role = 'admin' } = body
    const user = body.user.trim().normalize('NFC')
    requireGood({ user: userProblem(user), password: passwordProblem(password) })
    const added = { user, password: await passwordChecks.hash(password, orderIdOf(request)), role }
    if (!(await accounts.add(added))) throw existing(existingAccount(user, await accounts.list()))
    return { data: [describe(added)] }
  })

  serve(app, 'PUT /api/accounts', async (request, reply) => {
    const { user, password, role } = request.body
    if (password !== undefined) requireGood({ password: passwordProblem(password) })
    const known = (await accounts.list()).find((one) => one.user === user)
    if (!known) throw noAccount(user)
    if (isPhone(known)) throw unchangeablePhone(user)
    const hash = password === undefined ? undefined : await passwordChecks.hash(password)
    const isOwn = guard.userOf(request) === user
    const change = { ...(hash !== undefined && { password: hash }), ...(role && { role }) }
    if (!(await accounts.change({ user, ...change }, options))) throw noAccount(user)
    if (isOwn && hash !== undefined) await browsers.start(request, reply, { ...known, ...change })
    return { data: [describe({ ...known, ...change })] }
  })

  serve(app, 'DELETE /api/accounts', async (request, reply) => {
    const { user } = request.query
    const isOwn = guard.userOf(request) === user
    if (!(await accounts.remove(user, options))) throw noAccount(user)
    if (isOwn) await browsers.end(request, reply)
  })
}

function describe(stored: Account, seen?: string): AccountInfo {
  const { user, gate, since, device } = stored
  const phone = { ...(gate !== undefined && { gate }), ...(since && { since }), ...(device && { device }) }
  return { user, role: roleOf(stored), ...phone, ...(seen && { last_seen: seen }) }
}

/** @throws InvalidError */
function requireGood(problems: Record<string, string | undefined>): void {
  const found = Object.entries(problems).flatMap(([field, problem]) => (problem ? [[field, problem]] : []))
  if (found.length > 0) throw new InvalidError(Object.fromEntries(found))
}

function existing(message: string): PilotosError {
  return new PilotosError('duplicate', message, { fields: { user: message } })
}
