/** The passwords of test accounts. */

import { hashPassword } from '../../server/staff/passwords.ts'
import { PasswordChecks } from '../../server/staff/sign-ins.ts'
import type { Account } from '../../server/store/documents/accounts.ts'

const hashes = new Map<string, string>()

/** Returns the hash of a password. Each is computed once in each worker, because it takes a tenth of a second. */
export function hashOf(password: string): string {
  const known = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, known)
  return known
}

let lastSalt = 0

/** Returns a password as `quickChecks` stores it. Without a given salt it differs from all others, as real ones do. */
export function quickHash(password: string, salt: string | number = ++lastSalt): string {
  return `quick:${salt}:${password}`
}

export function quickMatches(account: Account | undefined, password: string): boolean {
  return account?.password.replace(/^quick:[^:]+:/, '') === password
}

/** Returns checks without the cost of scrypt, for tests of the accounts whose passwords are right or wrong. */
export function quickChecks(): PasswordChecks {
  return checksWith(async (account, password) => quickMatches(account, password))
}

/** Returns checks that compare passwords with `matches`, in the thread of the test. */
export function checksWith(matches: (account: Account | undefined, password: string) => Promise<boolean>) {
  return new PasswordChecks({ hash: async (password, order) => quickHash(password, order), matches })
}
