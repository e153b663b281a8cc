/** The calls of the events, of which one is open, and of the files for timing programs. */
import * as Type from 'typebox'
import type { Calls } from '../api/call.ts'
import {
  answered,
  boolean,
  dataList,
  dataOf,
  empty,
  nullable,
  oneOf,
  requested,
  seenVersion,
  text,
  textList,
  version,
} from '../api/schema-parts.ts'
import { listCalls } from '../collections/calls.ts'
import { maxClasses } from '../pilots/classes/classes.ts'
import { countryCodes } from '../pilots/countries.ts'
import { filterQuery, maxIdsBytes, pilotIds } from '../pilots/schemas.ts'
import { enumerate } from '../text/text.ts'
import { maxCategories } from './categories/category.ts'
import * as categories from './categories/schemas.ts'
import { checkNames } from './entry.ts'
import { eventNameTooLong, eventPlaceTooLong, gateDemands, maxEventName, maxEventPlace } from './event.ts'
import { maxReserved } from './reserved/reserved.ts'
import { timingPrograms } from './timing/timing-files.ts'

export const eventId = text('The identifier of the event.', {
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
  modalidades: Type.Array(categories.modalidad, {
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
  plainCards: Type.Optional(
    boolean('True if credentials and cards do not show the category of the rider.', {
      message: 'plainCards es true o false',
    }),
  ),
  sharedNumbers: Type.Optional(
    boolean('True if two categories of a modalidad can use the same numbers.', {
      message: 'sharedNumbers es true o false',
    }),
  ),
}

/** The data of an event as people set it: a new one, or that of the open one. What is optional stays without a value. */
const givenEvent = {
  ...eventProperties,
  country: Type.Optional(country),
  categories: Type.Optional(categories.givenCategories),
  reserved: Type.Optional(categories.givenReserved),
}

const eventChange = requested('El evento va como un objeto JSON', { ...givenEvent, version: seenVersion })

/** An event, with its numbers. */
const eventInfo = answered(
  {
    id: eventId,
    version,
    ...eventProperties,
    country,
    categories: categories.categoryList,
    reserved: categories.reservedList,
    opened_at: text('The moment at which it was opened. Empty for the first.'),
    closed_at: nullable(text('The moment at which the next one was opened. Null for the open event.')),
  },
  { title: 'Event' },
)
export type EventInfo = Type.Static<typeof eventInfo>
export type ListedCategory = Type.Static<typeof categories.categoryOrders.listed>
export type ListedReserved = Type.Static<typeof categories.reservedOrders.listed>

/** The path of one event. */
const eventParams = Type.Object({ id: eventId })

/** The event of an address whose orders change only the open one. */
const openEventParams = { event: text('The identifier of the event, or `open`.') }
const ofOpen = '409 if the event is not open any more.'

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
      'the event before, and without `reserved` those whose `until` has not passed.',
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
      'If the event has changed since `version`, the answer is 409 and says who has changed what, and nothing is stored. ' +
      'Without `categories` or `reserved`, they stay; a problem of one is told at its place, such as `categories.0.numbers` or `reserved.0.number`.',
    params: eventParams,
    body: eventChange,
    answers: { 200: dataOf(eventInfo) },
  },

  'DELETE /api/events/:id': {
    role: 'admin',
    isFinal: true,
    summary: 'Removes an event that was opened by mistake. The one before is open again if this one was.',
    description: '409 for the first event, and if a rider is entered or a passage was recorded in the event.',
    params: eventParams,
    answers: { 204: empty },
  },

  ...listCalls('/api/categories/:event', ':id', {
    ...{ one: 'a category of the open event', many: 'the categories of an event' },
    ...categories.categoryOrders,
    of: {},
    place: openEventParams,
    most: maxCategories,
    bodyMessage: 'La categoría va como un objeto JSON',
    says: {
      list: 'Its identifier follows from its first name, and stays.',
      add: `422 with the reason in \`fields\` for a name or numbers that another one has. ${ofOpen}`,
      change: `The modalidad stays. ${ofOpen}`,
    },
    leaves: {
      remove: `409 if a rider is entered in it, and 422 if a number is reserved in it. ${ofOpen}`,
    },
  }),

  ...listCalls('/api/reserved/:event', ':id', {
    ...{ one: 'a reserved number of the open event', many: 'the reserved numbers of an event' },
    ...categories.reservedOrders,
    of: {},
    place: openEventParams,
    most: maxReserved,
    bodyMessage: 'El número reservado va como un objeto JSON',
    says: {
      list: 'Its identifier says its modalidad, category and number, and changes with them.',
      add: `422 with the reason in \`fields\` for a number that is reserved there already. ${ofOpen}`,
      change: ofOpen,
    },
    leaves: { remove: ofOpen },
  }),

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
