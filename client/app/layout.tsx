/** The frame of every screen: the links to the screens, and the signed-in user or the link to the sign-in. */
import { Component, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { loginPath, readApplicationPath, screens } from '#domain/api/addresses'
import { useSession } from '../api/session.ts'
import { Link } from '../ui/link.tsx'
import { Failure, screenFailure } from '../ui/notice.tsx'
import styles from './app.module.css'
import { type MenuEntry, menuFor } from './menu.ts'
import { GatePartLoader, StaffPartLoader } from './parts.tsx'

export function Layout({ children }: { children: ReactNode }) {
  const { role, staff, user, gate, uses = [], unsent, problem, signOut } = useSession()
  const { pathname, search } = useLocation()
  const [failure, setFailure] = useState<Error>()
  const main = useRef<HTMLElement>(null)
  const place = placeOf(pathname, search)
  const isHelp = place === screens.help
  const { day, apart } = menuFor({ role, staff, uses })
  const leave = () => void signOut().then(() => setFailure(undefined), setFailure)
  const entryOf = ({ name, to }: MenuEntry) => (
    <Link key={to} to={to} aria-current={place === to ? 'page' : undefined}>
      {name}
      {to === screens.approvals && (
        <StaffPartLoader waiting={null} isDeferred isOptional>
          {({ WaitingFigure }) => <WaitingFigure />}
        </StaffPartLoader>
      )}
    </Link>
  )
  return (
    <>
      <header className={styles.header}>
        <Link className={styles.skip} to="#contenido" onClick={(event) => goToMain(event, main.current)}>
          Saltar al contenido
        </Link>
        <div className={styles.bar}>
          <span className={styles.brand}>
            Pilot<b>OS</b>
          </span>
          <nav className={styles.nav} aria-label="Principal">
            {day.map(entryOf)}
            {/* They appear late, and move nothing. */}
            {staff && (
              <StaffPartLoader waiting={null} isDeferred isOptional>
                {({ LateEntries }) => <LateEntries />}
              </StaffPartLoader>
            )}
            <span className={styles.gap} />
            {apart.map(entryOf)}
            {staff && (
              <StaffPartLoader waiting={<span className={styles.more}>Más</span>} isDeferred isOptional>
                {({ MoreEntries }) => <MoreEntries className={styles.more} leave={leave} />}
              </StaffPartLoader>
            )}
          </nav>
          {role === null && !problem && pathname !== screens.login && (
            <p className={styles.user}>
              <Link to={loginPath(pathname)} state={{ goingTo: pathname + search }}>
                Ingresar
              </Link>
            </p>
          )}
          {user !== null && (
            <p className={styles.user}>
              <span>{user}</span>
              {/* A paired phone leaves its gate only on the page of the gate, which asks first. */}
              {gate === null && (
                <button type="button" onClick={leave}>
                  Salir
                </button>
              )}
            </p>
          )}
        </div>
      </header>
      <main className={styles.main} id="contenido" ref={main} tabIndex={-1}>
        {failure && <Failure error={failure} />}
        {unsent && (
          <StaffPartLoader waiting={null} isOptional>
            {({ UnsentNotice }) => <UnsentNotice unsent={unsent} />}
          </StaffPartLoader>
        )}
        {staff && (
          <StaffPartLoader waiting={null} isDeferred isOptional>
            {({ ServerGone, BackupFailure, DamageNotice, ClockNotice, PagePaper, Scanner, ErasedDrafts }) => (
              <>
                <ErasedDrafts />
                <Scanner />
                <PagePaper />
                <ServerGone />
                <BackupFailure />
                <DamageNotice />
                <ClockNotice />
              </>
            )}
          </StaffPartLoader>
        )}
        {role === 'puerta' && (
          <GatePartLoader waiting={null} isDeferred isOptional>
            {({ ClockNotice }) => <ClockNotice />}
          </GatePartLoader>
        )}
        {problem && !isHelp ? (
          <Failure {...problem} />
        ) : (
          <ScreenBoundary key={place}>{children}</ScreenBoundary>
        )}
      </main>
    </>
  )
}

/** Returns the first part of the address, by which the menu and a failure know the screen. */
function placeOf(pathname: string, search: string): string {
  if (pathname === screens.home) return screens.search
  return readApplicationPath({ pathname, search }) ? screens.approvals : `/${pathname.split('/')[1]}`
}

/** Moves the focus past the menu. The address stays, because a changed one would load the screen again. */
function goToMain(event: MouseEvent, main: HTMLElement | null): void {
  event.preventDefault()
  main?.focus()
}

/** Shows a failure instead of a screen that throws while it renders. */
class ScreenBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return <Failure error={screenFailure} retry={() => window.location.reload()} />
  }
}
