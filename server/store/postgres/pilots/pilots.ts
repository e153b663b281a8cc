/** The pilots in PostgreSQL: every change is one statement or one transaction, so that nobody sees half a change. */

import { hostname } from 'node:os'
import { authorAt } from '#domain/author'
import { DuplicateDniError, NotFoundError, type RevokedError } from '#domain/errors'
import type { ImportOptions, ImportReport, ImportRow } from '#domain/import/import'
import { planSteps } from '#domain/import/plan'
import { requireImport, type StoredImport, type UndoneImport, undoSteps } from '#domain/import/undo'
import type { ListQuery } from '#domain/list-query'
import type { Change, Revocation } from '#domain/pilot/change'
import { type ChangeLogPage, historyOf, type LoggedChange, lastStateOf } from '#domain/pilot/change-log'
import {
  decideIssueCards,
  decideRegister,
  decideRevoke,
  decideUndoRemove,
  decideUpdate,
  type IssueOptions,
  missingPilot,
  type PhotoCopy,
  type UpdateOptions,
} from '#domain/pilot/decisions'
import type { DuplicateQuery, Duplicates } from '#domain/pilot/duplicates'
import type { HistoryEntry } from '#domain/pilot/history'
import { isPhotoName } from '#domain/pilot/photo'
import type { PhotoName, Pilot, PilotDraft } from '#domain/pilot/pilot'
import { newPilotId, type PilotId } from '#domain/pilot/pilot-id'
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
import type { PilotCounts, TermsChange } from '#domain/web/schemas'
import { runInTurns } from '../../../async/in-turns.ts'
import type { Notice, PilotPage, PilotStore } from '../../contract/pilot-store.ts'
import type { ChangeFeed } from '../change-feed.ts'
import type { Database } from '../connection/database.ts'
import { brokenRule, isDuplicate, mayBeStored } from '../connection/failure.ts'
import { arrayOf, type Transaction } from '../connection/queryable.ts'
import { Unchanged, Unfinished } from '../connection/single-write.ts'
import { copyPilots, copyRows, updateCards, updatePilots, updateTerms } from './bulk.ts'
import {
  changeStatement,
  deletePilot,
  eventsOf,
  idsOf,
  insertPilot,
  type Statement,
  updatePilot,
} from './change-statement.ts'
import { countPilots } from './counts.ts'
import { findDuplicates, listClubs } from './duplicates.ts'
import { readExisting } from './existing.ts'
import {
  addToChangeLog,
  changeLogPage,
  changesAbout,
  readChange,
  readImportLog,
  readImports,
  readRemoved,
} from './history-rows.ts'
import { listPilots } from './queries.ts'
import { fromRow, pilotColumns } from './rows.ts'
import { singleReads } from './single-reads.ts'

interface StoredPilot {
  id: PilotId
  pilot: Pilot
  revision: string
}

export class PostgresPilots implements PilotStore {
  #reads: ReturnType<typeof singleReads>

  constructor(
    private readonly database: Database,
    private readonly changes: ChangeFeed,
  ) {
    this.#reads = singleReads(database)
  }

  get lastChange(): number {
    return this.changes.lastChange
  }

  list(query?: ListQuery): Promise<PilotPage> {
    if (!query?.perPage) return listPilots(this.database.many, query)
    return this.changes.answers.get(JSON.stringify(query), () => listPilots(this.database, query))
  }

  count(from: string, basis: StatusBasis): Promise<PilotCounts> {
    const key = `count ${from} ${JSON.stringify(basis)}`
    return this.changes.answers.get(key, () => countPilots(this.database, from, basis))
  }

  clubs(): Promise<string[]> {
    return this.changes.answers.get('clubs', () => listClubs(this.database))
  }

  findDuplicates(query: DuplicateQuery): Promise<Duplicates> {
    return findDuplicates(this.database, query)
  }

  async get(id: PilotId): Promise<Pilot> {
    const pilot = await this.#reads.load(id)
    if (!pilot) throw await this.#missing(id)
    return pilot
  }

