/** The texts of the sign-in: the same two whichever of both was wrong, so that they do not tell. */
export const signInTexts = {
  refused: 'El usuario o la contraseña no son correctos',
  user: '*Usuario incorrecto',
  password: '*Contraseña incorrecta',
} as const
