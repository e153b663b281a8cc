/** The question before a restore: what it replaces, and by what. */
import { useState } from 'react'
import type { BackupsInfo, RestoredBackup, RestorePreview } from '#domain/desk/calls'
import { formatMoment } from '#domain/text/date'
import { count, enumerate, figure } from '#domain/text/text'
import { callForOne } from '../api/call.ts'
import { useLoad } from '../api/load.ts'
import { Erases } from '../merge/merge-report.tsx'
import button from '../ui/button.module.css'
import { Dialog } from '../ui/dialog.tsx'
import { useAction } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Awaited, Failure } from '../ui/notice.tsx'
import styles from './settings-screen.module.css'

interface RestoreDialogProps {
  backup: BackupsInfo['files'][number]
  /** Receives what was restored, in Spanish. */
  onRestored: (text: string) => void
  onClose: () => void
}

export function RestoreDialog({ backup: { name, at }, onRestored, onClose }: RestoreDialogProps) {
  const preview = useLoad(
    (signal) => callForOne('GET /api/backups/:name/restore', { params: { name }, signal }),
    name,
  )
  const [eraseToo, setEraseToo] = useState(false)
  const { run, isBusy, error } = useAction(async () => {
    const order = { params: { name }, body: { eraseToo } }
    onRestored(restoredText(at, await callForOne('POST /api/backups/:name/restore', order)))
    onClose()
  })
  return (
    <Dialog
      title={`Restaurar la copia de ${formatMoment(at)}`}
      isBusy={isBusy}
      onClose={onClose}
      cancel="Cancelar"
      foot={
        <button type="button" className={button.danger} disabled={isBusy || !preview.value} onClick={run}>
          {isBusy ? 'Restaurando…' : 'Restaurar'}
        </button>
      }
    >
      <Awaited load={preview}>
        {({ now, backup, erases, desk }) => (
          <div className={layout.stack}>
            <Comparison now={now} backup={backup} />
            <Erases riders={erases} desk={desk} eraseToo={eraseToo} onChange={setEraseToo} />
            <p>
              Todo vuelve a como estaba entonces, también las reglas de vigencia y las demás cuentas. La suya
              y los teléfonos de las puertas siguen como están. Antes se guarda una copia de lo que hay ahora.
            </p>
            <p className={layout.hint}>
              Mientras dura, nadie puede guardar. Las puertas siguen, y envían sus lecturas después.
            </p>
          </div>
        )}
      </Awaited>
      {error && <Failure error={error} />}
    </Dialog>
  )
}

function Comparison({ now, backup }: Pick<RestorePreview, 'now' | 'backup'>) {
  const rows: [title: string, before: number | null, after: number | null][] = [
    ['Pilotos', now.pilots, backup.pilots],
    ['Con foto', now.photos, backup.photos],
    ['Lecturas', now.passages, backup.passages],
  ]
  return (
    <table className={styles.comparison}>
      <thead>
        <tr>
          <td />
          <th scope="col">Ahora</th>
          <th scope="col">En la copia</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([title, before, after]) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            <td>{figure(before ?? 0)}</td>
            <td>{after === null ? 'no trae: quedan las de ahora' : figure(after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function restoredText(at: string, restored: RestoredBackup): string {
  const { pilots, photos, passages, erased, bad_photos: bad, saved } = restored
  const parts = enumerate([count(pilots, 'piloto'), count(photos, 'foto'), count(passages, 'lectura')])
  const gone = erased > 0 ? ` Personas que se borraron para siempre, y no volvieron: ${figure(erased)}.` : ''
  const left = bad > 0 ? ` Fotos de la copia que no son imágenes, y se dejaron fuera: ${figure(bad)}.` : ''
  return `Se restauró la copia de ${formatMoment(at)}: ${parts}.${gone}${left} Lo que había quedó en ${saved}.`
}
