/** The notice of a pilot who has the typed document already, with what a desk does for that pilot. */
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import { credentialPath, formPath, photoPath } from '#domain/api/addresses'
import { fullName } from '#domain/pilots/pilot'
import { useChanges } from '../../api/changes.ts'
import { useLoad } from '../../api/load.ts'
import { loadPilot } from '../../api/pilots.ts'
import { PrintDialog } from '../../credential/print-dialog.tsx'
import { RenewDialog } from '../../credential/renew-dialog.tsx'
import button from '../../ui/button.module.css'
import { Photo } from '../../ui/images.tsx'
import { Link } from '../../ui/link.tsx'
import { NumberPlate, StatusMark } from '../../ui/marks.tsx'
import { Notice } from '../../ui/notice.tsx'
import { actionKeys, useActionKeys } from '../../ui/page-events.ts'
import styles from './form.module.css'
import { firstName, focusControl } from './form-keys.ts'

interface KnownPilotProps {
  id: string
  /** Called when the notice appears. */
  onShown?: () => void
}

export function KnownPilot({ id, onShown }: KnownPilotProps) {
  const navigate = useNavigate()
  const { value: pilot, refresh } = useLoad((signal) => loadPilot(id, signal), id)
  const [open, setOpen] = useState<'print' | 'renew'>()
  useChanges(({ ids = [id] }) => {
    if (ids.includes(id)) refresh()
  })
  const isShown = pilot !== undefined
  useEffect(() => {
    if (isShown) onShown?.()
  }, [isShown, onShown])
  const print = () => setOpen('print')
  const renew = pilot?.status?.kind === 'expired' ? () => setOpen('renew') : undefined
  const { credential: credentialKey, renew: renewKey, print: printKey, edit: editKey } = actionKeys
  useActionKeys(
    isShown
      ? {
          [credentialKey]: () => navigate(credentialPath(id)),
          [renewKey]: renew,
          [printKey]: print,
          [editKey]: () => navigate(formPath(id)),
        }
      : {},
  )
  if (!pilot) return null

  function close() {
    // While the dialog is open, no control of the form can take the focus.
    flushSync(() => setOpen(undefined))
    focusControl(firstName)
  }

  return (
    <div className={styles.changed} role="alert">
      <Notice kind="good">
        <Photo className={styles.face} src={pilot.photo ? photoPath(pilot.photo) : undefined} alt="" />
        <NumberPlate number={pilot.npiloto} />
        <p>
          <strong>{fullName(pilot)}</strong> ya está registrado{' '}
          {pilot.status && <StatusMark status={pilot.status} />}
        </p>
        <div className={styles.steps}>
          <Link className={button.button} to={credentialPath(id)} aria-keyshortcuts={credentialKey}>
            Ver credencial <kbd>{credentialKey}</kbd>
          </Link>
          {renew && (
            <button type="button" className={button.primary} aria-keyshortcuts={renewKey} onClick={renew}>
              Renovar <kbd>{renewKey}</kbd>
            </button>
          )}
          <button type="button" className={button.button} aria-keyshortcuts={printKey} onClick={print}>
            Imprimir <kbd>{printKey}</kbd>
          </button>
          <Link className={button.button} to={formPath(id)} aria-keyshortcuts={editKey}>
            Editar <kbd>{editKey}</kbd>
          </Link>
        </div>
      </Notice>
      {open === 'print' && (
        <PrintDialog what={`Se imprime la de ${fullName(pilot)}.`} order={{ ids: [id] }} onClose={close} />
      )}
      {open === 'renew' && <RenewDialog selection={{ ids: [id] }} onClose={close} />}
    </div>
  )
}
