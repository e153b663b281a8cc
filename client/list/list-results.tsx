/** The results of the list: a bar, the summary, the table, and the links to other pages. */
import { type RefObject, useId } from 'react'
import { useLocation } from 'react-router-dom'
import { lastPageOf } from '#domain/list-query'
import { searchPath } from '#domain/web/addresses'
import { Pages } from '../ui/pages.tsx'
import { EmptyList } from './empty-list.tsx'
import { ListBar } from './list-bar.tsx'
import type { ListNavigation } from './list-navigation.ts'
import { ListNumbers } from './list-numbers.tsx'
import styles from './list-screen.module.css'
import { ListSummary, useSummary } from './list-summary.tsx'
import type { Tool } from './list-tools.tsx'
import type { CountedList } from './pilot-list.ts'
import { PilotTable } from './pilot-table.tsx'
import { useRowPress } from './row-press.ts'
import type { RowSelection } from './row-selection.ts'
import { useKeptFocus, useListPosition } from './rows.ts'

interface ListResultsProps {
  ref: RefObject<HTMLElement | null>
  list: CountedList
  isLoading: boolean
  navigation: ListNavigation
  selection: RowSelection
  onOpen: (tool: Tool) => void
  /** Opens the dialog that explains the keys. */
  onOpenKeys: () => void
}

export function ListResults({ ref, list, isLoading, onOpenKeys, ...bar }: ListResultsProps) {
  const { navigation, selection, onOpen } = bar
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
      className={styles.results}
      ref={ref}
      tabIndex={-1}
      onFocus={keepFocus}
    >
      <ListBar
        list={list}
        navigation={navigation}
        selection={selection}
        summary={{ id: summaryId, isOpen: isSummaryOpen, toggle: toggleSummary }}
      />
      {isSummaryOpen && list.counts.total > 0 && (
        <ListSummary id={summaryId} counts={list.counts} filter={list.view} onFilter={navigation.show}>
          <ListNumbers filter={list.view} onFilter={navigation.show} />
        </ListSummary>
      )}
      {list.total === 0 ? (
        <EmptyList view={list.view} onImport={() => onOpen('import')} />
      ) : (
        <PilotTable
          pilots={list.pilots}
          chosen={selection.chosen}
          isChoosing={selection.isChoosing}
          onChoose={selection.choose}
          order={list.view}
          onOrder={navigation.show}
        />
      )}
      {list.total > 0 && (
        <div className={styles.foot}>
          <Pages
            page={list.view.page ?? 1}
            last={lastPageOf(list)}
            hasMore={list.isTotalCapped}
            addressOf={(page) => searchPath({ ...navigation.view, page })}
            onTurn={toTop}
          />
          <button type="button" className={styles.keys} onClick={onOpenKeys}>
            Teclas
          </button>
        </div>
      )}
    </section>
  )
}
