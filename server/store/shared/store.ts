/**
 * The only way to change data: a decision about the data as it is, whose change is stored in a log. What a reader of the log
 * would not accept is refused here, before anything of it is stored.
 */
import { forgettingOld, type OrderStep, remembering, withRiders } from '#domain/desk/done-orders'
import { joinedSets, namesIn, type Shared } from '#domain/desk/shared'
import { NotFoundError, UnavailableError } from '#domain/errors'
import { CodeHistory } from '#domain/gate/code-history'
import type { LogEntry } from '#domain/gate/log-entry'
import type { PassageLog } from '#domain/gate/passage-log'
import type { Change, Revocation } from '#domain/pilots/change'
import { isClassField } from '#domain/pilots/classes/classes'
import { followRenames, withNamesOfNow } from '#domain/pilots/classes/renamed'
import type { StoredDocument } from '#domain/pilots/document'
import { DocumentIndex, isSameDocument } from '#domain/pilots/documents/document-key'
import type { ExistingPilots } from '#domain/pilots/existing'
import { type ChangeLogPage, type LoggedChange, pagesOf } from '#domain/pilots/history/history'
import { requireReadable, requireReadableEntries } from '#domain/pilots/history/readable'
import type { Pilot } from '#domain/pilots/pilot'
import type { PilotId } from '#domain/pilots/pilot-id'
import type { Shaped } from '#domain/stored/checks'
import { createMutex } from '../../workers/turns.ts'
import type { EntryLog, Frozen, Log, Rewritten, State, Whole, WholeKind } from './log.ts'
import { doneIn, nextStep, stepOfNow } from './order-steps.ts'
import type { PilotTable } from './pilot-table.ts'
import type { Tombstones } from './tombstones.ts'

/** A decision: the change, if there is something to change, and the result for the caller. A change of nobody is not stored. */
export interface Decided<Result> {
  change?: Change
  result: Result
  /** Returns the result with the number of the change. */
  numbered?: (number: number) => Result
}

/** The time after which a process looks for orders that are too old, in milliseconds. */
const forgetsEvery = 24 * 3600 * 1000

interface Waiting {
  /** Decides and returns the change. Rejects the transaction if this throws. */
  decide: (pending: PendingState) => Change | undefined
  resolve: (number: number) => void
  reject: (error: unknown) => void
}

export class Store {
  #waiting: Waiting[] = []
  #refusesChanges = false
  #isClosed = false
  /** The time at which this process last looked for orders that are too old, in milliseconds since 1970. */
  #forgotAt = 0
  /** Runs one batch of transactions, or another work that needs the log for itself, at a time. */
  #runExclusive = createMutex()
  /** The same for the log of passages. */
  #appendsEntries = createMutex()
  /** Reads one history at a time: each reads the whole log, and many would fill the memory and slow down the disk. */
  #readsHistory = createMutex()

  constructor(private readonly log: Log) {}

  /** The data as this process knows it. */
  get state(): State {
    return this.log.state
  }

  get passages(): EntryLog {
    return this.log.passages
  }

  /** Returns the data with the changes of all processes. */
  async current(): Promise<State> {
    await this.log.catchUp()
    return this.log.state
  }

  /**
   * Decides on the data after all changes before, and stores the change. Transactions that wait at the same time are
   * decided one after the other, and stored together. Resolves to the result once the change is durable.
   */
  transact<Result>(decide: (pending: PendingState) => Decided<Result>): Promise<Result> {
    if (this.#refusesChanges) return Promise.reject(closing())
    const step = nextStep()
    return new Promise((resolve, reject) => {
      let decided: Decided<Result> | undefined
      this.#waiting.push({
        decide: (pending) => {
          decided = step ? this.#decideOnce(step, pending, decide) : decide(pending)
          const { change } = decided
          return change && isOfAny(change) ? storable(change, pending.shared, () => pending.all()) : undefined
        },
        resolve(number) {
          const { result, numbered } = decided as Decided<Result>
          resolve(numbered ? numbered(number) : result)
        },
        reject,
      })
      if (this.#waiting.length === 1) this.#runExclusive(() => this.#storeWaiting())
    })
  }

  /** Returns what is remembered of the running order. Undefined if it was not done before. */
  async doneBefore(): Promise<Shaped<'doneOrder'> | undefined> {
    const step = stepOfNow()
    const { shared } = await this.current()
    return step && doneIn(shared.values, step)
  }

