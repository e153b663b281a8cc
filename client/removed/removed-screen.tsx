/** The screen of removed pilots (Borrados): finds them by words, and restores them. */
import { useEffect, useRef, useState } from 'react'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { pageSize } from '#domain/list-query'
import { type RemovedPage, type RemovedView, removedDays } from '#domain/pilot/removed'
import { count } from '#domain/text/text'
import { removedScreen, screens } from '#domain/web/addresses'
import { ApiError } from '../api/api.ts'
import { staffApi } from '../api/staff-api.ts'
import { useLoad } from '../api/use-load.ts'
import button from '../ui/button.module.css'
import empty from '../ui/empty.module.css'
import { Link } from '../ui/link.tsx'
import { Failure, Loading } from '../ui/load.tsx'
import { Pages } from '../ui/pages.tsx'
import { useReloadOnChange } from './change-reload.ts'
import { RecentImports } from './recent-imports.tsx'
import { RemovedRow } from './removed-row.tsx'
import styles from './removed-screen.module.css'
import { RemovedSearch } from './removed-search.tsx'

export function RemovedScreen() {
  const view = useRemovedView()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { value, error, isLoading, reload } = useLoad(
    (signal) => staffApi.removed(view, signal),
    removedScreen(view),
  )
  /** The pilots that were restored here. Their rows stay until the next load, so that nothing moves. */
  const [restored, setRestored] = useState<ReadonlySet<string>>(new Set())
  /** The pilots whose restoring runs or has just ended. The change does not reload the list. */
  const own = useRef(new Set<string>())
  useReloadOnChange(reload, ({ ids }) => !ids?.every((id) => own.current.delete(id)))
  const total =
    (value?.total ?? 0) - (value?.removed.filter(({ pilot }) => restored.has(pilot.id)).length ?? 0)
  const last = lastPageOf(value)
  useEffect(() => {
    if (value && !isLoading && (view.page ?? 1) > last)
      navigate(removedScreen({ ...view, page: last }), { replace: true })
  }, [value, isLoading, view, last, navigate])

  if (error instanceof ApiError && error.status === 401) {
    return <Navigate to={screens.login} replace state={{ goingTo: pathname + search }} />
  }

  return (
    <>
      <title>Borrados · PilotOS</title>
      <div className={styles.head}>
        <h1>Borrados</h1>
        <RemovedSearch
          search={view.search ?? ''}
          onSearch={(words) => navigate(removedScreen({ search: words }), { replace: true })}
        />
      </div>
      <p className={styles.note}>
        Los pilotos que se borran quedan aquí {removedDays} días, con su foto y todos sus datos.
      </p>
      {error && <Failure error={error} retry={reload} />}
      {!value && !error && <Loading />}
      {value && (
        <section aria-label="Resultados" aria-busy={isLoading} className={styles.results}>
          <p className={styles.total} role="status">
            {total > 0 && `${count(total, 'borrado')}${view.search ? ` con «${view.search}»` : ''}`}
          </p>
          {value.removed.length === 0 ? (
            <NoneRemoved search={view.search} />
          ) : (
            <ul className={styles.rows}>
              {value.removed.map((one) => (
                <RemovedRow
                  key={one.pilot.id}
                  removed={one}
                  isRestored={restored.has(one.pilot.id)}
                  onRestoring={() => own.current.add(one.pilot.id)}
                  onRestored={() => setRestored((others) => new Set([...others, one.pilot.id]))}
                />
              ))}
            </ul>
          )}
          {last > 1 && (
            <Pages
              page={view.page ?? 1}
              last={last}
              addressOf={(page) => removedScreen({ ...view, page })}
              onTurn={() => window.scrollTo(0, 0)}
            />
          )}
        </section>
      )}
      <RecentImports />
    </>
  )
}

function NoneRemoved({ search }: { search?: string }) {
  return (
    <div className={empty.empty}>
      <p>{search ? 'Ningún borrado tiene todas esas palabras.' : 'No hay pilotos borrados.'}</p>
      <Link className={button.button} to={search ? screens.removed : screens.search}>
        {search ? 'Ver todos los borrados' : 'Ir a la lista'}
      </Link>
    </div>
  )
}

/** Reads the words and the page from the address. */
function useRemovedView(): RemovedView {
  const [query] = useSearchParams()
  const page = Number(query.get('page') ?? 1)
  return {
    search: query.get('search')?.trim() || undefined,
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

function lastPageOf(value?: RemovedPage): number {
  return Math.max(1, Math.ceil((value?.total ?? 0) / pageSize))
}
