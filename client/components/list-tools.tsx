/** What staff do with the list as a whole: a toolbar, and the dialogs that it and a dropped file open. */
import { lazy, Suspense, useState } from 'react'
import button from './button.module.css'
import { useFileDrag } from './file-drag.ts'
import { DropHint } from './file-drop.tsx'
import styles from './list-tools.module.css'
import { Loading } from './load.tsx'

const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }))
const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }))

export type Tool = 'import' | 'export'

export function ListToolbar({ onOpen }: { onOpen: (tool: Tool) => void }) {
  return (
    <div className={styles.toolbar}>
      <button type="button" className={button.button} onClick={() => onOpen('import')}>
        Importar
      </button>
      <button type="button" className={button.button} onClick={() => onOpen('export')}>
        Exportar
      </button>
    </div>
  )
}

interface ListDialogsProps {
  tool?: Tool
  onOpen: (tool: Tool | undefined) => void
  search: string
  /** How many pilots `search` finds. */
  found: number
  /** Is told where the list may be another. */
  onChanged: () => void
}

export function ListDialogs({ tool, onOpen, search, found, onChanged }: ListDialogsProps) {
  const [files, setFiles] = useState<readonly File[]>([])
  const isDragging = useFileDrag((dropped) => {
    if (tool && tool !== 'import') return
    setFiles(dropped)
    onOpen('import')
  })

  function close() {
    setFiles([])
    onOpen(undefined)
  }

  return (
    <>
      {isDragging && <DropHint />}
      <Suspense fallback={<Loading />}>
        {tool === 'import' && (
          <ImportDialog files={files} isDragging={isDragging} onImported={onChanged} onClose={close} />
        )}
        {tool === 'export' && <ExportDialog search={search} found={found} onClose={close} />}
      </Suspense>
    </>
  )
}
