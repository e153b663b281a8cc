/** Looks up the pilots whom an import or a decision needs, also riders without a document by their names. */
import { CodeHistory } from '../gate/code-history.ts'
import { groupsBy } from '../groups.ts'
import type { Revocation } from './change.ts'
import { mayBeSame, nameKey } from './checks/duplicates.ts'
import { documentOf, type StoredDocument } from './document.ts'
import { DocumentIndex } from './documents/document-key.ts'
import type { Pilot, StoredDraft } from './pilot.ts'
import type { PilotId } from './pilot-id.ts'

/** Looks up the existing pilots that an import needs. */
export interface ExistingPilots {
  all(): readonly Pilot[]
  byId(id: PilotId): Pilot | undefined
  /** Returns a pilot with a document: see `isSameDocument`. `except` is not the one who is looked for. */
  byDocument(document: StoredDocument, except?: PilotId): Pilot | undefined
  /**
   * Returns the identifier of the pilot whose card has a code, or undefined if the card was revoked: its code must never
   * become valid again. See `CodeHistory`.
   */
  holder(code: PilotId): PilotId | undefined
}

/** Returns a lookup of pilots that are in memory. It makes its indexes when they are needed: an import may have no rows. */
export function existingAmong(pilots: readonly Pilot[], revocations: readonly Revocation[]): ExistingPilots {
  const byId = lazy(() => new Map(pilots.map((pilot) => [pilot.id, pilot])))
  const byDocument = lazy(() => new DocumentIndex((pilot: Pilot) => pilot, pilots))
  const history = lazy(() => new CodeHistory(revocations))
  return {
    all: () => pilots,
    byId: (id) => byId().get(id),
    byDocument: (document, except) =>
      byDocument()
        .find(document)
        .find(({ id }) => id !== except),
    holder: (code) => history().holder(code),
  }
}

/** Returns a function that makes a value at its first call, and returns it at every call. */
function lazy<Value extends object>(make: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= make()
    return value
  }
}

/** The stored pilots by their full names, for riders without a document. The indexes are made when they are needed. */
export class NamedPilots {
  #all: () => ReadonlyMap<string, Pilot[]>
  #withoutDocument: () => ReadonlyMap<string, Pilot[]>

  constructor(pilots: Pick<ExistingPilots, 'all'>) {
    this.#all = lazy(() => groupsBy(pilots.all(), nameKey))
    this.#withoutDocument = lazy(() =>
      groupsBy(
        pilots.all().filter((pilot) => documentOf(pilot) === undefined),
        nameKey,
      ),
    )
  }

  /** Returns the pilots who may be a rider with a document or without one: see `mayBeSame`. */
  like(document: StoredDocument | undefined, read: () => StoredDraft): Pilot[] {
    const index = document ? this.#withoutDocument() : this.#all()
    if (index.size === 0) return []
    const rider = read()
    return (index.get(nameKey(rider)) ?? []).filter((pilot) => mayBeSame(pilot, rider))
  }
}
