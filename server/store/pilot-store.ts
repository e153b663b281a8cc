/** What holds the pilots, whoever stands behind it: the routes and the commands know only this. */
import type { ImportOptions, ImportReport } from '#domain/import-plan'
import type { ImportRow } from '#domain/import-table'
import type { ListQuery } from '#domain/list-query'
import type { PhotoName, Pilot, PilotDraft } from '#domain/pilot'
import type { PilotId } from '#domain/pilot-id'

/** One page of pilots, and how many the query finds in all. */
export interface PilotPage {
  pilots: Pilot[]
  total: number
}

/** Every method may throw MachineError; what it acknowledges is stored. */
export interface PilotStore {
  list(query?: ListQuery): Promise<PilotPage>

  /** A pilot that is at hand without waiting for it; undefined says nothing. Any text may be asked for. */
  peek(id: string): Pilot | undefined

  /** @throws NotFoundError */
  get(id: PilotId): Promise<Pilot>

  /** @throws DuplicateDniError */
  register(draft: PilotDraft, photo?: PhotoName): Promise<Pilot>

  /**
   * Replaces a pilot's data; the stored photo stays unless another is given, or null for none.
   * @throws NotFoundError, DuplicateDniError
   */
  update(id: PilotId, draft: PilotDraft, photo?: PhotoName | null): Promise<Pilot>

  /**
   * Notes that these pilots' cards are printed, all at once; `again` where some may have one.
   * @throws NotFoundError, AlreadyPrintedError
   */
  issueCards(ids: readonly PilotId[], address: string, options?: { again?: boolean }): Promise<void>

  /** @throws NotFoundError */
  remove(id: PilotId): Promise<void>

  /** Registers every good row at once, or none where the disk fails. */
  import(rows: Iterable<ImportRow>, options?: ImportOptions): Promise<ImportReport>

  /** Puts these pilots in the place of all that there are, at once. */
  restore(pilots: readonly Pilot[]): Promise<void>
}
