/**
 * The entries of the log of passages: the passages, and the settlements, by which the desk settles an incident with a
 * reason or opens it again. The log keeps both for ever; only a merge of two desks or an erasure changes it.
 */
import { reasonTooLong } from '../credential/terms.ts'
import { InvalidError } from '../errors.ts'
import type { MovedPassage } from '../pilots/change.ts'
import type { PilotId } from '../pilots/pilot-id.ts'
import { maxReasonLength } from '../stored/limits.ts'
import type { Shaped } from '../stored/shapes.ts'
import { enteredText, lineOf } from '../text/names.ts'
import type { Passage } from './passage.ts'

/** An entry of the log. */
export type Settlement = Shaped<'settlement'>

export type SettlementOrder = Omit<Settlement, 'number'>

/** The log of passages has two kinds of entries, which are numbered together. */
export type LogEntry = Passage | Settlement

/** Returns the entries that are passages. */
export function passagesOf(entries: readonly LogEntry[]): Passage[] {
  return entries.filter((entry): entry is Passage => !('settles' in entry))
}

/** Returns the reason as it is stored: one line without control characters. @throws InvalidError */
export function settlementReason(text: string): string {
  const reason = lineOf(enteredText(text))
  if (reason === '') throw new InvalidError({ reason: reasonMissing })
  if (reason.length > maxReasonLength) throw new InvalidError({ reason: reasonTooLong })
  return reason
}

const reasonMissing = 'Escriba el motivo'

/** Describes a settlement for people, such as `resuelta por marta: Entró con su padre`. */
export function describeSettlement({ by, reason = '' }: Pick<Settlement, 'by' | 'reason'>): string {
  return `resuelta por ${by}: ${reason}`
}

/** The changes of a log, which can be repeated without another effect. */
export interface PassageChanges {
  /** The entries of the other log that this one lacks. */
  add: readonly LogEntry[]
  /** The keys of the entries to remove: see `entryKey`. */
  drop: readonly string[]
  /** The pilots who get another first code, which all of their passages then have. */
  codes: readonly { from: PilotId; to: PilotId }[]
  /** The passages that get the first code of their pilot back. */
  move: readonly MovedPassage[]
}

/** Returns a text that only this entry has, at every desk: its position in the log differs between them. */
export function entryKey(entry: LogEntry): string {
  if (!('settles' in entry)) return entry.id
  const { settles, at, by, reason } = entry
  return JSON.stringify([settles, at, by, reason])
}

/**
 * Returns the entries of a log after some changes, numbered from 1. All entries are in the order in which they were
 * made; those of one log stay in their order, also if a clock was changed.
 */
export function changedLog(
  entries: readonly LogEntry[],
  { add, drop, codes, move }: PassageChanges,
): LogEntry[] {
  const dropped = new Set(drop)
  const pilots = new Map(move.map(({ id, pilot }) => [id, pilot]))
  const firsts = new Map(codes.map(({ from, to }) => [from, to]))
  const kept = entries.filter((entry) => !dropped.has(entryKey(entry)))
  const known = new Set(kept.map(entryKey))
  const added = add.filter((entry) => !known.has(entryKey(entry)))
  return merged(kept, added).map((entry, index) => {
    const pilot = 'settles' in entry ? undefined : (pilots.get(entry.id) ?? firsts.get(entry.pilot ?? ''))
    return { ...entry, ...(pilot && { pilot }), number: index + 1 }
  })
}

/** Merges two logs by the times at which the entries were made. */
function merged(one: readonly LogEntry[], other: readonly LogEntry[]): LogEntry[] {
  const entries: LogEntry[] = []
  const rest = [...other].reverse()
  for (const entry of one) {
    for (let next = rest.at(-1); next && madeAt(next) < madeAt(entry); next = rest.at(-1)) {
      entries.push(next)
      rest.pop()
    }
    entries.push(entry)
  }
  return [...entries, ...rest.reverse()]
}

function madeAt(entry: LogEntry): string {
  return 'settles' in entry ? entry.at : entry.received
}