  register(draft: PilotDraft, photo?: PhotoName, by?: string): Promise<Pilot> {
    return this.#write(async (key) => {
      const { pilot, change } = decideRegister({ draft, photo, by }, newPilotId(), now())
      await this.#commit(insertPilot(pilot, key), change, 1, key, pilot)
      return pilot
    })
  }

  update(id: PilotId, draft: PilotDraft, options: UpdateOptions = {}): Promise<Pilot> {
    return this.#write(async (key) => {
      const stored = await this.#stored(id)
      const { pilot, change } = decideUpdate(stored.pilot, draft, options)
      await this.#commit(updatePilot(stored, pilot, key), change, 0, key, pilot)
      return pilot
    })
  }

  issueCards(
    ids: readonly PilotId[],
    address: string,
    options: Omit<IssueOptions, 'address'> = {},
  ): Promise<void> {
    return this.#write((key) =>
      this.#transact(key, async (transaction) => {
        const stored = await lockPilots(transaction, ids)
        const pilots: Pilot[] = []
        for (const id of ids) pilots.push(stored.get(id) ?? (await this.#throwMissing(id)))
        const at = now()
        const change = decideIssueCards(pilots, { ...options, address }, at)
        await updateCards(transaction, change.put, key)
        return { change, growth: 0, result: undefined }
      }),
    )
  }

  changeTerms(ids: readonly PilotId[], change: TermsChange, by?: string): Promise<Pilot[]> {
    return this.#write((key) =>
      this.#transact(key, async (transaction) => {
        const stored = await lockPilots(transaction, ids)
        const revoked = await readRevocations(transaction, ids)
        const decision = decideChangeTerms(
          ids,
          { byId: (id) => stored.get(id), revocation: (id) => revoked.get(id) },
          change,
          by,
        )
        if (decision.change.put.length === 0) return { growth: 0, result: decision.pilots }
        await updateTerms(transaction, decision.change.put, key)
        return { change: decision.change, growth: 0, result: decision.pilots }
      }),
    )
  }

  async namesPhoto(name: PhotoName): Promise<boolean> {
    if (!isPhotoName(name)) return false
    const rows = await this.database.query('SELECT 1 FROM pilotos.pilots WHERE photo = $1 LIMIT 1', [name])
    return rows.length > 0
  }

  revoke(id: PilotId, by?: string, photo?: PhotoCopy): Promise<Pilot> {
    return this.#write(async (key) => {
      const stored = await this.#stored(id)
      const { pilot, change } = decideRevoke(stored.pilot, newPilotId(), { photo, by }, now())
      await this.#commit(updatePilot(stored, pilot, key), change, 0, key, pilot)
      return pilot
    })
  }

  async revocations(): Promise<Revocation[]> {
    const rows = await this.database.query('SELECT id, at, next FROM pilotos.revoked ORDER BY number, id')
    return rows.map(([id, at, next]) => ({ id: String(id), at: String(at), next: String(next) }))
  }

  remove(id: PilotId, by?: string): Promise<void> {
    return this.#write(async (key) => {
      await this.#commit(deletePilot(await this.#stored(id)), { remove: [id], by }, -1, key, undefined)
    })
  }

  undoRemove(id: PilotId, by?: string): Promise<Pilot> {
    return this.#write(async (key) => {
      const [row] = await this.database.once(
        `SELECT ${pilotColumns.join(', ')} FROM pilotos.pilots WHERE id = $1`,
        [id],
      )
      if (row) return fromRow(row)
      const revocation = await this.#revocation(id)
      const last = lastStateOf(await changesAbout(this.database, [id]), id)
      const { pilot, change } = decideUndoRemove({ last, revocation }, by)
      if (change) await this.#commit(insertPilot(pilot, key), change, 1, key, pilot)
      return pilot
    })
  }

  removeMany(ids: readonly PilotId[], by?: string): Promise<void> {
    return this.#write((key) =>
      this.#transact(key, async (transaction) => {
        const stored = await lockPilots(transaction, ids)
        const change = decideRemoveMany(ids, { byId: (id) => stored.get(id) }, by)
        if (change.remove.length === 0) return { growth: 0, result: undefined }
        await deletePilots(transaction, change.remove)
        return { change, growth: -change.remove.length, result: undefined }
      }),
    )
  }

  undoRemoveMany(ids: readonly PilotId[], by?: string): Promise<UndoneRemoval> {
    return this.#write((key) =>
      this.#transact(key, async (transaction) => {
        const log = await changesAbout(transaction, ids)
        const lasts = new Map(ids.map((id) => [id, lastStateOf(log, id)]))
        const named = ids.map((id) => ({ line: 0, values: { id_driver: id, dni: lasts.get(id)?.dni } }))
        const existing = await readExisting(transaction, named, true)
        const revoked = await readRevocations(transaction, ids)
        const { undone, put, change } = decideUndoRemoveMany(
          ids,
          {
            ...existing,
            revocation: (id) => revoked.get(id),
            last: (id) => lasts.get(id),
          },
          by,
        )
        if (put.length === 0) return { growth: 0, result: undone }
        await copyPilots(transaction, put, key)
        return { change, growth: put.length, result: undone }
      }),
    )
  }

  async removed(query: RemovedQuery = {}): Promise<RemovedPage> {
    const since = removedSince()
    const removed = await this.changes.answers.get('removed', () => readRemoved(this.database, since))
    return removedPage(removed, query, since)
  }

  async history(id: PilotId): Promise<HistoryEntry[]> {
    const ids = await this.#identifiersOf(id)
    const entries = historyOf(await changesAbout(this.database, ids), ids)
    if (entries.length === 0) throw new NotFoundError()
    return entries
  }

  async import(
    rows: Iterable<ImportRow>,
    options: ImportOptions & { by?: string } = {},
  ): Promise<ImportReport> {
    const all = Array.from(rows)
    return this.#write((key) =>
      this.#transact(key, async (transaction) => {
        const existing = await readExisting(transaction, all, options.update === true && !options.dryRun)
        const importedAt = now()
        const { create, update, report } = await runInTurns(
          planSteps({
            rows: all,
            pilots: existing,
            options,
            newId: () => newPilotId(),
            now: importedAt,
          }),
        )
        const change: Change = { put: [...update, ...create], by: options.by, importedAt }
        if (options.dryRun || change.put?.length === 0) return { growth: 0, result: report }
        await updatePilots(transaction, update, key)
        await copyPilots(transaction, create, key)
        const numbered = (number: number) => ({ ...report, change: number })
        return { change, growth: create.length, result: report, numbered }
      }),
    )
  }

  undoImport(number: number, by?: string): Promise<UndoneImport> {
    return this.#write((key) =>
      this.#transact(key, async (transaction) => {
        const { put: imported } = requireImport(await readChange(transaction, number))
        const stored = await lockPilots(
          transaction,
          imported.map(({ id }) => id),
        )
        // The log is read after the pilots are locked, so that it has all changes of them.
        const log = await readImportLog(transaction, imported)
        const owners = await readOwners(transaction, log)
        const lookup = { byId: (id: PilotId) => stored.get(id), byDni: (dni: number) => owners.get(dni) }
        const { change, undone } = await runInTurns(undoSteps(number, log, lookup, by))
        await deletePilots(transaction, change.remove)
        await updatePilots(transaction, change.put, key)
        return { change, growth: -change.remove.length, result: undone }
      }),
    )
  }

  imports(): Promise<StoredImport[]> {
    return readImports(this.database)
  }

  restore(
    pilots: readonly Pilot[],
    { revoked = [], by }: { revoked?: readonly Revocation[]; by?: string } = {},
  ): Promise<void> {
    return this.#write((key) =>
      this.#transact(key, async (transaction) => {
        const [[total] = []] = await transaction.query(
          'SELECT total FROM pilotos.state WHERE one = 1 FOR UPDATE',
        )
        await transaction.query('DELETE FROM pilotos.pilots')
        await transaction.query('DELETE FROM pilotos.revoked')
        await copyPilots(transaction, pilots, key)
        await copyRows(
          transaction,
          'pilotos.revoked',
          ['id', 'at', 'next', 'number'],
          mapped(revoked.entries(), ([index, { id, at, next }]) => [id, at, next, index - revoked.length]),
        )
        const change: Change = { clear: true, put: pilots, by }
        return { change, growth: pilots.length - Number(total), result: undefined }
      }),
    )
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

  async #write<Result>(work: (key: string) => Promise<Result | Unchanged<Result>>): Promise<Result> {
    try {
      return await this.database.write(work, (key) => this.#wasDone(key))
    } finally {
      this.changes.answers.forget()
      this.changes.poll()
    }
  }

  /**
   * Returns true if the change with this key is stored. The look-up writes, because the change may be visible on its
   * server and not yet be on a synchronous standby: the commit of the look-up waits for both.
   */
  async #wasDone(key: string): Promise<boolean> {
    const text = 'UPDATE pilotos.changes SET at = at WHERE key = $1 RETURNING 1'
    return (await this.database.once(text, [key])).length > 0
  }

  /** Commits a change in one statement, so that others wait for it only while the database works. */
  async #commit(put: Statement, change: Change, growth: number, key: string, result: unknown): Promise<void> {
    const note = { key, at: now(), change: signed(change), growth }
    const { text, parameters } = changeStatement(put, note, this.changes.hasNotifications)
    try {
      const rows = await this.database.once(text, parameters)
      // Another write has changed the pilot since it was read.
      if (rows.length === 0) throw retryError()
    } catch (error) {
      if (mayBeStored(error)) throw new Unfinished(result, error)
      throw await this.#refusal(error, change)
    }
  }

  /**
   * Returns DuplicateDniError if another pilot has the DNI, an error that leads to a retry for any other duplicate,
   * and all other errors unchanged.
   */
  async #refusal(error: unknown, { put = [] }: Change): Promise<unknown> {
    if (brokenRule(error) !== 'pilots_dni') return isDuplicate(error) ? retryError() : error
    const [row] = await this.database.once('SELECT id FROM pilotos.pilots WHERE dni = $1', [put[0]?.dni ?? 0])
    return row ? new DuplicateDniError(String(row[0])) : retryError()
  }

  /** Commits several statements. Numbers the change last, because that blocks all other writes until the end. */
  async #transact<Result>(
    key: string,
    work: (transaction: Transaction) => Promise<Work<Result>>,
  ): Promise<Result | Unchanged<Result>> {
    let done: { result: Result } | undefined
    try {
      return await this.database.transaction(async (transaction) => {
        const { change, growth, result, numbered } = await work(transaction)
        if (!change) return new Unchanged(result)
        const number = await this.#note(transaction, key, change, growth)
        done = { result: numbered ? numbered(number) : result }
        return done.result
      })
    } catch (error) {
      if (mayBeStored(error) && done) throw new Unfinished(done.result, error)
      throw isDuplicate(error) ? retryError() : error
    }
  }

  /** Records a change and returns its number. */
  async #note(transaction: Transaction, key: string, change: Change, growth: number): Promise<number> {
    await copyRows(
      transaction,
      'pilotos.history',
      ['change', 'id', 'kind', 'state', 'next'],
      mapped(eventsOf(change), ({ id, kind, state, next }) => [key, id, kind, state, next]),
    )
    const { put = [], remove = [], revoke = [] } = change
    const [[number] = []] = await transaction.query(
      'UPDATE pilotos.state SET number = number + 1, total = total + $1::bigint WHERE one = 1 RETURNING number',
      [growth],
    )
    await transaction.query(
      `INSERT INTO pilotos.changes (key, number, at, author, is_clear, size, ids, imported_at, undoes)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        key,
        String(number),
        now(),
        signed(change).by ?? null,
        change.clear === true,
        put.length + remove.length + revoke.length,
        idsOf(change),
        change.importedAt ?? null,
        change.undoes ?? null,
      ],
    )
    if (this.changes.hasNotifications) await transaction.query("SELECT pg_notify('pilotos', '')")
    return Number(number)
  }

  async #stored(id: PilotId): Promise<StoredPilot> {
    const [row] = await this.database.once(
      `SELECT revision, ${pilotColumns.join(', ')} FROM pilotos.pilots WHERE id = $1`,
      [id],
    )
    if (!row) throw await this.#missing(id)
    const [revision, ...values] = row
    return { id, pilot: fromRow(values), revision: String(revision) }
  }

  async #missing(id: PilotId): Promise<NotFoundError | RevokedError> {
    return missingPilot(await this.#revocation(id))
  }

  async #revocation(id: PilotId): Promise<Omit<Revocation, 'id'> | undefined> {
    const [row] = await this.database.query('SELECT at, next FROM pilotos.revoked WHERE id = $1', [id])
    return row && { at: String(row[0]), next: String(row[1]) }
  }

  async #throwMissing(id: PilotId): Promise<never> {
    throw await this.#missing(id)
  }

  /** Returns the identifier of a pilot and its former identifiers, since each lost card had a different one. */
  async #identifiersOf(id: PilotId): Promise<Set<PilotId>> {
    const ids = new Set([id])
    for (let before = 0; ids.size > before; ) {
      before = ids.size
      const rows = await this.database.query('SELECT id FROM pilotos.revoked WHERE next = ANY($1::text[])', [
        arrayOf([...ids]),
      ])
      for (const [lost] of rows) ids.add(String(lost))
    }
    return ids
  }
}

/** The result of a transaction, and the change that it made, if any. */
interface Work<Result> {
  change?: Change
  /** The number of added pilots; negative if pilots are removed. */
  growth: number
  result: Result
  /** Returns the result with the number of the change. */
  numbered?: (number: number) => Result
}

/** Returns stored pilots, which other transactions cannot change until this transaction ends. */
async function lockPilots(
  { query }: Transaction,
  ids: readonly PilotId[],
): Promise<ReadonlyMap<PilotId, Pilot>> {
  const rows = await query(
    `SELECT ${pilotColumns.join(', ')} FROM pilotos.pilots WHERE id = ANY($1::text[]) ORDER BY id FOR UPDATE`,
    [arrayOf(ids)],
  )
  return new Map(rows.map((row) => [String(row[0]), fromRow(row)]))
}

async function deletePilots({ query }: Transaction, ids: readonly PilotId[]): Promise<void> {
  if (ids.length > 0) await query('DELETE FROM pilotos.pilots WHERE id = ANY($1::text[])', [arrayOf(ids)])
}

/** Returns the pilots who have one of the DNIs in a log, by their DNI. */
async function readOwners(
  { query }: Transaction,
  log: readonly LoggedChange[],
): Promise<ReadonlyMap<number, Pilot>> {
  const dnis = new Set(log.flatMap(({ change: { put = [] } }) => put.map(({ dni }) => dni)))
  const rows = await query(
    `SELECT ${pilotColumns.join(', ')} FROM pilotos.pilots WHERE dni = ANY($1::bigint[])`,
    [arrayOf([...dnis])],
  )
  return new Map(rows.map(fromRow).map((pilot) => [pilot.dni, pilot]))
}

/** Adds the name of this laptop to the author, so that the history says on which laptop a change was made. */
function signed(change: Change): Change {
  return { ...change, by: authorAt(hostname(), change.by) }
}

/** Returns an error that leads to a retry, like a collision that the database itself reports. */
function retryError(): Error {
  return Object.assign(new Error('changed meanwhile'), { code: '40001' })
}

function* mapped<From, To>(items: Iterable<From>, change: (item: From) => To): Generator<To> {
  for (const item of items) yield change(item)
}

function now(): string {
  return new Date().toISOString()
}

async function readRevocations(
  { query }: Transaction,
  ids: readonly PilotId[],
): Promise<Map<PilotId, Omit<Revocation, 'id'>>> {
  const rows = await query('SELECT id, at, next FROM pilotos.revoked WHERE id = ANY($1::text[])', [
    arrayOf(ids),
  ])
  return new Map(rows.map(([id, at, next]) => [String(id), { at: String(at), next: String(next) }]))
}
