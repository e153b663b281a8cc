/** Recognizes the column of the categories of the open event, whose name may also be that of the modalidades. */
import type { Category } from '#domain/events/categories/category'
import { categoriesMeant } from '#domain/events/categories/meant'
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
  if (categories.length === 0) return header
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
  const meant = header.map((column, index) => (isCategory(column, index) ? label : (names[index] ?? '')))
  return readHeader(meant, sample, table).map((column, index) => ({
    ...column,
    name: header[index]?.name ?? column.name,
  }))
}

const categoryWords = /^\s*(?:categorias?|categ|cat|clases?)\b(?!.*licencia)/
