/** Decides whether a printed card still says what a card that is printed now would say. */
import type { Pilot } from '../pilot/pilot.ts'
import { endOf, type StatusBasis } from './status.ts'

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

/** Returns the pilots whose printed card carries another address or has an earlier last day. */
export function withOutdatedCard(pilots: readonly Pilot[], address: string, basis: StatusBasis): Pilot[] {
  const outdated = new Set([...withOtherAddress(pilots, address), ...withEarlierDay(pilots, basis)])
  return pilots.filter((pilot) => outdated.has(pilot))
}
