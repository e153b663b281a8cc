/** Makes this phone the gate of the code in the address that it has opened. */
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { readPairingCode } from '#domain/web/addresses'
import { ApiError } from '../api/api.ts'
import { pairingApi } from '../api/pairing-api.ts'
import { useSession } from '../api/session.ts'

export interface PhonePairing {
  /** True while the phone waits for the answer of the server. */
  isPairing: boolean
  /** Says in Spanish why the phone was not paired. */
  error?: Error
  /** Tries the same code again. Present after a failure that may be over. */
  retry?: () => void
}

/**
 * Pairs the phone if the fragment of the address is a code, and removes the code from the address at once: neither a
 * reload nor the history uses it again. The session of the page then is that of the gate.
 */
export function usePairing(): PhonePairing {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const { update } = useSession()
  const [state, setState] = useState<PhonePairing>({ isPairing: readPairingCode(hash) !== undefined })
  const latest = useRef(update)
  latest.current = update

  useEffect(() => {
    const code = readPairingCode(hash)
    if (code === undefined) return

    async function pair(code: string) {
      setState({ isPairing: true })
      try {
        latest.current(await pairingApi.pair(code))
        setState({ isPairing: false })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        setState({ isPairing: false, error, retry: error.isTemporary ? () => pair(code) : undefined })
      }
    }

    navigate(pathname + search, { replace: true })
    void pair(code)
  }, [hash, pathname, search, navigate])

  return state
}
