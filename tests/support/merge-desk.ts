/** A desk in memory, whose riders, history and passages change as those of a store do. */

import { createHash } from 'node:crypto'
import type { Terms } from '#domain/credential/terms'
import { defaultRules } from '#domain/credential/validity-rules'
import { decideEntries, type EntriesReport, enteredIn } from '#domain/events/entries'
import { type EntriesOrder, ridersOf } from '#domain/events/entry-orders'
import type { RaceEvent } from '#domain/events/event'
import { eventsOf } from '#domain/events/events'
import { changedLog, type LogEntry } from '#domain/gate/log-entry'
import type { MergeChoices } from '#domain/merge/calls'
import { type DeskData, decideMerge, type MergePlan } from '#domain/merge/decide'
import type { DeskAccount } from '#domain/merge/merge'
import { decideUndoMerge } from '#domain/merge/undo'
import type { Change, Revocation } from '#domain/pilots/change'
import { decideIssueCards, decideRegister, decideRevoke, decideUpdate } from '#domain/pilots/decisions'
import type { FieldName } from '#domain/pilots/fields'
import type { LoggedChange } from '#domain/pilots/history/history'
import { draftOf, type Pilot, type PilotDraft } from '#domain/pilots/pilot'
import type { PilotId } from '#domain/pilots/pilot-id'
import { personsWith } from '#domain/privacy/person'
import { decideForget, forgettingOf } from '#domain/privacy/retention'
import { aDraft, complete } from './pilots.ts'

export class MergeDesk {
  pilots = new Map<PilotId, Pilot>()
  revoked = new Map<PilotId, Revocation>()
  log: LoggedChange[] = []
  passages: LogEntry[] = []
  accounts: DeskAccount[] = []
  #own = 0

  /** `clock` is the time of the first change, in milliseconds: every change is made a second later. */
  constructor(
    readonly desk: string,
    private clock = Date.parse('2026-11-21T08:00:00.000Z'),
  ) {}

  /** Returns a second laptop on which a backup of this desk was restored or, with `isFolder`, its folder was copied. */
  second(desk: string, clock: number, { isFolder = false } = {}): MergeDesk {
    const copy = new MergeDesk(desk, clock)
    copy.pilots = new Map(this.pilots)
    copy.revoked = new Map(this.revoked)
    copy.passages = [...this.passages]
    copy.accounts = [...this.accounts]
    copy.log = isFolder ? [...this.log] : this.log.map((one) => ({ ...one, past: true }))
    if (isFolder) copy.#own = this.#own
    else copy.change({ clear: true, put: [...this.pilots.values()], revoke: [...this.revoked.values()] })
    return copy
  }

