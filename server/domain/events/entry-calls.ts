/** The calls of the entries of riders in the open event. */
import * as Type from 'typebox'
import type { Calls } from '../api/call.ts'
import {
  answered,
  boolean,
  dataList,
  dataOf,
  file,
  integer,
  nullable,
  requested,
  requestedByName,
  text,
} from '../api/schema-parts.ts'
import { downloadTypes, exportQuery } from '../import/calls.ts'
import { maxClasses } from '../pilots/classes/classes.ts'
import { maxIdsBytes, pilotIds, pilotParams, pilotRecord, selection } from '../pilots/schemas.ts'
import { maxCategoryId, maxEntryTransponder } from '../stored/limits.ts'
import { eventId } from './calls.ts'
import { categoryChoice, categoryChoices, modalidad, typedNumber } from './categories/schemas.ts'
import { markNames } from './entry.ts'
import { motorcycle, motorcycleInfo, motorcycles } from './motorcycle/schemas.ts'

const number = nullable(typedNumber('The number; null for none.'))

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
  categories: categoryChoices,
  further: Type.Optional(
    boolean('True to enter one rider in the given categories beside other entries of their modalidades.'),
  ),
})

/** How a rider would be entered in one modalidad of the open event. */
const proposalProperties = {
  modalidad: text('The modalidad.'),
  category: Type.Optional(
    text('The identifier of the category. Absent if none fits, and without categories.'),
  ),
  motorcycle: Type.Optional(motorcycleInfo),
  number: Type.Optional(text('The number. Absent if the rider has none.')),
  reason: Type.Optional(text('The reason, in Spanish, for which the rider cannot be entered so.')),
  other: Type.Optional(text('The identifier of the rider who has the number, if that is the reason.')),
}
const entryProposal = answered(proposalProperties)
export type EntryProposalInfo = Type.Static<typeof entryProposal>

/** A rider with a pending entry, and why it cannot be made now: without a reason, it can. */
const pendingRider = answered({
  id: text('The identifier of the rider.'),
  name: text('The full name.'),
  document: text('The document.'),
  fechanac: Type.Optional(text('The birth date.')),
  ...proposalProperties,
  category: Type.Optional(
    text(
      'The identifier of the category: the one that was wanted, also if it does not fit, or the one that fits.',
    ),
  ),
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

/** The numbers that are taken in one category of the open event. */
const takenNumbersInfo = answered({
  modalidad: text('The modalidad.'),
  category: Type.Optional(text('The identifier of the category. Absent for the entries without one.')),
  entries: integer('The number of its entries.'),
  numbers: Type.Array(text('A number that a rider has in it, or that is reserved.')),
})
export type TakenNumbersInfo = Type.Static<typeof takenNumbersInfo>

/** Enters the riders of another event. */
const carryOrder = requested('El pedido va como un objeto JSON', {
  event: eventId,
  from: text('The identifier of the other event.', {
    maxLength: 20,
    message: 'from es el identificador de un evento',
  }),
})

export const ownCategory = Type.Optional(
  nullable(
    text('The identifier of the category of the entry, of several in the modalidad; null for none.', {
      maxLength: maxCategoryId,
      message: 'category es el identificador de una categoría',
    }),
  ),
)

/** Changes one entry. What is absent stays. */
const entryChange = requested('La inscripción va como un objeto JSON', {
  event: eventId,
  modalidad,
  category: ownCategory,
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
    category: Type.Optional(categoryChoice),
    checks: Type.Optional(
      requested(
        'Los requisitos van como un objeto JSON',
        Object.fromEntries(
          markNames.map((name) => [name, Type.Optional(boolean('True for done, false for not done.'))]),
        ) as Record<(typeof markNames)[number], Type.TOptional<Type.TBoolean>>,
      ),
    ),
  }),
})
export type EntryChangeOrder = Type.Static<typeof entryChange>
export type EntryChange = EntryChangeOrder['to']

/** Takes riders out of the open event or, with `modalidad`, out of that modalidad, or of one of its categories. */
const withdrawOrder = requested('El retiro va como un objeto JSON', {
  event: eventId,
  ids: pilotIds,
  modalidad: Type.Optional(modalidad),
  category: ownCategory,
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

export const entryCalls = {
  'GET /api/entries/numbers': {
    role: 'mesa',
    summary: 'Lists the numbers that are taken in the open event, by modalidad and category.',
    description: 'Reserved numbers are taken for all but the person for whom they are.',
    query: Type.Object({
      rider: Type.Optional(
        text('The identifier of a rider, whose reserved numbers are not taken.', {
          maxLength: 40,
          message: 'rider es el identificador de un piloto',
        }),
      ),
    }),
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
      'One rider can be given a `number`, or `numbers`, `motorcycles` and `categories` by modalidad. Otherwise, the category ' +
      'is that of the pending entry, or else the one that fits: that of the last entry in the modalidad, the one whose range ' +
      'has the number, one of all numbers, or the first. A rider whose number another one has in the category, whom no ' +
      'category fits, or whose modalidad does not ride, is refused, and the others are entered. Without numbers, the entry ' +
      `of a refused rider is pending.${notOpen}`,
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

  'POST /api/entries/categorize': {
    role: 'mesa',
    summary: 'Gives the category that fits to each entry of the open event that has none.',
    description: `A rider whom no category fits, or whose number is not of the category, is refused.${notOpen}`,
    body: eventOrder,
    answers: { 200: dataOf(entriesReport) },
  },

  'PUT /api/entries/:id': {
    role: 'mesa',
    summary: 'Changes one entry of a rider. What is absent stays.',
    description:
      'A check that is done keeps who did it when. A category that does not fit needs a `reason`: 422 without it. 409 with ' +
      `\`fields\` and the \`id\` of the rider who has the number, or if the rider is not entered any more.${notOpen}`,
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
} satisfies Calls