  /** Decides a part of an order, which is remembered, unless it was done: then its result is as it was. */
  #decideOnce<Result>(
    step: OrderStep,
    pending: PendingState,
    decide: (pending: PendingState) => Decided<Result>,
  ): Decided<Result> {
    const { values } = pending.shared
    const done = doneIn(values, step)
    if (done) return { result: withRiders(done.result, (id) => riderIn(pending, id)) as Result }
    const decided = decide(pending)
    const { change, result } = decided
    if (!change || !isOfAny(change)) return decided
    const now = new Date()
    const isTime = Math.abs(now.getTime() - this.#forgotAt) > forgetsEvery
    if (isTime) this.#forgotAt = now.getTime()
    const at = now.toISOString()
    const set = joinedSets(
      change.set,
      isTime ? forgettingOld(values, at) : undefined,
      remembering(step, change, result, at),
    )
    return { ...decided, change: { ...change, set } }
  }

  /** The same for a decision that needs the log of passages. No process of a folder stores a passage meanwhile. */
  transactBesidePassages<Result>(
    decide: (pending: PendingState, entries: readonly LogEntry[]) => Decided<Result>,
  ): Promise<Result> {
    return this.#appendsEntries(async () => {
      const entries = (await this.log.passages.current()).after(0, Number.POSITIVE_INFINITY)
      return this.transact((pending) => decide(pending, entries))
    })
  }

  /** Stores entries in the log of passages: see `EntryLog.append`. */
  async appendEntries<Decided extends { fresh: readonly LogEntry[] }>(
    decide: (log: PassageLog, stones: Tombstones) => Decided,
  ): Promise<Decided> {
    if (this.#refusesChanges) throw closing()
    return this.#appendsEntries(() =>
      this.log.passages.append((log, stones) => {
        const decided = decide(log, stones)
        requireReadableEntries(decided.fresh)
        return decided
      }),
    )
  }

  /** Stores several parts as a whole: see `Log.rewrite`. All other changes wait. */
  rewrite<Result>(
    kind: WholeKind,
    decide: (frozen: Frozen) => Promise<Whole<Result>>,
  ): Promise<Rewritten<Result>> {
    if (this.#isClosed) return Promise.reject(closing())
    const work = () =>
      this.log.rewrite(kind, async (frozen) => {
        const { answer, change, ...whole } = await decide(frozen)
        requireReadableEntries(whole.entries ?? [])
        if (!change) return whole
        const step = answer && stepOfNow()
        const set = joinedSets(
          change.set,
          step && remembering(step, change, answer, new Date().toISOString()),
        )
        const { shared, pilots } = this.state
        return { ...whole, change: storable({ ...change, ...(set && { set }) }, shared, () => pilots.all()) }
      })
    return this.#readsHistory(() => this.#appendsEntries(() => this.#runExclusive(work)))
  }

  /** Refuses further changes. `rewrite` refuses only once the store is closed: an erasure that has begun is finished. */
  refuseChanges(): void {
    this.#refusesChanges = true
  }

  /** Closes the log. With `waits`, it waits for what is being stored; a database has a time limit of its own. */
  close({ waits = true } = {}): Promise<void> {
    this.refuseChanges()
    this.#isClosed = true
    const close = () => this.log.close()
    return waits ? this.#appendsEntries(() => this.#runExclusive(close)) : close()
  }

  /** Returns what `pick` returns for the parts of all changes that have one of the topics: see `topicsOf`. */
  async history<Part = LoggedChange>(
    topics?: ReadonlySet<string>,
    pick = (logged: LoggedChange): Part => logged as Part,
  ): Promise<Part[]> {
    if (topics?.size === 0) return []
    return this.#readsHistory(async () => {
      const parts: Part[] = []
      for await (const { changes } of pagesOf((after) => this.log.read(after, topics)))
        for (const change of changes) parts.push(pick(change))
      return parts
    })
  }

  /** Reads a page of all changes, while none is rewritten: see `Log.read`. */
  read(after?: string): Promise<ChangeLogPage> {
    return this.#readsHistory(() => this.log.read(after))
  }

  async #storeWaiting(): Promise<void> {
    const batch = this.#waiting.splice(0)
    let decided: { one: Waiting; index?: number }[] = []
    const failed = new Map<Waiting, unknown>()
    let first = 0
    const decide = () => {
      const changes: Change[] = []
      const pending = new PendingState(this.state)
      failed.clear()
      decided = batch.flatMap((one) => {
        try {
          const change = one.decide(pending)
          if (!change) return { one }
          pending.add(change)
          return { one, index: changes.push(change) - 1 }
        } catch (error) {
          failed.set(one, error)
          return []
        }
      })
      first = this.state.lastChange + 1
      return changes
    }
    try {
      await this.log.append(decide)
    } catch (error) {
      for (const one of batch) if (!failed.has(one)) failed.set(one, error)
      decided = []
    }
    for (const { one, index } of decided) one.resolve(index === undefined ? 0 : first + index)
    for (const [one, error] of failed) one.reject(error)
  }
}

