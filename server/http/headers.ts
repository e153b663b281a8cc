/** The security headers of responses. None of them requires https, because that would break every page on a LAN. */
import { createHash } from 'node:crypto'

/**
 * The headers of every response, including responses to malformed requests. Responses contain personal data, so no
 * browser may cache, frame or execute them.
 */
export const dataHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

/** The headers of pages, which may also load their own assets and a photo that the person has just chosen. */
export const pageHeaders = headersWith("'self'")

/** Returns the headers of a page that contains some styles: https://www.w3.org/TR/CSP3/#grammardef-hash-source */
export function pageHeadersFor(styles: string[]): typeof pageHeaders {
  const hashes = styles.map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  return headersWith(["'self'", ...hashes].join(' '))
}

function headersWith(styleSources: string) {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      `style-src ${styleSources}`,
      "img-src 'self' blob: data:",
      "font-src 'self'",
      "connect-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'x-robots-tag': 'noindex, nofollow',
  }
}

/**
 * The headers of the worker that reads QRs from pictures. Its own policy applies to it, so that no page may compile
 * WebAssembly: https://www.w3.org/TR/CSP3/#run-global-object-csp-initialization
 */
export const decoderHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'",
}
