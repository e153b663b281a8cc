/**
 * The roles of accounts, the data that people without an account see, and the authors of changes: names of accounts, and
 * labels with a space, which only the names of paired phones have, such as `Puerta Norte 2`. A call names the role that it
 * needs; rights for each action would be maintained by nobody at an event.
 */
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

/** Returns true if `role` may do what `needed` may do. */
export function permits(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed)
}

/** Returns the refusal of a request whose role may not do what only `needed` and higher roles may do. */
export function roleRefusal(role: Role, needed: Role): string {
  const allowed = roles.filter((one) => permits(one, needed)).map((one) => `de ${one}`)
  return `Esto lo hace una cuenta ${enumerate(allowed, 'o')}, y la suya es de ${role}`
}

/** `completa` is every field; `minima` is the fields that a marshal needs. */
export const publicDataNames = ['completa', 'minima'] as const
export type PublicData = (typeof publicDataNames)[number]

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
