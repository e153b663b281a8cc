/**
 * The server's cookies, which scripts cannot read and other sites cannot send. A browser in which an account has signed
 * in has a device cookie: it is a known device, and failed sign-ins from other devices cannot lock it out.
 * https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 *
 * The server stores nothing about devices. The value is `NONCE.MAC`, and the key of the MAC is the stored hash of
 * the account's password. Therefore every server of a database recognizes the device, a restart changes nothing,
 * and a new password invalidates all devices of the account. Each account has its own cookie, so that several
 * people can share a tablet.
 */

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import { sessionPath } from '#domain/web/addresses'
import type { Account } from '../store/contract/account-store.ts'

export interface CookieOptions {
  name: string
  value: string
  path: string
  /** The lifetime, in seconds. */
  maxAge: number
  isSecure: boolean
}

/** Returns the value of a `Set-Cookie` header. */
export function cookieHeader({ isSecure, ...cookie }: CookieOptions): string {
  return stringifySetCookie({ ...cookie, httpOnly: true, sameSite: 'strict', secure: isSecure })
}

export function readCookie({ headers }: FastifyRequest, name: string): string | undefined {
  return headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[name]
}

/**
 * Returns true if the browser must send the cookie over https only: if a trusted proxy reports that the request
 * arrived over https, or if the public URL is https. A page that was opened without the proxy, over plain http at
 * an address of the laptop, has an http `Origin`: its browser would drop a `Secure` cookie, and the person could
 * not sign in there.
 */
export function needsSecureCookie({ protocol, headers, socket }: FastifyRequest, publicUrl: string): boolean {
  // The server's own https port shares its cookies with its http port, where a gate opens scanned credentials.
  if ('encrypted' in socket) return false
  if (protocol === 'https') return true
  const { protocol: publicProtocol, hostname } = new URL(publicUrl)
  const page = URL.canParse(headers.origin ?? '') ? new URL(headers.origin ?? '') : undefined
  const isWithoutProxy = page?.protocol === 'http:' && page.hostname !== hostname
  return publicProtocol === 'https:' && !isWithoutProxy
}

/** The lifetime of a device cookie: a year, in seconds. */
const maxAge = 365 * 24 * 60 * 60

/** Returns the `Set-Cookie` header that makes the browser a known device of the account. */
export function deviceHeader(account: Account, isSecure: boolean): string {
  const nonce = randomBytes(16).toString('base64url')
  const value = `${nonce}.${macOf(account, nonce)}`
  return cookieHeader({ name: nameFor(account), value, path: sessionPath, maxAge, isSecure })
}

/** Returns the nonce of the device that sent the request, or undefined if it is not a known device of the account. */
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
