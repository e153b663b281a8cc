/** The order of the day, the month and the year in a column of dates: recognized in its cells, or chosen by a person. */
import {
  type DateOrder,
  type DateReading,
  dateOrders,
  isYearFirst,
  orderTexts,
  readingsOf,
} from '../../text/date.ts'
import { count } from '../../text/text.ts'
import type { DayColumn } from '../columns.ts'

/** The orders that a person chose, by the targets of the columns. */
export type ChosenOrders = Partial<Record<DayColumn, DateOrder>>

/** How the dates of a column are read, if their order is a question. */
export interface ColumnDates {
  /** Null if a person must choose. A date that depends on the order is then rejected. */
  order: DateOrder | null
  /** The orders among which a person chooses. Absent if only the day and the month can be exchanged. */
  orders?: DateOrder[]
  /** One of the dates that mean another day in another order, if the column has one. */
  example?: string
  /** True if Excel seems to have read some dates with the month first, and to have left the others as texts. */
  isExchanged?: true
}

/** The evidence of the order in a column. */
export interface DateEvidence {
  /** The cells that are not blank. */
  texts: readonly string[]
  /** The part that comes first by the header, if it names an unusual one. */
  saysFirst?: 'mes' | 'anio'
  isExchanged: boolean
  /** Returns true for a day that the column probably contains, as `withNamedMonth` writes it. */
  isLikely?: (text: string) => boolean
}

/** The problem of a date in a column whose order is unknown. */
export const unknownOrder =
  'No se sabe si va primero el día o el mes: elija el orden de la columna, o escriba la fecha como 5-abr-1994'

/** The problem of a date in a column whose year may come first. */
export const unknownYear =
  'No se sabe si va primero el año o el día: elija el orden de la columna, o escriba la fecha como 5-abr-1994'

/** Returns the problem of a date that does not have the order of its column. */
function wrongOrder(order: DateOrder): string {
  return `No puede leerse como ${orderTexts[order]}, como las demás de su columna: escríbala como 5-abr-1994`
}

export function isDateOrder(value: unknown): value is DateOrder {
  return dateOrders.some((order) => order === value)
}

/** The orders among which a person chooses if only the day and the month can be exchanged. */
const usualOrders: DateOrder[] = ['dia-mes', 'mes-dia']

/** Returns the orders among which a person chooses. */
export function ordersIn({ orders = usualOrders }: Pick<ColumnDates, 'orders'>): readonly DateOrder[] {
  return orders
}

/**
 * Returns a text of a column of dates with one meaning, such as `5-abr-1994` for `04/05/1994`, or its problem. Leaves a
 * text that is no question to the rule of its field.
 */
export function readInOrder(text: string, dates: ColumnDates): { text: string } | { problem: string } {
  const { order, isExchanged } = dates
  const orders = ordersIn(dates)
  const readings = readingsOf(text).filter((reading) => orders.includes(reading.order))
  const [only, ...others] = readings
  if (!only) return { text }
  const isDayFirst = only.order === 'dia-mes' && others.length === 0
  // A date means what it says if it has one day in all orders, or if Excel could not read it with the month first.
  if (others.length > 0 && !isAmbiguous(readings))
    return { text: only.order === 'dia-mes' ? text : only.text }
  if (isDayFirst && (order === null || order === 'dia-mes' || isExchanged)) return { text }
  const isIso = only.order === 'anio-mes' && others.length === 0 && isWholeYearFirst(text)
  if (isIso && order !== 'anio-dia') return { text }
  if (order === null) return { problem: orders.some(isYearFirst) ? unknownYear : unknownOrder }
  const settled = readings.find((reading) => reading.order === order)
  return settled ? { text: settled.text } : { problem: wrongOrder(order) }
}

/** Returns true if a date means several days. */
function isAmbiguous(readings: readonly DateReading[]): boolean {
  return new Set(readings.map(({ text }) => text)).size > 1
}

/** If the dates that cannot have the usual order are at most one in so many, the others obviously have it. */
const obviousShare = 10

/** A decision about a column, and the reason why a person should look at it. */
interface Decided {
  dates: ColumnDates
  doubt?: string
}

/**
 * Decides how the dates of a column are read. Returns undefined if the order is no question: the day, or a year of four
 * digits, then comes first. `birthdays` is the decision about another column, which holds for a column that says nothing
 * itself.
 */
