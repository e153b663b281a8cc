/** `pilots.json`: a snapshot of all pilots after one change, with the number of the journal that continues it. */
import { copyFile, link, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Adapter } from 'lowdb'
import { MachineError } from '#domain/errors'
import type { Revocation } from '#domain/pilot/change'
import type { Pilot } from '#domain/pilot/pilot'
import { areRevocations, parsePilots } from '#domain/pilot/stored'
import { isObject } from '#domain/text/json'
import { diskError, isMissing, type Sync, writeAtomically } from '../../../files/atomic-file.ts'
import { lineBlocks } from './lines.ts'

export interface Snapshot {
  version: 1
  /** The number of the first journal whose changes are not in the snapshot. */
  journal: number
  /** The number of the last change in the snapshot. */
  lastChange: number
  /** The moment of writing: ISO 8601, UTC. */
  at: string
  /** The revoked cards; absent if there are none. */
  revoked?: Revocation[]
  /** In the order of registration. */
  pilots: Pilot[]
}

export const snapshotName = 'pilots.json'
export const backupName = 'pilots.json.bak'

/**
 * Reads a snapshot, a block of lines at a time. Returns null if the file does not exist, and 'damaged' if its
 * checksum or its content is wrong.
 * @throws MachineError if the file cannot be read, or if a newer program wrote it
 */
export async function readSnapshot(path: string): Promise<Snapshot | null | 'damaged'> {
  try {
    const snapshot = await parse(path)
    if (isNewer(snapshot)) throw newer(path)
    return toSnapshot(snapshot) ?? 'damaged'
  } catch (error) {
    if (isMissing(error)) return null
    throw error instanceof MachineError ? error : diskError(error, path)
  }
}

/** The lowdb adapter of `pilots.json`. Keeps the previous file as `.bak`, so that one of both is always complete. */
export class SnapshotFile implements Adapter<Snapshot> {
  constructor(
    private readonly folder: string,
    private readonly sync: Sync,
  ) {}

  async read(): Promise<Snapshot | null> {
    const snapshot = await readSnapshot(join(this.folder, snapshotName))
    return snapshot === 'damaged' ? null : snapshot
  }

  async write(snapshot: Snapshot): Promise<void> {
    await writeAtomically(join(this.folder, snapshotName), serialize(snapshot), {
      beforeReplacing: () => this.#keepLast(),
      sync: this.sync,
    })
  }

  async #keepLast(): Promise<void> {
    const current = join(this.folder, snapshotName)
    const temporary = join(this.folder, `.${backupName}.tmp`)
    try {
      await rm(temporary, { force: true })
      // A file system without hard links (FAT on a USB stick) needs a copy.
      await link(current, temporary).catch((error) => {
        if (isMissing(error)) throw error
        return copyFile(current, temporary)
      })
      await rename(temporary, join(this.folder, backupName))
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  }
}

const pilotsPerPart = 500

/**
 * Serializes a snapshot as JSON with one pilot per line, so that people can read and compare the file. The last line
 * has the CRC-32 of all bytes before that line.
 */
function* serialize({ pilots, ...head }: Snapshot): Generator<Uint8Array> {
  const first = Buffer.from(`${JSON.stringify(head).slice(0, -1)},"pilots":[\n`)
  let sum = crc32(first)
  yield first
  for (let start = 0; start < pilots.length; start += pilotsPerPart) {
    const lines = pilots.slice(start, start + pilotsPerPart).map((pilot) => JSON.stringify(pilot))
    const isLast = start + pilotsPerPart >= pilots.length
    const part = Buffer.from(`${lines.join(',\n')}${isLast ? '' : ','}\n`)
    sum = crc32(part, sum)
    yield part
  }
  yield Buffer.from(lastLine(sum))
}

function lastLine(sum: number): string {
  return `],"crc32":"${sum.toString(16).padStart(8, '0')}"}\n`
}

/** The last line of a snapshot in the old format without a checksum. */
const lastLineWithoutSum = ']}\n'

/** Reads a file without checking its pilots. Returns undefined if the format or the checksum is wrong. */
async function parse(path: string): Promise<unknown> {
  try {
    return await parseLines(path)
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined
    throw error
  }
}

/** @throws SyntaxError if a line is not JSON, TypeError if the file is not UTF-8 */
async function parseLines(path: string): Promise<unknown> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const pilots: unknown[] = []
  let head: object | undefined
  let sum = 0
  let last: string | undefined
  for await (const { bytes } of lineBlocks(path)) {
    // A file with more bytes after the last line is damaged.
    if (last !== undefined) return undefined
    let start = 0
    if (!head) {
      start = bytes.indexOf(lineFeed) + 1
      head = parseHead(decoder.decode(bytes.subarray(0, start)))
      // A person, or a program of the old format without lines, has written the file.
      if (!head) return withoutSum(JSON.parse(decoder.decode(await readFile(path))))
    }
    const lastStart = bytes.lastIndexOf(lineFeed, -2) + 1
    const end = bytes[lastStart] === closingBracket ? lastStart : bytes.length
    if (end < bytes.length) last = decoder.decode(bytes.subarray(end))
    sum = crc32(bytes.subarray(0, end), sum)
    const lines = decoder.decode(bytes.subarray(start, end)).replace(/,?\n$/, '')
    for (const pilot of JSON.parse(`[${lines}]`)) pilots.push(pilot)
  }
  // The last line of a newer format may be different.
  if (isNewer(head) && !last?.startsWith('],"crc32":')) return head
  const isWhole = last === lastLineWithoutSum || last === lastLine(sum)
  return isWhole ? { ...head, pilots } : undefined
}

/** Parses the first line. Returns undefined if it is not the head of a snapshot. */
function parseHead(line: string): object | undefined {
  return line.endsWith('"pilots":[\n') ? JSON.parse(`${line}]}`) : undefined
}

const lineFeed = 0x0a
const closingBracket = 0x5d

/** Accepts a file without lines unless it has a checksum: a person has changed such a file. */
function withoutSum(value: unknown): unknown {
  return isObject(value) && (isNewer(value) || !('crc32' in value)) ? value : undefined
}

function isNewer(value: unknown): boolean {
  return isObject(value) && Number.isInteger(value.version) && Number(value.version) > 1
}

function newer(path: string): MachineError {
  return new MachineError(
    `${path} es de una versión más nueva de PilotOS. No se ha tocado nada: ábralo con esa versión`,
  )
}

/** Returns undefined if the value is not a snapshot. */
function toSnapshot(value: unknown): Snapshot | undefined {
  const isSnapshot =
    isObject(value) &&
    value.version === 1 &&
    Number.isInteger(value.journal) &&
    Number.isInteger(value.lastChange) &&
    (value.revoked === undefined || areRevocations(value.revoked))
  const pilots = isSnapshot ? parsePilots(value.pilots) : undefined
  return pilots && { ...(value as Snapshot), pilots }
}
