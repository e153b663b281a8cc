/** Shows why a scan opened no credential: a notice over the page, or the red screen of a revoked credential. */

import { useEffect, useId, useRef } from 'react'
import { fullName } from '#domain/pilot/full-name'
import type { PilotId } from '#domain/pilot/pilot-id'
import { formatMoment } from '#domain/text/date'
import { credentialPath } from '#domain/web/addresses'
import { api } from '../api/api.ts'
import { useLoad } from '../api/use-load.ts'
import button from '../ui/button.module.css'
import { Link } from '../ui/link.tsx'
import { Failure } from '../ui/load.tsx'
import overlay from '../ui/overlay.module.css'
import type { CodeLookup, Revocation } from './code-lookup.ts'
import styles from './scan.module.css'

export function ScanAlert({ lookup: { alert, show } }: { lookup: CodeLookup }) {
  return (
    <>
      <div className={overlay.overlay}>{alert && 'notice' in alert && <Failure error={alert.notice} />}</div>
      {alert && 'revocation' in alert && (
        <RevokedAlert revocation={alert.revocation} onClose={() => show(undefined)} />
      )}
    </>
  )
}

/** Fills the screen in red after the scan of a revoked credential, and leads to the one that replaces it. */
interface RevokedAlertProps {
  revocation: Revocation
  onClose: () => void
}

function RevokedAlert({ revocation: { message, at, next }, onClose }: RevokedAlertProps) {
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
      <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
        <path
          fill="none"
          stroke="currentColor"
          strokeWidth="3"
          d="M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zM5 5l14 14"
        />
      </svg>
      <h2 id={id}>{message}</h2>
      <p id={`${id}-text`}>
        {next
          ? `Esta tarjeta no vale desde el ${formatMoment(at)}. Su piloto tiene otra.`
          : `Esta tarjeta no vale desde el ${formatMoment(at)}. Su piloto ya no está registrado.`}
      </p>
      <div className={styles.actions}>
        <button type="button" className={button.button} onClick={() => dialog.current?.close()}>
          Cerrar
        </button>
        {next && <CurrentCredential id={next} onOpen={onClose} />}
      </div>
    </dialog>
  )
}

/** The link to the credential that is valid now. It names the pilot once the name is loaded. */
function CurrentCredential({ id, onOpen }: { id: PilotId; onOpen: () => void }) {
  const { value: pilot } = useLoad((signal) => api.credential(id, signal), id)
  return (
    <Link className={button.button} to={credentialPath(id)} onClick={onOpen}>
      {pilot ? `Ver la credencial nueva de ${fullName(pilot)}` : 'Ver la credencial nueva'}
    </Link>
  )
}
