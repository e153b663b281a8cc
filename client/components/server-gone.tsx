/** Says that the server, or the database behind it, is gone, for as long as it is. */
import { useEffect, useState } from 'react'
import { ApiError, api } from '../api.ts'
import { useHasData, useIsConnected } from '../changes.ts'
import { Failure } from './load.tsx'
import styles from './server-gone.module.css'

const kioskGone = gone('El kiosco')
const databaseGone = gone('La base de datos')

/** Between two questions whether it is back, in milliseconds. */
const pause = 2000

export function ServerGone() {
  const isConnected = useIsConnected()
  const hasData = useHasData()
  const [asked, setAsked] = useState<Error>()

  // A stream also ends where a session does, and then the server is there.
  useEffect(() => {
    setAsked(undefined)
    if (isConnected) return
    const leaving = new AbortController()
    let next: ReturnType<typeof setTimeout> | undefined
    async function ask() {
      const answer = await api.session(leaving.signal).then(() => undefined, whoIsGone)
      if (leaving.signal.aborted) return
      setAsked(answer)
      next = setTimeout(ask, pause)
    }
    void ask()
    return () => {
      leaving.abort()
      clearTimeout(next)
    }
  }, [isConnected])

  const error = isConnected && !hasData ? databaseGone : asked
  return <div className={styles.gone}>{error && <Failure error={error} />}</div>
}

function whoIsGone(error: unknown): Error {
  return error instanceof ApiError && error.status === 503 ? databaseGone : kioskGone
}

function gone(who: string): Error {
  return new Error(`${who} no responde. Lo escrito sigue aquí; se sigue solo cuando vuelva.`)
}
