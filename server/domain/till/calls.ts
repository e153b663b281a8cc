/** The calls by which the desk takes money and lends chips, and admins set the prices and close the drawers. */
import * as Type from 'typebox'
import type { Calls } from '../api/call.ts'
import {
  answered,
  boolean,
  bytes,
  choice,
  dataList,
  dataOf,
  file,
  givenDay,
  integer,
  nullable,
  optionQuery,
  requested,
  requestedByName,
  seenVersion,
  text,
  version,
} from '../api/schema-parts.ts'
import { papers } from '../credential/printing.ts'
import { queuedPrint } from '../credential/printing-calls.ts'
import { eventId } from '../events/calls.ts'
import { modalidad } from '../events/categories/schemas.ts'
import { ownCategory } from '../events/entry-calls.ts'
import { downloadTypes, exportQuery } from '../import/calls.ts'
import { pilotParams, pilotRecord } from '../pilots/schemas.ts'
import * as limits from '../stored/limits.ts'
import { maxPriceId, priceKindNames } from '../stored/limits.ts'
import { mostMeans } from './event-till.ts'
import { maxChips } from './loans.ts'
import { maxCents } from './money.ts'
import { maxPrices } from './price.ts'
import { currency, lentChip, owing, paymentInfo, tillReport } from './schemas.ts'

function cents(description: string, minimum = 0) {
  return Type.Integer({
    minimum,
    maximum: maxCents,
    description: `${description} In cents.`,
    message: 'El monto es un número entero de centavos',
  })
}

function words(description: string, maxLength: number) {
  return text(description, { maxLength, message: `Escriba hasta ${maxLength} letras` })
}

const early = { cents: cents('The price until that day.'), until: givenDay('The last day.') }

const priceProperties = {
  id: text('The identifier, which the browser made.', {
    minLength: 1,
    maxLength: maxPriceId,
    // The identifiers of lines that follow from a price have spaces: no price names such a line.
    pattern: '^\\S+$',
    message: `id tiene hasta ${maxPriceId} letras, sin espacios`,
  }),
  kind: choice('kind', priceKindNames, 'The kind: see `priceKinds`.'),
  label: words('The words. Empty for those of the kind.', limits.maxPriceLabel),
  modalidad: Type.Optional(modalidad),
  category: Type.Optional(words('The identifier of a category.', limits.maxCategoryId)),
  cents: cents('The price.'),
}

const meansList = Type.Array(words('A means of payment besides the usual ones.', limits.maxMeans), {
  maxItems: mostMeans,
  message: `Son hasta ${mostMeans} formas de pago`,
})

const tillProperties = {
  event: eventId,
  version,
  currency,
  prices: Type.Array(answered({ ...priceProperties, early: Type.Optional(answered(early)) })),
  means: Type.Array(text('A means of payment.'), { description: 'All means, cash first.' }),
  letter: nullable(text('The letter of the receipts of this laptop. Null until somebody chooses it.')),
  letters: Type.Array(text('A letter.'), { description: 'The letters that no receipt has.' }),
  drawer: text('The account whose drawer takes the money.'),
  float: nullable(integer('The cash at the beginning of its shift. Null until somebody says it. In cents.')),
}

/** The prices of an event, and what the account that asks needs to take money. */
const tillInfo = answered(tillProperties, { title: 'Till' })
export type TillInfo = Type.Static<typeof tillInfo>

const changedTill = answered({
  ...tillProperties,
  charged: integer('The riders who were charged, or charged anew.'),
  unchanged: integer('The riders who have paid nothing, and were charged by other prices than those of now.'),
})

/** The largest list of chips, in bytes. */
const maxSheetBytes = 5 * 1024 * 1024

const chip = {
  code: text('The code that the timing program reads.', {
    minLength: 1,
    maxLength: limits.maxEntryTransponder,
    message: `El código de un chip tiene de 1 a ${limits.maxEntryTransponder} letras`,
  }),
  label: words('The number or the name on its case; may be empty.', limits.maxChipLabel),
  rented: boolean('True if the rider pays for it.', { message: 'rented es true o false' }),
}

