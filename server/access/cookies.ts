/** The server's cookies, which scripts cannot read and other sites cannot send. */
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'

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
export function needsSecureCookie({ protocol, headers }: FastifyRequest, publicUrl: string): boolean {
  if (protocol === 'https') return true
  const { protocol: publicProtocol, hostname } = new URL(publicUrl)
  const page = URL.canParse(headers.origin ?? '') ? new URL(headers.origin ?? '') : undefined
  const isWithoutProxy = page?.protocol === 'http:' && page.hostname !== hostname
  return publicProtocol === 'https:' && !isWithoutProxy
}
