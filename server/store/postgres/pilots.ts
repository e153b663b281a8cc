/** The pilots in PostgreSQL: every change is one transaction, so that nobody sees half a change. */
import { DuplicateDocumentError, NotFoundError } from '#domain/errors'
import {
  decideEntries,
  type EntriesOrder,
  type EntriesReport,
  ReturningEntries,
  ridersOf,
} from '#domain/event/entries'
import type { RaceEvent } from '#domain/event/event'
import { CodeHistory } from '#domain/gate/code-history'
import type { ImportOrder, ImportReport, ImportRow } from '#domain/import/import'
import { newRiders, planImport } from '#domain/import/plan'
import { decideUndoImport, requireImport, type StoredImport, type UndoneImport } from '#domain/import/undo'
import type { ListQuery, PilotFilter } from '#domain/list-query'
import type { Change, Revocation } from '#domain/pilot/change'
import { type ChangeLogPage, historyOf, type LoggedChange, lastStateOf } from '#domain/pilot/change-log'
import type { GivenConsent } from '#domain/pilot/consent'
import {
  decideIssueCards,
  decideRegister,
  decideRevoke,
  decideSeeContact,
  decideUndoRemove,
  decideUpdate,
  type IssueOptions,
  missingPilot,
  type PhotoCopy,
  type UpdateOptions,
} from '#domain/pilot/decisions'
import { documentField, documentOf, readDocument } from '#domain/pilot/document'
import type { DuplicateQuery, Duplicates } from '#domain/pilot/duplicates'
import type { HistoryEntry } from '#domain/pilot/history'
import type { InventedValue } from '#domain/pilot/invented'
import { isPhotoName, type PhotoName, type Pilot, type PilotDraft } from '#domain/pilot/pilot'
import { newPilotId, type PilotId, readPilotId } from '#domain/pilot/pilot-id'
import {
  decideRemoveMany,
  decideUndoRemoveMany,
  type RemovedPage,
  type RemovedQuery,
  removedPage,
  removedSince,
  type UndoneRemoval,
} from '#domain/pilot/removed'
import { decideChangeTerms } from '#domain/validity/changes'
import type { StatusBasis } from '#domain/validity/status'
import type { PilotCounts, TermsChange } from '#domain/web/pilot-schemas'
import type { Notice, PilotPage, PilotStore } from '../contract/pilot-store.ts'
import type { Tombstones } from '../shared/tombstones.ts'
import type { ChangeFeed } from './change-feed.ts'
import type { Database, Queryable } from './connection/database.ts'
import { coded } from './connection/failure.ts'
import {
  addToChangeLog,
  changeLogPage,
  changesAbout,
  codesAfter,
  identifiersOf,
  readChange,
  readImportLog,
  readImports,
  readRemoved,
  readRevocations,
  type Work,
  writeChange,
} from './history.ts'
import { countPilots, findDuplicates, listClubs, listInvented, listPilots } from './pilot-list.ts'
import {
  cardColumns,
  deletePilots,
  insertPilots,
  insertRows,
  readEntered,
  readPilots,
  termsColumns,
  updatePilots,
} from './pilot-rows.ts'

export class PostgresPilots implements PilotStore {
  /** The invented values after the change with a number. Every list shows how many pilots have one. */
  #invented: { change: unknown; values: Promise<InventedValue[]> } | undefined

  constructor(
    private readonly database: Database,
    private readonly changes: ChangeFeed,
    private readonly stones: (transaction: Queryable) => Promise<Tombstones>,
  ) {}

  get lastChange(): number {
    return this.changes.lastChange
  }

  async list(query?: ListQuery): Promise<PilotPage> {
    const values = query?.invented ? await this.#inventedValues() : undefined
    return listPilots(query?.perPage ? this.database : this.database.many, { ...query, values })
  }