  /** Returns an identifier that follows from the desk and the number of its changes. */
  #newId(): PilotId {
    const bytes = createHash('sha256').update(`${this.desk} ${this.log.length} ${this.clock}`).digest()
    return Array.from(bytes.subarray(0, 12), (byte) => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[byte % 32]).join('')
  }

  now(): string {
    this.clock += 1000
    return new Date(this.clock).toISOString()
  }

  change(change: Change): number {
    if (change.clear) this.pilots.clear()
    for (const id of change.unrevoke ?? []) this.revoked.delete(id)
    for (const pilot of change.put ?? []) this.pilots.set(pilot.id, pilot)
    for (const id of change.remove ?? []) this.pilots.delete(id)
    for (const one of change.revoke ?? []) this.revoked.set(one.id, one)
    this.#own += 1
    this.log.push({
      number: this.#own,
      at: this.now(),
      change: { ...change, by: change.by ?? `${this.desk}-marta` },
    })
    return this.#own
  }

  register(changes: Partial<PilotDraft> = {}): Pilot {
    const { pilot, change } = decideRegister({ draft: aDraft(changes) }, this.#newId(), this.now())
    this.change(change)
    return pilot
  }

  /** Imports a rider without some required values. */
  importIncomplete(changes: Partial<PilotDraft>, missing: readonly FieldName[]): Pilot {
    const left = Object.entries(aDraft(changes)).filter(([name]) => !missing.some((one) => one === name))
    const pilot = { ...Object.fromEntries(left), id: this.#newId(), photo: null } as Pilot
    this.change({ put: [pilot] })
    return pilot
  }

  edit(id: PilotId, changes: Partial<PilotDraft> & { photo?: string }): Pilot {
    const { photo, ...fields } = changes
    const stored = this.get(id)
    const { pilot, change } = decideUpdate(
      stored,
      { ...draftOf(stored), ...fields } as PilotDraft,
      { photo },
      this.now(),
    )
    this.change(change)
    return pilot
  }

  setTerms(id: PilotId, terms: Terms): void {
    const { terms: _terms, ...pilot } = this.get(id)
    this.change({ put: [{ ...pilot, ...(Object.keys(terms).length > 0 && { terms }) } as Pilot] })
  }

  /** Notes a consent, or withdraws it without a version. */
  consent(id: PilotId, version?: number): void {
    const stored = this.get(id)
    const consent = version === undefined ? null : { version, by: `${this.desk}-marta` }
    this.change(decideUpdate(stored, complete(draftOf(stored)), { consent }, this.now()).change)
  }

  /** Takes an order for the entries of an event. */
  order(order: EntriesOrder, event: RaceEvent): EntriesReport {
    const all = [...this.pilots.values()]
    const { ids, event: other = '' } = ridersOf(order)
    const riders = ids ? ids.map((id) => this.get(id)) : enteredIn(all, other)
    const basis = {
      event,
      riders,
      entered: enteredIn(all, event.id),
      by: `${this.desk}-marta`,
      now: this.now(),
    }
    const { change, report } = decideEntries(order, basis)
    if (change.put.length > 0) this.change(change)
    return report
  }

  /** Empties the contacts of a rider, in all states that this desk knows. */
  forget(id: PilotId): void {
    const order = { ids: [id], group: 'contact' as const, basis: { rules: defaultRules, day: '2026-11-21' } }
    const change = decideForget(order, (one) => this.pilots.get(one), `${this.desk}-marta`)
    if (change.put.length === 0) return
    const { pilots, revoked } = this.data()
    const person = personsWith([id], this.data())
    const rewriting = forgettingOf(person, order, { pilots, revoked })
    this.log = this.log.map((one) => ({ ...one, change: rewriting.change(one.change) }))
    this.change(change)
  }

  print(id: PilotId): void {
    this.change(decideIssueCards([this.get(id)], { address: 'http://pilotos', again: true }, this.now()))
  }

  revoke(id: PilotId): Pilot {
    const { pilot, change } = decideRevoke(this.get(id), this.#newId(), {}, this.now())
    this.change(change)
    return pilot
  }

  remove(id: PilotId): void {
    this.get(id)
    this.change({ remove: [id] })
  }

  recover(pilot: Pilot): void {
    this.change({ put: [pilot] })
  }

  get(id: PilotId): Pilot {
    const pilot = this.pilots.get(id)
    if (!pilot) throw new Error(`${this.desk} has no ${id}`)
    return pilot
  }

  data(): DeskData {
    const { desk, log, passages, accounts } = this
    return {
      desk,
      log,
      passages,
      accounts,
      pilots: [...this.pilots.values()],
      revoked: [...this.revoked.values()],
    }
  }

  plan(other: DeskData, choices: MergeChoices = {}): MergePlan {
    return decideMerge(this.data(), other, {
      choices,
      // The tests name equal photos by the same last letters.
      isSamePhoto: (one, two) => one.slice(-8) === two.slice(-8),
      by: 'jefa',
      now: this.now(),
    })
  }

  /** Merges and stores, as a store does. Returns the plan and the number of the change. */
  merge(other: DeskData, choices?: MergeChoices): MergePlan & { number: number } {
    const plan = this.plan(other, choices)
    const known = new Set(this.log.map(({ at, number }) => `${at} ${number}`))
    const past = plan.past.filter(({ at, number }) => !known.has(`${at} ${number}`))
    this.log = [...past.map((one) => ({ ...one, past: true as const })), ...this.log]
    this.passages = changedLog(this.passages, plan.passages)
    this.accounts.push(...other.accounts.filter(({ user }) => plan.accounts.includes(user)))
    return { ...plan, number: plan.hasChanges ? this.change(plan.change) : 0 }
  }

  undo(number: number): void {
    const { change, passages, accounts } = decideUndoMerge(
      number,
      { ...this.data(), events: eventsOf() },
      'jefa',
    )
    this.passages = changedLog(this.passages, passages)
    this.accounts = this.accounts.filter(({ user }) => !accounts.includes(user))
    this.change(change)
  }

  /** The riders as they can be compared with those of another desk. */
  riders(): Pilot[] {
    return [...this.pilots.values()].sort((one, other) => (one.id < other.id ? -1 : 1))
  }
}
