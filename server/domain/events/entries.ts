/**
 * Decides on the entries of an event. The functions are pure: every store fetches the riders, calls `decideEntries` and
 * commits the change that it returns.
 */
import { withCardInEvent } from '../credential/printed-card.ts'
import { InvalidError, PilotosError } from '../errors.ts'
import type { Change } from '../pilots/change.ts'
import { withFact } from '../pilots/facts/fact-values.ts'
import { fullName, type Pilot } from '../pilots/pilot.ts'
import { today } from '../text/date.ts'
import { numberKey, visible } from '../text/names.ts'
import { owedIn, withCharges } from '../till/charging.ts'
import { lastChip } from '../till/loans.ts'
import { categoryOf } from './categories/category.ts'
import { type CategoryChoice, decideCategory } from './categories/choice.ts'
import { raceNumber } from './categories/race-number.ts'
import {
  type Entered,
  type Entry,
  type EntryNote,
  entriesIn,
  entryIn,
  entryKey,
  furtherOf,
  lastEntry,
  markNames,
  pendingIn,
  proposedMotorcycle,
  sameEntries,
  sortedEntries,
  withoutCategory,
  withoutPlace,
} from './entry.ts'
import type { EntriesReportInfo, EntryChange } from './entry-calls.ts'
import { type EntryFilter, isOutside, meetsFilter } from './entry-filter.ts'
import { type EntriesOrder, isForMany, isNamed, type NamedPlace, type Order } from './entry-orders.ts'
import type { RaceEvent } from './event.ts'
import { type Motorcycle, sameMotorcycle, storedMotorcycle } from './motorcycle/motorcycle.ts'
import { Numbers, numberPlaceOf, ownNumber } from './numbers.ts'
import { placedEntry, unriddenProblem } from './placement.ts'

export interface EntriesReport extends Pick<EntriesReportInfo, 'changed' | 'unchanged' | 'refused'> {
  /** The riders who were changed, as they are now. */
  pilots: Pilot[]
}

export interface EntriesDecision {
  change: Change & { put: readonly Pilot[] }
  report: EntriesReport
}

interface Basis {
  event: RaceEvent
  /** The riders of the order, in its order: see `ridersOf`. */
  riders: readonly Pilot[]
  /** All riders with an entry in the event. */
  entered: readonly Pilot[]
  by?: string
  /** ISO 8601, UTC. */
  now: string
}

/**
 * Decides an order. What is refused leaves the rest as it is ordered.
 * @throws InvalidError for a change of a single entry that is not possible, PilotosError if the entry does not exist
 */
export function decideEntries(order: EntriesOrder, basis: Basis): EntriesDecision {
  const { event, riders, entered, by, now } = basis
  const context: Context = {
    ...basis,
    numbers: new Numbers(entered, event, today(new Date(now))),
    note: { at: now, ...(by !== undefined && { by }) },
    report: { changed: 0, unchanged: 0, refused: [], pilots: [] },
  }
  const { report } = context
  const put: Pilot[] = []
  for (const rider of riders) {
    const own: OwnEntries = byKey(entriesIn(rider, event.id))
    const pending: OwnEntries = byKey(pendingIn(rider, event.id))
    const before = report.changed
    if (order.kind === 'withdraw') withdraw(order, own, report)
    else if (order.kind === 'leave-out') withdraw(order, pending, report)
    else if (order.kind === 'change') changeOne(order, rider, own, context)
    else if (order.kind === 'categorize') categorize(rider, own, context)
    else enter(order, rider, own, pending, context)
    const changed =
      report.changed > before
        ? withCharges(
            withCardInEvent(
              rider,
              withNumber(withEntriesIn(rider, event.id, [...own.values()]), event),
              event,
            ),
            event,
            context.note,
          )
        : rider
    const next = withPending(changed, [...pending.values()], event.id)
    if (next !== rider) put.push(next)
    if (report.changed > before) report.pilots.push(next)
  }
  return { change: { put, by }, report }
}

interface Context extends Basis {
  numbers: Numbers
  note: EntryNote
  report: EntriesReport
}

/** The entries of one rider in the event by their keys, which an order changes: pending ones by modalidad. */
type OwnEntries = Map<string, Entry>

function byKey(entries: readonly Entry[]): OwnEntries {
  return new Map(entries.map((entry) => [entryKey(entry), entry]))
}

/** Returns the entries that an order names: those in a modalidad, or in one of its categories; null is none. */
function named(own: OwnEntries, place: NamedPlace): [key: string, entry: Entry][] {
  return [...own].filter(([, one]) => isNamed(one, place))
}

