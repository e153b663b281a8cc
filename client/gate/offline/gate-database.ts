/** The IndexedDB database of a gate: unsent scans, the roster, and small photos. All pages of a browser share it. */

const stores = ['scans', 'roster', 'photos'] as const
export type StoreName = (typeof stores)[number]

/** The longest time to open the database, in milliseconds. Some browsers neither open it nor report an error. */
const openTime = 3000

export class GateDatabase {
  /** Opens the database. Resolves to undefined if the browser stores nothing. */
  static async open(): Promise<GateDatabase | undefined> {
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, openTime, undefined))
    try {
      const database = await Promise.race([opened(), late])
      return database && new GateDatabase(database)
    } catch {
      return undefined
    }
  }

  private constructor(private readonly database: IDBDatabase) {
    // Another page may delete or upgrade the database.
    database.onversionchange = () => database.close()
  }

  /** Resolves to the result of a request. @throws DOMException */
  read<Value>(name: StoreName, request: (store: IDBObjectStore) => IDBRequest<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const asked = request(this.database.transaction(name).objectStore(name))
      asked.onsuccess = () => resolve(asked.result)
      asked.onerror = () => reject(asked.error)
    })
  }

  /** Runs one transaction, and resolves when it is on the disk. @throws DOMException, such as a full disk */
  write(name: StoreName, change: (store: IDBObjectStore) => void, isDurable = false): Promise<void> {
    return new Promise((resolve, reject) => {
      const durability = isDurable ? 'strict' : 'relaxed'
      const transaction = this.database.transaction(name, 'readwrite', { durability })
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
      change(transaction.objectStore(name))
    })
  }

  close(): void {
    this.database.close()
  }
}

/**
 * Forgets the riders that a gate held in this browser. Resolves to the number of unsent scans, which stay stored, or to
 * 0 if the browser stores nothing.
 */
export async function forgetRiders(): Promise<number> {
  const database = await GateDatabase.open()
  try {
    for (const name of ['roster', 'photos'] as const) await database?.write(name, (store) => store.clear())
    return (await database?.read('scans', (store) => store.count())) ?? 0
  } catch {
    return 0
  } finally {
    database?.close()
  }
}

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('pilotos-gate', 1)
    opening.onupgradeneeded = () => {
      for (const name of stores) opening.result.createObjectStore(name)
    }
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
}
