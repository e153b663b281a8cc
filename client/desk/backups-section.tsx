/** The backups: one to make now, and those that the server has made, which can be downloaded and restored. */
import { useState } from 'react'
import { addressOf } from '#domain/api/addresses'
import type { BackupKind, BackupsInfo, RestoredBackup, RestorePreview } from '#domain/desk/calls'
import { formatMoment } from '#domain/text/date'
import { count, enumerate, figure, fileSize } from '#domain/text/text'
import { callForOne } from '../api/call.ts'
import { useStream } from '../api/changes.ts'
import { fileOf } from '../api/files.ts'
import { useLoad } from '../api/load.ts'
import { MergeDialog, mergeTitle } from '../merge/merge-dialog.tsx'
import { Erases } from '../merge/merge-report.tsx'
import button from '../ui/button.module.css'
import { PreviewDialog } from '../ui/dialog.tsx'
import { Button, Done } from '../ui/form.tsx'
import layout from '../ui/layout.module.css'
import { Command } from '../ui/marks.tsx'
import { Awaited, Warning } from '../ui/notice.tsx'
import parts from '../ui/parts.module.css'
import { DownloadStatus, TableHead, useDownload } from '../ui/run.tsx'
import styles from '../ui/settings.module.css'

const kindTexts: Record<BackupKind, string> = {
  automatic: 'automática',
  import: 'antes de importar',
  restore: 'antes de restaurar',
  merge: 'antes de unir',
  day: 'al cerrar el día',
  other: 'hecha a mano',
}

export function BackupsSection() {
  const { backupFailure: failure } = useStream()
  const loaded = useLoad((signal) => callForOne('GET /api/backups', { signal }), `backups ${failure}`)
  return (
    <>
      <p>
        Una copia lleva todo: pilotos, fotos, cuentas e historial. Guárdela en otro disco o en una memoria
        USB.
      </p>
      <NewBackup />
      <Awaited load={loaded}>{(info) => <Stored {...info} onRestored={loaded.reload} />}</Awaited>
      <p>
        Para volver a una copia que está en otro lugar, escriba en la terminal de la laptop:{' '}
        <Command className={layout.block}>restore ARCHIVO --force</Command>
      </p>
      <Merge onMerged={loaded.reload} />
    </>
  )
}

/** Opens the merge of another desk's backup. */
function Merge({ onMerged }: { onMerged: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <h3>De otra mesa</h3>
      <p>
        Para juntar aquí lo que se registró en otra laptop, traiga una copia que se hizo en ella. Se suma a lo
        que hay, y antes de guardar se muestra qué cambia.
      </p>
      <div className={layout.row}>
        <Button onClick={() => setOpen(true)}>{mergeTitle}</Button>
      </div>
      {isOpen && <MergeDialog onMerged={onMerged} onClose={() => setOpen(false)} />}
    </>
  )
}

function NewBackup() {
  const download = useDownload()
  const make = () => download.start('la copia', fileOf('POST /api/backups', {}, 'pilotos.tar.gz'))
  return (
    <>
      <Button className={`${button.primary} ${layout.start}`} disabled={download.isBusy} onClick={make}>
        Hacer una copia ahora
      </Button>
      <DownloadStatus download={download} retry={make} />
    </>
  )
}

function Stored(props: BackupsInfo & { onRestored: () => void }) {
  const { is_automatic, next, failure, folder, files, onRestored } = props
  const [chosen, setChosen] = useState<BackupsInfo['files'][number]>()
  const [done, setDone] = useState<string>()
  return (
    <>
      <h3>En la laptop</h3>
      {chosen && (
        <RestoreDialog
          backup={chosen}
          onRestored={(text) => {
            setDone(text)
            onRestored()
          }}
          onClose={() => setChosen(undefined)}
        />
      )}
      <Done>{done}</Done>
      {failure !== null && (
        <Warning>
          <b>La última copia automática falló.</b> {failure}
        </Warning>
      )}
      <p>
        {is_automatic
          ? `El kiosco hace una cada hora si algo cambió, y conserva las últimas diez. ${nextText(next)}`
          : 'Los datos están en una base de datos: sus copias automáticas son cosa de quien la administra, por ejemplo con pg_dump. El kiosco solo guarda una antes de una importación que cambia a muchos pilotos, y otra al cerrar el día.'}
      </p>
      <p className={layout.hint}>
        Carpeta: <code>{folder}</code>
      </p>
      {files.length === 0 ? (
        <p>Todavía no hay ninguna.</p>
      ) : (
        <ul className={`${parts.lines} ${styles.rows}`}>
          {files.map(({ name, at, size, kind }, index) => (
            <li key={name} className={layout.split}>
              <p>
                <b>
                  <time dateTime={at}>{formatMoment(at)}</time>
                </b>
                <span className={layout.hint}>
                  {kindTexts[kind]} · {fileSize(size)}
                </span>
              </p>
              {is_automatic && (
                <Button
                  aria-label={`Restaurar la copia de ${formatMoment(at)}`}
                  onClick={() => setChosen(files[index])}
                >
                  Restaurar
                </Button>
              )}
              <a
                className={button.button}
                href={addressOf('GET /api/backups/:name', { params: { name } })}
                download={name}
                aria-label={`Descargar la copia de ${formatMoment(at)}`}
              >
                Descargar
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function nextText(next: string | null): string {
  return next ? `La próxima: ${formatMoment(next)}, si algo cambió.` : 'Ahora mismo revisa si hace falta una.'
}

interface RestoreDialogProps {
  backup: BackupsInfo['files'][number]
  /** Receives what was restored, in Spanish. */
  onRestored: (text: string) => void
  onClose: () => void
}

/** The question before a restore: what it replaces, and by what. */
function RestoreDialog({ backup: { name, at }, onRestored, onClose }: RestoreDialogProps) {
  const preview = useLoad(
    (signal) => callForOne('GET /api/backups/:name/restore', { params: { name }, signal }),
    name,
  )
  const [eraseToo, setEraseToo] = useState(false)

  async function restore() {
    const order = { params: { name }, body: { eraseToo } }
    onRestored(restoredText(at, await callForOne('POST /api/backups/:name/restore', order)))
    onClose()
  }

  return (
    <PreviewDialog
      title={`Restaurar la copia de ${formatMoment(at)}`}
      action="Restaurar"
      busy="Restaurando…"
      preview={preview}
      confirm={restore}
      onClose={onClose}
    >
      {({ now, backup, erases, desk }) => (
        <>
          <Comparison now={now} backup={backup} />
          <Erases riders={erases} desk={desk} eraseToo={eraseToo} onChange={setEraseToo} />
          <p>
            Todo vuelve a como estaba entonces, también las reglas de vigencia y las demás cuentas. La suya y
            los teléfonos de las puertas siguen como están. Antes se guarda una copia de lo que hay ahora.
          </p>
          <p className={layout.hint}>
            Mientras dura, nadie puede guardar. Las puertas siguen, y envían sus lecturas después.
          </p>
        </>
      )}
    </PreviewDialog>
  )
}

function Comparison({ now, backup }: Pick<RestorePreview, 'now' | 'backup'>) {
  const rows: [title: string, before: number, after: number][] = [
    ['Pilotos', now.pilots, backup.pilots],
    ['Con foto', now.photos, backup.photos],
    ['Lecturas', now.passages, backup.passages],
  ]
  return (
    <table className={`${parts.table} ${styles.comparison}`}>
      <TableHead texts={['', 'Ahora', 'En la copia']} />
      <tbody>
        {rows.map(([title, before, after]) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            <td>{figure(before)}</td>
            <td>{figure(after)}</td>
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
