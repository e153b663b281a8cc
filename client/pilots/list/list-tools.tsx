/** The tools of the list, and the dialogs that they or a dropped file opens. */

import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { screens } from '#domain/api/addresses'
import { isBackupFile } from '#domain/merge/merge'
import { describeFound, type FoundTotal, isFiltered, type ListFilter } from '#domain/pilots/search/list-query'
import { count } from '#domain/text/text'
import { useLoad } from '../../api/load.ts'
import { useSession } from '../../api/session.ts'
import { PrintDialog, printTitle } from '../../credential/print-dialog.tsx'
import { RenewDialog } from '../../credential/renew-dialog.tsx'
import { EnterDialog, enterTitle } from '../../events/enter-dialog.tsx'
import { usePassageNumbers } from '../../gate/numbers/gate-numbers.tsx'
import { ImportDialog } from '../../import/import-dialog.tsx'
import { MergeDialog, mergeTitle } from '../../merge/merge-dialog.tsx'
import button from '../../ui/button.module.css'
import { Dialog } from '../../ui/dialog.tsx'
import field from '../../ui/field.module.css'
import { DropHint, useFileDrag } from '../../ui/file-input.tsx'
import { Link } from '../../ui/link.tsx'
import { Failure } from '../../ui/notice.tsx'
import parts from '../../ui/parts.module.css'
import { ExportDialog, exportTitle } from './export-dialog.tsx'
import { loadPage } from './pilot-list.ts'

export type Tool = keyof typeof toolLabels

export const toolLabels = {
  import: 'Importar',
  export: 'Exportar',
  print: 'Imprimir',
  renew: 'Renovar',
  enter: enterTitle,
  merge: mergeTitle,
}

/** A short text where the tools are in a line. */
const mergeLabel = (
  <>
    Unir<span>&nbsp;con otra mesa</span>
  </>
)

