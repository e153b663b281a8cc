/** The failures that a person can resolve: each has a kind, and a message in Spanish that says what to do. */
import type { ImportPreview } from './import/schemas.ts'
import { count, meanwhile } from './text/text.ts'

/** The kind of a failure. The server maps it to an HTTP status, the terminal to an exit code. */
export type ErrorKind =
  | 'malformed'
  | 'invalid'
  | 'not-found'
  | 'gone'
  | 'conflict'
  | 'duplicate'
  | 'too-large'
  | 'unsupported'
  | 'unauthorized'
  | 'forbidden'
  | 'too-many'
  | 'usage'
  | 'disk-full'
  | 'unavailable'
  | 'machine'

export interface ErrorDetails {
  /** One message per field, keyed by the field's name on the wire. */
  fields?: Record<string, string>
  /** The identifier of the pilot that causes the conflict. */
  id?: string
  /** The identifiers of the pilots who do not exist. */
  missing?: string[]
  /** The time at which the credential was revoked: ISO 8601, UTC. */
  revoked_at?: string
  /** The identifier of the credential that replaces the revoked one, for staff only. */
  next?: string
  /** The number of pilots that already have a card. */
  printed?: number
  /** The number of pilots whose cards were to be printed. */
  total?: number
  /** The seconds to wait before the next attempt. */
  wait?: number
  /** The turn of the application on which somebody has decided. */
  turn?: number
  /** True if it is unknown whether the change was stored. If absent, the change was not stored. */
  unknown?: true
  /** The preview of the file whose columns cannot be imported as they are mapped. */
  preview?: ImportPreview
}

export class PilotosError extends Error {
  constructor(
    readonly kind: ErrorKind,
    message: string,
    readonly details: ErrorDetails = {},
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.name = new.target.name
  }
}

/** The request or the file cannot be read at all. */
export class MalformedError extends PilotosError {
  constructor(message: string) {
    super('malformed', message)
  }
}

/** The file can be read, but its columns cannot be imported as they are mapped. */
export class UnmappedError extends PilotosError {
  constructor(message: string, preview: ImportPreview) {
    super('malformed', message, { preview })
  }
}

/** The request can be read, but breaks the rules of the fields named in `fields`. */
export class InvalidError extends PilotosError {
  constructor(fields: Record<string, string>) {
    super('invalid', 'Hay datos por corregir', { fields })
  }
}

export class NotFoundError extends PilotosError {
  constructor(message = 'No existe un piloto con este identificador') {
    super('not-found', message)
  }
}

/** Some of `total` pilots do not exist, so that nothing was done; `outcome` says so in Spanish. */
export class MissingPilotsError extends PilotosError {
  constructor(missing: readonly string[], total: number, outcome = 'no se borró ninguno') {
    const are = missing.length === 1 ? 'está' : 'están'
    const message = `De ${count(total, 'piloto')}, ${missing.length} ya no ${are} en la lista: ${outcome}`
    super('not-found', total === 1 ? new NotFoundError().message : message, { missing: [...missing] })
  }
}

/** The import cannot be undone; the message says why. */
export class UndoImportError extends PilotosError {
  constructor(message: string) {
    super('conflict', message)
  }
}

/** The credential was lost and revoked. It belongs to no pilot, since its pilot has a new credential. */
export class RevokedError extends PilotosError {
  constructor(
    at: string,
    /** The identifier that its pilot received instead. It is not part of `details`, because strangers read those. */
    readonly next: string,
  ) {
    super('gone', 'CREDENCIAL ANULADA', { revoked_at: at })
  }
}

/** Another person has changed the pilot since it was read. */
export class ConflictError extends PilotosError {
  constructor() {
    super('conflict', meanwhile('cambió a este piloto'))
  }
}

/** The messages about the document of another pilot, by the field that has it. */
export const duplicateTexts = {
  dni: 'Ya existe un piloto con este DNI',
  documento: 'Ya existe un piloto con este documento',
} as const

/** The messages about a pilot with the same names, one of both of whom has no document: see `mayBeSame`. */
export const sameNameTexts = {
  one: 'Ya existe un piloto con estos nombres: si es otro, escriba su documento, su fecha de nacimiento o su número',
  several: 'Varios pilotos tienen estos nombres: escriba el documento de este',
} as const

