/** The backups: one to make now, and those that the server has made. */
import { formatMoment } from '#domain/text/date'
import { fileSize } from '#domain/text/text'
import { backupsPath } from '#domain/web/addresses'
import type { BackupKind } from '#domain/web/backups'
import type { BackupsInfo } from '#domain/web/schemas'
import { useBackupFailure } from '../api/changes.ts'
import { settingsApi } from '../api/settings-api.ts'
import { useLoad } from '../api/use-load.ts'
import button from '../ui/button.module.css'
import { Command } from '../ui/command.tsx'
import { Failure, Loading } from '../ui/load.tsx'
import { Notice } from '../ui/notice.tsx'
import { useDownload } from '../ui/use-download.ts'
import styles from './settings-screen.module.css'

const kindTexts: Record<BackupKind, string> = {
  automatic: 'automática',
  import: 'antes de importar',
  restore: 'antes de restaurar',
  other: 'hecha a mano',
}

export function BackupsSection() {
  const failure = useBackupFailure()
  const { value, error, reload } = useLoad((signal) => settingsApi.backups(signal), `backups ${failure}`)
  return (
    <>
      <p>
        Una copia lleva todo: pilotos, fotos, cuentas e historial. Guárdela en otro disco o en una memoria
        USB.
      </p>
      <NewBackup />
      {error && <Failure error={error} retry={reload} />}
      {!value && !error && <Loading />}
      {value && <Stored {...value} />}
      <p>
        Para volver a una copia, escriba en la terminal de la laptop:{' '}
        <Command className={styles.command}>restore ARCHIVO --force</Command>
      </p>
    </>
  )
}

function NewBackup() {
  const { state, start, cancel } = useDownload<number>()
  const make = () => start((onProgress, signal) => settingsApi.newBackup(onProgress, signal))
  const bytes = state.stage === 'preparing' ? (state.progress ?? 0) : 0
  const isRunning = state.stage === 'preparing'
  return (
    <>
      <div className={styles.actions}>
        <button type="button" className={button.primary} disabled={isRunning} onClick={make}>
          Hacer una copia ahora
        </button>
        {isRunning && (
          <button type="button" className={button.button} onClick={cancel}>
            Cancelar
          </button>
        )}
        {isRunning && <span>Preparando… {bytes > 0 && fileSize(bytes)}</span>}
      </div>
      <p role="status" className={styles.good}>
        {state.stage === 'done' && `Se descargó ${state.name} (${fileSize(state.bytes)}).`}
      </p>
      {state.stage === 'failed' && <Failure error={state.error} retry={make} />}
    </>
  )
}

function Stored({ is_automatic, next, failure, folder, files }: BackupsInfo) {
  return (
    <>
      <h3>En la laptop</h3>
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
          : 'Los datos están en una base de datos: sus copias automáticas son cosa de quien la administra, por ejemplo con pg_dump. El kiosco solo guarda una antes de una importación que cambia a muchos pilotos.'}
      </p>
      <p className={styles.hint}>
        Carpeta: <code>{folder}</code>
      </p>
      {files.length === 0 ? (
        <p>Todavía no hay ninguna.</p>
      ) : (
        <ul className={styles.rows}>
          {files.map(({ name, at, size, kind }) => (
            <li key={name} className={styles.row}>
              <p>
                <b>
                  <time dateTime={at}>{formatMoment(at)}</time>
                </b>
                <span className={styles.hint}>
                  {kindTexts[kind]} · {fileSize(size)}
                </span>
              </p>
              <a
                className={button.button}
                href={backupsPath(encodeURIComponent(name))}
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
