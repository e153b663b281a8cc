/** Decides which categories fit a rider, and why the others do not. */
import { ageOn } from '../../text/date.ts'
import type { RaceEvent } from '../event.ts'
import type { Motorcycle } from '../motorcycle/motorcycle.ts'
import { type AgeDay, type Bounds, type Category, describeAge } from './category.ts'

/** A category, and the reasons for which a rider is not of it, in Spanish. Without any, it fits. */
export interface CategoryFit {
  category: Category
  reasons: string[]
}

/** The rider, as far as it is known. */
interface Candidate {
  /** `YYYY-MM-DD` */
  fechanac?: string
  motorcycle?: Motorcycle
}

/**
 * Returns the categories of a modalidad, those that fit first. An age from an unknown birth date is told; an unknown engine
 * excludes nobody. An event without days is that of `today`.
 */
export function categoryFits(
  { categories, first }: Pick<RaceEvent, 'categories' | 'first'>,
  modalidad: string,
  rider: Candidate,
  today: string,
): CategoryFit[] {
  return categories
    .filter((category) => category.modalidad === modalidad)
    .map((category) => ({ category, reasons: reasonsAgainst(category, rider, first || today) }))
    .sort((one, other) => Number(one.reasons.length > 0) - Number(other.reasons.length > 0))
}

/** Returns the reasons against a category, such as `14 años: máximo 13`. `day` is that of the race. */
function reasonsAgainst(
  { age, engine }: Category,
  { fechanac, motorcycle: { cc, strokes } = {} }: Candidate,
  day: string,
): string[] {
  const against = [
    age &&
      (fechanac
        ? outside(age, ageOn(fechanac, countingDay(age.on, day)), 'años')
        : `falta la fecha de nacimiento: ${describeAge(age)}`),
    engine && cc !== undefined && outside(engine, cc, 'cc'),
    engine?.strokes && strokes && strokes !== engine.strokes && `${strokes}: solo ${engine.strokes}`,
  ]
  return against.filter((reason) => typeof reason === 'string')
}

/** Returns the day on which an age counts, in the year of the race. */
export function countingDay(on: AgeDay, day: string): string {
  if (on === 'race') return day
  return `${day.slice(0, 4)}-${on === 'year-end' ? '12-31' : '01-01'}`
}

function outside({ from, to }: Bounds, value: number, unit: string): string | undefined {
  if (from !== undefined && value < from) return `${value} ${unit}: mínimo ${from}`
  return to !== undefined && value > to ? `${value} ${unit}: máximo ${to}` : undefined
}
