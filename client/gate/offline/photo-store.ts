/** Keeps the small photos of all riders in the database of a gate. */
import { smallPhotoPath } from '#domain/web/addresses'
import { request } from '../../api/api.ts'
import type { GateDatabase } from './gate-database.ts'

/** The photos that load at once. Scans need connections too, and a browser opens only six to one server. */
const atOnce = 2

/** The most object URLs. The last scans show their photos. */
const maxUrls = 30

export class PhotoStore {
  #urls = new Map<string, string>()
  #loading: AbortController | undefined

  constructor(private readonly database: GateDatabase | undefined) {}

  /** Returns an address of a small photo that an `img` can load without the server, or undefined. */
  async url(name: string): Promise<string | undefined> {
    const known = this.#urls.get(name)
    if (known) return known
    const blob: Blob | undefined = await this.database
      ?.read('photos', (store) => store.get(name))
      .catch(() => undefined)
    if (!blob) return undefined
    const url = URL.createObjectURL(blob)
    this.#urls.set(name, url)
    const [[oldest, oldestUrl] = []] = this.#urls
    if (this.#urls.size > maxUrls && oldest !== undefined && oldestUrl !== undefined) {
      this.#urls.delete(oldest)
      URL.revokeObjectURL(oldestUrl)
    }
    return url
  }

  /** Loads the missing photos in the background, and drops those that no rider names. */
  async follow(names: readonly string[]): Promise<void> {
    this.stop()
    const { database } = this
    if (!database) return
    const loading = new AbortController()
    this.#loading = loading
    try {
      const held = new Set(await database.read('photos', (store) => store.getAllKeys()))
      const wanted = new Set(names)
      const unnamed = [...held].filter((name) => !wanted.has(String(name)))
      if (unnamed.length > 0)
        await database.write('photos', (store) => {
          for (const name of unnamed) store.delete(name)
        })
      const missing = [...wanted].filter((name) => !held.has(name))
      await Promise.all(Array.from({ length: atOnce }, () => load(database, missing, loading.signal)))
    } catch {
      // A photo helps, and no answer depends on it. The next roster begins again.
    }
  }

  /** Ends the loading. */
  stop(): void {
    this.#loading?.abort()
  }

  /** Forgets all photos. */
  async clear(): Promise<void> {
    this.close()
    await this.database?.write('photos', (store) => store.clear()).catch(() => undefined)
  }

  close(): void {
    this.stop()
    for (const url of this.#urls.values()) URL.revokeObjectURL(url)
    this.#urls.clear()
  }
}

/** Loads photos, one after the other, until none is missing. */
async function load(database: GateDatabase, missing: string[], signal: AbortSignal): Promise<void> {
  for (let name = missing.shift(); name !== undefined && !signal.aborted; name = missing.shift()) {
    const photo = name
    const response = await request(smallPhotoPath(photo), { signal, priority: 'low' })
    // A photo that was replaced meanwhile is gone.
    if (!response.ok) continue
    const blob = await response.blob()
    if (!signal.aborted) await database.write('photos', (store) => store.put(blob, photo))
  }
}
