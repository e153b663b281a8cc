/** One acknowledged change of the pilots, and how it stands in a journal: all of it, or none. */
import { crc32 } from 'node:zlib'
import type { Change } from '#domain/pilot/change'
import { isObject } from '#domain/text/json'

/**
 * One line of a journal: `CRC32 JSON`, the sum in 8 hexadecimal digits over the JSON's UTF-8. A change of many
 * pilots takes several lines of one number, of which all but the last say that more follow.
 */
export interface Line {
  /** Counts the changes of a store from 1, without a gap. */
  number: number
  /** When it was written: ISO 8601, UTC. */
  at: string
  /** How many bytes of the file were synced before the lines that were written together with this one. */
  base: number
  change: Change
  more?: true
}

const pilotsPerLine = 500

/** The lines of a change, one at a time, so that a large one need not be in memory twice. */
export function* writeLines(change: Change, head: Pick<Line, 'number' | 'at' | 'base'>): Generator<Buffer> {
  const { put = [], ...rest } = change
  const { by, clear } = rest
  for (let start = pilotsPerLine; start < put.length; start += pilotsPerLine) {
    yield writeLine({
      ...head,
      change: { by, clear, put: put.slice(start - pilotsPerLine, start) },
      more: true,
    })
  }
  const last = put.slice(Math.max(0, Math.ceil(put.length / pilotsPerLine) - 1) * pilotsPerLine)
  yield writeLine({ ...head, change: { ...rest, ...(last.length > 0 && { put: last }) } })
}

function writeLine(line: Line): Buffer {
  const bytes = Buffer.from(`${noSum} ${JSON.stringify(line)}\n`)
  bytes.write(checksum(bytes.subarray(noSum.length + 1, -1)), 'latin1')
  return bytes
}

const noSum = '00000000'

/** The line, or undefined where it is not whole. */
export function readLine(text: string): Line | undefined {
  const json = text.slice(9)
  if (text[8] !== ' ' || text.slice(0, 8) !== checksum(json)) return undefined
  const line: unknown = JSON.parse(json)
  return isLine(line) ? line : undefined
}

/** One change of the lines that it was written in. */
export function joinChanges(changes: readonly Change[]): Change {
  const put = changes.flatMap((change) => change.put ?? [])
  return { ...changes.at(-1), ...(put.length > 0 && { put }) }
}

function isLine(value: unknown): value is Line {
  return (
    isObject(value) &&
    typeof value.number === 'number' &&
    typeof value.base === 'number' &&
    isObject(value.change)
  )
}

function checksum(content: string | Uint8Array): string {
  return crc32(content).toString(16).padStart(8, '0')
}
