/** Decides the category of an entry: the one that a person chooses, else the one that fits. */
import { today } from '../../text/date.ts'
import { visible } from '../../text/names.ts'
import { enumerate } from '../../text/text.ts'
import type { Entry, EntryNote } from '../entry.ts'
import type { RaceEvent } from '../event.ts'
import { takesNumber } from './category.ts'
import { type CategoryFit, categoryFits } from './fit.ts'

/** A category that a person chooses; null for none. One that does not fit has a reason. */
export interface CategoryChoice {
  id: string | null
  reason?: string
}

/** The longest reason for a category that does not fit. */
export const maxCategoryReason = 200

/** The rider of an entry, as far as the category follows from it. */
export interface Placed extends Pick<Entry, 'modalidad' | 'number' | 'motorcycle'> {
  /** `YYYY-MM-DD` */
  fechanac?: string
  /** The category of an earlier event, which comes first if it fits. */
  last?: string
}

/** Returns the category of an entry and, of one that does not fit, the exception. Or says why it has none, in Spanish. */
export function decideCategory(
  event: Pick<RaceEvent, 'categories' | 'first'>,
  rider: Placed,
  choice: CategoryChoice | undefined,
  note: EntryNote,
): Pick<Entry, 'category' | 'exception'> & { problem?: string } {
  const fits = categoryFits(event, rider.modalidad, rider, today(new Date(note.at)))
  if (choice?.id === null || (!choice && fits.length === 0)) return {}
  if (!choice) {
    const category = proposedCategory(fits, rider)
    return category === undefined ? { problem: nothingFits(rider.modalidad, fits) } : { category }
  }
  const chosen = fits.find(({ category }) => category.id === choice.id)
  if (!chosen) return { problem: `Esa categoría ya no está en ${rider.modalidad}: elija otra` }
  const { category, reasons } = chosen
  if (reasons.length === 0) return { category: category.id }
  const reason = visible(choice.reason ?? '')
  if (reason === '') return { problem: `${fitText(chosen)}. Escriba por qué entra igual` }
  return { category: category.id, exception: { reason, ...note } }
}

/**
 * Returns the identifier of the category to propose, of those that fit: that of the last event, else the one whose range
 * has the number of the rider, else one of all numbers, else the first. Returns undefined if none fits.
 */
export function proposedCategory(
  fits: readonly CategoryFit[],
  { number = '', last }: Pick<Placed, 'number' | 'last'>,
): string | undefined {
  const fitting = fits.filter(({ reasons }) => reasons.length === 0).map(({ category }) => category)
  const taking = fitting.filter((one) => number !== '' && takesNumber(one, number))
  const ofNumber = taking.find(({ numbers }) => numbers !== undefined) ?? taking[0]
  return (fitting.find(({ id }) => id === last) ?? ofNumber ?? fitting[0])?.id
}

function nothingFits(modalidad: string, fits: readonly CategoryFit[]): string {
  return `Ninguna categoría de ${modalidad} le corresponde: ${enumerate(fits.map(fitText))}`
}

/** Names a category, with the reasons against it: `85 cc (14 años: máximo 13)`. */
export function fitText({ category, reasons }: CategoryFit): string {
  return reasons.length > 0 ? `${category.name} (${reasons.join('; ')})` : category.name
}