  async count(from: string, basis: StatusBasis, filter: PilotFilter = {}, event = ''): Promise<PilotCounts> {
    return countPilots(this.database, from, basis, await this.#inventedValues(), filter, event)
  }

  clubs(): Promise<string[]> {
    return listClubs(this.database)
  }

  findDuplicates(query: DuplicateQuery): Promise<Duplicates> {
    return findDuplicates(this.database, query)
  }

  async get(id: PilotId): Promise<Pilot> {
    return findPilot(this.database, id)
  }

  register(draft: PilotDraft, photo?: PhotoName, by?: string, consent?: GivenConsent | null): Promise<Pilot> {
    return this.#write(async (transaction) => {
      const { pilot, change } = decideRegister({ draft, photo, by, consent }, newPilotId(), now())
      await requireFreeDocument(transaction, pilot)
      await insertPilots(transaction, [pilot])
      return { change, growth: 1, result: pilot }
    })
  }

  update(id: PilotId, draft: PilotDraft, options: UpdateOptions = {}): Promise<Pilot> {
    return this.#write(async (transaction) => {
      const stored = await lockPilot(transaction, id)
      const entered = options.event ? await readEntered(transaction, options.event.id) : []
      const { pilot, change } = decideUpdate(stored, draft, options, now(), entered)
      if (documentOf(pilot) !== documentOf(stored)) await requireFreeDocument(transaction, pilot)
      await updatePilots(transaction, [pilot])
      return { change, result: pilot }
    })
  }

  issueCards(
    ids: readonly PilotId[],
    address: string,
    options: Omit<IssueOptions, 'address'> = {},
  ): Promise<void> {
    return this.#write(async (transaction) => {
      const { byId } = await readPilots(transaction, { ids }, { locks: true })
      const pilots: Pilot[] = []
      for (const id of ids) pilots.push(byId(id) ?? (await lockPilot(transaction, id)))
      const change = decideIssueCards(pilots, { ...options, address }, now())
      await updatePilots(transaction, change.put, cardColumns)
      return { change, result: undefined }
    })
  }

  changeTerms(ids: readonly PilotId[], change: TermsChange, by?: string): Promise<Pilot[]> {
    return this.#write(async (transaction) => {
      const { byId } = await readPilots(transaction, { ids }, { locks: true })
      const revocation = await lookUpRevocations(transaction, ids)
      const decision = decideChangeTerms(ids, { byId, revocation }, change, by)
      if (decision.change.put.length === 0) return { result: decision.pilots }
      await updatePilots(transaction, decision.change.put, termsColumns)
      return { change: decision.change, result: decision.pilots }
    })
  }

  changeEntries(order: EntriesOrder, event: RaceEvent, by?: string): Promise<EntriesReport> {
    return this.#write(async (transaction) => {
      const { ids = [], event: other } = ridersOf(order)
      const { byId } = await readPilots(transaction, { ids }, { locks: true })
      const wanted: Pilot[] = []
      for (const id of ids) wanted.push(byId(id) ?? (await lockPilot(transaction, id)))
      // Nobody else takes a number from here to the end of the transaction.
      await transaction.query('SELECT number FROM pilotos.state WHERE one = 1 FOR UPDATE')
      const riders = other === undefined ? wanted : await readEntered(transaction, other)
      const entered = await readEntered(transaction, event.id)
      const { change, report } = decideEntries(order, { event, riders, entered, by, now: now() })
      if (change.put.length === 0) return { result: report }
      await updatePilots(transaction, change.put, ['entries'])
      return { change, result: report }
    })
  }

  async namesPhoto(name: PhotoName): Promise<boolean> {
    if (!isPhotoName(name)) return false
    const rows = await this.database.query('SELECT 1 FROM pilotos.pilots WHERE photo = $1 LIMIT 1', [name])
    return rows.length > 0
  }

  revoke(id: PilotId, by?: string, photo?: PhotoCopy): Promise<Pilot> {
    return this.#write(async (transaction) => {
      const stored = await lockPilot(transaction, id)
      const { pilot, change } = decideRevoke(stored, newPilotId(), { photo, by }, now())
      // A pilot with a new identifier becomes the last in the order of registration.
      await deletePilots(transaction, [stored.id])
      await insertPilots(transaction, [pilot])
      return { change, result: pilot }
    })
  }

  seeContact(id: PilotId, gate: string, by?: string): Promise<Pilot> {
    return this.#write(async (transaction) => {
      const { pilot, change } = decideSeeContact(await lockPilot(transaction, id), gate, by)
      return { change, result: pilot }
    })
  }

  revocations(): Promise<Revocation[]> {
    return readRevocations(this.database)
  }

  remove(id: PilotId, by?: string): Promise<void> {
    return this.#write(async (transaction) => {
      const stored = await lockPilot(transaction, id)
      await deletePilots(transaction, [stored.id])
      return { change: { remove: [stored.id], by }, growth: -1, result: undefined }
    })
  }

  undoRemove(id: PilotId, by?: string): Promise<Pilot> {
    return this.#bringIn(async (transaction) => {
      const stored = (await readPilots(transaction, { ids: [id] })).byId(id)
      if (stored) return { result: stored }
      const [revocation] = await readRevocations(transaction, [id])
      const last = lastStateOf(await changesAbout(transaction, [id]), id)
      const returning = await returningEntries(transaction, last ? [last] : [])
      const { pilot, change } = decideUndoRemove({ last, revocation }, returning, by)
      if (!change) return { result: pilot }
      await requireFreeDocument(transaction, pilot)
      await insertPilots(transaction, [pilot])
      return { change, growth: 1, result: pilot }
    })
  }

  removeMany(ids: readonly PilotId[], by?: string): Promise<void> {
    return this.#write(async (transaction) => {
      const change = decideRemoveMany(ids, await readPilots(transaction, { ids }, { locks: true }), by)
      if (change.remove.length === 0) return { result: undefined }
      await deletePilots(transaction, change.remove)
      return { change, growth: -change.remove.length, result: undefined }
    })
  }

  undoRemoveMany(ids: readonly PilotId[], by?: string): Promise<UndoneRemoval> {
    return this.#bringIn(async (transaction) => {
      const log = await changesAbout(transaction, ids)
      const lasts = new Map(ids.map((id) => [id, lastStateOf(log, id)]))
      const documents = [...lasts.values()].filter((last) => last !== undefined)
      const existing = await readPilots(transaction, { ids, documents }, { locks: true })
      const revocation = await lookUpRevocations(transaction, ids)
      const lookup = { ...existing, revocation }
      const returning = await returningEntries(transaction, documents)
      const { undone, put, change } = decideUndoRemoveMany(ids, lookup, (id) => lasts.get(id), returning, by)
      if (put.length === 0) return { result: undone }
      await insertPilots(transaction, put)
      return { change, growth: put.length, result: undone }
    })
  }

  async removed(query: RemovedQuery = {}): Promise<RemovedPage> {
    const since = removedSince()
    return removedPage(await readRemoved(this.database, since), query, since)
  }

  async history(id: PilotId): Promise<HistoryEntry[]> {
    const codes = await codesAfter(this.database, id)
    const ids = await identifiersOf(this.database, codes.holder(id) ?? id)
    const entries = historyOf(await changesAbout(this.database, ids), ids)
    if (entries.length === 0) throw new NotFoundError()
    return entries
  }

  async import(rows: Iterable<ImportRow>, options: ImportOrder = {}): Promise<ImportReport> {
    const all = Array.from(rows)
    const codes = all.flatMap(({ values }) => readPilotId(String(values.id_driver ?? '')) ?? [])
    const documents = all.flatMap(({ values }) => readDocument(values) ?? [])
    const stones = await this.stones(this.database.many)
    if (!stones.isEmpty)
      await stones.prepare(newRiders(all, await readPilots(this.database.many, { documents })))
    return this.#bringIn(async (transaction, stones) => {
      const locks = options.update === true && !options.dryRun
      const before = new CodeHistory(await readRevocations(transaction))
      const ids = codes.map((code) => before.current(code))
      const existing = await readPilots(transaction, { ids, documents }, { locks })
      // Read after the pilots are locked: a card that is revoked in between is found here.
      const history = new CodeHistory(await readRevocations(transaction))
      const importedAt = now()
      const { create, update, report } = planImport({
        rows: all,
        pilots: { ...existing, holder: (code) => history.holder(code) },
        options,
        newId: newPilotId,
        now: importedAt,
        isErased: (rider, code) => stones.isErased(rider, code),
        entered: options.event ? await readEntered(transaction, options.event.id) : [],
      })
      const change: Change = { put: [...update, ...create], by: options.by, importedAt, file: options.file }
      if (options.dryRun || change.put?.length === 0) return { result: report }
      await updatePilots(transaction, update)
      await insertPilots(transaction, create)
      const numbered = (number: number) => ({ ...report, change: number })
      return { change, growth: create.length, result: report, numbered }
    })
  }

  undoImport(number: number, by?: string): Promise<UndoneImport> {
    return this.#bringIn(async (transaction) => {
      const { put: imported } = requireImport(await readChange(transaction, number))
      const ids = imported.map(({ id }) => id)
      const { byId } = await readPilots(transaction, { ids }, { locks: true })
      // The log is read after the pilots are locked, so that it has all changes of them.
      const log = await readImportLog(transaction, imported)
      const documents = log.flatMap(({ change: { put = [] } }) => put)
      const { byDocument } = await readPilots(transaction, { documents })
      const { change, undone } = decideUndoImport(number, log, { byId, byDocument }, by)
      await deletePilots(transaction, change.remove)
      await updatePilots(transaction, change.put)
      return { change, growth: -change.remove.length, result: undone }
    })
  }

  imports(): Promise<StoredImport[]> {
    return readImports(this.database)
  }

  restore(
    pilots: readonly Pilot[],
    { revoked = [], by }: { revoked?: readonly Revocation[]; by?: string } = {},
  ): Promise<void> {
    return this.#write(async (transaction) => {
      const { query } = transaction
      const [[total] = []] = await query('SELECT total FROM pilotos.state WHERE one = 1 FOR UPDATE')
      await query('DELETE FROM pilotos.pilots')
      await query('DELETE FROM pilotos.revoked')
      await insertPilots(transaction, pilots)
      const rows = revoked.map((one, index) => ({ ...one, number: index - revoked.length }))
      await insertRows(transaction, 'pilotos.revoked', ['id', 'at', 'next', 'joined', 'number'], rows)
      const change: Change = { clear: true, put: pilots, by }
      return { change, growth: pilots.length - Number(total), result: undefined }
    })
  }

  async lastChangeAt(): Promise<string | undefined> {
    const [[at] = []] = await this.database.many.query(
      'SELECT at FROM pilotos.changes WHERE origin IS NULL ORDER BY number DESC LIMIT 1',
    )
    return at === undefined ? undefined : String(at)
  }

  changeLog(after?: string): Promise<ChangeLogPage> {
    return changeLogPage(this.database.many, after)
  }

  addToChangeLog(log: readonly LoggedChange[]): Promise<void> {
    return this.database.repeat(() =>
      this.database.transaction((transaction) => addToChangeLog(transaction, log)),
    )
  }

  subscribe(listener: (change: Notice) => void): () => void {
    return this.changes.subscribe(listener)
  }

  #write<Result>(work: (transaction: Queryable) => Promise<Work<Result>>): Promise<Result> {
    return writeChange(this.database, this.changes, work)
  }

  /** Writes pilots from the history or from a file. It runs again if a person is erased meanwhile. */
  #bringIn<Result>(
    work: (transaction: Queryable, stones: Tombstones) => Promise<Work<Result>>,
  ): Promise<Result> {
    return this.#write(async (transaction) => {
      const stones = await this.stones(transaction)
      const done = await work(transaction, stones)
      if (!done.change) return done
      // Nobody is erased from here to the end of the transaction.
      await transaction.query('SELECT number FROM pilotos.state WHERE one = 1 FOR UPDATE')
      if (!(await this.stones(transaction)).equals(stones)) throw coded('40001')
      return done
    })
  }

  /** Returns the invented values. Reads them once after each change, for all lists that wait for them. */
  async #inventedValues(): Promise<InventedValue[]> {
    const [[change] = []] = await this.database.query('SELECT number FROM pilotos.state')
    const known = this.#invented
    if (known && known.change === change) return known.values
    const values = listInvented(this.database)
    this.#invented = { change, values }
    values.catch(() => {
      this.#invented = undefined
    })
    return values
  }
}

