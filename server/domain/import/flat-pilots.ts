/** Pilots as flat objects, which an export writes. */
import { partsOf } from '../parts.ts'
import type { Pilot, PilotDraft } from '../pilot/pilot.ts'
import { type StatusBasis, statusKinds, statusTexts } from '../validity/status.ts'
import { type FlatTerms, flatTerms } from './flat-terms.ts'

/** One pilot as one flat object: a line of a CSV, or an element of the JSON that an export writes. */
export type FlatPilot = { id_driver: string; attachment: string | null } & PilotDraft &
  FlatTerms & {
    /** The word of the status, such as `vigente`. No import uses it, since it follows from the terms. */
    estado?: string
  }

/**
 * Yields flat pilots in parts, so that a large file need not be in memory as a whole. With a `basis`, each pilot has
 * its status.
 */
export function* flatParts(pilots: readonly Pilot[], basis?: StatusBasis): Generator<FlatPilot[]> {
  const kindOf = basis && statusKinds(basis)
  const flat = (pilot: Pilot) =>
    kindOf ? { ...flatPilot(pilot), estado: statusTexts[kindOf(pilot)].toLowerCase() } : flatPilot(pilot)
  for (const part of partsOf(pilots)) yield part.map(flat)
}

/** Returns one pilot as a flat object. */
export function flatPilot({ id, photo, since: _since, card: _card, terms, ...draft }: Pilot): FlatPilot {
  return { id_driver: id, attachment: photo, ...draft, ...flatTerms(terms) }
}
