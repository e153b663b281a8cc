/** The tools of the list, and the dialogs that they or a dropped file opens. */
import { useId, useState } from 'react'
import { describeFound, type FoundTotal, isFiltered, type ListFilter } from '#domain/list-query'
import { count } from '#domain/text/text'
import { screens } from '#domain/web/addresses'
import { usePassageNumbers } from '../api/passage-numbers.ts'
import { useSession } from '../api/session.ts'
import { ImportDialog } from '../import/import-dialog.tsx'
import { PrintDialog, printTitle } from '../print/print-dialog.tsx'
import { useFileDrag } from '../ui/file-drag.ts'
import { DropHint } from '../ui/file-drop.tsx'
import { Link } from '../ui/link.tsx'
import { useMenu } from '../ui/menu.ts'
import { WithExactTotal } from './exact-total.tsx'
import { ExportDialog, exportTitle } from './export-dialog.tsx'
import styles from './list-tools.module.css'
import { RenewDialog } from './renew-dialog.tsx'

export type Tool = 'import' | 'export' | 'print' | 'renew'

interface ListToolsProps {
  onOpen: (tool: Tool) => void
  /** Shows the checkboxes of the rows on a phone. */
  onChoose: () => void
}

/** The tools of the list: buttons in a line on a wide screen, a menu on a narrow one. */
export function ListTools({ onOpen, onChoose }: ListToolsProps) {
  const { role } = useSession()
  const incidents = usePassageNumbers()?.incidents ?? 0
  const { isOpen, menu, toggle } = useMenu()
  const id = useId()
  return (
    <div className={styles.tools} ref={menu}>
      <button
        type="button"
        className={styles.toggle}
        aria-label="Herramientas"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
          <path
            fill="currentColor"
            d="M12 3a2 2 0 1 1 0 4 2 2 0 0 1 0-4zm0 7a2 2 0 1 1 0 4 2 2 0 0 1 0-4zm0 7a2 2 0 1 1 0 4 2 2 0 0 1 0-4z"
          />
        </svg>
      </button>
      <div id={id} className={styles.items} data-open={isOpen || undefined}>
        <button type="button" className={styles.choose} onClick={onChoose}>
          Elegir
        </button>
        <button type="button" onClick={() => onOpen('import')}>
          Importar
        </button>
        <button type="button" onClick={() => onOpen('export')}>
          Exportar
        </button>
        <button type="button" onClick={() => onOpen('print')}>
          Imprimir
        </button>
        <button type="button" onClick={() => onOpen('renew')}>
          Renovar
        </button>
        {role === 'admin' && <Link to={screens.removed}>Borrados</Link>}
        {incidents > 0 && (
          <Link className={styles.incidents} to={screens.incidents}>
            {count(incidents, 'incidencia')}
          </Link>
        )}
      </div>
    </div>
  )
}

interface ListDialogsProps {
  tool?: Tool
  onOpen: (tool: Tool | undefined) => void
  filter: ListFilter
  /** The number of pilots that match `filter`, which may be capped. */
  found: FoundTotal
  /** The number of all pilots. */
  total: number
  /** The identifiers of the chosen pilots. */
  chosen: ReadonlySet<string>
  /** Is called when the list may have changed. */
  onChanged: () => void
}

export function ListDialogs({ tool, onOpen, filter, found, total, chosen, onChanged }: ListDialogsProps) {
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
      {tool === 'import' && (
        <ImportDialog files={files} isDragging={isDragging} onImported={onChanged} onClose={close} />
      )}
      {tool === 'print' && chosen.size > 0 && (
        <PrintDialog
          what={`Se imprimen las de ${count(chosen.size, 'piloto elegido', 'pilotos elegidos')}.`}
          order={{ ids: [...chosen] }}
          onPrinted={onChanged}
          onClose={close}
        />
      )}
      {tool === 'print' && chosen.size === 0 && (
        <WithExactTotal title={printTitle} found={found} filter={filter} onClose={close}>
          {(exact) => (
            <PrintDialog
              what={describePrinted(exact, filter)}
              order={filter}
              onPrinted={onChanged}
              onClose={close}
            />
          )}
        </WithExactTotal>
      )}
      {tool === 'renew' && (
        <RenewDialog selection={chosen.size > 0 ? { ids: [...chosen] } : filter} onClose={close} />
      )}
      {tool === 'export' && (
        <WithExactTotal title={exportTitle} found={found} filter={filter} onClose={close}>
          {(exact) => (
            <ExportDialog filter={filter} found={exact} total={total} chosen={chosen} onClose={close} />
          )}
        </WithExactTotal>
      )}
    </>
  )
}

/** Returns the Spanish sentence that says whose cards are printed: those of all pilots that match the filter. */
function describePrinted(total: number, filter: ListFilter): string {
  return isFiltered(filter)
    ? `Se imprimen las de ${describeFound({ total }, filter)}.`
    : `Se imprimen todas: ${count(total, 'piloto')}.`
}
