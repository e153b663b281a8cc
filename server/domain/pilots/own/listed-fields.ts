/** The list of the fields of one's own, for people and for programs. */
import { increment } from '../../groups.ts'
import type { ListedField } from './calls.ts'
import { entriesOf, type OwnFields } from './own-fields.ts'
import { type OwnName, ownNamesIn } from './own-name.ts'

/** Returns all definitions in their order, with the number of pilots who have a value. */
export function listedFields(definitions: OwnFields, pilots: readonly object[]): ListedField[] {
  const counts = new Map<OwnName, number>()
  for (const pilot of pilots) for (const name of ownNamesIn(pilot)) increment(counts, name)
  return entriesOf(definitions).map(([name, { options, ...field }]) => ({
    name,
    ...field,
    ...(options && { options: [...options] }),
    pilots: counts.get(name) ?? 0,
  }))
}
