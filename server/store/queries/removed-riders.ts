/** The removed riders by their documents, which the form and an import offer to restore. */
import type { RiderDocument } from '#domain/pilots/document'
import { DocumentIndex } from '#domain/pilots/documents/document-key'
import { type RemovedPilot, removedSince } from '#domain/pilots/history/removed'
import type { PilotId } from '#domain/pilots/pilot-id'
import type { PilotStore } from '../shared/pilots.ts'

/** Reads the removed riders of a store. Of several with a document, the one that was removed last is the first. */
export async function readRemovedRiders(
  pilots: Pick<PilotStore, 'removed'>,
): Promise<DocumentIndex<RemovedPilot>> {
  const { removed } = await pilots.removed()
  return new DocumentIndex(({ pilot }) => pilot, removed)
}

/**
 * Keeps the removed riders in memory, because a store reads its whole history to find them: a form asks for each document
 * that is typed. They are read again only after a change that may have removed somebody.
 */
export class RemovedRiders {
  #known: Promise<DocumentIndex<RemovedPilot>> | undefined
  /** The pilots that were changed since the riders were read, or undefined if they are not known. */
  #changed: Set<PilotId> | undefined

  constructor(private readonly pilots: Pick<PilotStore, 'removed' | 'list' | 'subscribe'>) {}

  /** Follows the changes of the store. Returns a function that ends this. */
  follow(): () => void {
    return this.pilots.subscribe(({ ids }) => {
      if (!ids) this.#changed = undefined
      else for (const id of ids) this.#changed?.add(id)
    })
  }

  /** Returns all removed riders by their documents: see `readRemovedRiders`. */
  async all(): Promise<DocumentIndex<RemovedPilot>> {
    if (!this.#known || (await this.#mayHaveRemoved())) return this.#read()
    return this.#known
  }

  /** Returns the rider with a document who was removed last, within the time for which removed riders are listed. */
  async find(document: RiderDocument): Promise<RemovedPilot | undefined> {
    const [found] = (await this.all()).find(document)
    return found && found.at >= removedSince() ? found : undefined
  }

  /** Returns true if a changed pilot is not there any more, or is there again. */
  async #mayHaveRemoved(): Promise<boolean> {
    if (!this.#known || !this.#changed) return true
    const ids = [...this.#changed]
    if (ids.length === 0) return false
    this.#changed.clear()
    const { total } = await this.pilots.list({ among: { ids, isExcluded: false }, perPage: 1 })
    const removed = new Set((await this.#known).all().map(({ pilot }) => pilot.id))
    return total < ids.length || ids.some((id) => removed.has(id))
  }

  #read(): Promise<DocumentIndex<RemovedPilot>> {
    this.#changed = new Set()
    const known = readRemovedRiders(this.pilots)
    this.#known = known
    known.catch(() => {
      if (this.#known === known) this.#known = undefined
    })
    return known
  }
}
