/**
 * Retention: after how many months without activity a part of a pilot's data is due, who is due on a day, and how the
 * values of a group of fields are emptied. A person decides, and no clock does.
 */

import { endOf, type StatusBasis } from '../credential/status.ts'
import { CodeHistory } from '../gate/code-history.ts'
import type { Passage } from '../gate/passage.ts'
import type { Change, Revocation } from '../pilots/change.ts'
import { factValueOf, momentsIn, withFactValue } from '../pilots/facts/fact-values.ts'
import { type FactValueName, factValueNames, factValues, isFactValue } from '../pilots/facts/facts.ts'
import { type Field, type RetainedGroup, retainedGroups } from '../pilots/field.ts'
import { type FieldName, fieldNames, fields, isFieldName, isOptional } from '../pilots/fields.ts'
import type { Pilot } from '../pilots/pilot.ts'
import type { PilotId } from '../pilots/pilot-id.ts'
import { addMonths, today } from '../text/date.ts'
import { compareTexts } from '../text/text.ts'

/** The groups of fields that can be emptied, and the whole pilot. */
export const retentionGroups = [...retainedGroups, 'everything'] as const
export type RetentionGroup = (typeof retentionGroups)[number]

/** The months after which each group is due. Null and an absent group are never due. */
export type RetentionRules = Partial<Record<RetentionGroup, number | null>>

/** The most months that a rule can have. */
export const maxMonths = 240

/** Returns true for a number of months that a rule can have. */
export function isMonths(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maxMonths
}

/** Reads stored rules. What is no number of months counts as never. */
export function parseRetention(stored: Readonly<Record<string, unknown>>): RetentionRules {
  const known = retentionGroups.flatMap((group) => (isMonths(stored[group]) ? [[group, stored[group]]] : []))
  return Object.fromEntries(known) as RetentionRules
}

/** A part of a pilot that can be emptied: a field, or a value of a fact, such as the last day of the medical certificate. */
export type RetainedName = FieldName | FactValueName

export const retainedNames: readonly RetainedName[] = [...fieldNames, ...valuesIn(retainedGroups)]

/** The fields that each group empties, in the order of the form. */
export const fieldsOfGroup: Readonly<Record<RetainedGroup, readonly FieldName[]>> = {
  health: fieldsIn('health'),
  contact: fieldsIn('contact'),
}

/** Returns all parts that a group can empty. */
export function namesOf(group: RetainedGroup): RetainedName[] {
  return [...fieldsOfGroup[group], ...valuesIn([group])]
}

function valuesIn(groups: readonly RetainedGroup[]): FactValueName[] {
  return factValueNames.filter((name) => groups.some((group) => factValues[name].retained === group))
}

function fieldsIn(group: RetainedGroup): FieldName[] {
  return fieldNames.filter((name) => {
    const { retained }: Field = fields[name]
    return retained === group
  })
}

/**
 * Returns the parts that a group empties: those that have a value. A last day that ends the credential stays while the
 * credential would be valid without it: nobody becomes valid by being forgotten.
 */
export function emptiedNames(pilot: Pilot, group: RetainedGroup, basis: StatusBasis): RetainedName[] {
  const names = namesOf(group).filter((name) =>
    isFactValue(name) ? factValueOf(pilot, name) !== undefined : (pilot[name] ?? null) !== null,
  )
  const hasDay = names.some(isLastDay)
  return hasDay && !endsAlike(pilot, basis) ? names.filter((name) => !isLastDay(name)) : names
}

function isLastDay(name: RetainedName): boolean {
  return name === 'poliza_hasta' || name === 'medical'
}

/** Returns true if the credential has the same end, or is over, without the last days of the policy and the certificate. */
function endsAlike(pilot: Pilot, { rules, day }: StatusBasis): boolean {
  const { licencia, since, terms: { medical: _medical, ...terms } = {} } = pilot
  const [before, after] = [
    endOf(pilot, rules, day).until,
    endOf({ licencia, since, terms }, rules, day).until,
  ]
  return before === after || after < day
}

/** Returns a pilot without the values of a group: see `emptiedNames`. */
export function emptied(pilot: Pilot, group: RetainedGroup, basis: StatusBasis): Pilot {
  return withoutValues(pilot, new Set(emptiedNames(pilot, group, basis)))
}

