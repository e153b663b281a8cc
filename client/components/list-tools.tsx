/** What staff do with the list as a whole: a toolbar, and the dialogs that it and a dropped file open. */
import { lazy, Suspense, useState } from 'react'
import { count } from '#domain/text'
import button from './button.module.css'
import { useFileDrag } from './file-drag.ts'
import { DropHint } from './file-drop.tsx'
import styles from './list-tools.module.css'
import { Loading } from './load.tsx'

const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }))
const PrintDialog = lazy(async () => ({ default: (await import('./print-dialog.tsx')).PrintDialog }))
const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }))

export type Tool = 'import' | 'export' | 'print'

export function ListToolbar({ onOpen }: { onOpen: (tool: Tool) => void }) {
  return (
    <div className={styles.toolbar}>
      <button type="button" className={button.button} onClick={() => onOpen('import')}>
        Importar
      </button>
      <button type="button" className={button.button} onClick={() => onOpen('export')}>
        Exportar
      </button>
      <button type="button" className={button.button} onClick={() => onOpen('print')}>
        Imprimir
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
  /** The identifiers of the pilots that were chosen. */
  chosen: ReadonlySet<string>
  /** Is told where the list may be another. */
  onChanged: () => void
}

export function ListDialogs({ tool, onOpen, search, found, chosen, onChanged }: ListDialogsProps) {
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
      {isDragging && <DropHint text="Suelte la planilla para importarla" />}
      <Suspense fallback={<Loading />}>
        {tool === 'import' && (
          <ImportDialog files={files} isDragging={isDragging} onImported={onChanged} onClose={close} />
        )}
        {tool === 'print' && (
          <PrintDialog
            what={printedWhat(chosen.size, found, search)}
            order={chosen.size > 0 ? { ids: [...chosen] } : { search }}
            onPrinted={onChanged}
            onClose={close}
          />
        )}
        {tool === 'export' && <ExportDialog search={search} found={found} onClose={close} />}
      </Suspense>
    </>
  )
}

/** Whose cards are printed: some that were chosen, or those that a search finds. */
function printedWhat(chosen: number, found: number, search: string): string {
  if (chosen > 0) return `Se imprimen las de ${count(chosen, 'piloto elegido', 'pilotos elegidos')}.`
  return search
    ? `Se imprimen las de ${count(found, 'piloto')} con «${search}».`
    : `Se imprimen todas: ${count(found, 'piloto')}.`
}
