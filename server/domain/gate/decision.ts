/** Decides who may pass: the server calls it for every scan, and a gate that cannot reach the server does too. */
import { today } from '../text/date.ts'
import type { StatusKind } from '../validity/status.ts'
import { type AgainRule, eventTime, type JudgedScan, type Passage, repeatTime } from './passage.ts'

/** The parts of a scan that decide. */
export type Decidable = Pick<
  JudgedScan,
  'gate' | 'direction' | 'at' | 'offline' | 'admitted' | 'corrects' | 'pilot' | 'status'
>

/** A counted passage of the pilot: the person was let through, it is no repeat, and nobody took it back. */
export type Counted = Pick<Passage, 'gate' | 'direction' | 'at'> & Partial<Pick<Passage, 'result'>>

export type PassageDecision = Pick<Passage, 'result' | 'isAdmitted' | 'previous'>

/**
 * Decides a scan. `counted` are the counted passages of its pilot, in any order and also later ones: a device that was
 * offline, or whose clock is slow, sends scans after others that were made later.
 *
 * - An exit of a known pilot is accepted.
 * - A further scan at the same gate, in the same direction, within a minute is a `repeat`.
 * - An entry that follows or precedes another entry is `again`: see `otherEntry`. Only the rule `warn` lets it through.
 * - A device that answered by itself has let through whom it says or, if it does not say, everybody it may have known.
 * - A correction lets nobody through. Its result says nothing.
 */
export function decidePassage(
  scan: Decidable,
  counted: readonly Counted[],
  again: AgainRule,
): PassageDecision {
  if (scan.corrects !== undefined) return { result: 'pass', isAdmitted: false }
  const decision = decideOnline(scan, counted, again)
  if (!scan.offline) return decision
  return { ...decision, isAdmitted: scan.admitted ?? decision.result !== 'unknown' }
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

/** The decision of a scan that has the identifier of another one. */
export const conflict: PassageDecision = { result: 'conflict', isAdmitted: false }

/**
 * Returns true for a passage that the desk should look at: an entry that was let through offline and should not have
 * been by what the server knows, one that is in doubt, or a conflict.
 */
export function isIncident({
  offline,
  direction,
  isAdmitted,
  result,
  doubt,
}: Pick<Passage, 'offline' | 'direction' | 'isAdmitted' | 'result' | 'doubt'>): boolean {
  if (doubt !== undefined || result === 'conflict') return true
  return offline === true && direction === 'in' && isAdmitted && result !== 'pass' && result !== 'repeat'
}

/** Returns true if a scan with the identifier of a passage is that scan, sent once more. */
export function isSameScan({ scanned, direction, corrects }: JudgedScan, passage: Passage): boolean {
  return passage.scanned === scanned && passage.direction === direction && passage.corrects === corrects
}

/** Returns true if a passage changes who is inside, unless it is taken back. */
export function counts(passage: Passage): boolean {
  const { pilot, isAdmitted, result, corrects } = passage
  return pilot !== undefined && isAdmitted && result !== 'repeat' && corrects === undefined
}

function decideOnline(scan: Decidable, counted: readonly Counted[], again: AgainRule): PassageDecision {
  const refusal = refusalOf(scan)
  const first = sameScan(scan, counted)
  if (first && (!refusal || first.result === refusal))
    return { result: 'repeat', isAdmitted: true, previous: placeOf(first) }
  if (refusal) return { result: refusal, isAdmitted: false }
  const other = scan.direction === 'in' ? otherEntry(scan.at, counted, again) : undefined
  return other
    ? { result: 'again', isAdmitted: again === 'warn', previous: placeOf(other) }
    : { result: 'pass', isAdmitted: true }
}

function refusalOf({
  direction,
  pilot,
  status,
}: Decidable): Exclude<StatusKind, 'valid'> | 'unknown' | undefined {
  if (status === undefined) return 'unknown'
  const isExit = direction === 'out' && pilot !== undefined
  return isExit || status === 'valid' ? undefined : status
}

/** Returns the counted passage that this scan repeats. A passage in the other direction between the two ends it. */
function sameScan({ gate, direction, at }: Decidable, counted: readonly Counted[]): Counted | undefined {
  return counted.find((first) => {
    if (first.gate !== gate || first.direction !== direction) return false
    if (Math.abs(Date.parse(at) - Date.parse(first.at)) > repeatTime) return false
    const [start, end] = first.at < at ? [first.at, at] : [at, first.at]
    return !counted.some((other) => other.direction !== direction && start <= other.at && other.at <= end)
  })
}

/**
 * Returns the entry that makes another one at the time `at` a second entry. Under `daily` this is any entry of the same
 * day; otherwise it is the last counted passage before or the first one after, if that is an entry: of the same day
 * under `warn`, and of the same event under `after-exit`.
 */
function otherEntry(at: string, counted: readonly Counted[], again: AgainRule): Counted | undefined {
  const isNear = (other: Counted) =>
    again === 'after-exit'
      ? Math.abs(Date.parse(at) - Date.parse(other.at)) < eventTime
      : dayOf(other.at) === dayOf(at)
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

function dayOf(at: string): string {
  return today(new Date(at))
}
