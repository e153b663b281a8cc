/** The filter and the pages of the log of passages. */
import type { PilotId } from '../pilot/pilot-id.ts'
import { isIncident } from './decision.ts'
import type { Direction, Passage, PassageResult } from './passage.ts'

export interface PassageQuery {
  gate?: string
  result?: PassageResult
  direction?: Direction
  /** The first code of a pilot. */
  pilot?: PilotId
  /** Only passages that do not fit, and that nobody took back: see `isIncident`. */
  incidents?: boolean
  /** The earliest time of the scan: ISO 8601, UTC. */
  from?: string
  /** The time before which the scan was: ISO 8601, UTC. */
  before?: string
  /** From 1. */
  page?: number
  /** All passages without it. */
  perPage?: number
}

export interface ListedPassage extends Passage {
  /** True if a later passage takes this one back. */
  isCorrected: boolean
}

export interface PassagePage {
  /** The newest first, by their numbers. */
  passages: ListedPassage[]
  /** The number of passages that the query finds, on all pages. */
  total: number
  /** The names of the gates of all passages, in alphabetical order. */
  gates: string[]
}

export function fits(passage: Passage, isCorrected: boolean, query: PassageQuery): boolean {
  const { gate, result, direction, pilot, incidents, from, before } = query
  return (
    (gate === undefined || passage.gate === gate) &&
    (result === undefined || passage.result === result) &&
    (direction === undefined || passage.direction === direction) &&
    (pilot === undefined || passage.pilot === pilot) &&
    (from === undefined || passage.at >= from) &&
    (before === undefined || passage.at < before) &&
    (!incidents || (isIncident(passage) && !isCorrected))
  )
}
