/** The pilot list. The server searches, filters, sorts and pages it; the address holds these settings. */
import { useRef, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { filterOf } from '#domain/list-query'
import { screens } from '#domain/web/addresses'
import { readScanned } from '#domain/web/scanned'
import { ApiError } from '../api/api.ts'
import { useRosterPrint } from '../roster/roster-print.tsx'
import { useCodeLookup } from '../scan/code-lookup.ts'
import { ScanAlert } from '../scan/scan-alert.tsx'
import { Failure } from '../ui/load.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { useLastPageRedirect, useListNavigation } from './list-navigation.ts'
import { ListResults } from './list-results.tsx'
import styles from './list-screen.module.css'
import { useListShortcuts } from './list-shortcuts.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { ListDialogs, ListTools, type Tool } from './list-tools.tsx'
import { usePilotList } from './pilot-list.ts'
import { useRowSelection } from './row-selection.ts'
import { goToRow } from './rows.ts'
import { SearchForm } from './search-form.tsx'

export function ListScreen({ isMissingPage = false }: { isMissingPage?: boolean }) {
  const { key } = useLocation()
  const navigation = useListNavigation(isMissingPage)
  const { view, address, search } = navigation
  const loaded = usePilotList(view, `${key} ${address}`)
  const { value: list, error, isLoading, reload } = loaded
  const searchBox = useRef<HTMLInputElement>(null)
  const results = useRef<HTMLElement>(null)
  const [tool, setTool] = useState<Tool>()
  const [hasKeys, setKeys] = useState(false)
  const selection = useRowSelection()
  const roster = useRosterPrint({ list, chosen: selection.chosen })
  const lookup = useCodeLookup()
  const latest = useRef(navigation)
  latest.current = navigation
  const openKeys = () => setKeys(true)
  useLastPageRedirect(loaded, view)
  useListShortcuts({ searchBox, results, onOpenKeys: openKeys })

  /** Opens the credential of a code that is sent as a search, or else searches for the words. */
  async function send(words: string) {
    const id = readScanned(words)
    const found = id && (await lookup.find(id))
    if (id && found === 'valid') {
      latest.current.forgetCode()
      lookup.open(id)
    } else if (!id || found) latest.current.search(words, false)
  }

  // This screen holds no unsaved input, so an ended session can redirect to the sign-in.
  if (error instanceof ApiError && error.status === 401) {
    return <Navigate to={screens.login} replace state={{ goingTo: address }} />
  }

  return (
    <>
      <title>Lista de pilotos · PilotOS</title>
      <ScanAlert lookup={lookup} />
      {isMissingPage && <MissingPageNotice />}
      <div className={styles.head}>
        <h1>Pilotos</h1>
        <SearchForm
          ref={searchBox}
          search={view.search ?? ''}
          onType={(words) => search(words, true)}
          onSend={send}
          onLeave={() => goToRow(results.current, 1)}
        />
        {list && (list.counts.total > 0 || list.view.search) && (
          <ListTools onOpen={setTool} onChoose={selection.start} />
        )}
      </div>
      {error && <Failure error={error} retry={reload} />}
      {!list && !error && <ListSkeleton />}
      {list && (
        <ListResults
          ref={results}
          list={list}
          isLoading={isLoading}
          navigation={navigation}
          selection={selection}
          onOpen={setTool}
          onOpenKeys={openKeys}
        />
      )}
      <ListDialogs
        tool={tool}
        onOpen={setTool}
        filter={filterOf(list?.view ?? view)}
        found={list ?? { total: 0 }}
        total={list?.counts.total ?? 0}
        chosen={selection.chosen}
        onChanged={reload}
      />
      {roster.content}
      {hasKeys && <KeysDialog onClose={() => setKeys(false)} />}
    </>
  )
}

function MissingPageNotice() {
  return (
    <p className={styles.notice} role="alert">
      Esa página no existe. Esta es la lista de pilotos.
    </p>
  )
}
