/** The accounts of staff and their sessions. A stored session is a hash, so that a copy of the store opens nothing. */

import { isRole, type Role } from '#domain/staff/roles'
import { isObject } from '#domain/text/text'

export interface Account {
  user: string
  /** The password's hash, in the format of `hashPassword`. A paired phone has a random text that fits no password. */
  password: string
  /** Absent in accounts that were stored before there were roles: see `roleOf`. */
  role?: Role
  /** The gate of a paired phone. Other accounts have none. */
  gate?: string
  /** The time of the pairing: ISO 8601, UTC. */
  since?: string
  /** Describes a paired phone for people, such as `iPhone, 192.168.1.77`. */
  device?: string
}

/** Returns the role of an account. An account that was stored before there were roles may do everything. */
export function roleOf({ role = 'admin' }: Pick<Account, 'role'>): Role {
  return role
}

/** Returns true for the account of a phone that is paired with a gate. */
export function isPhone({ gate }: Pick<Account, 'gate'>): boolean {
  return gate !== undefined
}

export function isAccount(value: unknown): value is Account {
  return (
    isObject(value) &&
    typeof value.user === 'string' &&
    typeof value.password === 'string' &&
    (value.role === undefined || isRole(value.role)) &&
    [value.gate, value.since, value.device].every((text) => text === undefined || typeof text === 'string')
  )
}

/** The lifetime of a session, in seconds: seven days, which is longer than an event. */
export const sessionSeconds = 7 * 24 * 60 * 60

/** The most sessions of one account; a further one ends the oldest. */
export const maxSessionsOfAccount = 100

/** The precision of the time of the last request of a session, in milliseconds. */
export const seenPrecision = 60_000

/** The account of a session, as it is now. */
export interface SessionUser {
  user: string
  role: Role
  /** The gate of a paired phone. */
  gate?: string
  /** The time of the sign-in or the pairing: ISO 8601, UTC. */
  since: string
}

/** The port that gave a session its cookie: a cookie belongs to its port, although browsers do not tell ports apart. */
export type SessionPort = 'http' | 'https'

/** The time for which an expired pairing is kept, in milliseconds, so that its phone can be told why it is refused. */
export const keptPairing = 24 * 60 * 60_000

/** The start of the identifiers that belong to the https port. */
export const securePrefix = 'https.'

/** Returns the port to which the identifier of a session belongs. */
export function portOfSession(id: string): SessionPort {
  return id.startsWith(securePrefix) ? 'https' : 'http'
}
