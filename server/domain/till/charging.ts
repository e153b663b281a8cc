/** Charges riders for their entries: each entry has one charge, whose amount stays as it was when the rider was entered. */
import { type Entered, type Entry, type EntryNote, entriesIn } from '../events/entry.ts'
import type { RaceEvent } from '../events/event.ts'
import { today } from '../text/date.ts'
import { type Account, balanceIn, type Charge, joinedCharges, linesIn, standing } from './lines.ts'
import { centsOn, type Price, priceOfEntry } from './price.ts'

type Rider = Account & Entered

type Charged = Pick<RaceEvent, 'id' | 'till'>

/**
 * Returns a rider with a charge for each entry in an event, and without those of entries that are gone or have another
 * price by their category. An entry that was paid before the event had prices is not charged. With `anew`, a rider who has
 * paid nothing is charged by the prices of now.
 */
export function withCharges<Own extends Rider>(
  rider: Own,
  { id: event, till }: Charged,
  note: EntryNote,
  { anew = false } = {},
): Own {
  if (!till || (till.prices.length === 0 && !rider.charges)) return rider
  const stored = rider.charges ?? []
  const own = linesIn(stored, event)
  const charged = standing(own).filter(({ modalidad }) => modalidad !== undefined)
  const exempt = exemptCharges(own)
  const isFree = anew && linesIn(rider.payments, event).length === 0
  const entries = inOrderOfCharges(entriesIn(rider, event), [...charged, ...exempt], till.prices)
  const wanted = entries.map((entry, index) => ({
    entry,
    price: priceOfEntry(till.prices, entry, index > 0),
  }))
  const isKept = (charge: Charge) =>
    wanted.some(({ entry, price }) => {
      if (entry.modalidad !== charge.modalidad) return false
      // A price that is gone from the list is not one that the entry has left.
      const isGone = !till.prices.some(({ id }) => id === charge.price)
      if (price?.id !== charge.price && !isGone) return false
      return !isFree || (price !== undefined && centsOn(price, today(new Date(charge.at))) === charge.cents)
    })
  const kept = charged.filter(isKept)
  const gone = charged.filter((charge) => !kept.includes(charge))
  const missing = wanted.filter(
    ({ entry }) =>
      entry.checks?.payment === undefined &&
      ![...kept, ...exempt].some(({ modalidad }) => modalidad === entry.modalidad),
  )
  const added = [
    ...gone.map((charge) => voidedCharge(charge, note)),
    ...missing.flatMap(({ entry, price }) =>
      price ? [chargeOf(entry, price, own, { id: event, till }, note)] : [],
    ),
  ]
  return added.length > 0 ? { ...rider, charges: joinedCharges(stored, added) } : rider
}

/** The entry that was charged as the first one stays it, and a new one comes last. */
function inOrderOfCharges(
  entries: readonly Entry[],
  charged: readonly Charge[],
  prices: readonly Price[],
): Entry[] {
  const further = new Set(prices.filter(({ kind }) => kind === 'second').map(({ id }) => id))
  const rankOf = ({ modalidad }: Entry) => {
    const charge = charged.find((one) => one.modalidad === modalidad)
    if (!charge) return 2
    return further.has(charge.price ?? '') ? 1 : 0
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
  entry: Entry,
  price: Price,
  own: readonly Charge[],
  { id: event, till }: Charged,
  note: EntryNote,
): Charge {
  const { modalidad } = entry
  const before = own.filter((one) => one.modalidad === modalidad && one.price === price.id && !one.voids)
  const day = today(new Date(note.at))
  return {
    id: [event, modalidad, price.id, before.length + 1].join(' '),
    ...{ event, price: price.id, label: price.label, modalidad },
    cents: centsOn(price, day),
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
