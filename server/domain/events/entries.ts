/**
 * Decides on the entries of an event. The functions are pure: every store fetches the riders, calls `decideEntries` and
 * commits the change that it returns. The numbers of an event, taken and free, are here too.
 */
import { InvalidError, PilotosError } from '../errors.ts'
import type { Change } from '../pilots/change.ts'
import { numberKey } from '../pilots/checks/duplicates.ts'
import { incompleteText, missingNames } from '../pilots/incomplete.ts'
import { fullName, type Pilot } from '../pilots/pilot.ts'
import type { PilotId } from '../pilots/pilot-id.ts'
import type { EntryFilter } from '../pilots/search/list-query.ts'
import { visible } from '../text/names.ts'
import type { EntriesReportInfo, EntryChange } from './calls.ts'
import {
  checkNames,
  type Entered,
  type Entry,
  entriesIn,
  entryIn,
  sameEntries,
  sortedEntries,
} from './entry.ts'
import type { RaceEvent } from './event.ts'

/** An order for the entries of an event. */
export type EntriesOrder =
  /** Enters riders in some modalidades or, without, each in his own. Only one rider can have a given number. */
  | {
      kind: 'enter'
      ids: readonly PilotId[]
      modalidades?: readonly string[]
      number?: string | null
      /** The numbers by modalidad, which come before `number`. */
      numbers?: Readonly<Record<string, string | null | undefined>>
    }
  /** Enters the riders of another event, as they were entered there. */
  | { kind: 'carry'; from: string }
  | { kind: 'change'; id: PilotId; modalidad: string; to: EntryChange }
  /** Takes riders out of a modalidad or, without, of the whole event. */
  | { kind: 'withdraw'; ids: readonly PilotId[]; modalidad?: string }

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
  /** The riders of the order, in its order: for `carry`, those with an entry in the other event. */
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
  const { event, riders, entered, by } = basis
  const context: Context = {
    ...basis,
    numbers: new Numbers(entered, event.id),
    report: { changed: 0, unchanged: 0, refused: [], pilots: [] },
  }
  const { report } = context
  for (const rider of riders) {
    const own: OwnEntries = new Map(entriesIn(rider, event.id).map((entry) => [entry.modalidad, entry]))
    const before = report.changed
    if (order.kind === 'withdraw') withdraw(order, own, report)
    else if (order.kind === 'change') changeOne(order, rider, own, context)
    else enter(order, rider, own, context)
    if (report.changed > before) report.pilots.push(withEntriesIn(rider, event.id, [...own.values()]))
  }
  return { change: { put: report.pilots, by }, report }
}

interface Context extends Basis {
  numbers: Numbers
  report: EntriesReport
}

/** The entries of one rider in the event by modalidad, which an order changes. */
type OwnEntries = Map<string, Entry>

type Order<Kind extends EntriesOrder['kind']> = Extract<EntriesOrder, { kind: Kind }>

function withdraw({ modalidad }: Order<'withdraw'>, own: OwnEntries, report: EntriesReport): void {
  for (const name of modalidad === undefined ? [...own.keys()] : [modalidad])
    report[own.delete(name) ? 'changed' : 'unchanged'] += 1
}

function changeOne(order: Order<'change'>, rider: Pilot, own: OwnEntries, context: Context): void {
  const { event, numbers, report } = context
  const entry = own.get(order.modalidad)
  if (!entry) throw notEntered(rider, order.modalidad)
  const next = changedEntry(entry, order.to, context)
  if (next.modalidad !== entry.modalidad) {
    const problem = own.has(next.modalidad)
      ? `Ya está inscrito en ${next.modalidad}`
      : unriddenProblem(next, event)
    if (problem) throw new InvalidError({ modalidad: problem })
  }
  // A merge can have given a number to two riders: their checks can be noted all the same.
  const taken = numberPlaceOf(next) === numberPlaceOf(entry) ? undefined : numbers.problem(rider, next)
  if (taken) {
    const { reason, other: id } = taken
    throw new PilotosError('conflict', reason, { fields: { number: reason }, id })
  }
  own.delete(order.modalidad)
  own.set(next.modalidad, next)
  report[sameEntries([entry], [next]) ? 'unchanged' : 'changed'] += 1
}

