/**
 * The memory of a gate in a browser: an IndexedDB database with the unsent scans, the roster and small photos, which
 * all its pages share.
 */
import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb'
import type { PassageResult, Scan } from '#domain/gate/passage'
import type { GateRoster } from '#domain/gate/schemas'

export interface QueuedScan {
  scan: Scan
  /** The answer that the device has given by itself. */
  answer?: { result: PassageResult /** The identifier of the pilot. */; pilot?: string }
}

/** A roster, and its version, by which the next request learns whether it is still current. */
export interface VersionedRoster {
  roster: GateRoster
  version: string | undefined
}

export interface StoredRoster extends VersionedRoster {
  at: string
}

interface Stores extends DBSchema {
  scans: { key: string; value: QueuedScan }
  /** Has one entry. */
  roster: { key: string; value: StoredRoster }
  photos: { key: string; value: Blob }
}

export type GateDatabase = IDBPDatabase<Stores>

/** The store of the scans in a transaction that changes it. */
export type StoredScans = IDBPObjectStore<Stores, ['scans'], 'scans', 'readwrite'>

/** The longest time to open the database, in milliseconds. Some browsers neither open it nor report an error. */
const openTime = 3000

/** Opens the database. Resolves to undefined if the browser stores nothing. */
export async function openGateDatabase(): Promise<GateDatabase | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, openTime, undefined))
  try {
    return await Promise.race([opened(), late])
  } catch {
    return undefined
  }
}

/**
 * Deletes the riders that a gate held in this browser. Resolves to the number of unsent scans, which stay stored, or to
 * 0 if the browser stores nothing.
 */
export async function dropRiders(): Promise<number> {
  const database = await openGateDatabase()
  try {
    for (const name of ['roster', 'photos'] as const) await database?.clear(name)
    return (await database?.count('scans')) ?? 0
  } catch {
    return 0
  } finally {
    database?.close()
  }
}

function opened(): Promise<GateDatabase> {
  return openDB<Stores>('pilotos-gate', 1, {
    upgrade(database) {
      for (const name of ['scans', 'roster', 'photos'] as const) database.createObjectStore(name)
    },
    // Another page may delete or upgrade the database.
    blocking: (_version, _next, { target }) => (target as IDBDatabase).close(),
  })
}
