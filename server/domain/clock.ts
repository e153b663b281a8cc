/**
 * The clock of the laptop against the moments that are stored. A clock that stands before them is wrong, as after an empty
 * battery, or it was ahead when they were stored: a person has to look. Moments more than 20 years after the median are left
 * out, so that one file of a stranger puts the notice on no screen.
 */
import { formatMoment } from './text/date.ts'

/** The largest difference between the clocks of laptops that work together: five minutes, in milliseconds. */
const tolerance = 5 * 60_000

/** The years after the median of all stored moments until which one is believed: see `newestOf`. */
const credibleYears = 20

/** The time by the clock of the laptop, and the newest stored moment, which is later: ISO 8601, UTC. */
export interface ClockProblem {
  now: string
  newest: string
}

/**
 * Returns the newest stored moment that can be right. One that is more than `credibleYears` after the median of all of
 * them was made up, or stored while the clock was far ahead, and would report a right clock for ever.
 */
export function newestOf(moments: readonly string[]): string | undefined {
  const sorted = [...moments].sort()
  const median = sorted[Math.floor((sorted.length - 1) / 2)]
  if (median === undefined) return undefined
  const limit = new Date(median)
  limit.setUTCFullYear(limit.getUTCFullYear() + credibleYears)
  return sorted.findLast((moment) => moment <= limit.toISOString())
}

/** Returns the problem of a clock that stands before the newest stored moment. */
export function clockProblem(newest: string | undefined, now: Date): ClockProblem | undefined {
  if (newest === undefined || Date.parse(newest) <= now.getTime() + tolerance) return undefined
  return { now: now.toISOString(), newest }
}

/** Returns true for a moment that has not come yet by a clock. */
export function isAhead(moment: string, now: Date): boolean {
  return clockProblem(moment, now) !== undefined
}

/** Says what a wrong clock shows, in Spanish, without a final stop. */
export function clockText({ now, newest }: ClockProblem, machine = 'la laptop'): string {
  return `El reloj de ${machine} dice ${formatMoment(now)}, y lo último guardado es del ${formatMoment(newest)}`
}

/** Says what to do about it. */
export const clockAdvice =
  'Corrija la fecha y la hora de la laptop: hasta entonces, una credencial vencida puede verse como vigente'

/** Says both in the terminal of this laptop. */
export function clockWarning(problem: ClockProblem): string {
  return `Atención: ${clockText(problem, 'esta laptop')}. ${clockAdvice}`
}
