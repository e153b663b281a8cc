/** The calls of prints: orders of cards, their progress, and the emergency sheet. */
import * as Type from 'typebox'
import type { Calls } from '../api/call.ts'
import {
  answered,
  boolean,
  dataOf,
  empty,
  file,
  integer,
  nullable,
  oneOf,
  publicUrl,
  requested,
  text,
} from '../api/schema-parts.ts'
import { selection } from '../pilots/pilot-schemas.ts'
import { enumerate } from '../text/text.ts'
import {
  bleeds,
  invalidStart,
  layoutNames,
  maxOffset,
  maxUndrawable,
  mostPlaces,
  type Offset,
} from './cards.ts'

const offsetProblem = `El ajuste de la impresora son dos números, de -${maxOffset} a ${maxOffset} mm`
const length = Type.Number({ minimum: -maxOffset, maximum: maxOffset, message: offsetProblem })

/** The shift of prints to the right and down, in mm. */
const offset = Type.Unsafe<Offset>(
  Type.Tuple([length, length], {
    message: offsetProblem,
    description: 'The shift of prints to the right and down, in mm: `[x, y]`. It is remembered.',
  }),
)

/** An order to print: the identifiers or the filter of the pilots, and how their cards are printed. */
export const printOrder = requested('La impresión va como un objeto JSON', {
  ...selection,
  layout: oneOf(layoutNames, 'How the cards are printed.', {
    message: `layout es ${enumerate(layoutNames, 'o')}`,
  }),
  start: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: mostPlaces,
      message: invalidStart(mostPlaces),
      description: 'The first free position on a partly used sheet, counted from 1.',
    }),
  ),
  offset: Type.Optional(offset),
  bleed: Type.Optional(
    boolean(`Extends the colours by ${bleeds.join(' or ')} mm over the edges of the card. Not for a sheet.`),
  ),
  again: Type.Optional(boolean('Also prints the cards of pilots who already have a card.')),
  only_new: Type.Optional(boolean('Prints only the cards of pilots who have none yet.')),
  dry_run: Type.Optional(boolean('True to print nothing, and to report how many cards are not valid.')),
})
export type PrintOrder = Type.Static<typeof printOrder>

/** The settings that the print dialog needs. */
const printInfo = answered({ offset, public_url: publicUrl })

/** The answer to a dry run. */
const printPreview = answered({
  total: integer('The number of selected cards.'),
  expired: integer('The number of them that are expired.'),
  suspended: integer('The number of them that are suspended.'),
  undrawable: Type.Array(
    Type.Object({
      name: text('The full name of the rider.'),
      characters: text('The characters that are drawn as empty boxes, each once.'),
    }),
    { description: `The first ${maxUndrawable} riders with letters that no typeface of the cards has.` },
  ),
  undrawable_total: integer('The number of such riders.'),
})
export type PrintPreview = Type.Static<typeof printPreview>

/** An accepted order. */
const printJob = answered({
  job: text('The identifier of the order.'),
  total: integer('The number of its cards.'),
})

/** The progress of an order, in cards. */
const printProgress = answered({
  before: integer('The number of orders that are prepared before this order.'),
  waits_for: nullable(
    answered({
      by: text('The author of the order that is prepared now; `waits_for` is null if none is.'),
      done: integer('The number of its drawn cards.'),
      total: integer('The number of all its cards.'),
    }),
  ),
  done: integer('The number of drawn cards.'),
  total: integer('The number of all cards.'),
  url: nullable(text('The address of the PDF, or null while it is not complete.')),
})
export type PrintProgress = Type.Static<typeof printProgress>

const params = Type.Object({ job: text('The identifier of the order.') })

export const printCalls = {
  'GET /api/print': {
    role: 'mesa',
    summary: 'Answers with the settings for the print dialog.',
    answers: { 200: dataOf(printInfo) },
  },

  'POST /api/print': {
    role: 'mesa',
    summary: 'Orders a PDF of cards (202), or answers with their number (200) for a `dry_run`.',
    description:
      'If some of the pilots already have a card, the order needs `again` or `only_new`; without either, the answer is ' +
      '409 with `printed` and `total`.',
    body: printOrder,
    answers: { 200: dataOf(printPreview), 202: dataOf(printJob) },
  },

  'POST /api/emergency-sheet': {
    role: 'mesa',
    summary:
      'Sends the emergency sheet of pilots as a PDF: blood type, allergies, contact and insurance, by number.',
    body: requested('La impresión va como un objeto JSON', selection),
    answers: { 200: file(['application/pdf']) },
  },

  'GET /api/print/:job': {
    role: 'mesa',
    summary: 'Answers with the progress of an order.',
    params,
    answers: { 200: dataOf(printProgress) },
  },

  'DELETE /api/print/:job': {
    role: 'mesa',
    summary: 'Cancels an order and removes its PDF.',
    params,
    answers: { 204: empty },
  },

  'GET /api/print/:job/credenciales.pdf': {
    role: 'mesa',
    summary: 'Sends the PDF. The first such request records the cards as printed.',
    params,
    answers: { 200: file(['application/pdf']) },
  },
} satisfies Calls
