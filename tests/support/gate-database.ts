/** Reads and changes the database that the page of a gate keeps in its browser. */
import type { Page } from 'playwright-core'
import type { Scan } from '#domain/gate/passage'
import type { QueuedSignature } from '../../client/gate/gate-memory.ts'

/** Returns the number of riders in the stored roster, or undefined if none is stored. */
export async function heldPilots(page: Page): Promise<number | undefined> {
  const [held] = (await page.evaluate(readAll, 'roster')) as { roster: { pilots: unknown[] } }[]
  return held?.roster.pilots.length
}

/** Returns the number of stored photos. */
export async function heldPhotos(page: Page): Promise<number> {
  return (await page.evaluate(readAll, 'photos')).length
}

/** Puts a scan into the queue of a gate that was opened. */
export async function storeScan(page: Page, scan: Scan): Promise<void> {
  await page.evaluate(putScan, scan)
}

/** Returns the stored signatures. */
export async function heldSignatures(page: Page): Promise<QueuedSignature[]> {
  return (await page.evaluate(readAll, 'signatures')) as QueuedSignature[]
}

/** Runs in the page. */
async function readAll(store: string): Promise<unknown[]> {
  const opening = indexedDB.open('pilotos-gate')
  return new Promise((resolve, reject) => {
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const database = opening.result
      const asked = database.transaction(store).objectStore(store).getAll()
      asked.onsuccess = () => {
        database.close()
        resolve(asked.result.map((value: unknown) => (value instanceof Blob ? value.size : value)))
      }
    }
  })
}

/** Runs in the page. */
async function putScan(scan: { id: string }): Promise<void> {
  const opening = indexedDB.open('pilotos-gate')
  return new Promise((resolve, reject) => {
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('scans', 'readwrite')
      transaction.objectStore('scans').put({ scan }, scan.id)
      transaction.oncomplete = () => {
        opening.result.close()
        resolve()
      }
    }
  })
}
