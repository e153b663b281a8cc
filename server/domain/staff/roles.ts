/**
 * The roles of accounts, the rules and messages of a sign-in, the data that people without an account see, and the authors
 * of changes: names of accounts, and labels with a space, which only the names of paired phones have, such as
 * `Puerta Norte 2`.
 */
import { NotFoundError, PilotosError } from '../errors.ts'
import { hasInvisible, isSameName } from '../text/names.ts'
import { count, enumerate } from '../text/text.ts'

/** From the least to the most: each role may do all that the roles before it may do. */
export const roles = ['puerta', 'mesa', 'admin'] as const
export type Role = (typeof roles)[number]

/** The name of each role, as people read it. */
export const roleNames: Record<Role, string> = { puerta: 'Puerta', mesa: 'Mesa', admin: 'Admin' }

/** The texts that explain the purpose of each role. */
export const roleTexts: Record<Role, string> = {
  puerta: 'escanea credenciales en una puerta',
  mesa: 'registra, edita, imprime, importa y exporta',
  admin: 'además cuentas, ajustes, copias y borrado',
}

export function isRole(value: unknown): value is Role {
  return (roles as readonly unknown[]).includes(value)
}

/** Returns true if `role` may do what `needed` may do. */
export function permits(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed)
}

/** Returns the refusal of a request whose role may not do what only `needed` and higher roles may do. */
export function roleRefusal(role: Role, needed: Role): string {
  const allowed = roles.filter((one) => permits(one, needed)).map((one) => `de ${one}`)
  return `Esto lo hace una cuenta ${enumerate(allowed, 'o')}, y la suya es de ${role}`
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
  const names = all.map((account) => account.user).filter((name) => isSameName(name, user))
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

/** `completa` is every field; `minima` is the fields that a marshal needs. */
export const publicDataNames = ['completa', 'minima'] as const
export type PublicData = (typeof publicDataNames)[number]

export function isPublicData(value: unknown): value is PublicData {
  return publicDataNames.some((name) => name === value)
}

/** Returns what holds: the option of the command, or else the setting, or else every field. */
export function publicDataOf({ publicData }: { publicData?: PublicData }, option?: PublicData): PublicData {
  return option ?? publicData ?? 'completa'
}

/** The author of a change that a person without an account makes at the laptop. */
export const atTheLaptop = 'esta laptop'

/** The author of a change that a command makes. */
export const inTheTerminal = 'la terminal'

/** Returns the author for a database that several machines share: the two labels then name the machine. */
export function authorAt(machine: string, by: string | undefined): string | undefined {
  if (by === atTheLaptop) return `la laptop ${machine}`
  return by === inTheTerminal ? `la terminal de ${machine}` : by
}
