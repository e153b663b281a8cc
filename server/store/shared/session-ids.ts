/** The identifiers of sessions, and the hashes under which they are stored. */

/** Returns a new identifier, of 192 random bits. */
export function newSessionId(): string {
  return nodeCrypto().randomBytes(24).toString('base64url')
}

export function hashOfSession(id: string): string {
  return sha256(id)
}

/** Returns the SHA-256 of a text, in hexadecimal. */
export function sha256(text: string): string {
  return nodeCrypto().createHash('sha256').update(text).digest('hex')
}

/** Loads `node:crypto` for the first session: every command opens the sessions, but few have any to read. */
function nodeCrypto() {
  return process.getBuiltinModule('node:crypto')
}
