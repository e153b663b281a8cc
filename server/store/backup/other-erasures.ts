/**
 * The persons whom another desk erased, as its file lists them. The list may be a stranger's and name everybody: it counts
 * here if it names nobody whom this desk has, or if a person says so. A list that is declined is not stored.
 */

import { fullName, type Pilot } from '#domain/pilots/pilot'
import { type PersonSources, personIn } from '#domain/privacy/person'
import type { Stores } from '../shared/stores.ts'
import type { TombstoneSet } from '../shared/tombstones.ts'
import { Tombstones } from '../shared/tombstones.ts'

export interface OtherErasures {
  /** The riders of this desk, and of the file itself, whom the list names and nobody has erased here. */
  named: readonly Pilot[]
  /** The tombstones that count. */
  stones: Tombstones
  /** True if these have some of the file that this desk does not know. */
  isTaken: boolean
}

export interface Weighed extends PersonSources {
  /** The tombstones that this data knows. */
  erased: readonly TombstoneSet[]
}

export async function weighErasures(here: Weighed, there: Weighed, eraseToo = false): Promise<OtherErasures> {
  const stored = new Tombstones(here.erased)
  const all = stored.withOthers(there.erased)
  if (!areNews(stored, there.erased)) return { named: [], stones: stored, isTaken: false }
  const { codes: known } = personIn(there, await stored.seedsFor(there, there.erased))
  const found: Pilot[] = []
  for (const data of [here, there])
    found.push(...personIn(data, await all.seedsFor(data, data.erased)).riders)
  const byId = new Map(found.filter(({ id }) => !known.has(id)).map((rider) => [rider.id, rider]))
  const named = [...byId.values()].sort((one, two) => fullName(one).localeCompare(fullName(two), 'es'))
  const isTaken = eraseToo || named.length === 0
  return { named, stones: isTaken ? all : stored, isTaken }
}

/** Returns true if a list of another desk has anything that a store does not know. */
export function areNews(stored: Tombstones, others: readonly TombstoneSet[]): boolean {
  return !stored.withOthers(others).areKnownTo(stored.sets)
}

/** Stores the list of another desk if it counts, and erases whom it names. `sets` is the list. */
export async function takeErasures(
  { erasures }: Pick<Stores, 'erasures'>,
  { named, stones, isTaken }: OtherErasures,
  { sets, by }: { sets: readonly TombstoneSet[]; by: string },
): Promise<void> {
  if (!isTaken) return
  if (named.length > 0) await erasures.add(sets, by)
  else await erasures.replaceOthers(stones.sets)
}
