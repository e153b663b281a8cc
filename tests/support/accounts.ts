/** The passwords of test accounts. */

import { hashPassword } from '../../server/access/passwords.ts'
import { PasswordChecks } from '../../server/access/sign-ins.ts'
import type { Account } from '../../server/store/contract/account-store.ts'

const hashes = new Map<string, string>()

/** Returns the hash of a password. Each is computed once in each worker, because it takes a tenth of a second. */
export function hashOf(password: string): string {
  const known = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, known)
  return known
}

/** Returns checks that compare passwords with `matches`, in the thread of the test. */
export function checksWith(matches: (account: Account | undefined, password: string) => Promise<boolean>) {
  return new PasswordChecks({ hash: async (password) => hashPassword(password), matches })
}
