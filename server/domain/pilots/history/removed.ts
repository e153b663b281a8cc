/**
 * The removed pilots: which of them are listed, and how several are removed and restored at once. They are read from the
 * history for 90 days, since a second place for them could contradict it.
 */
import { MissingPilotsError, PilotosError } from '../../errors.ts'
import type { ReturningEntries } from '../../events/numbers.ts'
import { fold } from '../../text/text.ts'
import { openLoans } from '../../till/loans.ts'
import type { RefusedPilot } from '../calls.ts'
import type { Change, Revocation } from '../change.ts'
import { decideUndoRemove, requireUniqueDocument } from '../decisions.ts'
import { isSameDocument } from '../documents/document-key.ts'
import type { ExistingPilots } from '../existing.ts'
import { fullName, type Pilot } from '../pilot.ts'
import type { PilotId } from '../pilot-id.ts'
import { matchesTerms, searchTerms, searchText } from '../search/search.ts'
import type { LoggedChange } from './history.ts'

/** The days for which a removed pilot is listed. The photo is kept for at least as long. */
export const removedDays = 90

export interface RemovedPilot {
  /** The last state of the pilot. */
  pilot: Pilot
  /** The time of the removal: ISO 8601, UTC. */
  at: string
  /** The author of the removal: see `roles.ts`. */
  by?: string
}

export interface RemovedQuery {
  /** Words, each of which must occur in the pilot, in any order. */
  search?: string
  /** The number of the page, from 1. */
  page?: number
  /** The number of pilots per page. Without it, all pilots are on one page. */
  perPage?: number
}

/** The state of the list of removed pilots, as its address carries it. */
export type RemovedView = Pick<RemovedQuery, 'search' | 'page'>

/** One page of the removed pilots. */
export interface RemovedPage {
  removed: RemovedPilot[]
  /** The number of removed pilots that the query finds, on all pages. */
  total: number
}

/** Returns the time of the earliest removal that is listed: ISO 8601, UTC. */
export function removedSince(now = new Date()): string {
  return new Date(now.getTime() - removedDays * 24 * 60 * 60 * 1000).toISOString()
}

/**
 * Returns the pilots in a log whose last change is a removal, the earliest removal first. The log is ordered from the
 * oldest change on. A revocation removes an identifier and no pilot. The pilots that an undone import had registered
 * are left out: their file still has them.
 */
export function removedIn(log: Iterable<LoggedChange>): RemovedPilot[] {
  const states = new Map<PilotId, Pilot>()
  const removed = new Map<PilotId, RemovedPilot>()
  for (const { at, change } of log) {
    const { put = [], remove = [], revoke = [], undoes, by } = change
    for (const { id } of put) removed.delete(id)
    for (const id of remove) {
      const pilot = states.get(id)
      removed.delete(id)
      if (!pilot || undoes !== undefined || revoke.some((one) => one.id === id)) continue
      removed.set(id, { pilot, at, ...(by && { by }) })
    }
    for (const pilot of put) states.set(pilot.id, pilot)
  }
  return [...removed.values()]
}

/** Returns a page of the pilots that were removed since `since`, the newest removal first. */
export function removedPage(
  removed: readonly RemovedPilot[],
  { search, page = 1, perPage }: RemovedQuery,
  since: string,
): RemovedPage {
  const terms = searchTerms(search)
  const found = removed
    .filter(({ at }) => at >= since)
    .filter(({ pilot }) => terms.length === 0 || matchesTerms(pilot, searchText(pilot), terms))
    .map((one) => ({ one, name: fold(fullName(one.pilot)) }))
    .sort(newestFirst)
    .map(({ one }) => one)
  const start = perPage ? (page - 1) * perPage : 0
  return { removed: perPage ? found.slice(start, start + perPage) : found, total: found.length }
}

/** A removed pilot with the folded name, which is made once for all comparisons. */
interface Named {
  one: RemovedPilot
  name: string
}

/** Orders the pilots of one removal by their names. */
function newestFirst(a: Named, b: Named): number {
  if (a.one.at !== b.one.at) return a.one.at < b.one.at ? 1 : -1
  return a.name < b.name ? -1 : 1
}

/** Looks up a pilot by the identifier or by the document. */
type Lookup = Pick<ExistingPilots, 'byId' | 'byDocument'>

/** @throws PilotosError for a pilot who has paid, whose receipts have to stay, or who has a chip */
export function requireRemovable(pilot: Pilot): void {
  if (pilot.payments)
    throw new PilotosError(
      'conflict',
      `${fullName(pilot)} tiene recibos: no se borra de la lista. Para sacar sus datos está «Borrar para siempre», que deja los montos`,
    )
  requireChipsBack(pilot)
}

/** @throws PilotosError for a pilot who has a chip */
export function requireChipsBack(pilot: Pilot): void {
  const chip = chipOf(pilot)
  if (chip !== undefined)
    throw new PilotosError('conflict', `${fullName(pilot)} tiene el chip ${chip}: recíbalo antes de borrar`)
}

/** Returns a chip that a pilot has: without the pilot, nobody would know who has it. */
export function chipOf(pilot: Pilot): string | undefined {
  return openLoans(pilot)[0]?.chip
}

/** Removes several pilots. @throws MissingPilotsError if one of them does not exist, PilotosError: see `requireRemovable` */
export function decideRemoveMany(
  ids: readonly PilotId[],
  existing: Pick<Lookup, 'byId'>,
  by?: string,
): Change & { remove: readonly PilotId[] } {
  const remove = [...new Set(ids)]
  const missing = remove.filter((id) => !existing.byId(id))
  if (missing.length > 0) throw new MissingPilotsError(missing, remove.length)
  for (const id of remove) requireRemovable(existing.byId(id) as Pilot)
  return { remove, by }
}

/** The result of restoring several removed pilots. */
export interface UndoneRemoval {
  pilots: Pilot[]
  refused: RefusedPilot[]
}

interface Existing extends Lookup {
  revocation(id: PilotId): Omit<Revocation, 'id'> | undefined
}

/**
 * Restores those of several removed pilots who can be restored, in one change, and says why the others cannot. `lastOf`
 * returns the last state of a removed pilot.
 */
export function decideUndoRemoveMany(
  ids: readonly PilotId[],
  existing: Existing,
  lastOf: (id: PilotId) => Pilot | undefined,
  returning: ReturningEntries,
  by?: string,
): { undone: UndoneRemoval; put: Pilot[]; change: Change } {
  const undone: UndoneRemoval = { pilots: [], refused: [] }
  const put: Pilot[] = []
  for (const id of new Set(ids)) {
    const last = lastOf(id)
    try {
      const stored = existing.byId(id)
      const revocation = existing.revocation(id)
      if (last && !stored && !revocation) {
        const owner = existing.byDocument(last) ?? put.find((one) => isSameDocument(one, last))
        requireUniqueDocument(last, owner, true)
      }
      const decision = decideUndoRemove({ stored, last, revocation }, returning, by)
      const { pilot } = decision
      undone.pilots.push(pilot)
      if (decision.change) put.push(pilot)
    } catch (error) {
      if (!(error instanceof PilotosError)) throw error
      const { message: reason, details } = error
      undone.refused.push({
        id,
        ...(last && { name: fullName(last) }),
        reason,
        ...(details.id && { other: details.id }),
      })
    }
  }
  return { undone, put, change: { put, by } }
}
