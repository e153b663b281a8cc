/** The sessions of a data folder: in memory, and as hashes in `sessions.json`, so that they survive a restart. */
import { isObject } from '#domain/text/json'
import { createMutex } from '../../async/mutex.ts'
import { readIfThere, writeAtomically } from '../../files/atomic-file.ts'
import type { Account } from '../contract/account-store.ts'
import { maxSessionsOfAccount, type SessionStore, sessionSeconds } from '../contract/session-store.ts'
import { SessionEndings } from '../session-endings.ts'
import { hashOfSession, newSessionId, sha256 } from '../session-ids.ts'

interface Session {
  user: string
  /** The end of the session, in milliseconds since 1970. */
  expires: number
  /** A hash of the stored password with which the session was started. */
  password: string
}

interface SessionFileOptions {
  /** Lists the accounts. It is called if the file has sessions. */
  accounts: () => Promise<readonly Account[]>
  now?: () => number
  /** Receives the error if the file cannot be read or written: its sessions then end with the program. */
  report?: (error: Error) => void
}

/**
 * Opens the sessions. A session of the file counts if its account still has the password with which the session was
 * started. Treats a damaged file like a missing file, since staff can sign in again.
 */
export async function openSessionFile(
  path: string,
  { accounts, now = Date.now, report = () => {} }: SessionFileOptions,
): Promise<FolderSessions> {
  const sessions = await readSessions(path, accounts, now()).catch((error) => {
    report(error)
    return new Map<string, Session>()
  })
  return new FolderSessions(path, sessions, now, report)
}

/** The sessions by their hashes, the oldest first. */
export class FolderSessions implements SessionStore {
  #endings = new SessionEndings()
  #runExclusive = createMutex()

  constructor(
    private readonly path: string,
    private readonly sessions: Map<string, Session>,
    private readonly now: () => number,
    private readonly report: (error: Error) => void,
  ) {}

  async start(account: Account): Promise<string> {
    this.#endExcess(account.user)
    const id = newSessionId()
    const expires = this.now() + sessionSeconds * 1000
    this.sessions.set(hashOfSession(id), { user: account.user, expires, password: fingerprintOf(account) })
    await this.#save()
    return id
  }

  async find(id: string): Promise<string | undefined> {
    return this.peek(id)
  }

  peek(id: string): string | undefined {
    const session = this.sessions.get(hashOfSession(id))
    return session && isCurrent(session, this.now()) ? session.user : undefined
  }

  async end(id: string): Promise<void> {
    const hash = hashOfSession(id)
    const isStored = this.sessions.has(hash)
    this.#end(hash)
    if (isStored) await this.#save()
  }

  onEnd(id: string, listener: () => void): () => void {
    const hash = hashOfSession(id)
    const expires = this.sessions.get(hash)?.expires ?? 0
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
    const meant = [...this.sessions].filter(([, { user }]) => isMeant(user))
    for (const [hash] of meant) this.#end(hash)
    if (meant.length > 0) await this.#save()
  }

  #end(hash: string): void {
    this.sessions.delete(hash)
    this.#endings.notify(hash)
  }

  /** Ends expired sessions, and the oldest sessions of a user who has as many as are allowed. */
  #endExcess(user: string): void {
    for (const [hash, session] of this.sessions) if (!isCurrent(session, this.now())) this.#end(hash)
    const own = [...this.sessions].filter(([, session]) => session.user === user)
    const excess = own.length - maxSessionsOfAccount + 1
    for (const [hash] of own.slice(0, Math.max(0, excess))) this.#end(hash)
  }

  /** Writes all sessions. A full disk does not keep anybody from signing in or out. */
  #save(): Promise<void> {
    return this.#runExclusive(() =>
      writeAtomically(this.path, `${JSON.stringify({ sessions: Object.fromEntries(this.sessions) })}\n`),
    ).catch(this.report)
  }
}

async function readSessions(
  path: string,
  accounts: SessionFileOptions['accounts'],
  now: number,
): Promise<Map<string, Session>> {
  const bytes = await readIfThere(path)
  const current = bytes ? parse(bytes.toString('utf8')).filter(([, session]) => isCurrent(session, now)) : []
  if (current.length === 0) return new Map()
  const passwordOf = new Map((await accounts()).map((account) => [account.user, fingerprintOf(account)]))
  return new Map(current.filter(([, { user, password }]) => passwordOf.get(user) === password))
}

function parse(text: string): [string, Session][] {
  try {
    const { sessions } = JSON.parse(text)
    return isObject(sessions)
      ? Object.entries(sessions).filter((entry): entry is [string, Session] => isSession(entry[1]))
      : []
  } catch {
    return []
  }
}

function isSession(value: unknown): value is Session {
  return (
    isObject(value) &&
    typeof value.user === 'string' &&
    typeof value.expires === 'number' &&
    typeof value.password === 'string'
  )
}

/** Returns false for a session that has expired, or that was started while the clock was ahead. */
function isCurrent({ expires }: Session, now: number): boolean {
  return expires > now && expires <= now + sessionSeconds * 1000
}

function fingerprintOf({ password }: Account): string {
  return sha256(password)
}
