/** The start list of a group of riders of an event: their order, the heats, and what a person should look at. */
import { groupsBy } from '../../groups.ts'
import { numberKey } from '../../text/names.ts'
import { compareTexts, count, enumerateFirst } from '../../text/text.ts'
import { type CheckName, missingText } from '../entry.ts'

/** The orders of a list: that of the entries, by number, drawn, or that of pasted numbers. */
export const startOrders = ['entry', 'number', 'draw', 'list'] as const
type StartOrder = (typeof startOrders)[number]

export interface StartRider {
  /** Tells the rider from the others, on every desk and with every card. */
  key: string
  /** The number of the entry; empty without one. */
  number: string
  name: string
  club: string
  /** The name of the category, if the rider is in one. */
  category?: string
  /** The checks of the event that the rider lacks. */
  lacking: readonly CheckName[]
}

export interface StartOptions {
  order: StartOrder
  /** The riders of a heat at most. Without it, all are in one. */
  heat?: number
  /** The text from which the order `draw` follows. */
  seed?: string
  /** The numbers of the order `list`, in any separation. */
  numbers?: string
  /** The time of the first start, `HH:MM`. */
  from?: string
  /** The riders who start at one time. */
  together?: number
  /** The minutes from one start to the next. */
  minutes?: number
}

export interface StartList {
  heats: readonly (readonly StartRider[])[]
  /** The riders who are not among the pasted numbers. */
  left: readonly StartRider[]
  /** Sentences in Spanish. */
  notes: readonly string[]
}

export const maxHeat = 500
export const maxSeed = 20
export const maxAtATime = 99
/** The most crossed riders whom a note names: in the list itself, each has what he lacks beside the name. */
const mostCrossed = 5
/** The most characters of pasted numbers. */
export const maxPasted = 20_000

/** Returns the list of some riders, who are given in the order of their entries. */
export function startList(riders: readonly StartRider[], options: StartOptions): StartList {
  const { heat = riders.length, order, numbers = '' } = options
  const pasted = order === 'list' ? pastedOrder(riders, numbers) : undefined
  const ordered = pasted?.riders ?? orderedBy(riders, options)
  const heats = ordered.flatMap((_, index) =>
    index % heat === 0 ? [ordered.slice(index, index + heat)] : [],
  )
  const crossed = ordered
    .filter(({ lacking }) => lacking.length > 0)
    .map((rider) => `${riderText(rider)} (falta ${missingText(rider.lacking)})`)
  const room = heat === 1 ? 'cabe 1' : `caben ${heat}`
  const notes = [
    ...(heats.length > 1
      ? [`Son ${ordered.length} y en una manga ${room}: van en ${heats.length} mangas`]
      : []),
    ...named('Nadie tiene estos números', pasted?.unknown),
    ...named('Están dos veces entre los números', pasted?.repeated),
    ...named('Tienen el mismo número, y van uno tras otro', pasted?.shared.map(riderText)),
    ...named('No están entre los números, y no van en la lista', pasted?.left.map(riderText)),
    ...named('Van tachados', crossed, mostCrossed),
  ]
  return { heats, left: pasted?.left ?? [], notes }
}

/** Returns a rider as people name one, such as `27 Ana Quispe`. */
export function riderText({ number, name }: Pick<StartRider, 'number' | 'name'>): string {
  return [number, name].filter(Boolean).join(' ')
}

/** Returns true if a list of that day crosses out who lacks a check, unless somebody chooses: before the event, many do. */
export function crossesOut({ first }: { first: string }, day: string): boolean {
  return first <= day
}

/** Returns the time at which the rider at a place starts, `HH:MM`. The first place is 0. */
export function startTime(
  { from, together = 1, minutes = 1 }: Pick<StartOptions, 'from' | 'together' | 'minutes'>,
  place: number,
): string | undefined {
  if (from === undefined) return undefined
  const [hour = 0, minute = 0] = from.split(':').map(Number)
  const time = hour * 60 + minute + Math.floor(place / together) * minutes
  return [Math.floor(time / 60) % 24, time % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Says which list it is, such as `Por número · Salida de a 2 por minuto desde las 08:00`. */
export function orderText({ order, seed = '', from, together = 1, minutes = 1 }: StartOptions): string {
  const texts = {
    entry: 'Por orden de inscripción',
    number: 'Por número',
    draw: `Sorteo con la semilla ${seed.trim()}`,
    list: 'En el orden de los números dados',
  }
  const every = minutes === 1 ? 'por minuto' : `cada ${minutes} minutos`
  return texts[order] + (from ? ` · Salida de a ${together} ${every} desde las ${from}` : '')
}

function named(text: string, names: readonly string[] = [], most = names.length): string[] {
  return names.length > 0 ? [`${text}: ${enumerateFirst(names.slice(0, most), names.length)}`] : []
}

function orderedBy(riders: readonly StartRider[], { order, seed = '' }: StartOptions): StartRider[] {
  if (order === 'number') return riders.toSorted(byNumber)
  if (order !== 'draw') return [...riders]
  const lot = (rider: StartRider) => lotOf(seed, numberKey(rider.number) ?? rider.key)
  const lots = new Map(riders.map((rider) => [rider, lot(rider)]))
  return riders.toSorted(
    (one, other) => (lots.get(one) ?? 0) - (lots.get(other) ?? 0) || byNumber(one, other),
  )
}

/** Riders without a number come last. Nothing depends on the language of the machine. */
function byNumber(one: StartRider, other: StartRider): number {
  const partsOf = ({ number }: StartRider) => /^(\D*)(\d*)(.*)$/.exec(numberKey(number) ?? '\uffff') ?? []
  const [, before = '', digits = '', after = ''] = partsOf(one)
  const [, otherBefore = '', otherDigits = '', otherAfter = ''] = partsOf(other)
  return (
    compareTexts(before, otherBefore) ||
    Number(digits) - Number(otherDigits) ||
    compareTexts(after, otherAfter) ||
    compareTexts(one.key, other.key)
  )
}

/**
 * Returns the lot of a rider in a draw, from 0 to 2^32: the hash FNV-1a of the seed and the number, mixed by the last step
 * of MurmurHash3. It depends on no other rider, so that a withdrawal changes the order of nobody else.
 */
export function lotOf(seed: string, key: string): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(`${seed.trim()}\n${key}`))
    hash = Math.imul(hash ^ byte, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

function pastedOrder(riders: readonly StartRider[], text: string) {
  const ofNumbers = groupsBy(riders, ({ number }) => numberKey(number))
  const found = new Set<StartRider>()
  const unknown = new Set<string>()
  const repeated = new Set<string>()
  const shared: StartRider[] = []
  for (const number of text.split(/[\s,;]+/).filter(Boolean)) {
    const key = numberKey(number)
    const [rider, ...others] = (key !== undefined && ofNumbers.get(key)) || []
    if (!rider) unknown.add(number)
    else if (found.has(rider)) repeated.add(number)
    else {
      for (const one of [rider, ...others]) found.add(one)
      if (others.length > 0) shared.push(rider, ...others)
    }
  }
  const left = riders.filter((rider) => !found.has(rider))
  return { riders: [...found], left, unknown: [...unknown], repeated: [...repeated], shared }
}

/** Says how many riders are in a heat, such as `Manga 1 de 2 · 20 pilotos`. */
export function heatTitle(index: number, heats: readonly (readonly unknown[])[]): string {
  const riders = count(heats[index]?.length ?? 0, 'piloto')
  return heats.length > 1 ? `Manga ${index + 1} de ${heats.length} · ${riders}` : riders
}
