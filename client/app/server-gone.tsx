/** Shows a notice while the server, or the database behind it, does not respond. */
import { useEffect, useRef, useState } from 'react'
import type { SessionInfo } from '#domain/web/schemas'
import { ApiError, api } from '../api/api.ts'
import { useHasData, useIsConnected, useServerRole } from '../api/changes.ts'
import { useSession } from '../api/session.ts'
import { Failure } from '../ui/load.tsx'
import styles from './server-gone.module.css'

const serverGone = notResponding('El kiosco')
const databaseGone = notResponding('La base de datos')

/** The pause before each further request that checks whether the server responds again, in milliseconds. */
const pause = 2000

export function ServerGone() {
  const isConnected = useIsConnected()
  const hasData = useHasData()
  const { role, update } = useSession()
  const [asked, setAsked] = useState<Error>()

  // The change feed also ends with the session. The server then responds, and the sign-in appears.
  useEffect(() => {
    setAsked(undefined)
    if (isConnected) return
    const leaving = new AbortController()
    let next: ReturnType<typeof setTimeout> | undefined
    async function ask() {
      const answer = await api.session(leaving.signal).catch(unavailableError)
      if (leaving.signal.aborted) return
      const isGone = answer instanceof Error
      setAsked(isGone ? answer : undefined)
      if (!isGone && answer.role !== role) update(answer)
      next = setTimeout(ask, pause)
    }
    void ask()
    return () => {
      leaving.abort()
      clearTimeout(next)
    }
  }, [isConnected, role, update])

  useFollowedRole()

  const error = isConnected && !hasData ? databaseGone : asked
  return <div className={styles.gone}>{error && <Failure error={error} />}</div>
}

/** Loads the session again if the server reports another role: an account can get one while its pages are open. */
function useFollowedRole(): void {
  const serverRole = useServerRole()
  const session = useSession()
  const latest = useRef(session)
  latest.current = session
  useEffect(() => {
    if (serverRole === undefined || serverRole === latest.current.role) return
    const leaving = new AbortController()
    const update = (info: SessionInfo) => !leaving.signal.aborted && latest.current.update(info)
    // A failure is of no harm: the server refuses what the role may not do.
    api.session(leaving.signal).then(update, () => {})
    return () => leaving.abort()
  }, [serverRole])
}

function unavailableError(error: unknown): Error {
  return error instanceof ApiError && error.status === 503 ? databaseGone : serverGone
}

function notResponding(who: string): Error {
  return new Error(`${who} no responde. Lo escrito sigue aquí; se sigue solo cuando vuelva.`)
}
