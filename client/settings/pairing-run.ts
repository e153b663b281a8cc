/** Makes the code of a pairing, and follows it until a phone has used it. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { NewPairing, PairingInfo } from '#domain/web/gate-schemas'
import { ApiError } from '../api/api.ts'
import { pairingApi } from '../api/pairing-api.ts'

export type PairingState =
  | { stage: 'choosing'; isBusy?: boolean; error?: Error }
  /** `left` is the time for which the code can be used, in seconds. */
  | { stage: 'shown'; pairing: NewPairing; left: number }
  | { stage: 'expired'; pairing: NewPairing }
  | { stage: 'paired'; phone: PairingInfo }

/** The pause between two looks at a code, in milliseconds. */
const pause = 1000

export function usePairingRun() {
  const [state, setState] = useState<PairingState>({ stage: 'choosing' })
  const shown = state.stage === 'shown' ? state.pairing : undefined
  const unused = useRef<string>(undefined)

  useEffect(() => {
    if (!shown) return
    const leaving = new AbortController()
    let next: ReturnType<typeof setTimeout> | undefined
    async function look(pairing: NewPairing) {
      const found = await pairingApi.get(pairing.id, leaving.signal).catch(stateOfFailure)
      if (leaving.signal.aborted) return
      const left = Math.ceil((Date.parse(pairing.expires) - Date.now()) / 1000)
      if (typeof found === 'object' && found.user !== undefined) {
        unused.current = undefined
        return setState({ stage: 'paired', phone: found })
      }
      if (found === 'gone' || left <= 0) return setState({ stage: 'expired', pairing })
      setState({ stage: 'shown', pairing, left })
      next = setTimeout(() => look(pairing), pause)
    }
    void look(shown)
    return () => {
      leaving.abort()
      clearTimeout(next)
    }
  }, [shown])

  useEffect(() => () => cancel(unused), [])

  async function show(gate: string) {
    cancel(unused)
    setState({ stage: 'choosing', isBusy: true })
    try {
      const pairing = await pairingApi.create(gate)
      unused.current = pairing.id
      const left = Math.ceil((Date.parse(pairing.expires) - Date.now()) / 1000)
      setState({ stage: 'shown', pairing, left })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setState({ stage: 'choosing', error })
    }
  }

  function restart() {
    cancel(unused)
    setState({ stage: 'choosing' })
  }

  return { state, show, restart }
}

/** Makes the code unusable that is shown. */
function cancel(unused: RefObject<string | undefined>): void {
  if (unused.current !== undefined) pairingApi.cancel(unused.current).catch(() => {})
  unused.current = undefined
}

/** A code that another person has cancelled is gone; any other failure may pass. */
function stateOfFailure(error: unknown): 'gone' | 'unknown' {
  return error instanceof ApiError && error.status === 404 ? 'gone' : 'unknown'
}
