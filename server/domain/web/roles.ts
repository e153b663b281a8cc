/** The roles of accounts: what each kind of staff may do. */
import { PilotosError } from '../errors.ts'
import { enumerate } from '../text/text.ts'

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
