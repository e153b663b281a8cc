/**
 * Checks passwords, two at a time. Each check occupies one of libuv's four threads for a tenth of a second, and files are
 * written by the same threads: two of them stay free for the disk, however many people sign in.
 */
import PQueue from 'p-queue'
import { TooManyError } from '#domain/errors'
import type { Account } from '../store/contract/account-store.ts'
import { passwordMatches } from './passwords.ts'

const atOnce = 2

/** How many checks of each priority may wait; they are done within a second. */
const maxWaiting = 8

/** In seconds, where the queue is full. */
const busyWait = 2

/** A check from a known device goes first, and has waiting places of its own. */
export type Priority = 'known device' | 'unknown device'

const priorities: Record<Priority, number> = { 'known device': 1, 'unknown device': 0 }

export class PasswordChecks {
  #queue = new PQueue({ concurrency: atOnce })

  constructor(private readonly matches: typeof passwordMatches = passwordMatches) {}

  /** @throws TooManyError where a further check would have to wait for too many others */
  requireRoom(priority: Priority): void {
    const isFull = this.#queue.sizeBy({ priority: priorities[priority] }) >= maxWaiting
    if (isFull) throw new TooManyError(busyWait, 'Muchas personas inician sesión a la vez')
  }

  /** Whether `password` is the account's. Joins the queue before it returns. */
  check(account: Account | undefined, password: string, priority: Priority): Promise<boolean> {
    return this.#queue.add(() => this.matches(account, password), { priority: priorities[priority] })
  }
}
