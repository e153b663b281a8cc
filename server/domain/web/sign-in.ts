/** Signing in: the bounds of a name and of a password, and the texts of a refusal. */
import { count } from '../text/text.ts'

/** The texts are the same two whichever of both was wrong, so that they do not tell. */
export const signInTexts = {
  refused: 'El usuario o la contraseña no son correctos',
  user: '*Usuario incorrecto',
  password: '*Contraseña incorrecta',
} as const

const minPassword = 8
const maxPassword = 512

/** A name and a password of the greatest lengths fit into it, even where JSON escapes every character. */
export const maxSignInBytes = 4096

/** Whether an account may have this name. */
export function isUserName(text: string): boolean {
  return /^[^\s]{1,60}$/.test(text)
}

/** Whether any account could have this password; older ones may have shorter passwords than new ones. */
export function isPossiblePassword(text: string): boolean {
  return text.length > 0 && text.length <= maxPassword
}

/** Says what is wrong with a new password; undefined where it may be one. */
export function passwordProblem(text: string): string | undefined {
  if (text.length < minPassword) return `La contraseña debe tener al menos ${minPassword} caracteres`
  if (!isPossiblePassword(text)) {
    return `La contraseña puede tener hasta ${count(maxPassword, 'carácter', 'caracteres')}`
  }
  return undefined
}
