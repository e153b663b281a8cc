/** Answers scans without the server, by the roster that a gate holds, and compares the answers with the server's. */
import { today } from '../text/date.ts'
import type { Status } from '../validity/status.ts'
import { type Counted, decidePassage, type PassageDecision } from './decision.ts'
import type { AgainRule, PassageResult, Scan } from './passage.ts'

/** The entry of a roster for a scanned code. */
export interface Listed<Pilot> {
  /** Absent for codes that are not in the roster. */
  pilot?: Pilot
  isRevoked: boolean
  /** The counted passages of the pilot, as far as the device knows them. */
  counted: readonly Counted[]
}

export interface OfflineAnswer<Pilot> extends PassageDecision {
  /** The pilot with the status on the day of the scan. */
  pilot?: Pilot
}

/** Decides a scan as the server would, if it knew only what the roster says. */
export function answerOffline<Pilot extends { id: string; status: Status }>(
  scan: Scan,
  { pilot, isRevoked, counted }: Listed<Pilot>,
  again: AgainRule,
): OfflineAnswer<Pilot> {
  const current = pilot && { ...pilot, status: statusAt(pilot.status, today(new Date(scan.at))) }
  const status = isRevoked ? 'revoked' : current?.status.kind
  const { gate, direction, at, corrects } = scan
  const decidable = {
    gate,
    direction,
    at,
    corrects,
    ...(pilot && { pilot: pilot.id }),
    ...(status && { status }),
  }
  return { ...decidePassage(decidable, counted, again), ...(current && { pilot: current }) }
}

/** Returns a listed status on a later day: a credential expires at midnight, also where the server is not reached. */
function statusAt(status: Status, day: string): Status {
  const isOver = status.kind === 'valid' && status.until !== undefined && status.until < day
  return isOver ? { ...status, kind: 'expired' } : status
}

/**
 * Returns the scan that a device sends if the server decided a scan otherwise than the device, which had answered by
 * itself because the server was slow. A person who was let through is recorded, as an incident for the desk; a person
 * who was refused is taken back. Two pages that send the same amendment give it the same identifier.
 */
export function amendmentOf(
  scan: Scan,
  answer: { result: PassageResult; admitted: boolean },
): Scan | undefined {
  const id = amendmentId(scan.id)
  const isFact = scan.offline === true && scan.admitted !== undefined && scan.corrects === undefined
  if (!isFact || scan.admitted === answer.admitted || id === scan.id) return undefined
  if (scan.admitted) return { ...scan, id }
  // To take back a repeat would take back the passage that it repeats.
  if (answer.result === 'repeat') return undefined
  const { scanned, gate, direction, at } = scan
  return { id, scanned, gate, direction, at, corrects: scan.id }
}

/** Returns the identifier of the amendment of a scan: version 8 of RFC 9562, which leaves the bits to the program. */
function amendmentId(id: string): string {
  return `${id.slice(0, 14)}8${id.slice(15)}`
}
