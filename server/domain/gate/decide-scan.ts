/** Decides who may pass: the server calls it for every scan, and a gate that cannot reach the server does too. */

import type { Status, StatusKind } from '../credential/status.ts'
import { localTime } from '../text/date.ts'
import {
  type AgainRule,
  type Direction,
  eventTime,
  isTooSoon,
  type KnownCode,
  type Passage,
  type ReceivedScan,
  repeatTime,
  type Scan,
} from './passage.ts'
import type { GatePilot, PassageAnswer } from './schemas.ts'

/** The days of the laptop, where another device decides. */
interface Days {
  /** The minutes by which the laptop's time is ahead of UTC. By default, the zone of this device counts. */
  zone?: number
}

/** All that is known about a scan when it is decided. */
export interface ScanState extends KnownCode, Days {
  /** The counted passages of the pilot, in any order and also later ones: scans of a device that was offline come late. */
  counted: readonly Counted[]
  again: AgainRule
  /** True if another scan has the identifier of this one. */
  isTaken?: boolean
}

/** A counted passage of the pilot: the person was let through, it is no repeat, and nobody took it back. */
export type Counted = Pick<Passage, 'gate' | 'direction' | 'at'> & Partial<Pick<Passage, 'result' | 'device'>>

/** The parts of a scan that decide. A device that answers by itself does not name itself. */
type Decidable = Omit<Scan, 'id' | 'scanned' | 'event'> & { device?: string }

export type Decision = Pick<Passage, 'result' | 'isAdmitted' | 'previous' | 'lacks' | 'doubt'>

/**
 * Decides a scan.
 *
 * - An exit of a known pilot is accepted.
 * - A further scan by the same device, at the same gate and in the same direction, within three seconds is a `repeat`.
 * - An incomplete pilot has no credential, and is `incomplete`.
 * - A pilot who lacks an entry in the event is `not-entered`, and one who lacks a check is `unchecked`.
 * - An entry that follows or precedes another entry is `again`: see `otherEntry`. The rule `warn` lets it through unless it
 *   is too soon, and so does the gate with an `override`.
 * - A device that answered by itself has let through whom it says or, if it does not say, everybody it may have known. An
 *   entry with a card that was revoked since then is in doubt.
 * - A correction lets nobody through, and its result says nothing. Neither does a scan with the identifier of another one.
 */
export function decideScan(state: ScanState, scan: Decidable): Decision {
  const status = statusAtScan(state, scan)
  const isRevoked = status?.kind === 'revoked'
  const decision = outcomeOf(state, scan, status?.kind)
  const isEntry = scan.direction === 'in' && scan.admitted !== false && scan.corrects === undefined
  return {
    ...decision,
    ...(state.lacks?.length && !isRevoked && { lacks: state.lacks }),
    ...(state.revocation && !isRevoked && isEntry && { doubt: 'revoked' }),
  }
}

/**
 * Returns the status of a card when it was scanned. A card that was revoked after a device scanned it offline was not
 * revoked then. A credential expires at midnight, also by the roster of the day before.
 */
export function statusAtScan(
  { pilot, status, revocation, zone }: KnownCode & Days,
  { at, offline }: Pick<Scan, 'at' | 'offline'>,
): Status | undefined {
  const isRevokedLater = offline && pilot !== undefined && revocation?.at !== undefined && revocation.at > at
  if (revocation && !isRevokedLater) return { kind: 'revoked', at: revocation.at }
  const isOver = status?.kind === 'valid' && status.until !== undefined && status.until < dayOf(at, zone)
  return isOver ? { ...status, kind: 'expired' } : status
}

/**
 * Returns the answer to the scan with an identifier. `pilot` is the pilot as the gate may see it, with the status then, and
 * `chip` the chips that the pilot has: only an exit tells of them.
 */
export function answerTo(
  id: string,
  { result, isAdmitted, lacks, previous, doubt }: Decision,
  direction: Direction,
  { pilot, chip }: { pilot?: GatePilot; chip?: string } = {},
): PassageAnswer {
  return {
    id,
    result,
    admitted: isAdmitted,
    ...(pilot && { pilot }),
    ...(lacks && { lacks: [...lacks] }),
    ...(previous && { previous }),
    ...(doubt && { doubt }),
    ...(direction === 'out' && isAdmitted && chip && { chip }),
  }
}

/**
 * Returns those of a pilot's counted passages that decide a scan: the last one before it and the first one after it, the
 * nearest entries, and those of its gate that it may repeat. `ordered` is in the order of `at`, and may be long.
 */
export function decisive<Passed extends Counted>(
  ordered: readonly Passed[],
  { at, direction, gate }: Pick<Decidable, 'at' | 'direction' | 'gate'>,
): Passed[] {
  const momentOf = (distance: number) => new Date(Date.parse(at) + distance).toISOString()
  const next = placeAfter(ordered, at)
  const [first, end] = [-repeatTime - 1, repeatTime].map((time) => placeAfter(ordered, momentOf(time)))
  const walk = (start: number, step: 1 | -1, last: number) => {
    const found: Passed[] = []
    // Until a passage in the other direction.
    let mayRepeat = true
    // An exit needs no entry.
    let hasEntry = direction === 'out'
    for (let index = start; mayRepeat || !hasEntry; index += step) {
      const passage = ordered[index]
      if (!passage) break
      mayRepeat &&= step * (last - index) >= 0
      const isOther = passage.direction !== direction
      const isMissingEntry = !hasEntry && passage.direction === 'in'
      if (index === start || isMissingEntry || (mayRepeat && (isOther || passage.gate === gate)))
        found.push(passage)
      hasEntry ||= isMissingEntry
      mayRepeat &&= !isOther
    }
    return found
  }
  return [...walk(next - 1, -1, first ?? 0).reverse(), ...walk(next, 1, (end ?? 0) - 1)]
}

