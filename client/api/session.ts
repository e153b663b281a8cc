/** The session: the signed-in user, and the settings that the server sends to the pages at the start. */

import { createContext, useContext } from 'react'
import type { SessionInfo } from '#domain/staff/calls'
import { count, enumerate } from '#domain/text/text'

/** The numbers of scans and signatures that a gate has not sent. */
export interface Unsent {
  scans: number
  signatures: number
}

/** Returns a text such as `2 lecturas y 1 firma`, or an empty one. */
export function unsentText({ scans, signatures }: Unsent): string {
  return enumerate([
    ...(scans > 0 ? [count(scans, 'lectura')] : []),
    ...(signatures > 0 ? [count(signatures, 'firma')] : []),
  ])
}

export interface Session extends SessionInfo {
  /** The failure to load the session. A temporary failure is retried automatically. */
  problem?: { error: Error; retry: () => void }
  /** The scans and signatures of an earlier gate in this browser that are not sent yet, while nobody is signed in. */
  unsent: Unsent | undefined
  /** The text of the sign-in screen about the end of the last session. */
  notice?: string
  /** Stores session information that arrived in another answer of the server. */
  update(info: SessionInfo, notice?: string): void
  signIn(user: string, password: string): Promise<void>
  signOut(): Promise<void>
}

export const SessionContext = createContext<Session | undefined>(undefined)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession is used outside of SessionProvider')
  return session
}
