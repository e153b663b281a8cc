/** The application below its router: the browser renders it, and the server renders it for a credential. */
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { matchPath, Navigate, useLocation } from 'react-router-dom'
import { screens, sessionPath } from '#domain/api/addresses'
import type { EmbeddedAnswers } from '#domain/api/wire'
import { defaultBrand } from '#domain/desk/brand'
import type { SessionInfo } from '#domain/staff/calls'
import { permits, type Role } from '#domain/staff/roles'
import { gateKey, recall } from '../api/browser-memory.ts'
import { call, callForOne, first } from '../api/call.ts'
import type { RiderProps } from '../api/feature.ts'
import { EmbeddedContext, useEmbedded, useLoad } from '../api/load.ts'
import { SessionContext, type Unsent, useSession } from '../api/session.ts'
import type { CredentialActionsProps } from '../credential/credential-actions.tsx'
import { CredentialScreen } from '../credential/credential-screen.tsx'
import { WaitingActions, WaitingEntry } from '../credential/waiting-parts.tsx'
import { Loading } from '../ui/notice.tsx'
import { Layout } from './layout.tsx'
import { ApplyPartLoader, GatePartLoader, StaffPartLoader } from './parts.tsx'

export function App({ answers }: { answers: EmbeddedAnswers }) {
  return (
    <EmbeddedContext value={answers}>
      <SessionProvider>
        <Screens />
      </SessionProvider>
    </EmbeddedContext>
  )
}

/**
 * Deletes the riders that a gate held in this browser: see `dropRiders` of its memory, which the page of a credential does
 * not need. If that does not load, the next page deletes them.
 */
async function dropRiders(): Promise<Unsent | undefined> {
  const memory = await import('../gate/gate-memory.ts')
  return memory.dropRiders()
}

/** Asks the server who is signed in, and provides the session to all pages. */
function SessionProvider({ children }: { children: ReactNode }) {
  const known = useEmbedded(sessionPath, first<SessionInfo>)
  const loaded = useLoad((signal) => callForOne('GET /api/session', { signal }), 'session', known)
  const [changed, setChanged] = useState<SessionInfo & { notice?: string }>()
  const { error, reload } = loaded
  const info = changed ?? loaded.value
  const [unsent, setUnsent] = useState<Unsent>()
  const isSignedOut = info?.role === null
  useEffect(() => {
    if (isSignedOut) void dropRiders().then(setUnsent, () => {})
  }, [isSignedOut])

  const session = useMemo(
    () =>
      (info || error) && {
        ...(info ?? nobody),
        unsent: isSignedOut ? unsent : undefined,
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
    [info, error, reload, isSignedOut, unsent],
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
  event: '',
  brand: defaultBrand,
}

/** Shows the screen of the current address. The pages of a gate and of a rider fill the window, without the frame. */
function Screens() {
  const path = decoded(useLocation().pathname)
  if (matchPath(screens.gate, path))
    return <GatePartLoader>{({ GateScreen }) => <GateScreen />}</GatePartLoader>
  if (matchPath(screens.apply, path))
    return <ApplyPartLoader>{({ ApplyScreen }) => <ApplyScreen />}</ApplyPartLoader>
  return (
    <Layout>
      <Screen path={path} />
    </Layout>
  )
}

function Screen({ path }: { path: string }) {
  const { search } = useLocation()
  const credential = matchPath(screens.credential, path)
  if (credential)
    return (
      <CredentialScreen
        id={credential.params.id_driver ?? ''}
        actions={credentialActions}
        entries={credentialEntries}
        entry={gateEntry}
      />
    )
  const screen = (
    <StaffPartLoader>{({ LaterScreen }) => <LaterScreen path={path} search={search} />}</StaffPartLoader>
  )
  const isForAll = [screens.login, screens.help, screens.manual].some((screen) => matchPath(screen, path))
  return isForAll ? screen : <RoleOnly needed={roleFor(path)}>{screen}</RoleOnly>
}

/**
 * Shows a screen to people with a role, and leads a gate to its page and people without a session to the sign-in, which
 * remembers the address that the person asked for.
 */
function RoleOnly({ needed, children }: { needed: Role; children: ReactNode }) {
  const { role } = useSession()
  const { pathname, search } = useLocation()
  if (role === null) {
    const goingTo = pathname.replace(/^[\\/]+/, '/') + search
    return <Navigate to={screens.login} replace state={{ goingTo }} />
  }
  if (permits(role, needed)) return children
  if (role === 'puerta' && pathname !== screens.gate) return <Navigate to={screens.gate} replace />
  return <StaffPartLoader>{({ OtherRole }) => <OtherRole role={role} needed={needed} />}</StaffPartLoader>
}

/** Returns the role that a screen needs. */
function roleFor(path: string): Role {
  return matchPath(screens.removed, path) || path.startsWith(screens.settings) ? 'admin' : 'mesa'
}

function credentialActions(props: CredentialActionsProps): ReactNode {
  return (
    <StaffPartLoader waiting={<WaitingActions />} isDeferred>
      {({ CredentialActions }) => <CredentialActions {...props} />}
    </StaffPartLoader>
  )
}

function credentialEntries(props: RiderProps): ReactNode {
  return (
    <StaffPartLoader waiting={null} isDeferred isOptional>
      {({ CredentialSections }) => <CredentialSections {...props} />}
    </StaffPartLoader>
  )
}

function gateEntry(id: string, isRevoked: boolean): ReactNode {
  return <GateEntryLoader id={id} isRevoked={isRevoked} />
}

/** Loads the part of a gate in a browser that is one: the desk needs it only where it was used as a gate. */
function GateEntryLoader(props: { id: string; isRevoked: boolean }) {
  const { role, gate } = useSession()
  const isForGates = role === 'puerta' || gate !== null
  if (!isForGates && recall(gateKey) === null) return null
  // The server knows no choice of this browser, so that its HTML has a place only in the page of a gate.
  return (
    <GatePartLoader waiting={isForGates ? <WaitingEntry /> : null} isDeferred isOptional>
      {({ GateEntry }) => <GateEntry {...props} />}
    </GatePartLoader>
  )
}

/** Decodes a path as the server does. A path that cannot be decoded stays as it is. */
function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
