/** The failures that a person can mend: each has a kind, and a message in Spanish that says what to do. */
import { count } from './text/text.ts'

/**
 * What went wrong, apart from the words for it. The server turns it into a status, the terminal into an
 * exit code.
 */
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
  /** One message a field, by the field's name on the wire. */
  fields?: Record<string, string>
  /** The pilot that stands in the way. */
  id?: string
  /** When the credential was revoked: ISO 8601, UTC. */
  revoked_at?: string
  /** How many pilots have a card already, and how many were to be printed. */
  printed?: number
  total?: number
  /** Seconds until it can be tried again. */
  wait?: number
  /** Whether nobody knows if it was stored; else it was not. */
  unknown?: true
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

/** It can be read, but breaks the rules of the fields named in `fields`. */
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

/** The credential was lost, and its pilot has another: this one is nobody's. */
export class RevokedError extends PilotosError {
  constructor(at: string) {
    super('gone', 'CREDENCIAL ANULADA', { revoked_at: at })
  }
}

/** Somebody else has changed the pilot since it was read. */
export class ConflictError extends PilotosError {
  constructor() {
    super('conflict', 'Otra persona cambió a este piloto mientras tanto')
  }
}

const duplicateDni = 'Ya existe un piloto con este DNI'

/** One pilot per DNI: `id` is the pilot that has it. */
export class DuplicateDniError extends PilotosError {
  constructor(id: string) {
    super('duplicate', duplicateDni, { fields: { dni: duplicateDni }, id })
  }
}

/** A card that was printed is printed again only where somebody says so. */
export class AlreadyPrintedError extends PilotosError {
  constructor(
    readonly printed: number,
    readonly total: number,
    /** What to do, where that is not asked. */
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

/** `wait` is in seconds. */
export class TooManyError extends PilotosError {
  constructor(wait: number, reason = 'Demasiados intentos') {
    const time = wait < 60 ? count(wait, 'segundo') : count(Math.ceil(wait / 60), 'minuto')
    super('too-many', `${reason}: espere ${time} y pruebe otra vez`, { wait })
  }
}

/** More work is waiting than is taken on; the message says what to do. */
export class QueueFullError extends PilotosError {
  constructor(message: string) {
    super('too-many', message)
  }
}

/** Others are served first; `wait` says when to try again, in seconds. */
export class BusyError extends PilotosError {
  constructor(message: string, wait: number) {
    super('unavailable', message, { wait })
  }
}

/** The command was written wrongly. */
export class UsageError extends PilotosError {
  constructor(message: string) {
    super('usage', message)
  }
}

/** Nothing was stored, and everything that was stays. */
export class DiskFullError extends PilotosError {
  constructor(path: string, cause?: unknown) {
    super('disk-full', `No se guardó: el disco de ${path} está lleno. Libere espacio y repita`, {}, { cause })
  }
}

/** The machine failed: the disk, the port, damaged data. */
export class MachineError extends PilotosError {
  constructor(message: string, cause?: unknown) {
    super('machine', message, {}, { cause })
  }
}

/** The system has no descriptor left for another file or connection: it passes by itself. */
export class TooManyOpenError extends MachineError {
  constructor(cause: unknown) {
    super('Hay demasiados archivos o conexiones abiertos a la vez: espere un momento y repita', cause)
  }

  /** Whether the system has refused for this reason. */
  static isMeantBy(error: unknown): boolean {
    return error instanceof Error && 'code' in error && ['EMFILE', 'ENFILE'].includes(String(error.code))
  }
}

const unavailable =
  'La base de datos no responde. No se perdió nada de lo guardado: espere un momento y repita'

/**
 * What holds the data does not answer now, and will again by itself. Without a message it says no more than that.
 * `isUnknown` says that nobody knows whether it was stored.
 */
export class UnavailableError extends PilotosError {
  constructor(message = unavailable, cause?: unknown, isUnknown = false) {
    super('unavailable', message, isUnknown ? { unknown: true } : {}, { cause })
  }
}
