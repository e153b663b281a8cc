/**
 * The printed card of a rider, which is out of date once it shows other data than the rider has, another address, or an
 * earlier last day than the credential has.
 */
import { hasOtherNumber } from '../events/categories/race-number.ts'
import { type Entered, entriesIn } from '../events/entry.ts'
import type { RaceEvent } from '../events/event.ts'
import { type FieldName, labelsIn } from '../pilots/fields.ts'
import { type FieldTable, fixedFields, type PilotField } from '../pilots/own/field-table.ts'
import type { Pilot } from '../pilots/pilot.ts'
import { endOf, type StatusBasis } from './status.ts'

/** The fields that a card shows: see `factsOf`. */
const cardNames: ReadonlySet<FieldName> = new Set([
  ...(['name', 'lastname', 'licencia', 'tiposangre', 'npiloto'] as const),
  ...labelsIn('card').keys(),
])

/** Returns a changed rider, whose card is out of date if it shows something else. The card is that of `before`. */
export function withCardOf(before: Pilot, after: Pilot, table = fixedFields): Pilot {
  const { card } = after
  if (!card || card.outdated) return after
  const isSame = before.photo === after.photo && hasSameFacts(before, after, table)
  return isSame ? after : { ...after, card: { ...card, outdated: true } }
}

/** Returns a rider whose entries in an event have changed, whose card is out of date if it may show another category. */
export function withCardInEvent(before: Pilot, after: Pilot, { plainCards }: RaceEvent): Pilot {
  const { card } = after
  if (!card || card.outdated || plainCards || !hasOtherCategory(before, after)) return after
  return { ...after, card: { ...card, outdated: true } }
}

/**
 * Returns true if a rider has a category that a card of before does not show, which shows some: those of that event or, if
 * there was none, of an earlier one. A card from before all categories shows nothing that is wrong.
 */
function hasOtherCategory(before: Entered, { entries = [] }: Entered): boolean {
  const categoriesOf = (some: Entered['entries'] = []) => some.flatMap(({ category }) => category ?? [])
  return entries.some(({ event, category }) => {
    const own = categoriesOf(entriesIn(before, event))
    const shown = own.length > 0 ? own : categoriesOf(before.entries)
    return category !== undefined && shown.length > 0 && !shown.includes(category)
  })
}

/**
 * Returns a rider whom a merge joined of some states, with the card that was printed last. It is out of date if it is in
 * one of the states that have it, or if one of them has other facts. A merge decides about documents later.
 */
export function withLastCard(
  { card: _card, ...merged }: Pilot,
  states: readonly Pilot[],
  table = fixedFields,
): Pilot {
  const atOf = ({ card }: Pilot) => card?.at ?? ''
  const last = states.map(atOf).sort().at(-1) ?? ''
  const printed = states.filter(({ card }) => card && card.at === last)
  const [first] = printed
  if (!first?.card) return merged
  const isOutdated = printed.some(
    (state) =>
      state.card?.outdated ||
      !hasSameFacts(state, merged, table, documentNames) ||
      hasOtherCategory(state, merged),
  )
  return { ...merged, card: { ...first.card, ...(isOutdated && { outdated: true }) } }
}

const documentNames: readonly FieldName[] = ['dni', 'tipodoc', 'documento', 'paisdoc']

function hasSameFacts(
  one: Pilot,
  other: Pilot,
  { own, of }: FieldTable,
  except: readonly FieldName[] = [],
): boolean {
  const isSame = (name: PilotField) => (one[name] ?? null) === (other[name] ?? null)
  // A card of a rider who was entered shows the number of the entry.
  const isHidden = (name: FieldName) => name === 'npiloto' && one.card?.number !== undefined
  return (
    [...cardNames].every((name) => except.includes(name) || isSame(name) || isHidden(name)) &&
    own.every((name) => of(name).shown?.card === undefined || isSame(name))
  )
}

/** Returns the printed card of a rider, which is out of date if it shows other data than the rider has in an event. */
export function cardIn(pilot: Pilot, event: string): Pilot['card'] {
  const { card } = pilot
  return card && isOutdated(pilot, event) ? { ...card, outdated: true } : card
}

function isOutdated(pilot: Pilot, event: string): boolean {
  return Boolean(pilot.card?.outdated) || hasOtherNumber(pilot, event)
}

/** Returns the riders whose printed card shows other data than they have. */
export function withChangedData(pilots: readonly Pilot[], event: string): Pilot[] {
  return pilots.filter((pilot) => isOutdated(pilot, event))
}

/** Returns the pilots whose printed card carries an address other than `address`. */
export function withOtherAddress(pilots: readonly Pilot[], address: string): Pilot[] {
  return pilots.filter(({ card }) => card && card.address !== address)
}

/** Returns the pilots whose printed card has an earlier last day than the credential has now. */
export function withEarlierDay(pilots: readonly Pilot[], { rules, day }: StatusBasis): Pilot[] {
  return pilots.filter((pilot) => {
    const until = pilot.card?.until
    return until !== undefined && until < endOf(pilot, rules, day).until
  })
}

/** Returns the pilots whose printed card carries another address, has an earlier last day, or shows other data. */
export function withOutdatedCard(
  pilots: readonly Pilot[],
  address: string,
  basis: StatusBasis,
  event: string,
): Pilot[] {
  const outdated = new Set([
    ...withOtherAddress(pilots, address),
    ...withEarlierDay(pilots, basis),
    ...withChangedData(pilots, event),
  ])
  return pilots.filter((pilot) => outdated.has(pilot))
}