/** Returns the index of the first passage after a time, in passages that are in the order of `at`. */
export function placeAfter(ordered: readonly Pick<Passage, 'at'>[], time: string): number {
  let [low, high] = [0, ordered.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ordered[middle]?.at ?? '') <= time) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Returns true for a passage that the desk should look at: an entry that was let through offline and should not have
 * been by what the server knows, or a second one that the gate let through itself, one that is in doubt, or a conflict.
 */
export function isIncident({
  offline,
  direction,
  isAdmitted,
  result,
  override,
  doubt,
}: Pick<Passage, 'offline' | 'direction' | 'isAdmitted' | 'result' | 'override' | 'doubt'>): boolean {
  if (doubt !== undefined || result === 'conflict') return true
  const isByGate = offline === true || override === true
  return isByGate && direction === 'in' && isAdmitted && result !== 'pass' && result !== 'repeat'
}

/** Returns true if a scan with the identifier of a passage is that scan, sent once more. */
export function scanMatches({ scanned, direction, corrects }: ReceivedScan, passage: Passage): boolean {
  return passage.scanned === scanned && passage.direction === direction && passage.corrects === corrects
}

/** Returns true if a passage changes who is inside, unless it is taken back. */
export function counts(passage: Passage): boolean {
  const { pilot, isAdmitted, result, corrects } = passage
  return pilot !== undefined && isAdmitted && result !== 'repeat' && corrects === undefined
}

type Outcome = Pick<Decision, 'result' | 'isAdmitted' | 'previous'>

function outcomeOf(state: ScanState, scan: Decidable, status?: StatusKind): Outcome {
  if (state.isTaken) return { result: 'conflict', isAdmitted: false }
  if (scan.corrects !== undefined) return { result: 'pass', isAdmitted: false }
  const outcome = onlineOutcome(state, scan, status)
  if (!scan.offline) return outcome
  return { ...outcome, isAdmitted: scan.admitted ?? outcome.result !== 'unknown' }
}

function onlineOutcome(state: ScanState, scan: Decidable, status?: StatusKind): Outcome {
  const { counted, again } = state
  const refusal = refusalOf(state, scan, status)
  const first = scan.override ? undefined : sameScan(scan, counted)
  if (first && (!refusal || first.result === refusal))
    return { result: 'repeat', isAdmitted: true, previous: placeOf(first) }
  if (refusal) return { result: refusal, isAdmitted: false }
  const other = scan.direction === 'in' ? otherEntry(scan.at, state) : undefined
  if (!other) return { result: 'pass', isAdmitted: true }
  const isAdmitted = scan.override === true || (again === 'warn' && !isTooSoon(scan.at, other.at))
  return { result: 'again', isAdmitted, previous: placeOf(other) }
}

function refusalOf(
  { pilot, lacks = [] }: KnownCode,
  { direction }: Decidable,
  status: StatusKind | undefined,
): Exclude<StatusKind, 'valid'> | 'unknown' | 'not-entered' | 'unchecked' | undefined {
  if (status === undefined) return 'unknown'
  const isExit = direction === 'out' && pilot !== undefined
  if (isExit) return undefined
  if (status !== 'valid') return status
  if (lacks.length === 0) return undefined
  return lacks.includes('entry') ? 'not-entered' : 'unchecked'
}

/** Returns the counted passage that this scan repeats. A passage in the other direction between the two ends it. */
function sameScan(
  { gate, device, direction, at }: Decidable,
  counted: readonly Counted[],
): Counted | undefined {
  return counted.find((first) => {
    if (first.gate !== gate || first.device !== device || first.direction !== direction) return false
    if (Math.abs(Date.parse(at) - Date.parse(first.at)) > repeatTime) return false
    const [start, end] = first.at < at ? [first.at, at] : [at, first.at]
    return !counted.some((other) => other.direction !== direction && start <= other.at && other.at <= end)
  })
}

/**
 * Returns the entry that makes another one at the time `at` a second entry. Under `daily` this is any entry of the same
 * day; otherwise it is the last counted passage before or the first one after, if that is an entry: of the same day
 * under `warn`, of the same event under `after-exit`, and under both also one across midnight that is too soon.
 */
function otherEntry(at: string, { counted, again, zone }: ScanState): Counted | undefined {
  const isNear = (other: Counted) =>
    isTooSoon(at, other.at) ||
    (again === 'after-exit'
      ? Math.abs(Date.parse(at) - Date.parse(other.at)) < eventTime
      : dayOf(other.at, zone) === dayOf(at, zone))
  let before: Counted | undefined
  let after: Counted | undefined
  for (const other of counted) {
    if (again === 'daily' && other.direction === 'out') continue
    if (other.at > at) after = after && after.at <= other.at ? after : other
    else before = before && before.at > other.at ? before : other
  }
  return [before, after].find((other) => other?.direction === 'in' && isNear(other))
}

function placeOf({ at, gate }: Counted): { at: string; gate: string } {
  return { at, gate }
}

function dayOf(at: string, zone?: number): string {
  return localTime(at, zone).day
}

/**
 * Returns the scan that a device sends if the server decided a scan otherwise than the device, which had answered by
 * itself because the server was slow. A person who was let through is recorded, as an incident for the desk; a person
 * who was refused is taken back. Two pages that send the same amendment give it the same identifier.
 */
export function amendmentOf(
  scan: Scan,
  answer: Pick<PassageAnswer, 'result' | 'admitted'>,
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
