/** The backups: one to make now, and those that the server has made, which can be downloaded and restored. */
import { useState } from 'react'
import { addressOf } from '#domain/api/addresses'
import type { BackupKind, BackupsInfo } from '#domain/desk/calls'
import { formatMoment } from '#domain/text/date'
import { fileSize } from '#domain/text/text'
import { callForOne } from '../api/call.ts'
import { useBackupFailure } from '../api/changes.ts'
import { callForFile } from '../api/files.ts'
import { useLoad } from '../api/load.ts'
import { MergeDialog, mergeTitle } from '../merge/merge-dialog.tsx'
import button from '../ui/button.module.css'
import layout from '../ui/layout.module.css'
import { Command } from '../ui/marks.tsx'
import { Awaited, Notice } from '../ui/notice.tsx'
import { DownloadStatus, useDownload } from '../ui/run.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import styles from './settings-screen.module.css'

const kindTexts: Record<BackupKind, string> = {
  automatic: 'automática',
  import: 'antes de importar',
  restore: 'antes de restaurar',
  merge: 'antes de unir',
  day: 'al cerrar el día',
  other: 'hecha a mano',
}

/** `closedDays` is the number of days that were closed on this screen, each of which leaves a backup. */
export function BackupsSection({ closedDays }: { closedDays: number }) {
  const failure = useBackupFailure()
  const loaded = useLoad(
    (signal) => callForOne('GET /api/backups', { signal }),
    `backups ${failure} ${closedDays}`,
  )
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
      <div className={styles.actions}>
        <button type="button" className={button.button} onClick={() => setOpen(true)}>
          {mergeTitle}
        </button>
      </div>
      {isOpen && <MergeDialog onMerged={onMerged} onClose={() => setOpen(false)} />}
    </>
  )
}

function NewBackup() {
  const download = useDownload()
  const make = () =>
    download.start('la copia', (onBytes, signal) =>
      callForFile('POST /api/backups', { signal }, 'pilotos.tar.gz', onBytes),
    )
  return (
    <>
      <button type="button" className={button.primary} disabled={download.isBusy} onClick={make}>
        Hacer una copia ahora
      </button>
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
      <p role="status" className={styles.good}>
        {done}
      </p>
      {failure !== null && (
        <Notice kind="warning">
          <p>
            <b>La última copia automática falló.</b> {failure}
          </p>
        </Notice>
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
        <ul className={styles.rows}>
          {files.map(({ name, at, size, kind }, index) => (
            <li key={name} className={styles.row}>
              <p>
                <b>
                  <time dateTime={at}>{formatMoment(at)}</time>
                </b>
                <span className={layout.hint}>
                  {kindTexts[kind]} · {fileSize(size)}
                </span>
              </p>
              {is_automatic && (
                <button
                  type="button"
                  className={button.button}
                  aria-label={`Restaurar la copia de ${formatMoment(at)}`}
                  onClick={() => setChosen(files[index])}
                >
                  Restaurar
                </button>
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
