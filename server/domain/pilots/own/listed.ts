/** The lists of the fields of one's own and of the classes, for people and for programs. */
import type { Entered } from '../../events/entry.ts'
import { increment } from '../../groups.ts'
import { type ClassField, classesOf, classFields, type OwnClasses } from '../classes/classes.ts'
import type { ListedClass, ListedField } from './calls.ts'
import { entriesOf, type OwnFields } from './own-fields.ts'
import { type OwnName, ownNamesIn } from './own-name.ts'

export type CountedField = Omit<ListedField, 'version'>
export type CountedClass = Omit<ListedClass, 'version'>

/** Returns all definitions in their order, with the number of pilots who have a value. */
export function listedFields(definitions: OwnFields, pilots: readonly object[]): CountedField[] {
  const counts = new Map<OwnName, number>()
  for (const pilot of pilots) for (const name of ownNamesIn(pilot)) increment(counts, name)
  return entriesOf(definitions).map(([name, { options, ...field }]) => ({
    name,
    ...field,
    ...(options && { options: [...options] }),
    pilots: counts.get(name) ?? 0,
  }))
}

type Classed = Entered & { [Name in ClassField]?: string }

/** Returns all classes in their order, with the number of pilots who have them. */
export function listedClasses(own: OwnClasses, pilots: readonly Classed[]): CountedClass[] {
  const counts = { modalidad: new Map<string, number>(), licencia: new Map<string, number>() }
  for (const { modalidad, licencia, entries = [] } of pilots) {
    const names = new Set([modalidad ?? '', ...entries.map((entry) => entry.modalidad)])
    for (const name of names) increment(counts.modalidad, name)
    increment(counts.licencia, licencia ?? '')
  }
  return classFields.flatMap((field) =>
    classesOf(field, own).map(([key, { name, spellings = [], formerNames = [], isRetired = false }]) => ({
      field,
      key,
      name,
      spellings: [...spellings],
      formerNames: [...formerNames],
      isRetired,
      pilots: counts[field].get(name) ?? 0,
    })),
  )
}