function enter(order: Order<'enter' | 'carry'>, rider: Pilot, own: OwnEntries, context: Context): void {
  const { event, numbers, report, by, now } = context
  for (const wanted of wantedEntries(order, rider, event)) {
    const entry: Entry = { ...wanted, at: now, ...(by !== undefined && { by }) }
    if (own.has(entry.modalidad)) {
      report.unchanged += 1
      continue
    }
    const problem = entryProblem(rider, entry, event, numbers)
    if (problem) {
      report.refused.push({ id: rider.id, name: fullName(rider), modalidad: entry.modalidad, ...problem })
      continue
    }
    own.set(entry.modalidad, entry)
    numbers.take(rider, entry)
    report.changed += 1
  }
}

/** Returns the riders that an order concerns, of all: see `Basis`. */
export function ridersOf(order: EntriesOrder): { ids?: readonly PilotId[]; event?: string } {
  if (order.kind === 'carry') return { event: order.from }
  return { ids: order.kind === 'change' ? [order.id] : [...new Set(order.ids)] }
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

/** The numbers of an event, and who has each. */
export class Numbers {
  #owners = new Map<string, Pilot>()

  constructor(
    entered: readonly Pilot[],
    private readonly event: string,
  ) {
    for (const rider of entered) for (const entry of entriesIn(rider, this.event)) this.take(rider, entry)
  }

  take(rider: Pilot, entry: Entry): void {
    const place = numberPlaceOf(entry)
    if (place !== undefined && !this.#owners.has(place)) this.#owners.set(place, rider)
  }

  /** Frees the number of an entry that the rider has no longer. */
  release(rider: Pilot, entry: Entry): void {
    const place = numberPlaceOf(entry)
    if (place !== undefined && this.#owners.get(place)?.id === rider.id) this.#owners.delete(place)
  }

  /** Says who has the number of an entry, if it is another rider. */
  problem(
    rider: Pilot,
    entry: Pick<Entry, 'modalidad' | 'number'>,
  ): { reason: string; other: PilotId } | undefined {
    const place = numberPlaceOf(entry)
    const owner = place === undefined ? undefined : this.#owners.get(place)
    if (!owner || owner.id === rider.id) return undefined
    const { number = '', modalidad } = entry
    return { reason: `El número ${number} de ${modalidad} lo tiene ${fullName(owner)}`, other: owner.id }
  }
}

/** Lets removed riders come back: an entry whose number another rider has by now comes back without it. */
export class ReturningEntries {
  #numbers = new Map<string, Numbers>()

  /** `others` are all riders with an entry in an event of those who come back. */
  constructor(private readonly others: readonly Pilot[]) {}

  bring(rider: Pilot): Pilot {
    if (!rider.entries) return rider
    const entries = rider.entries.map((entry) => {
      const numbers = this.#numbersOf(entry.event)
      if (numbers.problem(rider, entry)) return withoutNumber(entry)
      numbers.take(rider, entry)
      return entry
    })
    return { ...rider, entries }
  }

  #numbersOf(event: string): Numbers {
    const numbers = this.#numbers.get(event) ?? new Numbers(this.others, event)
    this.#numbers.set(event, numbers)
    return numbers
  }
}

function withoutNumber({ number: _number, ...entry }: Entry): Entry {
  return entry
}

/** Returns a text that equal numbers of one modalidad share, regardless of case and of zeros before them. */
function numberPlaceOf({ modalidad, number }: Pick<Entry, 'modalidad' | 'number'>): string | undefined {
  const key = numberKey(number)
  return key === undefined ? undefined : `${modalidad} ${key}`
}

function wantedEntries(
  order: Order<'enter' | 'carry'>,
  rider: Pilot,
  event: RaceEvent,
): Omit<Entry, 'at' | 'by'>[] {
  if (order.kind === 'carry')
    return entriesIn(rider, order.from).map(({ modalidad, number, transponder }) => ({
      event: event.id,
      modalidad,
      ...(number !== undefined && { number }),
      ...(transponder !== undefined && { transponder }),
    }))
  const numberIn = (modalidad: string) => {
    const given = order.numbers?.[modalidad] === undefined ? order.number : order.numbers[modalidad]
    return given === undefined ? ownNumber(rider) : checkedNumber(given)
  }
  const transponder = visible(rider.transponder ?? '')
  return (order.modalidades ?? [rider.modalidad ?? '']).map((modalidad) => {
    const number = numberIn(modalidad)
    return {
      event: event.id,
      modalidad,
      ...(number !== undefined && { number }),
      ...(transponder && { transponder }),
    }
  })
}

/** Returns the number that a rider has at first. A text such as `S/N` is none. */
export function ownNumber({ npiloto }: Pick<Pilot, 'npiloto'>): string | undefined {
  const number = visible(npiloto ?? '')
  return numberKey(number) === undefined ? undefined : number
}

/** @throws InvalidError */
function checkedNumber(text: string | null): string | undefined {
  const number = visible(text ?? '')
  if (number === '') return undefined
  if (numberKey(number) === undefined)
    throw new InvalidError({ number: 'Un número tiene una cifra que no es cero: déjelo vacío si no tiene' })
  return number
}

/**
 * Says why a rider cannot be entered so, and who has the number if that is the reason. An incomplete rider may lack the
 * modalidad, which is then empty, or the number.
 */
export function entryProblem(
  rider: Pilot,
  entry: Pick<Entry, 'modalidad' | 'number'>,
  event: RaceEvent,
  numbers: Numbers,
): { reason: string; other?: PilotId } | undefined {
  const lacking = missingNames(rider).filter(
    (name) =>
      (name === 'modalidad' && entry.modalidad === '') || (name === 'npiloto' && entry.number === undefined),
  )
  const reason = lacking.length > 0 ? incompleteText(lacking) : unriddenProblem(entry, event)
  return reason === undefined ? numbers.problem(rider, entry) : { reason }
}

export function unriddenProblem(
  { modalidad }: Pick<Entry, 'modalidad'>,
  event: RaceEvent,
): string | undefined {
  return event.modalidades.includes(modalidad) ? undefined : `${modalidad} no corre en este evento`
}

function changedEntry(
  entry: Entry,
  { modalidad, number, transponder, checks = {} }: EntryChange,
  { by, now: at }: Pick<Basis, 'by' | 'now'>,
): Entry {
  const { number: before, transponder: chip, checks: done = {}, ...rest } = entry
  const nextNumber = number === undefined ? before : checkedNumber(number)
  const nextChip = transponder === undefined ? chip : visible(transponder ?? '')
  const marks = checkNames.flatMap((name) => {
    if (checks[name] === false) return []
    const its = done[name] ?? (checks[name] ? { at, ...(by !== undefined && { by }) } : undefined)
    return its ? [[name, its] as const] : []
  })
  return {
    ...rest,
    modalidad: modalidad ?? entry.modalidad,
    ...(nextNumber !== undefined && { number: nextNumber }),
    ...(nextChip && { transponder: nextChip }),
    ...(marks.length > 0 && { checks: Object.fromEntries(marks) }),
  }
}

function notEntered(rider: Pilot, modalidad: string): PilotosError {
  return new PilotosError(
    'conflict',
    `${fullName(rider)} ya no está inscrito en ${modalidad}: otra persona lo quitó`,
  )
}

/** Returns the riders with an entry in an event. */
export function enteredIn(riders: readonly Pilot[], event: string): Pilot[] {
  return riders.filter((rider) => isEntered(rider, { event }))
}

/** Returns true if a rider takes part in an event, in any modalidad or in one. */
export function isEntered(rider: Entered, { event, modalidad }: EntryFilter): boolean {
  return modalidad === undefined
    ? entriesIn(rider, event).length > 0
    : entryIn(rider, event, modalidad) !== undefined
}

/** The keys of taken numbers: see `numberKey`. */
export type TakenNumbers = ReadonlySet<string>

export function takenNumbers(numbers: Iterable<string>): TakenNumbers {
  return new Set([...numbers].flatMap((number) => numberKey(number) ?? []))
}

export function isTaken(number: string, taken: TakenNumbers): boolean {
  const key = numberKey(number)
  return key !== undefined && taken.has(key)
}

/**
 * Returns the free numbers next to a number, which are written as it is: with its letters, and with zeros before it.
 * Without a number, `above` is the first free one.
 * @example nearestFree('M-009', takenNumbers(['M-10'])) // { below: 'M-008', above: 'M-011' }
 */
export function nearestFree(number: string, taken: TakenNumbers): { below?: string; above?: string } {
  const [, before = '', digits = '', after = ''] = /^(\D*)(\d{1,9})(\D*)$/.exec(number.trim()) ?? []
  const length = digits.startsWith('0') ? digits.length : 0
  const find = (step: 1 | -1) => {
    for (let next = Number(digits) + step; next > 0; next += step) {
      const text = `${before}${String(next).padStart(length, '0')}${after}`
      if (!isTaken(text, taken)) return text
    }
    return undefined
  }
  const [below, above] = [find(-1), find(1)]
  return { ...(below !== undefined && { below }), ...(above !== undefined && { above }) }
}
