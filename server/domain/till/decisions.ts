/**
 * Decides on the money and the chips of riders. The functions are pure: every store fetches the riders, calls `decideTill`
 * and commits the change that it returns.
 */
import { otherOrder } from '../desk/done-orders.ts'
import { InvalidError, PilotosError } from '../errors.ts'
import type { EntryNote } from '../events/entry.ts'
import type { Change } from '../pilots/change.ts'
import { withFact } from '../pilots/facts/fact-values.ts'
import { fullName, type Pilot } from '../pilots/pilot.ts'
import type { PilotId } from '../pilots/pilot-id.ts'
import { maxConcept } from '../stored/limits.ts'
import { formatMoment, today } from '../text/date.ts'
import { visible } from '../text/names.ts'
import { shortened } from '../text/text.ts'
import { isOfEntry, voidedCharge, withCharges } from './charging.ts'
import { meansOf, openShift, tillOf } from './event-till.ts'
import { lend, takeBack } from './lending.ts'
import {
  type Account,
  balanceIn,
  type Charge,
  cash,
  chargeText,
  joinedCharges,
  joinedPayments,
  linesIn,
  type Payment,
  receiptName,
  standing,
  sumOf,
} from './lines.ts'
import { formatMoney, maxCents } from './money.ts'
import type { Order, TillBasis, TillContext, TillOrder, TillResult } from './orders.ts'
import { centsOn } from './price.ts'
import { givesReceipts, nextNumber, partsOf } from './receipts.ts'

/**
 * Decides an order.
 * @throws PilotosError if it does not fit what is stored: nothing is done then; InvalidError, NotFoundError, RevokedError
 */
export function decideTill(
  order: TillOrder,
  basis: TillBasis & Pick<TillContext, 'all' | 'required'>,
  { at, by }: EntryNote,
): { result: TillResult; change: Change & { put: readonly Pilot[] } } {
  const till = tillOf(basis.event)
  // The author, as all desks know it: see `Till.basis`.
  const note = { at, by: basis.drawer }
  const required = (id: PilotId) => withCharges(basis.required(id), basis.event, note)
  const result = decided(order, { ...basis, till, note, required })
  const stored = new Set(basis.all)
  return { result, change: { put: result.riders.filter((rider) => !stored.has(rider)), by } }
}

function decided(order: TillOrder, context: TillContext): TillResult {
  switch (order.kind) {
    case 'pay':
      return pay(order, context)
    case 'refund':
      return refund(order, context)
    case 'void':
      return voidPayment(order, context)
    case 'charge':
      return charge(order, context)
    case 'uncharge':
      return uncharge(order, context)
    case 'reference':
      return addReference(order, context)
    case 'printed':
      return withPaymentFacts(order.payment, { printed: true }, context)
    case 'lend':
      return lend(order, context)
    case 'return':
      return takeBack(order, context)
  }
}

function pay({ id, parts, handed, ...order }: Order<'pay'>, context: TillContext): TillResult {
  const { required, event } = context
  const its = parts.map(({ rider, ...part }) => ({ ...part, rider: required(rider) }))
  if (new Set(its.map(({ rider }) => rider.id)).size < its.length)
    throw new PilotosError('conflict', 'Un piloto está dos veces en este cobro: quite uno')
  for (const { rider, owed, cents } of its) {
    requireOwed(rider, owed, context)
    if (cents <= 0 || cents > owed) throw new InvalidError({ cents: `Cobre hasta ${money(owed, context)}` })
  }
  requireMeans(order, context)
  const total = sumOf(its)
  if (handed !== undefined && (order.means !== cash || handed < total))
    throw new InvalidError({ handed: `Faltan ${money(total - handed, context)}` })
  const payment = newPayment(id, order, context)
  const riders = its.map(({ rider, cents, owed }, index) => {
    const concept = conceptOf(rider, event.id, cents < owed)
    return withPayment(rider, {
      ...payment,
      id: lineOf(id, index),
      cents,
      concept,
      ...(handed !== undefined && { handed }),
    })
  })
  return { riders, payment: riders[0] && paymentOf(riders[0], id) }
}

function refund({ id, rider: code, owed, ...order }: Order<'refund'>, context: TillContext): TillResult {
  const rider = context.required(code)
  requireOwed(rider, owed, context)
  if (owed >= 0) throw new PilotosError('conflict', `${fullName(rider)} no tiene nada a su favor`)
  requireMeans(order, context)
  const payment = { ...newPayment(id, order, context), cents: owed, concept: 'Devolución' }
  return { riders: [withPayment(rider, payment)], payment }
}

