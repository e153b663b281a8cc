/**
 * The lines of money of a rider: charges and payments. Lines are only added. A mistake is a line that takes another one
 * back, so that the balance is the sum of all lines, and two desks join theirs by their identifiers.
 */
import { wordOfCategory } from '../events/entry.ts'
import { groupsBy } from '../groups.ts'
import type { Charge, Payment } from '../stored/fact-shapes.ts'
import { maxReceipt } from '../stored/limits.ts'
import { formatMoment } from '../text/date.ts'
import { canonicalText } from '../text/text.ts'
import { formatMoney } from './money.ts'

export type { Charge, Payment }

type Line = Pick<Payment, keyof Payment & keyof Charge> & Pick<Charge, 'isPart'>

export interface Account {
  charges?: readonly Charge[]
  payments?: readonly Payment[]
}

/** The means of payment that every event has. Cash is in the drawer, and a transfer has a reference, which may come later. */
export const cash = 'Efectivo'
export const transfer = 'Transferencia'
export const usualMeans: readonly string[] = [cash, 'Tarjeta', transfer]

export function isReceiptNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= maxReceipt
}

/** Returns the name of a receipt: `A-0012`. */
export function receiptName({ letter, number }: Pick<Payment, 'letter' | 'number'>): string {
  return `${letter}-${String(number).padStart(4, '0')}`
}

/** Returns the lines of two desks, in an order that both have, each once. */
export function joinedLines<Own extends { id: string }>(
  one: readonly Own[] = [],
  other: readonly Own[] = [],
  join: (one: Own, other: Own) => Own = earlierOf,
): Own[] {
  const joined = new Map<string, Own>()
  for (const line of [...one, ...other]) {
    const known = joined.get(line.id)
    joined.set(line.id, known ? join(known, line) : line)
  }
  return [...joined.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Of two states of a line, both desks take the same. */
function earlierOf<Own>(one: Own, other: Own): Own {
  return JSON.stringify(one) <= JSON.stringify(other) ? one : other
}

/**
 * Two desks can have charged one entry by two prices, or one of them has exempted the rider from a part: a line that takes
 * the charge back has the amount of what stays.
 */
export function joinedCharges(one?: readonly Charge[], other?: readonly Charge[]): Charge[] {
  const joined = joinedLines(one, other)
  const cents = new Map(
    standing(joined.filter(({ voids, isPart }) => !voids || isPart)).map((line) => [line.id, line.cents]),
  )
  return joined.map((line) => {
    const voided = line.voids === undefined || line.isPart ? undefined : cents.get(line.voids)
    return voided === undefined || voided === 0 - line.cents ? line : { ...line, cents: 0 - voided }
  })
}

export function joinedPayments(one?: readonly Payment[], other?: readonly Payment[]): Payment[] {
  return joinedLines(one, other, (a, b) => {
    const { printed: _a, reference: one, ...first } = a
    const { printed: _b, reference: other, ...second } = b
    const [reference] = [one, other].filter(Boolean).sort()
    return {
      ...earlierOf(first, second),
      ...(reference && { reference }),
      ...((a.printed || b.printed) && { printed: true }),
    }
  })
}

/** Returns a text that equal lines share. */
export function linesKey(lines: readonly object[]): string {
  return JSON.stringify(lines.map(canonicalText).sort())
}

/** Returns the lines of an event. */
export function linesIn<Own extends { event: string }>(lines: readonly Own[] = [], event: string): Own[] {
  return lines.filter((line) => line.event === event)
}

/** Returns the lines that no other one takes back, and that take back none, each without the parts that are taken back. */
export function standing<Own extends Line>(lines: readonly Own[]): Own[] {
  const taken = groupsBy(lines, ({ voids }) => voids)
  return lines.flatMap((line) => {
    const parts = taken.get(line.id) ?? []
    if (line.voids !== undefined || parts.some(({ isPart }) => !isPart)) return []
    return parts.length > 0 ? [{ ...line, cents: line.cents + sumOf(parts) }] : [line]
  })
}

/** Returns what a rider owes in an event, in cents: less than zero if the rider has paid too much. */
export function balanceIn({ charges, payments }: Account, event: string): number {
  return sumOf(linesIn(charges, event)) - sumOf(linesIn(payments, event))
}

export function sumOf(lines: readonly { cents: number }[]): number {
  return lines.reduce((sum, { cents }) => sum + cents, 0)
}

/** Returns the words for a charge, such as `Inscripción MOTOCROSS`, with the category of a further entry. */
export function chargeText({ label, modalidad, category, further }: Charge): string {
  const place = [modalidad, further && category && wordOfCategory(category)]
  return [label, ...place].filter(Boolean).join(' ')
}

export function describeCharge({ label, cents, currency, voids, reason }: Charge): string {
  const amount = formatMoney(Math.abs(cents), currency)
  if (voids === undefined) return `${label} ${amount}`
  return reason ? `${label} ${amount} exonerado: ${reason}` : `${label} ${amount} quitado`
}

/** Returns how a payment was made, with the number of its operation, or the words for a transfer that has none yet. */
export function meansTexts({ means, reference, cents, voids }: Payment): string[] {
  const isDue = means === transfer && cents > 0 && voids === undefined
  return reference ? [means, reference] : isDue ? [means, 'falta el número'] : [means]
}

export function describePayment(payment: Payment): string {
  const { cents, currency, voids, reason } = payment
  const amount = formatMoney(Math.abs(cents), currency)
  const done = voids === undefined ? (cents < 0 ? 'devuelto' : 'pagado') : 'anulado'
  const parts = [...meansTexts(payment), ...(reason ? [reason] : [])]
  const copy = payment.printed ? ', recibo impreso' : ''
  return `recibo ${receiptName(payment)}: ${done} ${amount}, ${parts.join(', ')}${copy}`
}

/** Returns what lines say, as pairs of a label and a text. */
export function lineRows<Own extends { at: string }>(lines: readonly Own[], describe: (line: Own) => string) {
  return lines.map((line) => [formatMoment(line.at), describe(line)] as const)
}

/** Returns the lines that differ between two states, each as people read it. */
export function lineDifferences<Own extends { id: string }>(describe: (line: Own) => string) {
  return (before: readonly Own[] = [], after: readonly Own[] = []) => {
    const [stored, given] = [before, after].map((all) => new Map(all.map((one) => [one.id, describe(one)])))
    return [...new Set([...(stored?.keys() ?? []), ...(given?.keys() ?? [])])]
      .map((id) => ({ before: stored?.get(id) ?? '', after: given?.get(id) ?? '' }))
      .filter((change) => change.before !== change.after)
  }
}
