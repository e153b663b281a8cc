/** Checks and hashes passwords in worker threads, at most two at a time. */
import PQueue from 'p-queue'
import { TooManyError } from '#domain/errors'
import type { Account } from '../store/contract/account-store.ts'
import type { Workers } from '../workers/workers.ts'

const atOnce = 2

/** The maximum number of waiting checks of each priority; a full queue is done within a second. */
const maxWaiting = 8

/** The wait that is reported if the queue is full, in seconds. */
const busyWait = 2

/** A check from a known device runs first, and each priority has its own limit of waiting checks. */
export type Priority = 'known device' | 'unknown device'

const priorities: Record<Priority, number> = { 'known device': 1, 'unknown device': 0 }

interface Hashing {
  hash(password: string): Promise<string>
  matches(account: Account | undefined, password: string): Promise<boolean>
}

/** Each hash takes a tenth of a second: on the threads of libuv, four of them would hold up all files. */
export function hashingIn(workers: Workers): Hashing {
  return {
    hash: (password) => workers.run('hash-password', password, { kind: 'password' }),
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
  hash(password: string): Promise<string> {
    this.requireRoom('known device')
    return this.#queue.add(() => this.hashing.hash(password), { priority: priorities['known device'] })
  }

  /** Resolves to true if `password` is the password of the account. Joins the queue before it returns. */
  check(account: Account | undefined, password: string, priority: Priority): Promise<boolean> {
    return this.#queue.add(() => this.hashing.matches(account, password), { priority: priorities[priority] })
  }
}
