/** The list of the classes, for people and for programs. */
import type { Entered } from '../../events/entry.ts'
import { increment } from '../../groups.ts'
import type { ListedClass } from '../own/calls.ts'
import { type ClassField, classesOf, classFields, type OwnClasses } from './classes.ts'

type Classed = Entered & { [Name in ClassField]?: string }

/** Returns all classes in their order, with the number of pilots who have them. */
export function listedClasses(own: OwnClasses, pilots: readonly Classed[]): ListedClass[] {
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
