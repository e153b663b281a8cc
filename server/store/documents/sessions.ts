/**
 * The sessions of staff, on a document of any store, which has their hashes. A restart in the middle of an event signs
 * nobody out, and a signed token could not be ended at once.
 */

import type { Role } from '#domain/staff/roles'
import { hasShape, type Shaped } from '#domain/stored/checks'
import { isObject } from '#domain/text/text'
import { type Account, roleOf } from './accounts.ts'
import type { DocumentKind, StoredDocument } from './stored-document.ts'

/** The lifetime of a session, in seconds: seven days, which is longer than an event. */
export const sessionSeconds = 7 * 24 * 60 * 60

/** The most sessions of one account; a further one ends the oldest. */
export const maxSessionsOfAccount = 100

/** The precision of the time of the last request of a session, in milliseconds. */
const seenPrecision = 60_000

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

/** The start of the identifiers that belong to the https port. */
const securePrefix = 'https.'

/** Returns the port to which the identifier of a session belongs. */
export function portOfSession(id: string): SessionPort {
  return id.startsWith(securePrefix) ? 'https' : 'http'
}

type Session = Shaped<'session'>

/** The sessions by their hashes, the oldest first. */
export type SessionsByHash = Readonly<Record<string, Session>>

export const sessionKind: DocumentKind<SessionsByHash> = {
  empty: {},
  lost: 'Quienes habían entrado desde otro equipo tienen que entrar otra vez',
  parse({ sessions }) {
    if (!isObject(sessions)) return undefined
    const stored = Object.entries(sessions)
    return Object.fromEntries(
      stored.filter((entry): entry is [string, Session] => hasShape('session', entry[1])),
    )
  },
  contentOf: (sessions) => ({ sessions }),
}

/** A listener, with the session and the role whose end it waits for. */
interface Watcher {
  hash: string
  role: Role
  listener: () => void
}

/** A session has ended if its account is gone, or has another password than at its start. */
export class Sessions {
  #watchers = new Set<Watcher>()
  /** The times of requests that are not stored yet, by the hashes of their sessions. */
  #requests = new Map<string, number>()
  #noting: Promise<void> | undefined

  constructor(
    private readonly document: StoredDocument<SessionsByHash>,
    private readonly accounts: () => Promise<readonly Account[]>,
  ) {}

  /** Starts a session of an account and returns its id, which nobody can guess: see `portOfSession`. */
  async start(account: Account, port: SessionPort = 'http'): Promise<string> {
    const { user } = account
    const id = newSessionId(port)
    await this.document.change((sessions, { now }) => {
      const current = filtered(sessions, (session) => isCurrent(session, now))
      const own = Object.keys(current).filter((hash) => current[hash]?.user === user)
      const excess = own.slice(0, Math.max(0, own.length - maxSessionsOfAccount + 1))
      const expires = now + sessionSeconds * 1000
      const session = { user, expires, password: fingerprintOf(account), seen: now }
      return { ...filtered(current, (_, hash) => !excess.includes(hash)), [sha256(id)]: session }
    })
    await this.check()
    return id
  }

  /** Returns the account of a session, or undefined if the session has ended or never existed. */
  async find(id: string): Promise<SessionUser | undefined> {
    const hash = sha256(id)
    const { sessions, accountOf, now } = await this.#read()
    const session = sessions[hash]
    const account = accountOf(session)
    if (!session || !account) return undefined
    if (now - (session.seen ?? 0) >= seenPrecision) this.#note(hash, now)
    const { user, gate } = account
    const since = new Date(session.expires - sessionSeconds * 1000).toISOString()
    return { user, role: roleOf(account), since, ...(gate !== undefined && { gate }) }
  }

  /** Returns the time of the last request of each account that has a session, within a minute: ISO 8601, UTC. */
  async lastSeen(): Promise<Map<string, string>> {
    const { sessions, accountOf } = await this.#read()
    const last = new Map<string, number>()
    for (const session of Object.values(sessions)) {
      const { user, seen = 0 } = session
      if (seen > (last.get(user) ?? 0) && accountOf(session)) last.set(user, seen)
    }
    return new Map([...last].map(([user, seen]) => [user, new Date(seen).toISOString()]))
  }