/** Returns true if a rider has another entry in the category of one. */
function isRepeated(entry: Entry, own: OwnEntries, before?: Entry): boolean {
  return named(own, { ...entry, category: entry.category ?? null }).some(([, one]) => one !== before)
}

/** Returns the rider with other pending entries, all of which are in one event, or the same rider if nothing changes. */
function withPending(rider: Pilot, pending: readonly Entry[], event: string): Pilot {
  const left = pending.filter(({ modalidad }) => !entryIn(rider, event, modalidad))
  if (left.length === 0 && pendingIn({ pending: rider.pending }, event).length === 0) return rider
  if (sameEntries(rider.pending, left)) return rider
  return withFact(rider, 'pending', left.length > 0 ? sortedEntries(left) : undefined)
}

function withdraw(order: Order<'withdraw' | 'leave-out'>, own: OwnEntries, report: EntriesReport): void {
  const leaving = named(own, order)
  for (const [key] of leaving) own.delete(key)
  report.changed += leaving.length
  if (leaving.length === 0 && order.modalidad !== undefined) report.unchanged += 1
}

function changeOne(order: Order<'change'>, rider: Pilot, own: OwnEntries, context: Context): void {
  const { event, numbers, report } = context
  const [entry, several] = named(own, order).map(([, one]) => one)
  if (!entry) throw notEntered(rider, order, event)
  if (several)
    throw new InvalidError({
      category: `Está inscrito en varias categorías de ${order.modalidad}: diga en cuál`,
    })
  if (order.to.checks?.payment !== undefined && owedIn(rider, event, context.now) !== undefined)
    throw new PilotosError('conflict', 'El pago se anota al cobrar: este evento tiene precios')
  const next = recategorized(entry, changedEntry(entry, order.to, context), rider, order.to.category, context)
  if (next.modalidad !== entry.modalidad) {
    const problem =
      named(own, { modalidad: next.modalidad }).length > 0
        ? `Ya está inscrito en ${next.modalidad}`
        : unriddenProblem(next, event)
    if (problem) throw new InvalidError({ modalidad: problem })
  } else if (next.category !== entry.category && isRepeated(next, own, entry)) {
    throw new InvalidError({ category: alreadyIn(next, event) })
  }
  // A merge can have given a number to two riders: their checks can be noted all the same.
  const taken = numberPlaceOf(next) === numberPlaceOf(entry) ? undefined : numbers.problem(rider, next)
  if (taken) {
    const { reason, other: id } = taken
    throw new PilotosError('conflict', reason, { fields: { number: reason }, ...(id && { id }) })
  }
  own.delete(entryKey(entry))
  own.set(entryKey(next), next)
  report[sameEntries([entry], [next]) ? 'unchanged' : 'changed'] += 1
}

/**
 * Returns a changed entry with its category: the one that a person chooses or, in another modalidad, the one that fits.
 * @throws InvalidError for a category that does not fit, or not any more with another motorcycle, without a reason
 */
function recategorized(
  before: Entry,
  after: Entry,
  { fechanac }: Pilot,
  given: CategoryChoice | undefined,
  { event, note }: Context,
): Entry {
  const moves = after.modalidad !== before.modalidad
  if (!given && !moves && sameMotorcycle(after.motorcycle, before.motorcycle)) return after
  const stays: CategoryChoice = { id: before.category ?? null }
  const choice = given ?? (moves ? undefined : stays)
  const known = choice?.id === before.category ? before.exception : undefined
  const reasoned = choice && { reason: known?.reason, ...choice }
  const rest = moves ? withoutPlace(after) : withoutCategory(after)
  const { problem, category, exception } = decideCategory(event, { fechanac, ...rest }, reasoned, note)
  if (problem) throw new InvalidError({ category: problem })
  const isKnown = exception !== undefined && exception.reason === known?.reason
  return {
    ...rest,
    ...(category && { category }),
    ...(exception && { exception: isKnown ? known : exception }),
  }
}

/** Gives the category that fits to each entry that has none of the event. */
function categorize(rider: Pilot, own: OwnEntries, { event, numbers, note, report }: Context): void {
  for (const [key, entry] of own) {
    const { modalidad } = entry
    if (!isOutside(entry, event.categories)) continue
    const { problem, category } = decideCategory(event, { ...rider, ...entry }, undefined, note)
    const next: Entry = { ...withoutCategory(entry), category }
    const repeated = isRepeated(next, own, entry) ? alreadyIn(next, event) : undefined
    const reason = problem ?? repeated
    const refused = reason === undefined ? numbers.problem(rider, next) : { reason }
    if (refused) report.refused.push({ id: rider.id, name: fullName(rider), modalidad, ...refused })
    else {
      own.set(key, next)
      numbers.take(rider, next)
      report.changed += 1
    }
  }
}

