/**
 * The memory of a gate in a browser: an IndexedDB database with the unsent scans and signatures, the roster and small photos,
 * which all its pages share.
 */
import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb'
import type { PassageResult, Scan } from '#domain/gate/passage'
import type { GateRoster } from '#domain/gate/schemas'
import type { Unsent } from '../api/session.ts'
import type { signatureBody } from '../signing/signature-fields.tsx'

export interface QueuedScan {
  scan: Scan
  /** The answer that the device has given by itself. */
  answer?: { result: PassageResult /** The identifier of the pilot. */; pilot?: string }
}

/** The signature of a rider below the text of a hash. */
export interface QueuedSignature {
  /** One for each rider and text. */
  id: string
  /** The identifier of the rider. */
  pilot: string
  /** The full name, for people. */
  name: string
  hash: string
  /** The time of the signature by the clock of the server: ISO 8601, UTC. */
  at: string
  /** Absent once the server has refused the signature. */
  drawing?: SignatureDrawing
  /** The reason why the server refuses it. */
  refusal?: string
}

export type SignatureDrawing = ReturnType<typeof signatureBody>

/** A roster, and its version, by which the next request learns whether it is still current. */
export interface VersionedRoster {
  roster: GateRoster
  version: string | undefined
}

export interface StoredRoster extends VersionedRoster {
  at: string
}

export interface GateStores extends DBSchema {
  scans: { key: string; value: QueuedScan }
  signatures: { key: string; value: QueuedSignature }
  /** Has one entry. */
  roster: { key: string; value: StoredRoster }
  photos: { key: string; value: Blob }
}

export type GateDatabase = IDBPDatabase<GateStores>

/** The stores of what a gate sends to the server. */
export type QueueName = 'scans' | 'signatures'

/** A store in a transaction that changes it. */
export type StoreToChange<Name extends QueueName> = IDBPObjectStore<GateStores, [Name], Name, 'readwrite'>

/** The longest time to open the database, in milliseconds. Some browsers neither open it nor report an error. */
const openTime = 3000

/**
 * Opens the database. Resolves to undefined if the browser stores nothing. Calls `onEnd` if the browser closes it, which
 * it does before it deletes it.
 */
export async function openGateDatabase(onEnd = () => {}): Promise<GateDatabase | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, openTime, undefined))
  try {
    return await Promise.race([opened(onEnd), late])
  } catch {
    return undefined
  }
}

/**
 * Deletes the riders that a gate held in this browser. Resolves to the numbers of unsent scans and signatures, which
 * stay stored, or to undefined if the browser stores nothing.
 */
export async function dropRiders(): Promise<Unsent | undefined> {
  const database = await openGateDatabase()
  try {
    if (!database) return undefined
    for (const name of ['roster', 'photos'] as const) await database.clear(name)
    const signatures = await database.getAll('signatures')
    const refused = signatures.filter(({ drawing }) => !drawing)
    for (const { id } of refused) await database.delete('signatures', id)
    return { scans: await database.count('scans'), signatures: signatures.length - refused.length }
  } catch {
    return undefined
  } finally {
    database?.close()
  }
}

function opened(onEnd: () => void): Promise<GateDatabase> {
  return openDB<GateStores>('pilotos-gate', 2, {
    upgrade(database) {
      for (const name of ['scans', 'signatures', 'roster', 'photos'] as const)
        database.createObjectStore(name)
    },
    // Another page may delete or upgrade the database.
    blocking(_version, _next, { target }) {
      ;(target as IDBDatabase).close()
      onEnd()
    },
    terminated: onEnd,
  })
}
