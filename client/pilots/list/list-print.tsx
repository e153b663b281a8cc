/** Prints the list: by Ctrl+P all pilots that it finds, by the menu of the browser the loaded page. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { maxPerPage } from '#domain/api/call'
import type { ShownPilot } from '#domain/api/wire'
import { brandFor } from '#domain/desk/brand'
import type { GateRoster } from '#domain/gate/schemas'
import { documentText } from '#domain/pilots/document'
import { fields } from '#domain/pilots/fields'
import { describeFound, type ListView, lastPageOf } from '#domain/pilots/search/list-query'
import { formatMoment } from '#domain/text/date'
import { count, figure } from '#domain/text/text'
import { call, first } from '../../api/call.ts'
import { useLatestRequest } from '../../api/load.ts'
import { useSession } from '../../api/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import layout from '../../ui/layout.module.css'
import { Failure } from '../../ui/notice.tsx'
import styles from './list-print.module.css'
import { loadPage, type PilotList } from './pilot-list.ts'

interface RosterPrintProps {
  /** The loaded page of the list. */
  list: PilotList | undefined
  /** The identifiers of the chosen pilots. If there are any, only they are printed. */
  chosen: ReadonlySet<string>
}

interface Preparation {
  loaded: number
  /** Absent until the first page has arrived. */
  total?: number
  error?: Error
}

