/** The pilot list. The server searches, filters, sorts and pages it; the address holds these settings. */
import { useEffect, useRef, useState } from 'react'
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import {
  describeFound,
  filterOf,
  isFiltered,
  type ListView,
  pageSize,
  readListView,
} from '#domain/list-query'
import { count } from '#domain/text/text'
import { formPath, screens, searchPath } from '#domain/web/addresses'
import { readScanned } from '#domain/web/scanned'
import { ApiError } from '../api/api.ts'
import button from '../ui/button.module.css'
import { Failure, Loading } from '../ui/load.tsx'
import overlay from '../ui/overlay.module.css'
import { Pages } from '../ui/pages.tsx'
import { CodeAnswer } from './code-answer.tsx'
import { useKeyStrokes } from './key-strokes.ts'
import { KeysDialog } from './keys-dialog.tsx'
import { SortSelect } from './list-order.tsx'
import styles from './list-screen.module.css'
import { ListSummary } from './list-summary.tsx'
import { ListDialogs, ListToolbar, type Tool } from './list-tools.tsx'
import { usePilotList } from './pilot-list.ts'
import { PilotTable } from './pilot-table.tsx'
import { goToRow, useKeptFocus } from './rows.ts'
import { useScan } from './scan.ts'
import { isSearchState, SearchForm, type SearchState } from './search-form.tsx'

export function ListScreen({ isMissingPage = false }: { isMissingPage?: boolean }) {
  const [query] = useSearchParams()
  // The query of a page that does not exist is ignored.
  const view = readListView(isMissingPage ? new URLSearchParams() : query)
  const { page = 1 } = view
  const address = searchPath(view)
  const navigate = useNavigate()
  const { key, state } = useLocation()
  const { value, error, isLoading, reload } = usePilotList(view, `${key} ${address}`)
  const box = useRef<HTMLInputElement>(null)
  const results = useRef<HTMLElement>(null)
  const keepFocus = useKeptFocus(results)
  const [tool, setTool] = useState<Tool>()
  const [hasKeys, setKeys] = useState(false)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { notice, scan, find } = useScan()
  const lastPage = Math.max(1, Math.ceil((value?.total ?? 0) / pageSize))

  useEffect(() => {
    if (value && !isLoading && page > lastPage)
      navigate(searchPath({ ...value.view, page: lastPage }), { replace: true })
  }, [value, isLoading, page, lastPage, navigate])

  /** Navigates to the changed view, on its first page. */
  function show(changes: Partial<ListView>) {
    navigate(searchPath({ ...view, page: 1, ...changes }))
  }

  const isTyped = isSearchState(state) && state.isTyping

  /** Navigates to a search. The words typed for one search share one history entry. */
  function search(words: string, isTyping: boolean) {
    navigate(searchPath({ ...view, page: 1, search: words }), {
      replace: isTyped,
      state: { isTyping } satisfies SearchState,
    })
  }

  /** Removes the history entry of a code that was typed so slowly that the list searched for it. */
  function forgetCode() {
    if (isTyped) navigate(searchPath({ ...view, search: undefined, page: 1 }), { replace: true })
  }

  function goToSearch() {
    box.current?.focus()
    box.current?.select()
  }

  function move(step: 1 | -1) {
    if (!goToRow(results.current, step)) goToSearch()
  }

  useKeyStrokes({
    onScan: scan,
    keys: new Map([
      ['/', goToSearch],
      ['?', () => setKeys(true)],
      ['n', () => navigate(formPath())],
      ['ArrowDown', () => move(1)],
      ['ArrowUp', () => move(-1)],
    ]),
  })

  function toTop() {
    results.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }

  function choose(ids: readonly string[], isOn: boolean) {
    const others = new Set([...chosen].filter((id) => !ids.includes(id)))
    setChosen(isOn ? new Set([...others, ...ids]) : others)
  }

  // This screen holds no unsaved input, so an ended session can redirect to the sign-in.
  if (error instanceof ApiError && error.status === 401) {
    return <Navigate to={screens.login} replace state={{ goingTo: address }} />
  }

  return (
    <>
      <title>Lista de pilotos · PilotOS</title>
      <div className={overlay.overlay}>{notice && <Failure error={notice} />}</div>
      {isMissingPage && (
        <p className={styles.notice} role="alert">
          Esa página no existe. Esta es la lista de pilotos.
        </p>
      )}
      <div className={styles.head}>
        <h1>Pilotos</h1>
        <SearchForm
          ref={box}
          search={view.search ?? ''}
          onType={(words) => search(words, true)}
          onSend={(words) => find(words, () => search(words, false), forgetCode)}
          onLeave={() => goToRow(results.current, 1)}
        />
      </div>
      {error && <Failure error={error} retry={reload} />}
      {!value && !error && <Loading />}
      {value && value.counts.total > 0 && <ListSummary counts={value.counts} filter={view} onFilter={show} />}
      {value && (
        <section
          aria-label="Resultados"
          aria-busy={isLoading}
          className={styles.results}
          ref={results}
          tabIndex={-1}
          onFocus={keepFocus}
        >
          <div className={styles.bar}>
            <p className={styles.total} role="status">
              {describeFound(value.total, value.view)}
            </p>
            {isFiltered({ ...view, search: undefined }) && (
              <button
                type="button"
                className={button.button}
                onClick={() => show({ modalidad: undefined, licencia: undefined, today: undefined })}
              >
                Quitar filtros
              </button>
            )}
            {chosen.size > 0 && (
              <p className={styles.chosen}>
                <span role="status">{count(chosen.size, 'elegido')}</span>
                <button type="button" className={button.button} onClick={() => setChosen(new Set())}>
                  Quitar selección
                </button>
              </p>
            )}
            {value.total > 1 && <SortSelect order={view} onOrder={show} />}
            {(value.counts.total > 0 || value.view.search) && <ListToolbar onOpen={setTool} />}
          </div>
          {value.total === 0 ? (
            <Empty view={value.view} onImport={() => setTool('import')} />
          ) : (
            <PilotTable
              pilots={value.pilots}
              chosen={chosen}
              onChoose={choose}
              order={value.view}
              onOrder={show}
            />
          )}
          {lastPage > 1 && (
            <Pages
              page={value.view.page ?? 1}
              last={lastPage}
              addressOf={(to) => searchPath({ ...value.view, page: to })}
              onTurn={toTop}
            />
          )}
          {value.total > 0 && (
            <button type="button" className={styles.keys} onClick={() => setKeys(true)}>
              Teclas
            </button>
          )}
        </section>
      )}
      <ListDialogs
        tool={tool}
        onOpen={setTool}
        filter={filterOf(value?.view ?? view)}
        found={value?.total ?? 0}
        total={value?.counts.total ?? 0}
        chosen={chosen}
        onChanged={reload}
      />
      {hasKeys && <KeysDialog onClose={() => setKeys(false)} />}
    </>
  )
}

function Empty({ view, onImport }: { view: ListView; onImport: () => void }) {
  if (isFiltered(view)) {
    const id = view.search && readScanned(view.search)
    return (
      <div className={styles.empty}>
        {id ? <CodeAnswer key={id} id={id} /> : <p>{whyNone(view)}</p>}
        <Link className={id ? button.button : button.primary} to={screens.search}>
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

function whyNone({ search, ...kinds }: ListView): string {
  if (!search) return 'Ningún piloto queda con esos filtros.'
  const others = isFiltered(kinds) ? ' entre los de esos filtros' : ''
  return `Ningún piloto tiene todas esas palabras${others}. Pruebe con menos, o con el DNI.`
}
