/** What holds the pilots, whoever stands behind it: the routes and the commands know only this. */
import type { ImportOptions, ImportReport, ImportRow } from '#domain/import/import'
import type { ListQuery, PilotCounts } from '#domain/list-query'
import type { Revocation } from '#domain/pilot/change'
import type { ChangeLogPage, LoggedChange } from '#domain/pilot/change-log'
import type { PhotoCopy, UpdateOptions } from '#domain/pilot/decisions'
import type { HistoryEntry } from '#domain/pilot/history'
import type { PhotoName, Pilot, PilotDraft } from '#domain/pilot/pilot'
import type { PilotId } from '#domain/pilot/pilot-id'

/** One page of pilots, and how many the query finds in all. */
export interface PilotPage {
  pilots: Pilot[]
  total: number
}

/** Every method may throw MachineError; what it acknowledges is stored. */
export interface PilotStore {
  /** Counts the changes; as far as this process knows. */
  readonly lastChange: number

  list(query?: ListQuery): Promise<PilotPage>

  /** Those who count as registered today have been since `from`: ISO 8601, UTC. */
  count(from: string): Promise<PilotCounts>

  /** A pilot that is at hand without waiting for it; undefined says nothing. Any text may be asked for. */
  peek(id: string): Pilot | undefined

  /** @throws NotFoundError, RevokedError */
  get(id: PilotId): Promise<Pilot>

  /** `by` is who does it, here and below: see `author.ts`. @throws DuplicateDniError */
  register(draft: PilotDraft, photo?: PhotoName, by?: string): Promise<Pilot>

  /** Replaces a pilot's data. @throws NotFoundError, RevokedError, DuplicateDniError, ConflictError */
  update(id: PilotId, draft: PilotDraft, options?: UpdateOptions): Promise<Pilot>

  /**
   * Notes that these pilots' cards are printed, all at once; `again` where some may have one.
   * @throws NotFoundError, AlreadyPrintedError
   */
  issueCards(
    ids: readonly PilotId[],
    address: string,
    options?: { again?: boolean; by?: string },
  ): Promise<void>

  /** Whether a pilot that stands has this photo. */
  namesPhoto(name: PhotoName): Promise<boolean>

  /**
   * Gives a pilot whose card was lost another identifier; the old one is good for nothing from now on. `photo` is the
   * copy that the pilot has from then on. See `revokePilot`. @throws NotFoundError, RevokedError, ConflictError
   */
  revoke(id: PilotId, by?: string, photo?: PhotoCopy): Promise<Pilot>

  /** The cards that were lost. */
  revocations(): Promise<Revocation[]>

  /** @throws NotFoundError */
  remove(id: PilotId, by?: string): Promise<void>

  /** Brings a removed pilot back as it was. @throws NotFoundError, DuplicateDniError where another has the DNI by now */
  undoRemove(id: PilotId, by?: string): Promise<Pilot>

  /** What became of a pilot, the oldest first; also of one that was removed. @throws NotFoundError */
  history(id: PilotId): Promise<HistoryEntry[]>

  /** Registers every good row at once, or none where the disk fails. */
  import(rows: Iterable<ImportRow>, options?: ImportOptions & { by?: string }): Promise<ImportReport>

  /** Puts these pilots in the place of all that there are, at once. */
  restore(pilots: readonly Pilot[], options?: { revoked?: readonly Revocation[]; by?: string }): Promise<void>

  /** Some of all the changes that were ever made, the oldest first: for a backup. `after` is the `next` of the page before. */
  changeLog(after?: string): Promise<ChangeLogPage>

  /** Adds what a backup has of the history; what is there already counts once. */
  addToChangeLog(changeLog: readonly LoggedChange[]): Promise<void>

  /** Is told of every change, once readers see it; gives what ends that. */
  subscribe(listener: (change: Notice) => void): () => void
}

/** What a change was about. */
export interface Notice {
  /** Counts the changes. */
  number: number
  /** Absent where they are too many to say. */
  ids?: readonly PilotId[]
}
