/**
 * Retention: after how many months without activity a group of a pilot's data is due, who is due on a day, and how the
 * values of the group are forgotten, now and in all states of before. A person decides, and no clock does.
 */

import { endOf, type StatusBasis } from '../credential/status.ts'
import { withoutOrdersOf } from '../desk/done-orders.ts'
import { CodeHistory } from '../gate/code-history.ts'
import type { Passage } from '../gate/passage.ts'
import type { Change, Revocation } from '../pilots/change.ts'
import { factValueOf, momentsIn, withFactValue } from '../pilots/facts/fact-values.ts'
import { type FactValueName, factValueNames, factValues, isFactValue } from '../pilots/facts/facts.ts'
import { type DataGroup, dataGroups, type Field } from '../pilots/field.ts'
import { type FieldName, fieldNames, fields, isFieldName, isOptional } from '../pilots/fields.ts'
import { chipOf } from '../pilots/history/removed.ts'
import type { PilotField } from '../pilots/own/field-table.ts'
import { entriesOf, type OwnFields } from '../pilots/own/own-fields.ts'
import { isOwnName } from '../pilots/own/own-name.ts'
import type { Pilot } from '../pilots/pilot.ts'
import type { PilotId } from '../pilots/pilot-id.ts'
import { maxMonths, type retentionGroups } from '../stored/limits.ts'
import { addMonths, today } from '../text/date.ts'
import { compareTexts } from '../text/text.ts'
import type { Rewriting } from './erasure.ts'
import type { Person, PersonSources } from './person.ts'

export type RetentionGroup = (typeof retentionGroups)[number]

/** The months after which each group is due. Null and an absent group are never due. */
export type RetentionRules = Partial<Record<RetentionGroup, number | null>>

/** Returns true for a number of months that a rule can have. */
export function isMonths(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maxMonths
}

/** A part of a pilot that can be forgotten: a field, or a value of a fact, such as the last day of the medical certificate. */
export type ForgettableName = PilotField | FactValueName

export const forgettableNames = [...fieldNames, ...valuesIn(dataGroups)]

/** The fields of each group, in the order of the form. */
const fieldsOfGroup: Readonly<Record<DataGroup, readonly FieldName[]>> = {
  health: fieldsIn('health'),
  contact: fieldsIn('contact'),
}

/** Returns all parts of a group. `own` are the definitions of fields of one's own, also of retired ones. */
export function namesOf(group: DataGroup, own: OwnFields = {}): ForgettableName[] {
  const ownNames = entriesOf(own).flatMap(([name, { dataGroup }]) => (dataGroup === group ? [name] : []))
  return [...fieldsOfGroup[group], ...ownNames, ...valuesIn([group])]
}

function valuesIn(groups: readonly DataGroup[]): FactValueName[] {
  return factValueNames.filter((name) => groups.some((group) => factValues[name].dataGroup === group))
}

function fieldsIn(group: DataGroup): FieldName[] {
  return fieldNames.filter((name) => {
    const { dataGroup }: Field = fields[name]
    return dataGroup === group
  })
}

/**
 * Returns the parts of a group that a pilot loses when it is forgotten: those that have a value. A last day that ends the
 * credential stays while the credential would be valid without it: nobody becomes valid by being forgotten.
 */
export function forgottenNames(
  pilot: Pilot,
  group: DataGroup,
  basis: StatusBasis,
  own?: OwnFields,
): ForgettableName[] {
  const names = namesOf(group, own).filter((name) =>
    isFactValue(name) ? factValueOf(pilot, name) !== undefined : (pilot[name] ?? null) !== null,
  )
  const hasDay = names.some(isLastDay)
  return hasDay && !endsAlike(pilot, basis) ? names.filter((name) => !isLastDay(name)) : names
}

function isLastDay(name: ForgettableName): boolean {
  return name === 'poliza_hasta' || name === 'medical'
}

/** Returns true if the credential has the same end, or is over, without the last days of the policy and the certificate. */
function endsAlike(pilot: Pilot, { rules, day }: StatusBasis): boolean {
  const { licencia, since, card, terms: { medical: _medical, ...terms } = {} } = pilot
  const [before, after] = [
    endOf(pilot, rules, day).until,
    endOf({ licencia, since, card, terms }, rules, day).until,
  ]
  return before === after || after < day
}

