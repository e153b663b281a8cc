/** The riders who have a class by a name that it had before: from another desk, an older backup, or before a rename. */
import { type Entry, joinedEntries, joinedPending } from '../../events/entry.ts'
import type { Pilot } from '../pilot.ts'
import { type ClassField, classesOf, classFields, classNames, type OwnClasses } from './classes.ts'

/** Returns the riders who follow the renames, as they are then. */
export function followRenames(pilots: readonly Pilot[], own?: OwnClasses): Pilot[] {
  const before = new Set(pilots)
  return withNamesOfNow(pilots, own).filter((pilot) => !before.has(pilot))
}

/** Returns the name that a class has now, also for one that it had before, or undefined for any other text. */
export function nameOfNow(field: ClassField, text: string, own?: OwnClasses): string | undefined {
  const isName = classNames(field, own, { withRetired: true }).includes(text)
  return isName ? text : renamesOf(field, own).get(text)
}

/** Returns all riders with the names that their classes have now. */
export function withNamesOfNow(pilots: readonly Pilot[], own?: OwnClasses): readonly Pilot[] {
  const names = { modalidad: renamesOf('modalidad', own), licencia: renamesOf('licencia', own) }
  if (classFields.every((field) => names[field].size === 0)) return pilots
  return pilots.map((pilot) => renamed(pilot, names))
}

/** Returns the names of now by those of before. A name that a class has now is none of before, as two desks may have it. */
export function renamesOf(field: ClassField, own?: OwnClasses): Map<string, string> {
  const current = new Set(classNames(field, own, { withRetired: true }))
  return new Map(
    classesOf(field, own).flatMap(([key, { name, formerNames = [] }]) =>
      [key, ...formerNames].filter((former) => !current.has(former)).map((former) => [former, name] as const),
    ),
  )
}

function renamed(pilot: Pilot, names: Record<ClassField, ReadonlyMap<string, string>>): Pilot {
  const fresh = classFields.flatMap((field) => {
    const name = names[field].get(pilot[field] ?? '')
    return name === undefined ? [] : [[field, name] as const]
  })
  const isRenamed = ({ modalidad = '' }: { modalidad?: string }) => names.modalidad.has(modalidad)
  const { entries, pending, charges } = pilot
  const following = (all: readonly Entry[]) =>
    all.map((entry) => ({ ...entry, modalidad: names.modalidad.get(entry.modalidad) ?? entry.modalidad }))
  const areEntriesRenamed = entries?.some(isRenamed)
  const arePendingRenamed = pending?.some(isRenamed)
  const areChargesRenamed = charges?.some(isRenamed)
  if (fresh.length === 0 && !areEntriesRenamed && !arePendingRenamed && !areChargesRenamed) return pilot
  return {
    ...pilot,
    ...Object.fromEntries(fresh),
    ...(entries && areEntriesRenamed && { entries: joinedEntries(following(entries)) }),
    ...(pending && arePendingRenamed && { pending: joinedPending(following(pending)) }),
    ...(charges &&
      areChargesRenamed && {
        charges: charges.map(({ modalidad, ...charge }) => ({
          ...charge,
          ...(modalidad !== undefined && { modalidad: names.modalidad.get(modalidad) ?? modalidad }),
        })),
      }),
  }
}
