/** Pilots as flat objects, which an export writes. */
import type { Pilot, PilotDraft } from '../pilot/pilot.ts'
import { type FlatTerms, flatTerms } from './flat-terms.ts'

/** One pilot as one flat object: a line of a CSV, or an element of the JSON that an export writes. */
export type FlatPilot = { id_driver: string; attachment: string | null } & PilotDraft & FlatTerms

/** The number of pilots that are written at a time. */
export const pilotsPerPart = 500

/** Yields flat pilots in parts, so that a large file need not be in memory as a whole. */
export function* flatParts(pilots: readonly Pilot[]): Generator<FlatPilot[]> {
  for (let start = 0; start < pilots.length; start += pilotsPerPart) {
    yield pilots.slice(start, start + pilotsPerPart).map(toFlat)
  }
}

function toFlat({ id, photo, since: _since, card: _card, terms, ...draft }: Pilot): FlatPilot {
  return { id_driver: id, attachment: photo, ...draft, ...flatTerms(terms) }
}
