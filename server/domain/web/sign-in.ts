/** The limits of user names and passwords, and the texts of a refused sign-in. */
import { NotFoundError, PilotosError } from '../errors.ts'
import { hasInvisible, isSameName } from '../text/names.ts'
import { count } from '../text/text.ts'

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
