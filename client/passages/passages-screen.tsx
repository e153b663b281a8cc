/** The screen of incidents: what does not fit at the gates and, beside it, what was settled and all passages. */
import { useEffect, useRef, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { pageSize } from '#domain/list-query'
import { count } from '#domain/text/text'
import { type IncidentsView, incidentsScreen, screens } from '#domain/web/addresses'
import type { PassageRecord } from '#domain/web/gate-schemas'
import { ApiError } from '../api/api.ts'
import { gateApi, type PassageList } from '../api/gate-api.ts'
import { useLoad } from '../api/use-load.ts'
import button from '../ui/button.module.css'
import empty from '../ui/empty.module.css'
import { Link } from '../ui/link.tsx'
import { Failure, Loading } from '../ui/load.tsx'
import { Pages } from '../ui/pages.tsx'
import { usePassagesReload } from './live-reload.ts'
import { PassageExport } from './passage-export.tsx'
import { PassageFilter } from './passage-filter.tsx'
import { PassageRow } from './passage-row.tsx'
import styles from './passages-screen.module.css'
import { passageView, usePassagesView } from './passages-view.ts'
import { SettlementDialog } from './settlement-dialog.tsx'

export function PassagesScreen() {
  const view = usePassagesView()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const address = incidentsScreen(view)
  const { value, error, isLoading, reload } = useLoad((signal) => load(view, signal), address)
  usePassagesReload(reload)
  const last = Math.max(1, Math.ceil((value?.total ?? 0) / pageSize))
  const { kind, page = 1 } = view
  const { title, one, many = `${one}s` } = words[kind ?? 'open']
  const [settling, setSettling] = useState<PassageRecord>()
  const [failure, setFailure] = useState<Error>()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (value && !isLoading && page > last)
      navigate(incidentsScreen({ ...view, page: last }), { replace: true })
  }, [value, isLoading, view, page, last, navigate])

  if (error instanceof ApiError && error.status === 401) {
    return <Navigate to={screens.login} replace state={{ goingTo: pathname + search }} />
  }

  /** Loads the list again. The button that was pressed goes away with its row, so that the heading gets the focus. */
  function refresh() {
    heading.current?.focus()
    reload()
  }

  async function reopen({ id }: PassageRecord) {
    setFailure(undefined)
    await gateApi.reopen(id).then(refresh, setFailure)
  }

  return (
    <>
      <title>{`${title} · PilotOS`}</title>
      <div className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <Kinds view={view} />
      </div>
      {kind === undefined && (
        <p className={styles.note}>
          Personas que una puerta sin conexión dejó pasar y que, según los datos de la laptop, no debían
          pasar.
        </p>
      )}
      <PassageFilter
        view={view}
        gates={value?.gates ?? []}
        onChange={(changes) => navigate(incidentsScreen({ ...view, ...changes, page: 1 }))}
      />
      {error && <Failure error={error} retry={reload} />}
      {failure && <Failure error={failure} />}
      {!value && !error && <Loading />}
      {value && (
        <section aria-label="Resultados" aria-busy={isLoading} className={styles.results}>
          <div className={styles.bar}>
            <p className={styles.total} role="status">
              {value.total > 0 && count(value.total, one, many)}
            </p>
            {value.total > 0 && <PassageExport view={passageView(view)} />}
          </div>
          {value.total === 0 ? (
            <NoPassages view={view} />
          ) : (
            <ol className={styles.rows}>
              {value.passages.map((passage) => (
                <PassageRow
                  key={passage.id}
                  passage={passage}
                  onSettle={() => setSettling(passage)}
                  onReopen={() => reopen(passage)}
                />
              ))}
            </ol>
          )}
          <Pages
            page={page}
            last={last}
            addressOf={(number) => incidentsScreen({ ...view, page: number })}
            onTurn={() => window.scrollTo(0, 0)}
          />
        </section>
      )}
      {settling && (
        <SettlementDialog passage={settling} onSettled={refresh} onClose={() => setSettling(undefined)} />
      )}
    </>
  )
}

/** The title of each list, and the word for its items. */
const words = {
  open: { title: 'Incidencias', one: 'incidencia', many: undefined },
  settled: { title: 'Incidencias resueltas', one: 'incidencia resuelta', many: 'incidencias resueltas' },
  all: { title: 'Lecturas', one: 'lectura', many: undefined },
}

function load(view: IncidentsView, signal: AbortSignal): Promise<PassageList> {
  return gateApi.passages(passageView(view), pageSize, signal)
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
          className={button.button}
          to={incidentsScreen({ ...view, kind, page: 1 })}
          aria-current={view.kind === kind ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

function NoPassages({ view: { kind, gate, day } }: { view: IncidentsView }) {
  const isFiltered = gate !== undefined || day !== undefined
  const nothing = `No hay ${words[kind ?? 'open'].title.toLowerCase()}`
  return (
    <div className={empty.empty}>
      <h2>{`${nothing}${isFiltered ? ' con ese filtro' : ''}.`}</h2>
      {kind === undefined && !isFiltered && (
        <p>Todo lo que pasó por las puertas coincide con los datos de la laptop, o se resolvió.</p>
      )}
      <Link className={button.button} to={isFiltered ? incidentsScreen({ kind }) : screens.search}>
        {isFiltered ? 'Quitar el filtro' : 'Ir a la lista'}
      </Link>
    </div>
  )
}
