/**
 * Prints the list by modalidad and number: with *Imprimir lista* on paper, as a PDF or as a workbook, by Ctrl+P on paper,
 * and by the menu of the browser the loaded page.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { undrawableText } from '#domain/credential/cards'
import { brandFor } from '#domain/desk/brand'
import type { EventInfo } from '#domain/events/calls'
import type { ListForm, PrintedList } from '#domain/import/calls'
import type { FieldTable } from '#domain/pilots/own/field-table'
import { emptyList, printedList } from '#domain/pilots/printed-list'
import { describeFound, filterOf, lastPageOf } from '#domain/pilots/search/list-query'
import { formatMoment, today } from '#domain/text/date'
import { count, figure } from '#domain/text/text'
import { callForOne } from '../../api/call.ts'
import { useFieldTable } from '../../api/field-table.ts'
import { fileOf } from '../../api/files.ts'
import { useLoad } from '../../api/load.ts'
import { type Selection, toWire } from '../../api/pilots.ts'
import { useSession } from '../../api/session.ts'
import button from '../../ui/button.module.css'
import { Dialog } from '../../ui/dialog.tsx'
import { Button } from '../../ui/form.tsx'
import layout from '../../ui/layout.module.css'
import { Awaited, Warning } from '../../ui/notice.tsx'
import { DownloadStatus, useDownload } from '../../ui/run.tsx'
import styles from './list-print.module.css'
import type { PilotList } from './pilot-list.ts'

interface ListPrintProps {
  /** The loaded page of the list. */
  list: PilotList | undefined
  /** The identifiers of the chosen pilots. If there are any, only they are printed. */
  chosen: ReadonlySet<string>
  /** The open event. */
  event: EventInfo | undefined
}

/** The list on the sheet, with notes below its title. */
type Sheet = PrintedList & { notes?: readonly string[] }

/** Returns the dialog and the printed list, and the function that opens the dialog. */
export function useListPrint({ list, chosen, event }: ListPrintProps): [shown: ReactNode, open: () => void] {
  /** The purpose of the open dialog: the person chooses a form, or it prints on paper as soon as it can. */
  const [purpose, setPurpose] = useState<'choose' | 'paper'>()
  const [sheet, setSheet] = useState<Sheet>()
  const isReady = useRef(false)
  const table = useFieldTable()

  useEffect(() => {
    if (sheet && isReady.current) window.print()
  }, [sheet])
  useWindowEvents({
    keydown(pressed) {
      const isBehind = purpose === undefined && document.querySelector('dialog[open]') !== null
      if (!list || !isPrintKey(pressed) || isBehind) return
      pressed.preventDefault()
      if (!pressed.repeat) setPurpose('paper')
    },
    beforeprint() {
      if (list && list.total > 0 && !isReady.current)
        flushSync(() => setSheet(pageSheetOf(list, table, event)))
    },
    afterprint() {
      isReady.current = false
      setSheet(undefined)
    },
  })

  function print(ready: PrintedList) {
    setPurpose(undefined)
    isReady.current = true
    setSheet(ready)
  }

  const shown = (
    <>
      {purpose && list && (
        <ListPrintDialog
          selection={chosen.size > 0 ? { ids: [...chosen] } : filterOf(list.view)}
          isForPaper={purpose === 'paper'}
          onPrint={print}
          onClose={() => setPurpose(undefined)}
        />
      )}
      {sheet && <PaperList sheet={sheet} />}
    </>
  )
  return [shown, () => setPurpose('choose')]
}

type Handlers = { [Name in 'keydown' | 'beforeprint' | 'afterprint']: (event: WindowEventMap[Name]) => void }

function useWindowEvents(handlers: Handlers): void {
  const latest = useRef(handlers)
  latest.current = handlers
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    window.addEventListener('keydown', (event) => latest.current.keydown(event), { signal })
    window.addEventListener('beforeprint', (event) => latest.current.beforeprint(event), { signal })
    window.addEventListener('afterprint', (event) => latest.current.afterprint(event), { signal })
    return () => leaving.abort()
  }, [])
}

function isPrintKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'p' && (ctrlKey || metaKey) && !altKey && !shiftKey
}

/** The title of the dialog, and its place in the menu. */
export const listPrintTitle = 'Imprimir lista'

