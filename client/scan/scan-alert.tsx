/** Looks up scanned codes, and shows why one opens no credential: in a notice, or on a red screen if it is revoked. */
import { useEffect, useId, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { credentialPath } from '#domain/api/addresses'
import { fullName } from '#domain/pilots/pilot'
import { groupedId, type PilotId } from '#domain/pilots/pilot-id'
import { formatMoment } from '#domain/text/date'
import { ApiError } from '../api/call.ts'
import { useLatestRequest, useLoad } from '../api/load.ts'
import { loadPilot } from '../api/pilots.ts'
import button from '../ui/button.module.css'
import { Button } from '../ui/form.tsx'
import { LineIcon } from '../ui/images.tsx'
import { Link } from '../ui/link.tsx'
import { Failure } from '../ui/notice.tsx'
import parts from '../ui/parts.module.css'
import styles from './scan.module.css'

export function ScanAlert({ lookup: { alert, show } }: { lookup: CodeLookup }) {
  return (
    <>
      <div className={parts.overlay}>{alert && 'notice' in alert && <Failure error={alert.notice} />}</div>
      {alert && 'revocation' in alert && (
        <RevokedAlert revocation={alert.revocation} onClose={() => show(undefined)} />
      )}
    </>
  )
}

/** Fills the screen in red after the scan of a revoked credential, and leads to the one that replaces it. */
function RevokedAlert({ revocation, onClose }: { revocation: Revocation; onClose: () => void }) {
  const { message, at, next } = revocation
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className={styles.alert}
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      data-closes-on-scan
      onClose={onClose}
    >
      <LineIcon className={styles.icon} d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zM5 5l14 14" />
      <h2 id={id}>{message}</h2>
      <p id={`${id}-text`}>
        {next
          ? `Esta tarjeta no vale desde el ${formatMoment(at)}. Su piloto tiene otra.`
          : `Esta tarjeta no vale desde el ${formatMoment(at)}. Su piloto ya no está registrado.`}
      </p>
      <div className={styles.actions}>
        <Button onClick={() => dialog.current?.close()}>Cerrar</Button>
        {next && <CurrentCredential id={next} onOpen={onClose} />}
      </div>
    </dialog>
  )
}

/** The link to the credential that is valid now. It names the pilot once the name is loaded. */
function CurrentCredential({ id, onOpen }: { id: PilotId; onOpen: () => void }) {
  const { value: pilot } = useLoad((signal) => loadPilot(id, signal), id)
  return (
    <Link className={button.button} to={credentialPath(id)} onClick={onOpen}>
      {pilot ? `Ver la credencial nueva de ${fullName(pilot)}` : 'Ver la credencial nueva'}
    </Link>
  )
}

/** The notice after a scan that opens no credential: a message, or the alert of a revoked credential. */
type ShownAlert = { notice: Error } | { revocation: Revocation }

/** A revoked credential: its message, the time of the revocation, and the credential that replaces it, if any. */
interface Revocation {
  message: string
  at: string
  next?: PilotId
}

interface CodeLookup {
  /** Absent while there is nothing to show. */
  alert: ShownAlert | undefined
  show(alert: ShownAlert | undefined): void
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
  const begin = useLatestRequest()
  const [alert, show] = useState<ShownAlert>()

  useEffect(() => {
    if (!alert || 'revocation' in alert) return
    const timer = setTimeout(() => show(undefined), noticeDuration)
    return () => clearTimeout(timer)
  }, [alert])

  return {
    alert,
    show,

    async find(id) {
      const signal = begin()
      show(undefined)
      try {
        await loadPilot(id, signal)
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
