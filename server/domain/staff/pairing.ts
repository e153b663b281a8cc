/** The pairing of a phone with a gate: the desk shows a code that one phone can use, once and for ten minutes. */
import { NotFoundError, PilotosError } from '../errors.ts'
import { nameKey } from '../text/names.ts'

/** The time for which a code can be used, in milliseconds. */
export const pairingTime = 10 * 60_000

/** A code that was made. The code itself is stored nowhere. */
export interface Pairing {
  /** The hash of the code. */
  hash: string
  gate: string
  /** The end of the code: ISO 8601, UTC. */
  expires: string
  /** The account of the phone that has used the code. */
  account?: string
}

/** Checks that a code can be used now. @throws NotFoundError for an unknown code, PilotosError for any other reason */
export function requireUsable(pairing: Pairing | undefined, now: number): Pairing {
  if (!pairing) throw new NotFoundError('Ese código no es de este kiosco: pida otro en la mesa')
  if (pairing.account !== undefined) throw usedPairing()
  if (Date.parse(pairing.expires) <= now)
    throw new PilotosError('gone', 'Ese código venció: pida otro en la mesa')
  return pairing
}

/** Returns the refusal of a code that a phone has used already. */
export function usedPairing(): PilotosError {
  return new PilotosError('gone', 'Ese código ya se usó: pida otro en la mesa')
}

/**
 * Returns the name of the account of a further phone, such as `Puerta Norte 2`. It has a space, so that no account with
 * a password has it. `users` are the names of all accounts.
 */
export function phoneName(gate: string, users: readonly string[]): string {
  const name = /^puerta(\s|$)/i.test(gate) ? gate : `Puerta ${gate}`
  const start = `${nameKey(name)} `
  const numbers = users
    .map(nameKey)
    .flatMap((key) => (key.startsWith(start) ? (/^[1-9]\d*$/.exec(key.slice(start.length)) ?? []) : []))
  return `${name} ${Math.max(0, ...numbers.map(Number)) + 1}`
}

/** The names in the order in which they are looked for: an Android phone calls itself Linux too. */
const systems = ['iPhone', 'iPad', 'Android', 'Windows', 'CrOS', 'Macintosh', 'Linux']

/** @example deviceName('Mozilla/5.0 (Linux; Android 14; K) …', '192.168.1.34') // 'Android, 192.168.1.34' */
export function deviceName(userAgent: string | undefined, address: string): string {
  const system = systems.find((name) => userAgent?.includes(name))
  return [system?.replace('Macintosh', 'Mac'), address].filter(Boolean).join(', ')
}
