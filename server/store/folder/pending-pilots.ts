/** The pilots after all pending changes, which are not durable yet: the basis of decisions about new changes. */
import type { ExistingPilots } from '#domain/import/plan'
import type { Change, Revocation } from '#domain/pilot/change'
import { documentOf, type RiderDocument } from '#domain/pilot/document'
import type { Pilot } from '#domain/pilot/pilot'
import type { PilotId } from '#domain/pilot/pilot-id'
import type { PilotTable } from './pilot-table.ts'

export class PendingPilots implements ExistingPilots {
  #changes = new Set<Change>()
  /** The pending changes that are not in the maps yet. They are added at the next query, which may never come. */
  #unapplied = new Set<Change>()
  /** The last pending state of each pilot, null for a removed pilot. */
  #byId = new Map<PilotId, Pilot | null>()
  #byDocument = new Map<string, PilotId>()
  #revoked = new Map<PilotId, Revocation>()
  /** True if a pending change removes all pilots of the table. */
  #isCleared = false

  constructor(private readonly table: PilotTable) {}

  byId(id: PilotId): Pilot | undefined {
    this.#applyAll()
    const pending = this.#byId.get(id)
    if (pending !== undefined) return pending ?? undefined
    return this.#isCleared ? undefined : this.table.byId(id)
  }

  byDocument(document: RiderDocument): Pilot | undefined {
    this.#applyAll()
    const key = documentOf(document)
    const id = this.#byDocument.get(key) ?? this.table.byDocument(document)?.id
    const pilot = id && this.byId(id)
    return pilot && documentOf(pilot) === key ? pilot : undefined
  }

  revocation(id: PilotId): Revocation | undefined {
    this.#applyAll()
    return this.#revoked.get(id) ?? (this.#isCleared ? undefined : this.table.revocation(id))
  }

  isRevoked(id: PilotId): boolean {
    return this.revocation(id) !== undefined
  }

  add(change: Change): void {
    this.#changes.add(change)
    this.#unapplied.add(change)
  }

  /** Removes a change that is durable or has failed. */
  delete(change: Change): void {
    this.#changes.delete(change)
    this.#forget(false)
    this.#unapplied = new Set(this.#changes)
  }

  #applyAll(): void {
    if (this.#unapplied.size === 0) return
    for (const change of this.#unapplied) this.#apply(change)
    this.#unapplied.clear()
  }

  #apply({ clear, put = [], remove = [], revoke = [] }: Change): void {
    if (clear) this.#forget(true)
    for (const pilot of put) {
      this.#byId.set(pilot.id, pilot)
      this.#byDocument.set(documentOf(pilot), pilot.id)
    }
    for (const id of remove) this.#byId.set(id, null)
    for (const one of revoke) this.#revoked.set(one.id, one)
  }

  #forget(isCleared: boolean): void {
    this.#byId.clear()
    this.#byDocument.clear()
    this.#revoked.clear()
    this.#isCleared = isCleared
  }
}
