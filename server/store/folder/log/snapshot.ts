/** `pilots.json`: a snapshot of all pilots after one change, with the number of the journal that continues it. */
import { isUtf8 } from 'node:buffer'
import { copyFile, link } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Adapter } from 'lowdb'
import { MachineError } from '#domain/errors'
import type { Revocation, SetValues } from '#domain/pilots/change'
import type { Pilot } from '#domain/pilots/pilot'
import { parsePilots } from '#domain/pilots/stored'
import { hasShape } from '#domain/stored/checks'
import { isObject, parseJson } from '#domain/text/text'
import {
  isMissing,
  readIfThere,
  removeFile,
  renameFile,
  type Sync,
  writeAtomically,
} from '../../../files/atomic-file.ts'
import { onceFree } from '../../../files/held-file.ts'
import { earlierVersionText } from '../../shared/earlier-version.ts'

/**
 * The version of the format. A program refuses a newer one. Since version 5, the settings that all desks share are in the
 * snapshot and in changes: before, they were in `settings.json`.
 */
export const formatVersion = 5
/** That of PilotOS 1.0.0. An earlier one is refused. */
const firstVersion = 4

export interface Snapshot {
  version: number
  /** The number of the first journal whose changes are not in the snapshot. */
  journal: number
  /** The number of the last change in the snapshot. */
  lastChange: number
  /** The moment of writing: ISO 8601, UTC. */
  at: string
  /** The name of the machine. A snapshot that a person has written may have none. */
  desk?: string
  /** The settings that all desks share, since version 5: see `Shared`. */
  shared?: SetValues
  /** The revoked and joined cards; absent if there are none. */
  revoked?: Revocation[]
  /** In the order of registration. */
  pilots: Pilot[]
}

export const emptySnapshot: Snapshot = {
  version: formatVersion,
  journal: 1,
  lastChange: 0,
  at: '',
  pilots: [],
}

export const snapshotName = 'pilots.json'
export const backupName = 'pilots.json.bak'

/**
 * Reads a snapshot. Returns null if the file does not exist, and 'damaged' if its checksum or its content is wrong.
 * @throws MachineError if the file cannot be read, or if it is of another version
 */
export async function readSnapshot(path: string): Promise<Snapshot | null | 'damaged'> {
  const bytes = await readIfThere(path)
  if (!bytes) return null
  const value = parse(bytes)
  if (isNewer(value)) throw newer(path)
  if (versionOf(value) < firstVersion) throw new MachineError(earlierVersionText(path))
  return toSnapshot(value) ?? 'damaged'
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
      await removeFile(temporary)
      // A file system without hard links (FAT on a USB stick) needs a copy.
      await link(current, temporary).catch((error) => {
        if (isMissing(error)) throw error
        return onceFree(current, () => copyFile(current, temporary))
      })
      await renameFile(temporary, join(this.folder, backupName))
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  }
}

const pilotsPerPart = 500

/** Returns the bytes of a snapshot: see `serialize`. */
export function snapshotBytes(snapshot: Snapshot): Buffer {
  return Buffer.concat([...serialize(snapshot)])
}

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

/** The last line of a snapshot that a person has edited, without its checksum. */
const lastLineWithoutSum = ']}\n'

/** Parses a file without checking its pilots. Returns undefined if the format or the checksum is wrong. */
function parse(bytes: Buffer): unknown {
  const value = isUtf8(bytes) ? parseJson(new TextDecoder().decode(bytes)) : undefined
  const isInLines = bytes
    .subarray(0, bytes.indexOf(lineFeed) + 1)
    .toString()
    .endsWith('"pilots":[\n')
  // A person has written the file.
  if (!isInLines) return isNewer(value) || !(isObject(value) && 'crc32' in value) ? value : undefined
  const lastStart = bytes.lastIndexOf(lineFeed, -2) + 1
  const last = bytes.toString('utf8', lastStart)
  // The last line of a newer format may be different.
  if (isNewer(value) && !last.startsWith('],"crc32":')) return value
  const isWhole = last === lastLineWithoutSum || last === lastLine(crc32(bytes.subarray(0, lastStart)))
  return isWhole ? value : undefined
}

const lineFeed = 0x0a

function isNewer(value: unknown): boolean {
  return versionOf(value) > formatVersion
}

/** Returns NaN for a value without a version. */
function versionOf(value: unknown): number {
  return isObject(value) && Number.isInteger(value.version) ? Number(value.version) : Number.NaN
}

function newer(path: string): MachineError {
  return new MachineError(
    `${path} es de una versión más nueva de PilotOS. No se ha tocado nada: ábralo con esa versión`,
  )
}

/** Returns undefined if the value is not a snapshot. */
function toSnapshot(value: unknown): Snapshot | undefined {
  const isSnapshot =
    hasShape('snapshot', value) && value.version >= firstVersion && value.version <= formatVersion
  const pilots = isSnapshot ? parsePilots(value.pilots) : undefined
  return pilots && { ...(value as Snapshot), pilots }
}
