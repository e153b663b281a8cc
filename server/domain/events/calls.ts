/**
 * The calls of the events, of which one is open, of the entries of riders in the open one, and of the files for timing
 * programs.
 */
import * as Type from 'typebox'
import type { Calls } from '../api/call.ts'
import {
  answered,
  boolean,
  dataList,
  dataOf,
  empty,
  file,
  integer,
  nullable,
  oneOf,
  requested,
  requestedByName,
  text,
  textList,
} from '../api/schema-parts.ts'
import { downloadTypes, exportQuery } from '../import/calls.ts'
import { maxClasses, maxClassName } from '../pilots/classes/classes.ts'
import { countryCodes } from '../pilots/countries.ts'
import { filterQuery, maxIdsBytes, pilotIds, pilotParams, pilotRecord, selection } from '../pilots/schemas.ts'
import { enumerate } from '../text/text.ts'
import { categoryList, givenCategories } from './categories/schemas.ts'
import { checkNames, maxEntryNumber, maxEntryTransponder } from './entry.ts'
import { eventNameTooLong, eventPlaceTooLong, gateDemands, maxEventName, maxEventPlace } from './event.ts'
import { motorcycle, motorcycleInfo, motorcycles } from './motorcycle/schemas.ts'
import { timingPrograms } from './timing-files.ts'

const modalidad = text('The modalidad.', {
  maxLength: maxClassName,
  message: 'modalidad es una de las de Ajustes, Clases',
})

const eventId = text('The identifier of the event.', {
  maxLength: 20,
  message: 'event es el identificador del evento',
})

const dayOrNone = (description: string) =>
  text(description, {
    pattern: '^(\\d{4}-\\d{2}-\\d{2})?$',
    maxLength: 10,
    message: 'El día va como 2026-12-31, o vacío',
  })

const country = oneOf(
  ['', ...countryCodes],
  'The country: its code of ISO 3166-1, such as PE. Empty if nobody has chosen one.',
  { message: 'country es el código de un país del que PilotOS sabe, como PE, o vacío' },
)

const eventProperties = {
  name: text('The name. Empty for the first event of a folder until somebody names it.', {
    maxLength: maxEventName,
    message: eventNameTooLong,
  }),
  place: text('The place; may be empty.', {
    maxLength: maxEventPlace,
    message: eventPlaceTooLong,
  }),
  first: dayOrNone('The first day; empty if nobody has set it.'),
  last: dayOrNone('The last day; empty if nobody has set it.'),
  modalidades: Type.Array(modalidad, {
    maxItems: maxClasses,
    message: 'modalidades son algunas de las de Ajustes, Clases',
    description: 'The modalidades that ride.',
  }),
  checks: Type.Array(oneOf(checkNames, 'A check.', { message: `checks son ${enumerate(checkNames)}` }), {
    maxItems: checkNames.length,
    message: `checks son algunas de ${enumerate(checkNames)}`,
    description: 'The checks that the event wants before a rider starts.',
  }),
  demand: oneOf(gateDemands, 'What a gate demands besides a valid credential.', {
    message: `demand es ${enumerate(gateDemands, 'o')}`,
  }),
}

/** The data of an event as people set it: a new one, or that of the open one. What is optional stays without a value. */
const givenEvent = {
  ...eventProperties,
  country: Type.Optional(country),
  categories: Type.Optional(givenCategories),
}

/** A changed event, with the data that the edit began with. */
const eventChange = requested('El evento va como un objeto JSON', {
  ...givenEvent,
  base: Type.Optional(requested('base va como un objeto JSON', givenEvent)),
})

/** An event, with its numbers. */
const eventInfo = answered(
  {
    id: eventId,
    ...eventProperties,
    country,
    categories: categoryList,
    opened_at: text('The moment at which it was opened. Empty for the first.'),
    closed_at: nullable(text('The moment at which the next one was opened. Null for the open event.')),
  },
  { title: 'Event' },
)
export type EventInfo = Type.Static<typeof eventInfo>

/** The path of one event. */
const eventParams = Type.Object({ id: eventId })

const number = nullable(
  text('The number; null for none.', {
    maxLength: maxEntryNumber,
    message: `El número tiene hasta ${maxEntryNumber} letras`,
  }),
)

/** Enters the selected riders in the open event. */
const enterOrder = requested('La inscripción va como un objeto JSON', {
  event: eventId,
  ...selection,
  modalidades: Type.Optional(
    Type.Array(modalidad, {
      minItems: 1,
      maxItems: maxClasses,
      message: 'modalidades son algunas de las de Ajustes, Clases',
      description: 'The modalidades to enter each rider in. Without it, each is entered in his own.',
    }),
  ),
  number: Type.Optional(number),
  numbers: Type.Optional(
    requestedByName('Los números van como un objeto JSON', number, 'The numbers by modalidad.'),
  ),
  motorcycles,
})