/** The document belongs to another pilot, whose identifier is `id`. */
export class DuplicateDocumentError extends PilotosError {
  constructor(
    id: string,
    readonly field: keyof typeof duplicateTexts,
  ) {
    const message = duplicateTexts[field]
    super('duplicate', message, { fields: { [field]: message }, id })
  }
}

/** Some of the cards were printed before, and the order does not ask to print them again. */
export class AlreadyPrintedError extends PilotosError {
  constructor(
    readonly printed: number,
    readonly total: number,
    /** The advice to append to the message, in Spanish, if the program does not ask the person what to do. */
    advice = '',
  ) {
    const message =
      total === 1
        ? 'Este piloto ya tiene una credencial impresa'
        : `${printed} de ${count(total, 'piloto')} ya ${printed === 1 ? 'tiene' : 'tienen'} una credencial impresa`
    super('duplicate', advice ? `${message}: ${advice}` : message, { printed, total })
  }
}

export class TooLargeError extends PilotosError {
  constructor(message: string) {
    super('too-large', message)
  }
}

export class UnsupportedError extends PilotosError {
  constructor(message: string) {
    super('unsupported', message)
  }
}

export class UnauthorizedError extends PilotosError {
  constructor(message = 'Inicie sesión para continuar', fields?: Record<string, string>) {
    super('unauthorized', message, fields && { fields })
  }
}

export class ForbiddenError extends PilotosError {
  constructor(message: string) {
    super('forbidden', message)
  }
}

/** The client has made too many requests and must wait `wait` seconds. */
export class TooManyError extends PilotosError {
  constructor(wait: number, reason = 'Demasiados intentos') {
    const time = wait < 60 ? count(wait, 'segundo') : count(Math.ceil(wait / 60), 'minuto')
    super('too-many', `${reason}: espere ${time} y pruebe otra vez`, { wait })
  }
}

/** The queue accepts no further work; the message says what to do. */
export class QueueFullError extends PilotosError {
  constructor(message: string) {
    super('too-many', message)
  }
}

/** The server is busy with other requests; `wait` is the time before the next attempt, in seconds. */
export class BusyError extends PilotosError {
  constructor(message: string, wait: number) {
    super('unavailable', message, { wait })
  }
}

/** The command line is not valid. */
export class UsageError extends PilotosError {
  constructor(message: string) {
    super('usage', message)
  }
}

/** The disk is full: the change was not stored, and the data stored before is intact. */
export class DiskFullError extends PilotosError {
  constructor(path: string, cause?: unknown) {
    super('disk-full', `No se guardó: el disco de ${path} está lleno. Libere espacio y repita`, {}, { cause })
  }
}

/** The message for people who may not read what failed. */
export const serverFailure = 'Algo falló en el kiosco y no se guardó nada: inténtelo otra vez'

/** The machine failed: the disk, the port, damaged data. */
export class MachineError extends PilotosError {
  constructor(message: string, cause?: unknown) {
    super('machine', message, {}, { cause })
  }
}

/** The system has no file descriptor left for another file or connection. The condition is temporary. */
export class TooManyOpenError extends MachineError {
  constructor(cause: unknown) {
    super('Hay demasiados archivos o conexiones abiertos a la vez: espere un momento y repita', cause)
  }
}

const unavailable =
  'La base de datos no responde. No se perdió nada de lo guardado: espere un momento y repita'

/**
 * The store does not answer now, and will recover by itself, as the default message says. `isUnknown` is true if it
 * is unknown whether the change was stored.
 */
export class UnavailableError extends PilotosError {
  constructor(message = unavailable, cause?: unknown, isUnknown = false) {
    super('unavailable', message, isUnknown ? { unknown: true } : {}, { cause })
  }
}

/** Returns a text in Spanish for staff that says why something failed. */
export function failureText(error: Error): string {
  return error instanceof PilotosError ? error.message : 'Algo falló en el programa'
}

/** Returns the code of an error of Node or of the database driver, or an empty text. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Returns what was thrown as an error. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}
