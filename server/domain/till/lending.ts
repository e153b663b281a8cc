/** Decides who has which chip. */
import { withCardInEvent } from '../credential/printed-card.ts'
import { otherOrder } from '../desk/done-orders.ts'
import { NotFoundError, PilotosError } from '../errors.ts'
import { notEntered, withEntriesIn } from '../events/entries.ts'
import { type Entry, entriesIn } from '../events/entry.ts'
import { isNamed } from '../events/entry-orders.ts'
import type { RaceEvent } from '../events/event.ts'
import { fullName, type Pilot } from '../pilots/pilot.ts'
import { today } from '../text/date.ts'
import { visible } from '../text/names.ts'
import { exemptCharges, voidedCharge } from './charging.ts'
import { balanceIn, type Charge, joinedCharges, linesIn, standing } from './lines.ts'
import { type Chip, chipCode, findChip, joinedLoans, type Loan, openLoans } from './loans.ts'
import type { Order, TillContext, TillResult } from './orders.ts'
import { centsOn } from './price.ts'

export function lend(order: Order<'lend'>, context: TillContext): TillResult {
  const { all, event, till, required, note } = context
  const rider = required(order.rider)
  const chip = findChip(till.chips, order.chip)
  const document = visible(order.document ?? '')
  if (all.some(({ loans = [] }) => loans.some(({ id }) => id === order.id))) throw otherOrder()
  if (!chip) throw unknownChip(order.chip)
  const borrower = borrowerOf(all, chip.code)
  if (borrower) {
    const [{ id }] = borrower
    throw new PilotosError(
      'conflict',
      `El chip ${chipName(chip)} lo tiene ${fullName(borrower[0])}: recíbalo antes`,
      { id },
    )
  }
  if (order.category !== undefined && !entriesIn(rider, event.id).some((one) => isNamed(one, order)))
    throw notEntered(rider, order, event)
  const loan: Loan = {
    id: order.id,
    event: event.id,
    chip: chip.code,
    ...note,
    ...(document && { document }),
  }
  const charges = chargesOf(order, chip, rider, context)
  const others = all
    .filter(({ id }) => id !== rider.id)
    .map((one) => withTransponders(one, event, ({ transponder }) => transponder === chip.code))
  const isOther = (entry: Entry) => !isNamed(entry, order)
  const rest = withTransponders(rider, event, (one) => isOther(one) && one.transponder === chip.code)
  const borrowing: Pilot = {
    ...withTransponders(rest, event, (one) => !isOther(one), chip.code),
    loans: joinedLoans(rider.loans, [loan]),
    ...(charges.length > 0 && { charges: joinedCharges(rider.charges, charges) }),
  }
  const known = new Set(all)
  return { riders: [borrowing, ...others.filter((one) => !known.has(one))] }
}

/** A rented chip is paid once, also if the rider changes it for another one: one for other entries is paid, too. */
function chargesOf(order: Order<'lend'>, chip: Chip, rider: Pilot, context: TillContext): Charge[] {
  const { id, deposit = 0 } = order
  const { event, till, note } = context
  const line = { event: event.id, currency: till.currency, ...note }
  const price = till.prices.find(({ kind }) => kind === 'chip')
  const own = linesIn(rider.charges, event.id)
  const paid = [...standing(own), ...exemptCharges(own)].filter((one) => price && one.price === price.id)
  const others = entriesIn(rider, event.id).filter((entry) => !isNamed(entry, order))
  const kept = openLoans(rider, event.id).filter(
    (loan) => findChip(till.chips, loan.chip)?.rented && others.some((one) => one.transponder === loan.chip),
  )
  const rent = price && chip.rented && paid.length <= kept.length
  return [
    ...(rent
      ? [
          {
            ...line,
            id: `${id} alquiler`,
            price: price.id,
            label: price.label,
            cents: centsOn(price, today(new Date(note.at))),
          },
        ]
      : []),
    ...(deposit > 0 ? [{ ...line, id: depositId(id), label: 'Depósito de chip', cents: deposit }] : []),
  ]
}

export function takeBack({ chip: text }: Order<'return'>, context: TillContext): TillResult {
  const { all, till } = context
  const chip = findChip(till.chips, text)
  const code = chip?.code ?? chipCode(text)
  const riders = all.filter((rider) => openLoans(rider).some((loan) => loan.chip === code))
  if (riders.length === 0)
    throw chip
      ? new PilotosError('conflict', `El chip ${chipName(chip)} no está prestado`)
      : unknownChip(text)
  return { riders: riders.map((rider) => withoutChip(rider, code, context)) }
}

/** Ends all loans of a chip that is back, since two desks may have lent it. */
function withoutChip(rider: Pilot, code: string, { event, till, note }: TillContext): Pilot {
  const ended = openLoans(rider).filter(({ chip }) => chip === code)
  const loans = (rider.loans ?? []).map((one) => (ended.includes(one) ? { ...one, returned: note } : one))
  const deposits = standing(rider.charges ?? []).filter(({ id }) =>
    ended.some((loan) => id === depositId(loan.id)),
  )
  const voids = deposits.map((deposit) => {
    // Money is given back in the open event only, also what was paid in one that is over.
    const isPaidBefore = deposit.currency === till.currency && balanceIn(rider, deposit.event) <= 0
    return { ...voidedCharge(deposit, note), ...(isPaidBefore && { event: event.id }) }
  })
  return { ...rider, loans, ...(voids.length > 0 && { charges: joinedCharges(rider.charges, voids) }) }
}

/** Returns who has a chip, with the loan, which may be of an event that is over. */
export function borrowerOf(riders: readonly Pilot[], chip: string): [Pilot, Loan] | undefined {
  for (const rider of riders) {
    const loan = openLoans(rider).find((one) => one.chip === chip)
    if (loan) return [rider, loan]
  }
  return undefined
}

/** Returns the names of the chips that a rider has to give back, also those of an earlier event: `12, 14`. Undefined without any. */
export function chipsOut(rider: Pilot, { till }: Pick<RaceEvent, 'till'>): string | undefined {
  const codes = openLoans(rider).map(({ chip }) => chip)
  const names = codes.map((code) => till?.chips.find((chip) => chip.code === code)?.label || code)
  return names.join(', ') || undefined
}

/** Returns the name of a chip for people: its label, or else its code. */
export function chipName({ label, code }: Chip): string {
  return label || code
}

export function depositId(loan: string): string {
  return `${loan} depósito`
}

function unknownChip(text: string): NotFoundError {
  return new NotFoundError(`El chip ${chipCode(text)} no está en la lista de este evento`)
}

/** Returns a rider with a transponder, or without one, in some entries of an event. */
function withTransponders(
  rider: Pilot,
  event: RaceEvent,
  isIts: (entry: Entry) => boolean,
  transponder?: string,
): Pilot {
  const own = entriesIn(rider, event.id)
  if (!own.some(isIts)) return rider
  const next = own.map((entry) => {
    const { transponder: _before, ...rest } = entry
    return isIts(entry) ? { ...rest, ...(transponder !== undefined && { transponder }) } : entry
  })
  return withCardInEvent(rider, withEntriesIn(rider, event.id, next), event)
}