/** How a rider would be entered in one modalidad of the open event. */
const proposalProperties = {
  modalidad: text('The modalidad.'),
  number: Type.Optional(text('The number. Absent if the rider has none.')),
  reason: Type.Optional(text('The reason, in Spanish, for which the rider cannot be entered so.')),
  other: Type.Optional(text('The identifier of the rider who has the number, if that is the reason.')),
}
const entryProposal = answered({ ...proposalProperties, motorcycle: Type.Optional(motorcycleInfo) })
export type EntryProposalInfo = Type.Static<typeof entryProposal>

/** A rider with a pending entry, and why it cannot be made now: without a reason, it can. */
const pendingRider = answered({
  id: text('The identifier of the rider.'),
  name: text('The full name.'),
  document: text('The document.'),
  ...proposalProperties,
})
export type PendingRider = Type.Static<typeof pendingRider>

/** The first pending entries of the open event. */
const pendingAnswer = answered({
  total: integer('The number of all pending entries.'),
  riders: Type.Array(pendingRider, { description: 'At most 500 of them, by modalidad and name.' }),
})
export type PendingInfo = Type.Static<typeof pendingAnswer>

/** An order for the open event as a whole. */
const eventOrder = requested('El pedido va como un objeto JSON', { event: eventId })

/** The numbers that are taken in one modalidad of the open event. */
const takenNumbersInfo = answered({
  modalidad: text('The modalidad.'),
  numbers: Type.Array(text('A number that a rider has in it.')),
})

/** Enters the riders of another event. */
const carryOrder = requested('El pedido va como un objeto JSON', {
  event: eventId,
  from: text('The identifier of the other event.', {
    maxLength: 20,
    message: 'from es el identificador de un evento',
  }),
})

/** Changes one entry. What is absent stays. */
const entryChange = requested('La inscripción va como un objeto JSON', {
  event: eventId,
  modalidad,
  to: requested('El cambio va como un objeto JSON', {
    modalidad: Type.Optional(modalidad),
    number: Type.Optional(number),
    transponder: Type.Optional(
      nullable(
        text('The transponder; null for none.', {
          maxLength: maxEntryTransponder,
          message: `El transponder tiene hasta ${maxEntryTransponder} letras`,
        }),
      ),
    ),
    motorcycle,
    checks: Type.Optional(
      requested(
        'Los requisitos van como un objeto JSON',
        Object.fromEntries(
          checkNames.map((name) => [name, Type.Optional(boolean('True for done, false for not done.'))]),
        ) as Record<(typeof checkNames)[number], Type.TOptional<Type.TBoolean>>,
      ),
    ),
  }),
})
export type EntryChangeOrder = Type.Static<typeof entryChange>
export type EntryChange = EntryChangeOrder['to']

/** Takes riders out of the open event or, with `modalidad`, out of that modalidad. */
const withdrawOrder = requested('El retiro va como un objeto JSON', {
  event: eventId,
  ids: pilotIds,
  modalidad: Type.Optional(modalidad),
})

/** The result of an order. */
const entriesReport = answered({
  changed: integer('The number of entries that were made, changed or taken out.'),
  unchanged: integer('The number of entries that are as they were ordered already.'),
  refused: Type.Array(
    answered({
      id: text('The identifier of a rider who was not entered.'),
      name: text('The full name.'),
      modalidad: text('The modalidad.'),
      reason: text('The reason, in Spanish.'),
      other: Type.Optional(text('The identifier of the rider who has the number, if that is the reason.')),
    }),
    { description: 'At most 100 riders who were not entered.' },
  ),
  refused_total: integer('The number of all riders who were not entered, by modalidad.'),
  pilots: Type.Array(pilotRecord, { description: 'The changed riders, if they are at most 50.' }),
})
export type EntriesReportInfo = Type.Static<typeof entriesReport>

const notOpen = ' 409 if the event is not open any more.'

/** The timing program that a file is for, in an address. */
const timingQuery = Type.Object({
  for: oneOf(timingPrograms, 'The program.', { message: `for es ${enumerate(timingPrograms, 'o')}` }),
})

/** The program and the filter of its pilots, in an address. */
const filteredTimingQuery = Type.Object({ ...filterQuery.properties, ...timingQuery.properties })

/** A warning about a file for a timing program. */
const timingWarning = answered({
  text: text('The warning in Spanish, without the names.'),
  riders: textList('The riders, with their documents.'),
})