function enter(
  order: Order<'enter' | 'carry' | 'pending'>,
  rider: Pilot,
  own: OwnEntries,
  pending: OwnEntries,
  context: Context,
): void {
  const { event, numbers, report, note } = context
  const before = new Set([...own.values()].map(({ modalidad }) => modalidad))
  for (const [wanted, earlier] of wantedEntries(order, rider, event)) {
    const { modalidad } = wanted
    const others = named(own, { modalidad }).map(([, one]) => one)
    const further = before.has(modalidad) ? undefined : earlier
    const choice = choiceOf(order, { modalidad, others, further, wish: pending.get(modalidad)?.category })
    if (choice === 'entered') {
      report.unchanged += 1
      continue
    }
    const { entry, problem } = placedEntry(rider, wanted, {
      ...{ event, numbers, note, choice },
      last: earlier ?? lastEntry(rider, modalidad, earlierOf(order)).category,
      takesNext: order.kind === 'pending',
      isNumberGiven: order.kind === 'enter' && givenNumber(order, modalidad) !== undefined,
    })
    if (problem) {
      report.refused.push({ id: rider.id, name: fullName(rider), modalidad, ...problem })
      if (isForMany(order) && !pending.has(modalidad))
        pending.set(modalidad, { ...pendingEntry(rider, wanted), ...note })
      continue
    }
    const made = { ...withChip(entry, rider, event), ...furtherOf(entry, [...own.values()]), ...note }
    own.set(entryKey(made), made)
    numbers.take(rider, made)
    report.changed += 1
  }
}

/**
 * Returns the category in which an order enters a rider, if it is not the one that fits. Beside `others`, it is one that a
 * person wants, or that of a `further` entry of another event.
 */
function choiceOf(
  order: Order<'enter' | 'carry' | 'pending'>,
  beside: Beside,
): CategoryChoice | 'entered' | undefined {
  const { modalidad, others, further, wish } = beside
  const given = order.kind === 'enter' ? ownValue(order.categories, modalidad) : undefined
  if (others.length === 0) return given ?? (wish === undefined ? undefined : { id: wish })
  const id = order.kind === 'enter' ? order.further && given?.id : further
  if (!id || others.some(({ category }) => category === id)) return 'entered'
  return given ?? { id }
}

interface Beside {
  modalidad: string
  /** The entries that the rider has in the modalidad. */
  others: readonly Entry[]
  further?: string
  /** The category of the pending entry. */
  wish?: string
}

/** Returns the number that an order gives in a modalidad: null for none. */
function givenNumber({ number, numbers }: Order<'enter'>, modalidad: string): string | null | undefined {
  const named = ownValue(numbers, modalidad)
  return named === undefined ? number : named
}

/** Returns the events whose entries an order begins with, the last one first. */
function earlierOf(order: Order<'enter' | 'carry' | 'pending'>): readonly string[] {
  return order.kind === 'carry' ? [order.from] : (order.earlier ?? [])
}

/** Returns what a pending entry keeps: the number only if it is not the rider's own, which may change until then. */
function pendingEntry(rider: Pilot, { event, modalidad, number }: Omit<Entry, 'at'>): Omit<Entry, 'at'> {
  return { event, modalidad, ...(number !== undefined && number !== ownNumber(rider) && { number }) }
}

/** Returns the rider with other entries in one event. */
export function withEntriesIn(
  { entries: stored = [], ...rider }: Pilot,
  event: string,
  own: readonly Entry[],
): Pilot {
  const entries = sortedEntries([...stored.filter((entry) => entry.event !== event), ...own])
  return { ...rider, ...(entries.length > 0 && { entries }) }
}

/** Returns a rider who lacks a number with that of the event, so that nobody is incomplete for want of one. */
function withNumber(rider: Pilot, { id }: RaceEvent): Pilot {
  const number = rider.npiloto === undefined && raceNumber(rider, id)
  return number ? { ...rider, npiloto: number } : rider
}

/** Returns a new entry with the chip that the rider has, and without a rented one that the rider has given back. */
function withChip<Own extends Omit<Entry, 'at'>>(
  { transponder, ...entry }: Own,
  rider: Pilot,
  { till }: RaceEvent,
) {
  const isBack = till?.chips.some(({ code, rented }) => rented && code === transponder)
  const chip = lastChip(rider) ?? (isBack ? undefined : transponder)
  return { ...entry, ...(chip && { transponder: chip }) }
}

