/** Hashes passwords with scrypt (RFC 7914) and compares them in constant time, off the event loop. */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import type { Account } from '../store/contract/account-store.ts'

const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 } satisfies ScryptOptions
const keyBytes = 32

/** Returns `scrypt:SALT:KEY`, with salt and key in base64. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt)
  return ['scrypt', salt.toString('base64'), key.toString('base64')].join(':')
}

/** Returns true if `password` is the password of the account. Takes equally long if there is no such account, or if it has no password. */
export async function passwordMatches(account: Account | undefined, password: string): Promise<boolean> {
  const [, salt, key] = account?.password.split(':') ?? []
  const expected = key ? Buffer.from(key, 'base64') : Buffer.alloc(keyBytes)
  const given = await derive(password, Buffer.from(salt ?? 'no such account', 'base64'))
  return key !== undefined && expected.length === given.length && timingSafeEqual(expected, given)
}

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, keyBytes, cost, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