interface ListPrintDialogProps {
  selection: Selection
  /** True if the list is printed on paper as soon as it has loaded. */
  isForPaper: boolean
  onPrint: (list: PrintedList) => void
  onClose: () => void
}

function ListPrintDialog({ selection, isForPaper, onPrint, onClose }: ListPrintDialogProps) {
  const [body] = useState(() => toWire(selection))
  const load = useLoad((signal) => callForOne('POST /api/printed-list', { body, query: {}, signal }), 'list')
  const download = useDownload()
  const { value } = load
  const isEmpty = value?.groups.length === 0
  const latest = useRef(onPrint)
  latest.current = onPrint
  useEffect(() => {
    if (value && isForPaper && !isEmpty) latest.current(value)
  }, [value, isForPaper, isEmpty])

  function save(format: ListForm, label: string) {
    download.start(label, fileOf('POST /api/printed-list', { body, query: { format } }, `lista.${format}`))
  }

  return (
    <Dialog title={listPrintTitle} onClose={onClose} cancel={value ? undefined : 'Cancelar'}>
      {!value && !load.error && <p role="status">Preparando la lista…</p>}
      {(value || load.error) && (
        <Awaited load={load}>
          {(list) =>
            isEmpty ? (
              <p>{emptyList}</p>
            ) : (
              <>
                <p>{list.title}, por modalidad y número, con lugar para firmar.</p>
                {list.undrawable_total > 0 && (
                  <Warning>En el PDF, {undrawableText(list.undrawable, list.undrawable_total)}</Warning>
                )}
                <div className={layout.stack}>
                  <Button className={button.primary} onClick={() => onPrint(list)}>
                    Imprimir en papel <kbd>Ctrl+P</kbd>
                  </Button>
                  {fileForms.map(({ form, label }) => (
                    <Button key={form} aria-disabled={download.isBusy} onClick={() => save(form, label)}>
                      {label}
                    </Button>
                  ))}
                </div>
                <DownloadStatus download={download} hasUnsavedData />
              </>
            )
          }
        </Awaited>
      )}
    </Dialog>
  )
}

const fileForms: readonly { form: ListForm; label: string }[] = [
  { form: 'pdf', label: 'PDF' },
  { form: 'xlsx', label: 'Excel (.xlsx)' },
]

/** A table with the lines of each modalidad below its name. It is outside of the page, and only print shows it. */
function PaperList({ sheet: { title, notes = [], columns, groups } }: { sheet: Sheet }) {
  const { brand, event } = useSession()
  return createPortal(
    <section className={styles.roster} aria-label="Lista para imprimir">
      <header className={styles.head}>
        <h1>{title}</h1>
        <p>
          {brandFor(brand, event).name || 'PilotOS'} · {formatMoment(new Date().toISOString())}
        </p>
        {notes.map((note) => (
          <p key={note} className={styles.note}>
            {note}
          </p>
        ))}
      </header>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map(({ title, width }) => (
              <th key={title} scope="col" style={{ width: `${width}mm` }}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ title, rows }) => (
          <tbody key={title}>
            <tr className={styles.group}>
              <th scope="rowgroup" colSpan={columns.length}>
                {title} · {figure(rows.length)}
              </th>
            </tr>
            {rows.map(({ id, cells: [number, name, ...cells] }) => (
              <tr key={id}>
                <td>
                  <b>{number}</b>
                </td>
                <td>
                  <b>{name}</b>
                </td>
                {cells.map((cell, index) => (
                  <td key={columns[index + 2]?.title}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>,
    document.body,
  )
}

/** Stands in for the open event until it has loaded. */
const noEvent = { id: '', checks: [], categories: [] }

/** Returns the printed list of the loaded page alone. */
function pageSheetOf(
  list: PilotList,
  table: FieldTable,
  event: Pick<EventInfo, 'id' | 'checks' | 'categories'> = noEvent,
): Sheet {
  const { pilots, view } = list
  const filter = filterOf(view)
  const last = lastPageOf(list)
  const total = list.isTotalCapped ? '' : ` de ${last}`
  const note = `Página ${view.page ?? 1}${total} de la lista: ${count(pilots.length, 'piloto')}. Ctrl+P imprime todos.`
  return {
    ...printedList(pilots, { event, filter, today: today() }),
    title: describeFound(list, filter, table, event.categories),
    notes: last > 1 ? [note] : [],
  }
}
