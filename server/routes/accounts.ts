/** Lets admins list, add and remove accounts and change their passwords and roles. No answer contains a password. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as Type from 'typebox'
import { InvalidError, PilotosError } from '#domain/errors'
import { enumerate } from '#domain/text/text'
import { accountsPath } from '#domain/web/addresses'
import { roles } from '#domain/web/roles'
import { type AccountInfo, account, many, one, requested } from '#domain/web/schemas'
import {
  existingAccount,
  maxSignInBytes,
  noAccount,
  passwordProblem,
  unchangeablePhone,
  userProblem,
} from '#domain/web/sign-in'
import type { BrowserSessions } from '../access/browser-sessions.ts'
import type { Guard } from '../access/guard.ts'
import type { PasswordChecks } from '../access/password-checks.ts'
import {
  type Account,
  type AccountStore,
  isPhone,
  roleOf,
  type SessionStore,
} from '../store/contract/account-store.ts'
import { answers, empty } from './answers.ts'

interface AccountRouteOptions {
  accounts: AccountStore
  sessions: SessionStore
  guard: Guard
  browsers: BrowserSessions
  passwords: PasswordChecks
}

const user = Type.String({ maxLength: maxSignInBytes, message: 'user es un texto' })
const password = Type.String({ maxLength: maxSignInBytes, message: 'password es un texto' })
const role = Type.Optional(Type.Enum([...roles], { message: `role es ${enumerate(roles, 'o')}` }))
const message = 'La cuenta va como un objeto JSON'
const newAccount = requested(message, { user, password, role })
const accountChange = requested(message, { user, password: Type.Optional(password), role })
const querystring = Type.Object({ user: Type.String({ message: 'Falta user, el nombre de la cuenta' }) })

export const accounts: FastifyPluginAsyncTypebox<AccountRouteOptions> = async (
  app,
  { accounts, sessions, guard, browsers, passwords },
) => {
  // Somebody can always administer this server in a browser.
  const options = { keepsAdmin: !guard.trustsLaptop }

  app.get(accountsPath(), { schema: { response: answers({ 200: many(account) }) } }, async () => {
    const [all, seen] = [await accounts.list(), await sessions.lastSeen()]
    all.sort((one, other) => (one.user < other.user ? -1 : 1))
    return { data: all.map((one) => describe(one, seen.get(one.user))) }
  })

  const toAdd = { body: newAccount, response: answers({ 201: one(account) }) }
  app.post(accountsPath(), { schema: toAdd, bodyLimit: maxSignInBytes }, async (request, reply) => {
    const { password, role = 'admin' } = request.body
    const user = request.body.user.trim()
    requireGood({ user: userProblem(user), password: passwordProblem(password) })
    const added = { user, password: await passwords.hash(password), role }
    if (!(await accounts.add(added))) throw existing(existingAccount(user, await accounts.list()))
    return reply.code(201).send({ data: [describe(added)] })
  })

  /**
   * A new password ends the sessions of the account, and starts a new one for a browser that is signed in with it. A
   * new role counts in all of its sessions at once.
   */
  const toChange = { body: accountChange, response: answers({ 200: one(account) }) }
  app.put(accountsPath(), { schema: toChange, bodyLimit: maxSignInBytes }, async (request, reply) => {
    const { user, password, role } = request.body
    if (password !== undefined) requireGood({ password: passwordProblem(password) })
    const known = (await accounts.list()).find((one) => one.user === user)
    if (!known) throw noAccount(user)
    if (isPhone(known)) throw unchangeablePhone(user)
    const hash = password === undefined ? undefined : await passwords.hash(password)
    const isOwn = guard.userOf(request) === user
    const change = { ...(hash !== undefined && { password: hash }), ...(role && { role }) }
    if (!(await accounts.change({ user, ...change }, options))) throw noAccount(user)
    if (isOwn && hash !== undefined) await browsers.start(request, reply, { ...known, ...change })
    return { data: [describe({ ...known, ...change })] }
  })

  const toRemove = { querystring, response: answers({ 204: empty }) }
  app.delete(accountsPath(), { schema: toRemove }, async (request, reply) => {
    const { user } = request.query
    const isOwn = guard.userOf(request) === user
    if (!(await accounts.remove(user, options))) throw noAccount(user)
    if (isOwn) await browsers.end(request, reply)
    return reply.code(204).send()
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
