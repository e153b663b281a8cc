/** The application below its router: the browser renders it, and the server renders it for a credential. */
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { sessionPath } from '#domain/api/addresses'
import type { EmbeddedAnswers } from '#domain/api/wire'
import { defaultBrand } from '#domain/desk/brand'
import type { SessionInfo } from '#domain/staff/calls'
import { call, callForOne, first } from '../api/call.ts'
import { EmbeddedContext, useEmbedded, useLoad } from '../api/load.ts'
import { SessionContext } from '../api/session.ts'
import { forgetRiders } from '../gate/offline/gate-database.ts'
import { Loading } from '../ui/notice.tsx'
import { Screens } from './routes.tsx'

export function App({ answers }: { answers: EmbeddedAnswers }) {
  return (
    <EmbeddedContext value={answers}>
      <SessionProvider>
        <Screens />
      </SessionProvider>
    </EmbeddedContext>
  )
}

/** Asks the server who is signed in, and provides the session to all pages. */
function SessionProvider({ children }: { children: ReactNode }) {
  const known = useEmbedded(sessionPath, first<SessionInfo>)
  const loaded = useLoad((signal) => callForOne('GET /api/session', { signal }), 'session', known)
  const [changed, setChanged] = useState<SessionInfo & { notice?: string }>()
  const { error, reload } = loaded
  const info = changed ?? loaded.value
  const [unsentScans, setUnsentScans] = useState(0)
  const isSignedOut = info?.role === null
  useEffect(() => {
    if (isSignedOut) void forgetRiders().then(setUnsentScans)
  }, [isSignedOut])

  const session = useMemo(
    () =>
      (info || error) && {
        ...(info ?? nobody),
        unsentScans: isSignedOut ? unsentScans : 0,
        problem: !info && error ? { error, retry: reload } : undefined,
        update: (next: SessionInfo, notice?: string) => setChanged({ ...next, notice }),
        async signIn(user: string, password: string) {
          setChanged(await callForOne('POST /api/session', { body: { user, password } }))
        },
        async signOut() {
          await call('DELETE /api/session')
          setChanged(await callForOne('GET /api/session'))
        },
      },
    [info, error, reload, isSignedOut, unsentScans],
  )

  return session ? <SessionContext value={session}>{children}</SessionContext> : <Loading />
}

const nobody: SessionInfo = {
  user: null,
  role: null,
  gate: null,
  staff: false,
  has_accounts: true,
  public_url: '',
  secure_url: null,
  country: null,
  country_code: null,
  brand: defaultBrand,
}
