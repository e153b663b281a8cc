/** `pilots.json`: lowdb's adapter for it, which refuses a damaged file instead of starting an empty one. */
import type { Adapter } from 'lowdb'
import { MachineError } from '#domain/errors'
import { fieldNames } from '#domain/fields'
import { isObject } from '#domain/json'
import type { Pilot } from '#domain/pilot'
import { isPilotId } from '#domain/pilot-id'
import { readIfThere, writeAtomically } from './atomic-file.ts'

export interface Snapshot {
  version: 1
  /** In the order of registration. */
  pilots: Pilot[]
}

export class SnapshotFile implements Adapter<Snapshot> {
  constructor(private readonly path: string) {}

  /** Null where there is no file yet. @throws MachineError naming a damaged file */
  async read(): Promise<Snapshot | null> {
    const bytes = await readIfThere(this.path)
    if (!bytes) return null
    const snapshot = parse(bytes.toString('utf8'))
    if (!isSnapshot(snapshot)) {
      throw new MachineError(
        `El archivo de datos está dañado: ${this.path}. No se ha tocado: recupere una copia o muévalo a otra parte`,
      )
    }
    return snapshot
  }

  async write(snapshot: Snapshot): Promise<void> {
    await writeAtomically(this.path, `${JSON.stringify(snapshot)}\n`)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isSnapshot(value: unknown): value is Snapshot {
  return isObject(value) && value.version === 1 && Array.isArray(value.pilots) && value.pilots.every(isPilot)
}

function isPilot(value: unknown): value is Pilot {
  return (
    isObject(value) &&
    isPilotId(value.id) &&
    (value.photo === null || typeof value.photo === 'string') &&
    fieldNames.every((name) => typeof value[name] === 'string' || typeof value[name] === 'number')
  )
}
