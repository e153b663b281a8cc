/** Checks sign-ins and slows down the guessing of passwords, without locking out people who know their password. */
import type { FastifyRequest } from 'fastify'
import PQueue from 'p-queue'
import { TooManyError, UnauthorizedError } from '#domain/errors'
import { isPossiblePassword, isUserName, signInTexts } from '#domain/staff/accounts'
import { clientNetwork } from '#domain/staff/local-access'
import { findNamed, nameKey } from '#domain/text/names'
import { Attempts, type Clock } from '../http/attempts.ts'
import { deviceOf } from '../http/cookies.ts'
import type { Account } from '../store/documents/accounts.ts'
import type { Workers } from '../workers/workers.ts'

/** A sign-in as it was sent; both fields may contain any text. */
export interface SignIn {
  user: string
  password: string
}

/** The back-off for failed sign-ins with one name from one address. */
const nameRules = { free: 5, firstWait: 30, longestWait: 15 * 60, forgetAfter: 60 * 60 }

/** The back-off for failed sign-ins from one address with any name, as one password can be tried for many names. */
const addressRules = { free: 40, firstWait: 30, longestWait: 5 * 60, forgetAfter: 10 * 60 }

/** The back-off for a known device, which is exempt from the other two until it fails often itself. */
const deviceRules = { free: 10, firstWait: 15 * 60, longestWait: 15 * 60, forgetAfter: 60 * 60 }

export class SignIns {
  #ofNames: Attempts
  #ofAddresses: Attempts
  #ofDevices: Attempts

  constructor(
    private readonly checks: PasswordChecks,
    now?: Clock['now'],
  ) {
    this.#ofNames = new Attempts(nameRules, now)
    this.#ofAddresses = new Attempts(addressRules, now)
    this.#ofDevices = new Attempts(deviceRules, now)
  }

  /** Returns the account that has signed in. `known` are all accounts. @throws UnauthorizedError, TooManyError */
  async judge(request: FastifyRequest, signIn: SignIn, known: readonly Account[]): Promise<Account> {
    const account = findNamed(known, signIn.user, ({ user }) => user)
    const device = account && this.#trustedDevice(request, account)
    return account && device
      ? this.#judgeKnown(account, signIn, device)
      : this.#judgeUnknown(account, signIn, clientNetwork(request.ip))
  }

  /** Returns the nonce of a known device that does not have to wait, or undefined for any other device. */
  #trustedDevice(request: FastifyRequest, account: Account): string | undefined {
    const device = deviceOf(request, account)
    return device && this.#ofDevices.waitOf(device) === 0 ? device : undefined
  }

  async #judgeKnown(account: Account, { password }: SignIn, device: string): Promise<Account> {
    this.checks.requireRoom('known device')
    // The attempt counts as failed until it has succeeded, so that simultaneous attempts are all counted.
    this.#ofDevices.count(device)
    if (!(await this.checks.check(account, password, 'known device'))) throw refusal()
    this.#ofDevices.forget(device)
    return account
  }

  async #judgeUnknown(account: Account | undefined, signIn: SignIn, address: string): Promise<Account> {
    const { user, password } = signIn
    const name = `${address} ${nameKey(user)}`
    requireNoWait(Math.max(this.#ofNames.waitOf(name), this.#ofAddresses.waitOf(address)))
    // No account can have an impossible name or password, so the sign-in is refused without the cost of a check.
    const isPossible = isUserName(user) && isPossiblePassword(password)
    if (isPossible) this.checks.requireRoom('unknown device')
    const wait = this.#ofNames.count(name)
    // An unknown name takes as long to check as a known name.
    const isRight = isPossible && (await this.checks.check(account, password, 'unknown device'))
    if (!account || !isRight) {
      requireNoWait(Math.max(wait, this.#ofAddresses.count(address)))
      throw refusal()
    }
    this.#ofNames.forget(name)
    return account
  }
}

/** @throws TooManyError */
function requireNoWait(wait: number): void {
  if (wait > 0) throw new TooManyError(wait)
}

function refusal(): UnauthorizedError {
  const { refused, user, password } = signInTexts
  return new UnauthorizedError(refused, { user, password })
}

/** Checks and hashes passwords in worker threads, at most two at a time. */
const atOnce = 2

/** The maximum number of waiting checks of each priority; a full queue is done within a second. */
const maxWaiting = 8

/** The wait that is reported if the queue is full, in seconds. */
const busyWait = 2

/** A check from a known device runs first, and each priority has its own limit of waiting checks. */
type Priority = 'known device' | 'unknown device'

const priorities: Record<Priority, number> = { 'known device': 1, 'unknown device': 0 }

interface Hashing {
  hash(password: string, order?: string): Promise<string>
  matches(account: Account | undefined, password: string): Promise<boolean>
}

/** Each hash takes a tenth of a second: on the threads of libuv, four of them would hold up all files. */
export function hashingIn(workers: Workers): Hashing {
  return {
    hash: (password, order) => workers.run('hash-password', { password, order }, { kind: 'password' }),
    matches: (account, password) =>
      workers.run('match-password', { hash: account?.password, password }, { kind: 'password' }),
  }
}

export class PasswordChecks {
  #queue = new PQueue({ concurrency: atOnce })

  constructor(private readonly hashing: Hashing) {}

  /** Checks that the queue has room for a further check of this priority. @throws TooManyError if it is full */
  requireRoom(priority: Priority): void {
    const isFull = this.#queue.sizeBy({ priority: priorities[priority] }) >= maxWaiting
    if (isFull) throw new TooManyError(busyWait, 'Muchas personas inician sesión a la vez')
  }

  /** Hashes a new password that staff have typed. @throws TooManyError if the queue is full */
  hash(password: string, order?: string): Promise<string> {
    this.requireRoom('known device')
    return this.#queue.add(() => this.hashing.hash(password, order), { priority: priorities['known device'] })
  }

  /** Resolves to true if `password` is the password of the account. Joins the queue before it returns. */
  check(account: Account | undefined, password: string, priority: Priority): Promise<boolean> {
    return this.#queue.add(() => this.hashing.matches(account, password), { priority: priorities[priority] })
  }
}
