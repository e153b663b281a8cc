/** The pilots after some changes that are not durable yet: the basis of the next decision that is stored with them. */
import { CodeHistory } from '#domain/gate/code-history'
import type { ExistingPilots } from '#domain/import/plan'
import type { Change, Revocation } from '#domain/pilots/change'
import { documentOf, type RiderDocument } from '#domain/pilots/document'
import type { Pilot } from '#domain/pilots/pilot'
import type { PilotId } from '#domain/pilots/pilot-id'
import type { PilotTable } from './pilot-table.ts'

export class PendingPilots implements ExistingPilots {
  /** The changes that are not in the maps yet. They are added at the next query, which may never come. */
  #unapplied: Change[] = []
  /** The last pending state of each pilot, null for a removed pilot. */
  #byId = new Map<PilotId, Pilot | null>()
  #byDocument = new Map<string, PilotId>()
  /** The pending revocations, null for one that is taken back. */
  #revoked = new Map<PilotId, Revocation | null>()
  /** The codes, from when they are first needed until the next change. */
  #history: CodeHistory | undefined
  /** True if a pending change removes all pilots of the table. */
  #isCleared = false

  constructor(private readonly table: PilotTable) {}

  byId(id: PilotId): Pilot | undefined {
    this.#applyAll()
    const pending = this.#byId.get(id)
    if (pending !== undefined) return pending ?? undefined
    return this.#isCleared ? undefined : this.table.byId(id)
  }

  /** Returns all pilots, in no certain order. */
  all(): Pilot[] {
    this.#applyAll()
    const stored = this.#isCleared ? [] : this.table.all()
    const pending = [...this.#byId.values()].filter((pilot) => pilot !== null)
    return [...stored.filter(({ id }) => !this.#byId.has(id)), ...pending]
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
    const pending = this.#revoked.get(id)
    if (pending !== undefined) return pending ?? undefined
    return this.#isCleared ? undefined : this.table.revocation(id)
  }

  isRevoked(id: PilotId): boolean {
    return this.revocation(id) !== undefined
  }

  revocations(): Revocation[] {
    this.#applyAll()
    const stored = this.#isCleared ? [] : this.table.revocations()
    const pending = [...this.#revoked.values()].filter((revocation) => revocation !== null)
    return [...stored.filter(({ id }) => !this.#revoked.has(id)), ...pending]
  }

  holder(code: PilotId): PilotId | undefined {
    if (!this.isRevoked(code)) return code
    this.#history ??= new CodeHistory(this.revocations())
    return this.#history.holder(code)
  }

  add(change: Change): void {
    this.#unapplied.push(change)
    this.#history = undefined
  }

  #applyAll(): void {
    for (const change of this.#unapplied.splice(0)) this.#apply(change)
  }

  #apply({ clear, put = [], remove = [], unrevoke = [], revoke = [] }: Change): void {
    if (clear) this.#clear()
    for (const pilot of put) {
      this.#byId.set(pilot.id, pilot)
      this.#byDocument.set(documentOf(pilot), pilot.id)
    }
    for (const id of remove) this.#byId.set(id, null)
    for (const id of unrevoke) this.#revoked.set(id, null)
    for (const one of revoke) this.#revoked.set(one.id, one)
  }

  #clear(): void {
    this.#byId.clear()
    this.#byDocument.clear()
    this.#revoked.clear()
    this.#isCleared = true
  }
}
