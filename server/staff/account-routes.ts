/** Lets admins list, add and remove accounts and change their passwords and roles. No answer contains a password. */
import { InvalidError, PilotosError } from '#domain/errors'
import type { AccountInfo } from '#domain/staff/calls'
import {
  existingAccount,
  noAccount,
  passwordProblem,
  unchangeablePhone,
  userProblem,
} from '#domain/staff/roles'
import { serve } from '../http/serve.ts'
import type { Routes } from '../services.ts'
import { type Account, isPhone, roleOf } from '../store/documents/accounts.ts'

export const accounts: Routes = async (app, { stores, guard, browsers, passwordChecks }) => {
  const { accounts, sessions } = stores
  // Somebody can always administer this server in a browser.
  const options = { keepsAdmin: !guard.trustsLaptop }

  serve(app, 'GET /api/accounts', async () => {
    const [all, seen] = [await accounts.list(), await sessions.lastSeen()]
    all.sort((one, other) => (one.user < other.user ? -1 : 1))
    return { data: all.map((one) => describe(one, seen.get(one.user))) }
  })

  serve(app, 'POST /api/accounts', async ({ body }) => {
    const { password, role = 'admin' } = body
    const user = body.user.trim().normalize('NFC')
    requireGood({ user: userProblem(user), password: passwordProblem(password) })
    const added = { user, password: await passwordChecks.hash(password), role }
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
