/** The pilots in memory: finds them by identifier, by DNI and by words, and returns ordered pages. */

import type { AmongFilter } from '#domain/gate/attendance'
import type { ExistingPilots } from '#domain/import/plan'
import { isRanked, type ListQuery } from '#domain/list-query'
import type { Change, Revocation } from '#domain/pilot/change'
import { frequentClubs } from '#domain/pilot/clubs'
import { type DuplicateQuery, type Duplicates, decideDuplicates } from '#domain/pilot/duplicates'
import type { FieldName } from '#domain/pilot/fields'
import type { PhotoName, Pilot } from '#domain/pilot/pilot'
import type { PilotId } from '#domain/pilot/pilot-id'
import { forgivingTerms, type SearchTerm, searchTerms } from '#domain/pilot/search'
import { rankingOf } from '#domain/pilot/search-rank'
import { type StatusBasis, statusKinds } from '#domain/validity/status-kinds'
import type { PilotCounts } from '#domain/web/schemas'
import { noPilots, type PilotPage } from '../../contract/pilot-store.ts'
import type { PilotEntry } from './pilot-entry.ts'
import { PilotOrders } from './pilot-orders.ts'
import { bestByRank, PilotSearch, scan } from './pilot-search.ts'

export class PilotTable implements ExistingPilots {
  /** The pilots by identifier, in the order of registration. */
  #byId = new Map<PilotId, PilotEntry>()
  #byDni = new Map<number, PilotEntry>()
  /** The number of pilots with each photo. */
  #photos = new Map<PhotoName, number>()
  #lastSequence = 0
  #orders = new PilotOrders(() => this.#byId.values())
  #index: PilotSearch | undefined
  #revoked = new Map<PilotId, Revocation>()

  constructor(pilots: Iterable<Pilot> = [], revoked: Iterable<Revocation> = []) {
    for (const pilot of pilots) this.#put(pilot)
    for (const one of revoked) this.#revoked.set(one.id, one)
  }

  byId(id: PilotId): Pilot | undefined {
    return this.#byId.get(id)?.pilot
  }

  byDni(dni: number): Pilot | undefined {
    return this.#byDni.get(dni)?.pilot
  }

  /** Returns true if a pilot has this photo. */
  namesPhoto(name: PhotoName): boolean {
    return this.#photos.has(name)
  }

  /** Applies a change. A put pilot replaces the pilot with its identifier, or is added at the end. */
  apply({ clear, put = [], remove = [], revoke = [] }: Change): void {
    if (clear) this.#clear()
    if (put.length + remove.length > maxSingleUpdates) this.#orders.forget()
    for (const pilot of put) this.#put(pilot)
    for (const id of remove) this.#remove(id)
    for (const one of revoke) this.#revoked.set(one.id, one)
  }

  revocation(id: PilotId): Revocation | undefined {
    return this.#revoked.get(id)
  }

  isRevoked(id: PilotId): boolean {
    return this.#revoked.has(id)
  }

