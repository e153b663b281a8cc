/** Says that the server is gone, for as long as it is. */
import { useEffect, useState } from 'react'
import { api } from '../api.ts'
import { useIsConnected } from '../changes.ts'
import { Failure } from './load.tsx'
import overlay from './overlay.module.css'

const gone = new Error('El kiosco no responde. Lo escrito sigue aquí; se sigue solo cuando vuelva.')

/** Between two questions whether it is back, in milliseconds. */
const pause = 2000

export function ServerGone() {
  const isConnected = useIsConnected()
  const [isGone, setGone] = useState(false)

  // A stream also ends where a session does, and then the server is there.
  useEffect(() => {
    setGone(false)
    if (isConnected) return
    const leaving = new AbortController()
    let next: ReturnType<typeof setTimeout> | undefined
    async function ask() {
      const isThere = await api.session(leaving.signal).then(
        () => true,
        () => false,
      )
      if (leaving.signal.aborted) return
      setGone(!isThere)
      next = setTimeout(ask, pause)
    }
    void ask()
    return () => {
      leaving.abort()
      clearTimeout(next)
    }
  }, [isConnected])

  return <div className={overlay.overlay}>{isGone && <Failure error={gone} />}</div>
}
