/** The filter and the pages of the log of passages. */
import { type EventPart, isPartOf } from '../events/events.ts'
import type { PilotId } from '../pilots/pilot-id.ts'
import { isIncident } from './decide-scan.ts'
import type { Settlement } from './log-entry.ts'
import type { Direction, Passage, PassageResult } from './passage.ts'

export interface PassageQuery {
  gate?: string
  result?: PassageResult
  direction?: Direction
  /** The first code of a pilot. */
  pilot?: PilotId
  /** Only open incidents: see `isOpenIncident`. */
  incidents?: boolean
  /** Only incidents that are settled. */
  settled?: boolean
  event?: EventPart
  /** The earliest time of the scan: ISO 8601, UTC. */
  from?: string
  /** The time before which the scan was: ISO 8601, UTC. */
  before?: string
  /** The number of the last passage. */
  upTo?: number
  /** From 1. */
  page?: number
  /** All passages without it. */
  perPage?: number
}

/** The state of a passage, by the later entries of the log. */
export interface PassageState {
  /** True if a later passage takes this one back. */
  isCorrected: boolean
  /** The settlement of an incident. Absent if it is open. */
  settlement?: Settlement
}

export type ListedPassage = Passage & PassageState

export interface PassagePage {
  /** The newest first, by their numbers. */
  passages: ListedPassage[]
  /** The number of passages that the query finds, on all pages. */
  total: number
  /** The names of the gates of all passages, in alphabetical order. */
  gates: string[]
}

/** Returns true for an incident that nobody has taken back or settled. */
export function isOpenIncident(passage: Passage, { isCorrected, settlement }: PassageState): boolean {
  return isIncident(passage) && !isCorrected && !settlement
}

export function fits(passage: Passage, state: PassageState, query: PassageQuery): boolean {
  const { gate, result, direction, pilot, incidents, settled, event, from, before, upTo } = query
  return (
    (upTo === undefined || passage.number <= upTo) &&
    (gate === undefined || passage.gate === gate) &&
    (result === undefined || passage.result === result) &&
    (direction === undefined || passage.direction === direction) &&
    (pilot === undefined || passage.pilot === pilot) &&
    (event === undefined || isPartOf(event, passage)) &&
    (from === undefined || passage.at >= from) &&
    (before === undefined || passage.at < before) &&
    (!incidents || isOpenIncident(passage, state)) &&
    (!settled || state.settlement !== undefined)
  )
}
