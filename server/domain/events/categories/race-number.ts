/**
 * The number with which a rider races: that of the entry in an event. A rider who is not entered has the number of the
 * record, which is the one that the rider prefers.
 */
import { type Pilot, saysNone } from '../../pilots/pilot.ts'
import { numberKey } from '../../text/names.ts'
import { type Entered, type Entry, entriesIn } from '../entry.ts'

/** A rider with the own modalidad, whose entry is the first one. */
type Raced = Entered & { modalidad?: string }
type Rider = Raced & Pick<Pilot, 'npiloto'>

/** Returns the entries of a rider in an event, that in the own modalidad first. */
export function racedEntries(rider: Raced, event: string): readonly Entry[] {
  const isOther = ({ modalidad }: Entry) => Number(modalidad !== rider.modalidad)
  const entries = entriesIn(rider, event)
  return entries.length < 2 ? entries : entries.toSorted((one, other) => isOther(one) - isOther(other))
}

/**
 * Returns the number that a rider has in an event, the first of several, or an empty text for one who is entered without a
 * number. Undefined for a rider who is not entered.
 */
export function raceNumber(rider: Raced, event: string): string | undefined {
  const entries = racedEntries(rider, event)
  return entries.length === 0 ? undefined : (entries.find(({ number }) => number)?.number ?? '')
}

/** Returns the numbers that a rider has in an event. */
export function raceNumbers(rider: Raced, event: string): string[] {
  return racedEntries(rider, event).flatMap(({ number }) => (number ? [number] : []))
}

/** Returns the number of a rider in an event as people see it; empty for none. */
export function shownNumber(rider: Rider, event: string): string {
  return numberOf({ npiloto: rider.npiloto, number: raceNumber(rider, event) })
}

/** Returns a rider whose number is that of an event, for a print or a gate: a text such as `S/N` of before is none. */
export function withRaceNumber<Its extends Rider>(rider: Its, event: string): Its {
  const number = raceNumber(rider, event) ?? rider.npiloto
  return { ...rider, npiloto: !number || saysNone(number) ? undefined : number }
}

/** Returns the number of a rider whose number in the open event is known: see `raceNumber`. */
export function numberOf({ npiloto, number }: { npiloto?: string | null; number?: string }): string {
  return number ?? npiloto ?? ''
}

/** Returns true if a rider races in an event with another number than the printed card shows. */
export function hasOtherNumber(rider: Rider & Pick<Pilot, 'card'>, event: string): boolean {
  const [{ card, npiloto }, number] = [rider, raceNumber(rider, event)]
  return Boolean(card && number && numberKey(number) !== numberKey(card.number ?? npiloto))
}
