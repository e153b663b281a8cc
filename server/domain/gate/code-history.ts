/** The codes that each pilot has had: a revoked card gives its pilot another code, and its passages stay together. */
import type { Revocation } from '../pilot/change.ts'
import type { PilotId } from '../pilot/pilot-id.ts'

export class CodeHistory {
  #ofCodes: ReadonlyMap<PilotId, Revocation>
  #before: ReadonlyMap<PilotId, PilotId>

  constructor(revocations: readonly Revocation[]) {
    this.#ofCodes = new Map(revocations.map((revocation) => [revocation.id, revocation]))
    this.#before = new Map(revocations.map(({ id, next }) => [next, id]))
  }

  /** Returns the revocation of a code, or undefined if it was never revoked. */
  revocation(code: PilotId): Revocation | undefined {
    return this.#ofCodes.get(code)
  }

  /** Returns the first code of a pilot, by which the log of passages names the pilot. */
  first(code: PilotId): PilotId {
    return follow(code, (one) => this.#before.get(one))
  }

  /** Returns the code that a pilot has now. */
  current(code: PilotId): PilotId {
    return follow(code, (one) => this.#ofCodes.get(one)?.next)
  }
}

/** Follows the steps from one code to another until the end. A circle, which damaged data could have, ends too. */
function follow(code: PilotId, step: (code: PilotId) => PilotId | undefined): PilotId {
  const seen = new Set<PilotId>()
  let last = code
  for (let next: PilotId | undefined = code; next !== undefined && !seen.has(next); next = step(next)) {
    seen.add(next)
    last = next
  }
  return last
}
