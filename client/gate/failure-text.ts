/** Says in Spanish why a scan was not recorded. */
import { ApiError } from '../api/api.ts'

/** Tells the marshal how to go on after the session has ended: the sign-in is not the only way, as elsewhere. */
const sessionEnded =
  'La sesión de este equipo terminó: escanee otra vez el código de la mesa, o inicie sesión.'

export function failureText(failure: Error): string {
  return failure instanceof ApiError && failure.status === 401 ? sessionEnded : failure.message
}
