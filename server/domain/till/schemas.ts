/** The JSON schemas of the money and the chips of riders that calls of several features have. */
import * as Type from 'typebox'
import { answered, author, closed, integer, oneOf, text } from '../api/schema-parts.ts'
import { payment } from '../stored/fact-shapes.ts'
import { currencyNames } from './money.ts'

export const currency = oneOf(currencyNames, 'The currency: its code of ISO 4217.', {
  message: 'currency es el código de una moneda, como PEN',
})

export const paymentInfo = closed(payment)

const byMeans = (description: string) =>
  Type.Unsafe<Record<string, number>>(
    Type.Object(
      {},
      { additionalProperties: Type.Integer(), description: `${description} In cents, by means.` },
    ),
  )

const rider = { id: text('The identifier of the rider.'), name: text('The full name.') }
export const owing = Type.Array(answered({ ...rider, cents: integer('In cents.') }))

/** The sums of the till of an event. */
export const tillSums = {
  currency,
  drawers: Type.Array(
    answered({
      letter: text('The letter of the desk.'),
      drawer: text('The account.'),
      shift: integer('The shift, from 1.'),
      float: integer('The cash at its beginning, in cents.'),
      expected: byMeans('What should be there.'),
      closed: Type.Optional(
        answered({ at: text('The time.'), by: author, counted: byMeans('What was counted.') }),
      ),
    }),
  ),
  means: byMeans('All payments.'),
  concepts: Type.Array(
    answered({
      label: text('The words of charges.'),
      charged: integer('In cents.'),
      exempt: integer('What riders were exempt from, in cents.'),
    }),
  ),
  charged: integer('All that was charged, in cents.'),
  exempt: integer('All that riders were exempt from, in cents.'),
  paid: integer('All payments, in cents.'),
  owing,
  overpaid: owing,
}

/** A receipt as people read it. */
const receiptInfo = answered({
  payment: paymentInfo,
  name: text('The name of the receipt: `A-0012`.'),
  cents: integer('The sum of all parts, in cents: less than zero for money that was given back.'),
  riders: Type.Array(
    answered({
      id: Type.Optional(text('The identifier of the rider. Absent once erased.')),
      name: text('The full name.'),
      document: text('The document; empty without one.'),
      number: Type.Optional(text('The number of the rider.')),
      concept: text('The words for what was paid.'),
      cents: integer('In cents.'),
    }),
  ),
  voidedBy: Type.Optional(text('The name of the receipt that took this one back.')),
  voids: Type.Optional(text('The name of the receipt that this one takes back.')),
})
export type Receipt = Type.Static<typeof receiptInfo>

/** The charges and the payments of an event, and the money that should be in each drawer. */
export const tillReport = answered(
  {
    ...tillSums,
    receipts: Type.Array(receiptInfo),
    clashes: Type.Array(text('A letter that two desks have used for different receipts.')),
  },
  { title: 'TillReport' },
)
export type TillReport = Type.Static<typeof tillReport>

/** A chip that a rider has. */
export const lentChip = answered({
  ...rider,
  chip: text('The code.'),
  label: text('The label; may be empty.'),
  at: text('The time.'),
  document: Type.Optional(text('The document that the rider left.')),
  deposit: Type.Optional(integer('The amount that the rider left, in cents.')),
})
export type LentChip = Type.Static<typeof lentChip>

/** The sums of the till of an event, and who has its chips. */
export const tillSummary = answered({ ...tillSums, lent: Type.Array(lentChip) })
export type TillSummary = Type.Static<typeof tillSummary>
