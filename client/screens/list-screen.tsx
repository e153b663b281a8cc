/** The pilot list: found by words, paged on the server, its search and page in the address. */
import { useEffect, useRef, useState } from 'react'
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { formPath, screens, searchPath } from '#domain/addresses'
import { pageSize } from '#domain/list-query'
import { count } from '#domain/text'
import { ApiError } from '../api.ts'
import button from '../components/button.module.css'
import { ListDialogs, ListToolbar, type Tool } from '../components/list-tools.tsx'
import { Failure, Loading, useLoad } from '../components/load.tsx'
import { Pages } from '../components/pages.tsx'
import { PilotTable } from '../components/pilot-table.tsx'
import { SearchForm } from '../components/search-form.tsx'
import { staffApi } from '../staff-api.ts'
import styles from './list-screen.module.css'

export function ListScreen({ isMissingPage = false }: { isMissingPage?: boolean }) {
  const { search, page } = useListAddress(isMissingPage)
  const navigate = useNavigate()
  const { key } = useLocation()
  const { value, error, isLoading, reload } = useLoad(
    (signal) => staffApi.list({ search, page }, signal),
    `${key} ${page} ${search}`,
  )
  const results = useRef<HTMLElement>(null)
  const [tool, setTool] = useState<Tool>()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const lastPage = Math.max(1, Math.ceil((value?.total ?? 0) / pageSize))

  useEffect(() => {
    if (value && !isLoading && page > lastPage)
      navigate(searchPath({ search, page: lastPage }), { replace: true })
  }, [value, isLoading, page, lastPage, search, navigate])

  function toTop() {
    results.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }

  function choose(ids: readonly string[], isOn: boolean) {
    const others = new Set([...chosen].filter((id) => !ids.includes(id)))
    setChosen(isOn ? new Set([...others, ...ids]) : others)
  }

  // Nothing is typed here that could be lost: a session that has ended leads to the sign-in by itself.
  if (error instanceof ApiError && error.status === 401) {
    return <Navigate to={screens.login} replace state={{ goingTo: searchPath({ search, page }) }} />
  }

  return (
    <>
      <title>Lista de pilotos · PilotOS</title>
      {isMissingPage && (
        <p className={styles.notice} role="alert">
          Esa página no existe. Esta es la lista de pilotos.
        </p>
      )}
      <div className={styles.head}>
        <h1>Pilotos</h1>
        <SearchForm
          key={search}
          search={search}
          onSearch={(words) => navigate(searchPath({ search: words }))}
        />
      </div>
      {error && <Failure error={error} retry={reload} />}
      {!value && !error && <Loading />}
      {value && (
        <section
          aria-label="Resultados"
          aria-busy={isLoading}
          className={styles.results}
          ref={results}
          tabIndex={-1}
        >
          <div className={styles.bar}>
            <p className={styles.total} role="status">
              {value.search
                ? `${count(value.total, 'piloto')} con «${value.search}»`
                : count(value.total, 'piloto')}
            </p>
            {chosen.size > 0 && (
              <p className={styles.chosen}>
                <span role="status">{count(chosen.size, 'elegido')}</span>
                <button type="button" className={button.button} onClick={() => setChosen(new Set())}>
                  Quitar selección
                </button>
              </p>
            )}
            {(value.total > 0 || value.search) && <ListToolbar onOpen={setTool} />}
          </div>
          {value.total === 0 ? (
            <Empty search={value.search} onImport={() => setTool('import')} />
          ) : (
            <PilotTable pilots={value.pilots} chosen={chosen} onChoose={choose} />
          )}
          {lastPage > 1 && (
            <Pages
              page={value.page}
              last={lastPage}
              addressOf={(to) => searchPath({ search: value.search, page: to })}
              onTurn={toTop}
            />
          )}
        </section>
      )}
      <ListDialogs
        tool={tool}
        onOpen={setTool}
        search={value?.search ?? search}
        found={value?.total ?? 0}
        chosen={chosen}
        onChanged={reload}
      />
    </>
  )
}

/** What the address asks for; a page that does not exist has no search of its own. */
function useListAddress(isMissingPage: boolean): { search: string; page: number } {
  const [query] = useSearchParams()
  if (isMissingPage) return { search: '', page: 1 }
  const page = Number(query.get('page') ?? 1)
  return {
    search: (query.get('search') ?? '').trim(),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

function Empty({ search, onImport }: { search: string; onImport: () => void }) {
  if (search) {
    return (
      <div className={styles.empty}>
        <p>Ningún piloto tiene todas esas palabras. Pruebe con menos, o con el DNI.</p>
        <Link className={button.primary} to={screens.search}>
          Ver todos
        </Link>
      </div>
    )
  }
  return (
    <div className={styles.empty}>
      <p>
        Todavía no hay pilotos. Registre al primero, o traiga los de una planilla: también puede soltarla
        aquí.
      </p>
      <div className={styles.ways}>
        <Link className={button.primary} to={formPath()}>
          Registrar un piloto
        </Link>
        <button type="button" className={button.button} onClick={onImport}>
          Importar una planilla
        </button>
      </div>
    </div>
  )
}
