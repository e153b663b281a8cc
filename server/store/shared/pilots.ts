/** The pilots of any store: each operation is a decision of the domain, and each query reads the data in memory. */
import { hostname } from 'node:os'
import { approving } from '#domain/applications/approvals'
import type { TermsChange } from '#domain/credential/calls'
import type { StatusBasis } from '#domain/credential/status'
import { decideChangeTerms } from '#domain/credential/validity-changes'
import { NotFoundError } from '#domain/errors'
import { decideEntries, type EntriesReport, enteredIn } from '#domain/events/entries'
import { pendingIn } from '#domain/events/entry'
import { type EntriesOrder, orderOfNow, ridersOf } from '#domain/events/entry-orders'
import type { RaceEvent } from '#domain/events/event'
import { eventsOf, openEvent, requiredEvent, requireOpenEvent } from '#domain/events/events'
import { ReturningEntries } from '#domain/events/numbers'
import { CodeHistory } from '#domain/gate/code-history'
import type { StoredImport, UndoneImport } from '#domain/import/calls'
import type { ImportOrder, ImportReport, ImportRow } from '#domain/import/import'
import { newRiders, planImport } from '#domain/import/plan'
import { decideUndoImport, importPart, importsIn } from '#domain/import/undo'
import type { DuplicateQuery, Duplicates, PilotCounts } from '#domain/pilots/calls'
import type { Change, Revocation } from '#domain/pilots/change'
import {
  type Decision,
  decideFact,
  decideIssueCards,
  decideRegister,
  decideRevoke,
  decideSeeContact,
  decideUndoRemove,
  decideUpdate,
  type IssueOptions,
  missingPilot,
  type PhotoCopy,
  requireUniqueDocument,
  type UpdateOptions,
} from '#domain/pilots/decisions'
import type { StoredDocument } from '#domain/pilots/document'
import { hasSameWriting } from '#domain/pilots/documents/document-key'
import type { FactName, Facts } from '#domain/pilots/facts/facts'
import {
  type ChangeLogPage,
  type HistoryEntry,
  historyOf,
  type LoggedChange,
  lastStateOf,
  ownChanges,
  withoutRepeats,
} from '#domain/pilots/history/history'
import {
  decideRemoveMany,
  decideUndoRemoveMany,
  type RemovedPage,
  type RemovedPilot,
  type RemovedQuery,
  removedIn,
  removedPage,
  removedSince,
  requireRemovable,
  type UndoneRemoval,
} from '#domain/pilots/history/removed'
import { retiredNames } from '#domain/pilots/own/own-fields'
import type { OwnName } from '#domain/pilots/own/own-name'
import type { CompletePilot, PhotoName, Pilot, PilotDraft } from '#domain/pilots/pilot'
import { newPilotId, type PilotId } from '#domain/pilots/pilot-id'
import type { ListQuery, PilotFilter } from '#domain/pilots/search/list-query'
import type { GivenConsent } from '#domain/privacy/consent'
import { decideTill } from '#domain/till/decisions'
import { laterKinds, type TillDesk, type TillOrder, type TillResult } from '#domain/till/orders'
import { type Waiver, withoutWaiver, withWaiver } from '#domain/waivers/waiver'
import type { AllSettings } from '../documents/settings.ts'
import { importing, merging, type Notice, removing, undoing } from './log.ts'
import type { PilotPage, PilotTable } from './pilot-table.ts'
import type { Decided, PendingState, Store } from './store.ts'
import { transactSeen } from './versions.ts'

/** Every method may throw MachineError. A change is durable when its method resolves. */
export class Pilots {
  constructor(
    private readonly store: Store,
    private readonly settings: Pick<AllSettings, 'latest'>,
  ) {}

  /** The number of the last change that this process knows. */
  get lastChange(): number {
    return this.store.state.lastChange
  }

  /** Returns the moment of the last change, if there is one, by the clock of the laptop that made it: ISO 8601, UTC. */
  async lastChangeAt(): Promise<string | undefined> {
    return (await this.store.current()).lastAt
  }

  async list(query?: ListQuery): Promise<PilotPage> {
    const unsearched = await this.#unsearched(query)
    const { pilots, shared } = await this.store.current()
    return pilots.list(query, { unsearched, event: openEvent(shared.settings.events) })
  }

