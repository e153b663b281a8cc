/** The order of the list: table headers that sort it, and an equivalent select for narrow screens. */
import type { ListView } from '#domain/list-query'
import type { FieldName } from '#domain/pilot/fields'
import styles from './list-order.module.css'

export type Order = Pick<ListView, 'sort' | 'order'>

/** The sortable columns, with their labels in the select. */
const sorts: Partial<Record<FieldName, string>> = {
  lastname: 'Apellidos',
  email: 'Correo',
  nlicencia: 'Licencia',
  modalidad: 'Modelo de moto',
  club: 'Club',
}

interface SortHeaderProps {
  title: string
  field: FieldName
  order: Order
  onOrder: (order: Order) => void
}

/** A header whose button sorts in ascending order, then in descending order, then in the default order. */
export function SortHeader({ title, field, order, onOrder }: SortHeaderProps) {
  const isSorted = order.sort === field
  const isDescending = isSorted && order.order === 'desc'
  const next = isDescending ? {} : { sort: field, order: isSorted ? ('desc' as const) : undefined }
  return (
    <th scope="col" aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}>
      <button
        type="button"
        className={styles.header}
        onClick={() => onOrder({ sort: undefined, order: undefined, ...next })}
      >
        {title}
      </button>
    </th>
  )
}

export function SortSelect({ order, onOrder }: { order: Order; onOrder: (order: Order) => void }) {
  return (
    <label className={styles.select}>
      Ordenar por
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
        <option value="">Últimos registrados</option>
        {Object.entries(sorts).flatMap(([field, title]) => [
          <option key={field} value={`${field} `}>
            {title} (A-Z)
          </option>,
          <option key={`${field} desc`} value={`${field} desc`}>
            {title} (Z-A)
          </option>,
        ])}
      </select>
    </label>
  )
}
