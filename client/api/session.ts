/** Who is signed in, and what the server told the pages at the start. */
import { createContext, useContext } from 'react'
import type { SessionInfo } from '#domain/web/wire'

export interface Session extends SessionInfo {
  /** Why it is not known who is signed in; that is asked again by itself. */
  problem?: { error: Error; retry: () => void }
  /** Notes what the server has said of this browser in another answer. */
  note(info: SessionInfo): void
  signIn(user: string, password: string): Promise<void>
  signOut(): Promise<void>
}

export const SessionContext = createContext<Session | undefined>(undefined)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession is used outside of SessionProvider')
  return session
}
