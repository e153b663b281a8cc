/** The calls that change the terms of pilots, renew their credentials, and print cards and the emergency sheet. */

import * as Type from 'typebox'
import type { Calls } from '../api/call.ts'
import {
  answered,
  boolean,
  choice,
  dataOf,
  empty,
  file,
  flag,
  givenDay,
  integer,
  nullable,
  oneOf,
  publicUrl,
  requested,
  seenVersion,
  text,
} from '../api/schema-parts.ts'
import { fieldNames } from '../pilots/fields.ts'
import { maxLacking } from '../pilots/incomplete.ts'
import { maxIdsBytes, pilotParams, pilotRecord, selection, statusInfo } from '../pilots/schemas.ts'
import { maxReasonLength } from '../stored/limits.ts'
import {
  bleeds,
  invalidStart,
  layoutNames,
  maxOffset,
  maxUndrawable,
  mostPlaces,
  type Offset,
} from './cards.ts'

/** New terms of a pilot. An absent property stays as it is, and null removes it. */
const termsChange = requested('La vigencia va como un objeto JSON', {
  issued: Type.Optional(
    nullable(givenDay('The day of issue. Without one, the day of the registration counts.')),
  ),
  until: Type.Optional(nullable(givenDay('The last day, instead of the one that the licence gives.'))),
  medical: Type.Optional(nullable(givenDay('The last day of the medical certificate.'))),
  suspension: Type.Optional(
    nullable(
      requested('La suspensión va como un objeto JSON', {
        from: text('The first day of a suspension, which replaces an earlier one.', {
          maxLength: 10,
          message: 'from es el primer día',
        }),
        to: Type.Optional(nullable(givenDay('Its last day. Null or absent if it lasts until it is lifted.'))),
        reason: text('Its reason.', {
          maxLength: maxReasonLength,
          message: `El motivo tiene hasta ${maxReasonLength} letras`,
        }),
      }),
    ),
  ),
  version: seenVersion,
})
export type TermsChange = Omit<Type.Static<typeof termsChange>, 'version'>

/** The option of a change of terms, in an address. */
const termsQuery = Type.Object({
  dry_run: flag('Stores nothing, and answers with what the record would be.'),
})

/** An order to renew the credentials of a selection. */
const renewalOrder = requested('La renovación va como un objeto JSON', {
  ...selection,
  issued: Type.Optional(givenDay('The day of issue. Without one, it is the day of the renewal.')),
  dry_run: Type.Optional(boolean('True to store nothing, and to report what the renewal would do.')),
})

/** The effect of a renewal, also of a dry run: see `planRenewal`. */
const renewalReport = answered({
  total: integer('The number of selected pilots.'),
  renewed: integer('The number of renewed pilots.'),
  unchanged: integer('The number of pilots for whom a renewal gives no later day.'),
  ends: Type.Array(
    answered({
      before: text('A last day of licences before the renewal, the earliest first.'),
      after: text('The last day after it.'),
      pilots: integer('The number of renewed pilots with these two days.'),
    }),
  ),
  invalid: Type.Array(
    answered({
      id: text('The identifier of a selected pilot whose credential is not valid after the renewal.'),
      name: text('The full name. At most 100 pilots are listed.'),
      status: statusInfo,
    }),
  ),
  invalid_total: integer('The number of all such pilots.'),
})
export type RenewalReport = Type.Static<typeof renewalReport>

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
  layout: choice('layout', layoutNames, 'How the cards are printed.'),
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

/** The riders in whose prints letters are missing. */
export const undrawableRiders = {
  undrawable: Type.Array(
    Type.Object({
      name: text('The full name of the rider.'),
      characters: text('The characters that are drawn as empty boxes, each once.'),
    }),
    { description: `The first ${maxUndrawable} riders with letters that no typeface of the prints has.` },
  ),
  undrawable_total: integer('The number of such riders.'),
}

/** The answer to a dry run. */
const printPreview = answered({
  total: integer('The number of selected cards, without those of incomplete riders.'),
  expired: integer('The number of them that are expired.'),
  suspended: integer('The number of them that are suspended.'),
  ...undrawableRiders,
  incomplete: Type.Array(
    Type.Object({
      name: text('The full name of the rider.'),
      missing: Type.Array(oneOf(fieldNames, 'A field whose required value is missing.')),
    }),
    { description: `The first ${maxLacking} of the selected riders who are incomplete, and get no card.` },
  ),
  incomplete_total: integer('The number of such riders.'),
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

export const credentialCalls = {
  'PUT /api/pilots/:id/terms': {
    role: 'mesa',
    summary: 'Changes the terms of a pilot. An absent property leaves a term as it is, and null removes it.',
    description:
      '422 with `fields` (`issued`, `until`, `medical`, `from`, `to`, `reason`) if a day is not in the calendar, or if ' +
      'a suspension ends before it begins, has no reason, or begins after today while another one runs, which it would ' +
      'end. 409 if the pilot has changed since `version`: the message says who has changed what.',
    params: pilotParams,
    query: termsQuery,
    body: termsChange,
    answers: { 200: dataOf(pilotRecord) },
  },

  'POST /api/renewals': {
    role: 'mesa',
    summary: 'Renews the credentials of several pilots in one change.',
    description:
      'They have a new day of issue, and no last day of their own any more. Only credentials that are then valid for ' +
      'longer are renewed, so that a second renewal changes nothing. A day of issue in the future makes no credential ' +
      'invalid before it. 404 if no pilot is found, or if one of `ids` does not exist, and 422 if the day of issue is ' +
      'not in the calendar.',
    body: renewalOrder,
    bodyLimit: maxIdsBytes,
    answers: { 200: dataOf(renewalReport) },
  },

  'GET /api/print': {
    role: 'mesa',
    summary: 'Answers with the settings for the print dialog.',
    answers: { 200: dataOf(printInfo) },
  },

  'POST /api/print': {
    role: 'mesa',
    needsKiosk: true,
    summary: 'Orders a PDF of cards (202), or answers with their number (200) for a `dry_run`.',
    description:
      'If some of the pilots already have a card, the order needs `again` or `only_new`; without either, the answer is ' +
      '409 with `printed` and `total`. Incomplete riders get no card; if all of them are, the answer is 409.',
    body: printOrder,
    answers: { 200: dataOf(printPreview), 202: dataOf(printJob) },
  },

  'GET /api/pilots/:id/card.png': {
    role: 'mesa',
    summary:
      'Sends the card of a pilot as a PNG of 300 dpi, which counts as no print. 409 for an incomplete one.',
    params: pilotParams,
    answers: { 200: file(['image/png']) },
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
    needsKiosk: true,
    summary: 'Answers with the progress of an order.',
    params,
    answers: { 200: dataOf(printProgress) },
  },

  'DELETE /api/print/:job': {
    role: 'mesa',
    needsKiosk: true,
    summary: 'Cancels an order and removes its PDF.',
    params,
    answers: { 204: empty },
  },

  'GET /api/print/:job/credenciales.pdf': {
    role: 'mesa',
    needsKiosk: true,
    summary: 'Sends the PDF. The first such request records the cards as printed.',
    params,
    answers: { 200: file(['application/pdf']) },
  },
} satisfies Calls
