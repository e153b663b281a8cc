/** Lets staff list, add and remove accounts and change their passwords, which no answer contains. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import * as Type from 'typebox'
import { InvalidError, PilotosError } from '#domain/errors'
import { accountsPath } from '#domain/web/addresses'
import { account, many, one } from '#domain/web/schemas'
import { maxSignInBytes, noAccount, passwordProblem, userProblem } from '#domain/web/sign-in'
import type { BrowserSessions } from '../access/browser-sessions.ts'
import type { Guard } from '../access/guard.ts'
import type { PasswordChecks } from '../access/password-checks.ts'
import type { AccountStore } from '../store/contract/account-store.ts'
import { answers, empty } from './answers.ts'

interface AccountRouteOptions {
  accounts: AccountStore
  guard: Guard
  browsers: BrowserSessions
  passwords: PasswordChecks
}

const body = Type.Object(
  {
    user: Type.String({ message: 'user es un texto' }),
    password: Type.String({ message: 'password es un texto' }),
  },
  { message: 'La cuenta va como un objeto JSON' },
)
const querystring = Type.Object({ user: Type.String({ message: 'Falta user, el nombre de la cuenta' }) })

export const accounts: FastifyPluginAsyncTypebox<AccountRouteOptions> = async (
  app,
  { accounts, guard, browsers, passwords },
) => {
  app.addHook('onRequest', guard.staffOnly)

  app.get(accountsPath(), { schema: { response: answers({ 200: many(account) }) } }, async () => {
    const names = (await accounts.list()).map(({ user }) => user)
    return { data: names.sort().map((user) => ({ user })) }
  })

  const toAdd = { body, response: answers({ 201: one(account) }) }
  app.post(accountsPath(), { schema: toAdd, bodyLimit: maxSignInBytes }, async (request, reply) => {
    const { password } = request.body
    const user = request.body.user.trim()
    requireGood({ user: userProblem(user), password: passwordProblem(password) })
    const isNew = await accounts.add({ user, password: await passwords.hash(password) })
    if (!isNew) throw existing(user)
    return reply.code(201).send({ data: [{ user }] })
  })

  /** Ends the sessions of the account, and starts a new one for a browser that is signed in with it. */
  const toChange = { body, response: answers({ 200: one(account) }) }
  app.put(accountsPath(), { schema: toChange, bodyLimit: maxSignInBytes }, async (request, reply) => {
    const { user, password } = request.body
    requireGood({ password: passwordProblem(password) })
    const changed = { user, password: await passwords.hash(password) }
    const isOwn = guard.userOf(request) === user
    if (!(await accounts.change(changed))) throw noAccount(user)
    if (isOwn) await browsers.start(request, reply, changed)
    return { data: [{ user }] }
  })

  const toRemove = { querystring, response: answers({ 204: empty }) }
  app.delete(accountsPath(), { schema: toRemove }, async (request, reply) => {
    const { user } = request.query
    const isOwn = guard.userOf(request) === user
    if (!(await accounts.remove(user))) throw noAccount(user)
    if (isOwn) await browsers.end(request, reply)
    return reply.code(204).send()
  })
}

/** @throws InvalidError */
function requireGood(problems: Record<string, string | undefined>): void {
  const found = Object.entries(problems).flatMap(([field, problem]) => (problem ? [[field, problem]] : []))
  if (found.length > 0) throw new InvalidError(Object.fromEntries(found))
}

function existing(user: string): PilotosError {
  const message = `Ya existe la cuenta ${user}: cambie su contraseña en la lista`
  return new PilotosError('duplicate', message, { fields: { user: message } })
}
