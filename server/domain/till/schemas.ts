/** The JSON schemas of the money and the chips of riders that calls of several features have. */
import * as Type from 'typebox'
import { answered, author, integer, oneOf, text } from '../api/schema-parts.ts'
import { currencyNames } from './money.ts'

export const currency = oneOf(currencyNames, 'The currency: its code of ISO 4217.', {
  message: 'currency es el código de una moneda, como PEN',
})

const line = {
  id: text('The identifier, at all desks.'),
  event: text('The identifier of the event.'),
  cents: integer('In cents. A line that takes another one back has its amount with the other sign.'),
  currency,
  at: text('The time.'),
  by: author,
  voids: Type.Optional(text('The identifier of the line that this one takes back.')),
  reason: Type.Optional(text('The reason.')),
}

export const chargeInfo = answered(
  {
    ...line,
    price: Type.Optional(text('The identifier of the price. Absent from a deposit.')),
    label: text('The words.'),
    modalidad: Type.Optional(text('The modalidad of the entry that is charged.')),
    category: Type.Optional(text('The identifier of its category.')),
    isFurther: Type.Optional(
      Type.Literal(true, {
        description:
          'True for an entry beside another one, which can have a price of its own. Otherwise absent.',
      }),
    ),
  },
  { title: 'Charge' },
)

export const paymentInfo = answered(
  {
    ...line,
    receipt: text('The identifier of the receipt, at all desks: that of its first line.'),
    letter: text('The letter of the desk.'),
    number: integer('The number of the receipt, from 1 at each letter: `A-0012`.'),
    means: text('The means of payment.'),
    reference: Type.Optional(text('The number of the operation.')),
    handed: Type.Optional(integer('The cash that was handed over for all parts of the payment, in cents.')),
    concept: text('The words for what was paid.'),
    drawer: text('The account whose drawer has the money.'),
    shift: integer('The shift of the drawer, from 1.'),
    printed: Type.Optional(
      Type.Literal(true, { description: 'True once the receipt was printed. Otherwise absent.' }),
    ),
  },
  { title: 'Payment' },
)

export const loanInfo = answered(
  {
    id: line.id,
    event: line.event,
    chip: text('The code of the chip.'),
    at: line.at,
    by: author,
    document: Type.Optional(text('The document that the rider left.')),
    returned: Type.Optional(
      answered(
        { at: text('The time at which it came back.'), by: author },
        { description: 'Absent while the rider has it.' },
      ),
    ),
  },
  { title: 'Loan' },
)

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

const inOpenEvent = { description: 'Those in the open event. Only for staff, and absent without any.' }

/** The facts of a rider about money and chips. */
export const tillFacts = {
  charges: Type.Optional(Type.Array(chargeInfo, inOpenEvent)),
  payments: Type.Optional(Type.Array(paymentInfo, inOpenEvent)),
  loans: Type.Optional(Type.Array(loanInfo, inOpenEvent)),
}
