/** `pilots.json`: all pilots as they were after one change, and where the journal goes on from there. */
import { copyFile, link, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Adapter } from 'lowdb'
import { type FieldName, fieldNames } from '#domain/fields'
import { isObject } from '#domain/json'
import type { Pilot } from '#domain/pilot'
import { isPilotId } from '#domain/pilot-id'
import { isMissing, readIfThere, type Sync, writeAtomically } from './atomic-file.ts'
import type { Revocation } from './change.ts'

export interface Snapshot {
  version: 1
  /** The number of the first journal whose changes are not in it. */
  journal: number
  /** The number of the last change that is. */
  lastChange: number
  /** When it was written: ISO 8601, UTC. */
  at: string
  /** The cards that were lost; none where it is absent. */
  revoked?: Revocation[]
  /** In the order of registration. */
  pilots: Pilot[]
}

export const snapshotName = 'pilots.json'
export const backupName = 'pilots.json.bak'

/** The snapshot of a file; null where there is no file, 'damaged' where it is none. @throws MachineError */
export async function readSnapshot(path: string): Promise<Snapshot | null | 'damaged'> {
  const bytes = await readIfThere(path)
  if (!bytes) return null
  const snapshot = parse(bytes)
  return isSnapshot(snapshot) ? snapshot : 'damaged'
}

/** lowdb's adapter: replaces the file and keeps the one before as `.bak`, so that one of both is always whole. */
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
    await writeAtomically(join(this.folder, snapshotName), parts(snapshot), {
      beforeReplacing: () => this.#keepLast(),
      sync: this.sync,
    })
  }

  async #keepLast(): Promise<void> {
    const current = join(this.folder, snapshotName)
    const beside = join(this.folder, `.${backupName}.tmp`)
    try {
      await rm(beside, { force: true })
      // A file system without links (FAT on a stick) gets a copy.
      await link(current, beside).catch((error) => {
        if (isMissing(error)) throw error
        return copyFile(current, beside)
      })
      await rename(beside, join(this.folder, backupName))
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  }
}

const pilotsPerPart = 500

/** A pilot a line, so that the file can be read and compared by people too. */
function* parts({ pilots, ...head }: Snapshot): Generator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"pilots":[`
  for (let start = 0; start < pilots.length; start += pilotsPerPart) {
    const lines = pilots.slice(start, start + pilotsPerPart).map((pilot) => JSON.stringify(pilot))
    yield `${start > 0 ? ',' : ''}\n${lines.join(',\n')}`
  }
  yield '\n]}\n'
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

/** Whether these are pilots, each with an identifier and a DNI of its own. */
export function arePilots(value: unknown): value is Pilot[] {
  return (
    Array.isArray(value) && value.every(isPilot) && areDifferent(value, 'id') && areDifferent(value, 'dni')
  )
}

function isSnapshot(value: unknown): value is Snapshot {
  return (
    isObject(value) &&
    value.version === 1 &&
    Number.isInteger(value.journal) &&
    Number.isInteger(value.lastChange) &&
    (value.revoked === undefined || areRevocations(value.revoked)) &&
    arePilots(value.pilots)
  )
}

export function areRevocations(value: unknown): value is Revocation[] {
  return (
    Array.isArray(value) &&
    value.every(
      (one) => isObject(one) && isPilotId(one.id) && isPilotId(one.next) && typeof one.at === 'string',
    )
  )
}

function isPilot(value: unknown): value is Pilot {
  return (
    isObject(value) &&
    isPilotId(value.id) &&
    (value.photo === null || typeof value.photo === 'string') &&
    integers.every((name) => typeof value[name] === 'number') &&
    texts.every((name) => typeof value[name] === 'string')
  )
}

const integers: readonly FieldName[] = ['celular', 'dni']
const texts = fieldNames.filter((name) => !integers.includes(name))

function areDifferent(pilots: readonly Pilot[], name: 'id' | 'dni'): boolean {
  return new Set(pilots.map((pilot) => pilot[name])).size === pilots.length
}
