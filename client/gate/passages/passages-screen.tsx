/** The screen of incidents: what does not fit at the gates and, beside it, what was settled and all passages. */
import { useEffect, useId, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { type IncidentsView, incidentsScreen, screens } from '#domain/api/addresses'
import { reportTitle } from '#domain/events/report/sections'
import type { PassagesQuery } from '#domain/gate/calls'
import type { PassageRecord } from '#domain/gate/schemas'
import { pageSize, readInteger } from '#domain/pilots/search/list-query'
import { formatDate, isCalendarDay, parseDate } from '#domain/text/date'
import { count } from '#domain/text/text'
import { call } from '../../api/call.ts'
import { useLiveLoad } from '../../api/changes.ts'
import { fileOf } from '../../api/files.ts'
import button from '../../ui/button.module.css'
import { EventChoice } from '../../ui/event-choice.tsx'
import field from '../../ui/field.module.css'
import { DateControl } from '../../ui/field.tsx'
import { useAction } from '../../ui/form.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/link.tsx'
import { Failure, Loading } from '../../ui/notice.tsx'
import { Pages, usePageRedirects } from '../../ui/pages.tsx'
import parts from '../../ui/parts.module.css'
import { DownloadStatus, TableButtons, useDownload } from '../../ui/run.tsx'
import { PassageRow, SettlementDialog } from './passage-row.tsx'
import styles from './passages.module.css'

export function PassagesScreen() {
  const view = usePassagesView()
  const navigate = useNavigate()
  const { kind, page = 1 } = view
  const load = (signal: AbortSignal) =>
    call('GET /api/passages', { query: { ...filterOf(view), page, per_page: pageSize }, signal })
  const loaded = useLiveLoad(load, incidentsScreen(view), { passages: true })
  const { value, error, isLoading, reload } = loaded
  const pages = {
    page,
    last: Math.max(1, Math.ceil((value?.total ?? 0) / pageSize)),
    addressOf: (number: number) => incidentsScreen({ ...view, page: number }),
  }
  const { title, one, many = `${one}s` } = words[kind ?? 'open']
  const [settling, setSettling] = useState<PassageRecord>()
  const heading = useRef<HTMLHeadingElement>(null)
  const reopening = useAction(({ id }: PassageRecord) =>
    call('DELETE /api/passages/:id/settlement', { params: { id } }).then(refresh),
  )
  const redirect = usePageRedirects(loaded, pages)

  /** Loads the list again. The button that was pressed goes away with its row, so that the heading gets the focus. */
  function refresh() {
    heading.current?.focus()
    reload()
  }

  if (redirect) return redirect

  return (
    <>
      <title>{`${title} · PilotOS`}</title>
      <div className={layout.split}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <Kinds view={view} />
        <Link className={button.button} to={screens.report}>
          {reportTitle}
        </Link>
      </div>
      {kind === undefined && (
        <p className={layout.note}>
          Personas que una puerta sin conexión dejó pasar y que, según los datos de la laptop, no debían
          pasar.
        </p>
      )}
      <Filter
        view={view}
        gates={value?.gates ?? []}
        onChange={(changes) => navigate(incidentsScreen({ ...view, ...changes, page: 1 }))}
      />
      {error && <Failure error={error} retry={reload} />}
      {reopening.error && <Failure error={reopening.error} />}
      {!value && !error && <Loading />}
      {value && (
        <section aria-label="Resultados" aria-busy={isLoading} className={parts.results}>
          <PassageExport filter={filterOf(view)} found={value.total > 0 && count(value.total, one, many)} />
          {value.total === 0 ? (
            <NoPassages view={view} />
          ) : (
            <ol className={parts.rows}>
              {value.data.map((passage) => (
                <PassageRow
                  key={passage.id}
                  passage={passage}
                  onSettle={() => setSettling(passage)}
                  onReopen={() => reopening.run(passage)}
                />
              ))}
            </ol>
          )}
          <Pages {...pages} onTurn={() => window.scrollTo(0, 0)} />
        </section>
      )}
      {settling && (
        <SettlementDialog passage={settling} onSettled={refresh} onClose={() => setSettling(undefined)} />
      )}
    </>
  )
}

/** The choice of all events, in the address. */
const allEvents = 'all'

/** The title of each list, and the word for its items. */
const words = {
  open: { title: 'Incidencias', one: 'incidencia', many: undefined },
  settled: { title: 'Incidencias resueltas', one: 'incidencia resuelta', many: 'incidencias resueltas' },
  all: { title: 'Lecturas', one: 'lectura', many: undefined },
}

/** The links between the lists, which keep the filter. */
function Kinds({ view }: { view: IncidentsView }) {
  const kinds = [
    { kind: undefined, label: 'Incidencias' },
    { kind: 'settled', label: 'Resueltas' },
    { kind: 'all', label: 'Todas las lecturas' },
  ] as const
  return (
    <nav className={styles.kinds} aria-label="Qué se muestra">
      {kinds.map(({ kind, label }) => (
        <Link
          key={label}
          className={`${button.button} ${button.pressable}`}
          to={incidentsScreen({ ...view, kind, page: 1 })}
          aria-current={view.kind === kind ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

function NoPassages({ view: { kind, event, gate, day } }: { view: IncidentsView }) {
  const isFiltered = gate !== undefined || day !== undefined
  const nothing = `No hay ${words[kind ?? 'open'].title.toLowerCase()}`
  return (
    <div className={parts.empty}>
      <h2>{`${nothing}${isFiltered ? ' con ese filtro' : ''}.`}</h2>
      {kind === undefined && event === undefined && !isFiltered && (
        <p>Todo lo que pasó por las puertas coincide con los datos de la laptop, o se resolvió.</p>
      )}
      <Link className={button.button} to={isFiltered ? incidentsScreen({ kind, event }) : screens.search}>
        {isFiltered ? 'Quitar el filtro' : 'Ir a la lista'}
      </Link>
    </div>
  )
}

interface PassageExportProps {
  filter: PassagesQuery
  /** The number of passages in words, if there are any. */
  found: string | false
}

/** The number of passages of the filter, and the buttons that save them as a file. */
function PassageExport({ filter, found }: PassageExportProps) {
  const download = useDownload()
  return (
    <>
      <div className={styles.bar}>
        <p className={layout.note} role="status">
          {found}
        </p>
        {found && (
          <div className={layout.wrap}>
            <TableButtons
              download={download}
              loadAs={(format) =>
                fileOf('GET /api/passages/export', { query: { format, ...filter } }, `lecturas.${format}`)
              }
            />
          </div>
        )}
      </div>
      <DownloadStatus download={download} />
    </>
  )
}

interface FilterProps {
  view: IncidentsView
  /** The names of the gates. */
  gates: readonly string[]
  onChange: (changes: Pick<IncidentsView, 'gate' | 'day' | 'event'>) => void
}

/** The filter of the passages by gate, by day and, if there are several, by event. */
function Filter({ view: { event, gate, day }, gates, onChange }: FilterProps) {
  const id = useId()
  const names = gate === undefined || gates.includes(gate) ? gates : [gate, ...gates]
  return (
    <div className={styles.filters}>
      <div className={layout.inline}>
        <label className={field.label} htmlFor={`${id}-gate`}>
          Puerta
        </label>
        <select
          className={field.control}
          id={`${id}-gate`}
          value={gate ?? ''}
          onChange={({ target }) => onChange({ gate: target.value || undefined })}
        >
          <option value="">Todas</option>
          {names.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <DayFilter id={`${id}-day`} day={day} onChange={(chosen) => onChange({ day: chosen })} />
      <EventChoice event={event} onChange={(chosen) => onChange({ event: chosen })}>
        <option value={allEvents}>Todos los eventos</option>
      </EventChoice>
    </div>
  )
}

interface DayFilterProps {
  id: string
  day?: string
  onChange: (day?: string) => void
}

/** The day, which filters as soon as it is complete or empty. */
function DayFilter({ id, day = '', onChange }: DayFilterProps) {
  const [typed, setTyped] = useState(formatDate(day))
  useEffect(() => setTyped(formatDate(day)), [day])
  const complete = (text: string) => formatDate(parseDate(text.trim()) ?? text)

  function type(text: string) {
    setTyped(text)
    const chosen = text.trim() === '' ? '' : parseDate(text.trim())
    // A year is complete with its fourth digit.
    if (chosen !== undefined && chosen !== day) onChange(chosen || undefined)
  }

  return (
    <div className={layout.inline}>
      <label className={field.label} htmlFor={id}>
        Día
      </label>
      <DateControl
        className={field.control}
        id={id}
        name="day"
        autoComplete="off"
        value={typed}
        complete={complete}
        onChange={type}
        onBlur={() => setTyped(formatDate(day))}
      />
    </div>
  )
}

/** Returns the filter of a view, as the server understands it. */
function filterOf({ kind, event = 'open', gate, day }: IncidentsView): PassagesQuery {
  return {
    incidents: kind === undefined,
    settled: kind === 'settled',
    event: event === allEvents ? undefined : event,
    gate,
    from: day,
    to: day,
  }
}

function usePassagesView(): IncidentsView {
  const [query] = useSearchParams()
  const { all, settled, event, gate, day, page } = Object.fromEntries(query)
  return {
    kind: all === '1' ? 'all' : settled === '1' ? 'settled' : undefined,
    event: event || undefined,
    gate: gate || undefined,
    day: isCalendarDay(day) ? day : undefined,
    page: readInteger(page, Number.MAX_SAFE_INTEGER) ?? 1,
  }
}
