/** An entry: a rider takes part in an event, in one modalidad. A rider has one for each modalidad. */
import type { Entry, EntryNote } from '../stored/fact-shapes.ts'
import { enumerate } from '../text/text.ts'
import { describeMotorcycle, motorcycleKey } from './motorcycle/motorcycle.ts'

export type { Entry, EntryNote }

/** The checks that an event can want before a rider starts, and their words for people. */
export const checks = {
  payment: { done: 'Pagó', missing: 'pago' },
  insurance: { done: 'Seguro', missing: 'seguro' },
  inspection: { done: 'Revisión técnica', missing: 'revisión técnica' },
  /** Follows from the signatures of the rider, and not from a mark on the entry: see `Requirements`. */
  waiver: { done: 'Firmó el deslinde', missing: 'deslinde' },
  /** Only of riders under 18. Events that wanted it before there was a waiver keep it. */
  guardian: { done: 'Apoderado firmó', missing: 'firma del apoderado' },
} as const

export type CheckName = keyof typeof checks
export const checkNames = Object.keys(checks) as CheckName[]

/** The checks that staff mark on an entry. */
export type MarkName = Exclude<CheckName, 'waiver'>
export const markNames = checkNames.filter((name): name is MarkName => name !== 'waiver')

/** A rider with the entries in all events, if there are any. */
export interface Entered {
  entries?: readonly Entry[]
  /**
   * The entries that an order for many riders wanted and that were refused. Only the wish is stored: whether it is still
   * open, and why, follows from the riders as they are.
   */
  pending?: readonly Entry[]
}

/** Returns the entries of a rider in an event, by modalidad. */
export function entriesIn({ entries = [] }: Entered, event: string): readonly Entry[] {
  return entries.filter((entry) => entry.event === event)
}

/** Returns the entry of a rider in an event and a modalidad. */
export function entryIn(pilot: Entered, event: string, modalidad: string): Entry | undefined {
  return entriesIn(pilot, event).find((entry) => entry.modalidad === modalidad)
}

/**
 * Returns the pending entries of a rider in an event: those that are wanted and not made. One without a modalidad, of a
 * rider who lacked it, is in the modalidad that the rider has by now.
 */
export function pendingIn(rider: Entered & { modalidad?: string }, event: string): readonly Entry[] {
  const { pending = [], modalidad: own = '' } = rider
  return pending
    .filter((entry) => entry.event === event)
    .map((entry) => (entry.modalidad === '' ? { ...entry, modalidad: own } : entry))
    .filter(({ modalidad }) => entryIn(rider, event, modalidad) === undefined)
}

/** Returns the last entry of a rider in a modalidad. `events` are in the order of the last ones first. */
export function lastEntry(
  rider: Entered,
  modalidad: string,
  events: readonly string[],
): Partial<Pick<Entry, 'category' | 'motorcycle'>> {
  return events.map((event) => entryIn(rider, event, modalidad)).find((entry) => entry !== undefined) ?? {}
}

/** Returns an entry without its category, and without the exception for it. */
export function withoutCategory<Its extends Pick<Entry, 'category' | 'exception'>>(entry: Its) {
  const { category: _category, exception: _exception, ...rest } = entry
  return rest
}

/** The facts about a person that decide checks: see `requirementsOf`. */
export interface Requirements {
  isMinor: boolean
  /** True if the rider has signed the waiver of the event, or if it has none. */
  hasSigned: boolean
  /** True if the rider owes nothing. Absent from an event without prices, whose payments are marks. */
  hasPaid?: boolean
}

export function isCheckDone(
  { checks: done = {} }: Pick<Entry, 'checks'>,
  name: CheckName,
  { hasSigned, hasPaid }: Requirements,
): boolean {
  if (name === 'waiver') return hasSigned
  return (name === 'payment' ? hasPaid : undefined) ?? done[name] !== undefined
}

/** Returns the wanted checks that an entry lacks. Only riders under 18 need their guardian. */
export function lackingChecks(
  entry: Pick<Entry, 'checks'>,
  wanted: readonly CheckName[],
  requirements: Requirements,
): CheckName[] {
  return wanted.filter(
    (name) => !isCheckDone(entry, name, requirements) && (name !== 'guardian' || requirements.isMinor),
  )
}

/** The conditions that a gate can demand of a rider besides a valid credential. */
export const demandedNames = ['entry', ...checkNames] as const
export type Demanded = (typeof demandedNames)[number]

/**
 * Returns what a rider lacks to pass a gate, by the demand of an event: the entry, some checks, or nothing. A rider of
 * several modalidades passes with one complete entry.
 */
export function lackingAtGate(
  rider: Entered,
  event: { id: string; checks: readonly CheckName[]; demand: 'nothing' | 'entry' | 'checks' },
  requirements: Requirements,
): Demanded[] {
  if (event.demand === 'nothing') return []
  const lacks = entriesIn(rider, event.id).map((entry) => lackingChecks(entry, event.checks, requirements))
  const [fewest] = lacks.toSorted((one, other) => one.length - other.length)
  if (!fewest) return ['entry']
  return event.demand === 'checks' ? fewest : []
}

/** Says which checks are missing, such as `pago y seguro`. */
export function missingText(lacking: readonly Demanded[]): string {
  return enumerate(lacking.map((name) => (name === 'entry' ? 'inscripción' : checks[name].missing)))
}