  /** Returns the revoked cards, in the order of revocation. */
  revocations(): Revocation[] {
    return [...this.#revoked.values()]
  }

  all(): Pilot[] {
    return Array.from(this.#byId.values(), ({ pilot }) => pilot)
  }

  get size(): number {
    return this.#byId.size
  }

  list(query: ListQuery = {}): PilotPage {
    const { search, sort, order } = query
    const isDescending = order === 'desc' || (!sort && order !== 'asc')
    const words = searchTerms(search)
    if (words.length === 0) return pageOf(filtered(this.#orders.by(sort), query), isDescending, query)
    const { found, terms } = this.#search(words, query)
    const entries = filtered(this.#orders.sorted(found, sort), query)
    const page = isRanked(query) ? rankedPage(entries, terms, query) : pageOf(entries, isDescending, query)
    return terms === words || page.total === 0 ? page : { ...page, isApproximate: true }
  }

  /** Prepares lists that are sorted by a field, which then take one short step. */
  rankSteps(field: FieldName): Generator<void, void> {
    return this.#orders.rankSteps(field)
  }

  /** Counts the pilots: see `PilotStore`. */
  count(from: string, basis: StatusBasis): PilotCounts {
    const counts: PilotCounts = { ...noPilots(), total: this.size }
    const kindOf = statusKinds(basis)
    for (const { pilot } of this.#byId.values()) {
      if (pilot.since && pilot.since >= from) counts.today += 1
      if (!pilot.photo) counts.no_photo += 1
      if (!pilot.card) counts.no_card += 1
      counts.status[kindOf(pilot)] += 1
      counts.modalidad[pilot.modalidad] = (counts.modalidad[pilot.modalidad] ?? 0) + 1
      counts.licencia[pilot.licencia] = (counts.licencia[pilot.licencia] ?? 0) + 1
    }
    return counts
  }

  clubs(): string[] {
    const counts = new Map<string, number>()
    for (const { pilot } of this.#byId.values()) counts.set(pilot.club, (counts.get(pilot.club) ?? 0) + 1)
    return frequentClubs(counts)
  }

  findDuplicates(query: DuplicateQuery): Duplicates {
    if (query.modalidad && (query.npiloto || query.nlicencia)) return decideDuplicates(this.all(), query)
    const owner = query.dni === undefined ? undefined : this.byDni(query.dni)
    return decideDuplicates(owner ? [owner] : [], query)
  }

  /** Makes searches use an index, and adds `count` pilots to it. Returns false if no pilots are left to add. */
  prepareSearch(count: number): boolean {
    this.#index ??= new PilotSearch(this.#byId.values())
    return this.#index.indexSome(count)
  }

  /** Finds the pilots that meet the terms, or else those that meet them with forgiven errors, and returns the terms. */
  #search(terms: SearchTerm[], { isExact }: ListQuery): { found: PilotEntry[]; terms: SearchTerm[] } {
    const found = this.#find(terms)
    const forgiving = found.length === 0 && !isExact && forgivingTerms(terms)
    return forgiving ? { found: this.#find(forgiving), terms: forgiving } : { found, terms }
  }

  #find(terms: readonly SearchTerm[]): PilotEntry[] {
    return this.#index?.find(terms) ?? scan(this.#byId.values(), terms)
  }

  #put(pilot: Pilot): void {
    const replaced = this.#byId.get(pilot.id)
    if (replaced) this.#forget(replaced)
    else this.#lastSequence += 1
    const sequence = replaced?.sequence ?? this.#lastSequence
    const entry: PilotEntry = { pilot, sequence, text: undefined, number: undefined }
    this.#byId.set(pilot.id, entry)
    this.#byDni.set(pilot.dni, entry)
    this.#countPhoto(pilot, 1)
    this.#orders.add(entry)
    this.#index?.add(entry)
  }

  #remove(id: PilotId): void {
    const entry = this.#byId.get(id)
    if (!entry) return
    this.#forget(entry)
    this.#byId.delete(id)
  }

  #forget(entry: PilotEntry): void {
    if (this.#byDni.get(entry.pilot.dni) === entry) this.#byDni.delete(entry.pilot.dni)
    this.#countPhoto(entry.pilot, -1)
    this.#orders.remove(entry)
    this.#index?.remove(entry)
  }

  #countPhoto({ photo }: Pilot, delta: 1 | -1): void {
    if (!photo) return
    const count = (this.#photos.get(photo) ?? 0) + delta
    if (count > 0) this.#photos.set(photo, count)
    else this.#photos.delete(photo)
  }

  #clear(): void {
    this.#byId.clear()
    this.#byDni.clear()
    this.#photos.clear()
    this.#revoked.clear()
    this.#orders.forget()
    this.#index &&= new PilotSearch([])
  }
}

/** Returns one page of entries. */
function pageOf(entries: readonly PilotEntry[], isReversed: boolean, query: ListQuery): PilotPage {
  const total = entries.length
  const { start, end } = boundsOf(query, total)
  const pilots: Pilot[] = []
  for (let index = start; index < end; index += 1) {
    const entry = entries[isReversed ? total - 1 - index : index]
    if (entry) pilots.push(entry.pilot)
  }
  return { pilots, total }
}

/** Returns one page of the entries that a search finds, without ranking more of them than the page needs. */
function rankedPage(
  entries: readonly PilotEntry[],
  terms: readonly SearchTerm[],
  query: ListQuery,
): PilotPage {
  const total = entries.length
  const { start, end } = boundsOf(query, total)
  const best = bestByRank(entries, rankingOf(terms), end)
  return { pilots: best.slice(start, end).map(({ pilot }) => pilot), total }
}

/** Returns the index of the first entry of a page, and the index after its last. */
function boundsOf({ page = 1, perPage }: ListQuery, total: number): { start: number; end: number } {
  const start = perPage ? (page - 1) * perPage : page === 1 ? 0 : total
  return { start, end: perPage ? Math.min(start + perPage, total) : total }
}

function filtered(entries: readonly PilotEntry[], query: ListQuery): readonly PilotEntry[] {
  const { status, among } = query
  const found = amongThem(
    isFiltered(query) ? entries.filter(({ pilot }) => passes(pilot, query)) : entries,
    among,
  )
  if (!status) return found
  const kindOf = statusKinds(status)
  return found.filter(({ pilot }) => kindOf(pilot) === status.kind)
}

function amongThem(entries: readonly PilotEntry[], among?: AmongFilter): readonly PilotEntry[] {
  if (!among) return entries
  const ids = new Set(among.ids)
  return entries.filter(({ pilot }) => ids.has(pilot.id) !== among.isExcluded)
}

/** Returns true if the query has a condition besides the search, the status and the attendance. */
function isFiltered({ modalidad, licencia, since, noPhoto, noCard }: ListQuery): boolean {
  return Boolean(modalidad || licencia || since || noPhoto || noCard)
}

function passes(pilot: Pilot, { modalidad, licencia, since, noPhoto, noCard }: ListQuery): boolean {
  return (
    !(noPhoto && pilot.photo) &&
    !(noCard && pilot.card) &&
    (!modalidad || pilot.modalidad === modalidad) &&
    (!licencia || pilot.licencia === licencia) &&
    (!since || (pilot.since !== undefined && pilot.since >= since))
  )
}

/** The largest change, in pilots, for which single updates of the orders are faster than sorting again. */
const maxSingleUpdates = 100
