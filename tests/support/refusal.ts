/** The sentences with which wrong usage is refused. */
import { UsageError } from '#domain/errors'

/** Returns the message of the UsageError that `work` throws. @throws any other error, and where nothing is thrown */
export function refusalOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof UsageError) return error.message
    throw error
  }
  throw new Error('it was not refused')
}

/** The beginning of the message for an address of a database that cannot be understood. */
export const notUnderstood = /^la dirección de la base de datos no se entiende: es como postgres:\/\/USUARIO/