  /**
   * Counts the pilots that a filter finds: see `addPilot`. Those registered since `from` (ISO 8601, UTC) count as
   * registered today. `basis` decides their statuses, and `ownNames` are the fields of one's own whose values are counted.
   * Entries are those in the open event.
   */
  async count(
    from: string,
    basis: StatusBasis,
    filter?: PilotFilter,
    ownNames?: readonly OwnName[],
  ): Promise<PilotCounts> {
    const unsearched = await this.#unsearched(filter)
    const { pilots, shared } = await this.store.current()
    const event = openEvent(shared.settings.events)
    return pilots.count(from, basis, { filter, event, ownNames, unsearched })
  }

  /** Returns the clubs of the pilots, those with the most pilots first: see `frequentClubs`. */
  async clubs(): Promise<string[]> {
    return (await this.#table()).clubs()
  }

  /** Finds the pilots who already have the values of a form: see `decideDuplicates`. */
  async findDuplicates(query: DuplicateQuery): Promise<Duplicates> {
    return (await this.#table()).findDuplicates(query)
  }

  /** Returns the pilot whose card has a code: see `CodeHistory.holder`. @throws NotFoundError, RevokedError */
  async get(id: PilotId): Promise<Pilot> {
    return required(await this.#table(), id)
  }

  /**
   * Registers a pilot. `by` is the author of the change, here and below: see `roles.ts`. `application` is the
   * identifier of the application that is approved.
   * @throws DuplicateDocumentError, PilotosError if it is approved
   */
  register(
    draft: PilotDraft,
    photo?: PhotoName,
    by?: string,
    consent?: GivenConsent | null,
    application?: string,
    waiver?: Waiver,
  ): Promise<CompletePilot> {
    return this.store.transact((pilots) => {
      const decided = decideRegister({ draft, photo, by, consent, waiver }, newIdIn(pilots), now())
      return approvedBy(application, pilots, unique(pilots, decided))
    })
  }

  /**
   * Replaces a pilot's data. With `followsEntries`, the entries in the open event follow. `version` is that of the pilot
   * with which the edit began.
   * @throws NotFoundError, RevokedError, DuplicateDocumentError, PilotosError if the application is approved, or if somebody
   * has changed the pilot since, which it tells
   */
  update(
    id: PilotId,
    draft: PilotDraft,
    {
      followsEntries,
      application,
      version,
      ...given
    }: Omit<UpdateOptions, 'event' | 'fields'> & {
      followsEntries?: boolean
      application?: string
      version?: string
    } = {},
  ): Promise<Pilot> {
    return transactSeen(this.store, { version, rider: (pilots) => required(pilots, id) }, (pilots) => {
      const { events, fields } = pilots.shared.settings
      const event = followsEntries ? openEvent(events) : undefined
      const entered = event ? enteredIn(pilots.all(), event.id) : []
      const options = { ...given, event, fields }
      const stored = required(pilots, id)
      const decided = decideUpdate(stored, draft, options, now(), entered)
      return approvedBy(application, pilots, unique(pilots, decided, stored))
    })
  }

  /**
   * Records, in one change, that the cards of these pilots are printed. See `decideIssueCards`. `again` permits pilots
   * who have a card.
   * @throws NotFoundError, AlreadyPrintedError
   */
  issueCards(
    ids: readonly PilotId[],
    address: string,
    options: Omit<IssueOptions, 'address'> = {},
  ): Promise<void> {
    return this.store.transact((pilots) => {
      const riders = ids.map((id) => required(pilots, id))
      const { id: event } = openEvent(pilots.shared.settings.events)
      return { change: decideIssueCards(riders, { ...options, address, event }, now()), result: undefined }
    })
  }

  /**
   * Changes the terms of pilots in one change, and resolves to all of them. See `decideChangeTerms`. `version` is that of a
   * single pilot with which the edit began.
   * @throws InvalidError, MissingPilotsError if one of several pilots does not exist: then none is changed; NotFoundError or
   * RevokedError for a single pilot, and PilotosError if somebody has changed the pilot since, which it tells
   */
  changeTerms(ids: readonly PilotId[], change: TermsChange, by?: string, version?: string): Promise<Pilot[]> {
    const rider = (pilots: Existing) => required(pilots, ids[0] ?? '')
    return transactSeen(this.store, { version, rider }, (pilots) => {
      const decided = decideChangeTerms(ids, pilots, change, by)
      return { ...decided, result: decided.pilots }
    })
  }

  /** Gives a pilot a fact, or takes it away if it is null. @throws NotFoundError, RevokedError */
  setFact<Name extends FactName>(
    id: PilotId,
    name: Name,
    fact: Facts[Name] | null,
    by?: string,
  ): Promise<Pilot> {
    return this.#changeFact(id, name, () => fact ?? undefined, by)
  }

  /** Stores the signature of a rider: see `withWaiver`. @throws NotFoundError, RevokedError */
  sign(id: PilotId, waiver: Waiver, by?: string): Promise<Pilot> {
    return this.#changeFact(id, 'waivers', ({ waivers }) => withWaiver(waivers, waiver), by)
  }

  /** Takes back the signature of a rider below a text. @throws NotFoundError, RevokedError */
  unsign(id: PilotId, hash: string, by?: string): Promise<Pilot> {
    return this.#changeFact(id, 'waivers', ({ waivers }) => withoutWaiver(waivers, hash), by)
  }

  #changeFact<Name extends FactName>(
    id: PilotId,
    name: Name,
    change: (pilot: Pilot) => Facts[Name] | undefined,
    by?: string,
  ): Promise<Pilot> {
    return this.store.transact((pilots) => {
      const stored = required(pilots, id)
      const decided = decideFact([stored], name, change, by)
      return { change: decided.change, result: decided.pilots[0] ?? stored }
    })
  }

  /**
   * Enters riders in an event, which has to be open, changes their entries, or takes them out, in one change: see
   * `decideEntries`.
   * @throws InvalidError, PilotosError, NotFoundError or RevokedError if a rider of the order does not exist
   */
  changeEntries(given: EntriesOrder, { id }: Pick<RaceEvent, 'id'>, by?: string): Promise<EntriesReport> {
    return this.store.transact((pilots) => {
      const { events, fields: own } = pilots.shared.settings
      const order = orderOfNow(given, own)
      const event = requireOpenEvent(eventsOf(events), id)
      const { ids, event: other = '', isPending } = ridersOf(order)
      const all = pilots.all()
      const chosen = isPending
        ? all.filter((pilot) => pendingIn(pilot, event.id).length > 0)
        : enteredIn(all, other)
      const { change, report } = decideEntries(order, {
        event,
        riders: ids?.map((id) => required(pilots, id)) ?? chosen,
        entered: enteredIn(all, event.id),
        by,
        now: now(),
      })
      return { change, result: report }
    })
  }

  /**
   * Takes money, or lends chips, in one change: see `decideTill`. Of an event that is over, debts are paid and money is
   * given back, and nothing is charged.
   * @throws PilotosError, InvalidError, NotFoundError, RevokedError
   */
  changeTill(
    order: TillOrder,
    { event: { id }, drawer, machine = hostname() }: TillDesk,
    by?: string,
  ): Promise<TillResult> {
    return this.store.transact((pilots) => {
      const { events: stored, receipts = {} } = pilots.shared.settings
      const events = eventsOf(stored)
      const event = laterKinds.has(order.kind) ? requiredEvent(events, id) : requireOpenEvent(events, id)
      const letter = receipts[machine]
      return decideTill(
        order,
        {
          ...{ event, events, drawer, letter },
          all: pilots.all(),
          required: (id) => required(pilots, id),
        },
        { at: now(), ...(by !== undefined && { by }) },
      )
    })
  }

  /** Resolves to true if a stored pilot has this photo. */
  async namesPhoto(name: PhotoName): Promise<boolean> {
    return (await this.#table()).namesPhoto(name)
  }

  /**
   * Revokes a lost card: gives its pilot a new identifier, and makes the old identifier invalid. `photo` names the
   * copy that replaces the pilot's photo. See `revokePilot`.
   * @throws NotFoundError, RevokedError, ConflictError
   */
  revoke(id: PilotId, by?: string, photo?: PhotoCopy): Promise<Pilot> {
    return this.store.transact((pilots) =>
      decided(decideRevoke(required(pilots, id), newIdIn(pilots), { photo, by }, now())),
    )
  }

  /**
   * Returns the pilot, whose emergency contact a gate is shown, once the history has who saw it: see
   * `decideSeeContact`. @throws NotFoundError, RevokedError
   */
  seeContact(id: PilotId, gate: string, by?: string): Promise<Pilot> {
    return this.store.transact((pilots) => decided(decideSeeContact(required(pilots, id), gate, by)))
  }

  /** Lists the revoked cards, and those that a merge joined to others and that stay valid. */
  async revocations(): Promise<Revocation[]> {
    return (await this.#table()).revocations()
  }

  /** @throws NotFoundError */
  remove(id: PilotId, by?: string): Promise<void> {
    return this.store.transact((pilots) => {
      const pilot = required(pilots, id)
      requireRemovable(pilot)
      return { change: { remove: [pilot.id], by }, result: undefined }
    })
  }

  /**
   * Restores a removed pilot in its last state.
   * @throws NotFoundError, RevokedError, MalformedError, DuplicateDocumentError if another pilot has the document now
   */
  async undoRemove(id: PilotId, by?: string): Promise<Pilot> {
    const lastOf = await this.#lastStates([id])
    return this.store.transact((pilots) => {
      const known = { stored: pilots.byId(id), last: lastOf(id), revocation: pilots.revocation(id) }
      const { pilot, change } = decideUndoRemove(known, new ReturningEntries(pilots.all()), by)
      return change ? unique(pilots, { pilot, change }, pilot) : { result: pilot }
    })
  }

  /**
   * Returns the riders of the running order if it was done before: as they are now or, if they were removed, as they were
   * last. The order cannot find them any more.
   */
  async ridersOfDone(): Promise<Pilot[] | undefined> {
    const { riders: ids } = (await this.store.doneBefore()) ?? {}
    if (!ids) return undefined
    const [table, lastOf] = [await this.#table(), await this.#lastStates(ids)]
    const codes = new CodeHistory(table.revocations())
    const riders = ids.flatMap((id) => table.byId(codes.current(id)) ?? lastOf(id) ?? [])
    return [...new Map(riders.map((rider) => [rider.id, rider])).values()]
  }

  /** Removes several pilots in one change. @throws MissingPilotsError if one of them does not exist: then none */
  removeMany(ids: readonly PilotId[], by?: string): Promise<void> {
    return this.store.transact((pilots) => ({
      change: decideRemoveMany(ids, pilots, by),
      result: undefined,
    }))
  }

  /** Restores in one change those of several removed pilots who can be restored. See `decideUndoRemoveMany`. */
  async undoRemoveMany(ids: readonly PilotId[], by?: string): Promise<UndoneRemoval> {
    const lastOf = await this.#lastStates(ids)
    return this.store.transact((pilots) => {
      const returning = new ReturningEntries(pilots.all())
      const { undone, change } = decideUndoRemoveMany(ids, pilots, lastOf, returning, by)
      return { change, result: undone }
    })
  }

  /** Lists the pilots that were removed in the last `removedDays` days, the newest removal first. */
  async removed(query: RemovedQuery = {}): Promise<RemovedPage> {
    const since = removedSince()
    const table = await this.#table()
    const removals = await this.store.history(new Set([removing]), ({ at, change: { remove = [] } }) =>
      at >= since ? remove : [],
    )
    const removed = removedIn(await this.#changesAbout(new Set(removals.flat())))
    // The history of another desk can say that a pilot was removed who is here, or whose code was joined to another one.
    const isGone = ({ pilot: { id } }: RemovedPilot) => !table.byId(id) && !table.revocation(id)
    return removedPage(removed.filter(isGone), query, since)
  }

  /** Reads the history of a pilot, also of a removed one, the oldest entry first. @throws NotFoundError */
  async history(id: PilotId): Promise<HistoryEntry[]> {
    const ids = identifiersOf((await this.#table()).revocations(), id)
    const entries = historyOf(await this.#changesAbout(ids), ids)
    if (entries.length === 0) throw new NotFoundError()
    return entries
  }

  /** Stores all valid rows in one change, or none if the disk fails. */
  async import(rows: Iterable<ImportRow>, options: ImportOrder = {}): Promise<ImportReport> {
    const all = Array.from(rows)
    if (!this.store.state.stones.isEmpty)
      await this.store.state.stones.prepare(newRiders(all, await this.#table()))
    return this.store.transact((pilots) => {
      const importedAt = now()
      const { create, update, report } = planImport({
        rows: all,
        pilots,
        options,
        newId: () => newIdIn(pilots),
        now: importedAt,
        isErased: (rider, code) => this.store.state.stones.isErased(rider, code),
        entered: options.event ? enteredIn(pilots.all(), options.event.id) : [],
      })
      const put = [...update, ...create]
      if (options.dryRun || put.length === 0) return { result: report }
      return {
        change: { put, by: options.by, importedAt, file: options.file },
        result: report,
        numbered: (change) => ({ ...report, change }),
      }
    })
  }

  /**
   * Undoes an import in one change. `change` is the number in its report. See `decideUndoImport`.
   * @throws NotFoundError, UndoImportError
   */
  async undoImport(number: number, by?: string): Promise<UndoneImport> {
    const imported = await this.store.history(new Set([importing]), ({ number: own, past, change }) =>
      own === number && !past ? (change.put ?? []).map(({ id }) => id) : [],
    )
    const log = ownChanges(await this.store.history(new Set(imported.flat())))
    // A change that is newer than the log shows in the pilots.
    return this.store.transact((pilots) => {
      const { change, undone } = decideUndoImport(number, log, pilots, by)
      return { change, result: undone }
    })
  }

  /** Lists the last imports of this store, the newest first, at most `recentImports`. */
  async imports(): Promise<StoredImport[]> {
    const kinds = new Set([importing, merging, undoing])
    return importsIn((await this.store.history(kinds, (one) => (one.past ? [] : importPart(one)))).flat())
  }

  /** Reads a page of all changes ever made, the oldest first, for a backup. `after` is the previous page's `next`. */
  changeLog(after?: string): Promise<ChangeLogPage> {
    return this.store.read(after)
  }

  /** Calls `listener` after every change, when readers see the change. Returns a function that unsubscribes it. */
  subscribe(listener: (notice: Notice) => void): () => void {
    return this.store.state.subscribe(listener)
  }

  /** Returns the fields of one's own that are retired: no search finds their values, which no screen shows. */
  async #unsearched({ search }: PilotFilter = {}): Promise<readonly OwnName[]> {
    return search ? retiredNames((await this.settings.latest()).fields ?? {}) : []
  }

  async #table(): Promise<PilotTable> {
    return (await this.store.current()).pilots
  }

  /** Returns the changes of the pilots who have had these codes, in the order in which they were made. */
  async #changesAbout(ids: ReadonlySet<PilotId>): Promise<LoggedChange[]> {
    return withoutRepeats(await this.store.history(ids))
  }

  /** Returns a lookup of the last states of some pilots, also of removed ones, but not of those who are erased meanwhile. */
  async #lastStates(ids: readonly PilotId[]): Promise<(id: PilotId) => Pilot | undefined> {
    const log = await this.#changesAbout(new Set(ids))
    // The state that this store had: another desk may have had a later one, and have brought back an earlier one since.
    const own = ownChanges(log)
    return (id) =>
      this.store.state.stones.hasCode(id) ? undefined : (lastStateOf(own, id) ?? lastStateOf(log, id))
  }
}

function decided<One extends Pilot>({ pilot, change }: { pilot: One; change?: Change }): Decided<One> {
  return { change, result: pilot }
}

/** `before` is the state of which the pilot may keep the document. @throws DuplicateDocumentError */
function unique<One extends Pilot>(
  pilots: PendingState,
  decision: Decision<One>,
  before?: StoredDocument,
): Decided<One> {
  const { pilot } = decision
  const isKept = before !== undefined && hasSameWriting(before, pilot)
  requireUniqueDocument(pilot, pilots.byDocument(pilot, pilot.id), isKept)
  return decided(decision)
}

/** Returns a decision that also approves an application, if there is one. @throws PilotosError if it is approved */
function approvedBy<One extends Pilot>(
  application: string | undefined,
  { shared }: PendingState,
  { change, result }: Decided<One>,
): Decided<One> {
  if (application === undefined) return { change, result }
  const set = approving(shared.values, application, result.id, now())
  return { change: { ...change, applied: true, set }, result }
}

function newIdIn(pilots: PendingState): PilotId {
  const id = newPilotId()
  return pilots.byId(id) || pilots.isRevoked(id) ? newIdIn(pilots) : id
}

type Existing = Pick<PilotTable, 'byId' | 'revocations'>

/** Returns the pilot of a code, which a merge may have joined to another one. @throws NotFoundError, RevokedError */
function required(pilots: Existing, id: PilotId): Pilot {
  const stored = pilots.byId(id)
  if (stored) return stored
  const codes = new CodeHistory(pilots.revocations())
  const joined = codes.holder(id)
  const pilot = joined && pilots.byId(joined)
  if (pilot) return pilot
  throw missingPilot(codes.revocation(id))
}

/** Returns the identifier of the pilot of a code, and the earlier and joined ones: each card had a different one. */
function identifiersOf(revocations: readonly Revocation[], id: PilotId): Set<PilotId> {
  const ids = new Set([id, new CodeHistory(revocations).holder(id) ?? id])
  // The loop also visits the identifiers that it adds.
  for (const known of ids) for (const { id: other, next } of revocations) if (next === known) ids.add(other)
  return ids
}

function now(): string {
  return new Date().toISOString()
}

/** The pilots of an open store, or of a running server. */
export type PilotStore = Pick<Pilots, keyof Pilots>
