/** Warns that the last automatic backup failed, until one succeeds. */
import { useBackupFailure } from '../api/changes.ts'
import { Command } from '../ui/command.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './backup-failure.module.css'

export function BackupFailure() {
  const failure = useBackupFailure()
  return (
    <div className={styles.backup} role="alert">
      {failure !== null && (
        <Notice kind="warning">
          <p>
            <b>No se pudo hacer la copia automática.</b> {failure}. Los pilotos siguen guardados; el kiosco lo
            intenta otra vez cada cinco minutos. Mientras tanto, haga una en otro disco con{' '}
            <Command>backup</Command>.
          </p>
        </Notice>
      )}
    </div>
  )
}