const chipsInfo = answered(
  {
    event: eventId,
    currency,
    chips: Type.Array(answered(chip)),
    lent: Type.Array(
      answered({
        ...lentChip.properties,
        phone: Type.Optional(text('The telephone.')),
        chat: Type.Optional(text('The digits of the WhatsApp chat.')),
        number: Type.Optional(text('The number of the rider.')),
      }),
    ),
  },
  { title: 'Chips' },
)

/** The riders after an order, and the receipt of a payment. */
const tillDone = answered({
  pilots: Type.Array(pilotRecord),
  payment: Type.Optional(paymentInfo),
})
export type TillDone = Type.Static<typeof tillDone>

const means = {
  means: words('The means of payment: one of those of the event.', limits.maxMeans),
  reference: Type.Optional(words('The number of the operation.', limits.maxReference)),
}
const chipText = words('The code of a chip, or its label.', limits.maxEntryTransponder)
const reason = text('The reason.', {
  minLength: 1,
  maxLength: limits.maxReason,
  pattern: '\\S',
  message: `Escriba el motivo, hasta ${limits.maxReason} letras`,
})
const owed = Type.Integer({
  minimum: -maxCents,
  maximum: maxCents,
  description: 'What the desk saw that the rider owes, in cents.',
  message: 'owed es un número entero de centavos',
})

function order<Properties extends Type.TProperties>(properties: Properties) {
  return requested('El pedido va como un objeto JSON', { event: eventId, ...properties })
}

function byMeans(name: string, description: string) {
  return requestedByName(`${name} va como un objeto JSON`, cents(`${description}.`, -maxCents), 'By means.')
}

const paymentParams = Type.Object({ id: text('The identifier of the receipt.') })
const done = { 200: dataOf(tillDone) }
const ofEvent = Type.Object({
  event: Type.Optional(text('The identifier of the event, or `open`, which it is by default.')),
})
const conflict = '409 if what the desk saw has changed: the message says both. The event may be over.'

