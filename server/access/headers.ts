/** The security headers of responses. None of them requires https, because that would break every page on a LAN. */

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
export const pageHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-robots-tag': 'noindex, nofollow',
}

/**
 * The headers of the worker that reads QRs from pictures. Its own policy applies to it, so that no page may compile
 * WebAssembly: https://www.w3.org/TR/CSP3/#run-global-object-csp-initialization
 */
export const decoderHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'",
}
