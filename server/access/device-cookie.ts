/**
 * Device cookies: a browser in which an account has signed in is known from then on, and failed sign-ins of others
 * cannot lock it out. https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 *
 * Nothing about them is stored. The value is `NONCE.MAC`, and the MAC's key is the stored hash of the account's password:
 * every kiosk of a database knows the device, a restart changes nothing, and a new password ends all of them. Each
 * account has a cookie of its own, so that several people can share a tablet.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sessionPath } from '#domain/web/addresses'
import type { Account } from '../store/contract/account-store.ts'
import { cookieHeader, readCookie } from './cookies.ts'

/** A year, in seconds. */
const maxAge = 365 * 24 * 60 * 60

/** The `Set-Cookie` that makes the browser a known device of the account. */
export function deviceHeader(account: Account, isSecure: boolean): string {
  const nonce = randomBytes(16).toString('base64url')
  const value = `${nonce}.${macOf(account, nonce)}`
  return cookieHeader({ name: nameFor(account), value, path: sessionPath, maxAge, isSecure })
}

/** The nonce of the device that a request comes from; undefined where it is no known device of the account. */
export function deviceOf(request: FastifyRequest, account: Account): string | undefined {
  const [nonce = '', mac = ''] = readCookie(request, nameFor(account))?.split('.') ?? []
  const expected = Buffer.from(macOf(account, nonce))
  const given = Buffer.from(mac)
  return given.length === expected.length && timingSafeEqual(given, expected) ? nonce : undefined
}

function nameFor({ user }: Account): string {
  return `pilotos_device_${createHash('sha256').update(user).digest('hex').slice(0, 16)}`
}

function macOf({ user, password }: Account, nonce: string): string {
  return createHmac('sha256', password)
    .update(JSON.stringify(['device', user, nonce]))
    .digest('base64url')
}
