/** Hashes passwords with scrypt (RFC 7914) and compares them in constant time. Both take a tenth of a second of CPU. */
import { createHash, randomBytes, type ScryptOptions, scryptSync, timingSafeEqual } from 'node:crypto'

const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 } satisfies ScryptOptions
const keyBytes = 32

/**
 * Returns `scrypt:SALT:KEY`, with salt and key in base64. The salt follows from the identifier of the order, which is random
 * too: the same order, sent again, has the same hash.
 */
export function hashPassword(password: string, order?: string): string {
  const salt = order ? createHash('sha256').update(order).digest().subarray(0, 16) : randomBytes(16)
  return ['scrypt', salt.toString('base64'), derive(password, salt).toString('base64')].join(':')
}

/** Returns true if `hash` is the hash of the password. Takes equally long if there is no hash, or if it is of no password. */
export function passwordMatches(hash: string | undefined, password: string): boolean {
  const [, salt, key] = hash?.split(':') ?? []
  const expected = key ? Buffer.from(key, 'base64') : Buffer.alloc(keyBytes)
  const given = derive(password, Buffer.from(salt ?? 'no such account', 'base64'))
  return key !== undefined && expected.length === given.length && timingSafeEqual(expected, given)
}

function derive(password: string, salt: Buffer): Buffer {
  return scryptSync(password.normalize('NFC'), salt, keyBytes, cost)
}
