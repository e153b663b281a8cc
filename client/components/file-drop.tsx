/** Where a file is dropped or chosen. */
import { useId } from 'react'
import button from './button.module.css'
import styles from './file-drop.module.css'

interface FileDropProps {
  /** Whether files are held over the page, all of which takes them. */
  isOver: boolean
  onChoose: (files: readonly File[]) => void
}

export function FileDrop({ isOver, onChoose }: FileDropProps) {
  const id = useId()
  return (
    <div className={styles.drop} data-over={isOver || undefined}>
      <p>Suelte aquí la planilla con los pilotos, o búsquela en este equipo.</p>
      <input
        id={id}
        className={styles.input}
        type="file"
        accept=".xlsx,.csv,.txt,.json"
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])])
          // The same file can be chosen again after it was mended.
          target.value = ''
        }}
      />
      <label className={button.primary} htmlFor={id}>
        Elegir archivo
      </label>
      <p className={styles.hint}>
        Excel (.xlsx), CSV o JSON. La primera fila nombra las columnas. Antes de guardar se muestra qué se
        entendió.
      </p>
    </div>
  )
}

/** What is seen over the page while files are held over it. */
export function DropHint() {
  return (
    <div className={styles.hold} aria-hidden="true">
      <p>Suelte la planilla para importarla</p>
    </div>
  )
}
