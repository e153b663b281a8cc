/** The order of the day and the month in a column of dates: recognized in its cells, or chosen by a person. */
import { type DateOrder, dateOrders, isAmbiguousDate, possibleOrders } from '../text/date.ts'
import { count } from '../text/text.ts'
import type { DayColumn } from './columns.ts'

/** The orders that a person chose, by the targets of the columns. */
export type ChosenOrders = Partial<Record<DayColumn, DateOrder>>

/** How the dates of a column are read, if their order is a question. */
export interface ColumnDates {
  /** Null if a person must choose. A date that depends on the order is then rejected. */
  order: DateOrder | null
  /** One of the dates that mean another day in the other order, if the column has one. */
  example?: string
  /** True if Excel seems to have read some dates with the month first, and to have left the others as texts. */
  isExchanged?: true
}

/** What a column says about its order. */
interface DateEvidence {
  /** The cells that are not blank. */
  texts: readonly string[]
  /** True if the header says that the month comes first. */
  saysMonthFirst: boolean
  isExchanged: boolean
}

/** The problem of a date in a column whose order is unknown. */
export const unknownOrder =
  'No se sabe si va primero el día o el mes: elija el orden de la columna, o escriba la fecha como 5-abr-1994'

/** The problems of a date that does not have the order of its column. */
export const wrongOrders: Record<DateOrder, string> = {
  'dia-mes': 'No puede leerse como día/mes, como las demás de su columna: escríbala como 5-abr-1994',
  'mes-dia': 'No puede leerse como mes/día, como las demás de su columna: escríbala como 5-abr-1994',
}

export function isDateOrder(value: unknown): value is DateOrder {
  return dateOrders.some((order) => order === value)
}

/** If the dates that cannot have the day first are at most one in so many, the others obviously have it first. */
const obviousShare = 10

/**
 * Decides how the dates of a column are read, and returns why a person should look at it. Returns undefined if the order
 * is no question: the day then comes first. `birthdays` is the decision about another column, which holds for a column
 * that says nothing itself.
 */
export function decideDates(
  { texts, saysMonthFirst, isExchanged }: DateEvidence,
  chosen: DateOrder | undefined,
  birthdays?: ColumnDates,
): { dates: ColumnDates; doubt?: string } | undefined {
  const orders = texts.map(possibleOrders)
  const only = (order: DateOrder) =>
    texts.filter((_, index) => orders[index]?.length === 1 && orders[index]?.[0] === order)
  const total = orders.filter(({ length }) => length > 0).length
  const ambiguous = texts.filter(isAmbiguousDate)
  const [monthFirst, [example]] = [only('mes-dia'), ambiguous]
  const decided = (order: DateOrder | null, doubt?: string) => ({
    dates: {
      order,
      ...(example !== undefined && { example: example.trim() }),
      ...(isExchanged && { isExchanged: true as const }),
    },
    ...(doubt !== undefined && { doubt }),
  })
  if (chosen) return decided(chosen)
  if (saysMonthFirst) return decided(null, 'El encabezado dice que va primero el mes: elija si es así')
  if (isExchanged) return decided(null, 'Parece que Excel leyó primero el mes: elija si es así')
  const [odd] = monthFirst
  if (odd === undefined) {
    const saysNothing = example !== undefined && only('dia-mes').length === 0
    if (!saysNothing || !birthdays) return undefined
    return decided(birthdays.order, birthdays.order ? undefined : 'No se sabe si va primero el día o el mes')
  }
  const others = total - monthFirst.length
  if (monthFirst.length * obviousShare <= total)
    return decided(
      'dia-mes',
      `Se lee como día/mes: así pueden leerse ${others} de sus ${total} fechas, y «${odd.trim()}» no`,
    )
  if (birthdays?.order) return decided(birthdays.order)
  const both =
    example === undefined ? '' : `, y ${count(ambiguous.length, 'fecha')} pueden leerse de las dos formas`
  return decided(
    null,
    `No se sabe si va primero el día o el mes: «${odd.trim()}» solo puede llevar primero el mes${both}`,
  )
}
