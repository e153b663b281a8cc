/** The sessions of a data folder: in memory, and as hashes in `sessions.json`, so that they survive a restart. */
import { isObject } from '#domain/text/text'
import type { Role } from '#domain/web/roles'
import type { ReplaceFile } from '../../files/atomic-file.ts'
import {
  type Account,
  maxSessionsOfAccount,
  roleOf,
  type SessionStore,
  type SessionUser,
  seenPrecision,
  sessionSeconds,
} from '../contract/account-store.ts'
import { hashOfSession, newSessionId, SessionEndings, sha256 } from '../shared/sessions.ts'
import { JsonDocument } from './documents.ts'

interface Session {
  user: string
  /** The end of the session, in milliseconds since 1970. */
  expires: number
  /** A hash of the stored password with which the session was started. */
  password: string
  /** The time of the last request, in milliseconds since 1970, within a minute. */
  seen?: number
}

/** The sessions by their hashes. */
type Sessions = Record<string, Session>

interface SessionFileOptions {
  /** Lists the accounts. It is called if the file has sessions. */
  accounts: () => Promise<readonly Account[]>
  now?: () => number
  replaceFile?: ReplaceFile
  /** Receives the error if the file cannot be read or written: its sessions then end with the program. */
  report?: (error: Error) => void
}

/**
 * Opens the sessions. A session of the file counts if its account still has the password with which the session was
 * started. Treats a damaged file like a missing file, since staff can sign in again.
 */
export async function openSessionFile(
  path: string,
  { accounts, now = Date.now, replaceFile, report = () => {} }: SessionFileOptions,
): Promise<FolderSessions> {
  const document = new JsonDocument<Sessions>(path, {
    empty: {},
    parse: parseSessions,
    format: (sessions) => JSON.stringify({ sessions }),
    replaceFile,
  })
  const sessions = new FolderSessions(document, now, report)
  await sessions.read(accounts).catch(report)
  return sessions
}

/** The sessions by their hashes, the oldest first. */
export class FolderSessions implements SessionStore {
  #sessions = new Map<string, Session>()
  #endings = new SessionEndings()
  /** The accounts that have or had a session, by their names. */
  #users = new Map<string, Omit<SessionUser, 'since'>>()

  constructor(
    private readonly document: JsonDocument<Sessions>,
    private readonly now: () => number,
    private readonly report: (error: Error) => void,
  ) {}

  /** Reads the sessions whose accounts still have their passwords. @throws MachineError */
  async read(accounts: SessionFileOptions['accounts']): Promise<void> {
    const stored = Object.entries(await this.document.read())
    const current = stored.filter(([, session]) => isCurrent(session, this.now()))
    if (current.length === 0) return
    const known = await accounts()
    const passwordOf = new Map(known.map((account) => [account.user, fingerprintOf(account)]))
    this.#sessions = new Map(current.filter(([, { user, password }]) => passwordOf.get(user) === password))
    for (const account of known) this.update(account)
  }

  async start(account: Account): Promise<string> {
    const { user } = account
    this.#endExcess(user)
    this.update(account)
    const id = newSessionId()
    const seen = this.now()
    const expires = seen + sessionSeconds * 1000
    this.#sessions.set(hashOfSession(id), { user, expires, password: fingerprintOf(account), seen })
    await this.#save()
    return id
  }

  async find(id: string): Promise<SessionUser | undefined> {
    const session = this.#sessions.get(hashOfSession(id))
    const now = this.now()
    if (!session || !isCurrent(session, now)) return undefined
    if (now - (session.seen ?? 0) >= seenPrecision) {
      session.seen = now
      void this.#save()
    }
    const user = this.#users.get(session.user)
    return user && { ...user, since: new Date(session.expires - sessionSeconds * 1000).toISOString() }
  }

  /** Gives the sessions of an account its role and gate of now. */
  update(account: Account): void {
    const { user, gate } = account
    const role = roleOf(account)
    const known = this.#users.get(user)
    this.#users.set(user, { user, role, ...(gate !== undefined && { gate }) })
    if (!known || known.role === role) return
    for (const [hash, session] of this.#sessions) if (session.user === user) this.#endings.notify(hash)
  }

  async lastSeen(): Promise<Map<string, string>> {
    const last = new Map<string, number>()
    for (const { user, seen = 0 } of this.#sessions.values())
      if (seen > (last.get(user) ?? 0)) last.set(user, seen)
    return new Map([...last].map(([user, seen]) => [user, new Date(seen).toISOString()]))
  }

  async end(id: string): Promise<void> {
    const hash = hashOfSession(id)
    const isStored = this.#sessions.has(hash)
    this.#end(hash)
    if (isStored) await this.#save()
  }

  onEnd(id: string, _role: Role, listener: () => void): () => void {
    const hash = hashOfSession(id)
    const expires = this.#sessions.get(hash)?.expires ?? 0
    const expiring = setTimeout(() => this.#end(hash), expires - this.now())
    expiring.unref()
    const unsubscribe = this.#endings.onEnd(hash, listener)
    return () => {
      clearTimeout(expiring)
      unsubscribe()
    }
  }

  /** Ends the sessions of all users for whom `isMeant` returns true. */
  async endAll(isMeant: (user: string) => boolean): Promise<void> {
    const meant = [...this.#sessions].filter(([, { user }]) => isMeant(user))
    for (const [hash] of meant) this.#end(hash)
    if (meant.length > 0) await this.#save()
  }

  #end(hash: string): void {
    this.#sessions.delete(hash)
    this.#endings.notify(hash)
  }

  /** Ends expired sessions, and the oldest sessions of a user who has as many as are allowed. */
  #endExcess(user: string): void {
    for (const [hash, session] of this.#sessions) if (!isCurrent(session, this.now())) this.#end(hash)
    const own = [...this.#sessions].filter(([, session]) => session.user === user)
    const excess = own.length - maxSessionsOfAccount + 1
    for (const [hash] of own.slice(0, Math.max(0, excess))) this.#end(hash)
  }

  /** Writes all sessions. A full disk does not keep anybody from signing in or out. */
  #save(): Promise<void> {
    return this.document.replace(Object.fromEntries(this.#sessions)).catch(this.report)
  }
}

function parseSessions(value: unknown): Sessions {
  const stored = isObject(value) && isObject(value.sessions) ? value.sessions : {}
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, Session] => isSession(entry[1])),
  )
}

function isSession(value: unknown): value is Session {
  return (
    isObject(value) &&
    typeof value.user === 'string' &&
    typeof value.expires === 'number' &&
    typeof value.password === 'string' &&
    (value.seen === undefined || typeof value.seen === 'number')
  )
}

/** Returns false for a session that has expired, or that was started while the clock was ahead. */
function isCurrent({ expires }: Session, now: number): boolean {
  return expires > now && expires <= now + sessionSeconds * 1000
}

function fingerprintOf({ password }: Account): string {
  return sha256(password)
}
