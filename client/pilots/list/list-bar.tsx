/**
 * The line above the rows: the summary's button, what the list shows, the selection, and the order on narrow screens.
 */
import { useState } from 'react'
import { type PilotStatus, pilotStatuses } from '#domain/credential/status'
import type { Category } from '#domain/events/categories/category'
import { inCategory, isEnteredKind } from '#domain/events/entered-kinds'
import { groupsBy } from '#domain/groups'
import type { PilotCounts } from '#domain/pilots/calls'
import { type ClassField, classNames } from '#domain/pilots/classes/classes'
import { type FieldName, kindOf, labelsIn } from '#domain/pilots/fields'
import { tickText } from '#domain/pilots/own/field-table'
import { isOwnName, ownKindOf } from '#domain/pilots/own/own-name'
import { describeFound, isFiltered, type ListFilter } from '#domain/pilots/search/list-query'
import { ownConditions, withCondition } from '#domain/pilots/search/own-filter'
import { count, figure } from '#domain/text/text'
import { drop, recall, remember } from '../../api/browser-memory.ts'
import { features } from '../../api/feature.ts'
import { useFieldTable } from '../../api/field-table.ts'
import { hasNumbers, usePassageNumbers } from '../../gate/numbers/gate-numbers.tsx'
import button from '../../ui/button.module.css'
import field from '../../ui/field.module.css'
import { Button } from '../../ui/form.tsx'
import { LineIcon } from '../../ui/images.tsx'
import layout from '../../ui/layout.module.css'
import parts from '../../ui/parts.module.css'
import styles from './list.module.css'
import { type Tool, toolLabels } from './list-tools.tsx'
import type { CountedList, ListNavigation, RowSelection } from './pilot-list.ts'
import { RemoveChosen } from './removal.tsx'
import type { Order } from './rows.ts'

interface ListBarProps {
  list: CountedList
  navigation: ListNavigation
  selection: RowSelection
  /** The categories of the open event. */
  categories?: readonly Category[]
  onOpen: (tool: Tool) => void
  /** The identifier of the summary that the first button opens, and whether it is open. */
  summary: { id: string; isOpen: boolean; toggle: () => void }
}

export function ListBar({
  list,
  navigation: { view, show },
  selection,
  categories,
  onOpen,
  summary,
}: ListBarProps) {
  const actions = features.flatMap(({ action }) =>
    action && list.pilots.some(action.isOffered) ? [[action.id, action.title] as const] : [],
  )
  const isKindChosen = isFiltered({ ...view, search: undefined })
  return (
    <div className={styles.bar}>
      {list.counts.total > 0 && (
        <Button
          className={button.bare}
          aria-expanded={summary.isOpen}
          aria-controls={summary.id}
          onClick={summary.toggle}
        >
          <LineIcon size={12} d="M7 3l10 9-10 9" />
          Resumen
        </Button>
      )}
      <Found list={list} categories={categories} />
      {isKindChosen && (
        <Button className={`${button.bare} ${styles.remove}`} onClick={() => show(noFilters)}>
          <span aria-hidden="true">✕</span> Quitar filtros
        </Button>
      )}
      {selection.isChoosing || selection.chosen.size > 0 ? (
        <Chosen list={list} selection={selection} />
      ) : (
        list.total > 1 && <SortSelect order={view} onOrder={show} />
      )}
      <div className={`${parts.actions} ${styles.acts}`}>
        {selection.chosen.size > 0 &&
          [...chosenTools, ...actions].map(([tool, title]) => (
            <Button key={tool} onClick={() => onOpen(tool)}>
              {title} {figure(selection.chosen.size)}
            </Button>
          ))}
        {view.status === 'incomplete' && list.total > 0 && (
          <Button onClick={() => onOpen('complete')}>{toolLabels.complete}</Button>
        )}
        <RemoveChosen selection={selection} />
      </div>
    </div>
  )
}

/** The tools for chosen pilots, besides those of the features. */
const chosenTools = (['print', 'renew', 'enter'] as const).map((tool) => [tool, toolLabels[tool]] as const)

/** A filter without conditions on the kinds of pilots. It keeps the search. */
const noFilters: ListFilter = {
  modalidad: undefined,
  licencia: undefined,
  status: undefined,
  today: undefined,
  noPhoto: undefined,
  noCard: undefined,
  invented: undefined,
  own: undefined,
  entered: undefined,
  attendance: undefined,
  lacks: undefined,
}

