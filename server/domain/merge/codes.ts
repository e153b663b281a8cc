/** The codes of the cards in a merge: a revoked one stays revoked, and two cards of one rider both stay valid. */
import type { Revocation } from '../pilots/change.ts'
import type { Pilot } from '../pilots/pilot.ts'
import type { PilotId } from '../pilots/pilot-id.ts'

export type Revocations = ReadonlyMap<PilotId, Revocation>

export function revocationsById(revoked: readonly Revocation[]): Revocations {
  return new Map(revoked.map((one) => [one.id, one]))
}

/** The code to which a card leads, and whether the card was truly revoked on the way. */
interface CodeEnd {
  id: PilotId
  revocation?: Revocation
}

/** Follows the revocations of one desk from a code to the last one. */
function endOf(revoked: Revocations, code: PilotId): CodeEnd {
  const seen = new Set<PilotId>()
  let end: CodeEnd = { id: code }
  for (let step = revoked.get(code); step && !seen.has(step.id); step = revoked.get(step.next)) {
    seen.add(step.id)
    end = { id: step.next, revocation: end.revocation ?? (step.joined ? undefined : step) }
  }
  return end
}

/** Returns the code of a rider who is at one desk only: the other desk may have revoked the card, and removed the rider. */
export function codeAlone({ id }: Pilot, revokedElsewhere: Revocations): CodeEnd {
  const end = endOf(revokedElsewhere, id)
  return end.revocation ? end : { id }
}

export interface JoinedCodes {
  id: PilotId
  /** The code that one desk revoked while it is valid at the other. */
  revocation?: Revocation
  /** The other code, if no desk has joined the two yet. */
  link?: CodeLink
}

/** A code that leads to that of the rider from this merge on. */
export interface CodeLink {
  code: PilotId
  /** True if the code stays valid. */
  isValid: boolean
}

/** Returns the code of a rider who has one at each desk. It is the same whichever desk merges. */
export function joinedCode(
  own: Pilot,
  other: Pilot,
  ownRevoked: Revocations,
  otherRevoked: Revocations,
): JoinedCodes {
  if (own.id === other.id) return { id: own.id }
  const [fromOwn, fromOther] = [endOf(otherRevoked, own.id), endOf(ownRevoked, other.id)]
  if (fromOwn.revocation && fromOwn.id === other.id) return { id: other.id, revocation: fromOwn.revocation }
  if (fromOther.revocation && fromOther.id === own.id) return { id: own.id, revocation: fromOther.revocation }
  const isJoined = [fromOwn.id === other.id, fromOther.id === own.id]
  if (isJoined[0] !== isJoined[1]) return { id: isJoined[0] ? other.id : own.id }
  if (Boolean(fromOwn.revocation) !== Boolean(fromOther.revocation)) {
    // One desk has revoked the card, and removed the rider before it registered the same person again.
    const [kept, end] = fromOwn.revocation ? [other, fromOwn] : [own, fromOther]
    return { id: kept.id, revocation: end.revocation, link: { code: end.id, isValid: false } }
  }
  const isOwnFirst = byPrecedence(own, other) < 0
  // A code that was joined with that of a removed rider leads on from there.
  return isOwnFirst
    ? { id: own.id, link: { code: fromOther.id, isValid: true } }
    : { id: other.id, link: { code: fromOwn.id, isValid: true } }
}

/** The rider with a printed card first, then the one who was registered first. */
function byPrecedence(one: Pilot, other: Pilot): number {
  if ((one.card === undefined) !== (other.card === undefined)) return one.card ? -1 : 1
  const key = ({ since = '', id }: Pilot) => `${since} ${id}`
  return key(one) < key(other) ? -1 : 1
}

/** The changes of this desk's revocations. */
export interface RevocationChanges {
  revoke: Revocation[]
  unrevoke: PilotId[]
  /** The revocations that are replaced or taken back, as they were. */
  replaced: Revocation[]
}

/**
 * Adds the revocations of the other desk, and the codes that are joined now. A true revocation takes the place of a joined
 * code. The code that a rider has stays the code of that rider.
 */
export function mergeRevocations(
  own: Revocations,
  others: Iterable<Revocation>,
  current: ReadonlySet<PilotId>,
): RevocationChanges {
  const changes: RevocationChanges = { revoke: [], unrevoke: [], replaced: [] }
  for (const one of own.values()) {
    if (!current.has(one.id)) continue
    changes.unrevoke.push(one.id)
    changes.replaced.push(one)
  }
  for (const one of others) {
    const stored = own.get(one.id)
    if (current.has(one.id) || (stored && (!stored.joined || one.joined))) continue
    if (stored) changes.replaced.push(stored)
    changes.revoke.push(one)
  }
  return changes
}

/** The codes of cards that belong together, since a card replaced another at either desk. */
export class CodeGroups {
  #groups = new Map<PilotId, ReadonlySet<PilotId>>()

  constructor(revocations: readonly Revocation[]) {
    for (const { id, next } of revocations) {
      const [one, two] = [this.of(id), this.of(next)]
      const joined = one === two ? one : new Set([...one, ...two])
      for (const code of joined) this.#groups.set(code, joined)
    }
  }

  of(code: PilotId): ReadonlySet<PilotId> {
    return this.#groups.get(code) ?? new Set([code])
  }

  /** Returns a code that stands for all of the group. */
  groupOf(code: PilotId): PilotId {
    const [first = code] = this.of(code)
    return first
  }
}
