/** Decides whether a merge can be undone as a whole, and how. */
import { NotFoundError, UndoImportError } from '../errors.ts'
import { eventTitle } from '../events/event.ts'
import { eventKey, type RaceEvents } from '../events/events.ts'
import { entryKey, type LogEntry } from '../gate/log-entry.ts'
import type { UndoneImport } from '../import/calls.ts'
import type { Change, Merged, Revocation } from '../pilots/change.ts'
import type { LoggedChange } from '../pilots/history/history.ts'
import type { ChangedFields } from '../pilots/own/definitions.ts'
import type { Pilot } from '../pilots/pilot.ts'
import type { PilotId } from '../pilots/pilot-id.ts'
import type { DeskData } from './decide.ts'
import type { MergeOrder } from './merge.ts'

export interface MergeUndo extends Omit<MergeOrder, 'past'> {
  /** The names of the accounts to remove. */
  accounts: readonly string[]
  /** The identifiers of the events to remove. */
  events: readonly string[]
  /** The parts that the events of both desks got from it. */
  eventParts: Merged['eventParts']
  /** The definitions of fields of one's own that it changed. */
  fields?: ChangedFields
  undone: UndoneImport
}

/** The data of the persons whom a merge erased, from the backup of before the merge. */
export interface ErasedData {
  pilots: readonly Pilot[]
  revoked: readonly Revocation[]
  /** The entries of the log of passages that name them, each with what the erasure has left of it. */
  entries: readonly { before: LogEntry; left: LogEntry }[]
}

/**
 * Undoes the merge with the number `number`: the riders, codes and passages are as before. Its history stays. `erased` are
 * the persons whom it erased; their own history before is gone.
 * @throws NotFoundError if the change is no merge, UndoImportError if it is undone already or anything changed since
 */
export function decideUndoMerge(
  number: number,
  { log, passages, events }: Pick<DeskData, 'log' | 'passages'> & { events: RaceEvents },
  by?: string,
  erased?: ErasedData,
): MergeUndo {
  const own = log.filter(({ past }) => !past)
  const parts = own.filter((one) => one.number === number)
  // A change of many pilots comes in parts, of which the last has the whole record.
  const merge = parts.findLast(({ change }) => change.merged)
  const merged = merge?.change.merged
  if (!merge || !merged) throw new NotFoundError('No hay una unión con ese número')
  if (own.some(({ change }) => change.undoes === number))
    throw new UndoImportError('Esta unión ya se deshizo')
  const last = lastOf(own, merge)
  requireNothingSince(own, { merge, last }, passages)
  requireNoEventSince(merge.number, merged, events)
  const before = statesBefore(own, number)
  const put = parts.flatMap(({ change }) => change.put ?? [])
  const { remove = [], revoke = [] } = merge.change
  const touched = new Set([...put.map(({ id }) => id), ...remove])
  const known = [...touched].flatMap((id) => before.get(id) ?? [])
  const isKnown = new Set(known.map(({ id }) => id))
  const restored = [...known, ...(erased?.pilots ?? []).filter(({ id }) => !isKnown.has(id))]
  const removed = put.filter(({ id }) => !before.has(id)).map(({ id }) => id)
  const kept = new Set(merged.replaced.map(({ id }) => id))
  return {
    change: {
      put: restored,
      remove: removed,
      revoke: [...merged.replaced, ...(erased?.revoked ?? [])],
      unrevoke: revoke.map(({ id }) => id).filter((id) => !kept.has(id)),
      undoes: number,
      by,
    },
    passages: {
      add: erased?.entries.map(({ before }) => before) ?? [],
      drop: [...merged.passages, ...(erased?.entries.map(({ left }) => entryKey(left)) ?? [])],
      codes: [],
      move: merged.moved,
    },
    accounts: merged.accounts,
    events: merged.events ?? [],
    eventParts: merged.eventParts,
    fields: merged.fields,
    lastChange: own.at(-1)?.number ?? last,
    undone: { removed: removed.length, restored: restored.length },
  }
}

/** Returns the number of the merge or, if it erased persons, of the erasure that follows it. */
function lastOf(own: readonly LoggedChange[], { number, change: { merged } }: LoggedChange): number {
  const next = own.find((one) => one.number > number)
  return merged?.erased && next?.change.erased ? next.number : number
}

function requireNothingSince(
  own: readonly LoggedChange[],
  { merge: { at, change }, last }: { merge: LoggedChange; last: number },
  passages: DeskData['passages'],
): void {
  const { merged } = change
  // Changes of settings do not count here: their events and definitions are compared one by one.
  if (own.some((one) => one.number > last && !isOfSettings(one.change)))
    throw new UndoImportError('La unión no se deshizo: desde entonces cambió algo. Queda la copia de antes')
  const added = new Set(merged?.passages)
  const isLater = (entry: DeskData['passages'][number]) =>
    ('settles' in entry ? entry.at : entry.received) > at && !added.has(entryKey(entry))
  if (passages.some(isLater))
    throw new UndoImportError('La unión no se deshizo: desde entonces hubo lecturas. Queda la copia de antes')
}

/** Returns true for a change of nothing but settings. */
function isOfSettings({ by: _by, set, ...rest }: Change): boolean {
  return set !== undefined && Object.values(rest).every((part) => part === undefined)
}

/** @throws UndoImportError if an event that the merge brought was changed since, or another one was opened */
function requireNoEventSince(
  number: number,
  { events: brought = [], eventKeys: keys = [] }: Merged,
  events: RaceEvents,
): void {
  const since = events.find((event) =>
    brought.includes(event.id)
      ? !keys.includes(eventKey(event))
      : event.change !== undefined && event.change >= number,
  )
  if (!since) return
  const done = brought.includes(since.id) ? 'cambió' : 'abrió'
  throw new UndoImportError(
    `La unión no se deshizo: desde entonces se ${done} el evento «${eventTitle(since)}». Queda la copia de antes`,
  )
}

function statesBefore(own: readonly LoggedChange[], number: number): Map<PilotId, Pilot> {
  const states = new Map<PilotId, Pilot>()
  let cleared = 0
  for (const { number: one, change } of own) {
    if (one >= number) break
    // A restore of many pilots comes in parts.
    if (change.clear && one !== cleared) states.clear()
    if (change.clear) cleared = one
    for (const pilot of change.put ?? []) states.set(pilot.id, pilot)
    for (const id of change.remove ?? []) states.delete(id)
  }
  return states
}
