/** The screen of incidents: what does not fit at the gates and, beside it, all passages. */
import { useEffect } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { pageSize } from '#domain/list-query'
import { count } from '#domain/text/text'
import { type IncidentsView, incidentsScreen, screens } from '#domain/web/addresses'
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

export function PassagesScreen() {
  const view = usePassagesView()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const address = incidentsScreen(view)
  const { value, error, isLoading, reload } = useLoad((signal) => load(view, signal), address)
  usePassagesReload(reload)
  const last = Math.max(1, Math.ceil((value?.total ?? 0) / pageSize))
  const { isAll, page = 1 } = view
  useEffect(() => {
    if (value && !isLoading && page > last)
      navigate(incidentsScreen({ ...view, page: last }), { replace: true })
  }, [value, isLoading, view, page, last, navigate])

  if (error instanceof ApiError && error.status === 401) {
    return <Navigate to={screens.login} replace state={{ goingTo: pathname + search }} />
  }

  return (
    <>
      <title>{isAll ? 'Lecturas · PilotOS' : 'Incidencias · PilotOS'}</title>
      <div className={styles.head}>
        <h1>{isAll ? 'Lecturas' : 'Incidencias'}</h1>
        <Kinds view={view} />
      </div>
      {!isAll && (
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
      {!value && !error && <Loading />}
      {value && (
        <section aria-label="Resultados" aria-busy={isLoading} className={styles.results}>
          <div className={styles.bar}>
            <p className={styles.total} role="status">
              {value.total > 0 && count(value.total, isAll ? 'lectura' : 'incidencia')}
            </p>
            {value.total > 0 && <PassageExport view={passageView(view)} />}
          </div>
          {value.total === 0 ? (
            <NoPassages view={view} />
          ) : (
            <ol className={styles.rows}>
              {value.passages.map((passage) => (
                <PassageRow key={passage.id} passage={passage} />
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
    </>
  )
}

function load(view: IncidentsView, signal: AbortSignal): Promise<PassageList> {
  return gateApi.passages(passageView(view), pageSize, signal)
}

/** The links between the incidents and all passages, which keep the filter. */
function Kinds({ view }: { view: IncidentsView }) {
  const kinds = [
    { isAll: undefined, label: 'Incidencias' },
    { isAll: true, label: 'Todas las lecturas' },
  ]
  return (
    <nav className={styles.kinds} aria-label="Qué se muestra">
      {kinds.map(({ isAll, label }) => (
        <Link
          key={label}
          className={button.button}
          to={incidentsScreen({ ...view, isAll, page: 1 })}
          aria-current={view.isAll === isAll ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

function NoPassages({ view: { isAll, gate, day } }: { view: IncidentsView }) {
  const isFiltered = gate !== undefined || day !== undefined
  const nothing = isAll ? 'No hay lecturas' : 'No hay incidencias'
  return (
    <div className={empty.empty}>
      <h2>{`${nothing}${isFiltered ? ' con ese filtro' : ''}.`}</h2>
      {!isAll && !isFiltered && <p>Todo lo que pasó por las puertas coincide con los datos de la laptop.</p>}
      <Link className={button.button} to={isFiltered ? incidentsScreen({ isAll }) : screens.search}>
        {isFiltered ? 'Quitar el filtro' : 'Ir a la lista'}
      </Link>
    </div>
  )
}
