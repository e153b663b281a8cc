/** The kiosk's cookies: no script reads them, and no other site sends them. */
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'

export interface CookieOptions {
  name: string
  value: string
  path: string
  /** In seconds. */
  maxAge: number
}

/** A `Set-Cookie` header. */
export function cookieHeader(cookie: CookieOptions): string {
  return stringifySetCookie({ ...cookie, httpOnly: true, sameSite: 'strict' })
}

export function readCookie({ headers }: FastifyRequest, name: string): string | undefined {
  return headers.cookie === undefined ? undefined : parseCookie(headers.cookie)[name]
}