export function decideDates(
  evidence: DateEvidence,
  chosen: DateOrder | undefined,
  birthdays?: ColumnDates,
): Decided | undefined {
  const { saysFirst, isExchanged } = evidence
  const column = new DateColumn(evidence)
  if (chosen) return column.decided(chosen, { orders: column.ordersWith(chosen) })
  if (saysFirst === 'mes')
    return column.decided(null, { doubt: 'El encabezado dice que va primero el mes: elija si es así' })
  if (isExchanged)
    return column.decided(null, { doubt: 'Parece que Excel leyó primero el mes: elija si es así' })
  const year = column.decideYear(birthdays)
  return year === 'last' ? column.decideMonth(usualOrders, birthdays) : year
}

/** A date of a column, with its readings. */
interface ReadDate {
  text: string
  readings: readonly DateReading[]
}

class DateColumn {
  readonly #dates: readonly ReadDate[]
  /** The dates whose year can only be in front, or only at the end. */
  readonly #firsts: readonly ReadDate[]
  readonly #lasts: readonly ReadDate[]
  /** The dates whose year can be in both places. */
  readonly #eithers: readonly ReadDate[]
  /** True if the place of the year is a question where no date decides it. */
  readonly #isYearOpen: boolean

  constructor(private readonly evidence: DateEvidence) {
    const { texts, saysFirst } = evidence
    this.#dates = texts
      .map((text) => ({ text, readings: readingsOf(text) }))
      .filter(({ readings }) => readings.length > 0)
    const yearsFirst = ({ readings }: ReadDate) => readings.filter(({ order }) => isYearFirst(order)).length
    this.#lasts = this.#dates.filter((date) => yearsFirst(date) === 0)
    // A year of four digits is no question.
    this.#firsts = this.#dates.filter(
      (date) => yearsFirst(date) === date.readings.length && !isWholeYearFirst(date.text),
    )
    this.#eithers = this.#dates.filter(
      (date) => yearsFirst(date) > 0 && yearsFirst(date) < date.readings.length,
    )
    this.#isYearOpen =
      this.#eithers.length > 0 &&
      this.#lasts.length === 0 &&
      (saysFirst === 'anio' || mayHaveYearFirst(this.#eithers, evidence))
  }

  decided(
    order: DateOrder | null,
    { orders, doubt }: { orders?: DateOrder[]; doubt?: string } = {},
  ): Decided {
    const isAsked = (reading: DateReading) => ordersIn({ orders }).includes(reading.order)
    const example = this.#dates.find(({ readings }) => isAmbiguous(readings.filter(isAsked)))
    return {
      dates: {
        order,
        ...(orders && { orders }),
        ...(example && { example: example.text.trim() }),
        ...(this.evidence.isExchanged && { isExchanged: true as const }),
      },
      ...(doubt !== undefined && { doubt }),
    }
  }

  /** Returns the orders among which a person chooses after they have chosen one; undefined if these are the usual ones. */
  ordersWith(chosen: DateOrder): DateOrder[] | undefined {
    const isYearAsked = isYearFirst(chosen) || this.#firsts.length > 0 || this.#isYearOpen
    return isYearAsked ? this.#orders(chosen) : undefined
  }

  /** Decides whether the year comes first. Returns `last` if it does not. */
  decideYear(birthdays?: ColumnDates): Decided | undefined | 'last' {
    const [odd, last] = [this.#firsts[0], this.#lasts[0]]
    const orders = this.#orders()
    if (odd && !last) return this.decideMonth(['anio-mes', 'anio-dia'])
    if (odd && last) {
      const total = this.#firsts.length + this.#lasts.length + this.#eithers.length
      const good = total - this.#firsts.length
      if (this.#firsts.length * obviousShare > total)
        return this.decided(null, { orders, doubt: `${unknownPlace}: ${contradiction(odd, last)}` })
      const doubt = readAs('dia-mes', good, total, odd.text)
      return this.decideMonth(usualOrders, birthdays) ?? this.decided('dia-mes', { orders, doubt })
    }
    if (this.#isYearOpen) {
      if (birthdays?.order) return this.decided(birthdays.order, { orders: this.#orders(birthdays.order) })
      const [either] = this.#eithers
      const reason =
        this.evidence.saysFirst === 'anio'
          ? 'El encabezado dice que va primero el año: elija si es así'
          : `${unknownPlace}: «${either?.text.trim()}» puede leerse de las dos formas`
      return this.decided(null, { orders, doubt: reason })
    }
    const isDayEverSecond = this.#dates.some(({ readings }) => hasOnly('anio-dia', readings))
    return isDayEverSecond && !last && this.#eithers.length === 0
      ? this.decideMonth(['anio-mes', 'anio-dia'])
      : 'last'
  }

  /** Decides between two orders with the year in one place. The first of them is the usual one. */
  decideMonth(orders: readonly DateOrder[], birthdays?: ColumnDates): Decided | undefined {
    const [usual, other] = orders as [DateOrder, DateOrder]
    const named = isYearFirst(usual) ? this.#orders(usual) : undefined
    const asked = this.#dates
      .map(({ text, readings }) => ({
        text,
        readings: readings.filter(({ order }) => orders.includes(order)),
      }))
      .filter(({ readings }) => readings.length > 0)
    const odds = asked.filter(({ readings }) => hasOnly(other, readings))
    const ambiguous = asked.filter(({ readings }) => isAmbiguous(readings))
    const total = asked.length
    const [odd] = odds
    if (!odd && isYearFirst(usual)) return this.decided(usual, { orders: named })
    if (!odd) {
      const saysNothing = ambiguous.length > 0 && asked.every(({ readings }) => !hasOnly(usual, readings))
      if (!saysNothing || !birthdays || isYearFirst(birthdays.order ?? 'dia-mes')) return undefined
      return this.decided(birthdays.order, birthdays.order ? {} : { doubt: unknownMonth })
    }
    if (odds.length * obviousShare <= total)
      return this.decided(usual, {
        orders: named,
        doubt: readAs(usual, total - odds.length, total, odd.text),
      })
    if (birthdays?.order && orders.includes(birthdays.order)) return this.decided(birthdays.order)
    const both =
      ambiguous.length === 0 ? '' : `, y ${count(ambiguous.length, 'fecha')} pueden leerse de las dos formas`
    const part = isYearFirst(usual) ? 'el día antes del mes' : 'primero el mes'
    return this.decided(null, {
      orders: isYearFirst(usual) ? [...orders] : undefined,
      doubt: `${unknownMonth}: «${odd.text.trim()}» solo puede llevar ${part}${both}`,
    })
  }

  /** Returns the usual orders with the year in both places, and those that some date needs or a person has chosen. */
  #orders(chosen?: DateOrder): DateOrder[] {
    const needed = (order: DateOrder, usual: DateOrder) =>
      this.#dates.some(
        ({ readings }) => has(order, readings) && !has(usual, readings) && !has('dia-mes', readings),
      )
    return dateOrders.filter(
      (order) =>
        order === chosen ||
        order === 'dia-mes' ||
        order === 'anio-mes' ||
        needed(order, order === 'mes-dia' ? 'dia-mes' : 'anio-mes'),
    )
  }
}

/** Returns true for a date that begins with a year of four digits. */
function isWholeYearFirst(text: string): boolean {
  return /^\s*(?:\d{4}[/._ -]|(?:19|20)\d{6}\s*$)/.test(text)
}

const unknownPlace = 'No se sabe si va primero el año o el día'
const unknownMonth = 'No se sabe si va primero el día o el mes'

function contradiction(first: ReadDate, last: ReadDate): string {
  return `«${first.text.trim()}» solo puede llevar primero el año, y «${last.text.trim()}» solo al final`
}

function readAs(order: DateOrder, good: number, total: number, odd: string): string {
  return `Se lee como ${orderTexts[order]}: así pueden leerse ${good} de sus ${total} fechas, y «${odd.trim()}» no`
}

function has(order: DateOrder, readings: readonly DateReading[]): boolean {
  return readings.some((reading) => reading.order === order)
}

function hasOnly(order: DateOrder, readings: readonly DateReading[]): boolean {
  return readings.length === 1 && readings[0]?.order === order
}

/**
 * Returns true if dates whose year may be in both places are a question: unless the days with the year at the end are
 * likely and, with the year in front, some are not or the dates have strokes or dots, with which the year comes last.
 */
function mayHaveYearFirst(eithers: readonly ReadDate[], { isLikely = () => true }: DateEvidence): boolean {
  const areLikely = (isWanted: (order: DateOrder) => boolean) =>
    eithers.every(({ readings }) => readings.some(({ order, text }) => isWanted(order) && isLikely(text)))
  const isLastLikely = areLikely((order) => !isYearFirst(order))
  const hasStrokes = eithers.every(({ text }) => /[/. ]/.test(text.trim().slice(0, 8)))
  return !isLastLikely || (areLikely(isYearFirst) && !hasStrokes)
}
