/** The results of the list: a bar with the selection and the tools, the table, and the links to other pages. */
import type { RefObject } from 'react'
import { describeFound, isFiltered, type ListView } from '#domain/list-query'
import { count } from '#domain/text/text'
import { searchPath } from '#domain/web/addresses'
import button from '../ui/button.module.css'
import { Pages } from '../ui/pages.tsx'
import { EmptyList } from './empty-list.tsx'
import { type ListNavigation, lastPageOf } from './list-navigation.ts'
import { SortSelect } from './list-order.tsx'
import styles from './list-screen.module.css'
import { ListToolbar, type Tool } from './list-tools.tsx'
import type { CountedList } from './pilot-list.ts'
import { PilotTable } from './pilot-table.tsx'
import type { RowSelection } from './row-selection.ts'
import { useKeptFocus } from './rows.ts'

interface ResultsBarProps {
  list: CountedList
  navigation: ListNavigation
  selection: RowSelection
  onOpen: (tool: Tool) => void
}

interface ListResultsProps extends ResultsBarProps {
  ref: RefObject<HTMLElement | null>
  isLoading: boolean
  /** Opens the dialog that explains the keys. */
  onOpenKeys: () => void
}

export function ListResults({ ref, isLoading, onOpenKeys, ...bar }: ListResultsProps) {
  const { list, navigation, selection, onOpen } = bar
  const keepFocus = useKeptFocus(ref)
  const lastPage = lastPageOf(list.total)

  function toTop() {
    ref.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }

  return (
    <section
      aria-label="Resultados"
      aria-busy={isLoading}
      className={styles.results}
      ref={ref}
      tabIndex={-1}
      onFocus={keepFocus}
    >
      <ResultsBar {...bar} />
      {list.total === 0 ? (
        <EmptyList view={list.view} onImport={() => onOpen('import')} />
      ) : (
        <PilotTable
          pilots={list.pilots}
          chosen={selection.chosen}
          onChoose={selection.choose}
          order={list.view}
          onOrder={navigation.show}
        />
      )}
      {lastPage > 1 && (
        <Pages
          page={list.view.page ?? 1}
          last={lastPage}
          addressOf={(page) => searchPath({ ...list.view, page })}
          onTurn={toTop}
        />
      )}
      {list.total > 0 && (
        <button type="button" className={styles.keys} onClick={onOpenKeys}>
          Teclas
        </button>
      )}
    </section>
  )
}

/** A view without filters, except the search. */
const noKinds: ListView = {
  modalidad: undefined,
  licencia: undefined,
  today: undefined,
  noPhoto: undefined,
  noCard: undefined,
}

function ResultsBar({ list, navigation: { view, show }, selection, onOpen }: ResultsBarProps) {
  const { chosen } = selection
  return (
    <div className={styles.bar}>
      <p className={styles.total} role="status">
        {describeFound(list.total, list.view)}
      </p>
      {isFiltered({ ...view, search: undefined }) && (
        <button type="button" className={button.button} onClick={() => show(noKinds)}>
          Quitar filtros
        </button>
      )}
      {chosen.size > 0 && (
        <p className={styles.chosen}>
          <span role="status">{count(chosen.size, 'elegido')}</span>
          <button type="button" className={button.button} onClick={selection.clear}>
            Quitar selección
          </button>
        </p>
      )}
      {list.total > 1 && <SortSelect order={view} onOrder={show} />}
      {(list.counts.total > 0 || list.view.search) && <ListToolbar onOpen={onOpen} />}
    </div>
  )
}
