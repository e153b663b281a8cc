/** The line above the rows: the summary's button, what the list shows, the selection, and the order on narrow screens. */
import { describeFound, isFiltered, type ListFilter } from '#domain/list-query'
import { count } from '#domain/text/text'
import styles from './list-bar.module.css'
import type { ListNavigation } from './list-navigation.ts'
import { SortSelect } from './list-order.tsx'
import type { CountedList } from './pilot-list.ts'
import { RemoveChosen } from './removal.tsx'
import type { RowSelection } from './row-selection.ts'

interface ListBarProps {
  list: CountedList
  navigation: ListNavigation
  selection: RowSelection
  /** The identifier of the summary that the first button opens, and whether it is open. */
  summary: { id: string; isOpen: boolean; toggle: () => void }
}

export function ListBar({ list, navigation: { view, show }, selection, summary }: ListBarProps) {
  const isKindChosen = isFiltered({ ...view, search: undefined })
  return (
    <div className={styles.bar}>
      {list.counts.total > 0 && (
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={summary.isOpen}
          aria-controls={summary.id}
          onClick={summary.toggle}
        >
          Resumen
        </button>
      )}
      <Found list={list} />
      {isKindChosen && (
        <button type="button" className={styles.remove} onClick={() => show(noFilters)}>
          Quitar filtros
        </button>
      )}
      {selection.isChoosing || selection.chosen.size > 0 ? (
        <Chosen list={list} selection={selection} />
      ) : (
        list.total > 1 && <SortSelect order={view} onOrder={show} />
      )}
      <RemoveChosen selection={selection} />
    </div>
  )
}

/** A filter without conditions on the kinds of pilots. It keeps the search. */
const noFilters: ListFilter = {
  modalidad: undefined,
  licencia: undefined,
  status: undefined,
  today: undefined,
  noPhoto: undefined,
  noCard: undefined,
  attendance: undefined,
}

/** The number of pilots found with their filters, whose figure is set large, and whether they only nearly fit. */
function Found({ list }: { list: CountedList }) {
  const { view, isApproximate } = list
  const filter = isApproximate ? { ...view, search: undefined } : view
  const [, figure, words] = /^(.*?\d\S*) (.*)$/s.exec(describeFound(list, filter)) ?? []
  return (
    <p className={styles.found} role="status">
      <b>{figure}</b> {words}
      {isApproximate && (
        <>
          {'. '}
          <strong>Nada coincide exactamente con «{view.search}»: estos se parecen.</strong>
        </>
      )}
    </p>
  )
}

function Chosen({ list, selection }: Pick<ListBarProps, 'list' | 'selection'>) {
  const { chosen } = selection
  return (
    <p className={styles.chosen}>
      <span role="status">{count(chosen.size, 'elegido')}</span>
      <button
        type="button"
        className={styles.page}
        onClick={() =>
          selection.choose(
            list.pilots.map(({ id }) => id),
            true,
          )
        }
      >
        Elegir página
      </button>
      <button type="button" className={styles.clear} onClick={selection.clear}>
        {chosen.size > 0 ? 'Quitar selección' : 'Cancelar'}
      </button>
    </p>
  )
}
