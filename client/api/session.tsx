/** Who is signed in, and what the server told the pages at the start. */
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { SessionInfo } from '#domain/wire'
import { Loading, useLoad } from '../ui/load.tsx'
import { api } from './api.ts'

interface Session extends SessionInfo {
  /** Why it is not known who is signed in; that is asked again by itself. */
  problem?: { error: Error; retry: () => void }
  /** Notes what the server has said of this browser in another answer. */
  note(info: SessionInfo): void
  signIn(user: string, password: string): Promise<void>
  signOut(): Promise<void>
}

const Context = createContext<Session | undefined>(undefined)

export function useSession(): Session {
  const session = useContext(Context)
  if (!session) throw new Error('useSession is used outside of SessionProvider')
  return session
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const loaded = useLoad((signal) => api.session(signal), 'session')
  const [changed, setChanged] = useState<SessionInfo>()
  const { error, reload } = loaded
  const info = changed ?? loaded.value

  const session = useMemo(
    () =>
      (info || error) && {
        ...(info ?? nobody),
        problem: !info && error ? { error, retry: reload } : undefined,
        note: setChanged,
        async signIn(user: string, password: string) {
          setChanged(await api.signIn(user, password))
        },
        async signOut() {
          await api.signOut()
          setChanged(await api.session())
        },
      },
    [info, error, reload],
  )

  return session ? <Context value={session}>{children}</Context> : <Loading />
}

const nobody: SessionInfo = {
  user: null,
  staff: false,
  has_accounts: true,
  public_url: '',
  country_code: null,
}
