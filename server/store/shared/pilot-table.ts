/**
 * The pilots in memory: finds them by identifier, by document and by words, and returns ordered pages. A search reads the
 * search text of every pilot, and a list is sorted as far as its page needs when it is requested.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type StatusBasis, statusKinds } from '#domain/credential/status'
import { categoryOf } from '#domain/events/categories/category'
import { raceNumbers, shownNumber } from '#domain/events/categories/race-number'
import { isEntered } from '#domain/events/entries'
import { entriesIn, pendingIn } from '#domain/events/entry'
import type { RaceEvent } from '#domain/events/event'
import { isLacking } from '#domain/features'
import type { DuplicateQuery, Duplicates, PilotCounts } from '#domain/pilots/calls'
import type { Change, Revocation } from '#domain/pilots/change'
import { decideDuplicates, frequentClubs, readPerson, wantedValues } from '#domain/pilots/checks/duplicates'
import {
  findInvented,
  type HeldValue,
  heldAgain,
  heldValues,
  type InventedValue,
  needsReview,
} from '#domain/pilots/checks/unlikely'
import { readDocument, type StoredDocument } from '#domain/pilots/document'
import { DocumentIndex } from '#domain/pilots/documents/document-key'
import type { OwnName } from '#domain/pilots/own/own-name'
import type { PhotoName, Pilot } from '#domain/pilots/pilot'
import type { PilotId } from '#domain/pilots/pilot-id'
import {
  addPilot,
  type FoundTotal,
  groupFilter,
  isRanked,
  type ListQuery,
  noCounts,
  type PilotFilter,
} from '#domain/pilots/search/list-query'
import { missedConditions, ownConditions } from '#domain/pilots/search/own-filter'
import {
  forgivingTerms,
  matchesTerms,
  rankingOf,
  rankOf,
  type SearchTerm,
  searchTerms,
  searchText,
  withEntries,
} from '#domain/pilots/search/search'
import { today } from '#domain/text/date'
import { numberKey } from '#domain/text/names'

/** One page of the pilots that a query finds, and how many it finds on all pages. */
export interface PilotPage extends FoundTotal {
  pilots: Pilot[]
  /** True if no pilot fits the search exactly, and these fit it with one error in a word. */
  isApproximate?: true
}

/** The number of changed pilots from which on the values of all are counted again. */
const manyTouched = 1000

/** The number of search texts that `prepare` builds before others have their turn. */
const builtAtOnce = 2000

interface Entry {
  readonly pilot: Pilot
  /** The search text, which is built when the pilot is first searched, or by `prepare`. */
  text?: string
}

type ListedEvent = Pick<RaceEvent, 'id' | 'categories' | 'waiver' | 'till'>

const noEvent: ListedEvent = { id: '', categories: [] }

interface SearchOptions {
  /** The open event, whose numbers a search finds first, and by which a list is sorted. */
  event?: ListedEvent
  /** The fields of one's own whose values no search finds. */
  unsearched?: readonly OwnName[]
}

interface CountOptions extends SearchOptions {
  filter?: PilotFilter
  ownNames?: readonly OwnName[]
}

export class PilotTable {
  /** The pilots by identifier, in the order of registration. */
  #byId = new Map<PilotId, Entry>()
  #byDocument = new DocumentIndex(({ pilot }: Entry) => pilot)
  #revoked = new Map<PilotId, Revocation>()
  /** The values that `findInvented` reads, from when they are first needed. */
  #held: readonly HeldValue[] | undefined
  /** The pilots that are changed since then, as they were and as they are. */
  #touched: Pilot[] = []

  constructor(pilots: Iterable<Pilot> = [], revoked: Iterable<Revocation> = []) {
    for (const pilot of pilots) this.#put(pilot)
    for (const one of revoked) this.#revoked.set(one.id, one)
  }

  byId(id: PilotId): Pilot | undefined {
    return this.#byId.get(id)?.pilot
  }

  byDocument(document: StoredDocument, except?: PilotId): Pilot | undefined {
    return this.withDocument(document).find(({ id }) => id !== except)
  }

  /** Returns the pilots with a document: several if they were stored before documents were compared by their countries. */
  withDocument(document: StoredDocument): Pilot[] {
    return this.#byDocument.find(document).map(({ pilot }) => pilot)
  }

