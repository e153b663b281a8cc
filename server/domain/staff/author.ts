/**
 * The authors of changes: names of accounts, and labels with a space, which only the names of paired phones have, such
 * as `Puerta Norte 2`.
 */

/** The author of a change that a person without an account makes at the laptop. */
export const atTheLaptop = 'esta laptop'

/** The author of a change that a command makes. */
export const inTheTerminal = 'la terminal'

/** Returns the author for a database that several machines share: the two labels then name the machine. */
export function authorAt(machine: string, by: string | undefined): string | undefined {
  if (by === atTheLaptop) return `la laptop ${machine}`
  return by === inTheTerminal ? `la terminal de ${machine}` : by
}
