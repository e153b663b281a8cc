/** The passwords of test accounts. */
import { hashPassword } from '../../server/access/passwords.ts'

const hashes = new Map<string, Promise<string>>()

/** Returns the hash of a password. Each is computed once in each worker, because it takes a tenth of a second. */
export function hashOf(password: string): Promise<string> {
  const known = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, known)
  return known
}
