/**
 * The groups of riders that have start lists: a category, the riders of a modalidad without one, or the whole modalidad. The
 * last list of each that was issued is kept in its event, and is out of date once its riders change.
 */
import { groupsBy } from '../../groups.ts'
import { maxClasses, maxClassName } from '../../pilots/classes/classes.ts'
import type { IssuedList } from '../../stored/fact-shapes.ts'
import { type listKinds, maxCategoryId } from '../../stored/limits.ts'
import { type Category, categoryOf, categoryTitle, maxCategories } from '../categories/category.ts'
import { type Entry, wordOfCategory } from '../entry.ts'

export type { IssuedList }

export interface StartGroup {
  modalidad: string
  /** The identifier of a category; empty for the riders without one. Absent for the whole modalidad. */
  category?: string
}

/** The most groups of an event, and the longest key of one. */
export const maxGroups = 2 * maxClasses + maxCategories
export const maxGroupKey = maxClassName + 1 + maxCategoryId

/** Returns the text under which the lists of a group are stored. A modalidad, whose name has no line feed, has its name. */
export function groupKey({ modalidad, category }: StartGroup): string {
  return category === undefined ? modalidad : `${modalidad}\n${category}`
}

export function groupOfKey(key: string): StartGroup {
  const end = key.indexOf('\n')
  return end < 0 ? { modalidad: key } : { modalidad: key.slice(0, end), category: key.slice(end + 1) }
}

/** Returns the name of a group for people, such as `MOTOCROSS · MX2`. */
export function groupTitle(
  event: { categories: readonly Category[] },
  { modalidad, category }: StartGroup,
): string {
  if (category === undefined) return modalidad
  return categoryTitle({ modalidad, name: categoryOf(event, { category })?.name ?? wordOfCategory(category) })
}

export function isInGroup(
  { modalidad, category }: StartGroup,
  entry: Pick<Entry, 'modalidad' | 'category'>,
): boolean {
  return entry.modalidad === modalidad && (category === undefined || (entry.category ?? '') === category)
}

/** Returns the groups of some entries: for each modalidad its categories, if riders are in some, and then all of it. */
export function startGroups(
  { modalidades, categories }: { modalidades: readonly string[]; categories: readonly Category[] },
  entries: readonly Pick<Entry, 'modalidad' | 'category'>[],
): StartGroup[] {
  const entered = groupsBy(entries, ({ modalidad }) => modalidad)
  return [...new Set([...modalidades, ...entered.keys()])].flatMap((modalidad) => {
    const found = new Set(entered.get(modalidad)?.map(({ category = '' }) => category))
    const ids = new Set([...categories.map(({ id }) => id), ...found])
    const parts = [...ids].filter((id) => found.has(id)).map((category) => ({ modalidad, category }))
    const isDivided = parts.some(({ category }) => category !== '')
    return [...(isDivided ? parts : []), ...(found.size > 0 ? [{ modalidad }] : [])]
  })
}

/** Returns those of `startGroups` that have each entry once: the categories and, without any, the whole modalidad. */
export function separateGroups(groups: readonly StartGroup[]): StartGroup[] {
  return groups.filter(
    ({ modalidad, category }, index) => category !== undefined || groups[index - 1]?.modalidad !== modalidad,
  )
}

export type ListKind = (typeof listKinds)[number]

export const listKindTexts: Readonly<Record<ListKind, string>> = {
  provisional: 'provisoria',
  final: 'definitiva',
}

/** A list before it is issued. */
export type NewList = Omit<IssuedList, 'version'>

/** The last list of each group, by its key: see `groupKey`. */
export type IssuedLists = Readonly<Record<string, IssuedList>>
