/** The identifiers of sessions, and the hashes under which they are stored. */
import { createHash, randomBytes } from 'node:crypto'

/** Returns a new identifier, of 192 random bits. */
export function newSessionId(): string {
  return randomBytes(24).toString('base64url')
}

export function hashOfSession(id: string): string {
  return createHash('sha256').update(id).digest('hex')
}