  /** Returns true if a pilot has this photo. */
  namesPhoto(name: PhotoName): boolean {
    for (const { pilot } of this.#byId.values()) if (pilot.photo === name) return true
    return false
  }

  /** Applies a change. A put pilot replaces the pilot with its identifier, or is added at the end. */
  apply({ clear, put = [], remove = [], unrevoke = [], revoke = [] }: Change): void {
    if (clear) for (const all of [this.#byId, this.#byDocument, this.#revoked]) all.clear()
    for (const pilot of put) this.#put(pilot)
    for (const id of remove) this.#remove(id)
    for (const id of unrevoke) this.#revoked.delete(id)
    for (const one of revoke) this.#revoked.set(one.id, one)
    if (!clear && this.#touched.length <= manyTouched) return
    this.#held = undefined
    this.#touched = []
  }

  revocation(id: PilotId): Revocation | undefined {
    return this.#revoked.get(id)
  }

  /** Returns the revoked and the joined cards, in the order in which they were stored. */
  revocations(): Revocation[] {
    return [...this.#revoked.values()]
  }

  all(): Pilot[] {
    return Array.from(this.#byId.values(), ({ pilot }) => pilot)
  }

  get size(): number {
    return this.#byId.size
  }

  list(query: ListQuery = {}, options: SearchOptions = {}): PilotPage {
    const { entries, terms, isSimilar } = this.#search(query, options)
    const { event = noEvent } = options
    const page = pageOf(entries.filter(this.#conditionOf(query, event)), terms, query, event)
    return isSimilar && page.total > 0 ? { ...page, isApproximate: true } : page
  }

  /** Counts the pilots: see `PilotStore`. */
  count(
    from: string,
    basis: StatusBasis,
    { filter = {}, event = noEvent, ownNames = [], unsearched = [] }: CountOptions = {},
  ): PilotCounts {
    const counts = noCounts(this.size, ownNames)
    const kindOf = statusKinds(basis)
    const isToReview = this.#isToReview()
    const isCounted = this.#conditionOf(groupFilter(filter), event)
    const conditions = ownConditions(filter.own)
    for (const { pilot } of this.#search(filter, { event, unsearched }).entries.filter(isCounted)) {
      const entries = entriesIn(pilot, event.id)
      const counted = {
        modalidad: pilot.modalidad,
        licencia: pilot.licencia,
        status: kindOf(pilot),
        today: pilot.since && pilot.since >= from ? 1 : 0,
        no_photo: pilot.photo ? 0 : 1,
        no_card: pilot.card ? 0 : 1,
        invented: isToReview(pilot) ? 1 : 0,
        entered: entries.length > 0 ? 1 : 0,
        not_entered: entries.length > 0 ? 0 : 1,
        pending: pilot.pending && pendingIn(pilot, event.id).length > 0 ? 1 : 0,
        owing: Number(isLacking(pilot, event, 'payment')),
        unsigned: Number(isLacking(pilot, event, 'waiver')),
        entries,
        own: pilot,
      }
      addPilot(counts, counted, filter, conditions)
    }
    return counts
  }

  /** Counts the printed cards by the address on them. */
  cardAddresses(): Map<string, number> {
    const counts = new Map<string, number>()
    for (const {
      pilot: { card },
    } of this.#byId.values())
      if (card) counts.set(card.address, (counts.get(card.address) ?? 0) + 1)
    return counts
  }

  clubs(): string[] {
    const counts = new Map<string, number>()
    for (const { pilot } of this.#byId.values())
      if (pilot.club) counts.set(pilot.club, (counts.get(pilot.club) ?? 0) + 1)
    return frequentClubs(counts)
  }

  findDuplicates(query: DuplicateQuery): Duplicates {
    if (wantedValues(query).length > 0 || readPerson(query)) return decideDuplicates(this.all(), query)
    const document = readDocument(query)
    return decideDuplicates(document ? this.withDocument(document) : [], query)
  }

  /** Returns the values that are to be reviewed, the most frequent first: see `findInvented`. */
  inventedValues(): readonly InventedValue[] {
    if (!this.#held) this.#held = heldValues(this.all())
    else if (this.#touched.length > 0) this.#held = heldAgain(this.#held, this.all(), this.#touched)
    this.#touched = []
    return findInvented(this.#held)
  }

  /** Builds all search texts and finds the invented values, with pauses, so that the first queries need not. */
  async prepare(): Promise<void> {
    let built = 0
    for (const entry of this.#byId.values()) {
      if (built++ % builtAtOnce === 0) await nextTurn()
      textOf(entry)
    }
    this.inventedValues()
  }

  /** Returns what a search finds: exactly or, if it finds nobody so, with one error in a word. */
  #search({ search, isExact }: Pick<ListQuery, 'search' | 'isExact'>, options: SearchOptions) {
    const terms = searchTerms(search)
    const exact = this.#find(terms, options)
    const similar = exact.length === 0 && !isExact ? forgivingTerms(terms) : undefined
    return similar
      ? { entries: this.#find(similar, options), terms: similar, isSimilar: true }
      : { entries: exact, terms, isSimilar: false }
  }

  /** Returns the pilots that meet all terms, in the order of registration. */
  #find(terms: readonly SearchTerm[], { event = noEvent, unsearched = [] }: SearchOptions): Entry[] {
    const entries = [...this.#byId.values()]
    if (terms.length === 0) return entries
    return entries.filter((entry) => {
      const { pilot } = entry
      if (!matchesTerms(pilot, textIn(entry, event), terms)) return false
      // Search texts have all values, and are built again only for the few who have others.
      const isOther = unsearched.some((name) => name in pilot)
      return (
        !isOther || matchesTerms(pilot, textOfEntered(searchText(pilot, unsearched), pilot, event), terms)
      )
    })
  }

  /** Returns the condition that a query states besides its search. */
  #conditionOf(query: ListQuery, event: ListedEvent): (entry: Entry) => boolean {
    const { modalidad, licencia, since, noPhoto, noCard, invented, status, among, own } = query
    const { enteredIn, notEnteredIn, pendingIn: pendingEvent, lacks } = query
    const kindOf = status && statusKinds(status)
    const ids = among && new Set(among.ids)
    const conditions = ownConditions(own)
    const isToReview = invented && this.#isToReview()
    return ({ pilot }) =>
      !(noPhoto && pilot.photo) &&
      !(noCard && pilot.card) &&
      (!isToReview || isToReview(pilot)) &&
      (!modalidad || pilot.modalidad === modalidad) &&
      (!licencia || pilot.licencia === licencia) &&
      (!since || (pilot.since !== undefined && pilot.since >= since)) &&
      (!enteredIn || isEntered(pilot, enteredIn)) &&
      (pendingEvent === undefined || pendingIn(pilot, pendingEvent).length > 0) &&
      (notEnteredIn === undefined || !isEntered(pilot, { event: notEnteredIn })) &&
      (!ids || ids.has(pilot.id) !== among?.isExcluded) &&
      (!lacks || isLacking(pilot, event, lacks)) &&
      missedConditions(conditions, pilot).length === 0 &&
      (!kindOf || kindOf(pilot) === status?.kind)
  }

  /** Returns the condition that a pilot is to be reviewed: see `needsReview`. */
  #isToReview(): (pilot: Pilot) => boolean {
    const needs = needsReview(this.inventedValues(), today())
    const twins = new Set(Array.from(this.#byDocument.twins(), ({ pilot }) => pilot))
    return (pilot) => twins.has(pilot) || needs(pilot)
  }

  #put(pilot: Pilot): void {
    const replaced = this.#byId.get(pilot.id)
    if (replaced) this.#forget(replaced)
    if (this.#held) this.#touched.push(pilot)
    const entry: Entry = { pilot }
    this.#byId.set(pilot.id, entry)
    this.#byDocument.add(entry)
  }

  #remove(id: PilotId): void {
    const entry = this.#byId.get(id)
    if (!entry) return
    this.#forget(entry)
    this.#byId.delete(id)
  }

  #forget(entry: Entry): void {
    if (this.#held) this.#touched.push(entry.pilot)
    this.#byDocument.delete(entry)
  }
}

/** Returns the search text of a pilot in an event, whose numbers come before the one of the record. */
function textIn(entry: Entry, event: ListedEvent): string {
  return textOfEntered(textOf(entry), entry.pilot, event)
}

function textOfEntered(text: string, pilot: Pilot, event: ListedEvent): string {
  if (!pilot.entries) return text
  const categories = entriesIn(pilot, event.id).flatMap((entry) => categoryOf(event, entry)?.name ?? [])
  return withEntries(text, raceNumbers(pilot, event.id), categories)
}

function textOf(entry: Entry): string {
  entry.text ??= searchText(entry.pilot)
  return entry.text
}

/** Returns a page of entries, which are in the order of registration, in the order of a query with these terms. */
function pageOf(
  entries: readonly Entry[],
  terms: readonly SearchTerm[],
  query: ListQuery,
  event: ListedEvent,
): PilotPage {
  const { page = 1, perPage = entries.length } = query
  const total = entries.length
  const start = Math.min((page - 1) * perPage, total)
  const end = Math.min(start + perPage, total)
  const isByRank = terms.length > 0 && isRanked(query)
  const found = isByRank
    ? rankedPart(entries, terms, [start, end], event)
    : orderedPart(entries, query, [start, end], event)
  return { pilots: found.map(({ pilot }) => pilot), total }
}

/** The places of items, from the first to before the last. */
type Span = readonly [start: number, end: number]

function rankedPart(
  entries: readonly Entry[],
  terms: readonly SearchTerm[],
  [start, end]: Span,
  event: ListedEvent,
): Entry[] {
  const ranking = rankingOf(terms)
  const sought = new Set(terms.map(({ word }) => numberKey(word)))
  const isRaced = ({ pilot }: Entry) =>
    raceNumbers(pilot, event.id).some((number) => sought.has(numberKey(number)))
  const ranked = entries
    .map((entry) => ({ entry, rank: rankOf(textIn(entry, event), ranking) - Number(isRaced(entry)) }))
    .reverse()
  return sortedPart(ranked, (one, other) => one.rank - other.rank, start, end).map(({ entry }) => entry)
}

function orderedPart(
  entries: readonly Entry[],
  { sort, order }: ListQuery,
  [start, end]: Span,
  event: ListedEvent,
): Entry[] {
  const isDescending = order === 'desc' || (!sort && order !== 'asc')
  const [from, to] = isDescending ? [entries.length - end, entries.length - start] : [start, end]
  // Pilots without a value come last in both directions.
  const noneFirst = isDescending ? -1 : 1
  const keyIn = ({ pilot }: Entry) =>
    (sort === 'npiloto' ? shownNumber(pilot, event.id) || null : sort && pilot[sort]) ?? null
  const keyed = sort ? entries.map((entry) => ({ entry, key: keyIn(entry) })) : []
  const sorted = sortedPart(keyed, (one, other) => compareValues(one.key, other.key, noneFirst), from, to)
  const part = sort ? sorted.map(({ entry }) => entry) : entries.slice(from, to)
  return isDescending ? part.reverse() : part
}

/**
 * Returns the items from `start` to before `end` of the sorted items. Equal items stay in their order. Divides the items
 * as quicksort does, and sorts only the parts that the result needs: sorting all for one page takes three times as long.
 */
function sortedPart<Item>(
  items: readonly Item[],
  compare: (one: Item, other: Item) => number,
  start: number,
  end: number,
): Item[] {
  const [from, to] = [Math.max(0, start), Math.min(items.length, end)]
  const pivot = items[Math.floor(Math.random() * items.length)]
  if (pivot === undefined || from >= to) return []
  if (items.length <= 100 || items.length <= 2 * (to - from)) return items.toSorted(compare).slice(from, to)
  const less: Item[] = []
  const equal: Item[] = []
  const more: Item[] = []
  for (const item of items) {
    const order = compare(item, pivot)
    const part = order < 0 ? less : order > 0 ? more : equal
    part.push(item)
  }
  const moreStart = less.length + equal.length
  return [
    ...sortedPart(less, compare, from, to),
    ...equal.slice(Math.max(0, from - less.length), Math.max(0, to - less.length)),
    ...sortedPart(more, compare, from - moreStart, to - moreStart),
  ]
}

let collator: Intl.Collator | undefined

/**
 * Compares two values of a field. Values that differ by case or accents only, such as «Núñez» and «NÚÑEZ», are equal.
 * `none` is the result if only the first is null.
 */
function compareValues(one: string | number | null, other: string | number | null, none: -1 | 1): number {
  if (one === null || other === null) return (Number(one === null) - Number(other === null)) * none
  if (typeof one === 'number' && typeof other === 'number') return one - other
  // The collator is created at the first comparison, since loading its tables takes long.
  collator ??= new Intl.Collator('es', { sensitivity: 'base', numeric: true })
  return collator.compare(String(one), String(other))
}
