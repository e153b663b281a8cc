/**
 * Finds the pilots whose data is to be reviewed: a value with which people filled a required field of a rider who had none,
 * and that is no rider's own, and a minor without a guardian.
 */
import { fold } from '../../text/text.ts'
import type { Field } from '../field.ts'
import { type FieldName, fieldNames, fields, hasOptions, noneOf } from '../fields.ts'
import { lacksGuardian } from '../guardian.ts'
import type { Pilot } from '../pilot.ts'
import { isInvented } from './unlikely.ts'

/** A value of a field, and the pilots who have it. */
export interface HeldValue {
  field: FieldName
  value: string | number
  pilots: number
  /** False if they are of several clubs. Pilots without a club count as several. */
  isOfOneClub: boolean
}

export type InventedValue = Omit<HeldValue, 'isOfOneClub'>

/**
 * The fields that may have an invented value: those that can have no value, and are not chosen from a list. A DNI is
 * nobody else's.
 */
const inventedFields = fieldNames.filter(
  (name) => noneOf(name) !== undefined && !hasOptions(name) && name !== 'dni',
)

/** The smallest number of pilots with the same value that is more than a family. */
const fewestSharing = 5

/**
 * Returns the invented values among those that pilots have, the most frequent first: a value that says that there is
 * none, such as `sincorreo@gmail.com`, and one that is a person's own but that too many pilots have. A club may share
 * its telephone and its e-mail.
 */
export function findInvented(held: Iterable<HeldValue>): InventedValue[] {
  const found: InventedValue[] = []
  for (const { isOfOneClub, ...value } of held)
    if (isShared(value, isOfOneClub) || isInvented(value.field, value.value)) found.push(value)
  return found.sort((one, other) => other.pilots - one.pilots || (one.value < other.value ? -1 : 1))
}

function isShared({ field, pilots }: InventedValue, isOfOneClub: boolean): boolean {
  if (pilots < fewestSharing) return false
  const { repeated }: Field = fields[field]
  return repeated !== 'everyone' && !(repeated === 'club' && isOfOneClub)
}

/** Returns the values among which `findInvented` finds the invented ones, with the pilots who have them. */
export function heldValues(pilots: readonly Pilot[]): HeldValue[] {
  return inventedFields.flatMap((field) => valuesOf(field, pilots))
}

/** Returns the same after changes. `held` is what it was, and `touched` are the changed pilots, as they were and are. */
export function heldAgain(
  held: readonly HeldValue[],
  pilots: readonly Pilot[],
  touched: readonly Pilot[],
): HeldValue[] {
  return inventedFields.flatMap((field) => {
    const counted = new Set(touched.map((pilot) => pilot[field] ?? null))
    const others = held.filter((one) => one.field === field && !counted.has(one.value))
    return [...others, ...valuesOf(field, pilots, counted)]
  })
}

/** Counts all values of a field, or only some. */
function valuesOf(
  field: FieldName,
  pilots: readonly Pilot[],
  counted?: ReadonlySet<string | number | null>,
): HeldValue[] {
  const counts = new Map<string | number, number>()
  for (const pilot of pilots) {
    const value = pilot[field] ?? null
    if (value !== null && (!counted || counted.has(value))) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  const held = new Map<string | number, HeldValue & { group?: string }>()
  for (const [value, number] of counts)
    if (number >= fewestSharing || isInvented(field, value))
      held.set(value, { field, value, pilots: number, isOfOneClub: true })
  if (held.size === 0) return []
  for (const pilot of pilots) {
    const one = held.get(pilot[field] ?? '')
    if (!one) continue
    const group = pilot.club === null ? pilot.id : fold(pilot.club)
    one.group ??= group
    one.isOfOneClub &&= one.group === group
  }
  return Array.from(held.values(), ({ group: _, ...one }) => one)
}

/** Returns the condition that a pilot has one of the values, or is a minor on a day and has no guardian. */
export function needsReview(values: readonly InventedValue[], day: string): (pilot: Pilot) => boolean {
  const byField = inventedFields.map(
    (name) =>
      [name, new Set(values.filter(({ field }) => field === name).map(({ value }) => value))] as const,
  )
  return (pilot) =>
    lacksGuardian(pilot, day) || byField.some(([name, invented]) => invented.has(pilot[name] ?? ''))
}
