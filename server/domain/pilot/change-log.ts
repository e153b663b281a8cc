/** A change that was made, with when: what the history of pilots is made of, and what a backup keeps of it. */
import { isMoment } from '../text/date.ts'
import { isObject } from '../text/json.ts'
import type { Change } from './change.ts'
import { differences, type HistoryEntry } from './history.ts'
import { type Pilot, sameData } from './pilot.ts'
import { isPilotId, type PilotId } from './pilot-id.ts'
import { areRevocations, isPilot } from './stored.ts'

/** Two of the same number and moment are the same change, or parts of it: of one of many pilots. */
export interface LoggedChange {
  number: number
  /** ISO 8601, UTC. */
  at: string
  change: Change
}

export interface ChangeLogPage {
  changes: LoggedChange[]
  /** Where the next page begins; without it, this is the last one. */
  next?: string
}

/** What became of the pilot that has had these identifiers; the changes come with the oldest first. */
export function historyOf(log: Iterable<LoggedChange>, ids: ReadonlySet<PilotId>): HistoryEntry[] {
  const entries: HistoryEntry[] = []
  let before: Pilot | undefined
  let wasThere = false
  for (const one of log) {
    const { put = [], remove = [], revoke = [], clear } = one.change
    const after = put.find(({ id }) => ids.has(id))
    const kind = revoke.some(({ id, next }) => ids.has(id) && ids.has(next) && !clear)
      ? 'revoked'
      : after
        ? kindOf(before, after, wasThere, clear)
        : remove.some((id) => ids.has(id))
          ? 'removed'
          : undefined
    if (kind) entries.push(entryOf(one, kind, before, after))
    if (kind) before = after
    wasThere ||= after !== undefined
  }
  return entries
}

/** Returns the last state of a pilot, also of one that was removed since; the changes come with the oldest first. */
export function lastStateOf(log: readonly LoggedChange[], id: PilotId): Pilot | undefined {
  const states = log.map(({ change }) => change.put?.find((pilot) => pilot.id === id))
  return states.findLast((state) => state !== undefined)
}

/**
 * Changes in their own order, among which others were brought along from elsewhere: by the moment then, since the
 * numbers of the two say nothing of each other.
 */
export function merged(own: readonly LoggedChange[], brought: readonly LoggedChange[]): LoggedChange[] {
  if (brought.length === 0) return [...own]
  return [...brought, ...own].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
}

function kindOf(
  before: Pilot | undefined,
  after: Pilot,
  wasThere: boolean,
  clear?: boolean,
): HistoryEntry['kind'] {
  if (clear) return 'restored'
  if (!before) return wasThere ? 'recovered' : 'registered'
  return sameData(before, after) && before.card?.at !== after.card?.at ? 'printed' : 'changed'
}

function entryOf(
  { at, change: { by } }: LoggedChange,
  kind: HistoryEntry['kind'],
  before?: Pilot,
  after?: Pilot,
): HistoryEntry {
  const changes = kind === 'changed' && before && after ? differences(before, after) : []
  return { at, ...(by && { by }), kind, ...(changes.length > 0 && { changes }) }
}

/** A line of a backup's history; undefined where it is none. */
export function parseLoggedChange(text: string): LoggedChange | undefined {
  const value: unknown = parse(text)
  return isLoggedChange(value) ? value : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isLoggedChange(value: unknown): value is LoggedChange {
  if (!isObject(value) || !Number.isInteger(value.number) || !isMoment(value.at)) return false
  if (!isObject(value.change)) return false
  const { put = [], remove = [], revoke = [], by = '' } = value.change
  return (
    Array.isArray(put) &&
    put.every(isPilot) &&
    Array.isArray(remove) &&
    remove.every(isPilotId) &&
    areRevocations(revoke) &&
    typeof by === 'string'
  )
}
