/** Recognizes the order of the day and the month in the columns of dates, or that a person must choose it. */
import { type ColumnDates, decideDates } from '#domain/import/column-dates'
import { type DayColumn, isDayColumn } from '#domain/import/columns'
import type { FileLine } from '#domain/import/row-reader'
import { isBlank } from '#domain/text/text'
import { saysMonthFirst } from './column-names.ts'
import type { HeaderColumn } from './header.ts'
import type { TableMapping } from './table-mapping.ts'

interface FirstRiders {
  /** The header as it is written. */
  names: readonly string[]
  sample: readonly FileLine[]
}

/** Adds the order of its dates to each column in which it is a question, with a doubt unless a person has chosen it. */
export function withDates(mapping: TableMapping, { names, sample }: FirstRiders): TableMapping {
  const { columns, dates: chosen = {} } = mapping
  const decide = ({ target }: HeaderColumn, index: number, birthdays?: ColumnDates) => {
    if (!isDayColumn(target)) return undefined
    const filled = sample.filter(({ cells }) => !isBlank(cells[index]))
    const evidence = {
      texts: filled.map(({ cells }) => String(cells[index])),
      saysMonthFirst: saysMonthFirst(names[index] ?? ''),
      isExchanged: isExchanged(filled, index, target),
    }
    return decideDates(evidence, chosen[target], birthdays)
  }
  const birthday = columns.findIndex(({ target }) => target === 'fechanac')
  const birthdays = columns[birthday] && decide(columns[birthday], birthday)
  return {
    ...mapping,
    columns: columns.map((column, index) => {
      const decided = index === birthday ? birthdays : decide(column, index, birthdays?.dates)
      if (!decided) return column
      const doubts = [column.doubt, decided.doubt].filter((doubt) => doubt !== undefined)
      return { ...column, dates: decided.dates, ...(doubts.length > 0 && { doubt: doubts.join('. ') }) }
    }),
  }
}

/** The fewest dates of each kind from which an exchange of day and month is recognized. */
const fewestDates = 3

/**
 * Returns true if an English Excel seems to have read the dates of a column month first: all that it could read became
 * dates, and the others, with a day after the twelfth, stayed texts.
 */
function isExchanged(filled: readonly FileLine[], index: number, column: DayColumn): boolean {
  const isDate = ({ cellProblems }: FileLine) => cellProblems?.[index]?.except?.includes(column)
  const textAt = ({ cells }: FileLine) => String(cells[index])
  const dates = filled.filter(isDate).map(textAt)
  const texts = filled.filter((line) => !isDate(line)).map(textAt)
  return (
    dates.length >= fewestDates &&
    texts.length >= fewestDates &&
    dates.every((text) => Number(text.slice(0, 2)) <= 12) &&
    texts.every(isDayAfterTwelfth)
  )
}

function isDayAfterTwelfth(text: string): boolean {
  return /^(?:1[3-9]|2\d|3[01])\D/.test(text)
}
