/** The tools of the list, and the dialogs that they or a dropped file opens. */

import { type ReactNode, useState } from 'react'
import { screens } from '#domain/api/addresses'
import type { Category } from '#domain/events/categories/category'
import { startListTitle } from '#domain/events/startlist/sheet'
import { isBackupFile } from '#domain/merge/merge'
import type { FieldTable } from '#domain/pilots/own/field-table'
import { describeFound, type FoundTotal, isFiltered, type ListFilter } from '#domain/pilots/search/list-query'
import { count, figure } from '#domain/text/text'
import { features, type RiderAction } from '../../api/feature.ts'
import { useFieldTable } from '../../api/field-table.ts'
import { useLoad } from '../../api/load.ts'
import { useSession } from '../../api/session.ts'
import { PrintDialog, printTitle } from '../../credential/print-dialog.tsx'
import { RenewDialog } from '../../credential/renew-dialog.tsx'
import { EnterDialog, enterTitle } from '../../events/enter-dialog.tsx'
import { pendingTitle } from '../../events/pending-screen.tsx'
import { ImportDialog } from '../../import/import-dialog.tsx'
import { MergeDialog, mergeTitle } from '../../merge/merge-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DropHint, useFileDrag } from '../../ui/file-input.tsx'
import { Button } from '../../ui/form.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { Failure } from '../../ui/notice.tsx'
import { CompleteDialog } from './complete-dialog.tsx'
import { ExportDialog, exportTitle } from './export-dialog.tsx'
import styles from './list.module.css'
import { listPrintTitle } from './list-print.tsx'
import { loadPage } from './pilot-list.ts'

export type Tool = keyof typeof toolLabels | RiderAction['id']

export const toolLabels = {
  import: 'Importar',
  export: 'Exportar',
  print: 'Imprimir',
  renew: 'Renovar',
  enter: enterTitle,
  complete: 'Completar',
  merge: mergeTitle,
}

/** The tools that have a button of their own. */
const frequentTools = ['print', 'enter'] as const

interface ListToolsProps {
  onOpen: (tool: Tool) => void
  onPrintList: () => void
  /** Shows the checkboxes of the rows on a phone. */
  onChoose: () => void
  /** The number of those whom an order for many riders could not enter. */
  pending: number
}

/** The tools of the list: buttons for the most frequent ones, and a menu with the others, which on a phone has all. */
export function ListTools({ onOpen, onPrintList, onChoose, pending }: ListToolsProps) {
  const { role } = useSession()
  const item = (tool: keyof typeof toolLabels) => ({ name: toolLabels[tool], onChoose: () => onOpen(tool) })
  const onPhone = (items: readonly MenuItem[]) => items.map((one) => ({ ...one, isPhoneOnly: true }))
  return (
    <div className={styles.tools}>
      {frequentTools.map((tool) => (
        <Button key={tool} onClick={() => onOpen(tool)}>
          {toolLabels[tool]}
        </Button>
      ))}
      <Menu
        groups={[
          onPhone([{ name: 'Elegir', onChoose }, ...frequentTools.map(item)]),
          [
            item('import'),
            item('export'),
            { name: listPrintTitle, keys: 'Ctrl+P', onChoose: onPrintList },
            { name: startListTitle, to: screens.startList },
            item('renew'),
            ...(pending > 0 ? [{ name: `${pendingTitle}: ${figure(pending)}`, to: screens.pending }] : []),
          ],
          role === 'admin' ? [item('merge'), { name: 'Borrados', to: screens.removed }] : [],
        ]}
      />
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
  /** The categories of the open event. */
  categories?: readonly Category[]
  /** Is called when the list may have changed. */
  onChanged: () => void
}

export function ListDialogs(props: ListDialogsProps) {
  const { tool, onOpen, filter, found, total, chosen, categories, onChanged } = props
  const [files, setFiles] = useState<readonly File[]>([])
  const { role } = useSession()
  const table = useFieldTable()
  const isDragging = useFileDrag((dropped) => {
    if (!tool || tool === 'import') take(dropped)
  })

  /** Opens the dialog for dropped files: a backup is that of another desk. */
  function take(dropped: readonly File[]) {
    setFiles(dropped)
    onOpen(dropped.some(({ name }) => isBackupFile(name)) ? 'merge' : 'import')
  }

  const action = features.find((one) => one.action?.id === tool)?.action
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
              what={describePrinted(exact, isChosen, filter, table, categories)}
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
      {action && <action.Dialog ids={[...chosen]} onDone={onChanged} onClose={close} />}
      {tool === 'complete' && <CompleteDialog filter={filter} onSaved={onChanged} onClose={close} />}
      {tool === 'export' && (
        <WithExactTotal title={exportTitle} found={found} {...counting}>
          {(exact) => (
            <ExportDialog {...{ filter, total, chosen, categories }} found={exact} onClose={close} />
          )}
        </WithExactTotal>
      )}
    </>
  )
}

/** Returns the Spanish sentence that says whose cards are printed: those of chosen pilots, or of all that match the filter. */
function describePrinted(
  total: number,
  isChosen: boolean,
  filter: ListFilter,
  table: FieldTable,
  categories?: readonly Category[],
): string {
  if (isChosen) return `Se imprimen las de ${count(total, 'piloto elegido', 'pilotos elegidos')}.`
  return isFiltered(filter)
    ? `Se imprimen las de ${describeFound({ total }, filter, table, categories)}.`
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