/** The money leaves the drawer that has it, or that of the person who gives it back for another desk. */
function voidPayment({ id, payment: voided, reason }: Order<'void'>, context: TillContext): TillResult {
  const { all, events, till, event } = context
  const parts = partsOf(all, events)
  const its = parts.filter(({ payment }) => payment.receipt === voided && payment.event === event.id)
  const [first] = its
  if (!first) throw new PilotosError('not-found', 'Ese recibo no es de este evento')
  const back = new Set(parts.map(({ payment }) => payment.voids))
  const by = parts.find(
    ({ payment }) => its.some((one) => one.payment.id === payment.voids) && !back.has(payment.id),
  )
  if (by)
    throw new PilotosError('conflict', `Ya está anulado, con el recibo ${receiptText(by.payment, context)}`)
  if (its.some(({ rider }) => !rider))
    throw new PilotosError('conflict', 'Una parte es de una persona borrada: este recibo ya no se anula')
  const returned = its.find(
    ({ rider, payment }) => rider && payment.cents > sumOf(linesIn(rider.payments, event.id)),
  )
  if (returned)
    throw new PilotosError('conflict', 'Ese dinero ya se devolvió: anule antes el recibo de la devolución')
  const { means, reference } = first.payment
  const next = newPayment(id, { means, reference }, context)
  const { drawer, shift } =
    next.letter === first.payment.letter ? openShift(till.shifts, first.payment) : next
  const riders = its.flatMap(({ rider, payment }, index) => {
    const { id: voids, cents, concept } = payment
    const line = { id: lineOf(id, index), voids, cents: 0 - cents, concept, reason }
    return rider ? [withPayment(rider, { ...next, ...line, drawer, shift })] : []
  })
  return { riders, payment: riders[0] && paymentOf(riders[0], id) }
}

function charge(
  { id, rider: code, price: wanted, cents }: Order<'charge'>,
  context: TillContext,
): TillResult {
  const { required, till, event, note } = context
  const rider = required(code)
  if (context.all.some(({ charges = [] }) => charges.some((one) => one.id === id))) throw otherOrder()
  const price = till.prices.find(({ id, kind }) => id === wanted && kind === 'extra')
  if (!price) throw new PilotosError('conflict', 'Ese precio ya no está en la lista: cárguela otra vez')
  const now = centsOn(price, today(new Date(note.at)))
  if (now !== cents) {
    const [before, after] = [money(cents, context), money(now, context)]
    throw new PilotosError(
      'conflict',
      `El precio de ${price.label} cambió: era ${before} y ahora es ${after}`,
    )
  }
  if (Math.abs(balanceIn(rider, event.id) + cents) > maxCents)
    throw new PilotosError('conflict', `${fullName(rider)} ya debe demasiado: revise los cobros`)
  const line = {
    id,
    event: event.id,
    price: price.id,
    label: price.label,
    cents,
    currency: till.currency,
    ...note,
  }
  return { riders: [{ ...rider, charges: joinedCharges(rider.charges, [line]) }] }
}

function uncharge(
  { rider: code, charges, reason, owed, isByAdmin }: Order<'uncharge'>,
  context: TillContext,
): TillResult {
  const { required, event, note } = context
  const rider = required(code)
  const taken = standing(linesIn(rider.charges, event.id)).filter(({ id }) => charges.includes(id))
  if (reason === undefined && taken.some(isOfEntry))
    throw new PilotosError('conflict', 'El cobro de una inscripción se quita al retirarla')
  if (owed !== undefined) requireOwed(rider, owed, context)
  const isPaid = sumOf(taken) > 0 && sumOf(taken) > balanceIn(rider, event.id)
  const isOfRest = isPaid && reason !== undefined && owed !== undefined && owed > 0
  if (isPaid && !isOfRest && (reason !== undefined || !isByAdmin))
    throw new PilotosError('conflict', 'Eso ya está pagado: anule antes el recibo')
  let left = isOfRest ? owed : Number.POSITIVE_INFINITY
  // A payment covers the oldest charges first.
  const lines = inOrder(taken)
    .toReversed()
    .flatMap((one) => {
      const cents = Math.min(one.cents, left)
      left -= cents
      return cents > 0 || one.cents <= 0 ? [voidedCharge(one, note, reason, cents)] : []
    })
  return { riders: lines.length > 0 ? [{ ...rider, charges: joinedCharges(rider.charges, lines) }] : [rider] }
}

