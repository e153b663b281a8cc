/** The chart of the riders who entered: by hour or, if the hours are too many to read, by day. */
import { addDays, formatDate } from '../../text/date.ts'
import type { DayOfGates } from './calls.ts'

export interface Bar {
  /** The hour or the day, such as `9 h` or `21/11`. */
  label: string
  /** The day of an hour, if the hours of several days are shown. */
  day?: string
  persons: number
}

export interface Chart {
  unit: 'hour' | 'day'
  /** In the order of time. Between two days or two hours with riders, those without any have a bar of 0. */
  bars: Bar[]
  /** The number of earlier days that are left out, because a chart would not be readable with them. */
  left: number
}

/** The most bars that can be read on a page. */
const mostBars = 36

export function chartOf(days: readonly DayOfGates[]): Chart {
  const hours = days.flatMap((day) => hoursOf(day, days.length > 1))
  if (hours.length <= mostBars) return { unit: 'hour', bars: hours, left: 0 }
  const filled = filledDays(days)
  const shown = (filled.length <= mostBars ? filled : days).slice(-mostBars)
  return {
    unit: 'day',
    bars: shown.map(({ day, persons }) => ({ label: formatDate(day).slice(0, 5), persons })),
    left: Math.max(0, days.length - shown.filter(({ persons }) => persons > 0).length),
  }
}

function hoursOf({ day, hours }: DayOfGates, isOneOfSeveral: boolean): Bar[] {
  const first = hours[0]?.hour ?? 0
  const last = hours.at(-1)?.hour ?? first - 1
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    label: `${first + index} h`,
    ...(isOneOfSeveral && { day: formatDate(day).slice(0, 5) }),
    persons: hours.find(({ hour }) => hour === first + index)?.persons ?? 0,
  }))
}

/** Returns all days from the first to the last or, if they are too many for a chart, one more than fit. */
function filledDays(days: readonly DayOfGates[]): Pick<DayOfGates, 'day' | 'persons'>[] {
  const last = days.at(-1)?.day ?? ''
  const filled: Pick<DayOfGates, 'day' | 'persons'>[] = []
  for (let day = days[0]?.day ?? ''; day && day <= last && filled.length <= mostBars; day = addDays(day, 1))
    filled.push({ day, persons: days.find((one) => one.day === day)?.persons ?? 0 })
  return filled
}
