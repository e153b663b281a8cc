/** Converts the errors of the driver and the database to Spanish, so that no English message reaches a person. */
import { codeOf, DiskFullError, MachineError, PilotosError, UnavailableError } from '#domain/errors'
import { type DatabaseAddress, identifier } from './address.ts'

/** Returns an error with a code, like those of the driver. */
export function coded(code: string): Error {
  return Object.assign(new Error(code), { code })
}

/** Returns true if the connection or the database was lost; the statement may have been executed. */
export function isLost(error: unknown): boolean {
  return lost.test(codeOf(error))
}

const lost =
  /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EAI_AGAIN|ENOENT|NO_ANSWER|08|25006|25P03|53300|55P03|57P0)/

/** Returns true if the outcome of a write is unknown. CockroachDB reports such an outcome with the code 40003. */
export function mayBeStored(error: unknown): boolean {
  const code = codeOf(error)
  return code === '40003' || (lost.test(code) && !neverStored.test(code))
}

/** The codes of losses before the database could receive the statement, and of a server that only lets read. */
const neverStored =
  /^(CONNECT_TIMEOUT|CONNECTION_ENDED|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EAI_AGAIN|ENOENT|25006|53300|55P03|57P03)$/

/** Returns true if two transactions collided; a retry can succeed. */
export function isCollision(error: unknown): boolean {
  return ['40001', '40P01', '40003', 'CR000'].includes(codeOf(error))
}

export function isDuplicate(error: unknown): boolean {
  return codeOf(error) === '23505'
}

/** Says whether a write that failed may be stored. */
export type Outcome = 'unknown' | 'not stored'

/** Returns the error in Spanish; a read has no outcome. */
export function databaseError(error: unknown, address: DatabaseAddress, outcome?: Outcome): Error {
  if (error instanceof PilotosError) return error
  const code = codeOf(error)
  const { host, user, database } = address
  if (outcome === 'unknown')
    return new UnavailableError(
      `La base de datos de ${host} dejó de responder y no se sabe si se guardó: mire en la lista antes de repetir`,
      error,
      true,
    )
  const enter = `No se puede entrar en la base de datos de ${host}`
  if (code === '28P01') return new MachineError(`${enter}: la contraseña no es la correcta`, error)
  if (code === '28000') return new MachineError(`${enter}: ${refused(error, user)}`, error)
  if (code === '3D000')
    return new MachineError(
      `${enter}: no existe la base ${database}. Créela allí con: CREATE DATABASE ${identifier(database)}`,
      error,
    )
  if (code === 'ENOTFOUND')
    return new MachineError(
      `${enter}: no existe ese servidor. Revise la dirección, y que esta máquina esté en la red`,
      error,
    )
  if (isTls(error))
    return new MachineError(
      `${enter}: ${tlsReason(code)}. Revise sslmode y sslrootcert en la dirección`,
      error,
    )
  if (code === '42501')
    return new MachineError(
      `La cuenta ${user} no tiene permiso en la base ${database} de ${host}. ${rights(error, user)}`,
      error,
    )
  if (code === '53300')
    return new UnavailableError(
      `La base de datos de ${host} tiene demasiadas conexiones abiertas. No se guardó nada: espere un momento y repita, o pida a quien la administra que permita más`,
      error,
    )
  if (code === '55P03')
    return new UnavailableError(
      `La base de datos de ${host} está ocupada con otro cambio, que tarda. No se guardó nada: espere a que termine y repita`,
      error,
    )
  if (code === '53100') return new DiskFullError(`la base de datos de ${host}`, error)
  if (code === '25006')
    return new UnavailableError(
      `La base de datos de ${host} ahora solo deja leer: no se guardó nada. Espere y repita`,
      error,
    )
  if (isLost(error) || isCollision(error))
    return new UnavailableError(
      `La base de datos de ${host} no responde. ${outcome ? 'No se guardó nada' : 'No se perdió nada de lo guardado'}: espere un momento y repita`,
      error,
    )
  return new MachineError(
    `La base de datos de ${host} rechazó la operación (${code || 'sin código'}) y no se guardó nada. Pida a quien la administra que mire su registro`,
    error,
  )
}

/** Returns the error for a database that is not in UTF-8, which cannot store every name. */
export function notUnicode(encoding: string, { host, database }: DatabaseAddress): MachineError {
  return new MachineError(
    `La base ${database} de ${host} guarda los textos en ${encoding}, y PilotOS necesita UTF8. Quien la administra crea otra con: CREATE DATABASE pilotos ENCODING 'UTF8' TEMPLATE template0`,
  )
}

/**
 * Returns the remedy for a missing privilege. Only the English text of the error distinguishes the creation of the
 * tables from tables that belong to another account.
 */
function rights(error: unknown, user: string): string {
  const text = error instanceof Error ? error.message : ''
  return / for (schema|table|relation|sequence) /.test(text)
    ? `Las tablas son de otra cuenta: entre con esa, o pida a quien la administra que haga a ${user} miembro de ella (GRANT)`
    : `Quien la administra lo da con: CREATE SCHEMA pilotos AUTHORIZATION ${identifier(user)}`
}

/** Returns the reason for a refused login, which only the English text of the error states. */
function refused(error: unknown, user: string): string {
  const text = error instanceof Error ? error.message : ''
  if (/no encryption|SSL off/.test(text)) return 'exige TLS. Añada ?sslmode=require a la dirección'
  if (/pg_hba/.test(text))
    return 'no admite conexiones de esta máquina. Quien la administra lo cambia en pg_hba.conf'
  return `la cuenta ${user} no existe o no puede entrar`
}

function isTls(error: unknown): boolean {
  return /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|NO_TLS)/.test(
    codeOf(error),
  )
}

function tlsReason(code: string): string {
  return code === 'NO_TLS' ? 'el servidor no ofrece TLS' : 'su certificado TLS no es de fiar'
}
