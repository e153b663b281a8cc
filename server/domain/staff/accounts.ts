/**
 * The accounts of staff: their names and passwords, and the pairing of a phone with a gate, for which the desk shows a code
 * that one phone can use, once and for ten minutes.
 */
import { NotFoundError, PilotosError } from '../errors.ts'
import type { Shaped } from '../stored/shapes.ts'
import { hasInvisible, nameKey, namesMatch } from '../text/names.ts'
import { count } from '../text/text.ts'
import type { Role } from './roles.ts'

/** The time for which a code can be used, in milliseconds. */
export const pairingTime = 10 * 60_000

/** A code that was made. The code itself is stored nowhere. */
export type Pairing = Shaped<'pairing'>

/** Checks that a code can be used now. @throws NotFoundError for an unknown code, PilotosError for any other reason */
export function requireUsable(pairing: Pairing | undefined, now: number): Pairing {
  if (!pairing) throw new NotFoundError('Ese código no es de este kiosco: pida otro en la mesa')
  if (pairing.account !== undefined) throw usedPairing()
  if (pairing.cancelled || Date.parse(pairing.expires) <= now)
    throw new PilotosError('gone', 'Ese código ya no vale: pida otro en la mesa')
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

/**
 * Checks that an admin is left when an account gets another role or, without a role, is removed. An account without a
 * role is an admin. A store calls this where no other change can come between the check and the change.
 * @throws PilotosError if the account is the only one of an admin
 */
export function requireAdminLeft(
  accounts: readonly { user: string; role?: Role }[],
  user: string,
  role?: Role,
): void {
  const admins = accounts.filter((account) => (account.role ?? 'admin') === 'admin')
  if (role === 'admin' || admins.length !== 1 || admins[0]?.user !== user) return
  throw new PilotosError(
    'conflict',
    `${user} es la única cuenta de admin, y en la laptop también se pide sesión: dé antes ese rol a otra cuenta`,
  )
}

/** The texts are the same for a wrong name and a wrong password, so that they do not reveal which was wrong. */
export const signInTexts = {
  refused: 'El usuario o la contraseña no son correctos',
  user: '*Usuario incorrecto',
  password: '*Contraseña incorrecta',
} as const

const minPassword = 8
const maxPassword = 512

/** The size limit of a request, in bytes. The longest name and password fit, even if JSON escapes every character. */
export const maxSignInBytes = 4096

/** Returns true if an account may have this name. */
export function isUserName(text: string): boolean {
  return /^[^\s]{1,60}$/.test(text)
}

/** Returns the problem with the name of a new account, or undefined if the name is acceptable. */
export function userProblem(text: string): string | undefined {
  if (!isUserName(text)) return 'El usuario es una palabra de hasta 60 letras'
  return hasInvisible(text)
    ? 'El usuario tiene un carácter que no se ve: bórrelo y escríbalo a mano'
    : undefined
}

/** Returns the message about a new account whose name one of `all` has, maybe in other letters. */
export function existingAccount(user: string, all: readonly { user: string }[]): string {
  const names = all.map((account) => account.user).filter((name) => namesMatch(name, user))
  return names.length === 0 || names.includes(user)
    ? `Ya existe la cuenta ${user}: cambie su contraseña en la lista`
    : `Ya existe la cuenta ${names[0]}, que es el mismo nombre: elija otro usuario`
}

export function noAccount(user: string): NotFoundError {
  return new NotFoundError(`No existe la cuenta ${user}`)
}

/** Returns the refusal to change the account of a paired phone. */
export function unchangeablePhone(user: string): PilotosError {
  const why = 'es un teléfono emparejado, sin contraseña y siempre de puerta'
  return new PilotosError('conflict', `${user} ${why}: si ya no debe entrar, quítelo`)
}

/** Returns true if an account could have this password. Old accounts may have shorter passwords than new accounts. */
export function isPossiblePassword(text: string): boolean {
  return text.length > 0 && text.length <= maxPassword
}

/** Returns the problem with a new password, or undefined if the password is acceptable. */
export function passwordProblem(text: string): string | undefined {
  if (text.length < minPassword) return `La contraseña debe tener al menos ${minPassword} caracteres`
  if (!isPossiblePassword(text)) {
    return `La contraseña puede tener hasta ${count(maxPassword, 'carácter', 'caracteres')}`
  }
  return undefined
}

/** Returns the problem with the repetition of a new password, or undefined if it is the same. */
export function repetitionProblem(password: string, repetition: string): string | undefined {
  return repetition === password ? undefined : 'No es la misma: escríbala otra vez'
}

/** The names in the order in which they are looked for: an Android phone calls itself Linux too. */
const systems = ['iPhone', 'iPad', 'Android', 'Windows', 'CrOS', 'Macintosh', 'Linux']

/** @example deviceName('Mozilla/5.0 (Linux; Android 14; K) …', '192.168.1.34') // 'Android, 192.168.1.34' */
export function deviceName(userAgent: string | undefined, address: string): string {
  const system = systems.find((name) => userAgent?.includes(name))
  return [system?.replace('Macintosh', 'Mac'), address].filter(Boolean).join(', ')
}
