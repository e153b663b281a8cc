/** An admin defines a part of the table of fields: fields of one's own, and the classes of `modalidad` and of `licencia`. */
import type { OwnClasses } from '../classes/classes.ts'
import type { OwnField, OwnFields } from './own-fields.ts'

/** The fields of one's own, and the classes, by the names of their fields. */
export type Definitions = OwnFields & OwnClasses

/** The definitions that a merge has added or changed, and those of before that it changed. */
export interface ChangedFields {
  before: Definitions
  after: Definitions
}

/** A field of one's own, or a class, with its name. */
type Entry<Item> = readonly [name: string, definition: Item]
type Placed = Pick<OwnField, 'order' | 'isRetired'>

/** Returns the place after those of some definitions. */
export function lastPlace(entries: readonly Entry<Placed>[]): number {
  return Math.max(0, ...entries.map(([, { order }]) => order)) + 1
}

/** Returns definitions with one of them a step further down, or up, among those in use. Retired ones are at the end. */
export function moved<Item extends Placed>(
  entries: readonly Entry<Item>[],
  name: string,
  step: 1 | -1,
): Record<string, Item> {
  const active = entries.filter(([, { isRetired }]) => !isRetired)
  const from = active.findIndex(([one]) => one === name)
  const to = from + step
  if (from >= 0 && to >= 0 && to < active.length) active.splice(to, 0, ...active.splice(from, 1))
  const ordered = [...active, ...entries.filter(([, { isRetired }]) => isRetired)]
  return Object.fromEntries(ordered.map(([one, item], index) => [one, { ...item, order: index + 1 }]))
}