export const eventCalls = {
  'GET /api/events': {
    role: 'mesa',
    summary: 'Lists the events, the open one first.',
    answers: { 200: dataList(eventInfo) },
  },

  'POST /api/events': {
    role: 'admin',
    summary: 'Opens a new event, which ends the one before, and answers with it.',
    description:
      'Passages, entries and prints belong to the event that was open. 409 if the event of `after` is not open any more: ' +
      'another person has opened one. 422 with `fields` for data that is not valid. Without `categories`, it has those of ' +
      'the event before.',
    query: Type.Object({
      after: text('The identifier of the event that the person saw open.', { maxLength: 20 }),
    }),
    body: requested('El evento va como un objeto JSON', givenEvent),
    answers: { 201: dataOf(eventInfo) },
  },

  'PUT /api/events/:id': {
    role: 'admin',
    summary: 'Changes the data of an event, and answers with it.',
    description:
      '`base` is the data of the event before the edit. If the event has changed since, the answer is 409, and nothing ' +
      'is stored. Without `base`, the last change counts. Without `categories`, they stay; a problem of one is told at its ' +
      'place, such as `categories.0.numbers`.',
    params: eventParams,
    body: eventChange,
    answers: { 200: dataOf(eventInfo) },
  },

  'DELETE /api/events/:id': {
    role: 'admin',
    summary: 'Removes an event that was opened by mistake. The one before is open again if this one was.',
    description: '409 for the first event, and if a rider is entered or a passage was recorded in the event.',
    params: eventParams,
    answers: { 204: empty },
  },

  'GET /api/entries/numbers': {
    role: 'mesa',
    summary: 'Lists the numbers that are taken in the open event, by modalidad.',
    answers: { 200: dataList(takenNumbersInfo) },
  },

  'GET /api/entries/pending': {
    role: 'mesa',
    summary:
      'Lists the pending entries of the open event: those that an order for many riders wanted and that were refused.',
    description:
      'The reasons are those of now: a number that was freed has none. An entry is pending until it is made or given up.',
    answers: { 200: dataOf(pendingAnswer) },
  },

  'POST /api/entries/pending': {
    role: 'mesa',
    summary:
      'Makes all pending entries. A rider without a number, or whose number another one has, gets the next free one.',
    description: `A rider who lacks the modalidad, or whose modalidad does not ride, stays pending.${notOpen}`,
    body: eventOrder,
    answers: { 200: dataOf(entriesReport) },
  },

  'GET /api/entries/pending/export': {
    role: 'mesa',
    summary: 'Sends all pending entries of the open event as a file.',
    query: exportQuery,
    answers: { 200: file(downloadTypes) },
  },

  'POST /api/entries/leave-out': {
    role: 'mesa',
    summary: 'Gives up the pending entries of riders, or those in one modalidad.',
    description: `Their history keeps them.${notOpen}`,
    body: withdrawOrder,
    bodyLimit: maxIdsBytes,
    answers: { 200: dataOf(entriesReport) },
  },

  'GET /api/entries/:id': {
    role: 'mesa',
    summary:
      'Answers with how a rider would be entered in the open event: as in his last one, or as registered.',
    description: 'The modalidades in which the rider is entered already are left out.',
    params: pilotParams,
    answers: { 200: dataList(entryProposal) },
  },

  'POST /api/entries': {
    role: 'mesa',
    summary: 'Enters the selected riders in the open event, and answers with what was done.',
    description:
      'Each is entered with the number and the transponder of his own, and the motorcycle of his last entry in the modalidad. ' +
      'One rider can be given a `number`, or `numbers` and `motorcycles` by modalidad. A rider whose number another one has ' +
      'in the same modalidad, or whose modalidad does not ride, is refused, and the others are entered. Without numbers, the entry of a ' +
      `refused rider is pending.${notOpen}`,
    body: enterOrder,
    bodyLimit: maxIdsBytes,
    answers: { 200: dataOf(entriesReport) },
  },

  'POST /api/entries/carry': {
    role: 'mesa',
    summary: 'Enters the riders of another event as they were entered there, without its checks.',
    description: `Riders who are entered already stay as they are.${notOpen}`,
    body: carryOrder,
    answers: { 200: dataOf(entriesReport) },
  },

  'PUT /api/entries/:id': {
    role: 'mesa',
    summary: 'Changes one entry of a rider. What is absent stays.',
    description:
      'A check that is done keeps who did it when. 409 with `fields` and the `id` of the rider who has the number, or if ' +
      `the rider is not entered any more.${notOpen}`,
    params: pilotParams,
    body: entryChange,
    answers: { 200: dataOf(entriesReport) },
  },

  'POST /api/entries/withdraw': {
    role: 'mesa',
    summary: 'Takes riders out of the open event, or out of one modalidad.',
    description: `Their history keeps the entries.${notOpen}`,
    body: withdrawOrder,
    bodyLimit: maxIdsBytes,
    answers: { 200: dataOf(entriesReport) },
  },

  'GET /api/timing': {
    role: 'mesa',
    summary:
      'Answers with what is odd about the riders of a filter, for a timing program: the same number twice.',
    query: filteredTimingQuery,
    answers: { 200: dataList(timingWarning) },
  },

  'POST /api/timing': {
    role: 'mesa',
    summary: 'Answers with what is odd about chosen riders, for a timing program.',
    query: timingQuery,
    body: pilotIds,
    bodyLimit: maxIdsBytes,
    answers: { 200: dataList(timingWarning) },
  },
} satisfies Calls
