/**
 * The codes that each pilot has had: a revoked card gives its pilot another code, and its passages stay together. A
 * pilot whom two desks registered has two cards, and both stay valid after a merge: see `Revocation.joined`.
 */
import type { Revocation } from '../pilots/change.ts'
import type { PilotId } from '../pilots/pilot-id.ts'

export class CodeHistory {
  #ofCodes: ReadonlyMap<PilotId, Revocation>
  /** The code that each code replaced when its card was lost: the one that was lost first, if there are several. */
  #before: ReadonlyMap<PilotId, PilotId>

  /** The order of the revocations does not matter. */
  constructor(revocations: readonly Revocation[]) {
    const newestFirst = revocations.filter(({ joined }) => !joined).sort(newerFirst)
    this.#ofCodes = new Map(revocations.map((revocation) => [revocation.id, revocation]))
    this.#before = new Map(newestFirst.map(({ id, next }) => [next, id]))
  }

  /**
   * Returns the revocation of a code, or undefined if its card is valid. A code that a merge joined to another one was
   * not revoked, but both are if the other one is.
   */
  revocation(code: PilotId): Revocation | undefined {
    const codes = follow(code, (one) => this.#ofCodes.get(one)?.next)
    const revoked = codes.find((one) => this.#ofCodes.has(one) && !this.#ofCodes.get(one)?.joined)
    return revoked === undefined ? undefined : this.#ofCodes.get(revoked)
  }

  /** Returns the identifier of the pilot whose card has a code, or undefined if the code was revoked. */
  holder(code: PilotId): PilotId | undefined {
    return this.revocation(code) ? undefined : this.current(code)
  }

  /**
   * Returns the first code of a pilot, by which the log of passages names the pilot: the same for all codes of the pilot.
   * It is a code of the desk whose identifier the pilot has.
   */
  first(code: PilotId): PilotId {
    return lastOf(follow(this.current(code), (one) => this.#before.get(one)))
  }

  /** Returns the code that a pilot has now. */
  current(code: PilotId): PilotId {
    return lastOf(follow(code, (one) => this.#ofCodes.get(one)?.next))
  }
}

function newerFirst(one: Revocation, other: Revocation): number {
  const [first, second] = [`${one.at} ${one.id}`, `${other.at} ${other.id}`]
  return Number(first < second) - Number(first > second)
}

/** Returns a code and all that its steps lead to, each once: a circle, which damaged data could have, ends too. */
function follow(code: PilotId, step: (code: PilotId) => PilotId | undefined): [PilotId, ...PilotId[]] {
  const codes: [PilotId, ...PilotId[]] = [code]
  const seen = new Set<PilotId>(codes)
  for (let next = step(code); next !== undefined && !seen.has(next); next = step(next)) {
    seen.add(next)
    codes.push(next)
  }
  return codes
}

function lastOf([first, ...others]: [PilotId, ...PilotId[]]): PilotId {
  return others.at(-1) ?? first
}
