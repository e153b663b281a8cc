/** Looks up scanned codes, and opens their credentials. */
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { groupedId, type PilotId } from '#domain/pilot/pilot-id'
import { formatMoment } from '#domain/text/date'
import { credentialPath } from '#domain/web/addresses'
import { ApiError, api } from '../api/api.ts'

/** The notice after a scan that opens no credential: a message, or the alert of a revoked credential. */
type ScanAlert = { notice: Error } | { revocation: Revocation }

/** A revoked credential: its message, the time of the revocation, and the credential that replaces it, if any. */
export interface Revocation {
  message: string
  at: string
  next?: PilotId
}

export interface CodeLookup {
  /** Absent while there is nothing to show. */
  alert: ScanAlert | undefined
  show(alert: ScanAlert | undefined): void
  /**
   * Looks up a code, and shows the alert if it is revoked. Returns the error if no pilot has the code or no answer
   * arrives, and undefined if a later call has replaced this one.
   */
  find(id: PilotId): Promise<'valid' | 'revoked' | Error | undefined>
  /** Opens the credential of a valid code. */
  open(id: PilotId): void
}

/** The time that a notice stays on the screen, in milliseconds. */
export const noticeDuration = 8000

export function useCodeLookup(): CodeLookup {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const lookup = useRef(new AbortController())
  const [alert, show] = useState<ScanAlert>()

  useEffect(() => {
    if (!alert || 'revocation' in alert) return
    const timer = setTimeout(() => show(undefined), noticeDuration)
    return () => clearTimeout(timer)
  }, [alert])
  useEffect(() => () => lookup.current.abort(), [])

  return {
    alert,
    show,

    async find(id) {
      lookup.current.abort()
      lookup.current = new AbortController()
      const { signal } = lookup.current
      show(undefined)
      try {
        await api.credential(id, signal)
        return signal.aborted ? undefined : 'valid'
      } catch (error) {
        if (signal.aborted) return undefined
        const { message } = error as Error
        const { revoked_at: at, next } = error instanceof ApiError ? error.details : {}
        if (!at) return error as Error
        show({ revocation: { message, at, next } })
        return 'revoked'
      }
    },

    open(id) {
      const path = credentialPath(id)
      // The scan of the credential that is open adds no step to the history.
      navigate(path, { replace: path === pathname })
    },
  }
}

/** Returns the Spanish message that says why a code opens no credential. */
export function whyNot(error: Error, id: PilotId): string {
  const { status = 0, details = {} } = error instanceof ApiError ? error : {}
  if (status === 404) return `Ningún piloto tiene el código ${groupedId(id)}.`
  return details.revoked_at ? `${error.message} el ${formatMoment(details.revoked_at)}.` : error.message
}
