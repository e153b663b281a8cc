/** The printed card of a rider, which is out of date once the rider has other data than it shows. */
import { type FieldName, labelsIn } from './fields.ts'
import type { Pilot } from './pilot.ts'

/** The fields that a card shows: see `factsOf`. */
const cardNames: ReadonlySet<FieldName> = new Set([
  ...(['name', 'lastname', 'licencia', 'tiposangre', 'npiloto'] as const),
  ...labelsIn('card').keys(),
])

/** Returns a changed rider, whose card is out of date if it shows something else. The card is that of `before`. */
export function withCardOf(before: Pilot, after: Pilot): Pilot {
  const { card } = after
  if (!card || card.outdated) return after
  const isSame =
    before.photo === after.photo &&
    [...cardNames].every((name) => (before[name] ?? null) === (after[name] ?? null))
  return isSame ? after : { ...after, card: { ...card, outdated: true } }
}

/** Returns the riders whose printed card shows other data than they have. */
export function withChangedData(pilots: readonly Pilot[]): Pilot[] {
  return pilots.filter(({ card }) => card?.outdated)
}
