/** Charges riders for their entries: each entry has one charge, whose amount stays as it was when the rider was entered. */
import { type Entered, type Entry, type EntryNote, entriesIn } from '../events/entry.ts'
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
  const own = linesIn(rider.charges, id)
  const charged = standing(own).filter(({ modalidad }) => modalidad !== undefined)
  const exempt = exemptCharges(own)
  const wanted = inOrderOfCharges(entriesIn(rider, id), [...charged, ...exempt]).map((entry, index) => ({
    entry,
    price: priceOfEntry(till.prices, entry, index > 0),
    isFurther: index > 0,
  }))
  const isFree = anew && linesIn(rider.payments, id).length === 0
  const isKept = (charge: Charge) => {
    const its = wanted.find(({ entry }) => entry.modalidad === charge.modalidad)
    if (!its) return false
    const { entry, price, isFurther } = its
    const same = price?.id === charge.price ? price : undefined
    if (isFree) return same !== undefined && centsOn(same, today(new Date(charge.at))) === charge.cents
    return (
      same !== undefined || (entry.category === charge.category && isFurther === (charge.isFurther ?? false))
    )
  }
  const kept = charged.filter(isKept)
  const settled = new Set([...kept, ...exempt].map(({ modalidad }) => modalidad))
  const missing = wanted.filter(({ entry }) => !entry.checks?.payment && !settled.has(entry.modalidad))
  const added = [
    ...charged.filter((charge) => !kept.includes(charge)).map((charge) => voidedCharge(charge, note)),
    ...missing.flatMap(({ price, ...one }) => (price ? [chargeOf({ ...one, price }, own, event, note)] : [])),
  ]
  return added.length > 0 ? { ...rider, charges: joinedCharges(rider.charges, added) } : rider
}

interface Wanted {
  entry: Entry
  price: Price
  isFurther: boolean
}

/** The entry that was charged as the first one stays it, and a new one comes last. */
function inOrderOfCharges(entries: readonly Entry[], charged: readonly Charge[]): Entry[] {
  const rankOf = ({ modalidad }: Entry) => {
    const charge = charged.find((one) => one.modalidad === modalidad)
    if (!charge) return 2
    return charge.isFurther ? 1 : 0
  }
  return entries.toSorted((one, other) => rankOf(one) - rankOf(other))
}

/** Returns the charges of entries from which an admin has exempted the rider. */
function exemptCharges(lines: readonly Charge[]): Charge[] {
  const exempt = new Set(lines.flatMap(({ voids, reason }) => (voids && reason ? [voids] : [])))
  return lines.filter(({ id, modalidad }) => modalidad !== undefined && exempt.has(id))
}

/** Two desks that enter one rider make one charge: the identifier follows from the entry and its price. */
function chargeOf(
  { entry: { modalidad, category }, price, isFurther }: Wanted,
  own: readonly Charge[],
  { id: event, till }: Charged,
  note: EntryNote,
): Charge {
  const before = own.filter((one) => one.modalidad === modalidad && one.price === price.id && !one.voids)
  return {
    id: [event, modalidad, price.id, before.length + 1].join(' '),
    ...{ event, price: price.id, label: price.label, modalidad },
    ...(category !== undefined && { category }),
    ...(isFurther && { isFurther }),
    cents: centsOn(price, today(new Date(note.at))),
    currency: till?.currency ?? 'PEN',
    ...note,
  }
}

/** Returns the line that takes a charge back. With a reason, it exempts the rider. Two desks take it back once. */
export function voidedCharge({ by: _by, ...charge }: Charge, note: EntryNote, reason?: string): Charge {
  const { id, cents } = charge
  return {
    ...charge,
    ...note,
    id: `${id} -`,
    cents: 0 - cents,
    voids: id,
    ...(reason !== undefined && { reason }),
  }
}

/**
 * Returns what a rider owes in an event with prices, in cents, also for an entry that is not charged yet: an earlier version
 * or another desk made it. Undefined if the event has no prices and the rider no lines.
 */
export function owedIn(rider: Rider, event: Charged, now: string): number | undefined {
  const has = event.till && event.till.prices.length > 0
  const lines = [...linesIn(rider.charges, event.id), ...linesIn(rider.payments, event.id)]
  if (!has && lines.length === 0) return undefined
  return balanceIn(withCharges(rider, event, { at: now }), event.id)
}
