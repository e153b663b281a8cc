/** Opens the synchronization of a gate for as long as its page is shown. */
import { useEffect, useState } from 'react'
import { GateSync } from './gate-sync.ts'

/** Returns undefined until the database of the browser is open. */
export function useGateSync(): GateSync | undefined {
  const [sync, setSync] = useState<GateSync>()
  useEffect(() => {
    let isLeft = false
    const opening = GateSync.open()
    opening.then((opened) => !isLeft && setSync(opened))
    return () => {
      isLeft = true
      setSync(undefined)
      void opening.then((opened) => opened.close())
    }
  }, [])
  return sync
}