/** Returns the pilot of a code, which a merge may have joined to another one. @throws NotFoundError, RevokedError */
async function findPilot(database: Queryable, code: PilotId, options?: { locks: boolean }): Promise<Pilot> {
  const find = async (id: PilotId) => (await readPilots(database, { ids: [id] }, options)).byId(id)
  const pilot = await find(code)
  if (pilot) return pilot
  const codes = await codesAfter(database, code)
  const joined = codes.holder(code)
  const other = joined === undefined || joined === code ? undefined : await find(joined)
  if (other) return other
  throw missingPilot(codes.revocation(code))
}

/** Returns the pilot of a code, whom other transactions cannot change until this one ends. */
function lockPilot(transaction: Queryable, code: PilotId): Promise<Pilot> {
  return findPilot(transaction, code, { locks: true })
}

/** Returns what removed riders with entries need to come back. Nobody else takes a number from here on. */
async function returningEntries(transaction: Queryable, lasts: readonly Pilot[]): Promise<ReturningEntries> {
  const events = new Set(lasts.flatMap(({ entries = [] }) => entries.map(({ event }) => event)))
  if (events.size === 0) return new ReturningEntries([])
  await transaction.query('SELECT number FROM pilotos.state WHERE one = 1 FOR UPDATE')
  const others: Pilot[] = []
  for (const event of events) others.push(...(await readEntered(transaction, event)))
  return new ReturningEntries(others)
}

/** @throws DuplicateDocumentError if a stored pilot has the document */
async function requireFreeDocument(transaction: Queryable, pilot: Pilot): Promise<void> {
  const owner = (await readPilots(transaction, { documents: [pilot] })).byDocument(pilot)
  if (owner) throw new DuplicateDocumentError(owner.id, documentField(pilot))
}

async function lookUpRevocations(
  transaction: Queryable,
  ids: readonly PilotId[],
): Promise<(id: PilotId) => Revocation | undefined> {
  const revoked = new Map((await readRevocations(transaction, ids)).map((one) => [one.id, one]))
  return (id) => revoked.get(id)
}

function now(): string {
  return new Date().toISOString()
}
