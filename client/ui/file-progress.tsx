/** The bar of a large file that is being prepared, and the button that cancels it. */
import { figure } from '#domain/text/text'
import type { FileProgress } from '../api/download.ts'
import button from './button.module.css'
import styles from './file-progress.module.css'

interface FileProgressBarProps {
  progress: FileProgress | undefined
  /** The items that are counted, in plural. */
  items: string
  onCancel: () => void
}

/** The number of items from which a file takes long enough for a bar. */
const manyItems = 2000

/** Shows nothing before the server has said that the file is large. */
export function FileProgressBar({ progress, items, onCancel }: FileProgressBarProps) {
  if (!progress || progress.total < manyItems) return null
  const { written, total } = progress
  return (
    <div className={styles.progress}>
      <p>{written > 0 ? `${figure(written)} de ${figure(total)} ${items}` : `${figure(total)} ${items}`}</p>
      <button type="button" className={button.button} onClick={onCancel}>
        Cancelar
      </button>
      <progress aria-label="Archivo" max={total} value={written > 0 ? written : undefined} />
    </div>
  )
}
