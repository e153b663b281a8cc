/** Joins the definitions of two desks, and of a backup and those that were made since. */
import { canonicalText } from '../../text/text.ts'
import { joinedClasses } from '../classes/class-changes.ts'
import { classFields, type OwnClasses } from '../classes/classes.ts'
import type { ChangedFields, Definitions } from './definitions.ts'
import { joinedFields, undoneFields } from './own-changes.ts'

/** The definitions that a merge adds, and what a person should know about them, in Spanish. */
export interface JoinedDefinitions {
  fields: Definitions
  notes: string[]
}

/** Joins the definitions of another desk with those of this one: see `joinedFields` and `joinedClasses`. */
export function joinedDefinitions(own: Definitions, other: Definitions): JoinedDefinitions {
  const joined = joinedFields(own, other)
  const classes = joinedOptions(own, other)
  return { fields: { ...joined.fields, ...classes.options }, notes: [...joined.notes, ...classes.notes] }
}

/** Returns the definitions of a backup, and those that were made since, for which `joinedDefinitions` makes room. */
export function restoredDefinitions(stored: Definitions, backup: Definitions): Definitions {
  const { fields } = joinedFields(backup, stored)
  return { ...fields, ...backup, ...joinedOptions(backup, stored).options }
}

/**
 * Returns the definitions that an undone merge brings back, and the names of those that go: see `undoneFields`. Classes that
 * an admin has changed since stay.
 */
export function undoneDefinitions(
  now: Definitions,
  changed: ChangedFields,
): { back: Definitions; gone: string[] } {
  const { before, after } = changed
  const { back, gone } = undoneFields(now, changed)
  const undone = classFields.filter(
    (field) => after[field] && canonicalText(now[field]) === canonicalText(after[field]),
  )
  const earlier = undone.flatMap((field) => (before[field] ? [[field, before[field]] as const] : []))
  return {
    back: { ...back, ...Object.fromEntries(earlier) },
    gone: [...gone, ...undone.filter((field) => !before[field])],
  }
}

/** Returns the classes of the fields in which another desk has some that this one lacks. */
function joinedOptions(own: OwnClasses, other: OwnClasses): { options: OwnClasses; notes: string[] } {
  const joined = classFields.map((field) => ({ field, ...joinedClasses(field, own, other) }))
  const changed = joined.filter(({ options }) => Object.keys(options).length > 0)
  return {
    options: Object.fromEntries(changed.map(({ field, options }) => [field, { ...own[field], ...options }])),
    notes: joined.flatMap(({ notes }) => notes),
  }
}
