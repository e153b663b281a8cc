/** The filter of a list by the entries of riders in an event. */
import { MalformedError } from '../errors.ts'
import { enumerate } from '../text/text.ts'
import { type Category, categoryOf, categoryTitle } from './categories/category.ts'
import { categoryIdIn, inCategory } from './entered-kinds.ts'
import type { CheckName, Entry } from './entry.ts'
import type { RaceEvent } from './event.ts'

/** The conditions that an entry meets. */
export interface EntryFilter {
  /** The identifier of the event. */
  event: string
  modalidad?: string
  /** The identifier of a category of the event. */
  category?: string
  /** The categories of the event: only entries in none of them count, of a modalidad that has some. */
  outside?: readonly Pick<Category, 'id' | 'modalidad'>[]
}

export function meetsFilter(entry: Entry, { event, modalidad, category, outside }: EntryFilter): boolean {
  return (
    entry.event === event &&
    (modalidad === undefined || entry.modalidad === modalidad) &&
    (category === undefined || entry.category === category) &&
    (!outside || isOutside(entry, outside))
  )
}

/**
 * Returns true for an entry without one of the categories that its modalidad has: from before there were any, or of a
 * removed rider who came back once the category was gone.
 */
export function isOutside(
  { modalidad, category }: Pick<Entry, 'modalidad' | 'category'>,
  categories: readonly Pick<Category, 'id' | 'modalidad'>[],
): boolean {
  const own = categories.filter((one) => one.modalidad === modalidad)
  return own.length > 0 && !own.some(({ id }) => id === category)
}

/** The tasks that the desk has left for riders of the open event, by which a list shows them: to charge, and to sign. */
export const lackKinds = ['payment', 'waiver'] as const
export type LackKind = (typeof lackKinds)[number]

/**
 * Returns the checks of an event that the desk has to see to on a day: none before its first day, and never the inspection,
 * which is done beside the motorcycle.
 */
export function checksAtDesk(
  { checks: wanted, first }: { checks: readonly CheckName[]; first: string },
  day: string,
): CheckName[] {
  return first > day ? [] : wanted.filter((name) => name !== 'inspection')
}

/** The riders whom a list shows by their entries in an event. */
export interface EnteredFilter {
  /** Only pilots with such an entry. */
  enteredIn?: EntryFilter
  /** Only pilots who take no part in this event, of its identifier. */
  notEnteredIn?: string
  /** Only pilots with a pending entry in this event, of its identifier. */
  pendingIn?: string
}

/** Returns the filter of the riders whose entries in an event are of a kind, in a modalidad or in a category. */
export function enteredFilter(
  { id: event, categories }: Pick<RaceEvent, 'id' | 'categories'>,
  entered: string,
): EnteredFilter {
  if (entered === 'pending') return { pendingIn: event }
  if (entered === 'none') return { notEnteredIn: event }
  const category = categoryIdIn(entered)
  if (category !== undefined) return { enteredIn: { event, category } }
  if (entered === 'uncategorized')
    return { enteredIn: { event, outside: categories.map(({ id, modalidad }) => ({ id, modalidad })) } }
  return { enteredIn: { event, ...(entered !== 'all' && { modalidad: entered }) } }
}

/** @throws MalformedError for a category that the event does not have, with the list of those that it has */
export function checkCategoryFilter(entered: string, { categories }: Pick<RaceEvent, 'categories'>): void {
  const id = categoryIdIn(entered)
  if (id === undefined || categoryOf({ categories }, { category: id })) return
  const known = categories.map((category) => `${inCategory(category.id)} (${categoryTitle(category)})`)
  throw new MalformedError(
    known.length > 0
      ? `El evento abierto no tiene esa categoría: entered es una de ${enumerate(known, 'o')}`
      : 'El evento abierto no tiene categorías',
  )
}

/** Describes the entries of a number of riders, such as `inscritos en MOTOCROSS · 85 cc`. */
export function describeEntered(entered: string, found: number, categories: readonly Category[]): string {
  const word = found === 1 ? 'inscrito' : 'inscritos'
  if (entered === 'pending') return 'por inscribir'
  if (entered === 'none') return `no ${word}`
  if (entered === 'uncategorized') return `${word} sin categoría`
  const id = categoryIdIn(entered)
  if (id === undefined) return entered === 'all' ? word : `${word} en ${entered}`
  const category = categoryOf({ categories }, { category: id })
  return category ? `${word} en ${categoryTitle(category)}` : `${word} en una categoría`
}