/** A number that another desk has added stays. */
function addReference({ payment, reference }: Order<'reference'>, context: TillContext): TillResult {
  const known = context.all.map((rider) => paymentOf(rider, payment)).find(Boolean)
  const given = visible(reference)
  if (given === '' || known?.means === cash)
    throw new InvalidError({ reference: 'Escriba el número de la operación' })
  if (known?.reference && known.reference !== given)
    throw new PilotosError(
      'conflict',
      `El recibo ${receiptName(known)} ya tiene el número ${known.reference}`,
    )
  return withPaymentFacts(payment, { reference: given }, context)
}

/** Adds facts to a payment, with all of its parts. */
function withPaymentFacts(
  payment: string,
  facts: Pick<Payment, 'printed' | 'reference'>,
  context: TillContext,
): TillResult {
  const payers = context.all.filter((rider) => paymentOf(rider, payment))
  if (payers.length === 0) throw new PilotosError('not-found', 'Ese recibo no existe')
  const riders = payers.map((rider) => {
    const payments = (rider.payments ?? []).map((one) =>
      one.receipt === payment ? { ...one, ...facts } : one,
    )
    return withFact(rider, 'payments', payments)
  })
  return { riders, payment: riders[0] && paymentOf(riders[0], payment) }
}

/** Returns the identifier of one line of a receipt. */
function lineOf(receipt: string, index: number): string {
  return index === 0 ? receipt : `${receipt} ${index + 1}`
}

function paymentOf({ payments = [] }: Pilot, id: string): Payment | undefined {
  return payments.find((one) => one.receipt === id)
}

function withPayment(rider: Pilot, payment: Payment): Pilot {
  return { ...rider, payments: joinedPayments(rider.payments, [payment]) }
}

/** @throws InvalidError */
function requireMeans({ means }: Means, { till }: TillContext): void {
  if (!meansOf(till).includes(means))
    throw new InvalidError({ means: `Elija cómo se paga: ${meansOf(till).join(', ')}` })
}

type Means = Pick<Payment, 'means' | 'reference'>

/** Returns a payment without its amount and its words. @throws PilotosError without a letter */
function newPayment(
  id: string,
  { means, reference = '' }: Means,
  { event, events, till, all, letter, drawer, note }: TillContext,
): Omit<Payment, 'cents' | 'concept'> {
  const parts = partsOf(all, events)
  if (letter === undefined || !givesReceipts(letter, parts, events))
    throw new PilotosError('conflict', 'Elija antes la letra de los recibos de esta laptop, en la Caja')
  if (parts.some(({ payment }) => payment.receipt === id)) throw otherOrder()
  const given = visible(reference)
  const number = nextNumber(parts, events, letter)
  return {
    ...{ id, receipt: id, event: event.id, currency: till.currency, letter, number, means },
    ...(given && { reference: given }),
    ...{ drawer, shift: openShift(till.shifts, { letter, drawer }).shift },
    ...note,
  }
}

/** Returns the words for what is paid, such as `Inscripción, Licencia`. What was paid before covers the oldest charges. */
function conceptOf({ charges, payments }: Account, event: string, isPart: boolean): string {
  let paid = sumOf(linesIn(payments, event))
  const open = inOrder(standing(linesIn(charges, event))).filter(({ cents }) => {
    paid -= cents
    return paid < 0
  })
  return shortened(`${isPart ? 'A cuenta: ' : ''}${open.map(chargeText).join(', ')}`, maxConcept)
}

/** Returns charges by their times. */
function inOrder(charges: readonly Charge[]): Charge[] {
  return charges.toSorted((one, other) => one.at.localeCompare(other.at))
}

/** @throws PilotosError if a rider owes another amount than the desk saw: it says both, or what was paid already */
function requireOwed(rider: Pilot, owed: number, context: TillContext): void {
  const { id } = context.event
  const now = balanceIn(rider, id)
  if (now === owed) return
  const name = fullName(rider)
  const [last] = standing(linesIn(rider.payments, id)).sort((one, other) => other.number - one.number)
  const text =
    now <= 0 && last?.cents === owed - now
      ? `${name} ya ${last.cents < 0 ? 'recibió lo suyo' : 'pagó'}: recibo ${receiptText(last, context)}`
      : `${name} debía ${money(owed, context)} y ahora debe ${money(now, context)}: revise y repita`
  throw new PilotosError('conflict', text, { id: rider.id })
}

function receiptText(payment: Payment, context: TillContext): string {
  const { cents, at, by } = payment
  return `${receiptName(payment)} de ${money(Math.abs(cents), context)}, el ${formatMoment(at)}${by ? `, ${by}` : ''}`
}

function money(cents: number, { till }: TillContext): string {
  return formatMoney(cents, till.currency)
}
