/** Reads the messages of usage errors. */
import { UsageError } from '#domain/errors'

/**
 * Returns the message of the UsageError that `work` throws.
 *
 * @throws any other error of `work`, and Error if `work` throws nothing
 */
export function refusalOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
  throw new Error('it was not refused')
}

/** Matches the beginning of the message for a database address that cannot be parsed. */
export const notUnderstood = /^la dirección de la base de datos no se entiende: es como postgres:\/\/USUARIO/
