/** The kiosk's cookies: no script reads them, and no other site sends them. */
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'

export interface CookieOptions {
  name: string
  value: string
  path: string
  /** In seconds. */
  maxAge: number
  isSecure: boolean
}

/** A `Set-Cookie` header. */
export function cookieHeader({ isSecure, ...cookie }: CookieOptions): string {
  return stringifySetCookie({ ...cookie, httpOnly: true, sameSite: 'strict', secure: isSecure })
}

export function readCookie({ headers }: FastifyRequest, name: string): string | undefined {
  return headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[name]
}

/**
 * Whether the browser is to send the cookie over https only: where a trusted proxy says that it came so, or the public
 * URL is https. A page that was opened past the proxy, over plain http at an address of the laptop, says so in `Origin`:
 * its browser would drop a `Secure` cookie, and nobody could sign in there.
 */
export function needsSecureCookie({ protocol, headers }: FastifyRequest, publicUrl: string): boolean {
  if (protocol === 'https') return true
  const { protocol: publicProtocol, hostname } = new URL(publicUrl)
  const page = URL.canParse(headers.origin ?? '') ? new URL(headers.origin ?? '') : undefined
  const isPastTheProxy = page?.protocol === 'http:' && page.hostname !== hostname
  return publicProtocol === 'https:' && !isPastTheProxy
}
