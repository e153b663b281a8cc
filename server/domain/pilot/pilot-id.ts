/**
 * A pilot's identifier, which is also the address of the credential: 12 characters of Crockford base32
 * (60 bits), so that nobody can guess it and any hand scanner can type it.
 * https://www.crockford.com/base32.html
 */

/** 12 characters in upper case, of `0-9A-Z` without I, L, O and U. */
export type PilotId = string

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The number of random bytes in an identifier: one per character. */
export const idBytes = 12
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

/** Returns an identifier that is made from the first 12 bytes of a random source. */
export function pilotIdFrom(bytes: Uint8Array): PilotId {
  return idCharacters(bytes.subarray(0, idBytes))
}

/** Returns one character of an identifier for each random byte. */
export function idCharacters(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.map((byte) => alphabet.charCodeAt(byte & 31)))
}
