/** Opens the credential of a scanned code, or says why the code opens none. */
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { groupedId, type PilotId } from '#domain/pilot/pilot-id'
import { formatMoment } from '#domain/text/date'
import { shortened } from '#domain/text/text'
import { credentialPath } from '#domain/web/addresses'
import { readScanned } from '#domain/web/scanned'
import { ApiError, api } from '../api/api.ts'

/** The time that a notice stays on the screen, in milliseconds. */
const noticeDuration = 8000

export function useScan() {
  const navigate = useNavigate()
  const lookup = useRef(new AbortController())
  const [notice, setNotice] = useState<Error>()

  useEffect(() => {
    const timer = notice && setTimeout(() => setNotice(undefined), noticeDuration)
    return () => clearTimeout(timer)
  }, [notice])
  useEffect(() => () => lookup.current.abort(), [])

  /** Calls `leave` and opens the credential, or calls `otherwise` on failure. A later scan aborts an earlier one. */
  async function open(id: PilotId, otherwise: (error: Error) => void, leave = () => {}) {
    lookup.current.abort()
    lookup.current = new AbortController()
    const { signal } = lookup.current
    try {
      await api.credential(id, signal)
      if (signal.aborted) return
      leave()
      navigate(credentialPath(id))
    } catch (error) {
      if (!signal.aborted) otherwise(error as Error)
    }
  }

  return {
    notice,

    /** Handles a scan outside text fields. */
    scan(text: string) {
      const id = readScanned(text)
      if (!id) return setNotice(new Error(`Lo escaneado no es una credencial: «${shortened(text, 60)}»`))
      setNotice(undefined)
      void open(id, (error) => setNotice(new Error(whyNot(error, id))))
    },

    /**
     * Handles a submitted search: calls `leave` and opens the credential if the text is a valid code, or else calls
     * `search`.
     */
    find(text: string, search: () => void, leave: () => void) {
      const id = readScanned(text)
      setNotice(undefined)
      if (id) void open(id, search, leave)
      else search()
    },
  }
}

/** Returns the Spanish message that says why a code opens no credential. */
export function whyNot(error: Error, id: PilotId): string {
  const { status = 0, details = {} } = error instanceof ApiError ? error : {}
  if (status === 404) return `Ningún piloto tiene el código ${groupedId(id)}.`
  return details.revoked_at ? `${error.message} el ${formatMoment(details.revoked_at)}.` : error.message
}
