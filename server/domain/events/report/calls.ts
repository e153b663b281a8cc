/** The calls of the report of an event. */
import * as Type from 'typebox'
import type { Calls } from '../../api/call.ts'
import {
  answered,
  author,
  boolean,
  dataOf,
  file,
  integer,
  nullable,
  oneOf,
  text,
} from '../../api/schema-parts.ts'
import { passageRecord } from '../../gate/schemas.ts'
import { tillSummary } from '../../till/schemas.ts'
import { checkNames } from '../entry.ts'

const named = (what: string) =>
  answered({ name: text(what), riders: integer('The number of riders, each counted once.') })

/** The work of one author in the time of the event. */
const work = answered({
  name: text('The author: an account, the laptop, the terminal, a phone; empty if nobody knows.'),
  registered: integer('The number of riders whom the author registered, also by an import.'),
  changes: integer('The number of other changes, each rider counted in each.'),
  prints: integer('The number of printed cards.'),
  scans: integer('The number of scans at gates.'),
})
export type ReportedWork = Type.Static<typeof work>

/** The riders who entered on one day, by hour. */
const dayOfGates = answered({
  day: text('The day, where the server is, as YYYY-MM-DD.'),
  persons: integer('The number of riders who entered on this day, each counted once.'),
  hours: Type.Array(
    answered({
      hour: integer('The hour of the day, from 0 to 23.'),
      persons: integer('The number of riders who entered in this hour, each counted once.'),
    }),
    { description: 'The hours in which somebody entered.' },
  ),
})
export type DayOfGates = Type.Static<typeof dayOfGates>

const eventReport = answered(
  {
    event: answered({
      id: text('The identifier.'),
      title: text('The name or, without one, the words that stand for it.'),
      place: text('The place; may be empty.'),
      days: text('The days, in Spanish; empty if nobody has set them.'),
      is_open: boolean('True for the open event.'),
    }),
    from: text('The moment at which the event was opened. Empty for the first event.'),
    before: nullable(text('The moment at which the next event was opened. Null for the open event.')),
    at: text('The moment of the report.'),
    registered: integer('The number of riders who were registered in this time, and not removed in it.'),
    renewed: integer('The number of riders whose credential was renewed.'),
    cards: answered({
      printed: integer('The number of cards that were printed.'),
      revoked: integer('The number of cards that were revoked.'),
    }),
    entered: answered({
      riders: integer('The number of riders with an entry, each counted once.'),
      modalidades: Type.Array(named('The modalidad.'), {
        description: 'A rider of several modalidades counts in each.',
      }),
      categories: Type.Array(
        answered({
          modalidad: text('The modalidad.'),
          name: text('The name of the category; empty for the riders without one.'),
          riders: integer('The number of riders.'),
        }),
        { description: 'The categories with riders, in the modalidades that have some.' },
      ),
      exceptions: answered({
        total: integer('The number of entries in a category that does not fit.'),
        riders: Type.Array(
          answered({
            id: text('The identifier of the rider.'),
            name: text('The full name.'),
            modalidad: text('The modalidad.'),
            category: text('The name of the category.'),
            reason: text('The reason.'),
            at: text('The moment of the exception.'),
            by: author,
          }),
          { description: 'At most 500 of them.' },
        ),
      }),
      clubs: Type.Array(named('The club; empty for riders without one.'), {
        description: 'Those with the most riders first.',
      }),
    }),
    checks: Type.Array(
      answered({
        name: oneOf(checkNames, 'The check.'),
        lacking: integer('The number of riders who lack it, in at least one of their entries.'),
      }),
      { description: 'The checks that the event wants.' },
    ),
    complete: integer('The number of entered riders who lack no check.'),
    persons: integer('The number of riders who entered, each counted once.'),
    days: Type.Array(dayOfGates, { description: 'The days on which somebody entered.' }),
    inside: answered({
      total: integer('The number of riders inside, now or when the event ended.'),
      riders: Type.Array(
        answered({
          id: text('The identifier; empty for a rider who was removed since.'),
          name: text('The full name.'),
          number: text('The number.'),
          gate: text('The gate of the last entry.'),
          at: text('The time of the last entry.'),
        }),
        { description: 'At most 500 of them, by number.' },
      ),
    }),
    incidents: answered({
      open: integer('The number of incidents that nobody has settled.'),
      settled: integer('The number of settled incidents.'),
      taken_back: integer('The number of incidents that were taken back at the gate.'),
      doubtful: integer('The number of incidents, of all three kinds, that are in doubt.'),
      passages: Type.Array(passageRecord, {
        description: 'At most 500 incidents, the open ones first, and then by time.',
      }),
    }),
    work: Type.Array(work, { description: 'Everybody who worked, those who did most first.' }),
    till: Type.Optional(tillSummary),
  },
  { title: 'Report' },
)
export type EventReport = Type.Static<typeof eventReport>

/** The event of a report, in an address. */
const reportQuery = Type.Object({
  event: Type.Optional(
    text('The identifier of the event, or `open`, which is the default.', {
      maxLength: 20,
      message: 'event es el identificador de un evento, u open',
    }),
  ),
})

export const reportCalls = {
  'GET /api/report': {
    role: 'mesa',
    summary: 'Answers with the report of an event: what was done at the desk and at the gates in its time.',
    description:
      'It is computed from the log of changes, the entries and the passages as they are now. Changes that came from ' +
      'other desks or from backups count once. Days and hours are those where the server is.',
    query: reportQuery,
    answers: { 200: dataOf(eventReport) },
  },

  'GET /api/report.pdf': {
    role: 'mesa',
    summary: 'Sends the report of an event as a PDF of two pages, and further ones with its till.',
    query: reportQuery,
    answers: { 200: file(['application/pdf']) },
  },
} satisfies Calls
