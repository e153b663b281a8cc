/** The area in which a file is dropped or chosen. */
import styles from './file-drop.module.css'
import { FileInput } from './file-input.tsx'

interface FileDropProps {
  /** True while files are held over the page. The whole page accepts them. */
  isOver: boolean
  onChoose: (files: readonly File[]) => void
}

export function FileDrop({ isOver, onChoose }: FileDropProps) {
  return (
    <div className={styles.drop} data-over={isOver || undefined}>
      <p>Suelte aquí la planilla con los pilotos, o búsquela en este equipo.</p>
      <FileInput
        label="Elegir archivo"
        isPrimary
        accept=".xlsx,.csv,.txt,.json"
        onChoose={(file) => onChoose([file])}
      />
      <p className={styles.hint}>
        Excel (.xlsx), CSV o JSON, tal como lo mandan. Antes de guardar se muestra qué se entendió, y se puede
        corregir.
      </p>
    </div>
  )
}

/** Covers the page while files are held over it. */
export function DropHint({ text }: { text: string }) {
  return (
    <div className={styles.hold} aria-hidden="true">
      <p>{text}</p>
    </div>
  )
}
