/** Charges riders for their entries: each entry has one charge, whose amount stays as it was when the rider was entered. */
import { type Entered, type Entry, type EntryNote, entriesIn, entryKey } from '../events/entry.ts'
import type { RaceEvent } from '../events/event.ts'
import { today } from '../text/date.ts'
import { type Account, balanceIn, type Charge, joinedCharges, linesIn, standing } from './lines.ts'
import { centsOn, type Price, priceOfEntry } from './price.ts'

type Rider = Account & Entered

type Charged = Pick<RaceEvent, 'id' | 'till'>

/**
 * Returns a rider with a charge for each entry in an event, and without those of entries that are gone or are of another
 * category with another price. An entry that was paid before the event had prices is not charged. With `anew`, a rider who
 * has paid nothing is charged by the prices of now.
 */
export function withCharges<Own extends Rider>(
  rider: Own,
  event: Charged,
  note: EntryNote,
  { anew = false } = {},
): Own {
  const { id, till } = event
  if (!till || (till.prices.length === 0 && !rider.charges)) return rider
  const own = linesIn(rider.charges, id).filter(isOfEntry)
  const [charged, exempt] = [standing(own), exemptCharges(own)]
  const isFree = anew && standing(linesIn(rider.payments, id)).length === 0
  const entries = entriesIn(rider, id)
  const due = inOrderOfCharges(entries, [...charged, ...exempt]).flatMap((entry, index) => {
    const isIts = (one: Charge) => isOf(one, entry)
    const isFurther = index > 0
    const price = priceOfEntry(till.prices, entry, isFurther)
    // The rider may have moved from another modalidad to this one.
    const isLeft = (one: Charge) =>
      one.price === price?.id &&
      isFurther === (one.isFurther ?? false) &&
      !entries.some((other) => isOf(one, other))
    if (exempt.some((one) => isIts(one) || isLeft(one))) return []
    const its = charged.filter(isIts)
    // Two desks may have charged one entry by prices of their own.
    const known = its.find((one) => one.price === price?.id) ?? its[0]
    const before = known?.price === price?.id ? known : charged.find(isLeft)
    const wanted = { entry, price, isFurther, isFree, note }
    return known && isCurrent(known, wanted) ? [known] : newCharge(before, wanted, own, event)
  })
  const added = [
    ...charged.filter((one) => !due.includes(one)).map((charge) => voidedCharge(charge, note)),
    ...due.filter((one) => !charged.includes(one)),
  ]
  const charges = joinedCharges(rider.charges, added)
  // Without the charge of the first entry, another one may be the first.
  return added.length > 0 ? withCharges({ ...rider, charges }, event, note, { anew }) : rider
}

/** The price of an entry as it is now. `isFree` is true if the rider is charged by the prices of now. */
interface Wanted {
  entry: Entry
  price?: Price
  isFurther: boolean
  isFree: boolean
  note: EntryNote
}

/** Returns true if a charge is that of the entry as it is. Its amount is that of the day on which it was made. */
function isCurrent(charge: Charge, { entry, price, isFurther, isFree }: Wanted): boolean {
  if (isFree && !isAtPrice(charge, price)) return false
  return entry.category === charge.category && isFurther === (charge.isFurther ?? false)
}

function isAtPrice({ price: id, at, cents }: Charge, price?: Price): boolean {
  return price !== undefined && price.id === id && centsOn(price, today(new Date(at))) === cents
}

/**
 * Returns the charge of an entry, if it has a price. A rider who moves to another category or modalidad at the same price pays
 * what was charged `before`. Two desks that enter one rider make one charge: the identifier follows from the entry and its price.
 */
function newCharge(
  before: Charge | undefined,
  { entry, price, isFurther, isFree, note }: Wanted,
  own: readonly Charge[],
  { id: event, till }: Charged,
): Charge[] {
  const { modalidad, category, further, checks } = entry
  if (!price || checks?.payment) return []
  const name = [event, entryKey(entry), price.id, ''].join(' ')
  // A charge keeps its identifier when its modalidad is renamed.
  const earlier = own.filter((one) => one.id.startsWith(name) && !one.voids)
  return [
    {
      id: `${name}${earlier.length + 1}`,
      ...{ event, price: price.id, label: price.label, modalidad },
      ...(category !== undefined && { category }),
      ...(further !== undefined && { further }),
      ...(isFurther && { isFurther }),
      cents: before && !isFree ? before.cents : centsOn(price, today(new Date(note.at))),
      currency: till?.currency ?? 'PEN',
      ...note,
    },
  ]
}

/** Returns true for a charge of this entry. */
function isOf({ modalidad = '', further }: Charge, entry: Entry): boolean {
  return entryKey({ modalidad, further }) === entryKey(entry)
}

/** Returns true for the charge of an entry, which follows it. */
export function isOfEntry({ modalidad }: Charge): boolean {
  return modalidad !== undefined
}

/** The entry that was charged as the first one stays it, and a new one comes last. */
function inOrderOfCharges(entries: readonly Entry[], charged: readonly Charge[]): Entry[] {
  const rankOf = (entry: Entry) => {
    const charge = charged.find((one) => isOf(one, entry))
    // One that was paid before the event had prices was the first.
    if (!charge) return entry.checks?.payment ? 0 : 2
    return charge.isFurther ? 1 : 0
  }
  // If none was charged as the first one, it costs nothing.
  const order = entries.some((entry) => rankOf(entry) === 0) ? 1 : -1
  return entries.toSorted((one, other) => order * (rankOf(one) - rankOf(other)))
}

/** Returns the charges from which an admin has exempted the rider as a whole. */
export function exemptCharges(lines: readonly Charge[]): Charge[] {
  const exempt = new Set(
    lines.flatMap(({ voids, reason, isPart }) => (voids && reason && !isPart ? [voids] : [])),
  )
  return lines.filter(({ id }) => exempt.has(id))
}

/**
 * Returns the line that takes a charge back, or `cents` of it. With a reason, it exempts the rider. Two desks take it back
 * once.
 */
export function voidedCharge(
  { by: _by, ...charge }: Charge,
  note: EntryNote,
  reason?: string,
  cents = charge.cents,
): Charge {
  const isPart = cents < charge.cents
  return {
    ...charge,
    ...note,
    id: `${charge.id} ${isPart ? `~${charge.cents}` : '-'}`,
    cents: 0 - cents,
    voids: charge.id,
    ...(reason !== undefined && { reason }),
    ...(isPart && { isPart }),
  }
}

/** Returns what a rider owes, in cents, also for an entry that another desk has not charged. */
export function owedIn(rider: Rider, event: Charged, now: string): number | undefined {
  return chargedIn(withCharges(rider, event, { at: now }), event)
}

/** Returns what a rider owes by the lines, in cents. Undefined if the event has no prices and the rider no lines. */
export function chargedIn(rider: Rider, { id, till }: Charged): number | undefined {
  const lines = [...linesIn(rider.charges, id), ...linesIn(rider.payments, id)]
  return lines.length > 0 || till?.prices.length ? balanceIn(rider, id) : undefined
}