export const tillCalls = {
  'GET /api/till': {
    role: 'mesa',
    summary: 'Answers with the prices of an event, and with the drawer of the account that asks.',
    query: ofEvent,
    answers: { 200: dataOf(tillInfo) },
  },

  'PUT /api/till': {
    role: 'admin',
    summary: 'Changes the currency, the prices and the means of payment of the open event.',
    description:
      'Riders who are entered and not charged are charged. With `anew`, so are those who have paid nothing, by the new ' +
      'prices. 409 if the prices or the means have changed since `version`: the message says who has changed what. 422 with `fields` such as `prices.0.early`.',
    body: order({
      currency,
      prices: Type.Array(
        requested('Un precio va como un objeto JSON', {
          ...priceProperties,
          early: Type.Optional(requested('early va como un objeto JSON', early)),
        }),
        { maxItems: maxPrices, message: `Son hasta ${maxPrices} precios` },
      ),
      means: meansList,
      version: seenVersion,
      anew: Type.Optional(boolean('True to charge anew.', { message: 'anew es true o false' })),
    }),
    answers: { 200: dataOf(changedTill) },
  },

  'PUT /api/till/letter': {
    role: 'mesa',
    summary: 'Chooses the letter of the receipts of this laptop.',
    description: '409 if receipts of another laptop have it.',
    body: requested('La letra va como {"letter": "A"}', {
      letter: text('The letter.', {
        pattern: '^[A-Z]$',
        maxLength: 1,
        message: 'Elija una letra de la A a la Z',
      }),
    }),
    answers: { 200: dataOf(tillInfo) },
  },

  'PUT /api/till/float': {
    role: 'mesa',
    summary: 'Says how much cash is in the drawer of the account that asks, at the beginning of its shift.',
    body: order({ float: cents('The cash.') }),
    answers: { 200: dataOf(tillInfo) },
  },

  'POST /api/till/close': {
    role: 'admin',
    isFinal: true,
    summary: 'Closes the shift of a drawer with what was counted, and answers with the report.',
    description:
      'What is paid later belongs to its next shift. 409 if it is closed already, or if `expected` is not what should be there.',
    body: order({
      letter: text('The letter of the desk.', {
        pattern: '^[A-Z]$',
        maxLength: 1,
        message: 'letter es una letra',
      }),
      drawer: words('The account.', 200),
      shift: Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: 'The shift, from 1.',
        message: 'shift es un número desde 1',
      }),
      float: cents('The cash at its beginning, which the count may correct.'),
      expected: byMeans('expected', 'What the desk saw that should be there, with the float of before'),
      counted: byMeans('counted', 'What was counted: less than zero if more was given back than paid'),
    }),
    answers: { 200: dataOf(tillReport) },
  },

  'GET /api/till/owing': {
    role: 'mesa',
    summary: 'Lists the riders who owe something in an event, and then those who have paid too much.',
    query: ofEvent,
    answers: { 200: dataList(owing.items) },
  },

  'GET /api/till/report': {
    role: 'mesa',
    summary: 'Answers with what was charged and paid in an event, and what should be in which drawer.',
    query: ofEvent,
    answers: { 200: dataOf(tillReport) },
  },

  'GET /api/till/export': {
    role: 'mesa',
    summary: 'Sends all receipts of an event as a file, one line for each rider of a receipt.',
    query: Type.Object({
      ...exportQuery.properties,
      ...ofEvent.properties,
    }),
    answers: { 200: file(downloadTypes) },
  },

  'POST /api/payments': {
    role: 'mesa',
    isKept: true,
    summary: 'Takes what riders pay, with one receipt.',
    description: conflict,
    body: order({
      parts: Type.Array(
        requested('parts va como una lista', {
          rider: text('The identifier of the rider.', {
            maxLength: 100,
            message: 'rider es un identificador',
          }),
          owed,
          cents: cents('What is paid for the rider.', 1),
        }),
        { minItems: 1, maxItems: 200, message: 'Un recibo es de 1 a 200 pilotos' },
      ),
      ...means,
      handed: Type.Optional(cents('The cash that was handed over.')),
    }),
    answers: done,
  },

  'POST /api/payments/:id/void': {
    role: 'admin',
    isFinal: true,
    isKept: true,
    summary: 'Takes a payment back, with a receipt of its own.',
    description: '409 if it is taken back already: the message says by which receipt.',
    params: paymentParams,
    body: order({ reason }),
    answers: done,
  },

  'POST /api/payments/:id/reference': {
    role: 'mesa',
    isKept: true,
    summary: 'Adds the number of the operation to a payment that was made without it.',
    description: '409 if it has another number already: the message says which.',
    params: paymentParams,
    body: order({ reference: words('The number of the operation.', limits.maxReference) }),
    answers: done,
  },

  'GET /api/payments/:id/receipt.pdf': {
    role: 'mesa',
    summary:
      'Sends the receipt of a payment as a PDF, and notes that it was printed: the next one is a copy.',
    params: paymentParams,
    query: Type.Object({
      paper: optionQuery('paper', papers, 'The paper. By default that of the printer of receipts, or A6.'),
    }),
    answers: { 200: file(['application/pdf']) },
  },

  'GET /api/payments/:id/receipt.png': {
    role: 'mesa',
    summary: 'Sends the receipt of a payment as a PNG for the phone of the rider, which counts as no print.',
    params: paymentParams,
    answers: { 200: file(['image/png']) },
  },

  'POST /api/payments/:id/print': {
    role: 'mesa',
    needsKiosk: true,
    summary:
      'Prints a receipt at once on the printer of receipts; without one, the answer is empty, and nothing is printed.',
    description: 'It counts as printed when the system has ended the print well: the next one is a copy.',
    params: paymentParams,
    answers: { 200: dataList(queuedPrint) },
  },

  'POST /api/pilots/:id/refund': {
    role: 'mesa',
    isKept: true,
    summary: 'Gives back what a rider has paid too much, with a receipt.',
    description: conflict,
    params: pilotParams,
    body: order({ owed, ...means }),
    answers: done,
  },

  'POST /api/pilots/:id/charges': {
    role: 'mesa',
    isKept: true,
    summary: 'Charges a rider an extra price.',
    description: '409 if the event is not open any more, or if the price has changed: the message says both.',
    params: pilotParams,
    body: order({
      price: words('The identifier of the price.', maxPriceId),
      cents: cents('The price.'),
    }),
    answers: done,
  },

  'POST /api/pilots/:id/uncharge': {
    role: 'mesa',
    isKept: true,
    summary: 'Takes charges back that the desk has added. With a reason, admins exempt the rider from any.',
    description:
      '409 for charges of entries without a reason, and for those that are paid: without a reason, admins take them back. ' +
      'With a reason and `owed`, the rider is exempt from what is not paid of them. 409 if what the desk saw has changed.',
    params: pilotParams,
    body: order({
      charges: Type.Array(words('The identifier of a charge.', limits.maxLineId), {
        minItems: 1,
        maxItems: 200,
        message: 'Van los identificadores de los cobros',
      }),
      reason: Type.Optional(reason),
      owed: Type.Optional(owed),
    }),
    answers: done,
  },

  'GET /api/chips': {
    role: 'mesa',
    summary: 'Lists the chips of the open event, and who has which.',
    answers: { 200: dataOf(chipsInfo) },
  },

  'POST /api/chips': {
    role: 'mesa',
    summary: 'Adds chips to the open event. One that it has gets the new label.',
    description: '409 if the code or the label is that of another chip.',
    body: order({
      chips: Type.Array(requested('Un chip va como un objeto JSON', chip), {
        minItems: 1,
        maxItems: maxChips,
        message: `Son hasta ${maxChips} chips`,
      }),
    }),
    answers: { 200: dataOf(chipsInfo) },
  },

  'POST /api/chips/sheet': {
    role: 'mesa',
    summary: 'Reads the chips of a sheet, CSV, XLSX or JSON, and stores none of them.',
    description:
      'The first line can name the columns: `código`, `etiqueta` and `alquilado`, which is yes or no. Otherwise they are ' +
      'in this order. The chips of all good lines are answered, and the problems of all others.',
    body: bytes('The bytes of the file.'),
    bodyLimit: maxSheetBytes,
    answers: {
      200: dataOf(
        answered({
          chips: Type.Array(answered(chip)),
          problems: Type.Array(
            answered({ line: integer('The line, from 1.'), message: text('What is wrong with it.') }),
          ),
        }),
      ),
    },
  },

  'POST /api/chips/remove': {
    role: 'admin',
    summary: 'Removes a chip from the open event. 409 while somebody has it.',
    body: order({ chip: chipText }),
    answers: { 200: dataOf(chipsInfo) },
  },

  'POST /api/chips/lend': {
    role: 'mesa',
    isKept: true,
    summary: 'Lends a chip to a rider. It is the transponder of all entries, or of those in one category.',
    description:
      '404 for a chip that the event does not have. 409 with the `id` of the rider who has it, or without the entry.',
    body: order({
      rider: text('The identifier of the rider.', { maxLength: 100, message: 'rider es un identificador' }),
      chip: chipText,
      modalidad: Type.Optional(modalidad),
      category: ownCategory,
      deposit: Type.Optional(cents('The amount that the rider leaves.')),
      document: Type.Optional(words('The document that the rider leaves.', limits.maxDepositDocument)),
    }),
    answers: done,
  },

  'POST /api/chips/return': {
    role: 'mesa',
    isKept: true,
    summary: 'Takes a chip back from whoever has it, and answers with that rider.',
    description: '404 for a chip that the event does not have. 409 for one that nobody has.',
    body: order({ chip: chipText }),
    answers: done,
  },
} satisfies Calls
export type PriceInfo = TillInfo['prices'][number]