/**
 * Returns the parts that earlier states of a pilot lose when a group is emptied: all of the group, but the last days that
 * the pilot keeps.
 */
export function emptiedBefore(
  pilot: Pilot | undefined,
  group: RetainedGroup,
  basis: StatusBasis,
): Set<RetainedName> {
  const names = new Set(namesOf(group))
  const emptiedNow = pilot ? emptiedNames(pilot, group, basis) : []
  if (pilot?.poliza_hasta && !emptiedNow.includes('poliza_hasta')) names.delete('poliza_hasta')
  if (pilot?.terms?.medical && !emptiedNow.includes('medical')) names.delete('medical')
  return names
}

/** Returns a pilot without some values. */
export function withoutValues(pilot: Pilot, names: ReadonlySet<RetainedName>): Pilot {
  const values = Object.entries(pilot).flatMap(([name, value]) => {
    if (!isFieldName(name) || !names.has(name)) return [[name, value]]
    return isOptional(name) ? [] : [[name, null]]
  })
  let after = Object.fromEntries(values) as Pilot
  for (const name of names) if (isFactValue(name)) after = withFactValue(after, name, undefined)
  return after
}

/** A pilot who is due for a group. */
export interface DuePilot {
  pilot: Pilot
  /** The day of the last activity, `YYYY-MM-DD`, or undefined if nothing records one. */
  last?: string
  /** The parts that are emptied. For the whole pilot, none are named. */
  names: readonly RetainedName[]
}

/**
 * Returns the day of the last activity of each pilot: the registration, the renewal, the printed card, the last entry in
 * an event or the last passage, of whichever code. A pilot from before registrations had a time may have none.
 */
export function lastActivities(
  pilots: readonly Pilot[],
  passages: readonly Passage[],
  revocations: readonly Revocation[],
): (pilot: Pilot) => string | undefined {
  const codes = new CodeHistory(revocations)
  const passed = new Map<PilotId, string>()
  for (const { pilot, at } of passages) {
    if (pilot === undefined) continue
    const id = codes.current(pilot)
    if (at > (passed.get(id) ?? '')) passed.set(id, at)
  }
  const lasts = new Map(pilots.map((pilot) => [pilot.id, lastActivity(pilot, passed.get(pilot.id))]))
  return ({ id }) => lasts.get(id)
}

function lastActivity(pilot: Pilot, passage?: string): string | undefined {
  const moments = momentsIn(pilot, ({ isActivity }) => isActivity === true)
  const days = [...moments, ...(passage ? [passage] : [])].map((at) => today(new Date(at)))
  if (pilot.terms?.issued) days.push(pilot.terms.issued)
  return days.sort().at(-1)
}

/** Returns the pilots who are due for a group on the day of `basis`, those with the oldest activity first. */
export function duePilots(
  group: RetentionGroup,
  months: number | null | undefined,
  pilots: readonly Pilot[],
  lastOf: (pilot: Pilot) => string | undefined,
  basis: StatusBasis,
): DuePilot[] {
  if (!months) return []
  const latest = addMonths(basis.day, -months)
  return pilots
    .flatMap((pilot): DuePilot[] => {
      const last = lastOf(pilot)
      if (last !== undefined && last > latest) return []
      const names = group === 'everything' ? [] : emptiedNames(pilot, group, basis)
      return group === 'everything' || names.length > 0 ? [{ pilot, last, names }] : []
    })
    .sort((one, other) => compareTexts(one.last ?? '', other.last ?? ''))
}

export interface ForgetOrder {
  ids: readonly PilotId[]
  group: RetainedGroup
  basis: StatusBasis
}

/** Empties a group of fields of some pilots. A pilot who does not exist any more, or has no value, is left out. */
export function decideForget(
  { ids, group, basis }: ForgetOrder,
  byId: (id: PilotId) => Pilot | undefined,
  by?: string,
): Change & { put: readonly Pilot[] } {
  const put = [...new Set(ids)].flatMap((id) => {
    const pilot = byId(id)
    return pilot && emptiedNames(pilot, group, basis).length > 0 ? [emptied(pilot, group, basis)] : []
  })
  return { put, forgotten: group, by }
}
