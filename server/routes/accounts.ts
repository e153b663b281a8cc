/** Lets admins list, add and remove accounts and change their passwords and roles. No answer contains a password. */
import * as Type from 'typebox'
import { InvalidError, PilotosError } from '#domain/errors'
import { accountsPath } from '#domain/web/addresses'
import {
  existingAccount,
  maxSignInBytes,
  noAccount,
  passwordProblem,
  roles,
  unchangeablePhone,
  userProblem,
} from '#domain/web/roles'
import { dataList, dataOf, empty, optionQuery, requested, text } from '#domain/web/schema-parts'
import { type AccountInfo, account } from '#domain/web/settings-schemas'
import { type Account, isPhone, roleOf } from '../store/contract/account-store.ts'
import { answers } from './route-schemas.ts'
import type { Routes } from './services.ts'

const user = text('The name: one visible word of 1 to 60 letters.', {
  maxLength: maxSignInBytes,
  message: 'user es un texto',
})
const password = text('The password: 8 to 512 characters.', {
  maxLength: maxSignInBytes,
  message: 'password es un texto',
})
const role = optionQuery(
  'role',
  roles,
  'The role. Without it, a new account is an admin, and a known one keeps its role.',
)
const message = 'La cuenta va como un objeto JSON'
const newAccount = requested(message, { user, password, role })
const accountChange = requested(message, { user, password: Type.Optional(password), role })
const querystring = Type.Object({
  user: text('The name of the account.', { message: 'Falta user, el nombre de la cuenta' }),
})

const listing = {
  summary: 'Lists the accounts by name, with the phones that are paired with gates.',
  response: answers({ 200: dataList(account) }),
}

const addition = {
  summary: 'Adds an account.',
  description:
    '409 if the name exists, also in other letters: names are compared after NFKC, without case and with single ' +
    'spaces. 422 with `fields` if the name or the password breaks its rule. No answer contains a password.',
  body: newAccount,
  response: answers({ 201: dataOf(account) }),
}

const change = {
  summary: 'Changes the password or the role of an account.',
  description:
    'A new password ends the sessions of the account; a browser that is signed in with it gets the cookie of a new ' +
    'session. A new role counts at once in all of its sessions. 409 for a paired phone, and for the only admin if ' +
    'the laptop needs a session too.',
  body: accountChange,
  response: answers({ 200: dataOf(account) }),
}

const removal = {
  summary: 'Removes an account or a paired phone, and ends its sessions.',
  description: '409 for the only admin if the laptop needs a session too.',
  querystring,
  response: answers({ 204: empty }),
}

export const accounts: Routes = async (app, { stores, guard, browsers, passwordChecks }) => {
  const { accounts, sessions } = stores
  // Somebody can always administer this server in a browser.
  const options = { keepsAdmin: !guard.trustsLaptop }

  app.get(accountsPath(), { schema: listing }, async () => {
    const [all, seen] = [await accounts.list(), await sessions.lastSeen()]
    all.sort((one, other) => (one.user < other.user ? -1 : 1))
    return { data: all.map((one) => describe(one, seen.get(one.user))) }
  })

  app.post(accountsPath(), { schema: addition, bodyLimit: maxSignInBytes }, async (request, reply) => {
    const { password, role = 'admin' } = request.body
    const user = request.body.user.trim().normalize('NFC')
    requireGood({ user: userProblem(user), password: passwordProblem(password) })
    const added = { user, password: await passwordChecks.hash(password), role }
    if (!(await accounts.add(added))) throw existing(existingAccount(user, await accounts.list()))
    return reply.code(201).send({ data: [describe(added)] })
  })

  app.put(accountsPath(), { schema: change, bodyLimit: maxSignInBytes }, async (request, reply) => {
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

  app.delete(accountsPath(), { schema: removal }, async (request, reply) => {
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
