/** Suggests targets for the columns that no name explains, by their cells. */
import { type ImportMapping, missingFields, type Target } from '#domain/import/mapping'
import type { FieldName } from '#domain/pilot/fields'
import { checkField } from '#domain/pilot/pilot'
import { isBlank } from '#domain/text/text'
import type { Header } from './header.ts'

/** The cells of the first riders. */
export type Sample = readonly (readonly unknown[])[]

/** Suggests targets for the columns without one, by their cells. */
export function withSuggestions(
  columns: Header,
  sample: Sample,
  defaults: ImportMapping['defaults'],
): Header {
  const missing = missingFields(columns, defaults)
  const unused = columns.filter(({ target, doubt }) => target === null && !doubt)
  const suggested = new Set<Target>()
  return columns.map((column, index) => {
    if (!unused.includes(column)) return column
    const cells = cellsAt(sample, index)
    if (cells.length === 0) return column
    const only = unused.length === 1 && missing.length === 1 ? missing[0] : undefined
    const suggestion = missing.find((name) => !suggested.has(name) && looksLike(name, cells)) ?? only
    if (!suggestion) return column
    suggested.add(suggestion)
    return { ...column, suggestion }
  })
}

/** The notations that only one field has. Those of `options` and of dates are the rules themselves. */
const notations: Partial<Record<FieldName, RegExp>> = {
  email: /@/,
  dni: /^\D{0,8}\d{8}$/,
  celular: /^(?:\+?51)?[\s-]*9\d{2}[\s-]*\d{3}[\s-]*\d{3}$/,
  fechanac: /\d[/.\- ]|^\d{5}$/,
  licencia: /./,
  modalidad: /./,
  tiposangre: /./,
}

/** Returns true if at least four in five cells follow the rule of a field that has a notation of its own. */
function looksLike(name: FieldName, cells: readonly unknown[]): boolean {
  const notation = notations[name]
  if (!notation) return false
  const good = cells.filter((cell) => notation.test(String(cell)) && checkField(name, cell) === undefined)
  return good.length * 5 >= cells.length * 4
}

/** Returns the cells of a column that are not blank. */
export function cellsAt(sample: Sample, index: number): unknown[] {
  return sample.map((row) => row[index]).filter((cell) => !isBlank(cell))
}

/** Returns true if at least four in five cells follow the rule of a field. */
export function isMostlyGood(field: FieldName, cells: readonly unknown[]): boolean {
  const good = cells.filter((cell) => checkField(field, cell) === undefined)
  return cells.length > 0 && good.length * 5 >= cells.length * 4
}
