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
import { sessionPath } from '#domain/api/addresses'
import type { Account } from '../store/documents/accounts.ts'
import type { SessionPort } from '../store/documents/sessions.ts'

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

/** Returns the port of the server that a request has come to. A proxy with https sends its requests to the http port. */
export function portOf({ socket }: Pick<FastifyRequest, 'socket'>): SessionPort {
  return 'encrypted' in socket ? 'https' : 'http'
}

/** Returns true on the https port, and if a trusted proxy reports that the request arrived over https. */
export function isOverHttps({ protocol, socket }: Pick<FastifyRequest, 'protocol' | 'socket'>): boolean {
  return portOf({ socket }) === 'https' || protocol === 'https'
}

/**
 * Returns true if the browser must send the cookie over https only: if the request arrived over https, or if the public URL
 * is https. A page that was opened without the proxy, over plain http at
 * an address of the laptop, has an http `Origin`: its browser would drop a `Secure` cookie, and the person could
 * not sign in there.
 */
export function needsSecureCookie(request: FastifyRequest, publicUrl: string): boolean {
  if (isOverHttps(request)) return true
  const { headers } = request
  const { protocol: publicProtocol, hostname } = new URL(publicUrl)
  const page = URL.canParse(headers.origin ?? '') ? new URL(headers.origin ?? '') : undefined
  const isWithoutProxy = page?.protocol === 'http:' && page.hostname !== hostname
  return publicProtocol === 'https:' && !isWithoutProxy
}

/** The lifetime of a device cookie: a year, in seconds. */
const maxAge = 365 * 24 * 60 * 60

/** Returns the `Set-Cookie` header that makes the browser a known device of the account. */
export function deviceHeader(account: Account, port: SessionPort, isSecure: boolean): string {
  const nonce = randomBytes(16).toString('base64url')
  const value = `${nonce}.${macOf(account, nonce, port)}`
  return cookieHeader({ name: nameFor(account, port), value, path: sessionPath, maxAge, isSecure })
}

/** Returns the nonce of the device that sent the request, or undefined if it is not a known device of the account. */
export function deviceOf(request: FastifyRequest, account: Account): string | undefined {
  const port = portOf(request)
  const [nonce = '', mac = ''] = readCookie(request, nameFor(account, port))?.split('.') ?? []
  const expected = Buffer.from(macOf(account, nonce, port))
  const given = Buffer.from(mac)
  return given.length === expected.length && timingSafeEqual(given, expected) ? nonce : undefined
}

function nameFor({ user }: Account, port: SessionPort): string {
  const name = `pilotos_device_${createHash('sha256').update(user).digest('hex').slice(0, 16)}`
  return port === 'https' ? `__Secure-${name}` : name
}

function macOf({ user, password }: Account, nonce: string, port: SessionPort): string {
  return createHmac('sha256', password)
    .update(JSON.stringify(['device', user, nonce, ...(port === 'https' ? [port] : [])]))
    .digest('base64url')
}