/** Returns entries in the order in which a rider has them: by event and modalidad. */
export function sortedEntries(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
}

/** Returns a text that the states of one entry share. */
function placeOf({ event, modalidad }: Pick<Entry, 'event' | 'modalidad'>): string {
  return `${event} ${modalidad}`
}

export function sameEntries(one?: readonly Entry[], other?: readonly Entry[]): boolean {
  return entriesKey(one) === entriesKey(other)
}

/** Returns a text that equal entries share; empty without any. */
export function entriesKey(entries: readonly Entry[] = []): string {
  return entries.length > 0 ? JSON.stringify(entries.map(partsOf).sort()) : ''
}

function partsOf(entry: Entry): string {
  const { event, modalidad, category, exception, number, transponder, motorcycle, at, by } = entry
  const marks = Object.entries(entry.checks ?? {}).map(([name, mark]) => [name, mark.at, mark.by ?? ''])
  return JSON.stringify([
    ...[event, modalidad, number ?? '', transponder ?? '', at, by ?? '', marks.sort()],
    ...(motorcycle ? [motorcycleKey(motorcycle)] : []),
    ...(category === undefined ? [] : [{ category }]),
    ...(exception ? [[exception.reason, exception.at, exception.by ?? '']] : []),
  ])
}

/** Returns the entries in which two states of a rider differ, each as people read it: empty where there is none. */
export function entriesDifferences(
  before: readonly Entry[] = [],
  after: readonly Entry[] = [],
): { before: string; after: string }[] {
  const stored = new Map(before.map((entry) => [placeOf(entry), describeEntry(entry)]))
  const given = new Map(after.map((entry) => [placeOf(entry), describeEntry(entry)]))
  return [...new Set([...stored.keys(), ...given.keys()])]
    .map((place) => ({ before: stored.get(place) ?? '', after: given.get(place) ?? '' }))
    .filter((change) => change.before !== change.after)
}

/** Describes an entry for people, such as `MOTOCROSS con el 27, transponder 4012345, pagó`. `name` is that of the category. */
export function describeEntry(entry: Entry, name = wordOfCategory(entry.category ?? '')): string {
  const { modalidad, number, category, exception, transponder, motorcycle, checks: done = {} } = entry
  const parts = [
    describePlace({ modalidad, number }),
    ...(category === undefined ? [] : [`categoría ${name}`]),
    ...(exception ? [`fuera de categoría: ${exception.reason}`] : []),
    ...(transponder ? [`transponder ${transponder}`] : []),
    ...(motorcycle ? [describeMotorcycle(motorcycle)] : []),
    ...markNames.filter((name) => done[name]).map((name) => checks[name].done.toLowerCase()),
  ]
  return parts.join(', ')
}

/** Returns the word for a category where its event is not at hand: `85cc` of `motocross-85cc`. */
export function wordOfCategory(id: string): string {
  return id.slice(id.indexOf('-') + 1)
}

/** Describes the modalidad and the number of an entry for people, such as `MOTOCROSS con el 27`. */
export function describePlace({ modalidad, number }: Pick<Entry, 'modalidad' | 'number'>): string {
  return number ? `${modalidad} con el ${number}` : modalidad
}

/**
 * Returns the entries of two desks, both of which join them alike, and in each of them the checks that are done at one desk
 * or the other.
 */
export function joinedEntries(one: readonly Entry[] = [], other: readonly Entry[] = []): readonly Entry[] {
  const joined = new Map<string, Entry>()
  for (const entry of [...one, ...other]) {
    const place = placeOf(entry)
    const same = joined.get(place)
    joined.set(place, same ? joinedEntry(same, entry) : entry)
  }
  return sortedEntries([...joined.values()])
}

/**
 * Both desks join two states of an entry alike: the first that was made, the last of two categories, of two numbers and of
 * two motorcycles in the order of their texts, and the first of each mark.
 */
function joinedEntry(one: Entry, other: Entry): Entry {
  const [first, second] = [one, other].sort((a, b) => (entriesKey([a]) < entriesKey([b]) ? -1 : 1)) as [
    Entry,
    Entry,
  ]
  const early = first.at <= second.at ? first : second
  const { category, exception } = second.category === undefined ? first : second
  const number = second.number ?? first.number
  const transponder = second.transponder ?? first.transponder
  const motorcycle = second.motorcycle ?? first.motorcycle
  const checks = Object.fromEntries(
    markNames.flatMap((name) => {
      const marks = [first.checks?.[name], second.checks?.[name]].filter((mark) => mark !== undefined)
      const [mark] = marks.sort((a, b) => (`${a.at} ${a.by}` < `${b.at} ${b.by}` ? -1 : 1))
      return mark ? [[name, mark] as const] : []
    }),
  )
  return {
    event: early.event,
    modalidad: early.modalidad,
    ...(category !== undefined && { category }),
    ...(exception && { exception }),
    ...(number !== undefined && { number }),
    ...(transponder !== undefined && { transponder }),
    ...(motorcycle && { motorcycle }),
    at: early.at,
    ...(early.by !== undefined && { by: early.by }),
    ...(Object.keys(checks).length > 0 && { checks }),
  }
}
