/** The contract of the store of pilots, which the routes and the commands use for every kind of storage. */

import type { EntriesOrder, EntriesReport } from '#domain/event/entries'
import type { RaceEvent } from '#domain/event/event'
import type { ImportOrder, ImportReport, ImportRow } from '#domain/import/import'
import type { StoredImport, UndoneImport } from '#domain/import/undo'
import type { FoundTotal, ListQuery, PilotFilter } from '#domain/list-query'
import type { Revocation } from '#domain/pilot/change'
import type { ChangeLogPage, LoggedChange } from '#domain/pilot/change-log'
import type { GivenConsent } from '#domain/pilot/consent'
import type { IssueOptions, PhotoCopy, UpdateOptions } from '#domain/pilot/decisions'
import type { DuplicateQuery, Duplicates } from '#domain/pilot/duplicates'
import type { HistoryEntry } from '#domain/pilot/history'
import type { PhotoName, Pilot, PilotDraft } from '#domain/pilot/pilot'
import type { PilotId } from '#domain/pilot/pilot-id'
import type { RemovedPage, RemovedQuery, UndoneRemoval } from '#domain/pilot/removed'
import type { StatusBasis } from '#domain/validity/status'
import type { PilotCounts, TermsChange } from '#domain/web/pilot-schemas'

/** One page of the pilots that a query finds, and how many it finds on all pages. */
export interface PilotPage extends FoundTotal {
  pilots: Pilot[]
  /** True if no pilot fits the search exactly, and these fit it with one error in a word. */
  isApproximate?: true
}

/** Every method may throw MachineError. A change is durable when its method resolves. */
export interface PilotStore {
  /** The number of the last change that this process knows. */
  readonly lastChange: number

  /** Returns the moment of the last change, if there is one, by the clock of the laptop that made it: ISO 8601, UTC. */
  lastChangeAt(): Promise<string | undefined>

  list(query?: ListQuery): Promise<PilotPage>

  /**
   * Counts the pilots that a filter finds: see `addGroup`. Those registered since `from` (ISO 8601, UTC) count as
   * registered today. `basis` decides their statuses, and `event` is the event whose entries are counted.
   */
  count(from: string, basis: StatusBasis, filter?: PilotFilter, event?: string): Promise<PilotCounts>

  /** Returns the clubs of the pilots, those with the most pilots first: see `frequentClubs`. */
  clubs(): Promise<string[]>

  /** Finds the pilots who already have the values of a form: see `decideDuplicates`. */
  findDuplicates(query: DuplicateQuery): Promise<Duplicates>

  /** Returns the pilot whose card has a code: see `CodeHistory.holder`. @throws NotFoundError, RevokedError */
  get(id: PilotId): Promise<Pilot>

  /**
   * Registers a pilot. `by` is the author of the change, here and below: see `author.ts`.
   * @throws DuplicateDocumentError
   */
  register(draft: PilotDraft, photo?: PhotoName, by?: string, consent?: GivenConsent | null): Promise<Pilot>

  /** Replaces a pilot's data. @throws NotFoundError, RevokedError, DuplicateDocumentError, ConflictError */
  update(id: PilotId, draft: PilotDraft, options?: UpdateOptions): Promise<Pilot>

  /**
   * Records, in one change, that the cards of these pilots are printed. See `decideIssueCards`. `again` permits pilots
   * who have a card.
   * @throws NotFoundError, AlreadyPrintedError
   */
  issueCards(ids: readonly PilotId[], address: string, options?: Omit<IssueOptions, 'address'>): Promise<void>

  /**
   * Changes the terms of pilots in one change, and resolves to all of them. See `decideChangeTerms`.
   * @throws InvalidError, ConflictError if the terms are not those of `base` any more, MissingPilotsError if one of
   * several pilots does not exist: then none is changed; NotFoundError or RevokedError for a single pilot
   */
  changeTerms(ids: readonly PilotId[], change: TermsChange, by?: string): Promise<Pilot[]>

  /**
   * Enters riders in the open event, changes their entries, or takes them out, in one change: see `decideEntries`.
   * @throws InvalidError, PilotosError, NotFoundError or RevokedError if a rider of the order does not exist
   */
  changeEntries(order: EntriesOrder, event: RaceEvent, by?: string): Promise<EntriesReport>

  /** Resolves to true if a stored pilot has this photo. */
  namesPhoto(name: PhotoName): Promise<boolean>

  /**
   * Revokes a lost card: gives its pilot a new identifier, and makes the old identifier invalid. `photo` names the
   * copy that replaces the pilot's photo. See `revokePilot`.
   * @throws NotFoundError, RevokedError, ConflictError
   */
  revoke(id: PilotId, by?: string, photo?: PhotoCopy): Promise<Pilot>

  /**
   * Returns the pilot, whose emergency contact a gate is shown, once the history has who saw it: see
   * `decideSeeContact`. @throws NotFoundError, RevokedError
   */
  seeContact(id: PilotId, gate: string, by?: string): Promise<Pilot>

  /** Lists the revoked cards, and those that a merge joined to others and that stay valid. */
  revocations(): Promise<Revocation[]>

  /** @throws NotFoundError */
  remove(id: PilotId, by?: string): Promise<void>

  /**
   * Restores a removed pilot in its last state.
   * @throws NotFoundError, RevokedError, MalformedError, DuplicateDocumentError if another pilot has the document now
   */
  undoRemove(id: PilotId, by?: string): Promise<Pilot>

  /** Removes several pilots in one change. @throws MissingPilotsError if one of them does not exist: then none */
  removeMany(ids: readonly PilotId[], by?: string): Promise<void>

  /** Restores in one change those of several removed pilots who can be restored. See `decideUndoRemoveMany`. */
  undoRemoveMany(ids: readonly PilotId[], by?: string): Promise<UndoneRemoval>

  /** Lists the pilots that were removed in the last `removedDays` days, the newest removal first. */
  removed(query?: RemovedQuery): Promise<RemovedPage>

  /** Reads the history of a pilot, also of a removed one, the oldest entry first. @throws NotFoundError */
  history(id: PilotId): Promise<HistoryEntry[]>

  /** Stores all valid rows in one change, or none if the disk fails. */
  import(rows: Iterable<ImportRow>, options?: ImportOrder): Promise<ImportReport>

  /**
   * Undoes an import in one change. `change` is the number in its report. See `decideUndoImport`.
   * @throws NotFoundError, UndoImportError
   */
  undoImport(change: number, by?: string): Promise<UndoneImport>

  /** Lists the last imports of this store, the newest first, at most `recentImports`. */
  imports(): Promise<StoredImport[]>

  /** Replaces all stored pilots by these, atomically. */
  restore(pilots: readonly Pilot[], options?: { revoked?: readonly Revocation[]; by?: string }): Promise<void>

  /** Reads a page of all changes ever made, the oldest first, for a backup. `after` is the previous page's `next`. */
  changeLog(after?: string): Promise<ChangeLogPage>

  /** Adds the history from a backup. A change that is already stored counts once. */
  addToChangeLog(changeLog: readonly LoggedChange[]): Promise<void>

  /** Calls `listener` after every change, when readers see the change. Returns a function that unsubscribes it. */
  subscribe(listener: (change: Notice) => void): () => void
}

/** The notice of one change. */
export interface Notice {
  /** The number of the change. */
  number: number
  /** The changed pilots; absent if they are too many to list. */
  ids?: readonly PilotId[]
}