/** The tools for everybody at the desk, in their order. */
const deskTools: readonly Tool[] = ['import', 'export', 'print', 'renew', 'enter']

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
    <div className={field.toolbar} ref={menu}>
      <button
        type="button"
        className={`${button.button} ${button.pressable}`}
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
      <div id={id} data-open={isOpen || undefined}>
        <button type="button" className={`${button.button} ${parts.phoneOnly}`} onClick={onChoose}>
          Elegir
        </button>
        {(role === 'admin' ? [...deskTools, 'merge' as const] : deskTools).map((tool) => (
          <button key={tool} type="button" className={button.button} onClick={() => onOpen(tool)}>
            {tool === 'merge' ? mergeLabel : toolLabels[tool]}
          </button>
        ))}
        <Link className={`${button.button} ${parts.phoneOnly}`} to={screens.report}>
          Informe
        </Link>
        {role === 'admin' && (
          <Link className={button.button} to={screens.removed}>
            Borrados
          </Link>
        )}
        {incidents > 0 && (
          <Link className={`${button.button} ${parts.phoneOnly}`} to={screens.incidents}>
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
  const { role } = useSession()
  const isDragging = useFileDrag((dropped) => {
    if (!tool || tool === 'import') take(dropped)
  })

  /** Opens the dialog for dropped files: a backup is that of another desk. */
  function take(dropped: readonly File[]) {
    setFiles(dropped)
    onOpen(dropped.some(({ name }) => isBackupFile(name)) ? 'merge' : 'import')
  }

  const isChosen = chosen.size > 0
  const selection = isChosen ? { ids: [...chosen] } : filter
  const counting = { filter, onClose: close }

  function close() {
    setFiles([])
    onOpen(undefined)
  }

  return (
    <>
      {isDragging && (
        <DropHint
          text={
            role === 'admin'
              ? 'Suelte la planilla para importarla, o la copia de otra mesa para unirla'
              : 'Suelte la planilla para importarla'
          }
        />
      )}
      {tool === 'import' && (
        <ImportDialog
          files={files}
          isDragging={isDragging}
          onBackup={take}
          onImported={onChanged}
          onClose={close}
        />
      )}
      {tool === 'merge' && <MergeDialog files={files} onMerged={onChanged} onClose={close} />}
      {tool === 'print' && (
        <WithExactTotal title={printTitle} found={isChosen ? { total: chosen.size } : found} {...counting}>
          {(exact) => (
            <PrintDialog
              what={describePrinted(exact, isChosen, filter)}
              order={selection}
              onPrinted={onChanged}
              onClose={close}
            />
          )}
        </WithExactTotal>
      )}
      {tool === 'renew' && <RenewDialog selection={selection} onClose={close} />}
      {tool === 'enter' && (
        <WithExactTotal title={enterTitle} found={isChosen ? { total: chosen.size } : found} {...counting}>
          {(exact) => <EnterDialog selection={selection} total={exact} onDone={onChanged} onClose={close} />}
        </WithExactTotal>
      )}
      {tool === 'export' && (
        <WithExactTotal title={exportTitle} found={found} {...counting}>
          {(exact) => (
            <ExportDialog filter={filter} found={exact} total={total} chosen={chosen} onClose={close} />
          )}
        </WithExactTotal>
      )}
    </>
  )
}

/** Returns the Spanish sentence that says whose cards are printed: those of chosen pilots, or of all that match the filter. */
function describePrinted(total: number, isChosen: boolean, filter: ListFilter): string {
  if (isChosen) return `Se imprimen las de ${count(total, 'piloto elegido', 'pilotos elegidos')}.`
  return isFiltered(filter)
    ? `Se imprimen las de ${describeFound({ total }, filter)}.`
    : `Se imprimen todas: ${count(total, 'piloto')}.`
}

interface ExactTotalProps {
  /** The title of the dialog for which the pilots are counted. */
  title: string
  filter: ListFilter
  onClose: () => void
  /** Returns the dialog for the exact number of pilots. */
  children: (total: number) => ReactNode
}

/**
 * Shows the dialog of `children`: at once if `found` is exact. If the list has stopped counting, all pilots that the
 * filter finds are counted first.
 */
function WithExactTotal({ found, children, ...props }: ExactTotalProps & { found: FoundTotal }) {
  return found.isTotalCapped ? <Counting {...props}>{children}</Counting> : children(found.total)
}

function Counting({ title, filter, onClose, children }: ExactTotalProps) {
  const { value, error, reload } = useLoad(
    async (signal) => (await loadPage(filter, { per_page: 1 }, signal)).total,
    JSON.stringify(filter),
  )
  if (value !== undefined) return children(value)
  return (
    <Dialog title={title} onClose={onClose}>
      {error ? <Failure error={error} retry={reload} /> : <p role="status">Contando los pilotos…</p>}
    </Dialog>
  )
}

interface Menu {
  isOpen: boolean
  /** The element that contains the button and the items. */
  menu: RefObject<HTMLDivElement | null>
  toggle: () => void
}

/** The state of a menu: open or closed. A press elsewhere or on an item, Escape, and a lost focus close it. */
function useMenu(): Menu {
  const menu = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    if (!isOpen) return
    const element = menu.current
    const button = element?.querySelector('button')
    const listening = new AbortController()
    const { signal } = listening
    const close = () => setOpen(false)
    document.addEventListener(
      'click',
      ({ target }) => {
        if (target instanceof Node && !button?.contains(target)) close()
      },
      { signal, capture: true },
    )
    element?.addEventListener(
      'keydown',
      ({ key }) => {
        if (key !== 'Escape') return
        close()
        button?.focus()
      },
      { signal },
    )
    element?.addEventListener(
      'focusout',
      ({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !element.contains(relatedTarget)) close()
      },
      { signal },
    )
    return () => listening.abort()
  }, [isOpen])

  return { isOpen, menu, toggle: () => setOpen(!isOpen) }
}
