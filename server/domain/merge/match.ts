/** Finds the riders whom two desks have in common. */
import type { Revocation } from '../pilots/change.ts'
import { personKey } from '../pilots/checks/same-person.ts'
import { documentOf } from '../pilots/document.ts'
import type { Pilot } from '../pilots/pilot.ts'
import type { PilotId } from '../pilots/pilot-id.ts'
import type { SamePerson } from './calls.ts'
import { CodeGroups } from './codes.ts'

interface DeskRiders {
  pilots: readonly Pilot[]
  revoked: readonly Revocation[]
}

/** A rider of one desk or of both. */
export interface Match {
  own?: Pilot
  other?: Pilot
  /** All codes that the rider has had at either desk. */
  codes: readonly PilotId[]
  /** True if both desks have the rider from a common past: the same code, or codes that belong together. */
  hasCommonPast: boolean
}

export interface Matches {
  all: Match[]
  /** Riders of one desk each, with the same name and birth date, who may be the same person. */
  questions: { own: Pilot; other: Pilot }[]
}

/**
 * The same identifier, also an earlier one, is the same rider, and then the same document. `same` are the answers of a
 * person to the questions. The riders of this desk come first, in its order.
 */
export function matchRiders(own: DeskRiders, other: DeskRiders, same: readonly SamePerson[] = []): Matches {
  const codes = new CodeGroups([...own.revoked, ...other.revoked])
  const byCode = new Map(other.pilots.map((pilot) => [codes.groupOf(pilot.id), pilot]))
  const isOtherId = new Set(other.pilots.map(({ id }) => id))
  const byId = new Map(other.pilots.map((pilot) => [pilot.id, pilot]))
  const pairs = new Map<Pilot, Pilot>()
  const taken = new Set<Pilot>()
  const pair = (one: Pilot, found: Pilot | undefined) => {
    if (!found || taken.has(found) || pairs.has(one)) return
    pairs.set(one, found)
    taken.add(found)
  }
  for (const pilot of own.pilots) pair(pilot, byId.get(pilot.id))
  const ownIds = new Set(own.pilots.map(({ id }) => id))
  for (const pilot of own.pilots) {
    const found = isOtherId.has(pilot.id) ? undefined : byCode.get(codes.groupOf(pilot.id))
    // Riders whom one desk took for the same person, and the other for two, stay two.
    if (found && !ownIds.has(found.id)) pair(pilot, found)
  }
  const byDocument = new Map(other.pilots.map((pilot) => [documentOf(pilot), pilot]))
  for (const pilot of own.pilots) pair(pilot, byDocument.get(documentOf(pilot)))
  const ownById = new Map(own.pilots.map((pilot) => [pilot.id, pilot]))
  for (const answer of same) {
    const one = ownById.get(answer.this)
    if (one) pair(one, byId.get(answer.other))
  }
  const match = (one?: Pilot, found?: Pilot): Match => {
    const ids = [one, found].flatMap((pilot) => pilot?.id ?? [])
    const groups = new Set(ids.map((id) => codes.of(id)))
    const groupNames = new Set(ids.map((id) => codes.groupOf(id)))
    return {
      own: one,
      other: found,
      codes: [...new Set([...groups].flatMap((group) => [...group]))],
      hasCommonPast: groupNames.size === 1,
    }
  }
  return {
    all: [
      ...own.pilots.map((pilot) => match(pilot, pairs.get(pilot))),
      ...other.pilots.filter((pilot) => !taken.has(pilot)).map((pilot) => match(undefined, pilot)),
    ],
    questions: questionsAbout(
      own.pilots.filter((pilot) => !pairs.has(pilot)),
      other.pilots.filter((pilot) => !taken.has(pilot)),
    ),
  }
}

function questionsAbout(own: readonly Pilot[], others: readonly Pilot[]): { own: Pilot; other: Pilot }[] {
  const byPerson = new Map(others.map((pilot) => [personKey(pilot), pilot]))
  return own.flatMap((pilot) => {
    const other = byPerson.get(personKey(pilot))
    return other ? [{ own: pilot, other }] : []
  })
}