/** Returns a pilot whose values of a group are forgotten: see `forgottenNames`. */
export function forgotten(pilot: Pilot, group: DataGroup, basis: StatusBasis, own?: OwnFields): Pilot {
  return withoutValues(pilot, new Set(forgottenNames(pilot, group, basis, own)))
}

/**
 * Returns the parts that earlier states of a pilot lose when a group is forgotten: all of the group, but the last days that
 * the pilot keeps.
 */
function forgottenBefore(
  pilot: Pilot | undefined,
  group: DataGroup,
  basis: StatusBasis,
  own?: OwnFields,
): Set<ForgettableName> {
  const names = new Set(namesOf(group, own))
  const forgottenNow = pilot ? forgottenNames(pilot, group, basis, own) : []
  if (pilot?.poliza_hasta && !forgottenNow.includes('poliza_hasta')) names.delete('poliza_hasta')
  if (pilot?.terms?.medical && !forgottenNow.includes('medical')) names.delete('medical')
  return names
}

/** Returns a pilot without some values. */
export function withoutValues(pilot: Pilot, names: ReadonlySet<ForgettableName>): Pilot {
  const values = Object.entries(pilot).flatMap(([name, value]) => {
    if (isOwnName(name)) return names.has(name) ? [] : [[name, value]]
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
  /** The parts that are forgotten. For the whole pilot, none are named. */
  names: readonly ForgettableName[]
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

/**
 * Returns the pilots who are due for a group on the day of `basis`, those with the oldest activity first. Whoever has a chip
 * stays until it is back.
 */
export function duePilots(
  group: RetentionGroup,
  months: number | null | undefined,
  pilots: readonly Pilot[],
  lastOf: (pilot: Pilot) => string | undefined,
  basis: StatusBasis,
  own?: OwnFields,
): DuePilot[] {
  if (!months) return []
  const latest = addMonths(basis.day, -months)
  return pilots
    .flatMap((pilot): DuePilot[] => {
      const last = lastOf(pilot)
      if (last !== undefined && last > latest) return []
      if (group === 'everything' && chipOf(pilot) !== undefined) return []
      const names = group === 'everything' ? [] : forgottenNames(pilot, group, basis, own)
      return group === 'everything' || names.length > 0 ? [{ pilot, last, names }] : []
    })
    .sort((one, other) => compareTexts(one.last ?? '', other.last ?? ''))
}

export interface ForgetOrder {
  ids: readonly PilotId[]
  group: DataGroup
  basis: StatusBasis
  /** The definitions of the fields of one's own, some of which are of the group. */
  own?: OwnFields
}

/** Forgets a group of data of some pilots. A pilot who does not exist any more, or has no value, is left out. */
export function decideForget(
  { ids, group, basis, own }: ForgetOrder,
  byId: (id: PilotId) => Pilot | undefined,
  by?: string,
): Change & { put: readonly Pilot[] } {
  const put = [...new Set(ids)].flatMap((id) => {
    const pilot = byId(id)
    return pilot && forgottenNames(pilot, group, basis, own).length > 0
      ? [forgotten(pilot, group, basis, own)]
      : []
  })
  return { put, forgotten: group, by }
}

/** Forgets the group in all states of the pilots, also those of before. `pilots` and `revoked` are those of the store now. */
export function forgettingOf(
  { codes }: Pick<Person, 'codes'>,
  { group, basis, own }: ForgetOrder,
  { pilots, revoked }: Pick<PersonSources, 'pilots' | 'revoked'>,
): Rewriting {
  const history = new CodeHistory(revoked)
  const byId = new Map(pilots.map((pilot) => [pilot.id, pilot]))
  const names = new Map<PilotId, ReadonlySet<ForgettableName>>(
    [...codes].map((code) => [code, forgottenBefore(byId.get(history.current(code)), group, basis, own)]),
  )
  const pilot = (state: Pilot) => {
    const lost = names.get(state.id)
    return lost ? withoutValues(state, lost) : state
  }
  return {
    pilot,
    change: ({ put, set, ...change }) => ({
      ...change,
      ...(set && { set: withoutOrdersOf(codes, set) }),
      ...(put && { put: put.map(pilot) }),
    }),
    revocations: (all) => [...all],
    entry: (entry) => entry,
    events: (events) => ({ ...events }),
    values: (values) => withoutOrdersOf(codes, values),
    photos: new Set(),
  }
}
