/** What every answer tells the browser. Nothing here asks for https: on a LAN that would break every page. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { apiPath, assetsPath } from '#domain/addresses'

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** For every answer, those to what is no request too. */
export const securityHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
}

/** For the `onSend` of everything. */
export async function addSecurityHeaders(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.headers(securityHeaders)
  if (request.url.startsWith(assetsPath) && reply.statusCode < 400) return
  reply.header('x-robots-tag', 'noindex, nofollow')
  const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
  reply.header('cache-control', isPage && !request.url.startsWith(apiPath) ? 'no-cache' : 'no-store')
}