/**
 * Returns a change as it is stored, with the riders who follow a class that it renames. An undo, or a form of before a rename,
 * may bring riders with a former name too.
 * @throws MachineError if a reader of the log would not accept it
 */
function storable(change: Change, shared: Shared, stored: () => readonly Pilot[]): Change {
  const { put = [], remove = [], clear, set } = change
  const isOfClasses = Object.keys(set ?? {}).some((key) => isClassField(namesIn(key)[1]))
  const { fields } = (isOfClasses ? shared.with(set) : shared).settings
  const gone = new Set([...put.map(({ id }) => id), ...remove])
  const others = isOfClasses && !clear ? stored().filter(({ id }) => !gone.has(id)) : []
  const named = [...withNamesOfNow(put, fields), ...followRenames(others, fields)]
  const following = named.length > 0 ? { ...change, put: named } : change
  requireReadable(following, shared)
  return following
}

/** Returns true for a change of at least one pilot or setting. */
function isOfAny({ put = [], remove = [], seen = [], set }: Change): boolean {
  return put.length + remove.length + seen.length > 0 || set !== undefined
}

/** Returns the rider who had a code, whose card may have been replaced since. @throws NotFoundError */
function riderIn(pending: PendingState, code: PilotId): Pilot {
  const rider = pending.byId(code) ?? pending.byId(new CodeHistory(pending.revocations()).current(code))
  if (!rider) throw new NotFoundError()
  return rider
}

function closing(): UnavailableError {
  return new UnavailableError('PilotOS se está cerrando: ábralo y repita')
}

/** The data after changes that are not durable yet: the basis of the next decision that is stored with them. */
export class PendingState implements ExistingPilots {
  /** The changes that are not in the maps yet. They are added at the next query, which may never come. */
  #unapplied: Change[] = []
  /** The last pending state of each pilot, null for a removed pilot. */
  #byId = new Map<PilotId, Pilot | null>()
  #byDocument = new DocumentIndex((pilot: Pilot) => pilot)
  /** The pending revocations, null for one that is taken back. */
  #revoked = new Map<PilotId, Revocation | null>()
  /** The codes, from when they are first needed until the next change. */
  #history: CodeHistory | undefined
  /** True if a pending change removes all pilots of the table. */
  #isCleared = false

  /** The settings that all desks share. */
  shared: Shared
  /** The number of the last change. */
  lastChange: number
  private readonly table: PilotTable

  constructor({ pilots, shared, lastChange }: Pick<State, 'pilots' | 'shared' | 'lastChange'>) {
    this.table = pilots
    this.shared = shared
    this.lastChange = lastChange
  }

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

  byDocument(document: StoredDocument, except?: PilotId): Pilot | undefined {
    this.#applyAll()
    const found = [...this.#byDocument.find(document), ...this.table.withDocument(document)]
    const pilots = found.flatMap(({ id }) => (id === except ? [] : (this.byId(id) ?? [])))
    return pilots.find((pilot) => isSameDocument(pilot, document))
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
    this.lastChange += 1
    if (change.set) this.shared = this.shared.with(change.set)
  }

  #applyAll(): void {
    for (const change of this.#unapplied.splice(0)) this.#apply(change)
  }

  #apply({ clear, put = [], remove = [], unrevoke = [], revoke = [] }: Change): void {
    if (clear) this.#clear()
    for (const pilot of put) {
      this.#byId.set(pilot.id, pilot)
      this.#byDocument.add(pilot)
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
