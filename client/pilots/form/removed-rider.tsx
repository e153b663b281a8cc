/** The notice that the typed document is that of a removed rider, whom an admin restores at once. */

import { photoPath } from '#domain/api/addresses'
import type { Duplicates } from '#domain/pilots/calls'
import { formatDay } from '#domain/text/date'
import { callForPilot } from '../../api/call.ts'
import { useSession } from '../../api/session.ts'
import button from '../../ui/button.module.css'
import { useAction } from '../../ui/form.tsx'
import { Photo } from '../../ui/images.tsx'
import { Notice } from '../../ui/notice.tsx'
import { UndoProblem } from '../../ui/undo.tsx'
import styles from './form.module.css'

interface RemovedRiderProps {
  removed: NonNullable<Duplicates['removed']>
  /** Called once the rider is there again. */
  onRestored: () => void
}

export function RemovedRider({ removed: { id, name, photo, at }, onRestored }: RemovedRiderProps) {
  const { role } = useSession()
  const { run, isBusy, error } = useAction(async () => {
    await callForPilot('POST /api/pilots/:id/undo-remove', { params: { id } })
    onRestored()
  })
  return (
    <div className={styles.changed} role="alert">
      <Notice kind="warning">
        <Photo className={styles.face} src={photo ? photoPath(photo) : undefined} alt="" />
        <p>
          <strong>{name}</strong>, de este documento, se borró el {formatDay(at)}.{' '}
          {role === 'admin'
            ? 'Si se registra otra vez, su credencial anterior no vale.'
            : 'Un administrador puede restaurarlo, con su credencial anterior.'}{' '}
          {error && <UndoProblem error={error} failure="No se pudo restaurar" />}
        </p>
        {role === 'admin' && (
          <button type="button" className={button.primary} disabled={isBusy} onClick={run}>
            Restaurar
          </button>
        )}
      </Notice>
    </div>
  )
}
