/** The roles of accounts: what each kind of staff may do. */

/** From the least to the most: each role may do all that the roles before it may do. */
export const roles = ['puerta', 'mesa', 'admin'] as const
export type Role = (typeof roles)[number]

/** What each role is for, as people read it. */
export const roleTexts: Record<Role, string> = {
  puerta: 'Puerta: escanea credenciales',
  mesa: 'Mesa: registra, edita, imprime e importa',
  admin: 'Admin: además cuentas, ajustes, copias y borrado',
}

export function isRole(value: unknown): value is Role {
  return (roles as readonly unknown[]).includes(value)
}

/** Returns true if `role` may do what `needed` may do. */
export function permits(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed)
}