/** Returns the progress of the preparation, and the printed list. */
export function useRosterPrint({ list, chosen }: RosterPrintProps): ReactNode {
  const begin = useLatestRequest()
  const [preparation, setPreparation] = useState<Preparation>()
  const [roster, setRoster] = useState<Roster>()
  const isReady = useRef(false)
  const hasPilots = list !== undefined && list.total > 0

  async function print() {
    if (!list) return
    const signal = begin()
    setPreparation({ loaded: 0 })
    // The chosen pilots may be on other pages, and need not match the search.
    const { sort, order } = list.view
    const view = chosen.size > 0 ? { sort, order } : list.view
    const onProgress = (loaded: number, total: number) => setPreparation({ loaded, total })
    try {
      const rows = await loadRoster(view, { chosen, signal, onProgress })
      const entries = view.attendance === 'inside' ? await loadEntries(signal) : undefined
      if (signal.aborted) return
      setPreparation(undefined)
      isReady.current = true
      setRoster({ ...rosterOf(rows, view, chosen.size > 0), entries })
    } catch (error) {
      if (!signal.aborted) setPreparation({ loaded: 0, error: error as Error })
    }
  }

  function cancel() {
    begin()
    setPreparation(undefined)
  }

  useEffect(() => {
    if (roster && isReady.current) window.print()
  }, [roster])
  useWindowEvents({
    keydown(event) {
      if (!hasPilots || !isPrintKey(event) || document.querySelector('dialog[open]')) return
      event.preventDefault()
      if (!event.repeat) void print()
    },
    beforeprint() {
      if (hasPilots && !isReady.current) flushSync(() => setRoster(pageRosterOf(list)))
    },
    afterprint() {
      isReady.current = false
      setRoster(undefined)
    },
  })

  return (
    <>
      {preparation && <Progress {...preparation} onRetry={print} onClose={cancel} />}
      {roster && <Sheet roster={roster} />}
    </>
  )
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

interface ProgressProps extends Preparation {
  onRetry: () => void
  onClose: () => void
}

/** The progress of the preparation. Escape and the button cancel it. */
function Progress({ loaded, total, error, onRetry, onClose }: ProgressProps) {
  return (
    <Dialog title="Imprimir lista" onClose={onClose} cancel="Cancelar">
      {error ? (
        <Failure error={error} retry={onRetry} />
      ) : (
        <>
          <p role="status">Preparando la lista…</p>
          <progress aria-label="Pilotos preparados" value={loaded} max={total || 1} />
          <p className={layout.soft}>{total === undefined ? '…' : `${figure(loaded)} de ${figure(total)}`}</p>
        </>
      )}
    </Dialog>
  )
}

/** A table with one line for each rider. It is outside of the page, and only print shows it. */
function Sheet({ roster: { rows, title, notes, entries } }: { roster: Roster }) {
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
            {columns.map(({ title, width, besideEntries = width }) => {
              const shown = entries ? besideEntries : width
              return (
                shown && (
                  <th key={title} scope="col" style={{ width: shown }}>
                    {title}
                  </th>
                )
              )
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                <b>{row.npiloto}</b>
              </td>
              <td>
                <b>{row.lastname}</b>, {row.name}
              </td>
              <td>{documentText(row)}</td>
              <td>{row.modalidad}</td>
              <td>
                {row.nlicencia} <span className={layout.soft}>{row.licencia}</span>
              </td>
              <td>{row.club}</td>
              {entries && <td>{entries.get(row.id)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>,
    document.body,
  )
}

/** The columns, which are as wide as the 190 mm between the margins. Some are narrower beside the entries. */
const columns: { title: string; width?: string; besideEntries?: string }[] = [
  { title: 'N°', width: '11mm' },
  { title: 'Apellidos y nombres', width: 'auto' },
  { title: 'DNI', width: '19mm' },
  { title: 'Modalidad', width: '26mm' },
  { title: 'Licencia', width: '38mm', besideEntries: '32mm' },
  { title: 'Club', width: '44mm', besideEntries: '30mm' },
  { title: 'Entró por', besideEntries: '30mm' },
]

/** The printed list: what it contains, and the texts of its heading. */
interface Roster {
  rows: readonly ShownPilot[]
  /** A description of the list, such as `43 pilotos de RALLY`. */
  title: string
  /** The order and, if the list is incomplete, a note. */
  notes: readonly string[]
  /** The gate and the time of the last entry, by identifier, if the list is of the pilots who are inside. */
  entries?: ReadonlyMap<string, string>
}

/** Returns the printed list of all pilots that a view finds, or of those that were chosen. */
function rosterOf(rows: readonly ShownPilot[], view: ListView, isChosen: boolean): Roster {
  const title = isChosen
    ? count(rows.length, 'piloto elegido', 'pilotos elegidos')
    : describeFound({ total: rows.length }, view)
  return { rows, title, notes: orderNote(view) }
}

/** Returns the printed list of the loaded page alone. */
function pageRosterOf(list: PilotList): Roster {
  const { pilots, view } = list
  const last = lastPageOf(list)
  const total = list.isTotalCapped ? '' : ` de ${last}`
  const note = `Página ${view.page ?? 1}${total} de la lista: ${count(pilots.length, 'piloto')}. Ctrl+P imprime todos.`
  return {
    rows: pilots,
    title: describeFound(list, view),
    notes: last > 1 ? [...orderNote(view), note] : orderNote(view),
  }
}

function orderNote({ sort, order }: ListView): string[] {
  return sort ? [`Orden: ${fields[sort].label} (${order === 'desc' ? 'Z-A' : 'A-Z'})`] : []
}

interface RosterOptions {
  /** Prints only these pilots, if there are any. */
  chosen: ReadonlySet<string>
  signal: AbortSignal
  onProgress: (loaded: number, total: number) => void
}

/** The number of attempts to load a list that changes meanwhile. */
const attempts = 3

/**
 * Returns all rows of a view in its order, or those of the chosen pilots.
 * @throws ApiError, or Error if the list changes during every attempt
 */
async function loadRoster(view: ListView, options: RosterOptions): Promise<ShownPilot[]> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const rows = await loadOnce(view, options)
    if (rows) return rows
  }
  throw new Error('La lista cambió mientras se preparaba. Inténtelo otra vez.')
}

/** Returns the gate and the time of the last entry of everyone who is inside, by identifier. @throws ApiError */
async function loadEntries(signal: AbortSignal): Promise<Map<string, string>> {
  // The personal data of all riders stays out of the cache of the browser.
  const answer = await call('GET /api/gate/roster', { signal, cache: 'no-store' })
  const { pilots } = first<GateRoster>(answer)
  return new Map(
    pilots.flatMap(({ id, last }) =>
      last?.direction === 'in' ? [[id, `${last.gate}, ${formatMoment(last.at)}`]] : [],
    ),
  )
}

/** Returns undefined if the list has changed meanwhile, because a pilot may then have moved to a page already read. */
async function loadOnce(
  view: ListView,
  { chosen, signal, onProgress }: RosterOptions,
): Promise<ShownPilot[] | undefined> {
  const rows: ShownPilot[] = []
  const seen = new Set<string>()
  let total: number | undefined
  for (let page = 1; total === undefined || seen.size < total; page += 1) {
    const list = await loadPage({ ...view, page }, { per_page: maxPerPage }, signal)
    total ??= list.total
    const added = list.pilots.filter(({ id }) => !seen.has(id))
    if (list.total !== total || (added.length === 0 && total > 0)) return undefined
    for (const pilot of added) {
      seen.add(pilot.id)
      if (chosen.size === 0 || chosen.has(pilot.id)) rows.push(pilot)
    }
    onProgress(seen.size, total)
    if (chosen.size > 0 && rows.length === chosen.size) break
  }
  return rows
}
