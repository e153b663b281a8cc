/**
 * The categories that a file asks for. An import enters nobody: each rider gets a pending entry, which `Inscribir` and `Por
 * inscribir` make in that category.
 */
import { type Category, categoryOf, categoryTitle } from '../events/categories/category.ts'
import { categoriesMeant } from '../events/categories/meant.ts'
import { type EntryNote, entryIn, pendingIn, sortedEntries } from '../events/entry.ts'
import type { RaceEvent } from '../events/event.ts'
import { withFact } from '../pilots/facts/fact-values.ts'
import type { FieldTable } from '../pilots/own/field-table.ts'
import { type Pilot, readValue } from '../pilots/pilot.ts'
import { wordKey } from '../pilots/rules.ts'
import { enumerate, isBlank } from '../text/text.ts'
import { categoryColumn } from './columns.ts'
import type { Problem } from './identity.ts'
import type { ImportRow } from './import.ts'

/** A category that a row asks for, in the open event. */
export interface Wish {
  event: RaceEvent
  category: Category
}

/**
 * Reads the category that a row asks for. The modalidad is that of the row or of the stored rider; a row without one gets
 * that of the only category of the name. Without an event, no category counts.
 */
export function readWish(
  row: ImportRow,
  existing: Pick<Pilot, 'modalidad'> | undefined,
  { event, table }: { event?: RaceEvent; table: FieldTable },
): { row: ImportRow; wish?: Wish; problems: Problem[] } {
  const { values, badCells = {} } = row
  const cell = values[categoryColumn]
  const text = isBlank(cell) ? '' : String(cell).trim()
  const bad = badCells[categoryColumn]
  if (!event || (wordKey(text) === '' && bad === undefined)) return { row, problems: [] }
  const said = readValue('modalidad', values.modalidad, table)
  const modalidad = typeof said === 'string' ? said : undefined
  const near = categoriesMeant(event, text, modalidad ?? existing?.modalidad)
  const meant = near.length > 0 || modalidad !== undefined ? near : categoriesMeant(event, text)
  const [category, another] = meant
  if (bad !== undefined || !category || another)
    return { row, problems: [[categoryColumn, bad ?? whyNone(event, meant, modalidad)]] }
  return { row: withModalidad(row, category, existing), wish: { event, category }, problems: [] }
}

/** Leaves out that a row lacks the modalidad, which follows from a category that nobody understands. */
export function withoutFollowing<Found extends Problem>(
  problems: readonly Found[],
  { values }: ImportRow,
): Found[] {
  return problems.filter(([field]) => field !== 'modalidad' || !isBlank(values.modalidad))
}

/** Says why a text means no category, or not one only. */
function whyNone(
  { categories }: Pick<RaceEvent, 'categories'>,
  meant: readonly Category[],
  modalidad?: string,
): string {
  if (meant.length > 0) return `Es ${enumerate(meant.map(categoryTitle), 'o')}: falta la modalidad`
  const names = categories.flatMap((one) =>
    modalidad === undefined ? [categoryTitle(one)] : one.modalidad === modalidad ? [one.name] : [],
  )
  const place = modalidad === undefined ? 'del evento abierto' : `de ${modalidad}`
  const advice = names.length > 0 ? `elija ${enumerate(names, 'o')}` : 'no tiene ninguna'
  return `No es una categoría ${place}: ${advice}`
}

/** Returns the row with the modalidad of its category, if neither the row nor the stored rider has one. */
function withModalidad(
  row: ImportRow,
  { modalidad }: Category,
  existing: Pick<Pilot, 'modalidad'> | undefined,
): ImportRow {
  if (existing?.modalidad !== undefined || !isBlank(row.values.modalidad)) return row
  return { ...row, values: { ...row.values, modalidad }, checked: undefined }
}

/**
 * Returns the rider with the pending entry of a wish. A rider who is entered in the modalidad already stays as he is:
 * `otherCategory` names the category in which he is, if it is not that of the wish, and that of the wish.
 */
export function withWish(
  rider: Pilot,
  wish: Wish | undefined,
  note: EntryNote,
): { rider: Pilot; otherCategory?: [stored: string, given: string] } {
  if (!wish || hasWish(rider, wish)) return { rider }
  const { event, category } = wish
  const place = { event: event.id, modalidad: category.modalidad }
  const entry = entryIn(rider, place.event, place.modalidad)
  if (entry)
    return { rider, otherCategory: [categoryOf(event, entry)?.name ?? 'sin categoría', category.name] }
  const pending = pendingIn(rider, event.id)
  const same = pending.find(({ modalidad }) => modalidad === place.modalidad)
  const next = [
    ...pending.filter((one) => one !== same),
    { ...(same ?? place), category: category.id, ...note },
  ]
  return { rider: withFact(rider, 'pending', sortedEntries(next)) }
}

/** Returns true if a rider has what a row asks for. */
export function hasWish(rider: Pilot, wish: Wish | undefined): boolean {
  if (!wish) return true
  const { event, category } = wish
  return [entryIn(rider, event.id, category.modalidad), ...pendingIn(rider, event.id)].some(
    (one) => one?.modalidad === category.modalidad && one.category === category.id,
  )
}
