/** Who made a change: the name of an account, or where it was made without one; no account's name has a space. */

/** Whoever sits at the laptop without an account. */
export const atTheLaptop = 'esta laptop'

/** A command. */
export const inTheTerminal = 'la terminal'

/** The same where many machines share what is written: which one it was. */
export function authorAt(machine: string, by: string | undefined): string | undefined {
  if (by === atTheLaptop) return `la laptop ${machine}`
  return by === inTheTerminal ? `la terminal de ${machine}` : by
}
