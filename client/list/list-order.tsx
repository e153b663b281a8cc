/** The order of the list: table headers that sort it, and an equivalent select for narrow screens. */
import type { ListView } from '#domain/list-query'
import type { FieldName } from '#domain/pilot/fields'
import styles from './list-order.module.css'

export type Order = Pick<ListView, 'search' | 'sort' | 'order'>

/** The sortable fields, with their labels in the select. */
const sorts: Partial<Record<FieldName, string>> = {
  lastname: 'Apellidos',
  npiloto: 'Número',
  dni: 'DNI',
  nlicencia: 'Licencia',
  modalidad: 'Modelo de moto',
  club: 'Club',
  email: 'Correo',
}

const numbers: readonly string[] = ['npiloto', 'dni'] satisfies FieldName[]

interface SortHeaderProps {
  className?: string
  /** The fields that the column shows, with the titles of the buttons that sort by them. */
  sorts: Partial<Record<FieldName, string>>
  order: Order
  onOrder: (order: Order) => void
}

/** A header whose buttons sort in ascending order, then in descending order, then in the default order. */
export function SortHeader({ className, sorts: titles, order, onOrder }: SortHeaderProps) {
  const direction = order.order === 'desc' ? 'descending' : 'ascending'
  const isSorted = order.sort !== undefined && order.sort in titles

  function sortBy(field: FieldName) {
    const isDescending = order.sort === field && order.order === 'desc'
    const next = order.sort === field ? ({ sort: field, order: 'desc' } as const) : { sort: field }
    onOrder({ sort: undefined, order: undefined, ...(isDescending ? {} : next) })
  }

  return (
    <th scope="col" className={className} aria-sort={isSorted ? direction : undefined}>
      <span className={styles.titles}>
        {(Object.keys(titles) as FieldName[]).map((field) => (
          <button
            key={field}
            type="button"
            className={styles.header}
            aria-current={order.sort === field || undefined}
            onClick={() => sortBy(field)}
          >
            <Title text={titles[field]} direction={order.sort === field ? direction : undefined} />
          </button>
        ))}
      </span>
    </th>
  )
}

/** A title whose mark stays on the line of its last word. */
function Title({ text = '', direction }: { text?: string; direction?: 'ascending' | 'descending' }) {
  const last = text.lastIndexOf(' ') + 1
  return (
    <span>
      {text.slice(0, last)}
      <span className={styles.last}>
        {text.slice(last)}
        <SortMark direction={direction} />
      </span>
    </span>
  )
}

/** Two arrow heads, one of which is dark in the sorted column. Screen readers read `aria-sort` instead. */
function SortMark({ direction }: { direction?: 'ascending' | 'descending' }) {
  return (
    <svg className={styles.mark} viewBox="0 0 10 14" width="10" height="14" aria-hidden="true">
      <path d="M5 1l4 5H1z" data-on={direction === 'ascending' || undefined} />
      <path d="M5 13l4-5H1z" data-on={direction === 'descending' || undefined} />
    </svg>
  )
}

export function SortSelect({ order, onOrder }: { order: Order; onOrder: (order: Order) => void }) {
  const usual = order.search ? 'Parecidos' : 'Recientes'
  return (
    <label className={styles.select}>
      <span>Ordenar por</span>
      <select
        value={order.sort ? `${order.sort} ${order.order ?? ''}` : ''}
        onChange={({ target }) => {
          const [sort, direction] = target.value.split(' ')
          onOrder({
            sort: (sort || undefined) as FieldName,
            order: direction === 'desc' ? direction : undefined,
          })
        }}
      >
        <option value="">{usual}</option>
        {Object.entries(sorts).flatMap(([field, title]) => {
          const [up, down] = numbers.includes(field) ? ['menor a mayor', 'mayor a menor'] : ['A-Z', 'Z-A']
          return [
            <option key={field} value={`${field} `}>
              {title} ({up})
            </option>,
            <option key={`${field} desc`} value={`${field} desc`}>
              {title} ({down})
            </option>,
          ]
        })}
      </select>
    </label>
  )
}