/** Returns the entries that an order wants, those of another event with the category there. */
function wantedEntries(
  order: Order<'enter' | 'carry' | 'pending'>,
  rider: Pilot,
  event: RaceEvent,
): [wanted: Omit<Entry, 'at' | 'by'>, earlier?: string][] {
  if (order.kind === 'carry')
    return entriesIn(rider, order.from).map((entry) => [wantedEntry(event, entry), entry.category])
  const own = visible(rider.transponder ?? '')
  const pending = pendingIn(rider, event.id)
  const wishIn = (modalidad: string) => pending.find((one) => one.modalidad === modalidad)
  const motorcycleIn = (modalidad: string, given?: Motorcycle | null) =>
    given === undefined
      ? proposedMotorcycle(rider, event, modalidad, order.earlier ?? [])
      : storedMotorcycle(given)
  if (order.kind === 'pending')
    return pending.map(({ modalidad, number = ownNumber(rider), transponder = own }) => [
      wantedEntry(event, { modalidad, number, transponder, motorcycle: motorcycleIn(modalidad) }),
    ])
  const numberIn = (modalidad: string) => {
    const given = givenNumber(order, modalidad)
    return given === undefined ? (wishIn(modalidad)?.number ?? ownNumber(rider)) : checkedNumber(given)
  }
  // A sheet asks for the modalidades in which the rider is pending.
  const asked = isForMany(order) ? pending.map(({ modalidad }) => modalidad) : []
  return (order.modalidades ?? (asked.length > 0 ? asked : [rider.modalidad ?? ''])).map((modalidad) => [
    wantedEntry(event, {
      modalidad,
      number: numberIn(modalidad),
      transponder: wishIn(modalidad)?.transponder ?? own,
      motorcycle: motorcycleIn(modalidad, ownValue(order.motorcycles, modalidad)),
    }),
  ])
}

/** Returns a value by a name that a request gives, which may be that of a property of every object. */
function ownValue<Value>(values: Readonly<Record<string, Value>> = {}, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}

function wantedEntry(
  { id: event }: RaceEvent,
  { modalidad, number, transponder, motorcycle }: WantedParts,
): Omit<Entry, 'at' | 'by'> {
  return {
    ...{ event, modalidad },
    ...(number !== undefined && { number }),
    ...(transponder && { transponder }),
    ...(motorcycle && { motorcycle }),
  }
}

type WantedParts = Pick<Entry, 'modalidad' | 'number' | 'transponder' | 'motorcycle'>

/** @throws InvalidError */
function checkedNumber(text: string | null): string | undefined {
  const number = visible(text ?? '')
  if (number === '') return undefined
  if (numberKey(number) === undefined)
    throw new InvalidError({ number: 'Un número tiene una cifra que no es cero: déjelo vacío si no tiene' })
  return number
}

function changedEntry(
  entry: Entry,
  { modalidad, number, transponder, motorcycle, checks = {} }: EntryChange,
  { note }: Pick<Context, 'note'>,
): Entry {
  const { number: before, transponder: chip, motorcycle: ridden, checks: done = {}, ...rest } = entry
  const nextNumber = number === undefined ? before : checkedNumber(number)
  const nextChip = transponder === undefined ? chip : visible(transponder ?? '')
  const nextMotorcycle = motorcycle === undefined ? ridden : storedMotorcycle(motorcycle)
  const marks = markNames.flatMap((name) => {
    if (checks[name] === false) return []
    const its = done[name] ?? (checks[name] ? note : undefined)
    return its ? [[name, its] as const] : []
  })
  return {
    ...rest,
    modalidad: modalidad ?? entry.modalidad,
    ...(nextNumber !== undefined && { number: nextNumber }),
    ...(nextChip && { transponder: nextChip }),
    ...(nextMotorcycle && { motorcycle: nextMotorcycle }),
    ...(marks.length > 0 && { checks: Object.fromEntries(marks) }),
  }
}

/** Returns the error for an entry that an order names and that the rider has no more. */
export function notEntered(
  rider: Pilot,
  { modalidad = '', category }: NamedPlace,
  { categories }: RaceEvent,
): PilotosError {
  const name = category && categoryOf({ categories }, { category })?.name
  const place = name ? `${name} de ${modalidad}` : modalidad
  return new PilotosError(
    'conflict',
    `${fullName(rider)} ya no está inscrito en ${place}: otra persona lo quitó`,
  )
}

function alreadyIn(entry: Entry, { categories }: RaceEvent): string {
  return `Ya está inscrito en ${categoryOf({ categories }, entry)?.name ?? entry.modalidad}`
}

/** Returns the riders with an entry in an event. */
export function enteredIn(riders: readonly Pilot[], event: string): Pilot[] {
  return riders.filter((rider) => isEntered(rider, { event }))
}

/** Returns true if a rider takes part in an event, in any modalidad and category or in one. */
export function isEntered({ entries = [] }: Entered, filter: EntryFilter): boolean {
  return entries.some((entry) => meetsFilter(entry, filter))
}