/** The number of pilots found with their filters, whose figure is set large, and whether they only nearly fit. */
function Found({ list, categories }: Pick<ListBarProps, 'list' | 'categories'>) {
  const table = useFieldTable()
  const { view, isApproximate } = list
  const filter = isApproximate ? { ...view, search: undefined } : view
  const [, number, words] = /^(.*?\d\S*) (.*)$/s.exec(describeFound(list, filter, table, categories)) ?? []
  return (
    <p className={styles.found} role="status">
      <b>{number}</b> {words}
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
  const { chosen, choose, clear } = selection
  const ids = list.pilots.map(({ id }) => id)
  return (
    <p className={styles.chosen}>
      <span role="status">{count(chosen.size, 'elegido')}</span>
      <Button className={`${button.bare} ${parts.phoneOnly}`} onClick={() => choose(ids, true)}>
        Elegir página
      </Button>
      {chosen.size > 0 ? (
        <Button className={button.bare} aria-label="Quitar selección" onClick={clear}>
          Quitar<span className={layout.hiddenOnPhone}> selección</span>
        </Button>
      ) : (
        <Button className={button.bare} onClick={clear}>
          Cancelar
        </Button>
      )}
    </p>
  )
}

/** The names of the sortable fields in the select. */
const sorts = new Map([...labelsIn('list'), ...labelsIn('sort')])

/** The fields by which people order most. The others follow in the order of the form. */
const firstSorts: readonly FieldName[] = [
  'lastname',
  'npiloto',
  'dni',
  'nlicencia',
  'modalidad',
  'club',
  'email',
]
const sortNames = [...new Set([...firstSorts, ...sorts.keys()])]

/** The order of the list on screens that are too narrow for the titles of the table. */
function SortSelect({ order, onOrder }: { order: Order; onOrder: (order: Order) => void }) {
  const { own, of } = useFieldTable()
  return (
    <label className={styles.select}>
      <span className={layout.hiddenOnPhone}>Ordenar por</span>
      <select
        className={field.select}
        value={order.sort ? `${order.sort} ${order.order ?? ''}` : ''}
        onChange={({ target }) => {
          const [sort, direction] = target.value.split(' ')
          onOrder({
            sort: (sort || undefined) as FieldName,
            order: direction === 'desc' ? direction : undefined,
          })
        }}
      >
        <option value="">{order.search ? 'Parecidos' : 'Recientes'}</option>
        {[...sortNames, ...own].flatMap((field) => {
          const title = isOwnName(field) ? of(field).label : sorts.get(field)
          const isNumber = field === 'npiloto' || ['integer', 'number'].includes(kindOf(field))
          const [up, down] = isNumber ? ['menor a mayor', 'mayor a menor'] : ['A-Z', 'Z-A']
          return [
            <option key={field} value={`${field} `}>{`${title} (${up})`}</option>,
            <option key={`${field} desc`} value={`${field} desc`}>{`${title} (${down})`}</option>,
          ]
        })}
      </select>
    </label>
  )
}

const summaryKey = 'resumen'

/** Returns whether the summary is open, and the function that opens or closes it. The browser remembers it. */
export function useSummary(): [isOpen: boolean, toggle: () => void] {
  const [isOpen, setOpen] = useState(() => recall(summaryKey) === 'abierto')
  return [
    isOpen,
    () => {
      if (isOpen) drop(summaryKey)
      else remember(summaryKey, 'abierto')
      setOpen(!isOpen)
    },
  ]
}

const statusChips: Record<PilotStatus, string> = {
  valid: 'Vigentes',
  expired: 'Vencidas',
  suspended: 'Suspendidas',
  incomplete: 'Incompletos',
}

interface SummaryProps {
  id: string
  counts: PilotCounts
  filter: ListFilter
  /** The categories of the open event. */
  categories?: readonly Category[]
  onFilter: (filter: ListFilter) => void
}

/**
 * The numbers of pilots of each kind as chips that also filter the list, in two lines that scroll sideways, so that the
 * rows stay in view: what riders are, and what they have to do with the open event.
 */
export function ListSummary({ id, counts, filter, categories = [], onFilter }: SummaryProps) {
  const { entered, modalidad } = filter
  const isOfEntered = entered !== undefined && entered !== 'none' && entered !== 'pending'
  const registered: Kind[] = [
    ['today', true, 'Hoy', counts.today],
    ['noPhoto', true, 'Sin foto', counts.no_photo],
    ['noCard', true, 'Sin imprimir', counts.no_card],
    ['invented', true, 'Datos por revisar', counts.invented],
  ]
  const { definitions } = useFieldTable()
  // A retired class may still be that of some.
  const classesIn = (name: ClassField, numbers: Readonly<Record<string, number>>) => [
    ...new Set([...classNames(name, definitions), ...Object.keys(numbers)]),
  ]
  const options = (name: ClassField) =>
    classesIn(name, counts[name]).map((option): Kind => [name, option, option, counts[name][option]])
  const ofEntries = classesIn('modalidad', counts.entries).map(
    (option): Kind => ['entered', option, option, counts.entries[option]],
  )
  const byModalidad = groupsBy(categories, (category) => category.modalidad)
  const ofCategories = (own: readonly Category[]) =>
    own.map((one): Kind => ['entered', inCategory(one.id), one.name, counts.categories[one.id]])
  const current = categories.find((one) => inCategory(one.id) === entered)?.modalidad
  const enteredModalidad = current ?? (isEnteredKind(entered) ? undefined : entered)
  const groups = { filter, onFilter }
  const entryGroups = {
    filter,
    onFilter: ({ entered: next }: ListFilter) => onFilter({ entered: next ?? current ?? 'all' }),
  }
  return (
    <div id={id} className={styles.summary}>
      <div className={styles.line}>
        <Group title="Registro" kinds={registered} {...groups} />
        <Group
          title="Vigencia"
          kinds={pilotStatuses.map((status) => [
            'status',
            status,
            statusChips[status],
            counts.status[status],
          ])}
          {...groups}
        />
        <Group title="Licencia" kinds={options('licencia')} {...groups} />
        <OwnGroups counts={counts} {...groups} />
      </div>
      <div className={styles.line}>
        <Attendance {...groups} />
        {/* The modalidades of those who are entered are those of their entries. */}
        <Group
          title="Evento"
          filter={{ entered: isOfEntered ? 'all' : entered }}
          kinds={[
            ['entered', 'all', 'Inscritos', counts.entered],
            ['entered', 'none', 'No inscritos', counts.not_entered],
            ['entered', 'pending', 'Por inscribir', counts.pending],
          ]}
          onFilter={({ entered: next }) =>
            onFilter(
              next === 'all'
                ? { entered: modalidad ?? 'all', modalidad: undefined }
                : { entered: next, modalidad: modalidad ?? enteredModalidad },
            )
          }
        />
        <Group
          title="Por hacer"
          kinds={[
            ['lacks', 'payment', 'Deben', counts.owing],
            ['lacks', 'waiver', 'Sin deslinde', counts.unsigned],
          ]}
          {...groups}
        />
        {isOfEntered ? (
          <>
            <Group
              title="Inscritos por modalidad"
              kinds={[
                ...ofEntries,
                ['entered', 'uncategorized', 'Sin categoría', uncategorized(counts, categories)],
              ]}
              {...entryGroups}
            />
            {Array.from(byModalidad, ([name, own]) => (
              <Group key={name} title={`Categorías de ${name}`} kinds={ofCategories(own)} {...entryGroups} />
            ))}
          </>
        ) : (
          <Group title="Modalidad" kinds={options('modalidad')} {...groups} />
        )}
      </div>
    </div>
  )
}

/** Returns the number of the entries without a category in the modalidades that have some. */
function uncategorized(
  { entries, categories: numbers }: PilotCounts,
  categories: readonly Category[],
): number {
  const names = new Set(categories.map(({ modalidad }) => modalidad))
  const all = [...names].reduce((sum, name) => sum + (entries[name] ?? 0), 0)
  return categories.reduce((left, { id }) => left - (numbers[id] ?? 0), all)
}

type FilterProps = Pick<SummaryProps, 'filter' | 'onFilter'>

/** The choices of fields of one's own. */
function OwnGroups({ counts, filter, onFilter }: FilterProps & Pick<SummaryProps, 'counts'>) {
  const { own, of } = useFieldTable()
  const chosen = new Map(ownConditions(filter.own))
  return own.map((name) => {
    const { label, options = [tickText], isCommon } = of(name)
    if (!isCommon) return null
    const numbers = counts.own?.[name] ?? {}
    const none = ownKindOf(name) === 'casilla' ? 'No' : 'Sin dato'
    // An option that is no choice any more may still be the value of some.
    const values = new Set([...options, ...Object.keys(numbers).filter(Boolean), ''])
    const kinds = Array.from(values, (value): Kind => {
      const filtered = chosen.get(name) === value ? filter.own : withCondition(filter.own, name, value)
      return ['own', filtered ?? '', value || none, numbers[value]]
    })
    return (
      <Group
        key={name}
        title={label}
        kinds={kinds}
        filter={filter}
        onFilter={({ own: next }) => onFilter({ own: next ?? withCondition(filter.own, name) })}
      />
    )
  })
}

/** A condition of the filter, with the number of pilots that meet it. */
type Kind = readonly [name: keyof ListFilter, value: string | true, label: string, number?: number]

function Group({ title, kinds, filter, onFilter }: FilterProps & { title: string; kinds: readonly Kind[] }) {
  const chips = kinds.filter(([name, value, , number = 0]) => number > 0 || filter[name] === value)
  if (chips.length === 0) return null
  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      {chips.map(([name, value, label, number = 0]) => {
        const isOn = filter[name] === value
        return (
          <Button
            key={`${name} ${value}`}
            className={parts.chip}
            aria-pressed={isOn}
            onClick={() => onFilter({ [name]: isOn ? undefined : value })}
          >
            {label} <b>{figure(number)}</b>
          </Button>
        )
      })}
    </fieldset>
  )
}

/** The numbers of the gates. Nobody is missing before the first passage. */
function Attendance(props: FilterProps) {
  const values = usePassageNumbers()
  if (!values || !(hasNumbers(values) || props.filter.attendance)) return null
  const kinds: Kind[] = [
    ['attendance', 'inside', 'Adentro', values.inside],
    ['attendance', 'entered', 'Entraron hoy', values.entered_today],
    ['attendance', 'missing', 'Faltan', values.missing],
  ]
  return <Group title="Puertas" kinds={kinds} {...props} />
}
