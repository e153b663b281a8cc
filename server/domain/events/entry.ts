/** An entry: a rider takes part in an event, in one modalidad and one of its categories, if it has some. */
import { groupsBy } from '../groups.ts'
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

/** An entry among those of its rider in an event. `further` is absent from the first one in its modalidad. */
type OwnPlace = Pick<Entry, 'modalidad' | 'further'>

/** Returns a text that the states of one entry in an event share, whatever its category is by now. */
export function entryKey({ modalidad, further }: OwnPlace): string {
  return further === undefined ? modalidad : `${modalidad}/${further}`
}

/** Returns what tells a new entry of a category apart from those that its rider has in an event and a modalidad. */
export function furtherOf(
  { modalidad, category = '' }: Pick<Entry, 'modalidad' | 'category'>,
  own: readonly OwnPlace[],
): Pick<Entry, 'further'> {
  const taken = new Set(own.filter((one) => one.modalidad === modalidad).map((one) => entryKey(one)))
  if (taken.size === 0) return {}
  for (let number = 1; ; number += 1) {
    const further = number === 1 ? category : `${category} ${number}`
    if (!taken.has(entryKey({ modalidad, further }))) return { further }
  }
}

/** Returns the first entry of a rider in an event and a modalidad. */
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

/** Returns the motorcycle with which a rider would be entered: that of the pending entry, else that of the last one. */
export function proposedMotorcycle(
  rider: Entered,
  { id }: { id: string },
  modalidad: string,
  earlier: readonly string[],
): Entry['motorcycle'] {
  const pending = pendingIn(rider, id).find((entry) => entry.modalidad === modalidad)
  return pending?.motorcycle ?? lastEntry(rider, modalidad, earlier).motorcycle
}

/** Returns an entry without its category, and without the exception for it. */
export function withoutCategory<Its extends Pick<Entry, 'category' | 'exception'>>(entry: Its) {
  const { category: _category, exception: _exception, ...rest } = entry
  return rest
}

/** Returns an entry that moves to a modalidad in which the rider has none. */
export function withoutPlace<Its extends Pick<Entry, 'category' | 'exception' | 'further'>>(entry: Its) {
  const { further: _further, ...rest } = withoutCategory(entry)
  return rest
}

/** Whether a rider is a minor, and has done the checks that are no marks in an event: see `requirementsOf`. */
export interface Requirements extends Partial<Record<CheckName, boolean>> {
  isMinor: boolean
}

export function isCheckDone(
  { checks: done = {} }: Pick<Entry, 'checks'>,
  name: CheckName,
  requirements: Requirements,
): boolean {
  return requirements[name] ?? done[name] !== undefined
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

/** Returns entries in the order in which a rider has them: by event and modalidad, the first one before further ones. */
export function sortedEntries(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
}

/** Returns a text that the states of one entry share. */
function placeOf(entry: OwnPlace & Pick<Entry, 'event'>): string {
  return `${entry.event} ${entryKey(entry)}`
}

export function sameEntries(one?: readonly Entry[], other?: readonly Entry[]): boolean {
  return entriesKey(one) === entriesKey(other)
}

/** Returns a text that equal entries share; empty without any. */
export function entriesKey(entries: readonly Entry[] = []): string {
  return entries.length > 0 ? JSON.stringify(entries.map(partsOf).sort()) : ''
}

function partsOf(entry: Entry): string {
  const { event, modalidad, category, further, exception, number, transponder, motorcycle, at, by } = entry
  const marks = Object.entries(entry.checks ?? {}).map(([name, mark]) => [name, mark.at, mark.by ?? ''])
  return JSON.stringify([
    ...[event, modalidad, number ?? '', transponder ?? '', at, by ?? '', marks.sort()],
    ...(motorcycle ? [motorcycleKey(motorcycle)] : []),
    ...(category === undefined ? [] : [{ category }]),
    ...(further === undefined ? [] : [{ further }]),
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
 * or the other. The entries of one category are one, however each desk came to it. Two that were made at different times in
 * different categories are two.
 */
export function joinedEntries(one: readonly Entry[] = [], other: readonly Entry[] = []): readonly Entry[] {
  const joined = joinedIn([...one, ...other], ({ category = '' }) => category).flatMap((entries) => {
    const own: Entry[] = []
    for (const entry of entries) {
      const same = own.findIndex((known) => entryKey(known) === entryKey(entry) && mayBeOne(known, entry))
      const known = own[same]
      if (known) own[same] = joinedEntry(known, entry)
      else if (own.every((its) => entryKey(its) !== entryKey(entry))) own.push(entry)
      else own.push({ ...entry, ...furtherOf(entry, [...entries, ...own]) })
    }
    return own
  })
  return sortedEntries(joined)
}

/** Returns the pending entries of two desks, one in each modalidad. */
export function joinedPending(one: readonly Entry[] = [], other: readonly Entry[] = []): readonly Entry[] {
  return sortedEntries(joinedIn([...one, ...other], () => '').flat())
}

/** Returns the entries of each event and modalidad, of which those with one key are joined, in the order of their texts. */
function joinedIn(entries: readonly Entry[], keyOf: (entry: Entry) => string): Entry[][] {
  const inOrder = entries.toSorted((one, other) => (entriesKey([one]) < entriesKey([other]) ? -1 : 1))
  return [...groupsBy(inOrder, ({ event, modalidad }) => `${event} ${modalidad}`).values()].map((own) =>
    [...groupsBy(own, keyOf).values()].map((same) => same.reduce(joinedEntry)),
  )
}

/** Returns true for two states of an entry that was made once, or of which one desk has not chosen the category. */
function mayBeOne(one: Entry, other: Entry): boolean {
  return one.at === other.at || one.category === undefined || other.category === undefined
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
  const [further] = [first.further, second.further].filter((its) => its !== undefined).sort()
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
    ...(further !== undefined && { further }),
    ...(exception && { exception }),
    ...(number !== undefined && { number }),
    ...(transponder !== undefined && { transponder }),
    ...(motorcycle && { motorcycle }),
    at: early.at,
    ...(early.by !== undefined && { by: early.by }),
    ...(Object.keys(checks).length > 0 && { checks }),
  }
}
