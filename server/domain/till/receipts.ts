/** The receipts: their numbers, which follow one another at each desk, and what one says. */
import { shownNumber } from '../events/categories/race-number.ts'
import { groupsBy } from '../groups.ts'
import { describeDocument } from '../pilots/document.ts'
import { fullName, type Pilot } from '../pilots/pilot.ts'
import { compareTexts } from '../text/text.ts'
import { type EventTill, erasedPerson } from './event-till.ts'
import { isReceiptNumber, type Payment, receiptName, sumOf } from './lines.ts'
import type { Receipt } from './schemas.ts'

/** One part of a payment: what was paid for a rider, who is absent once erased. */
export interface PaymentPart {
  payment: Payment
  rider?: Pilot
}

type Tills = readonly { till?: EventTill }[]

/** Returns all parts of all payments, also those of erased persons, unless the undo of a merge has brought them back. */
export function partsOf(riders: Iterable<Pilot>, events: Tills): PaymentPart[] {
  const parts: PaymentPart[] = []
  for (const rider of riders) for (const payment of rider.payments ?? []) parts.push({ payment, rider })
  const erased = events.flatMap(({ till }) => till?.erased ?? [])
  const known = erased.length > 0 ? new Set(parts.map(({ payment }) => payment.id)) : undefined
  for (const payment of erased) if (!known?.has(payment.id)) parts.push({ payment })
  return parts
}

/** Returns the number of the next receipt of a letter. The numbers of a restored backup that are known no more are spent. */
export function nextNumber(parts: readonly PaymentPart[], events: Tills, letter: string): number {
  const spent = events.map(({ till }) => till?.spent[letter] ?? 0)
  const given = parts.filter(({ payment }) => payment.letter === letter).map(({ payment }) => payment.number)
  return 1 + [...spent, ...given].reduce((most, number) => Math.max(most, number), 0)
}

/** Returns the tills of events with the last number of each letter, so that no number is given twice after a restore. */
export function withSpentNumbers<Event extends { till?: EventTill }>(
  events: Readonly<Record<string, Event>>,
  riders: readonly Pilot[],
): Record<string, Event> {
  const parts = partsOf(riders, [])
  return Object.fromEntries(
    Object.entries(events).map(([id, event]) => {
      const { till } = event
      const spent: Record<string, number> = { ...till?.spent }
      for (const { payment } of parts)
        if (payment.event === id) spent[payment.letter] = Math.max(spent[payment.letter] ?? 0, payment.number)
      return [id, till ? { ...event, till: { ...till, spent } } : event]
    }),
  )
}

/** Returns the letters that two desks have used for different receipts of one number. */
export function clashingLetters(parts: readonly PaymentPart[]): Set<string> {
  const byName = groupsBy(parts, ({ payment }) => receiptName(payment))
  const clashing = [...byName.values()].filter(
    (all) => new Set(all.map(({ payment }) => payment.receipt)).size > 1,
  )
  return new Set(clashing.flatMap(([part]) => (part ? [part.payment.letter] : [])))
}

/** Returns true for a letter that one desk has, and that has a number for its next receipt. */
export function givesReceipts(letter: string, parts: readonly PaymentPart[], events: Tills): boolean {
  return !clashingLetters(parts).has(letter) && isReceiptNumber(nextNumber(parts, events, letter))
}

/** The identifiers of the lines of a receipt end with their places, from the second on. */
function compareLines(
  { payment: { id: one } }: PaymentPart,
  { payment: { id: other } }: PaymentPart,
): number {
  return one.length - other.length || compareTexts(one, other)
}

function numbered(rider: Pilot | undefined, event: string): { number?: string } {
  const number = rider && shownNumber(rider, event)
  return number ? { number } : {}
}

/** Returns all receipts, by the letters and the numbers. */
export function receiptsOf(parts: readonly PaymentPart[]): Receipt[] {
  const byId = groupsBy(parts, ({ payment }) => payment.receipt)
  const names = new Map(parts.map(({ payment }) => [payment.id, receiptName(payment)]))
  // A void can be taken back itself, as that of two desks which have both voided one receipt.
  const back = new Set(parts.map(({ payment }) => payment.voids))
  const voids = new Map(
    parts.flatMap(({ payment }) =>
      payment.voids && !back.has(payment.id) ? [[payment.voids, receiptName(payment)] as const] : [],
    ),
  )
  return [...byId.values()]
    .flatMap((all) => {
      const its = all.toSorted(compareLines)
      const [part] = its
      if (!part) return []
      const { payment } = part
      const riders = its.map(({ payment: { concept, cents }, rider }) => ({
        ...(rider && { id: rider.id }),
        name: rider ? fullName(rider) : erasedPerson,
        document: (rider && describeDocument(rider)) ?? '',
        ...numbered(rider, payment.event),
        ...{ concept, cents },
      }))
      const [voided, voidedBy] = [names.get(payment.voids ?? ''), voids.get(payment.id)]
      return [
        {
          ...{ payment, name: receiptName(payment), cents: sumOf(riders), riders },
          ...(voided && { voids: voided }),
          ...(voidedBy && { voidedBy }),
        },
      ]
    })
    .sort(({ payment: a }, { payment: b }) =>
      a.letter === b.letter ? a.number - b.number : a.letter < b.letter ? -1 : 1,
    )
}