  async end(id: string): Promise<void> {
    await this.#remove((_, hash) => hash === sha256(id))
  }

  /** Ends the sessions of all users for whom `isMeant` returns true. */
  async endAll(isMeant: (user: string) => boolean): Promise<void> {
    await this.#remove(({ user }) => isMeant(user))
  }

  /**
   * Calls `listener` when a found session no longer has its role: after a sign-out, by expiry, because its account was
   * removed or got another password, or because its account got another role. Returns a function that unsubscribes it.
   */
  onEnd(id: string, { role, since }: Pick<SessionUser, 'role' | 'since'>, listener: () => void): () => void {
    const watcher = { hash: sha256(id), role, listener }
    this.#watchers.add(watcher)
    const end = Date.parse(since) + sessionSeconds * 1000
    // A database that does not answer is asked again by its change feed.
    const check = () => void this.check().catch(() => {})
    // The session may have ended since it was found.
    check()
    const expiring = setTimeout(check, end - Date.now())
    expiring.unref()
    return () => {
      clearTimeout(expiring)
      this.#watchers.delete(watcher)
    }
  }

  /** Calls the listeners of sessions that have ended or got another role, also by another process, once each. */
  async check(): Promise<void> {
    // The session of a later watcher may be newer than what is read here.
    const watchers = [...this.#watchers]
    if (watchers.length === 0) return
    const { sessions, accountOf } = await this.#read()
    for (const watcher of watchers) {
      const account = accountOf(sessions[watcher.hash])
      const hasEnded = !account || roleOf(account) !== watcher.role
      if (hasEnded && this.#watchers.delete(watcher)) watcher.listener()
    }
  }

  async #read() {
    const [{ data: sessions, now }, accounts] = await Promise.all([this.document.read(), this.accounts()])
    /** Returns the account of a session, or undefined if the session has ended. */
    const accountOf = (session: Session | undefined) =>
      session && isCurrent(session, now)
        ? accounts.find((one) => one.user === session.user && fingerprintOf(one) === session.password)
        : undefined
    return { sessions, now, accountOf }
  }

  async #remove(isMeant: (session: Session, hash: string) => boolean): Promise<void> {
    await this.document.change((sessions) => {
      const rest = filtered(sessions, (session, hash) => !isMeant(session, hash))
      return Object.keys(rest).length < Object.keys(sessions).length ? rest : undefined
    })
    await this.check()
  }

  /** Stores the time of a request without a wait, and the times of several sessions in one change. */
  #note(hash: string, now: number): void {
    this.#requests.set(hash, now)
    this.#noting ??= this.#storeRequests()
  }

  async #storeRequests(): Promise<void> {
    while (this.#requests.size > 0) {
      const times = new Map(this.#requests)
      this.#requests.clear()
      const noted = ([hash, session]: [string, Session]) =>
        [hash, { ...session, seen: times.get(hash) ?? session.seen }] as const
      await this.document
        .change((sessions) => Object.fromEntries(Object.entries(sessions).map(noted)))
        .catch(() => {})
    }
    this.#noting = undefined
  }
}

function filtered(
  sessions: SessionsByHash,
  isKept: (session: Session, hash: string) => boolean,
): SessionsByHash {
  return Object.fromEntries(Object.entries(sessions).filter(([hash, session]) => isKept(session, hash)))
}

/** Returns false for a session that has expired, or that was started while the clock was ahead. */
function isCurrent({ expires }: Session, now: number): boolean {
  return expires > now && expires <= now + sessionSeconds * 1000
}

/** Returns a new identifier, of 192 random bits. */
function newSessionId(port: SessionPort): string {
  const id = nodeCrypto().randomBytes(24).toString('base64url')
  return port === 'https' ? securePrefix + id : id
}

function fingerprintOf({ password }: Account): string {
  return sha256(password)
}

function sha256(text: string): string {
  return nodeCrypto().createHash('sha256').update(text).digest('hex')
}

/** Loads `node:crypto` for the first session: every command opens the sessions, but few have any to read. */
function nodeCrypto() {
  return process.getBuiltinModule('node:crypto')
}

export type SessionStore = Pick<Sessions, 'start' | 'find' | 'end' | 'onEnd' | 'lastSeen'>
