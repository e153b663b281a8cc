/**
 * A pilot's identifier, which is also the address of the credential: 12 characters of Crockford base32
 * (60 bits), so that nobody can guess it and any hand scanner can type it.
 * https://www.crockford.com/base32.html
 */

/** 12 characters in upper case, of `0-9A-Z` without I, L, O and U. */
export type PilotId = string

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const pattern = /^[0-9A-HJKMNP-TV-Z]{12}$/

/**
 * Reads an identifier that a person or a scanner typed, in upper or lower case, with or without hyphens. Returns
 * undefined if the text is not an identifier.
 */
export function readPilotId(text: string): PilotId | undefined {
  if (pattern.test(text)) return text
  const id = text.trim().toUpperCase().replaceAll('-', '').replaceAll('O', '0').replace(/[IL]/g, '1')
  return isPilotId(id) ? id : undefined
}

export function isPilotId(text: unknown): text is PilotId {
  return typeof text === 'string' && pattern.test(text)
}

/** Writes `7K3Q9XW2M4TB` as `7K3Q-9XW2-M4TB`, for reading aloud. */
export function groupedId(id: PilotId): string {
  return id.replace(/(.{4})(?=.)/g, '$1-')
}

/** Random bytes for the next hundred identifiers: asking for all of them costs about as much as asking for one. */
const supply = /* @__PURE__ */ new Uint8Array(1200)
let used = 1200

/** Returns a new identifier, one character for each of 12 random bytes. */
export function newPilotId(bytes: Uint8Array = nextBytes()): PilotId {
  let id = ''
  for (const byte of bytes) id += alphabet.charAt(byte & 31)
  return id
}

function nextBytes(): Uint8Array {
  if (used === supply.length) {
    crypto.getRandomValues(supply)
    used = 0
  }
  used += 12
  return supply.subarray(used - 12, used)
}

/** The sizes of the picture of a QR, in pixels per side. */
export const qrPixels = { min: 64, max: 2048, usual: 512 } as const
