/** Writes and reads the lines of a journal, in which a change of the pilots is stored completely or not at all. */
import type { Change } from '#domain/pilot/change'
import { parseChange } from '#domain/pilot/change-log'
import { isObject } from '#domain/text/json'
import { readSummed, summedLine } from './summed-line.ts'

/**
 * One line of a journal. A change of many pilots takes several lines with one number; all but the last have `more`.
 */
export interface Line {
  /** The number of the change: changes of a store are numbered from 1, without a gap. */
  number: number
  /** The moment of writing: ISO 8601, UTC. */
  at: string
  /** The bytes of the file that were synced before the batch of this line was written. */
  base: number
  change: Change
  more?: true
}

const pilotsPerLine = 500

/** Yields the lines of a change one at a time, so that a large change is not in memory twice. */
export function* writeLines(change: Change, head: Pick<Line, 'number' | 'at' | 'base'>): Generator<Buffer> {
  const { put = [], ...rest } = change
  const { by, clear, importedAt, undoes } = rest
  for (let start = pilotsPerLine; start < put.length; start += pilotsPerLine) {
    yield summedLine({
      ...head,
      change: { by, clear, importedAt, undoes, put: put.slice(start - pilotsPerLine, start) },
      more: true,
    })
  }
  const last = put.slice(Math.max(0, Math.ceil(put.length / pilotsPerLine) - 1) * pilotsPerLine)
  yield summedLine({ ...head, change: { ...rest, ...(last.length > 0 && { put: last }) } })
}

/** Parses a line without its line feed. Returns undefined if the line is incomplete or damaged. */
export function readLine(bytes: Buffer): Line | undefined {
  const line = readSummed(bytes)
  if (!isObject(line) || typeof line.number !== 'number' || typeof line.base !== 'number') return undefined
  const change = parseChange(line.change)
  return change && { ...(line as unknown as Line), change }
}

/** Joins the parts of a change that was written in several lines. */
export function joinChanges(changes: readonly Change[]): Change {
  const put = changes.flatMap((change) => change.put ?? [])
  return { ...changes.at(-1), ...(put.length > 0 && { put }) }
}
