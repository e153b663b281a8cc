/** Recognizes the columns for the open event: the categories, whose name may also be that of the modalidades, and motorcycles. */
import type { Category } from '#domain/events/categories/category'
import { categoriesMeant } from '#domain/events/categories/meant'
import { readEngine } from '#domain/events/motorcycle/motorcycle-text'
import { categoryColumn, columnLabel } from '#domain/import/columns'
import type { FieldTable } from '#domain/pilots/own/field-table'
import { readValue } from '#domain/pilots/pilot'
import { fold } from '#domain/text/text'
import { type Header, readHeader } from './header.ts'
import { cellsAt, type Sample } from './suggestions.ts'

/**
 * Returns the columns of a header like `readHeader`. One with a name such as `Clase` has the categories of the event if its
 * cells mean them: more of them than modalidades or, if another column has the modalidades, most of them.
 */
export function readEventHeader(
  names: readonly string[],
  sample: Sample,
  table: FieldTable,
  categories: readonly Category[] = [],
): Header {
  const header = readHeader(names, sample, table)
  if (categories.length === 0) return header.map((column) => withoutMotorcycle(column, []))
  const isAlike = ({ target }: Header[number], index: number) =>
    (target === null || target === 'modalidad') && categoryWords.test(fold(names[index] ?? ''))
  const hasModalidad = header.some((one, index) => one.target === 'modalidad' && !isAlike(one, index))
  const isCategory = (column: Header[number], index: number) => {
    if (!isAlike(column, index)) return false
    const cells = cellsAt(sample, index)
    const meant = cells.filter((cell) => categoriesMeant({ categories }, String(cell)).length > 0).length
    const others = cells.filter((cell) => typeof readValue('modalidad', cell, table) === 'string').length
    return hasModalidad ? meant > 0 && meant * 2 >= cells.length : meant > others
  }
  const label = columnLabel(categoryColumn)
  const meant = header.map((column, index) => {
    const name = names[index] ?? ''
    const isModel = column.target === null && modelWords.test(fold(name))
    return isCategory(column, index) ? label : isModel ? 'Moto modelo' : name
  })
  return readHeader(meant, sample, table).map((column, index) => ({
    ...withoutMotorcycle(column, cellsAt(sample, index)),
    name: header[index]?.name ?? column.name,
  }))
}

/** Leaves out that a column has motorcycles if no cell has one, as in `CC` of documents. */
function withoutMotorcycle(column: Header[number], cells: readonly unknown[]): Header[number] {
  const { target, doubt: _doubt, ...rest } = column
  if (target !== 'moto_evento' && target !== 'cc_evento') return column
  const isOne = (cell: unknown) =>
    target === 'cc_evento' ? readEngine(String(cell)) : /\p{L}/u.test(String(cell))
  return cells.some(isOne) ? column : { ...rest, target: null }
}

/** The name of a model beside another column of modalidades: see `modalidad` in `fields.ts`. */
const modelWords = /^\s*modelo (?:de (?:la )?)?moto\b/

const categoryWords = /^\s*(?:categorias?|categ|cat|clases?)\b(?!.*licencia)/
