/** The columns of dates whose order is a question, with the choice whether the day or the month comes first. */
import { useId } from 'react'
import { type DayColumn, isDayColumn } from '#domain/import/columns'
import type { ImportMapping, MappedColumn } from '#domain/import/mapping'
import type { ImportPreview } from '#domain/import/preview'
import { type DateOrder, dateOrders, withNamedMonth } from '#domain/text/date-parser'
import choices from '../ui/choices.module.css'
import columnStyles from './column-table.module.css'
import type { ImportRun } from './import-run.ts'
import { chooseDates } from './mapping-changes.ts'
import styles from './missing-fields.module.css'

const orderLabels: Record<DateOrder, string> = { 'dia-mes': 'Primero el día', 'mes-dia': 'Primero el mes' }

interface DateOrdersProps {
  preview: ImportPreview
  mapping: ImportMapping
  onEdit: ImportRun['edit']
}

export function DateOrders({ preview: { columns }, mapping, onEdit }: DateOrdersProps) {
  return columns.map((column) => {
    const { name, target, dates } = column
    if (!dates || !isDayColumn(target)) return null
    return (
      <OrderChoice
        key={name}
        column={{ ...column, dates, target }}
        chosen={mapping.dates?.[target]}
        onChoose={(order) => onEdit(chooseDates(target, order))}
      />
    )
  })
}

interface OrderChoiceProps {
  column: Pick<MappedColumn, 'name' | 'doubt'> & {
    target: DayColumn
    dates: NonNullable<MappedColumn['dates']>
  }
  /** The choice of the person, which may be newer than the preview. */
  chosen: DateOrder | undefined
  onChoose: (order: DateOrder) => void
}

function OrderChoice({ column: { name, doubt, dates }, chosen, onChoose }: OrderChoiceProps) {
  const id = useId()
  const { example } = dates
  const order = chosen ?? dates.order
  return (
    <section className={styles.missing}>
      <fieldset className={choices.choices} aria-describedby={doubt && !chosen ? id : undefined}>
        <legend>Fechas de «{name}»</legend>
        {dateOrders.map((one) => (
          <label key={one}>
            <input type="radio" name={id} checked={order === one} onChange={() => onChoose(one)} />
            {orderLabels[one]}
            {example && `: ${example} es el ${withNamedMonth(example, one)}`}
          </label>
        ))}
      </fieldset>
      {doubt && !chosen && (
        <p id={id} className={columnStyles.doubt}>
          {doubt}
        </p>
      )}
    </section>
  )
}
