/** The pilot list. The server searches, filters, sorts and pages it; the address holds these settings. */
import { type RefObject, useId, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { credentialPath, formPath, screens, searchPath } from '#domain/api/addresses'
import { readScanned } from '#domain/credential/scanned'
import { statusTexts } from '#domain/credential/status'
import { settingsPath } from '#domain/desk/settings-address'
import type { EventInfo } from '#domain/events/calls'
import { fullName } from '#domain/pilots/pilot'
import type { PilotId } from '#domain/pilots/pilot-id'
import { filterOf, isFiltered, type ListView, lastPageOf } from '#domain/pilots/search/list-query'
import { ApiError } from '../../api/call.ts'
import { useCurrentEvents } from '../../api/event-list.ts'
import { useLoad } from '../../api/load.ts'
import { loadPilot } from '../../api/pilots.ts'
import { useSession } from '../../api/session.ts'
import { KeysTable } from '../../help/help-screen.tsx'
import { useShortcuts } from '../../scan/key-strokes.ts'
import { ScanAlert, useCodeLookup, whyNot } from '../../scan/scan-alert.tsx'
import button from '../../ui/button.module.css'
import { Dialog } from '../../ui/dialog.tsx'
import { Button } from '../../ui/form.tsx'
import { LineIcon } from '../../ui/images.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/link.tsx'
import { Failure, Notice } from '../../ui/notice.tsx'
import { Pages, usePageRedirects } from '../../ui/pages.tsx'
import parts from '../../ui/parts.module.css'
import styles from './list.module.css'
import { ListBar, ListSummary, useSummary } from './list-bar.tsx'
import { useListPrint } from './list-print.tsx'
import { ListDialogs, ListTools, type Tool } from './list-tools.tsx'
import {
  type CountedList,
  type ListNavigation,
  type RowSelection,
  useListNavigation,
  usePilotList,
  useRowSelection,
} from './pilot-list.ts'
import { PilotTable } from './pilot-table.tsx'
import { goToRow, useKeptFocus, useListPosition, useRowPress } from './rows.ts'
import { SearchForm } from './search-form.tsx'

export function ListScreen({ isMissingPage = false }: { isMissingPage?: boolean }) {
  const { key } = useLocation()
  const { value: events } = useCurrentEvents()
  const navigation = useListNavigation(isMissingPage, events?.open.categories)
  const { view, address, search } = navigation
  const loaded = usePilotList(view, `${key} ${address}`)
  const { value: list, error, isLoading, reload } = loaded
  const searchBox = useRef<HTMLInputElement>(null)
  const results = useRef<HTMLElement>(null)
  const [tool, setTool] = useState<Tool>()
  const [hasKeys, setKeys] = useState(false)
  const selection = useRowSelection()
  const [printed, openPrint] = useListPrint({ list, chosen: selection.chosen, event: events?.open })
  const lookup = useCodeLookup()
  const latest = useRef(navigation)
  latest.current = navigation
  const pages = {
    page: view.page ?? 1,
    last: lastPageOf(list ?? { total: 0 }),
    addressOf: (page: number) => searchPath({ ...view, page }),
  }
  const redirect = usePageRedirects(loaded, pages)
  useListShortcuts(searchBox, results, () => setKeys(true))

  /** Opens the credential of a code that is sent as a search, or else searches for the words. */
  async function send(words: string) {
    const id = readScanned(words)
    const found = id && (await lookup.find(id))
    if (id && found === 'valid') {
      latest.current.dropCode()
      lookup.open(id)
    } else if (!id || found) latest.current.search(words, false)
  }

  if (redirect) return redirect

  return (
    <>
      <title>Lista de pilotos · PilotOS</title>
      <ScanAlert lookup={lookup} />
      {isMissingPage && (
        <div className={`${layout.stack} ${styles.missing}`} role="alert">
          <Notice kind="warning">Esa página no existe. Esta es la lista de pilotos.</Notice>
        </div>
      )}
      <div className={styles.head}>
        <h1 className={parts.hiddenOnDesk}>Pilotos</h1>
        <SearchForm
          ref={searchBox}
          search={view.search ?? ''}
          onType={(words) => search(words, true)}
          onSend={send}
          onLeave={() => goToRow(results.current, 1)}
        />
        {list && (list.counts.total > 0 || list.view.search) && (
          <>
            <ListTools
              onOpen={setTool}
              onPrintList={openPrint}
              onChoose={selection.start}
              pending={list.counts.pending}
            />
            <Link className={`${button.primary} ${styles.create}`} to={formPath()}>
              <LineIcon size={22} d="M12 4v16M4 12h16" />
              <span className={layout.hiddenOnTablet}>Nuevo piloto</span>
            </Link>
          </>
        )}
      </div>
      {error && <Failure error={error} retry={reload} />}
      {!list && !error && <Skeleton />}
      {list && (
        <Results
          ref={results}
          list={list}
          isLoading={isLoading}
          navigation={navigation}
          selection={selection}
          event={events?.open}
          pages={{ ...pages, page: list.view.page ?? 1 }}
          onOpen={setTool}
          onOpenKeys={() => setKeys(true)}
        />
      )}
      <ListDialogs
        tool={tool}
        onOpen={setTool}
        filter={filterOf(list?.view ?? view)}
        found={list ?? { total: 0 }}
        total={list?.counts.total ?? 0}
        chosen={selection.chosen}
        categories={events?.open.categories}
        onChanged={reload}
      />
      {printed}
      {hasKeys && (
        <Dialog title="Teclas" closesOnScan onClose={() => setKeys(false)}>
          <KeysTable />
          <p>
            Valen en la lista, mientras no se escribe en un campo. Un lector de mano abre la credencial desde
            cualquier pantalla, sin elegir nada antes.
          </p>
        </Dialog>
      )}
    </>
  )
}

/** The keyboard shortcuts of the list. `results` contains the rows. */
function useListShortcuts(
  searchBox: RefObject<HTMLInputElement | null>,
  results: RefObject<HTMLElement | null>,
  openKeys: () => void,
): void {
  const navigate = useNavigate()

  function goToSearch() {
    searchBox.current?.focus()
    searchBox.current?.select()
  }

  function move(step: 1 | -1) {
    if (!goToRow(results.current, step)) goToSearch()
  }

  useShortcuts(
    new Map([
      ['/', goToSearch],
      ['?', openKeys],
      ['n', () => navigate(formPath())],
      ['ArrowDown', () => move(1)],
      ['ArrowUp', () => move(-1)],
    ]),
  )
}

interface ResultsProps {
  ref: RefObject<HTMLElement | null>
  list: CountedList
  isLoading: boolean
  navigation: ListNavigation
  selection: RowSelection
  event?: EventInfo
  pages: { page: number; last: number; addressOf: (page: number) => string }
  onOpen: (tool: Tool) => void
  onOpenKeys: () => void
}

/** The results of the list: a bar, the summary, the table, and the links to other pages. */
function Results(props: ResultsProps) {
  const { ref, list, isLoading, navigation, selection, event, pages, onOpen, onOpenKeys } = props
  const keepFocus = useKeptFocus(ref)
  useListPosition(ref, useLocation().key)
  const [isSummaryOpen, toggleSummary] = useSummary()
  const summaryId = useId()
  useRowPress(ref, selection.isChoosing)

  function toTop() {
    ref.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }

  return (
    <section
      aria-label="Resultados"
      aria-busy={isLoading}
      className={parts.results}
      ref={ref}
      tabIndex={-1}
      onFocus={keepFocus}
    >
      <ListBar
        list={list}
        navigation={navigation}
        selection={selection}
        categories={event?.categories}
        onOpen={onOpen}
        summary={{ id: summaryId, isOpen: isSummaryOpen, toggle: toggleSummary }}
      />
      {isSummaryOpen && list.counts.total > 0 && (
        <ListSummary
          id={summaryId}
          counts={list.counts}
          filter={list.view}
          categories={event?.categories}
          onFilter={navigation.show}
        />
      )}
      {list.total === 0 ? (
        <EmptyList view={list.view} onImport={() => onOpen('import')} />
      ) : (
        <>
          <PilotTable list={list} selection={selection} event={event} onOrder={navigation.show} />
          <div className={`${layout.split} ${styles.foot}`}>
            <Pages {...pages} hasMore={list.isTotalCapped} onTurn={toTop} />
            <Button className={`${button.bare} ${styles.keys}`} onClick={onOpenKeys}>
              Teclas
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

/** Grey rows in the place of the list while it loads for the first time. They appear only if the load takes long. */
function Skeleton() {
  return (
    <div className={styles.skeleton}>
      <p className={layout.hidden} role="status">
        Cargando…
      </p>
    </div>
  )
}

/** The message of a list without rows: it says the reason and offers the next step. */
function EmptyList({ view, onImport }: { view: ListView; onImport: () => void }) {
  const isAll = !isFiltered(view)
  const { role } = useSession()
  const id = view.search && readScanned(view.search)
  const [reason, advice] = whyEmpty(view)
  return (
    <div className={parts.empty}>
      {id ? (
        <CodeLink key={id} id={id} />
      ) : (
        <>
          <h2>{reason}</h2>
          <p>{advice}</p>
        </>
      )}
      <div className={parts.actions}>
        {!isAll && (
          <Link className={button.button} to={screens.search}>
            Ver todos
          </Link>
        )}
        <Link className={isAll ? button.primary : button.button} to={formPath()}>
          Registrar un piloto
        </Link>
        {isAll && <Button onClick={onImport}>Importar una planilla</Button>}
        {isAll && role === 'admin' && (
          <Link className={button.button} to={settingsPath('preparar')}>
            Preparar el evento
          </Link>
        )}
      </div>
    </div>
  )
}

/** Links a search for a code that found no pilot to the credential, or says why the code opens none. */
function CodeLink({ id }: { id: PilotId }) {
  const { value: pilot, error } = useLoad((signal) => loadPilot(id, signal), id)
  const next = error instanceof ApiError ? error.details.next : undefined
  const to = pilot ? id : next
  return (
    <>
      {!pilot && <p role="alert">{error && whyNot(error, id)}</p>}
      {to && (
        <Link className={button.primary} to={credentialPath(to)}>
          {pilot ? `Abrir la credencial de ${fullName(pilot)}` : 'Ver la credencial nueva'}
        </Link>
      )}
    </>
  )
}

function whyEmpty({ search, ...kinds }: ListView): [reason: string, advice: string] {
  const { status, ...others } = kinds
  const { entered, ...more } = others
  if (search)
    return [
      `Ningún piloto tiene todas esas palabras${isFiltered(kinds) ? ' entre los de esos filtros' : ''}.`,
      'Pruebe con menos, o con el DNI. Si es nuevo, regístrelo.',
    ]
  if (!isFiltered(kinds))
    return [
      'Todavía no hay pilotos.',
      'Registre al primero, o traiga los de una planilla: también puede soltarla aquí.',
    ]
  if (entered === 'all' && !isFiltered({ status, ...more }))
    return [
      'Nadie está inscrito todavía.',
      'Con «Inscribir» se inscribe a los elegidos, a los que muestra la lista o a los del último evento.',
    ]
  if (entered === 'none' && !isFiltered({ status, ...more }))
    return ['Todos están inscritos.', 'Con «Inscritos», en Resumen, los ve por modalidad.']
  if (entered === 'pending' && !isFiltered({ status, ...more }))
    return ['Nadie quedó por inscribir.', 'Aquí están los que «Inscribir» no pudo inscribir con los demás.']
  if (status && !isFiltered(others))
    return [
      status === 'incomplete'
        ? 'Ningún piloto está incompleto.'
        : `Ninguna credencial está ${statusTexts[status].toLowerCase()}.`,
      'Quite el filtro en Resumen, o vea a todos.',
    ]
  return ['Ningún piloto queda con esos filtros.', 'Quite alguno en Resumen, o vea a todos.']
}
