/** Completes a birthday that a person types. */
import { fields } from '#domain/pilot/fields'
import { Problem } from '#domain/pilot/rules'
import { formatDate } from '#domain/text/date'

/**
 * Writes a date as DD/MM/YYYY. Six digits are read as a date with a short year, and written in full so that its century
 * is visible. Returns any other text unchanged.
 * @example completedDate('280294') // '28/02/1994'
 */
export function completedDate(text: string): string {
  const separated = text.trim().replace(/^(\d\d)(\d\d)(\d\d)$/, '$1/$2/$3')
  const day = fields.fechanac.rule(separated)
  if (day instanceof Problem) return separated === text.trim() ? text : separated
  return formatDate(day)
}
