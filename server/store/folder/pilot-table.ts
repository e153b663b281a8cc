/**
 * The pilots in memory: finds them by identifier, by DNI and by words, and returns ordered pages. A search reads the
 * search text of every pilot, and a list is sorted when it is requested.
 */
import type { ExistingPilots } from '#domain/import/plan'
import { isRanked, type ListQuery } from '#domain/list-query'
import type { Change, Revocation } from '#domain/pilot/change'
import {
  type DuplicateQuery,
  type Duplicates,
  decideDuplicates,
  frequentClubs,
} from '#domain/pilot/duplicates'
import type { PhotoName, Pilot } from '#domain/pilot/pilot'
import type { PilotId } from '#domain/pilot/pilot-id'
import { forgivingTerms, matchesTerms, type SearchTerm, searchTerms } from '#domain/pilot/search'
import { rankingOf, rankOf } from '#domain/pilot/search-rank'
import { searchText } from '#domain/pilot/search-text'
import { type StatusBasis, statusKinds } from '#domain/validity/status'
import type { PilotCounts } from '#domain/web/pilot-schemas'
import { noPilots, type PilotPage } from '../contract/pilot-store.ts'

interface Entry {
  readonly pilot: Pilot
  /** The search text, which is built when the pilot is first searched. */
  text?: string
}

export class PilotTable implements ExistingPilots {
  /** The pilots by identifier, in the order of registration. */
  #byId = new Map<PilotId, Entry>()
  #byDni = new Map<number, Entry>()
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
    for (const { pilot } of this.#byId.values()) if (pilot.photo === name) return true
    return false
  }

  /** Applies a change. A put pilot replaces the pilot with its identifier, or is added at the end. */
  apply({ clear, put = [], remove = [], revoke = [] }: Change): void {
    if (clear) for (const all of [this.#byId, this.#byDni, this.#revoked]) all.clear()
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
    const terms = searchTerms(query.search)
    const exact = this.#find(terms)
    const similar = exact.length === 0 && !query.isExact ? forgivingTerms(terms) : undefined
    const entries = (similar ? this.#find(similar) : exact).filter(conditionOf(query))
    const page = pageOf(ordered(entries, similar ?? terms, query), query)
    return similar && page.total > 0 ? { ...page, isApproximate: true } : page
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

  /** Returns the pilots that meet all terms, in the order of registration. */
  #find(terms: readonly SearchTerm[]): Entry[] {
    const entries = [...this.#byId.values()]
    return terms.length === 0
      ? entries
      : entries.filter((entry) => matchesTerms(entry.pilot, textOf(entry), terms))
  }

  #put(pilot: Pilot): void {
    const replaced = this.#byId.get(pilot.id)
    if (replaced) this.#forgetDni(replaced)
    const entry: Entry = { pilot }
    this.#byId.set(pilot.id, entry)
    this.#byDni.set(pilot.dni, entry)
  }

  #remove(id: PilotId): void {
    const entry = this.#byId.get(id)
    if (!entry) return
    this.#forgetDni(entry)
    this.#byId.delete(id)
  }

  #forgetDni(entry: Entry): void {
    if (this.#byDni.get(entry.pilot.dni) === entry) this.#byDni.delete(entry.pilot.dni)
  }
}

function textOf(entry: Entry): string {
  entry.text ??= searchText(entry.pilot)
  return entry.text
}

/** Returns the condition that a query states besides its search. */
function conditionOf(query: ListQuery): (entry: Entry) => boolean {
  const { modalidad, licencia, since, noPhoto, noCard, status, among } = query
  const kindOf = status && statusKinds(status)
  const ids = among && new Set(among.ids)
  return ({ pilot }) =>
    !(noPhoto && pilot.photo) &&
    !(noCard && pilot.card) &&
    (!modalidad || pilot.modalidad === modalidad) &&
    (!licencia || pilot.licencia === licencia) &&
    (!since || (pilot.since !== undefined && pilot.since >= since)) &&
    (!ids || ids.has(pilot.id) !== among?.isExcluded) &&
    (!kindOf || kindOf(pilot) === status?.kind)
}

/** Returns entries, which are in the order of registration, in the order of a query with these terms. */
function ordered(
  entries: readonly Entry[],
  terms: readonly SearchTerm[],
  query: ListQuery,
): readonly Entry[] {
  const { sort, order } = query
  const isDescending = order === 'desc' || (!sort && order !== 'asc')
  const sorted = sort ? sortedBy(entries, ({ pilot }) => pilot[sort], compareValues) : entries
  const directed = isDescending ? sorted.toReversed() : sorted
  if (terms.length === 0 || !isRanked(query)) return directed
  const ranking = rankingOf(terms)
  return sortedBy(
    directed,
    (entry) => rankOf(textOf(entry), ranking),
    (one, other) => one - other,
  )
}

/** Returns the entries in the ascending order of their keys. Those with equal keys stay in their order. */
function sortedBy<Key>(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => Key,
  compare: (one: Key, other: Key) => number,
): Entry[] {
  return entries
    .map((entry) => ({ entry, key: keyOf(entry) }))
    .sort((one, other) => compare(one.key, other.key))
    .map(({ entry }) => entry)
}

let collator: Intl.Collator | undefined

/** Compares two values of a field. Values that differ by case or accents only, such as «Núñez» and «NÚÑEZ», are equal. */
function compareValues(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  // The collator is created at the first comparison, since loading its tables takes long.
  collator ??= new Intl.Collator('es', { sensitivity: 'base', numeric: true })
  return collator.compare(String(one), String(other))
}

function pageOf(entries: readonly Entry[], { page = 1, perPage = entries.length }: ListQuery): PilotPage {
  const start = (page - 1) * perPage
  const pilots = entries.slice(start, start + perPage).map(({ pilot }) => pilot)
  return { pilots, total: entries.length }
}
